"""The engine's translation: fresh, and refusing what it would get wrong."""

import ast
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


def _translator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("engine_js", ROOT / "scripts" / "engine_js.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["engine_js"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def translator() -> ModuleType:
    pytest.importorskip("pscript")
    return _translator()


def test_the_committed_translation_is_fresh(translator: ModuleType) -> None:
    assert translator.TARGET.read_text(encoding="utf-8") == translator.translated(), "run scripts/engine_js.py"


OUTSIDE = {
    "class": "class A:\n    pass\n",
    "float": "A = 1.5\n",
    "try": "def f(a):\n    try:\n        return a\n    except KeyError:\n        return 0\n",
    "generator": "def f(a):\n    yield a\n",
    "dict comprehension": "def f(a):\n    return {b: 1 for b in a}\n",
    "method": "def f(a):\n    return a.title()\n",
    "format": "def f(a):\n    return f'{a:02}'\n",
    "star": "def f(*a):\n    return a\n",
    "true division": "def f(a):\n    return a / 2\n",
    "astral": "A = '\U0001f600'\n",
}


@pytest.mark.parametrize("source", OUTSIDE.values(), ids=OUTSIDE.keys())
def test_what_is_outside_is_refused_with_its_place(translator: ModuleType, source: str) -> None:
    with pytest.raises(translator.OutsideError, match=r"engine/state\.py:\d+: "):
        translator._check(ast.parse(source), "state", {})
