#!/usr/bin/env python3
"""Translates the engine of worlds to JavaScript: `worlds/engine/*.py` becomes `worlds/page/engine.js`.

The engine is written in a small part of Python over JSON data (see `_ALLOWED`); whatever is outside of it is refused
with file and line. What Python and JavaScript mean differently (truth of empty lists, equality, sizes, texts of
numbers, named arguments) is rewritten to calls of a small runtime, so that both give the same states and scenes.

    scripts/engine_js.py            writes the file
    scripts/engine_js.py --check    exits 1 where the file is not what would be written
"""

import ast
import json
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, cast

ROOT = Path(__file__).resolve().parent.parent
ENGINE = ROOT / "packages" / "sextant-worlds" / "src" / "sextant_worlds" / "engine"
TARGET = ROOT / "packages" / "sextant-worlds" / "src" / "sextant_worlds" / "page" / "engine.js"
ORDER = (
    "values", "text", "theme", "widgets", "rows", "lists", "controls", "blocks", "frame", "phone", "scene", "state",
    "effects", "update",
)  # fmt: skip
"""Modules that are translated, first those that others read constants of."""
PYTHON_ONLY = frozenset({"__init__", "data", "prepare"})
ENTRANCES = ("start", "handle", "scene", "settle_focus")

_ALLOWED: tuple[type[ast.AST], ...] = (
    ast.Module, ast.FunctionDef, ast.arguments, ast.arg, ast.Return, ast.Assign, ast.AugAssign, ast.AnnAssign,
    ast.For, ast.While, ast.If, ast.Pass, ast.Break, ast.Continue, ast.Expr, ast.Delete, ast.BoolOp, ast.And, ast.Or,
    ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.UnaryOp, ast.Not, ast.USub, ast.Compare, ast.Eq,
    ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn, ast.Is, ast.IsNot, ast.Call, ast.keyword,
    ast.IfExp, ast.Dict, ast.List, ast.Tuple, ast.Subscript, ast.Slice, ast.Name, ast.Load, ast.Store,
    ast.Del, ast.Constant, ast.Attribute, ast.ListComp, ast.comprehension, ast.Lambda, ast.Starred, ast.JoinedStr,
    ast.FormattedValue,
)  # fmt: skip
_BUILTINS = frozenset({
    "abs", "all", "any", "bool", "chr", "enumerate", "int", "isinstance", "len", "list", "dict", "max", "min",
    "ord", "range", "reversed", "sorted", "str", "sum", "zip",
})  # fmt: skip
_METHODS = frozenset({
    "append", "clear", "copy", "count", "endswith", "extend", "find", "get", "index", "insert", "items", "join",
    "keys", "lower", "pop", "remove", "replace", "reverse", "setdefault", "sort", "split", "startswith", "strip",
    "update", "upper", "values", "lstrip", "rstrip", "isdigit",
})  # fmt: skip
_JS_WORDS = frozenset({
    "arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete",
    "do", "else", "enum", "eval", "export", "extends", "false", "finally", "for", "function", "if", "implements",
    "import", "in", "instanceof", "interface", "let", "new", "null", "package", "private", "protected", "public",
    "return", "static", "super", "switch", "this", "throw", "true", "try", "typeof", "undefined", "var", "void",
    "while", "with", "yield", "window", "name", "document", "top", "self", "status", "event", "length", "history",
    "location", "screen", "open", "close", "stop", "print", "find", "scroll", "focus", "blur",
})  # fmt: skip

RUNTIME = {
    "op_equals": """function (a, b) { // nargs: 2
    if (a === b) return true;
    if (typeof a === "boolean") a = a ? 1 : 0;
    if (typeof b === "boolean") b = b ? 1 : 0;
    if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return a === b;
    var list = Array.isArray(a), i, keys;
    if (list !== Array.isArray(b)) return false;
    if (list) {
        if (a.length !== b.length) return false;
        for (i = 0; i < a.length; i++) if (!_pyfunc_op_equals(a[i], b[i])) return false;
        return true;
    }
    keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    for (i = 0; i < keys.length; i++) if (!(keys[i] in b) || !_pyfunc_op_equals(a[keys[i]], b[keys[i]])) return false;
    return true;
}""",
    "op_contains": """function (a, b) { // nargs: 2
    if (typeof b === "string") return b.indexOf(a) >= 0;
    if (!Array.isArray(b)) return Object.prototype.hasOwnProperty.call(b, a);
    if (typeof a === "string") return b.indexOf(a) >= 0;
    for (var i = 0; i < b.length; i++) if (_pyfunc_op_equals(a, b[i])) return true;
    return false;
}""",
    "truthy": """function (v) {
    if (v === null || typeof v !== "object") return v;
    if (Array.isArray(v)) return v.length ? v : false;
    for (var key in v) return v;
    return false;
}""",
    "str": """function (x) { // nargs: 0 1
    return x === true ? "True" : x === false ? "False" : x === null ? "None" : String(x);
}""",
    "sum": """function (x) { // nargs: 1
    var all = 0;
    for (var i = 0; i < x.length; i++) all += x[i];
    return all;
}""",
    "sorted": """function (iter, key) { // nargs: 1 2
    iter = Array.isArray(iter) ? iter.slice() : Object.keys(iter);
    _pymeth_sort.call(iter, key);
    return iter;
}""",
    "int": """function (x) { // nargs: 1
    return Math.trunc(Number(x));
}""",
}
RUNTIME_METHODS = {
    "sort": """function (key) { // nargs: 0 1
    var less = function (a, b) {
        if (!Array.isArray(a)) return a < b ? -1 : a > b ? 1 : 0;
        for (var i = 0; i < a.length && i < b.length; i++) {
            var sign = less(a[i], b[i]);
            if (sign) return sign;
        }
        return a.length - b.length;
    };
    this.sort(key ? function (a, b) { return less(key(a), key(b)); } : less);
}""",
    "isdigit": """function () { // nargs: 0
    return /^[0-9]+$/.test(this);
}""",
}
HELPERS = """var py_size = function (x) {
    return typeof x === "string" || Array.isArray(x) ? x.length : Object.keys(x).length;
};
var py_merged = function () { return Object.assign.apply(null, [{}].concat(Array.from(arguments))); };
var py_mod = function (a, b) { return ((a % b) + b) % b; };
var py_textual = function (x) { return typeof x === "string" ? x : _pyfunc_str(x); };
"""
NAMES_OF_HELPERS = ("py_size", "py_mod", "py_textual", "py_merged")


class OutsideError(Exception):
    """The engine uses something that is not translated."""


def translated() -> str:
    """The whole of `engine.js`.

    Raises:
        OutsideError: Something is outside of the part of Python that is translated; names file and line.
    """
    translate = cast("Any", import_module("pscript")).py2js
    library: Any = import_module("pscript.stdlib")
    trees = {name: ast.parse((ENGINE / f"{name}.py").read_text(encoding="utf-8")) for name in _modules()}
    signatures = _signatures(trees)
    parts: list[str] = []
    for name, tree in trees.items():
        _check(tree, name, signatures)
        tree.body = [entry for entry in tree.body if _kept(entry)]
        plain = ast.fix_missing_locations(_Rewrite(signatures).visit(tree))
        code: str = translate(ast.unparse(plain), inline_stdlib=False)
        code = re.sub(r"function flx_\w*", "function", code)
        parts.append(f"// ---- {name}\n{code.strip()}")
    body = "\n\n".join(parts)
    names = {prefix: _used(prefix, body) for prefix in ("_pyfunc_", "_pymeth_")}
    functions, methods = library.FUNCTIONS, library.METHODS
    functions.update(RUNTIME)
    methods.update(RUNTIME_METHODS)
    names["_pyfunc_"] |= {"str", "op_equals", "truthy"}
    wanted_functions, wanted_methods = _with_needs(functions, methods, names["_pyfunc_"], names["_pymeth_"])
    runtime: str = library.get_partial_std_lib(sorted(wanted_functions), sorted(wanted_methods))
    metrics = json.dumps(json.loads((ENGINE / "metrics.json").read_text(encoding="utf-8")), separators=(",", ":"))
    given = ", ".join(f"{name}: {_safe(name)}" for name in ENTRANCES)
    return (
        "// Made by scripts/engine_js.py from worlds/engine/*.py; not to be changed by hand.\n"
        f"const engine = (() => {{\n{runtime.strip()}\n{HELPERS}"
        f"const METRICS = {metrics};\n\n{body}\n\nreturn {{ {given} }};\n}})();\n"
    )


def _modules() -> list[str]:
    there = {path.stem for path in ENGINE.glob("*.py")} - PYTHON_ONLY
    unknown = sorted(there - set(ORDER))
    if unknown:
        raise OutsideError(f"{ENGINE / (unknown[0] + '.py')}:1: unknown module; add it to ORDER in {__file__}")
    return [name for name in ORDER if name in there]


def _used(prefix: str, code: str) -> set[str]:
    return set(re.findall(prefix + r"(\w+)", code))


def _with_needs(functions: Any, methods: Any, used: set[str], called: set[str]) -> tuple[set[str], set[str]]:
    """The names of the runtime that are needed, those that these need themselves included."""
    used, called = set(used), set(called)
    while True:
        code = "\n".join([*(str(functions[name]) for name in used), *(str(methods[name]) for name in called)])
        more = set(re.findall(r"(?:_pyfunc_|FUNCTION_PREFIX)(\w+)", code)) - used
        further = set(re.findall(r"(?:_pymeth_|METHOD_PREFIX)(\w+)", code)) - called
        if not more and not further:
            return used, called
        used, called = used | more, called | further


def _signatures(trees: dict[str, ast.Module]) -> dict[str, list[str]]:
    """The parameters of every function; names are unique over all modules."""
    found: dict[str, list[str]] = {}
    where: dict[str, str] = {}
    for module, tree in trees.items():
        for entry in tree.body:
            names = [entry.name] if isinstance(entry, ast.FunctionDef) else _assigned(entry)
            for name in names:
                if name in where or name in NAMES_OF_HELPERS:
                    other = where.get(name, "the runtime")
                    raise OutsideError(f"{_place(module, entry)}: {name!r} is also defined in {other}")
                where[name] = _place(module, entry)
            if isinstance(entry, ast.FunctionDef):
                found[entry.name] = [arg.arg for arg in entry.args.args]
    return found


def _assigned(entry: ast.stmt) -> list[str]:
    if isinstance(entry, ast.Assign):
        return [target.id for target in entry.targets if isinstance(target, ast.Name)]
    if isinstance(entry, ast.AnnAssign) and isinstance(entry.target, ast.Name):
        return [entry.target.id]
    return []


def _kept(entry: ast.stmt) -> bool:
    """Imports, texts between definitions and definitions of types are Python's alone."""
    if isinstance(entry, (ast.Import, ast.ImportFrom, ast.ClassDef)):
        return False
    return not (isinstance(entry, ast.Expr) and isinstance(entry.value, ast.Constant))


def _place(module: str, node: ast.AST) -> str:
    return f"{(ENGINE / module).relative_to(ROOT)}.py:{getattr(node, 'lineno', 1)}"


def _check(tree: ast.Module, module: str, signatures: dict[str, list[str]]) -> None:
    for entry in tree.body:
        if isinstance(entry, (ast.Import, ast.ImportFrom)):
            continue
        if isinstance(entry, ast.ClassDef):
            if not any(isinstance(base, ast.Name) and base.id == "TypedDict" for base in entry.bases):
                raise OutsideError(f"{_place(module, entry)}: a class")
            continue
        for node in _walk(entry):
            problem = _problem(node, signatures)
            if problem:
                raise OutsideError(f"{_place(module, node)}: {problem}")


def _walk(node: ast.AST) -> list[ast.AST]:
    """The node and all below it, annotations left out."""
    found = [node]
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns"):
            continue
        for child in cast("list[object]", value) if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                found += _walk(child)
    return found


def _problem(node: ast.AST, signatures: dict[str, list[str]]) -> str:
    if not isinstance(node, _ALLOWED):
        return f"{type(node).__name__} is not translated"
    match node:
        case ast.Constant(value=float() | complex() | bytes()):
            return f"the constant {node.value!r}"
        case ast.Constant(value=str() as text) if any(ord(character) > 0xFFFF for character in text):
            return "a character that JavaScript counts as two"
        case ast.FunctionDef(decorator_list=[_, *_]):
            return "a decorator"
        case ast.arguments() if node.vararg or node.kwarg or node.kwonlyargs or node.posonlyargs:
            return "only plain parameters are translated"
        case ast.FormattedValue() if node.format_spec is not None or node.conversion != -1:
            return "a format in an f-string"
        case ast.Call(func=ast.Name(id=name)) if name not in _BUILTINS and name not in signatures:
            return "" if node.keywords == [] else f"{name!r} is called with named arguments and is not known"
        case ast.Call(func=ast.Attribute(attr=name)) if name not in _METHODS:
            return f"the method {name!r}"
        case ast.Call(args=args) if any(isinstance(arg, ast.Starred) for arg in args):
            return "a list unpacked into arguments"
        case ast.ListComp() if len(node.generators) != 1:
            return "a comprehension over several lists"
        case ast.For(orelse=[_, *_]) | ast.While(orelse=[_, *_]):
            return "a loop with else"
        case _:
            return ""


def _safe(name: str) -> str:
    return f"{name}_" if name in _JS_WORDS else name


class _Rewrite(ast.NodeTransformer):
    """What the translator would take for its JavaScript namesake, said so that it cannot."""

    def __init__(self, signatures: dict[str, list[str]]) -> None:
        self._signatures = signatures

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name(_safe(node.id), node.ctx)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return ast.arg(_safe(node.arg))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        node.name, node.returns = _safe(node.name), None
        first = node.body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            node.body = node.body[1:] or [ast.Pass()]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        if node.value is None:
            return None
        return self.generic_visit(ast.Assign([node.target], node.value))

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        parts: list[ast.expr] = [ast.Constant("")]
        for value in node.values:
            if isinstance(value, ast.FormattedValue):
                parts.append(_call("py_textual", cast("ast.expr", self.visit(value.value))))
            else:
                parts.append(value)
        whole = ast.Call(ast.Attribute(ast.Constant(""), "join", ast.Load()), [ast.List(parts, ast.Load())], [])
        return whole if len(parts) > 1 else ast.Constant("")

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name):
            name = node.func.id
            if name == "len":
                return _call("py_size", node.args[0])
            if node.keywords and name.rstrip("_") in self._signatures:
                return self._positional(node, self._signatures[name.rstrip("_")])
            if name in ("max", "min", "sorted") and any(entry.arg != "key" for entry in node.keywords):
                raise OutsideError(f"line {node.lineno}: {name} with named arguments")
        return node

    def _positional(self, node: ast.Call, parameters: list[str]) -> ast.Call:
        named = {entry.arg: entry.value for entry in node.keywords}
        args = list(node.args)
        missing = ast.Name("undefined", ast.Load())
        args += [named.get(name, missing) for name in parameters[len(args) :]]
        while args and isinstance(args[-1], ast.Name) and args[-1].id == "undefined":
            args.pop()
        return ast.Call(node.func, args, [])

    def visit_List(self, node: ast.List) -> ast.AST:
        """`[*a, b]` as `a + [b]`."""
        self.generic_visit(node)
        if not any(isinstance(entry, ast.Starred) for entry in node.elts):
            return node
        whole: ast.expr = ast.List([], ast.Load())
        for entry in node.elts:
            part = entry.value if isinstance(entry, ast.Starred) else ast.List([entry], ast.Load())
            whole = ast.BinOp(whole, ast.Add(), part)
        return whole

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        """`{**a, b: c}` as a merge."""
        self.generic_visit(node)
        if None not in node.keys:
            return node
        parts: list[ast.expr] = []
        for key, value in zip(node.keys, node.values, strict=True):
            parts.append(value if key is None else ast.Dict([key], [value]))
        return _call("py_merged", *parts)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        return _call("py_mod", node.left, node.right) if isinstance(node.op, ast.Mod) else node

    def visit_While(self, node: ast.While) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.test, (ast.Compare, ast.Constant)):
            node.test = _call("bool", node.test)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.ifs = [test if isinstance(test, (ast.Compare, ast.BoolOp)) else _call("bool", test) for test in node.ifs]
        return node


def _call(name: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(args), [])


def main() -> int:
    """Exit status 0 when the file is written, or with `--check` when it is fresh."""
    try:
        code = translated()
    except OutsideError as error:
        print(f"{error}. Say it within the part of Python that {Path(__file__).name} translates.")
        return 1
    if "--check" in sys.argv[1:]:
        fresh = TARGET.exists() and TARGET.read_text(encoding="utf-8") == code
        print("fresh" if fresh else "engine.js is stale: run scripts/engine_js.py")
        return 0 if fresh else 1
    TARGET.write_text(code, encoding="utf-8")
    print(f"wrote {TARGET.relative_to(ROOT)}, {len(code) // 1024} KB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
