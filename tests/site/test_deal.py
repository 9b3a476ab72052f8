"""The directive: a figure for HTML, a block of text for others, replay pages, and warnings with the line."""

from __future__ import annotations

import io
import re
import warnings
from typing import TYPE_CHECKING

import pytest
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

import crewsat
from tests.support.browser import Parsed

if TYPE_CHECKING:
    from pathlib import Path

WON = "a1,3 / a2,4; 2 wins a1 a3"
LOST = "a1 / b1; leader 1; 2 wins a1"

INDEX = f"""# Deals

```{{deal}} Two <b>tricks</b> & more
:id: two-tricks
:replay:
{WON}
```

See [the figure](#two-tricks).

```{{toctree}}
inner/lost
inner/bad
```
"""
LOST_PAGE = f"""# Lost

```{{deal}}
:id: lost-deal
:replay: explain
{LOST}
```
"""
BAD = f"""# Bad

```{{deal}} A deal with an unknown card
a1 / b2; 1 wins
c3
```

```{{deal}} Without a name
:replay:
{LOST}
```

```{{deal}} A name that another deal has
:id: two-tricks
:replay:
{LOST}
```
"""


def built(folder: Path, builder: str, parallel: int = 1, **options: str) -> tuple[Path, str]:
    """Build the pages of a folder; return where they are, and the warnings."""
    warned = io.StringIO()
    with docutils_namespace(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of Sphinx about itself
        app = Sphinx(
            folder / "source",
            None,
            folder / builder,
            folder / "doctrees",
            builder,
            {"extensions": ["myst_parser", "crewsat_site.deal"], "html_theme": "basic", **options},
            status=None,
            warning=warned,
            parallel=parallel,
        )
        app.build()
    return folder / builder, re.sub(r"\x1b\[[0-9;]*m", "", warned.getvalue())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("site")
    (path / "source" / "inner").mkdir(parents=True)
    for name, text in (("index", INDEX), ("inner/lost", LOST_PAGE), ("inner/bad", BAD)):
        (path / "source" / f"{name}.md").write_text(text)
    return path


@pytest.fixture(scope="module")
def site(folder: Path) -> tuple[Path, str]:
    return built(folder, "html")


def test_a_deal_is_a_figure_with_its_drawing_and_caption(site: tuple[Path, str]) -> None:
    page = (site[0] / "index.html").read_text()
    (figure,) = re.findall(r'<figure class="deal" id="two-tricks">(.*?)</figure>', page, re.DOTALL)
    assert figure.startswith("<div><svg ")
    assert "YES. The crew wins with trick 2 of 2." in figure
    assert "<figcaption>Two &lt;b&gt;tricks&lt;/b&gt; &amp; more " in figure
    assert 'href="#two-tricks"' in page
    assert re.search(r'<link[^>]* href="_static/deal\.css', page)


def test_replay_pages_are_those_of_the_answer_and_linked(site: tuple[Path, str]) -> None:
    assert '<a href="deals/two-tricks.html">' in (site[0] / "index.html").read_text()
    assert '<a href="../deals/lost-deal.html">' in (site[0] / "inner" / "lost.html").read_text()
    assert {path.name for path in (site[0] / "deals").iterdir()} == {"two-tricks.html", "lost-deal.html"}
    won, lost = (Parsed((site[0] / "deals" / f"{name}.html").read_text()).data for name in ("two-tricks", "lost-deal"))
    assert won["instance"] == crewsat.parse_text(WON).as_dict()
    assert won["result"]["answer"] == "yes"
    assert lost["instance"] == crewsat.parse_text(LOST).as_dict()
    assert lost["result"].keys() >= crewsat.explain(crewsat.parse_text(LOST)).as_dict().keys() - {"statistics"}
    assert lost["result"].keys() != won["result"].keys()


def test_a_page_that_explains_says_the_first_reason_in_its_drawing(tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    searched = "a1,2 c5 / a3 b2 c2; 1 wins a1 [1]; 2 wins a3 [2]"
    options = (":id: explained\n:replay: explain\n", "")
    blocks = (f"```{{deal}}\n{option}{searched}\n```\n" for option in options)
    (tmp_path / "source" / "index.md").write_text("# Lost\n\n" + "\n".join(blocks))
    page = (built(tmp_path, "html")[0] / "index.html").read_text()
    drawn = re.findall(r'<figure class="deal".*?</figure>', page, re.DOTALL)
    words = [" ".join(re.sub(r"<[^>]*>", " ", figure).split()) for figure in drawn]
    assert "Because a1 by player 1 and a3 by player 2 cannot both be won in the required order" in words[0]
    assert "by search, not certified" in words[1]


def test_a_live_deal_is_its_replay_page(tmp_path: Path) -> None:
    (tmp_path / "source" / "inner").mkdir(parents=True)
    options = (":id: alive\n:replay:\n:live:", ":live:")
    live = "# Live\n\n" + "\n".join(f"```{{deal}} Two tricks\n{option}\n{WON}\n```\n" for option in options)
    (tmp_path / "source" / "index.md").write_text("# Index\n\n```{toctree}\ninner/live\n```\n")
    (tmp_path / "source" / "inner" / "live.md").write_text(live)
    folder, warned = built(tmp_path, "html")
    page = (folder / "inner" / "live.html").read_text()
    assert '<iframe src="../deals/alive.html" title="Two tricks"></iframe>' in page
    first, second = re.findall(r"<figure.*?</figure>", page, re.DOTALL)
    assert ("<svg " in first, "<svg " in second) == (False, True)
    assert (folder / "deals" / "alive.html").exists()
    assert re.findall(r"WARNING: (.*?) \[deal\]", warned) == [
        "a deal with :live: needs a :replay:, which is what it shows"
    ]


def test_warnings_have_page_and_line(site: tuple[Path, str], folder: Path) -> None:
    found = re.findall(r"^(.*?):(\d+): WARNING: (.*?)(?: \[deal\])?$", site[1], re.MULTILINE)
    page = str(folder / "source" / "inner" / "bad.md")
    ours = [(int(line), words) for where, line, words in found if where == page and "duplicate" not in words.lower()]
    assert [line for line, _ in ours] == [3, 8, 13]
    assert ours[0][1].startswith("this deal cannot be drawn: ")
    assert "c3" in ours[0][1]
    assert ours[1][1] == "a deal with :replay: needs an :id:, which names its page"
    assert ours[2][1] == "another deal has the id two-tricks, in index"
    assert len([where for where, _, _ in found if where != page]) == 0
    text = (site[0] / "inner" / "bad.html").read_text()
    assert "1 wins" in text
    assert text.count("<figure") == 2


def test_pages_in_folders_are_linked_from_there(folder: Path, site: tuple[Path, str]) -> None:
    assert site
    pages, _ = built(folder, "dirhtml")
    assert '<a href="../../deals/lost-deal.html">' in (pages / "inner" / "lost" / "index.html").read_text()
    assert (pages / "deals" / "lost-deal.html").exists()  # although no page was read again


def test_other_formats_have_the_text(folder: Path, site: tuple[Path, str]) -> None:
    assert site
    pages, _ = built(folder, "text")
    text = (pages / "index.txt").read_text()
    assert WON in text
    assert "Two <b>tricks</b> & more" in text
    assert "svg" not in text
    assert not (pages / "deals").exists()


def test_a_page_that_is_read_again_forgets_its_replays(tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    page = tmp_path / "source" / "index.md"
    page.write_text(LOST_PAGE)
    assert (built(tmp_path, "html")[0] / "deals" / "lost-deal.html").exists()
    (tmp_path / "html" / "deals" / "lost-deal.html").unlink()
    page.write_text("# Nothing\n")
    assert not (built(tmp_path, "html")[0] / "deals" / "lost-deal.html").exists()


@pytest.mark.slow
def test_processes_that_read_pages_side_by_side_lose_no_replay(tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    for k in range(6):
        deal = f"# Page\n\n```{{deal}}\n:id: deal-{k}\n:replay:\n{WON}\n```\n"
        (tmp_path / "source" / f"{'page' if k else 'index'}{k or ''}.md").write_text(deal)
    pages, _ = built(tmp_path, "html", parallel=2)
    assert {path.name for path in (pages / "deals").iterdir()} == {f"deal-{k}.html" for k in range(6)}
