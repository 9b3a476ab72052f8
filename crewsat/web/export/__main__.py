"""``python -m crewsat.web.export OUT``: write the page as a folder of static files."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from crewsat.base.errors import CrewsatError
from crewsat.web.export.fetching import fetched
from crewsat.web.export.folder import check_folder, kernel_of, write


def main() -> int:
    """Run the command line, and return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m crewsat.web.export", description=__doc__)
    parser.add_argument(
        "out",
        type=Path,
        metavar="OUT",
        help="a new folder, or an earlier version of it, to be replaced",
    )
    parser.add_argument(
        "--kernel",
        type=Path,
        metavar="FILE",
        help="the compiled kernel as WebAssembly, as kernel/wasm.py makes it; without it the page is slower",
    )
    parser.add_argument("--docs", metavar="URL", help="where the documentation is, as seen from the page, to be linked")
    arguments = parser.parse_args()
    out: Path = arguments.out
    try:
        check_folder(out)
        kernel = None if arguments.kernel is None else kernel_of(arguments.kernel)
        listed = write(out, fetched(), kernel, arguments.docs)
    except (CrewsatError, OSError) as error:
        sys.stderr.write(f"error: {error}\n")
        return 1
    sent = sum(listed.values())
    sys.stdout.write(f"{out}: {len(listed)} files, {sent / 1e6:.1f} MB\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
