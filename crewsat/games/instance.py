"""What the instances of all games share: how they are written, compared and copied."""

from __future__ import annotations

import json
import re
from abc import abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Self

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.base.wording import json_text, visible
from crewsat.games.code import Code
from crewsat.games.features import features_of
from crewsat.games.marks import NOTES, After, Before, Within
from crewsat.games.reading import PlainReader, Reader
from crewsat.games.records import Record, declared

if TYPE_CHECKING:
    from crewsat.base.layout import Pieces


def _whole(raw: object) -> object:
    """Accept only integers: to Python, 1, 1.0 and true are equal."""
    if type(raw) is not int:
        raise ValueError("must be a whole number; allowed: 1")
    return raw


Format = Annotated[Literal[1], Before(_whole)]


def not_too_long(raw: object) -> object:
    """Accept anything but a number with more digits than numbers in files may have.

    Raises:
        ValueError: for such a number.
    """
    if isinstance(raw, int) and abs(raw) >= 10**30:
        raise ValueError("a number of more than 30 digits is not allowed")
    return raw


def _can_be_written(about: dict[str, Any] | None) -> dict[str, Any] | None:
    """Accept what a file can hold: Python strings may contain halves of surrogate pairs, UTF-8 cannot.

    Raises:
        ValueError: for anything else.
    """
    try:
        json.dumps(about, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ValueError("a lone surrogate is not a valid character; allowed: text that UTF-8 can encode") from None
    except ValueError:  # a number that is too long for Python to write
        pass
    return about


About = Annotated[dict[str, Any] | None, NOTES, After(_can_be_written)]
"""The notes of an instance."""

LONGEST_NOTE = 500
"""Characters of a note on a move."""


def _in_order(notes: dict[str, Any] | None) -> dict[str, str] | None:
    """Accept notes, and put them in the order of the moves; without any, there are none."""
    for step, words in (notes or {}).items():
        if not re.fullmatch("[1-9][0-9]{0,5}", step):
            raise ValueError(f"'{visible(step)}' is not the number of a move; allowed: 1, 2, …")
        if not isinstance(words, str) or not 1 <= len(words) <= LONGEST_NOTE:
            raise ValueError(f"the note on move {step} must be a text of 1 to {LONGEST_NOTE} characters")
    return dict(sorted(notes.items(), key=lambda note: int(note[0]))) if notes else None


NotesOn = Annotated[dict[str, Any] | None, NOTES, After(_can_be_written), After(_in_order)]
"""A text for some moves, by their numbers from 1."""

Count = Annotated[int, Within(ge=0), Before(not_too_long)]
"""A number of things; one that is too long for a file could not be written and read back."""


def the_format() -> Any:  # noqa: ANN401 - of the field
    """Declare the field `format` of a game's instances."""
    return declared(default=1, description="version of the file format")


def the_notes() -> Any:  # noqa: ANN401 - of the field
    """Declare the field `about` of a game's instances."""
    return declared(default=None, description="free notes, ignored by the rules")


def the_notes_on_moves() -> Any:  # noqa: ANN401 - of the field
    """Declare the field `notes_on` of a game's instances."""
    return declared(default=None, description="notes on moves by their numbers, shown by a review")


_FOR_PEOPLE = ("about", "names", "notes_on")
"""Fields that are not part of the question."""


class Instance(Record):
    """A question about a game: validated, frozen, and written in one canonical way."""

    reader: ClassVar[type[Reader]] = PlainReader
    """The reader of the fields, which finds all defects."""

    if TYPE_CHECKING:  # every game has these fields, at a place of its own
        game: Any
        about: Mapping[str, Any] | None
        names: tuple[str, ...] = ()
        notes_on: Mapping[str, str] | None = None
    else:
        names = ()  # a game for one player has no such field
        notes_on = None  # nor one that cannot be reviewed

    @classmethod
    def model_validate(cls, data: object) -> Self:
        """Return the instance with these fields, an object of JSON or an instance already.

        Raises:
            InvalidInstance: with everything that is wrong.
        """
        if isinstance(data, cls):
            return data
        if not isinstance(data, Mapping):
            keys = ", ".join(name for name in cls.fields if name not in {"format", *_FOR_PEOPLE})
            raise InvalidInstance([Defect("", f"an instance is an object with the keys {keys}")])
        read, lists = cls.reader(data).read(cls)
        made: Self = read
        vars(made).update({name: tuple(items) for name, items in lists.items()})
        vars(made).pop("features", None)  # if it was computed early, these lists were not there yet
        return made

    @property
    @abstractmethod
    def size(self) -> int:
        """The size of the instance, the number of cards in a card game: `all` skips methods that need a smaller one."""

    @property
    @abstractmethod
    def effort(self) -> int:
        """How long a single step of a solver or of replaying a play may take: from some thousands on, a second.

        It is computed before any limit is checked, so it must be cheap.
        """

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences about what looks like a mistake; it is legal, and never prevents an answer."""
        return ()

    @cached_property
    def features(self) -> frozenset[str]:
        """What it uses beyond the plainest game, by name (`crewsat.games.features`); `check_features` refuses some."""
        return features_of(self)

    def as_typed(self) -> Self:
        """Return the same question as people would write it, if its text can be shorter."""
        return self

    def as_dict(self) -> dict[str, Any]:
        """Return the canonical JSON object: the game, and the fields that differ from their defaults."""
        return {"game": self.game, **self.model_dump()}

    def to_json(self) -> str:
        """Return the canonical JSON text on one line, ready to be pasted into a file or a test."""
        return json_text(self.as_dict(), separators=(",", ":"))

    def __str__(self) -> str:
        from crewsat.games.text import text_of  # noqa: PLC0415 - it imports all games

        return text_of(self)

    def __rich__(self) -> Pieces | str:
        """Return what `crewsat show` prints, for `rich.print`; for a game without tables, the text."""
        from crewsat.base.layout import Pieces  # noqa: PLC0415 - only where something is printed
        from crewsat.games.parts import has, part_of  # noqa: PLC0415 - it imports all games

        return Pieces(part_of(self.game, "words", "").picture(self)) if has(self.game, "words") else str(self)

    def _repr_html_(self) -> str:
        """Return a page to look at, in a frame, for notebooks."""
        html: str = Code("crewsat.pages.replay:Replay")(self)._repr_html_()
        return html

    def question(self) -> dict[str, Any]:
        """Return the JSON object without what is there for people only."""
        return {name: value for name, value in self.as_dict().items() if name not in _FOR_PEOPLE}

    def digest(self) -> str:
        """Return the SHA-256 of the canonical text without what is there for people only, in hexadecimal."""
        import hashlib  # noqa: PLC0415 - it takes as long to load as a small deal takes to be decided

        text = json.dumps(self.question(), ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def __hash__(self) -> int:
        return hash(tuple(vars(self)[name] for name in self.fields if name not in _FOR_PEOPLE))
