"""Public functions that take options: their signatures are made from the table of options."""

from __future__ import annotations

import inspect
from dataclasses import fields
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

from crewsat.engine.options import Options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

FunctionT = TypeVar("FunctionT", bound="Callable[..., Any]")


def takes(keywords: type) -> Callable[[FunctionT], FunctionT]:
    """Return a decorator for a function that takes options as keyword arguments.

    The signature lists them with their types and defaults, and any other keyword is refused, by the name of the
    function.

    Args:
        keywords: a `TypedDict` of options, such as `crewsat.engine.options.Solved`; the function has it as
            ``**keywords: Unpack[Solved]``.
    """
    added = [
        inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=field.type)
        for field in fields(Options)
        if field.name in keywords.__annotations__
    ]

    def declared(function: FunctionT) -> FunctionT:
        signature = inspect.signature(function)
        own = [one for one in signature.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
        parameters = [*own, *added]
        allowed = {one.name for one in parameters}

        def check(given: Iterable[str]) -> None:
            for name in given:
                if name not in allowed:
                    raise TypeError(f"{function.__name__}() got an unexpected keyword argument '{name}'")

        if inspect.iscoroutinefunction(function):

            @wraps(function)
            async def checked(*arguments: Any, **given: Any) -> Any:  # noqa: ANN401 - those of the function
                check(given)
                return await function(*arguments, **given)

        else:

            @wraps(function)
            def checked(*arguments: Any, **given: Any) -> Any:  # noqa: ANN401
                check(given)
                return function(*arguments, **given)

        vars(checked)["__signature__"] = signature.replace(parameters=parameters)
        return cast("FunctionT", checked)

    return declared
