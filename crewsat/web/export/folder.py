"""The folder: page, service worker, archive, lists; names of what is kept for ever contain a hash of the contents."""

from __future__ import annotations

import hashlib
import json
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.pages.script import without_comments
from crewsat.web.app import FILES, OWN_FILES
from crewsat.web.export.archive import packed
from crewsat.web.export.notice import notice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crewsat.web.export.fetching import Fetched

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The Content-Security-Policy of every page. The worker has that of its own reply; see ``docs/publishing.md``."""
LIST = "files.json"
IN_BROWSER = ("archive.js", "engine.js", "kernel.js", "offline.js", "standing.js", "start.js")
"""The files of the page that a server does without."""
ICONS = {size: f"icon-{size}.png" for size in (180, 192, 512)}
"""Icons by their size in pixels; the smallest one is for Apple's devices."""


def write(out: Path, found: Fetched, kernel: bytes | None, docs: str | None = None) -> dict[str, int]:
    """Write the folder, whole or not at all, and return the size of each file in bytes.

    Args:
        out: the folder; an earlier version of the page is replaced.
        found: what the engine needs from elsewhere.
        kernel: the kernel as WebAssembly, or None to leave it out.
        docs: the address of the documentation, to be linked.

    Raises:
        NotInstalled: without Node.js, which compiles it.
        NotCompiled: if the engine does not start.
        InvalidInstance: if the folder holds something else.
        OSError: if it cannot be written.
    """
    check_folder(out)
    contents = contents_of(found, kernel, docs)
    out.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".page-", dir=out.parent) as name:
        made = Path(name) / "page"
        for path, content in contents.items():
            (made / path).parent.mkdir(parents=True, exist_ok=True)
            (made / path).write_bytes(content)
        if out.exists():
            out.rename(Path(name) / "before")
        made.rename(out)
    return {path: len(content) for path, content in contents.items()}


def check_folder(out: Path) -> None:
    """Check that a folder is new, empty, or an earlier version of the page, which may be replaced.

    Raises:
        InvalidInstance: if it is not: nothing else is ever removed.
        OSError: if it cannot be read.
    """
    if not out.exists():
        return
    if not out.is_dir():
        raise InvalidInstance([Defect(str(out), "is not a folder")])
    if any(out.iterdir()) and not ((out / LIST).is_file() and (out / "sw.js").is_file()):
        raise InvalidInstance([Defect(str(out), "holds something else than the page; allowed: a new folder")])


def kernel_of(file: Path) -> bytes:
    """Return the kernel in a file.

    Raises:
        InvalidInstance: if that is not a WebAssembly module.
        OSError: if it cannot be read.
    """
    content = file.read_bytes()
    if not content.startswith(b"\0asm\1\0\0\0"):
        raise InvalidInstance([Defect(str(file), "is not a WebAssembly module; allowed: what kernel/wasm.py makes")])
    return content


def contents_of(found: Fetched, kernel: bytes | None, docs: str | None = None) -> dict[str, bytes]:
    """Return the files of the folder by name."""
    archive = packed(found, kernel)
    engine = f"engine-{_hash(archive)}.bin"  # some servers unpack what is called .gz
    page = {path.removeprefix("/"): file.read_bytes() for path, file in FILES.items() if path != "/"}
    page |= {name: OWN_FILES.joinpath(name).read_bytes() for name in (*IN_BROWSER, *ICONS.values())}
    page["transport.js"] = OWN_FILES.joinpath("worker.js").read_bytes()
    page |= {
        name: without_comments(content.decode()).encode() for name, content in page.items() if name.endswith(".js")
    }
    version = _hash(*page.values(), archive)
    page["build.js"] = _build(engine, len(archive), version)
    folder = f"page-{_hash(*page.values())}"
    contents = {f"{folder}/{name}": content for name, content in page.items()}
    contents["index.html"] = _index(FILES["/"].read_text(encoding="utf-8"), folder, docs).encode()
    contents["notice.html"] = notice(found, f"{folder}/page.css", POLICY, kernel=kernel is not None).encode()
    contents["app.webmanifest"] = _manifest(folder)
    contents[engine] = archive
    contents["sw.js"] = _service_worker(["./", *contents], version)
    contents[LIST] = _listed(contents)
    return dict(sorted(contents.items()))


def _hash(*contents: bytes) -> str:
    return hashlib.sha256(b"".join(contents)).hexdigest()[:12]


def _build(engine: str, size: int, version: str) -> bytes:
    """Return the module that says what belongs together."""
    constants = {"ARCHIVE": f"../{engine}", "SIZE": size, "CACHE": f"crewsat-{version}"}
    lines = [f"export const {name} = {json.dumps(value)};\n" for name, value in constants.items()]
    return "".join(lines).encode()


def _index(page: str, folder: str, docs: str | None) -> str:
    """Return the page with the places of its files, and a policy."""
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
    page = page.replace('<meta name="viewport"', f'{policy}<meta name="viewport"', 1)
    for name in ("icon.svg", "page.css", "app.css", "app.js"):
        page = page.replace(f'"{name}"', f'"{folder}/{name}"')
    more = '<link rel="manifest" href="app.webmanifest">\n<link rel="license" href="notice.html">\n'
    more += f'<link rel="apple-touch-icon" href="{folder}/{ICONS[180]}">\n'
    if docs is not None:
        more += f'<link rel="help" href="{escape(docs)}">\n'
    return page.replace("</head>", f"{more}</head>", 1)


def _manifest(folder: str) -> bytes:
    """Return what a device needs to know to install the page as an app."""
    icons = [{"src": f"{folder}/icon.svg", "sizes": "any", "type": "image/svg+xml"}]
    icons += [
        {"src": f"{folder}/{name}", "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any maskable"}
        for size, name in ICONS.items()
    ]
    places = {"id": "./", "start_url": "./", "scope": "./"}
    looks = {"display": "standalone", "background_color": "#fbfbf9", "theme_color": "#0b57d0"}
    manifest = {"name": "CrewSAT", "short_name": "CrewSAT", **places, **looks, "icons": icons}
    return (json.dumps(manifest, indent=1) + "\n").encode()


def _service_worker(names: list[str], version: str) -> bytes:
    text = OWN_FILES.joinpath("sw.js").read_text(encoding="utf-8")
    known = json.dumps({"cache": f"crewsat-{version}", "files": names})
    return text.replace("files: FILES } = {};", f"files: FILES }} = {known};", 1).encode()


def _listed(contents: Mapping[str, bytes]) -> bytes:
    """Return the list of all files: size in bytes, and SHA-256."""
    entries = [
        {"name": name, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        for name, content in sorted(contents.items())
    ]
    return (json.dumps({"files": entries}, indent=1) + "\n").encode()
