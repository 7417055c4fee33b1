"""The import contract of `sextant`: the design's table of rooms, as a contract type for import-linter.

Each line of the table names a room and the rooms it may import. `*` stands for every room on the lines above.
Every room may import `types`, `protocols`, `errors`, `addresses`, `elements` and `dataclass`; a room that is not in the
table breaks the contract.
"""

from dataclasses import dataclass
from typing import cast

from grimp import ImportGraph
from importlinter.application import output
from importlinter.domain import fields
from importlinter.domain.contract import Contract, ContractCheck

EVERYWHERE = frozenset({"types", "protocols", "errors", "addresses", "elements", "dataclass"})


@dataclass(frozen=True, order=True)
class Trespass:
    """An import that the table does not allow. `line` is 0 where the room itself is missing from the table."""

    importer: str
    imported: str
    line: int = 0


def read_table(lines: list[str]) -> dict[str, frozenset[str]]:
    """Room to the rooms it may import. A line reads `room: other another` or `room: *`.

    Raises:
        ValueError: A line names a room that no line above it introduces.
    """
    table: dict[str, frozenset[str]] = {}
    for line in lines:
        room, _, names = line.partition(":")
        wanted: set[str] = set(names.split())
        above = frozenset(table)
        if "*" in wanted:
            wanted = (wanted - {"*"}) | above
        if unknown := wanted - above - EVERYWHERE:
            raise ValueError(f"{room.strip()!r} may import {sorted(unknown)}, which no line above it introduces.")
        table[room.strip()] = frozenset(wanted) | EVERYWHERE
    return table


def trespasses(graph: ImportGraph, root: str, table: dict[str, frozenset[str]]) -> list[Trespass]:
    """Every import between rooms that the table does not allow, in order.

    The root package itself may import any room (it offers the public names), and no room may import it.
    """
    found: list[Trespass] = []
    for module in sorted(graph.modules):
        if module != root and not module.startswith(f"{root}."):
            continue  # another package
        room = _room(module, root)
        if not room:
            continue
        if room not in table and room not in EVERYWHERE:
            found.append(Trespass(module, f"(no line for room {room!r} in the table)"))
            continue
        allowed = table.get(room, EVERYWHERE) | {room}
        for imported in sorted(graph.find_modules_directly_imported_by(module)):
            if imported != root and not imported.startswith(f"{root}."):
                continue
            if _room(imported, root) not in allowed:
                details = graph.get_import_details(importer=module, imported=imported)
                found.append(Trespass(module, imported, details[0]["line_number"] if details else 0))
    return found


def _room(module: str, root: str) -> str:
    return "" if module == root else module.removeprefix(f"{root}.").partition(".")[0]


class TableContract(Contract):
    """import-linter's view of the table."""

    type_name = "table"

    root = fields.StringField()
    table = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Compares every import between rooms with the table."""
        del verbose
        lines = cast("list[str]", self.table)
        found = trespasses(graph, str(self.root), read_table(lines))
        return ContractCheck(kept=not found, metadata={"found": found})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Names each import with its line."""
        for trespass in check.metadata["found"]:
            output.print_error(f"{trespass.importer}:{trespass.line} must not import {trespass.imported}")
        output.new_line()
        output.print("The table is in .importlinter; let assembly hand over what the room needs instead.")
