from sextant_bench.onetap import form_errors


def asked(outcome: str, attempt: int = 1, role: str = "actor") -> dict[str, object]:
    return {"role": role, "outcome": outcome, "attempt": attempt}


def test_form_errors_are_told_per_100_decisions_of_the_actor() -> None:
    mended = [asked("malformed"), asked("truncated", 2), asked("ok", 3)]
    found = form_errors([*mended, asked("ok"), asked("refused"), asked("ok"), asked("malformed", role="verifier")])
    assert found == {"decisions": 4, "unread": 2, "per_100": 50.0}
    assert form_errors([]) == {"decisions": 0, "unread": 0, "per_100": 0.0}
