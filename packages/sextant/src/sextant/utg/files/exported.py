"""Exports maps: lossless JSON, and DOT for Graphviz."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from sextant.types.codec import to_json
from sextant.utg.files.imported import MapFile, plain_of
from sextant.utg.graph import Graph

_NONE: Mapping[str, str] = MappingProxyType({})
_NO_PICTURES: Mapping[str, bytes] = MappingProxyType({})
_SPECIAL = re.compile(r'(["\\])')


def map_json(graph: Graph, notes: Mapping[str, str] = _NONE, pictures: Mapping[str, bytes] = _NO_PICTURES) -> str:
    """The whole map as JSON; `sextant.utg.files.imported.parse_map` reads it back equal."""
    nodes, edges = tuple(graph.nodes.values()), tuple(graph.edges.values())
    return to_json(MapFile, MapFile(graph.app, nodes, edges, notes=dict(notes), pictures=dict(pictures)))


def map_dot(graph: Graph) -> str:
    """Screens and transitions as DOT, with labels and costs; `sextant.utg.files.imported.parse_dot` reads it."""
    plain = plain_of(graph)
    lines = [f"digraph {_quoted(graph.app)} {{"]
    lines += [f"  {_quoted(node.id)} [label={_quoted(node.label)}];" for node in plain.nodes]
    lines += [
        f"  {_quoted(edge.source)} -> {_quoted(edge.target)} [label={_quoted(edge.label)}, cost={edge.cost}];"
        for edge in plain.edges
    ]
    return "\n".join([*lines, "}", ""])


def _quoted(text: str) -> str:
    return '"' + _SPECIAL.sub(r"\\\1", text) + '"'
