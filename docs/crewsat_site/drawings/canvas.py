"""A sheet to draw on from top to bottom: lines of text, cards, and the SVG they make."""

from __future__ import annotations

import textwrap
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from crewsat.base.runs import plain
from crewsat.base.wording import visible
from crewsat.report.suits import key_of, lettered, letters_of
from crewsat_site.drawings.looks import looks_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crewsat.games.cards import Card

MARGIN = 6
LINE = 18
PER_LETTER, PER_BOLD_LETTER = 0.57, 0.68
"""The width of a letter on average, as a part of its size, in fonts that are wide."""
SMALL, NORMAL = 11, 13
LEAST_WIDTH = 340.0
"""What a phone shows at full size."""
NAMED_TO = 9
"""A suit with a longer name is shortened on its cards."""
MOST_WORDS = 400
"""Characters of a text in a drawing."""


def width_of(words: str, size: int = SMALL) -> float:
    """Return about how wide a text is."""
    return len(words) * size * PER_LETTER


@dataclass(frozen=True, slots=True)
class Badge:
    """What is said of a card at its upper edge: ``→2``; how it went colours it.

    Attributes:
        words: the text.
        style: empty, ``good`` or ``bad``.
    """

    words: str
    style: str = ""

    @property
    def width(self) -> float:
        """How wide it is."""
        return width_of(self.words) + 10


class Deck:
    """How the cards of an instance look.

    Args:
        suits: all suits, in their order.
        small: cards of one line instead of two, with the first letters of their suits.
        trump: the trump suit.

    Attributes:
        key: which letters are which suit, if any are left out.
    """

    def __init__(self, suits: Iterable[str], *, small: bool = False, trump: str | None = None) -> None:
        names = list(suits)
        self.looks = looks_of(names)
        self.small = small
        self.trump = trump
        self.height = 24 if small else 42
        self._names = letters_of(names) if small else {name: visible(name, NAMED_TO) for name in names}
        self.key = plain(key_of(self._names)) if small else ""

    def width(self, cards: Iterable[Card]) -> float:
        """Return how wide cards are drawn: wide enough for all of them."""
        written = [self.written(card) for card in cards]
        letters = max((len(one) for lines in written for one in lines), default=0)
        return max(34, letters * SMALL * PER_BOLD_LETTER + 8)

    def written(self, card: Card) -> tuple[str, ...]:
        """Return what stands on a card: value and suit, or on a small one both in a line."""
        if self.small:
            return (lettered(card, self._names),)
        return visible(card.value, 9), self._names[card.suit]


class Canvas:
    """A drawing that grows downwards.

    Attributes:
        width: how wide it is.
        y: where the next thing is drawn.
    """

    def __init__(self, width: float) -> None:
        self.width = max(width, LEAST_WIDTH)
        self.y = float(MARGIN)
        self._parts: list[str] = []

    def lines(self, words: str, style: str = "") -> None:
        """Write a paragraph, in as many lines as it takes."""
        columns = int((self.width - 2 * MARGIN) / (NORMAL * PER_LETTER))
        for line in textwrap.wrap(visible(words, MOST_WORDS), columns):
            self.text(MARGIN, self.y + NORMAL, line, style)
            self.y += LINE

    def text(self, x: float, y: float, words: str, style: str = "", *, anchor: str = "start") -> None:
        """Write a text at a place, which is its baseline."""
        kind = f"deal-{style}" if style else "deal-ink"
        placed = "" if anchor == "start" else f' text-anchor="{anchor}"'
        shown = escape(visible(words, MOST_WORDS))
        self._parts.append(f'<text class="{kind}" x="{_number(x)}" y="{_number(y)}"{placed}>{shown}</text>')

    def rect(self, x: float, y: float, width: float, height: float, style: str, *, radius: float = 5) -> None:  # noqa: PLR0913 - of SVG
        """Draw a rectangle."""
        box = f'x="{_number(x)}" y="{_number(y)}" width="{_number(width)}" height="{_number(height)}"'
        self._parts.append(f'<rect class="deal-{style}" {box} rx="{_number(radius)}"/>')

    def path(self, path: str, style: str) -> None:
        """Draw a path."""
        self._parts.append(f'<path class="deal-{style}" d="{path}"/>')

    def circle(self, x: float, y: float, radius: float, style: str) -> None:
        """Draw a circle."""
        self._parts.append(f'<circle class="deal-{style}" cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}"/>')

    @contextmanager
    def group(self, **about: int) -> Iterator[None]:
        """Put what is drawn meanwhile together, and name it: ``data-trick="2" data-player="1"``."""
        names = " ".join(f'data-{name}="{number}"' for name, number in about.items())
        self._parts.append(f"<g {names}>")
        yield
        self._parts.append("</g>")

    def card(self, deck: Deck, card: Card, place: tuple[float, float], width: float) -> None:
        """Draw a card with its upper left corner at a place."""
        x, y = place
        look = f"suit deal-look{deck.looks[card.suit]}"
        self._parts.append(f'<g class="deal-card" data-card="{escape(visible(card, 200))}">')
        self.rect(x, y, width, deck.height, f"{look} deal-face")
        if deck.small:
            (words,) = deck.written(card)
            self.text(x + width / 2, y + deck.height / 2 + 4, words, f"{look} deal-name", anchor="middle")
        else:
            value, name = deck.written(card)
            self.text(x + width / 2, y + 21, value, "value", anchor="middle")
            top = y + deck.height - 16
            self.path(
                f"M{_number(x)} {_number(top)}h{_number(width)}v11q0 5-5 5h-{_number(width - 10)}q-5 0-5-5z", look
            )
            self.text(x + width / 2, y + deck.height - 4.5, name, "band", anchor="middle")
        if card.suit == deck.trump:
            self.text(x + 3, y + 12, "★", "small")
        self._parts.append("</g>")

    def badge(self, badge: Badge, x: float, y: float) -> None:
        """Draw a badge with its centre at a place."""
        self.rect(
            x - badge.width / 2,
            y - 8,
            badge.width,
            16,
            f"badge{f' deal-edge-{badge.style}' if badge.style else ''}",
            radius=8,
        )
        self.text(x, y + 4, badge.words, f"small{f' deal-{badge.style}' if badge.style else ''}", anchor="middle")

    def svg(self, title: str, description: str) -> str:
        """Return the drawing, with what it shows in words."""
        width, height = _number(self.width), _number(self.y + MARGIN)
        head = f'<svg xmlns="http://www.w3.org/2000/svg" class="deal-drawing" role="img" viewBox="0 0 {width} {height}"'
        size = f'width="{width}" height="{height}"'
        words = f"<title>{escape(visible(title, 200))}</title><desc>{escape(visible(description, 20_000))}</desc>"
        return f"{head} {size}>{words}{''.join(self._parts)}</svg>"


def _number(number: float) -> str:
    """Return a number with at most one digit after the point."""
    return f"{number:.1f}".removesuffix(".0")
