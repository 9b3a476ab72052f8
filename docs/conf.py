"""The site: `make docs` builds it with Sphinx from the pages of this folder, and what they show of the program."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

import crewsat

os.environ["CREWSAT_KERNEL"] = "off"  # the plays that are drawn do not depend on what is installed
sys.path.insert(0, str(Path(__file__).parent))

gc.disable()  # trees of nodes live to the end: to look for garbage in them takes a quarter of the time

project = "CrewSAT"
author = "The CrewSAT authors"
version = release = crewsat.__version__
language = "en"
smartquotes = False  # options are to be copied as they are
default_role = "code"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "crewsat_site.atlas",
    "crewsat_site.commands",
    "crewsat_site.dark",
    "crewsat_site.deal",
    "crewsat_site.fields",
    "crewsat_site.graph",
]
myst_heading_anchors = 3
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
add_module_names = False
toc_object_entries = False  # the page lists the names; in every sidebar they would cost a third of the build
python_maximum_signature_line_length = 80

html_theme = "furo"
html_title = f"CrewSAT {release}"
html_static_path = ["_static"]
html_favicon = html_logo = "../crewsat/web/static/icon.svg"
html_css_files = ["site.css"]
html_copy_source = False
html_domain_indices = False
html_show_search_summary = False  # it fetches pages, which a browser refuses for files
html_show_copyright = False
html_show_sphinx = False
