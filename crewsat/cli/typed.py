"""Commands as typer takes them: with its own options, arguments and exceptions in the place of ours."""

from __future__ import annotations

from functools import wraps
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from crewsat.cli.declared import Argument, Declared, Exit, Option, WrongUsage

if TYPE_CHECKING:
    from collections.abc import Callable


def for_typer(command: Callable[..., Any], wrong: WrongUsage | None = None) -> Callable[..., Any]:
    """Return a command with parameters that typer understands.

    Args:
        command: the function.
        wrong: what has been found to be wrong already: the command only reports it.
    """
    parameters = [_typed(one) for one in signature(command, eval_str=True).parameters.values()]
    run: Any = _translated(command, wrong)
    run.__signature__ = Signature(parameters)
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    typed: Callable[..., Any] = run
    return typed


def _typed(parameter: Parameter) -> Parameter:
    marks = getattr(parameter.annotation, "__metadata__", ())
    declared = next((mark for mark in marks if isinstance(mark, Declared)), None)
    if declared is None:
        return parameter
    kind: Any = get_args(parameter.annotation)[0]
    return parameter.replace(annotation=Annotated[kind, _TYPERS[type(declared)](*declared.names, **_more(declared))])


_TYPERS: dict[type[Declared], Any] = {Option: typer.Option, Argument: typer.Argument}


def _more(declared: Declared) -> dict[str, Any]:
    """Return what typer knows about an option, with functions that raise typer's exceptions."""
    functions: dict[str, Any] = {
        name: _translated(declared.more[name]) for name in ("callback", "parser") if name in declared.more
    }
    return {**declared.more, **functions}


def _translated(function: Callable[..., Any], wrong: WrongUsage | None = None) -> Callable[..., Any]:
    """Return a function that raises typer's exceptions in the place of ours."""

    @wraps(function)
    def run(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - those of the function
        try:
            if wrong is not None:
                raise wrong
            return function(*arguments, **options)
        except Exit as end:
            raise typer.Exit(end.status) from None
        except WrongUsage as error:
            raise typer.BadParameter(error.message, param_hint=error.place) from None

    return run
