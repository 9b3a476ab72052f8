"""The pages of sweeps in the atlas, which are whole by themselves, beside the pages that Sphinx makes."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import crewsat

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

FOLDERS = ("atlas", "missions")


def copy(app: Sphinx, error: Exception | None) -> None:
    """Copy every folder of pages into the site."""
    if error is None and app.builder.format == "html":
        for place in FOLDERS:
            for folder in sorted((Path(app.srcdir) / place).iterdir()):
                if folder.is_dir():
                    shutil.copytree(folder, Path(app.outdir) / place / folder.name, dirs_exist_ok=True)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register it."""
    app.connect("build-finished", copy)
    return {"version": crewsat.__version__, "parallel_read_safe": True, "parallel_write_safe": True}
