"""A `dataclass` whose methods are generated when they are first called.

The standard decorator compiles up to seven methods for each class. A command imports over 500 such classes and calls
few of their methods; compiling all was half of the time of its imports.
"""

import dataclasses
from collections.abc import Callable
from typing import Any, Final, TypeVar, dataclass_transform, overload

__all__ = ["dataclass"]

_GENERATED: Final = {"__init__": "init", "__repr__": "repr", "__eq__": "eq", "__hash__": "unsafe_hash"}
_OFF: Final = dict.fromkeys(("init", "repr", "eq", "match_args"), False)
ClassT = TypeVar("ClassT")


@overload
def dataclass(cls: type[ClassT], /) -> type[ClassT]: ...
@overload
def dataclass(
    *, frozen: bool = False, slots: bool = False, eq: bool = True, kw_only: bool = False
) -> Callable[[type[ClassT]], type[ClassT]]: ...
@dataclass_transform(field_specifiers=(dataclasses.field,))
def dataclass(
    cls: Any = None, /, *, frozen: bool = False, slots: bool = False, eq: bool = True, kw_only: bool = False
) -> Any:
    """As `dataclasses.dataclass`, for these options."""

    def decorate(cls: Any) -> Any:
        own = set(cls.__dict__)
        if "__eq__" in own and cls.__hash__ is None:
            own.discard("__hash__")  # Python's doing, not the class's
        cls.__doc__ = cls.__doc__ or cls.__name__  # without a docstring the standard decorator computes the signature
        made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(cls)
        for name in _GENERATED if eq else ("__init__", "__repr__"):
            if name not in own:
                without_hash = name == "__hash__" and not frozen
                setattr(made, name, None if without_hash else _generated_later(made, name, frozen))
        if frozen:
            _freeze(made, own)
        return made

    return decorate if cls is None else decorate(cls)


def _generated_later(cls: Any, name: str, frozen: bool) -> Callable[..., Any]:
    """Return a method that generates the one of that name, puts it in its own place, and calls it."""

    def first_call(self: object, /, *args: Any, **named: Any) -> Any:
        setattr(cls, name, _generated(cls, name, frozen))
        return getattr(cls, name)(self, *args, **named)

    first_call.__name__, first_call.__qualname__ = name, f"{cls.__qualname__}.{name}"
    return first_call


def _generated(cls: Any, name: str, frozen: bool) -> Callable[..., Any]:
    """Return the method as the standard decorator generates it for a class with the same fields."""
    fields = [(field.name, field.type, field) for field in dataclasses.fields(cls)]
    body: dict[str, Any] = {"__doc__": cls.__doc__}
    if hasattr(cls, "__post_init__"):
        body["__post_init__"] = cls.__post_init__
    wanted: dict[str, Any] = {**_OFF, _GENERATED[name]: True, "frozen": frozen and name == "__init__"}
    twin = dataclasses.make_dataclass(cls.__name__, fields, namespace=body, **wanted)
    method = twin.__dict__[name]
    method.__qualname__ = f"{cls.__qualname__}.{name}"
    return method


def _freeze(cls: Any, own: set[str]) -> None:
    """Let no attribute be set or deleted, and pickle and copy what has slots all the same."""
    cls.__setattr__, cls.__delattr__ = _refuse_value, _refuse_deletion
    if "__slots__" in cls.__dict__ and "__getstate__" not in own:
        cls.__getstate__, cls.__setstate__ = _state, _set_state


def _refuse_value(self: object, name: str, value: object) -> None:
    del self, value
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_deletion(self: object, name: str) -> None:
    del self
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for field, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)
