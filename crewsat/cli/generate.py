"""``crewsat generate``: random instances."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from crewsat.cli.common import errors_told, out
from crewsat.games.crew.assignment import MODES

app = typer.Typer(
    help="Print a random instance; the same seed gives the same instance everywhere.", no_args_is_help=True
)


@app.callback()
def _group() -> None:
    """Print a random instance; the same seed gives the same instance everywhere."""


@app.command("crew")
def crew(
    *,
    players: Annotated[int, typer.Option(min=1, help="Number of players.")] = 4,
    objectives: Annotated[
        int, typer.Option(min=0, help="Number of objectives, dealt in turn order from the leader.")
    ] = 4,
    seed: Annotated[int, typer.Option(help="Which of the random deals.")] = 0,
    suits: Annotated[int, typer.Option(min=0, help="Suits besides trump.")] = 4,
    values: Annotated[int, typer.Option(min=1, help="Cards in each of them.")] = 9,
    trumps: Annotated[int, typer.Option(min=0, help="Cards of the trump suit; 0: no trump.")] = 4,
    tokens: Annotated[
        str,
        typer.Option(metavar="LIST", help="Order tokens for the first objectives drawn, such as 1,2,omega or >,>>."),
    ] = "",
    leader: Annotated[
        str, typer.Option(help="commander (holder of the highest trump), free, or a player's number.")
    ] = "commander",
    strict: Annotated[
        bool, typer.Option("--strict", help="Objectives in order must be completed in different tricks.")
    ] = False,
    assignment: Annotated[
        str | None,
        typer.Option(metavar="MODE", help=f"Leave the objectives free, shared out by one of {', '.join(MODES)}."),
    ] = None,
    text: Annotated[bool, typer.Option("--text", help="Print the deal as one line of text, for --deal.")] = False,
) -> None:
    """Print a random deal of The Crew, by default of the real deck of 40 cards.

    The holder of the highest trump is commander and leads; the objectives drawn go round from there.
    """
    from crewsat.games.crew.deals import RandomDeal  # noqa: PLC0415 - pydantic only when there is something to deal
    from crewsat.games.crew.text import text_of  # noqa: PLC0415

    if assignment is not None and assignment not in MODES:
        raise typer.BadParameter(f"allowed: {', '.join(MODES)}", param_hint="--assignment")
    if leader not in {"commander", "free"} and not leader.isdecimal():
        raise typer.BadParameter("allowed: commander, free, or a player's number", param_hint="--leader")
    try:
        deal = RandomDeal(
            players=players,
            objectives=objectives,
            suits=suits,
            values=values,
            trumps=trumps,
            tokens=tuple(token for token in tokens.replace(" ", ",").split(",") if token),
            leader=int(leader) if leader.isdecimal() else leader,  # type: ignore[arg-type]
            same_trick="violates" if strict else "in_order",
            assignment=assignment,
        )
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    with errors_told():
        instance = deal.with_seed(seed)
        out(text_of(instance) if text else instance.to_json())


@app.command("hanabi_solitaire")
def hanabi_solitaire(
    *,
    colours: Annotated[int, typer.Option(min=0, help="Number of colours.")] = 5,
    values: Annotated[int, typer.Option(min=0, help="Highest value.")] = 5,
    copies: Annotated[
        str, typer.Option(metavar="LIST", help="Copies of every card: one number, or one for each value.")
    ] = "3,2,2,2,1",
    hand: Annotated[int, typer.Option(min=0, help="How many cards may be stored.")] = 6,
    seed: Annotated[int, typer.Option(help="Which of the random decks.")] = 0,
    text: Annotated[bool, typer.Option("--text", help="Print the deck as one line of text, for --deal.")] = False,
) -> None:
    """Print a random deck of solitaire Hanabi, by default that of the real game: 50 cards, five colours of 1 to 5."""
    from crewsat.games.hanabi_solitaire.decks import RandomDeck  # noqa: PLC0415 - pydantic only when there is something to deal
    from crewsat.games.hanabi_solitaire.text import text_of  # noqa: PLC0415

    numbers = copies.replace(" ", ",").split(",")
    if not all(re.fullmatch("[0-9]{1,6}", number) for number in numbers):
        raise typer.BadParameter("allowed: a number, or numbers with commas between", param_hint="--copies")
    try:
        deck = RandomDeck(colours=colours, values=values, copies=tuple(map(int, numbers)), hand_size=hand)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    with errors_told():
        instance = deck.with_seed(seed)
        out(text_of(instance) if text else instance.to_json())
