"""Pictures for the dark: where ``NAME-dark.png`` stands beside ``NAME.png``, a page has both and shows one of them."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.transforms import SphinxTransform

import crewsat

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


class DarkTwins(SphinxTransform):
    """Put its dark twin beside each picture that has one; furo shows the one that the theme needs."""

    default_priority = 500

    def apply(self) -> None:
        """Change the page."""
        here = Path(self.env.doc2path(self.env.docname)).parent
        for image in list(self.document.findall(nodes.image)):
            place = PurePosixPath(image["uri"])
            dark = place.with_stem(f"{place.stem}-dark")
            if (here / dark).is_file():
                twin = image.deepcopy()
                twin["uri"] = str(dark)
                twin["classes"].append("only-dark")
                image["classes"].append("only-light")
                image.parent.insert(image.parent.index(image) + 1, twin)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the transform."""
    app.add_transform(DarkTwins)
    return {"version": crewsat.__version__, "parallel_read_safe": True, "parallel_write_safe": True}
