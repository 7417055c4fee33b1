"""The person who is not there."""


class AbsentPerson:
    """Nobody to ask: what needs a person is refused, and what only a person can tell stays untold."""

    attended = False

    def allow(self, question: str, detail: str) -> bool:
        del question, detail
        return False

    def happened(self, what: str, detail: str) -> bool | None:
        del what, detail

    def take_over(self, reason: str) -> bool:
        del reason
        return False
