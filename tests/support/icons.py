"""Draw the icons of the page from its mark: ``python -m tests.support.icons``."""

from __future__ import annotations

from crewsat.web.app import OWN_FILES
from tests.support.browser import chromium
from tests.support.places import ROOT

SIZES = (180, 192, 512)
"""What Apple's devices and others ask for, in pixels."""


def draw() -> None:
    """Draw all icons: the mark in the middle of a square that a device may round."""
    folder = ROOT / "crewsat" / "web" / "static"
    mark = (OWN_FILES / "icon.svg").read_text(encoding="utf-8")
    style = (
        "body { margin: 0; background: #fbfbf9; display: grid; place-items: center; height: 100vh } svg { width: 70% }"
    )
    for browser in chromium():
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>{style}</style>{mark}")
            page.screenshot(path=folder / f"icon-{size}.png")


if __name__ == "__main__":
    draw()
