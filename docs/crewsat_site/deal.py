"""The directive ``deal``: an instance as one line of text, drawn with its play.

    ```{deal} What the drawing shows.
    :id: two-tricks
    :replay:
    a1,3 / a2,4; 2 wins a1 a3
    ```

Where no directive is known, as on GitHub, this is a block of text. Options: ``id`` names the figure; ``replay`` links
to a page that steps through the play; with ``explain`` it says why a game is lost, with ``review`` which card lost it;
``live`` shows this page in place of the drawing.
"""

from __future__ import annotations

from dataclasses import replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, cast

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.osutil import relative_uri

import crewsat
from crewsat.base.wording import visible
from crewsat_site.drawings import picture

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata
    from sphinx.writers.html5 import HTML5Translator

FOLDER = "deals"
"""Where replay pages are, in the folder of the site."""

QUESTIONS = ("decide", "explain", "review")
"""What a replay page may show: the functions of these names answer it."""

_log = logging.getLogger(__name__)


class Replay(NamedTuple):
    """A replay page that a page of the site links to: the instance as text, what is asked about it, and the line."""

    text: str
    question: str
    line: int


class deal(nodes.General, nodes.Element):  # noqa: N801 - nodes of docutils are written so
    """A figure: ``drawing`` and ``caption`` for HTML, and for all others a block of text as its child."""


class DealDirective(SphinxDirective):
    """An instance as text, to be drawn."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {
        "id": directives.unchanged_required,
        "live": directives.flag,
        "replay": lambda word: directives.choice(word or "decide", QUESTIONS),
    }

    def run(self) -> list[nodes.Node]:
        """Return the figure; of a text that cannot be read the text alone, with a warning."""
        text = "\n".join(self.content).strip()
        try:
            instance = crewsat.parse_text(text)
            drawing = picture(instance, _answer(instance, self.options.get("replay")))
        except crewsat.CrewsatError as error:
            self._warn(f"this deal cannot be drawn: {'; '.join(str(error).splitlines())}")
            return [nodes.literal_block(text, text, language="text")]
        caption = self.arguments[0] if self.arguments else ""
        figure = deal(drawing=drawing, caption=caption)
        figure += nodes.literal_block(text, text, language="text")
        if caption:
            figure += nodes.paragraph(caption, caption)
        name = self.options.get("id")
        if name is not None:
            figure["names"].append(nodes.fully_normalize_name(name))
            self.state.document.note_explicit_target(figure)
        if "replay" in self.options:
            figure["replay"] = self._replay(figure, text)
            figure["live"] = "live" in self.options
        elif "live" in self.options:
            self._warn("a deal with :live: needs a :replay:, which is what it shows")
        return [figure]

    def _replay(self, figure: deal, text: str) -> str:
        """Note which page is to be written, and return its name; without one there is none."""
        if not figure["ids"]:
            self._warn("a deal with :replay: needs an :id:, which names its page")
            return ""
        name = str(figure["ids"][0])
        replay = Replay(text, self.options["replay"], self.get_source_info()[1])
        replays_of(self.env).setdefault(self.env.docname, {})[name] = replay
        return name

    def _warn(self, words: str) -> None:
        source, line = self.get_source_info()
        _log.warning("%s", visible(words, 2_000), location=f"{source}:{line}", type="deal")


def _answer(instance: crewsat.Instance, question: str | None) -> crewsat.Verdict:
    """Return what is drawn: where the page explains why a game is lost, with the reason that comes first there."""
    if question != "explain":
        return crewsat.decide(instance)
    explained = crewsat.explain(instance)
    verdict = explained.verdict
    if verdict.because or not explained.reasons:
        return verdict
    return replace(verdict, because=explained.reasons[0].words)


def replays_of(env: BuildEnvironment) -> dict[str, dict[str, Replay]]:
    """Return all replay pages by the pages of the site that link to them."""
    return cast("dict[str, dict[str, Replay]]", vars(env).setdefault("crewsat_replays", {}))


def _purge(_app: Sphinx, env: BuildEnvironment, page: str) -> None:
    """Forget the replays of a page that is read again."""
    replays_of(env).pop(page, None)


def _merge(_app: Sphinx, env: BuildEnvironment, pages: Collection[str], other: BuildEnvironment) -> None:
    """Take over the replays of pages that another process has read."""
    replays_of(env).update({page: found for page, found in replays_of(other).items() if page in pages})


def _check(_app: Sphinx, env: BuildEnvironment) -> None:
    """Warn of two pages whose deals have the same name: the first page by name has the replay."""
    first: dict[str, str] = {}
    for page, replays in sorted(replays_of(env).items()):
        for name, replay in replays.items():
            other = first.setdefault(name, page)
            if other != page:
                words = "another deal has the id %s, in %s"
                _log.warning(words, name, other, location=(page, replay.line), type="deal")


def _write(app: Sphinx, error: Exception | None) -> None:
    """Write all replay pages when the site has been built."""
    if error is not None or app.builder.format != "html":
        return
    for _, replays in sorted(replays_of(app.env).items(), reverse=True):  # so that the first page has the last word
        for name, replay in replays.items():
            instance = crewsat.parse_text(replay.text)
            result = getattr(crewsat, replay.question)(instance)
            path = Path(app.outdir) / FOLDER / f"{name}.html"
            path.parent.mkdir(exist_ok=True)
            path.write_text(crewsat.to_html(instance, result), encoding="utf-8")


def _visit_html(self: HTML5Translator, node: deal) -> None:
    """Write a figure as HTML."""
    name = f' id="{escape(node["ids"][0])}"' if node["ids"] else ""
    caption, shown, classes = escape(node["caption"]), f"<div>{node['drawing']}</div>", "deal"
    if node.get("replay"):
        here = self.builder.get_target_uri(self.builder.current_docname)
        page = escape(relative_uri(here, f"{FOLDER}/{node['replay']}.html"))
        if node["live"]:
            title = caption or "A game, to step through"
            shown, classes = f'<iframe src="{page}" title="{title}"></iframe>', "deal live"
        caption += f' <a href="{page}">{"On a page of its own" if node["live"] else "Step through it"}</a>'
    caption = f"<figcaption>{caption}</figcaption>" if caption else ""
    self.body.append(f'<figure class="{classes}"{name}>{shown}{caption}</figure>\n')
    raise nodes.SkipNode


def _nothing(_translator: nodes.NodeVisitor, _node: deal) -> None:
    """Write what is inside, and no more."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive and its style sheet, ``deal.css`` of ``docs/_static``."""
    inside = (_nothing, _nothing)
    app.add_node(deal, html=(_visit_html, None), latex=inside, text=inside, man=inside, texinfo=inside)
    app.add_directive("deal", DealDirective)
    app.add_css_file("deal.css")
    app.connect("env-purge-doc", _purge)
    app.connect("env-merge-info", _merge)
    app.connect("env-check-consistency", _check)
    app.connect("build-finished", _write)
    return {"version": crewsat.__version__, "env_version": 1, "parallel_read_safe": True, "parallel_write_safe": True}
