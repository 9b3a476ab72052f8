"""``crewsat missions``: the fifty missions of The Quest for Planet Nine, and one of them with deals won and lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from crewsat.base.layout import Grid, Prose, Verbatim
from crewsat.base.wording import counted, json_text
from crewsat.cli.common import errors_reported, out, show
from crewsat.cli.declared import Argument, Option, WrongUsage
from crewsat.cli.printed import examples_among, looked_up, pieces_of_examples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.missions import Mission

_DEALS = 40
"""The number of deals as the crew finds them, and of deals with tasks given out, among which examples are sought."""


def missions(
    mission: Annotated[
        str | None, Argument(metavar="N", help="The number of a mission, to see it whole.", show_default=False)
    ] = None,
    *,
    players: Annotated[
        int | None, Option(metavar="P", help="Number of players, 2 to 5, of the deals shown; by default 4.")
    ] = None,
    json: Annotated[bool, Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """List the fifty missions of The Quest for Planet Nine; or show one, and deals that are won and lost."""
    from crewsat.games.crew.decks import why_not_players  # noqa: PLC0415 - pydantic only when needed
    from crewsat.games.crew.missions import mission_numbered, planet_nine_missions  # noqa: PLC0415

    why = None if players is None else why_not_players(players)
    if why is not None:
        raise WrongUsage(why, place="--players")
    if mission is None:
        every = planet_nine_missions()
        if json:
            out(json_text({"source": every[0].source, "missions": [one.as_dict() for one in every]}))
        else:
            show([_list(every, players)])
        return
    one = looked_up(mission_numbered, mission, "N")
    with errors_reported():
        known = {**one.as_dict(), **_examples(one, players or 4)}
    if json:
        out(json_text({"source": one.source, **known}))
    else:
        show(_pieces(one, known))


def _list(every: tuple[Mission, ...], players: int | None) -> Grid:
    """Return the table of missions."""
    handed = players in {None, 5}
    return Grid(
        headings=["mission", "tasks", "tokens", "rule"],
        rows=[
            [
                f"{one.number}{'*' * bool(one.handover and handed)}",
                str(one.tasks or "-"),
                " ".join(one.tokens),
                one.rule,
            ]
            for one in every
        ],
        right=frozenset({0, 1}),
        title="Missions of The Crew: The Quest for Planet Nine",
        legend="* with five players, one task may be handed over after all are given out." if handed else "",
    )


def _examples(one: Mission, players: int) -> dict[str, Any]:
    """Return the first deals that are won and lost: as the crew finds them, and if need be with tasks given out."""
    from crewsat.games.crew.mission_deals import MissionDeal  # noqa: PLC0415
    from crewsat.games.crew.text import text_of  # noqa: PLC0415

    made = [MissionDeal(mission=one.number, players=players, drafted=drafted) for drafted in (False, True)]
    free_or_owned = made if one.is_given_out else made[:1]
    deals = (deal.with_seed(seed) for deal in free_or_owned for seed in range(1, _DEALS + 1))
    found, searched = examples_among(deals)
    entry: dict[str, Any] = {"players": players, "deals": searched}
    for name, answer in (("won", "yes"), ("lost", "no")):
        instance = found.get(answer)
        entry[name] = None if instance is None else text_of(instance)
        entry[f"{name}_command"] = None if instance is None else _command(instance)
    return entry


def _command(instance: Crew) -> str:
    """Return the command that prints a deal."""
    about: dict[str, Any] = instance.about or {}
    given = about["parameters"]
    drafted = " --drafted" if given["drafted"] else ""
    start = f"crewsat generate crew --mission {given['mission']} --players {given['players']}"
    return f"{start}{drafted} --seed {about['seed']} --text"


def _pieces(one: Mission, known: dict[str, Any]) -> Iterator[RenderableType]:
    """Yield the description of a mission for people."""
    from crewsat.games.crew.missions import TEMPLATE  # noqa: PLC0415

    yield Prose(one.title, label=[(f"Mission {one.number}: ", "bold")])
    yield ""
    for name, said in _said(one).items():
        yield Prose(said, label=f"    {name:14}")
    asked = [{key: known[key]} for key in TEMPLATE if key in known]
    if asked:
        yield from ("", Prose("Besides the task cards, as JSON that a deal fills in:"))
        yield from (Verbatim(json_text(part)) for part in asked)
    yield from pieces_of_examples(known, _among(one, known))


def _among(one: Mission, known: dict[str, Any]) -> str:
    """Return where examples were sought."""
    number = known["deals"]
    among = f"{counted(number, 'random deal')} with {counted(known['players'], 'player')}"
    if not one.is_given_out or number <= _DEALS:
        return among
    return f"{among}, {_DEALS} as the crew finds them and {number - _DEALS} with tasks given out at random"


def _said(one: Mission) -> dict[str, str]:
    """Return what is said of a mission, by headings."""
    from crewsat.games.crew.missions import UNPLAYED  # noqa: PLC0415

    said = {"tokens": f"{' '.join(one.tokens)}, from left to right"} if one.tokens else {}
    if one.is_given_out:
        said["shared out"] = one.shared_out
    if one.handover:
        said["five players"] = "one task may be handed over to another player after all are given out"
    if one.communication:
        said["not asked"] = f"{one.communication} (all cards are known)"
    if one.has_two_readings:
        said |= {f"{way:6}": f"--unplayed {way}: {one.reading(way)}" for way in UNPLAYED}
    elif one.reading():
        said["reading"] = one.reading()
    return said | {"source": one.source}
