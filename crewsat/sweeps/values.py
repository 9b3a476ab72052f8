"""Values of a parameter, as a sweep lists them: in words of the command line, or as TOML has them.

A parameter is an option of a generator; what it may be stands beside its field (`crewsat.base.parameters.about`), and
is read from there. There are three things more: ranges of whole numbers, ``1-10``; ``none``, for an option that is not
given; and ``all``, for tokens, which numbers every objective.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from crewsat.base.wording import visible

ALL, NONE, EMPTY = "all", "none", "-"
_DIGITS = 18
"""The most digits of a number."""
_NUMBER = f"[0-9]{{1,{_DIGITS}}}"
_RANGE = re.compile(f"({_NUMBER})-({_NUMBER})")
_WHOLE = re.compile(f"-?{_NUMBER}")
_THRESHOLD = re.compile(f"threshold +({_NUMBER})-({_NUMBER})")
_APART = re.compile(r"\s+/(?:\s+|$)")
_FLAGS = {"true": True, "false": False}
MOST_IN_A_RANGE = 100_000
MOST_OF_A_THRESHOLD = 254
"""A threshold takes a byte (`crewsat.sweeps.summary.UNDECIDED`)."""


class Threshold(NamedTuple):
    """The numbers of objectives, from low to high, among which the most is looked for that can be won."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"threshold {self.low}-{self.high}"

    @classmethod
    def read(cls, text: str) -> Threshold | None:
        """Return the threshold that a text states; None if it states none.

        Raises:
            ValueError: if it is upside down, or too large.
        """
        match = _THRESHOLD.fullmatch(text)
        if match is None:
            return None
        low, high = _bounds(text, match)
        if high > MOST_OF_A_THRESHOLD:
            raise ValueError(f"'{text}' ends too high; allowed: at most {MOST_OF_A_THRESHOLD} objectives")
        if not low:
            raise ValueError(f"'{text}' begins with no objective; allowed: 'threshold 1-{max(high, 1)}'")
        return cls(low, high)


def name_of(field: Any) -> str:  # noqa: ANN401 - a field of a dataclass
    """Return the name of a parameter: its option on the command line, without hyphens."""
    option: str = field.metadata["name"] or field.name
    return option.removeprefix("--").replace("-", "_")


def texts_in(given: str) -> list[str]:
    """Return the values in words of the command line: between commas, or, where values have commas, between `` / ``."""
    apart = _APART.split(given) if _APART.search(given) else given.split(",")
    return [text.strip() for text in apart if text.strip()] or [""]


def entries_in(given: object) -> list[Any]:
    """Return the entries of a list of values: words of the command line, or a value or a list of TOML."""
    return given if isinstance(given, list) else texts_in(given) if isinstance(given, str) else [given]


def values_in(field: Any, entry: object) -> list[Any]:  # noqa: ANN401 - a field of a dataclass
    """Return what an entry stands for: a value, the values of a range, or a threshold.

    Raises:
        ValueError: for what is not a value of the field; the message says what is allowed.
    """
    if isinstance(entry, str):
        if _is_number(field) and (threshold := Threshold.read(entry)):
            return [threshold]
        if (match := _RANGE.fullmatch(entry)) and _has_ranges(field):
            low, high = _bounds(entry, match)
            return [_value(field, number) for number in range(low, high + 1)]
    return [_value(field, entry)]


def _has_ranges(field: Any) -> bool:  # noqa: ANN401
    """Whether a text such as ``1-3`` stands for several values: not for lists, of which it may be one."""
    return not isinstance(field.default, tuple) or field.metadata["given"] == ()


def _bounds(text: str, match: re.Match[str]) -> tuple[int, int]:
    low, high = int(match[1]), int(match[2])
    if low > high:
        raise ValueError(f"the range '{text}' is upside down; allowed: '{high}-{low}'")
    if high - low >= MOST_IN_A_RANGE:
        raise ValueError(f"the range '{text}' has more than {MOST_IN_A_RANGE:,} values")
    return low, high


def _is_number(field: Any) -> bool:  # noqa: ANN401
    return type(field.default) is int and field.metadata["read"] is None


def _value(field: Any, one: object) -> Any:  # noqa: ANN401
    """Return a value of the field, or `ALL`, which depends on the other values of a cell."""
    given, read = field.metadata["given"], field.metadata["read"]
    if _is_flag(field):
        return _flag(one) if read is None else read(_flag(one))
    if given == ():
        return read([str(text) for text in (one if isinstance(one, list) else str(one).split(","))])
    if isinstance(one, bool | list | dict):
        raise ValueError(f"{visible(one)} is not {'a whole number' if _is_number(field) else 'a text'}")
    text = str(one)
    return ALL if field.name == "tokens" and text == ALL else _read(field, text)


def _read(field: Any, text: str) -> Any:  # noqa: ANN401
    """Return what a text stands for."""
    given, read = field.metadata["given"], field.metadata["read"]
    if read is not None:
        return read("" if given == "" and text == NONE else text)
    if _is_number(field) and not _WHOLE.fullmatch(text):
        what = f"has more than {_DIGITS} digits" if text.lstrip("-").isdecimal() else "is not a whole number"
        raise ValueError(f"'{visible(text)}' {what}")
    return type(field.default)(text)


def _is_flag(field: Any) -> bool:  # noqa: ANN401
    return field.metadata["given"] is False or field.default is False


def _flag(one: object) -> bool:
    if isinstance(one, bool):
        return one
    if not isinstance(one, str) or one not in _FLAGS:
        raise ValueError(f"'{visible(one)}' is not allowed; allowed: {', '.join(_FLAGS)}")
    return _FLAGS[one]


def shown(field: Any, value: Any) -> str:  # noqa: ANN401 - a field of a dataclass, and a value of it
    """Return a value as it stands in the name of a cell, and can be given again."""
    if isinstance(value, Threshold) or value == ALL:
        return str(value)
    if _is_flag(field):
        read = field.metadata["read"] or bool
        return next(text for text, flag in _FLAGS.items() if read(flag) == value)
    if value is None or value == ():
        return NONE if field.metadata["given"] == "" else EMPTY
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
