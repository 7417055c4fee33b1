"""Whether a screen is the one that was asked for: how well it answers, and whether anything answers better."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from urllib.parse import unquote_plus

from sextant.actors.search_state import State
from sextant.actors.walking import Walker
from sextant.text.meaning import likely
from sextant.types.addresses import parts_of
from sextant.types.screens import Screen
from sextant.utg.exits import exits_of, relative
from sextant.utg.faces import face_of, local
from sextant.utg.graph import Graph, Place
from sextant.utg.reading import Library, Promise
from sextant.utg.search import (
    ADDED,
    EXACT,
    NAMES,
    PART,
    SURE,
    Answer,
    Goal,
    Led,
    alike,
    answer_of,
    depicted,
    labels_into,
    meant_by,
    quoted,
)
from sextant.utg.selection.described import described
from sextant.utg.selection.nearness import shipped_knowledge
from sextant.utg.selection.ranking import rank

__all__ = ["FAIR", "MARGIN", "NEARLY", "PERHAPS", "WELL", "Judge"]

PERHAPS = 0.3
"""From this match on a screen is worth naming as a candidate."""
FAIR = 0.55
"""From this match on a screen is the answer where nothing else that was seen or read comes near."""
WELL = 12
"""So many tries without anything better than a fair answer, and it is settled for."""
MARGIN = 0.04
_OWN_MARGIN = 0.15
"""So much better an untried way on has to promise to be before a good answer is left for it; the second, where title
or main heading say it by themselves, and the way on does not say it word for word."""
NEARLY = 0.7
"""From this match on a screen is the answer where a ranking of all that is known puts it first as well."""
_TELLING = 0.2
"""From this match on a label is about the goal."""
_PLAIN = 0.95
"""From this score on a screen is called as the goal puts it: what it means need not be asked."""
_SPOKEN = 0.6
"""Such a share of the goal has to stand in what a screen is called, where it is believed for what it means."""
_SAID, _LEAD, _FAR = 0.85, 0.08, 0.2
"""So much less everything else has to be: the second, where what it is called accounts for such a share of the goal;
else the third."""


class Judge:
    """Judges the screens of one look against the goal.

    Args:
        walker: Knows the map, and where goals were reached.
        state: What the run has seen; noted in it is how well each screen answers.
        goal: Compares texts.
        library: The pages that were read ahead; None for none.
    """

    def __init__(self, walker: Walker, state: State, goal: Goal, library: Library | None) -> None:
        self._walker, self._state, self._goal, self._library = walker, state, goal, library
        self.read: Sequence[Promise] = ()
        """Pages that were read, were not looked at and answer the goal best."""
        self.untried: Sequence[str] = ()
        """What the ways on say that nobody has taken; those of this page with its name, where that tells more."""
        self.labels: Sequence[str] = ()
        """The same without any name of a page."""
        self._now: tuple[Place, tuple[str, str]] | None = None
        """The present screen, where something was opened on it, as its meaning is compared."""
        self.by_opening = False
        """Whether the present screen answers by what was opened on it."""

    def look(self, screen: Screen, graph: Graph, here: Place) -> Answer:
        """How well the present screen answers; kept for the end."""
        state = self._state
        dead = screen.condition != "ok" or (here.node in graph.nodes and graph.nodes[here.node].dead)
        quotes = here in state.results or self.quotes(local(screen))
        face, led = face_of(screen), [state.led] if state.led.label else []
        self._note_names(screen)
        names = state.names.get(local(screen), ())
        led += [Led(name) for name in names if sum(name in other for other in state.names.values()) <= NAMES]
        answer = Answer(here, 0.0, "") if dead or quotes else answer_of(self._goal, here, face, led)
        opened = [] if state.opened is None else [state.opened.name]
        labels = [*opened, *(one.label for one in led)]
        self._now = (here, depicted(face, labels)) if opened else None
        whole = 0.0 if dead or quotes else meant_by(self._goal, face, labels)
        if whole > answer.score:
            answer = replace(answer, score=whole, meant=whole)
        self.by_opening = False
        if state.opened is not None and answer.score < SURE and not (dead or quotes):
            with_it = answer_of(
                self._goal,
                here,
                face,
                [*led, Led(state.opened.name, source=face.name, page=self.page(screen))],
            )
            self.by_opening, answer = with_it.score > answer.score, with_it
        answer = self._tempered(graph, answer)
        known = next((one for one in state.seen if one.place == here), None)
        if known is None or answer.score > known.score:
            if answer.score > self.top():
                state.best_at = state.explored
            state.seen = [*(one for one in state.seen if one.place != here), answer]
        return answer

    def _tempered(self, graph: Graph, answer: Answer) -> Answer:
        """An answer, lowered where a page above it that was looked at calls itself the same: it is a part of that."""
        mine = _page_of(graph, answer.place)
        above = (_page_of(graph, one.place) for one in self._state.seen if alike(one.name, answer.name))
        part = any(page != mine and mine.startswith(page) for page in above)
        return replace(answer, score=PART * answer.score, meant=PART * answer.meant) if part else answer

    def _note_names(self, screen: Screen) -> None:
        """Takes note of what links call pages, where that is about the goal: another way may lead there."""
        for one in exits_of(screen):
            if one.href and one.href != local(screen) and self._goal.match(one.label) >= _TELLING:
                known = self._state.names.setdefault(one.href, [])
                known += [] if one.label in known else [one.label]

    def page(self, screen: Screen) -> str:
        """What the page is called that a tab or a menu is part of; nothing for the one where the walk began."""
        start = self._walker.walk.start
        if (
            start is not None
            and start.node in self._walker.chart(screen).graph.nodes
            and local(screen) == (self._walker.chart(screen).graph.nodes[start.node].face.location)
        ):
            return ""
        return next(iter(face_of(screen).heads), self._state.page)

    def arrived(self, graph: Graph, here: Place, answer: Answer, promise: float) -> bool:
        """Whether this is the screen: it names the goal, and nothing untried promises to name it better."""
        state = self._state
        if here in state.refused:
            return False
        known = self._walker.remembered(state.goal)
        if known is not None and known.place == here and known.opened in (None, state.opened) and answer.score > 0:
            return True
        if here == state.chosen:
            return True
        if answer.score >= SURE:
            margin = _OWN_MARGIN if answer.own and promise < EXACT else MARGIN
            best = promise < FAIR if self.by_opening else answer.score + margin >= promise
            plain = answer.score >= _PLAIN or answer.said >= _SAID
            return best and (plain or self.looked_around() or self.agrees(graph, answer, self.labels))
        lead = self._lead(graph, answer, promise)
        if self._goal.meaning is not None:
            first = answer.score >= max(FAIR, self.top())
            if first and not (self.by_opening or answer.part) and answer.said >= _SPOKEN and self.agrees(graph, answer):
                return True
        elif answer.own and answer.score >= FAIR and lead >= _FAR:
            return True
        if answer.meant >= promise and self.means_it_best(graph, answer):
            return True
        enough = self.looked_around() or state.explored - state.best_at >= WELL * (1 - lead)
        best = enough and answer.score >= self.top() and self.stands_out(graph, answer, promise)
        return best and self.agrees(graph, answer)

    def means_it_best(self, graph: Graph, answer: Answer) -> bool:
        """Whether nothing on the map, or among the pages that were read, answers better, as a whole."""
        if not self.looked_around():
            return False
        if self._goal.meaning is not None:
            return answer.said >= _SPOKEN and self.agrees(graph, answer)
        if answer.meant < NEARLY:
            return False
        known = {node.face.location for node in graph.nodes.values()}
        read = [] if self._library is None else self._library.described()
        walked = [one for one in described(graph) if not self.quotes(graph.nodes[one.place.node].face.location)]
        ahead = [one for one in read if one.place.node not in known and not self.quotes(one.place.node)]
        screens = [*walked, *ahead]
        ranked = rank(self._goal.text, screens, *shipped_knowledge())
        return any(one.screen.place == answer.place for one in ranked if one.name == ranked[0].name)

    def agrees(self, graph: Graph, answer: Answer, ahead: Sequence[str] | None = None) -> bool:
        """Whether the page means the goal best of all that is known, and of what lies ahead; true if nothing can tell.

        What lies ahead is by default `untried`.
        """
        meaning, meant = self._goal.meaning, self._meant(graph)
        if meaning is None or not meant:
            return True
        first = max(meant, key=lambda place: meant[place][0])
        page = _page_of(graph, answer.place)
        if answer.place != first and page != _page_of(graph, first) and not alike(_name(graph, first), answer.name):
            return False
        untried = meaning.near(self._goal.text, self.untried if ahead is None else ahead)
        return max(untried, default=0.0) <= meant[first][0] + ADDED

    def standing(self, graph: Graph, answer: Answer) -> float:
        """How well a screen answers by its names and by what it means, taken together; orders candidates."""
        return answer.score + likely(sum(self._meant(graph).get(answer.place, (0.0, 0.0))) / 2)

    def _meant(self, graph: Graph) -> Mapping[Place, tuple[float, float]]:
        """By screen that was walked and page that was read, how near it means the goal, in short and in full."""
        if self._goal.meaning is None:
            return {}
        led = labels_into(graph)
        shown = {
            place: depicted(face, [one.label for one in led.get(place, ())])
            for node in graph.nodes.values()
            if not node.dead and not self.quotes(node.face.location)
            for place, face in node.faces()
        }
        if self._now is not None and self._now[0] in shown:
            shown[self._now[0]] = self._now[1]
        known = {node.face.location for node in graph.nodes.values()}
        ahead = {} if self._library is None else self._library.depicted()
        walked = {both[0] for both in shown.values()}
        shown |= {
            Place(one): (said, said)
            for one, said in ahead.items()
            if one not in known and said not in walked and not self.quotes(one)
        }
        near = self._goal.meaning.near(self._goal.text, [text for both in shown.values() for text in both])
        return {place: (near[2 * at], near[2 * at + 1]) for at, place in enumerate(shown)}

    def _lead(self, graph: Graph, answer: Answer, promise: float) -> float:
        """How much better a screen answers than all else that was seen or read: other pages, under other names."""
        page = _page_of(graph, answer.place)
        seen = self._state.seen
        others = (one for one in seen if _page_of(graph, one.place) != page or one.score > answer.score)
        rivals = [one.score for one in (*others, *self.read) if not alike(one.name, answer.name)]
        return answer.score - max(promise, *rivals, 0.0)

    def stands_out(self, graph: Graph, answer: Answer, promise: float = 0.0) -> bool:
        """Whether nothing comes near an answer that is not sure by itself."""
        lead = self._lead(graph, answer, promise)
        return answer.score >= PERHAPS and (lead >= _FAR or (lead >= _LEAD and answer.said >= _SAID))

    def believable(self) -> list[Answer]:
        """What was looked at, may be the answer, and was not refused."""
        return [one for one in self._state.seen if one.score >= PERHAPS and one.place not in self._state.refused]

    def fits(self) -> dict[str, float]:
        """By screen, how well it answers."""
        found: dict[str, float] = {}
        for one in self._state.seen:
            found[one.place.node] = max(one.score, found.get(one.place.node, 0.0))
        return found

    def top(self) -> float:
        """The best score of what was looked at."""
        return max((one.score for one in self._state.seen), default=0.0)

    def looked_around(self) -> bool:
        """Whether a better answer would have been met by now: all pages are read, or many ways were tried since."""
        state = self._state
        return (self._library is not None and self._library.enough) or state.explored - state.best_at >= WELL

    def quotes(self, address: str) -> bool:
        """Whether an address is one of results of the app's own search: they quote the goal and are not it."""
        return self._state.search == "sent" and quoted(self._goal.text, unquote_plus(parts_of(address).query))


def _name(graph: Graph, place: Place) -> str:
    return graph.nodes[place.node].face.name if place.node in graph.nodes else ""


def _page_of(graph: Graph, place: Place) -> str:
    """The page that a place is a state of: its address, without the part of the page that is shown."""
    node = graph.nodes.get(place.node)
    return place.node if node is None else relative(node.face.location, "", graph.app)
