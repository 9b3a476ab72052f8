"""The site as it is built: nothing from outside, every link leads somewhere, everything public is there."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import pytest

import crewsat
from crewsat.games import GAMES
from crewsat_site import commands, fields
from tests.support.pages import PAGES
from tests.support.places import ROOT

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


class _Page(HTMLParser):
    """The addresses in a page: those a reader may click, those a browser loads by itself, and its anchors."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.anchors.add(value or "")
            elif tag == "a" and name == "href":
                self.links.append(value or "")
            elif name in {"href", "src", "srcset", "poster", "data", "action"}:
                self.loaded.append(value or "")


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, _Page]:
    found = {path: _Page(path.read_text()) for path in sorted(site.rglob("*.html")) if "_static" not in path.parts}
    assert len(found) >= len(PAGES)  # the README is not in it, the index of names and the search are
    return found


def test_nothing_is_loaded_from_outside(site: Path, pages: dict[Path, _Page]) -> None:
    for path, page in pages.items():
        outside = [address for address in page.loaded if urlsplit(address).scheme not in {"", "data"}]
        assert not outside, path.relative_to(site)
        assert not [address for address in page.loaded if address.startswith("//")], path
    for sheet in site.rglob("*.css"):
        text = sheet.read_text()
        assert not re.search(r"@import|url\(\s*['\"]?(?:https?:)?//", text), sheet.relative_to(site)


def test_every_link_and_every_anchor_leads_somewhere(site: Path, pages: dict[Path, _Page]) -> None:
    tried, lost = 0, []
    for path, page in pages.items():
        for address in (*page.links, *page.loaded):
            parts = urlsplit(address)
            if parts.scheme or address == "#":
                continue
            tried += 1
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            anchor = unquote(parts.fragment)
            known = pages.get(target)
            if not target.is_file() or (anchor and known is not None and anchor not in known.anchors):
                lost.append(f"{path.relative_to(site)}: {address}")
    assert not lost, "\n".join(lost)
    assert tried > 2000


def test_every_page_is_reached_from_the_first(site: Path, pages: dict[Path, _Page]) -> None:
    ahead, seen = [site / "index.html"], {site / "index.html"}
    while ahead:
        here = ahead.pop()
        for address in (*pages[here].links, *pages[here].loaded):
            target = (here.parent / unquote(urlsplit(address).path)).resolve()
            if target in pages and target not in seen:
                seen.add(target)
                ahead.append(target)
    assert {path.relative_to(site) for path in set(pages) - seen} == set()


def test_every_option_of_every_command_is_mentioned(site: Path) -> None:
    page = _Page((site / "commands.html").read_text())
    counted = 0
    for name, command, context in commands.commands():
        anchor = name.replace(" ", "-")
        assert anchor in page.anchors
        for how, words in commands.parameters(command, context):
            assert words, f"{name} {how} is not explained"
            counted += 1
        for option in command.get_params(context):
            if option.name != "help" and option.opts[0].startswith("--"):
                names = {f"{anchor}-{one.lstrip('-')}" for one in (*option.opts, *option.secondary_opts)}
                assert names & page.anchors, f"{name} {option.opts}"
    assert counted > 200


def test_every_public_name_is_there_once(site: Path) -> None:
    text = (site / "api.html").read_text()
    for name in dir(crewsat):
        defined = re.findall(rf'id="(?:module-)?crewsat\.{name}"', text)
        assert len(defined) == 1, f"{name}: {defined}"


@pytest.mark.parametrize("game", GAMES)
def test_every_field_has_an_example(game: str) -> None:
    """An example is a part of a complete instance, which can be read and decided."""
    kind = GAMES[game].instance.load()
    for one in fields.examples(game):
        assert crewsat.decide(kind(**one)).answer in {"yes", "no"}, json.dumps(one)
    for title, definition in fields.objects(game):
        for name in definition["properties"]:
            assert fields.example_of(game, definition, name), f"{title} {name}"


def test_the_graph_of_a_reduction_shows_the_path_of_its_deal(site: Path) -> None:
    """The first graph of the page has a Hamiltonian path, of one edge less than vertices; the star has none."""
    drawings = re.findall(r"<svg.*?</svg>", (site / "teachers.html").read_text(), re.DOTALL)
    graphs = [one for one in drawings if "graph-vertex" in one]
    seen = [(one.count("graph-vertex"), one.count("graph-taken"), one.count("graph-edge")) for one in graphs]
    assert seen == [(4, 3, 1), (4, 0, 3)]
    assert "Hamiltonian path: 4 3 1 2." in graphs[0]
    assert "It has no Hamiltonian path." in graphs[1]


def test_a_picture_with_a_dark_twin_is_shown_in_both(site: Path) -> None:
    text = (site / "pages.html").read_text()
    assert re.findall(r'<img[^>]*class="(only-\w+)"[^>]*src="_images/(replay[\w-]*)\.png"', text) == [
        ("only-light", "replay"),
        ("only-dark", "replay-dark"),
    ]


def test_readme_is_two_screens() -> None:
    text = (ROOT / "README.md").read_text()
    lines = text.splitlines()
    assert len(lines) <= 120
    assert len(text.split()) <= 950
    code = [line for block in re.findall(r"```\w*\n(.*?)```", text, re.DOTALL) for line in block.splitlines()]
    assert [line for line in code if len(line) > 100] == []
    assert (sum("![" in line for line in lines[:20]), text.count("![")) == (1, 2)  # a game, and the missions
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", text)
    assert [target for target in targets if not (ROOT / target).exists()] == []
