"""Pages that were read in the background, by the address of a link."""

from sextant.dataclass import dataclass

__all__ = ["PageLink", "PageScript", "ReadPage"]


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link of a page: its absolute address and its label."""

    address: str
    label: str


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page that was not visited, but read as served or as built by its scripts in the background.

    Attributes:
        address: As it was asked for, absolute.
        status: Of the HTTP answer.
        heads: Headings of level one.
        headings: Those of level two and three.
        texts: What else stands there, but for what is said by links and buttons.
        selected: Which of several links or tabs is marked as the present one.
        login: Whether it asks for a password.
    """

    address: str
    status: int = 200
    title: str = ""
    heads: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
    links: tuple[PageLink, ...] = ()
    login: bool = False
    texts: tuple[str, ...] = ()
    selected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PageScript:
    """A script that a page has loaded: its address, absolute, and its text."""

    address: str
    text: str
