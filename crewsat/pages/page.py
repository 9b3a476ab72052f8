"""A replay page: one HTML file with its data, its script and its style sheet, which fetches nothing.

The data are the instance and the result as JSON, exactly what the commands print, and the lines to step through
(`crewsat.pages.lines`), in which the referee has said what every move completes. A script draws them; until it runs,
the report that the terminal shows stands in its place. The file states what it may do: a policy
(Content-Security-Policy) names the hashes of this script and these styles, and allows nothing else.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html import escape
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import WrongOption
from crewsat.base.layout import rendered
from crewsat.base.said import Drawn, spoken, with_names
from crewsat.base.wording import visible
from crewsat.games import GAMES
from crewsat.games.parts import has, part_of
from crewsat.games.text import text_of
from crewsat.pages.in_words import in_words
from crewsat.pages.lines import game_of, lines
from crewsat.pages.script import LANGUAGES, script, style
from crewsat.pages.words import sentences, why
from crewsat.report.verdict import picture

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import RenderableType

    from crewsat.games.instance import Instance
    from crewsat.games.result import Result

WIDTH = 76
"""Columns of the report that is shown without a script."""
REST = "the data of this page have all"
"""Where a reader of this report finds what is left out."""


def to_html(instance: Instance, result: Result | None = None, *, language: str = "en", hide: bool = False) -> str:
    """Return a replay page: one HTML file to look at an instance, and at what was found about it, move by move.

    Args:
        instance: a deal, deck or position.
        result: what `crewsat.decide`, `crewsat.explain` or `crewsat.review` returned for it; None to show it alone.
        language: of the page, one of `LANGUAGES`; without a script it is English.
        hide: whether it opens with what comes later hidden; without a script nothing is.

    Raises:
        WrongOption: if there are no pages about the game, or in the language.
    """
    game_of(instance.game)
    if language not in LANGUAGES:
        raise WrongOption(f"there are no pages in '{visible(language)}'; allowed: {', '.join(LANGUAGES)}")
    stepped = lines(instance, result)
    content = _Content(instance, result, stepped)
    title = content.title() if language == "en" else GAMES[instance.game].title
    data = {
        "instance": instance.as_dict(),
        "result": None if result is None else result.as_dict(),
        "lines": stepped,
        **({} if language == "en" else {"said": content.said()}),
    }
    code = script(instance.game, language)
    printed = rendered(content.printed(), WIDTH, rest=REST, names=instance.names)
    drawing = _strip(content.drawing)
    styles = [style(), *re.findall(r"<style>(.*?)</style>", drawing, re.DOTALL)]
    policy = (
        f"default-src 'none'; script-src {_hash(code)}; style-src {' '.join(map(_hash, styles))}; "
        "base-uri 'none'; form-action 'none'"
    )
    return f"""<!doctype html>
<html lang="{language}"{' class="hiding"' if hide else ""}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{_text(title)}</title>
<style>{style()}</style>
</head>
<body>
<header>
<h1>{_text(title)}</h1>
<div class="spoiler" id="answer">{content.answer()}</div>
</header>
<main>
<div class="spoiler"><div id="why">{content.why()}</div>
{drawing}</div>
<div id="replay"><pre lang="en">{_text(printed)}
</pre></div>
<details><summary>The deal as text</summary>
<p><code>{_text(text_of(instance))}</code></p></details>
<p id="files"></p>
</main>
{"".join(_json(name, value) for name, value in data.items())}<script type="module">{code}</script>
</body>
</html>
"""


class _Content:
    """What a page says in words."""

    def __init__(self, instance: Instance, result: Result | None, lines: Sequence[object]) -> None:
        self._instance = instance
        self._lines = lines
        self._result = result
        self._verdict = None if result is None else result.decided
        review = GAMES[instance.game].questions.get("review")
        self._is_review = review is not None and type(result) is review.result.load()
        self.drawing = self._drawn()

    def title(self) -> str:
        """Return what the page is about."""
        game = GAMES[self._instance.game].title
        if self._verdict is not None:
            return f"{game}: {self._verdict.answer}"
        return f"{game}: a game reviewed" if self._is_review else game

    def answer(self) -> str:
        """Return the answer as paragraphs."""
        said = [self._named(one) for one in sentences(self._instance, self._result)]
        kinds = {0: "answer"}
        if self._verdict is not None:
            kinds = {0: f"answer {self._verdict.answer}", len(said) - 1: "settings"}
        return "".join(_paragraph(words, kinds.get(k, "")) for k, words in enumerate(said))

    def why(self) -> str:
        """Return the explanation of a no, and what the lines below are."""
        said = why(self._instance, self._result)
        if not said:
            return ""
        if len(self._lines) > 1:
            said.append("It could be won if one thing were different: each change is a deal below, with its play.")
        pieces = (
            _paragraph(self._named(one)) if isinstance(one, str) else _list([self._named(each) for each in one])
            for one in said
        )
        return f"<h2>Why</h2>\n{''.join(pieces)}"

    def said(self) -> dict[str, Any]:
        """Return all of it as JSON, to be said in another language."""
        drawn = [spoken(one, self._instance.names) for one in self.drawing.words]
        return {**in_words(self._instance, self._result), "drawn": drawn}

    def _named(self, words: str) -> str:
        return with_names(words, self._instance.names)

    def _drawn(self) -> Drawn:
        """Return the picture of a review as SVG, if its game has one; else nothing."""
        if not (self._is_review and has(self._instance.game, "svg")):
            return Drawn.made("", ())
        drawn: Drawn = part_of(self._instance.game, "svg", "")(self._result)
        return drawn

    def printed(self) -> list[RenderableType]:
        """Return what the terminal shows."""
        if self._result is None:
            return picture(self._instance)
        return self._result.printed(self._instance, picture=True)


def _strip(drawing: str) -> str:
    return f'<div class="strip" tabindex="0" role="region" aria-label="Strip">{drawing}</div>\n' if drawing else ""


def _paragraph(words: str, style: str = "") -> str:
    kind = f' class="{style}"' if style else ""
    return f"<p{kind}>{_text(words)}</p>\n"


def _list(items: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{_text(words)}</li>' for words in items)}</ul>\n"


def _text(words: str) -> str:
    """Return a text escaped for HTML."""
    return escape(words)


def _json(name: str, value: object) -> str:
    """Return an object as a JSON block that no text in it can end."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    safe = text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return f'<script type="application/json" id="{name}">{safe}</script>\n'


def _hash(text: str) -> str:
    """Return the hash by which a policy names a script or style."""
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"
