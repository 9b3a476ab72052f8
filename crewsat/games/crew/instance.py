"""Instances of The Crew: the fields of the contract, validated, frozen.

The question an instance puts (paper, section 2): is there a legal sequence of tricks after which every objective has
been won by its owner, in an order the constraints allow? Shapes and types are pydantic's business; hands and objectives
are read item by item so that *all* defects of a file are found at once, each with its place, and so that a file
full of nonsense costs no more than a bounded number of messages.
"""

from __future__ import annotations

import hashlib
import json
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    StringConstraints,
    ValidationError,
    WithJsonSchema,
    model_validator,
)

from crewsat.errors import MOST_DEFECTS, Defect, InvalidInstance, PathPart, json_path, visible
from crewsat.games.crew import order
from crewsat.games.crew.cards import SUIT_SCHEMA, Card, described, natural, parse_suit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Suit = Annotated[str, BeforeValidator(parse_suit), WithJsonSchema(SUIT_SCHEMA)]
Id = Annotated[str, StringConstraints(min_length=1)]
Ids = Annotated[tuple[Id, ...], Field(strict=False, fail_fast=True)]
Token = Annotated[str, StringConstraints(pattern=rf"^(?:{order.TOKEN})$")]

LATER = {"tasks", "assignment", "played"}
"""Keys of the format that this version does not decide yet; naming them honestly beats "unknown key"."""


class Objective(BaseModel):
    """Win the trick in which `card` is played, as player `owner`."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    card: Card = Field(description="the card to win")
    owner: int = Field(ge=1, description="the player who must win it, from 1")
    id: Id = Field(
        default_factory=lambda data: str(data["card"]),
        description="a name, unique in the instance; default: the card's canonical text",
    )
    token: Token | None = Field(default=None, description="order token: '1'…'k', 'omega', '>', '>>', …")
    after: Ids = Field(default=(), description="ids that must be completed before this objective")
    before: Ids = Field(default=(), description="ids that must be completed after this objective")


class Crew(BaseModel):
    """A deal of The Crew with its objectives; players are numbered from 1 in turn order."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    format: Literal[1] = Field(default=1, description="version of the file format")
    game: Literal["crew"] = "crew"
    hands: Annotated[tuple[Annotated[tuple[Card, ...], Field(strict=False)], ...], Field(strict=False)] = Field(
        min_length=1, description="one list of cards a player; sizes may differ, hands may be empty"
    )
    leader: int | None = Field(default=None, ge=1, description="who leads the first trick; null: the crew chooses")
    trump: Suit | None = Field(default=None, description="the suit that beats every other; null: none")
    suits: Annotated[tuple[Suit, ...], Field(strict=False, fail_fast=True)] | None = Field(
        default=None, description="all suits of the deck, for a trump suit nobody holds"
    )
    objectives: Annotated[tuple[Objective, ...], Field(strict=False)] = Field(default=())
    same_trick: Literal["in_order", "violates"] = Field(
        default="in_order", description="x before y: trick(x) <= trick(y), or trick(x) < trick(y)"
    )
    about: dict[str, Any] | None = Field(default=None, description="free notes, ignored by the rules")

    if TYPE_CHECKING:  # what may be written is wider than what is stored

        def __init__(  # noqa: PLR0913 - one argument a field
            self,
            *,
            hands: Iterable[Iterable[object]],
            leader: int | None = None,
            trump: str | int | None = None,
            suits: Iterable[str | int] | None = None,
            objectives: Iterable[Objective | Mapping[str, object]] = (),
            same_trick: Literal["in_order", "violates"] = "in_order",
            about: Mapping[str, object] | None = None,
        ) -> None: ...

    @model_validator(mode="wrap")
    @classmethod
    def _find_all_defects(cls, data: object, handler: ModelWrapValidatorHandler[Self]) -> Self:
        if isinstance(data, cls):
            return data
        if not isinstance(data, dict):
            raise InvalidInstance([Defect("", "an instance is an object with the keys game, hands, objectives, …")])
        read: Self = _Reader(data).read(handler, cls)
        return read

    @property
    def players(self) -> int:
        """Number of players, p ≥ 1."""
        return len(self.hands)

    @property
    def tricks(self) -> int:
        """Number of tricks that can be played, T: the size of the smallest hand."""
        return min(len(hand) for hand in self.hands)

    @cached_property
    def holder(self) -> dict[Card, int]:
        """The player who holds each card, from 1."""
        return {card: player for player, hand in enumerate(self.hands, 1) for card in hand}

    @cached_property
    def order(self) -> tuple[tuple[int, int], ...]:
        """Pairs (x, y) of positions in `objectives`, x before y; they generate the whole order (`order_pairs`)."""
        return order.order_pairs(self.objectives)

    @cached_property
    def suits_in_order(self) -> tuple[str, ...]:
        """The suits that are held: as listed in `suits`, else by name; the trump suit last."""
        held = {card.suit for card in self.holder}
        listed = [suit for suit in self.suits or () if suit in held] or sorted(held, key=natural)
        return tuple(sorted(listed, key=lambda suit: suit == self.trump))

    def as_dict(self) -> dict[str, Any]:
        """Return the canonical JSON object: game and hands, and the fields that differ from their defaults."""
        data = self.model_dump(mode="json", exclude_defaults=True)
        for written, objective in zip(data.get("objectives", ()), self.objectives, strict=True):
            if objective.id == str(objective.card):
                written.pop("id", None)
        return {"game": self.game, **data}

    def to_json(self) -> str:
        """Return the canonical JSON text on one line, ready to be pasted into a file or a test."""
        return json.dumps(self.as_dict(), ensure_ascii=False, separators=(",", ":"))

    def digest(self) -> str:
        """Return the SHA-256 of the canonical text without `about`, in hexadecimal."""
        data = self.as_dict()
        data.pop("about", None)
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def __hash__(self) -> int:
        return hash((self.hands, self.leader, self.trump, self.suits, self.objectives, self.same_trick))


def gloss(path: Sequence[PathPart]) -> str:
    """Say in the game's words what a JSON path points at: ``("hands", 2, 4)`` is player 3, card 5."""
    match path:
        case ["hands", int(player), int(card), *_]:
            return f"player {player + 1}, card {card + 1}"
        case ["hands", int(player)]:
            return f"player {player + 1}"
        case ["objectives", int(k), *_]:
            return f"objective {k + 1}"
        case _:
            return ""


class _Reader:
    """Reads one instance and collects its defects, `MOST_DEFECTS` at the most."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.defects: list[Defect] = []

    def report(self, path: tuple[PathPart, ...], message: str) -> None:
        """Note a defect; beyond the limit, give up."""
        self.defects.append(Defect(json_path(path), message, gloss(path)))
        if len(self.defects) >= MOST_DEFECTS:
            raise InvalidInstance(self.defects)

    def read(self, handler: ModelWrapValidatorHandler[Any], cls: type[Crew]) -> Any:  # noqa: ANN401 - pydantic's Self
        """Read every part, check the parts against each other, build the instance if nothing is wrong."""
        for key in self.data:
            if key not in cls.model_fields:
                self.unknown_key((key,), cls)
        hands = self.hands()
        objectives = self.objectives()
        fields = {key: value for key, value in self.data.items() if key in cls.model_fields}
        fields["hands"] = [[card for card in hand or () if card] for hand in hands] or [[]]
        fields["objectives"] = [objective for objective in objectives if objective]
        bad: set[PathPart] = set()
        try:
            built = handler(fields)
        except ValidationError as error:
            bad = self.translate(error, (), cls)
            # Without the bad fields the rest can still be checked against each other.
            built = handler({key: value for key, value in fields.items() if key not in bad})
        every_card_known = bool(hands) and all(hand is not None and all(hand) for hand in hands)
        self.check_hands(hands)
        self.check_leader(built.leader, len(hands))
        self.check_suits(built, known=every_card_known and "suits" not in bad)
        self.check_objectives(objectives, built.holder if every_card_known else None, len(hands))
        self.check_order(objectives)
        if self.defects:
            raise InvalidInstance(self.defects)
        return built

    def hands(self) -> list[list[Card | None] | None]:
        """Read the hands; None stands for what is no hand or no card; empty if there is no list of hands."""
        raw_hands = self.data.get("hands")
        if not isinstance(raw_hands, (list, tuple)):
            self.report(("hands",), "missing" if "hands" not in self.data else "must be a list of hands, one a player")
            return []
        if not raw_hands:
            self.report(("hands",), "at least one player is needed")
        return [self.hand(k, raw) for k, raw in enumerate(raw_hands)]

    def hand(self, player: int, raw_hand: object) -> list[Card | None] | None:
        """Read one hand."""
        if isinstance(raw_hand, (str, bytes, dict)) or not hasattr(raw_hand, "__iter__"):
            self.report(("hands", player), "a hand must be a list of cards")
            return None
        out: list[Card | None] = []
        for k, raw in enumerate(raw_hand):
            try:
                out.append(Card.parse(raw))
            except ValueError as error:
                self.report(("hands", player, k), str(error))
                out.append(None)
        return out

    def objectives(self) -> list[Objective | None]:
        """Read the objectives; None stands for what is none."""
        raw_objectives = self.data.get("objectives", ())
        if not isinstance(raw_objectives, (list, tuple)):
            self.report(("objectives",), "must be a list of objectives")
            return [None]
        out: list[Objective | None] = []
        for k, raw in enumerate(raw_objectives):
            try:
                out.append(Objective.model_validate(raw))
            except ValidationError as error:
                self.translate(error, ("objectives", k), Objective)
                out.append(None)
        return out

    def unknown_key(self, path: tuple[PathPart, ...], cls: type[BaseModel]) -> None:
        """Report a key the format does not have here, or that this version does not decide yet."""
        if cls is Crew and path[0] in LATER:
            self.report(path, "not decided by this version of crewsat yet; it decides objectives with fixed owners")
        else:
            self.report(path, f"unknown key; allowed: {', '.join(cls.model_fields)}")

    def translate(self, error: ValidationError, prefix: tuple[PathPart, ...], cls: type[BaseModel]) -> set[PathPart]:
        """Report pydantic's findings in our words; return the fields they are in."""
        errors = [e for e in error.errors(include_url=False) if e["type"] != "default_factory_not_called"]
        for found in errors:
            path = (*prefix, *found["loc"])
            if found["type"] == "extra_forbidden":
                self.unknown_key(path, cls)
            elif path[-1] == "owner" and found["input"] is None and found["type"] != "missing":
                self.report(
                    path, "null (the crew decides) is not decided by this version of crewsat yet; name a player"
                )
            else:
                self.report(path, _words(found))
        return {found["loc"][0] for found in errors if found["loc"]}

    def check_hands(self, hands: Sequence[Sequence[Card | None] | None]) -> None:
        """No card is dealt twice."""
        seen: dict[Card, tuple[PathPart, ...]] = {}
        for player, hand in enumerate(hands):
            for k, card in enumerate(hand or ()):
                place = ("hands", player, k)
                if card is not None and seen.setdefault(card, place) != place:
                    first = seen[card]
                    self.report(place, f"{visible(card)} is dealt already: {json_path(first)} ({gloss(first)})")

    def check_leader(self, leader: int | None, players: int) -> None:
        """The leader sits at the table."""
        if leader is not None and players and leader > players:
            self.report(("leader",), f"there is no player {visible(leader)}; allowed: 1 to {players}, or null")

    def check_suits(self, built: Crew, *, known: bool) -> None:
        """The list of suits, if there is one, is complete; the trump suit is held or listed."""
        held = {card.suit for hand in built.hands for card in hand}
        listed: dict[str, int] = {}
        for k, suit in enumerate(built.suits or ()):
            if listed.setdefault(suit, k) != k:
                self.report(("suits", k), f"suit '{visible(suit)}' is listed twice")
        missing = sorted(held - listed.keys(), key=natural)
        if built.suits is not None and missing:
            self.report(("suits",), f"suit '{visible(missing[0])}' is held but not listed")
        if built.trump is not None and built.trump not in {*held, *listed} and known:
            trump = visible(built.trump)
            self.report(("trump",), f"nobody holds a card of suit '{trump}' and `suits` does not list it")

    def check_objectives(
        self, objectives: Sequence[Objective | None], holder: Mapping[Card, int] | None, players: int
    ) -> None:
        """Owners sit at the table, cards are held (if all are known) and wanted once, ids are unique."""
        wanted: dict[Card, int] = {}
        names: dict[str, int] = {}
        for k, objective in enumerate(objectives):
            if objective is None:
                continue
            place: tuple[PathPart, ...] = ("objectives", k)
            if players and objective.owner > players:
                owner = visible(objective.owner)
                self.report((*place, "owner"), f"there is no player {owner}; allowed: 1 to {players}")
            card = visible(objective.card)
            if holder is not None and objective.card not in holder:
                self.report((*place, "card"), f"nobody holds {card}")
            first = wanted.setdefault(objective.card, k)
            if first != k:
                self.report((*place, "card"), f"objectives[{first}] is on {card} already")
            first = names.setdefault(objective.id, k)
            if first != k:
                self.report((*place, "id"), f"id '{visible(objective.id)}' is used already by objectives[{first}]")

    def check_order(self, objectives: Sequence[Objective | None]) -> None:
        """Tokens, names and their order make sense; checked only when every objective could be read."""
        good = [objective for objective in objectives if objective is not None]
        if len(good) < len(objectives):
            return
        tokens = order.check_tokens(good, self.report)
        names = order.check_names(good, self.report)
        if tokens and names and len({objective.id for objective in good}) == len(good):
            order.check_cycles(good, self.report)


_WORDS = {
    "missing": "missing",
    "int_type": "must be a whole number",
    "bool_type": "must be true or false",
    "string_type": "must be a text",
    "list_type": "must be a list",
    "tuple_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "string_too_short": "must not be empty",
}


def _words(found: Mapping[str, Any]) -> str:
    """Put one of pydantic's findings into our words: what is wrong, what is allowed."""
    kind, context = found["type"], found.get("ctx", {})
    value = found["input"]
    if kind == "value_error":
        return str(context["error"])
    if kind == "literal_error":
        return f"{described(value)} is not supported; allowed: {context['expected']}"
    if kind == "greater_than_equal":
        return f"must be at least {context['ge']}, not {visible(value)}"
    if kind == "string_pattern_mismatch":
        return f"'{visible(value)}' is no order token; allowed: 1, 2, …, omega, >, >>, …"
    return _WORDS.get(kind, f"{visible(found['msg'], 200)}")
