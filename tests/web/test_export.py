"""The folder of the page is the same wherever it is made, and says in words what it lacks."""

from __future__ import annotations

import ast
import hashlib
import io
import json
import struct
import subprocess
import sys
import tarfile
import zipfile
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest

from crewsat.base.errors import InvalidInstance, NotInstalled
from crewsat.pages.script import without_comments
from crewsat.web.app import FILES
from crewsat.web.export import archive, fetching
from crewsat.web.export.archive import LIBRARY, LOCK, PYODIDE, packed
from crewsat.web.export.bytecode import Bytecode, NotCompiled, bytecode_of
from crewsat.web.export.fetching import Fetched, NotFetched
from crewsat.web.export.folder import contents_of, kernel_of, write
from tests.support.places import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]  # the first one compiles the kernel

LIBRARY_FILES = ("os.py", "encodings/utf_8.py", "encodings/cp1251.py", "unittest/case.py")


@pytest.fixture(autouse=True)
def nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was fetched is made up, and cannot be started."""
    monkeypatch.setattr(archive, "bytecode_of", lambda *_: Bytecode())


def _library(*names: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as packed_library:
        for name in names:
            packed_library.writestr(name, f"# {name}\n")
    return made.getvalue()


def _found(*reverse: bool, library: Sequence[str] = LIBRARY_FILES) -> Fetched:
    """What might have been fetched, in one order or the other."""
    pyodide = dict.fromkeys((*PYODIDE, "package.json"), b"content")
    pyodide |= {
        LIBRARY: _library(*sorted(library, reverse=bool(reverse))),
        LOCK: b'{"info": {"abi": 1}, "packages": {"x": 1}}',
    }
    wheels = {
        "pydantic/main.py": b"main",
        "pydantic/v1/main.py": b"old",
        "rich-15.0.0.dist-info/licenses/LICENSE": b"to be <passed> on",
        "rich-15.0.0.dist-info/METADATA": b"Metadata-Version: 2.4\nName: rich\nVersion: 15.0.0\n\nLong\n",
    }
    return Fetched(pyodide, dict(sorted(wheels.items(), reverse=bool(reverse))))


def _members(archive: bytes) -> dict[str, bytes]:
    with tarfile.open(fileobj=io.BytesIO(archive)) as opened:
        contents = ((member.name, opened.extractfile(member)) for member in opened.getmembers())
        return {name: file.read() for name, file in contents if file is not None}


def test_the_archive_holds_what_is_needed() -> None:
    members = _members(packed(_found(), None))
    assert members["pydantic/main.py"] == b"main"
    assert members["rich-15.0.0.dist-info/METADATA"] == b"Metadata-Version: 2.4\nName: rich\nVersion: 15.0.0\n"
    assert b"def answered(" in members["crewsat/web/questions.py"]
    assert "crewsat_encodings/__init__.py" in members
    assert "crewsat/__init__.pyi" in members  # the names of the package
    assert json.loads(members[f"pyodide/{LOCK}"]) == {"info": {"abi": 1}, "packages": {}}
    with zipfile.ZipFile(io.BytesIO(members[f"pyodide/{LIBRARY}"])) as library:
        assert library.namelist() == ["encodings/utf_8.py", "os.py"]
    left_out = (
        "pydantic/v1/",
        "crewsat/cli/",
        "crewsat/sweeps/",
        "crewsat/web/app.py",
        "crewsat/web/static/",
        "pyodide/package.json",
    )
    assert not [name for name in members if name.startswith(left_out) or "__pycache__" in name]


def test_what_is_compiled_takes_the_place_of_its_source(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = dict.fromkeys(
        ("crewsat/web/questions.py", "crewsat/__init__.py", f"pyodide/{LIBRARY}/encodings/utf_8.py"), b"bytecode"
    )
    source = _members(packed(_found(), None))
    monkeypatch.setattr(archive, "bytecode_of", lambda *_: Bytecode(compiled, frozenset({"os.py"})))
    members = _members(packed(_found(), None))
    assert members["crewsat/web/questions.pyc"] == b"bytecode"
    assert source.keys() - members.keys() == {"crewsat/web/questions.py"}
    assert "crewsat/__init__.py" in members  # it reads the stub beside it, by its own name
    with zipfile.ZipFile(io.BytesIO(members[f"pyodide/{LIBRARY}"])) as library:
        assert {name: library.read(name) for name in library.namelist()} == {"encodings/utf_8.pyc": b"bytecode"}


def test_an_engine_that_does_not_start_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotCompiled, match=r"does not start in Node\.js: Error .*pyodide\.mjs"):
        bytecode_of({}, b"")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NotInstalled, match="apt-get install nodejs"):
        bytecode_of({}, b"")


def test_what_starts_with_the_engine_is_compiled(folder: Path) -> None:
    names = _members(next(folder.glob("engine-*")).read_bytes()).keys()
    assert {"crewsat/web/questions.pyc", "crewsat_kernel.pyc", "crewsat/__init__.py", "pydantic/main.py"} <= names


@pytest.mark.thorough
def test_the_same_is_compiled_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "bytecode_of", bytecode_of)
    found = fetching.fetched()
    assert packed(found, None) == packed(found, None)


def _imported(code: bytes) -> Iterator[str]:
    """The modules that a module imports, also late."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def test_what_is_imported_from_the_standard_library_is_there() -> None:
    modules = {name: code for name, code in _members(packed(_found(), None)).items() if name.endswith(".py")}
    named = {name for path, code in modules.items() if path.startswith("crewsat") for name in _imported(code)}
    wanted = {name.partition(".")[0] for name in named} & sys.stdlib_module_names
    assert {"difflib", "json"} <= wanted
    library = [place for name in wanted for place in (f"{name}.py", f"{name}/__init__.py")]
    kept = _members(packed(_found(library=library), None))[f"pyodide/{LIBRARY}"]
    with zipfile.ZipFile(io.BytesIO(kept)) as opened:
        found = {name.removesuffix(".py").removesuffix("/__init__") for name in opened.namelist()}
    assert wanted <= found


def test_the_kernel_may_be_left_out() -> None:
    kernel = {
        "kernel.wasm": b"\0asm",
        "crewsat_kernel.py": files("crewsat.web.export").joinpath("kernel.py").read_bytes(),
    }
    with_it, without = _members(packed(_found(), b"\0asm")), _members(packed(_found(), None))
    assert with_it == without | kernel


def test_only_a_module_is_taken_for_the_kernel(tmp_path: Path) -> None:
    (tmp_path / "kernel.wasm").write_bytes(b"\0asm\1\0\0\0...")
    assert kernel_of(tmp_path / "kernel.wasm") == b"\0asm\1\0\0\0..."
    with pytest.raises(InvalidInstance, match="is not a WebAssembly module"):
        kernel_of(ROOT / "README.md")


def test_the_icons_have_their_sizes() -> None:
    contents = contents_of(_found(), None)
    icons = json.loads(contents["app.webmanifest"])["icons"]
    drawn = [icon for icon in icons if icon["type"] == "image/png"]
    assert len(drawn) == 3
    for icon in drawn:
        width, height = struct.unpack(">II", contents[icon["src"]][16:24])
        assert icon["sizes"] == f"{width}x{height}"
    assert any(f'rel="apple-touch-icon" href="{icon["src"]}"' in contents["index.html"].decode() for icon in drawn)


def test_the_documentation_is_linked_where_it_is() -> None:
    pages = [contents_of(_found(), None, docs)["index.html"].decode() for docs in ("../?a&b", None)]
    assert ['<link rel="help" href="../?a&amp;b">' in page for page in pages] == [True, False]


def test_the_folder_is_the_same_in_any_order() -> None:
    first = contents_of(_found(), None)
    assert first == contents_of(_found(True), None)
    assert first != contents_of(Fetched(_found().pyodide, {"pydantic/main.py": b"other"}), None)


def test_a_name_with_a_hash_changes_with_its_contents() -> None:
    first, second = (
        contents_of(_found(), None),
        contents_of(Fetched(_found().pyodide, {"pydantic/main.py": b"other"}), None),
    )
    for name in first.keys() & second.keys():
        assert first[name] == second[name] or name in {
            "index.html",
            "notice.html",
            "sw.js",
            "files.json",
            "app.webmanifest",
        }


def test_the_list_and_the_service_worker_name_every_file(tmp_path: Path) -> None:
    write(tmp_path / "out", Fetched(_found().pyodide, {"pydantic/main.py": b"of an earlier version"}), None)
    sizes = write(tmp_path / "out", _found(), None)
    there = {path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    assert there == set(sizes)
    listed = json.loads((tmp_path / "out" / "files.json").read_text())["files"]
    assert {one["name"] for one in listed} == there - {"files.json"}
    for one in listed:
        content = (tmp_path / "out" / one["name"]).read_bytes()
        assert (one["size"], one["sha256"]) == (len(content), hashlib.sha256(content).hexdigest())
    worker = (tmp_path / "out" / "sw.js").read_text()
    known = json.loads(worker.partition("files: FILES } = ")[2].partition(";\n")[0])
    assert set(known["files"]) == there - {"files.json", "sw.js"} | {"./"}


def test_the_page_is_that_of_the_server() -> None:
    contents = contents_of(_found(), None)
    folder = next(name for name in contents if name.endswith("/app.js")).removesuffix("/app.js")
    for path, file in FILES.items():
        if path not in {"/", "/transport.js"}:
            content = file.read_bytes()
            shown = without_comments(content.decode()).encode() if path.endswith(".js") else content
            assert contents[folder + path] == shown
    page = contents["index.html"].decode()
    assert page.count(f'"{folder}/') == 5  # with an icon for devices
    assert page.replace(f"{folder}/", "").splitlines()[:4] == FILES["/"].read_text().splitlines()[:4]


def test_licences_are_shown_as_text() -> None:
    page = contents_of(_found(), None)["notice.html"].decode()
    for words in (
        "rich 15.0.0",
        "to be &lt;passed&gt; on",
        "Mozilla Public License",
        "evaluation and research purposes",
    ):
        assert words in page


def test_without_npm_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NotInstalled, match="apt-get install npm"):
        fetching.fetched()


def test_a_failed_download_is_one_line(tmp_path: Path) -> None:
    npm = tmp_path / "npm"
    npm.write_text("#!/bin/sh\necho no such package >&2\nexit 1\n")
    npm.chmod(0o755)
    command = [sys.executable, "-m", "crewsat.web.export", str(tmp_path / "out")]
    ended = subprocess.run(command, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == "error: npm cannot fetch what the page needs: no such package\n"
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["file", "folder"])
def test_nothing_of_others_is_removed(tmp_path: Path, name: str) -> None:
    out = tmp_path / name
    if name == "folder":
        out.mkdir()
        (out / "thesis.tex").write_text("years of work")
    else:
        out.write_text("years of work")
    with pytest.raises(InvalidInstance, match=f"{name}: (is not a folder|holds something else than the page)"):
        write(out, _found(), None)
    assert (out / "thesis.tex" if name == "folder" else out).read_text() == "years of work"


def test_a_folder_is_there_whole_or_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    write(out, _found(), None)
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}

    def full(_path: Path, _content: bytes) -> None:
        raise OSError("no space left")

    with monkeypatch.context() as patched:
        patched.setattr(type(out), "write_bytes", full)
        with pytest.raises(OSError, match="no space left"):
            write(out, Fetched(_found().pyodide, {"pydantic/main.py": b"other"}), None)
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before
    assert list(tmp_path.iterdir()) == [out]


def test_our_licence_is_ours() -> None:
    assert (files("crewsat.web.export") / "licences" / "crewsat.txt").read_text() == (ROOT / "LICENSE").read_text()


def test_another_package_than_the_pinned_one_is_refused(tmp_path: Path) -> None:
    archive = tmp_path / "pyodide.tgz"
    with tarfile.open(archive, "w:gz") as made:
        made.addfile(tarfile.TarInfo("package/pyodide.mjs"), io.BytesIO(b""))
    with pytest.raises(NotFetched, match="has the SHA-256"):
        fetching._of_package(archive)


def test_scripts_lose_their_comments_and_nothing_else() -> None:
    code = '// one\nlet a = "//"; // kept\n/** two\n * lines, and a * star */\n  // inside\n  b();\n'
    assert without_comments(code) == 'let a = "//"; // kept\n  b();\n'
