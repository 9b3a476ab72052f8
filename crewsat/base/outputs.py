"""Files for results: places are checked before the work, and files are written whole or not at all."""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.base.wording import listed

if TYPE_CHECKING:
    from collections.abc import Iterable


def check_output(
    name: str | os.PathLike[str],
    inputs: Iterable[str | None] = (),
    *,
    appended: bool = False,
    option: str = "--output",
) -> None:
    """Check that a place for results is a regular file, or does not exist yet, in a writable folder.

    Args:
        name: the file.
        inputs: names of files that it must not be; None and ``-`` are ignored.
        option: the option that names it.
        appended: whether results are appended, for which the folder of an existing file need not be writable.

    Raises:
        InvalidInstance: with the name and what is wrong.
    """
    if not os.fspath(name):
        raise _refused(option, "the name of a file is empty")
    path = Path(name)
    try:
        if path.exists():
            _check_existing(path, [Path(file) for file in inputs if file and file != "-"])
        if not (appended and path.exists()):
            _check_writable(Path(os.path.realpath(name)).parent)
    except (OSError, ValueError) as error:
        raise _unwritable(name, error) from None


def _check_existing(path: Path, inputs: Iterable[Path]) -> None:
    if not path.is_file():
        raise _refused(path, "is not a regular file")
    if any(file.exists() and path.samefile(file) for file in inputs):
        raise _refused(path, "is one of the inputs; results go to a file of their own")


def _check_writable(folder: str | os.PathLike[str]) -> None:
    with TemporaryFile(dir=folder):
        pass


def write_whole(name: str | os.PathLike[str], *parts: bytes | memoryview) -> None:
    """Write a file whole or not at all: first under another name beside its place, then renamed.

    A link is followed, and the permissions of an existing file are kept. If the file cannot be written (the folder must
    be writable, too), the existing file stays as it was.

    Raises:
        InvalidInstance: with the name and what is wrong.
    """
    place = Path(os.path.realpath(name))
    part = place.with_name(f".crewsat-{os.getpid()}-{threading.get_ident()}.part")
    try:
        with suppress(FileNotFoundError):
            Path(name).stat()  # circular links are an error
        try:
            with part.open("xb") as stream:
                stream.writelines(parts)
                stream.flush()
                os.fsync(stream.fileno())
            if place.exists():
                part.chmod(place.stat().st_mode)
            part.replace(place)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise _unwritable(name, error) from None


def write_new(name: str | os.PathLike[str], data: bytes) -> None:
    """Write a file that does not exist yet, whole or not at all.

    Raises:
        InvalidInstance: with the name and what is wrong, for example that it exists.
    """
    if os.path.lexists(name):
        raise _refused(name, "exists already, and is not overwritten")
    write_whole(name, data)


def check_folder(name: str) -> None:
    """Create a folder for results if it is missing, and check that files can be written there.

    Raises:
        InvalidInstance: with the name and what is wrong.
    """
    try:
        Path(name).mkdir(parents=True, exist_ok=True)
        _check_writable(name)
    except OSError as error:
        raise _unwritable(name, error) from None


def check_empty_folder(name: str) -> None:
    """Create a folder for results if it is missing, and check that it is empty and files can be written there.

    Raises:
        InvalidInstance: with the name and what is wrong.
    """
    check_folder(name)
    try:
        others = sorted(entry.name for entry in Path(name).iterdir())
    except OSError as error:
        raise _unwritable(name, error) from None
    if others:
        raise _refused(name, f"holds other files: {listed(others)}; allowed: a new folder, or an empty one")


def _unwritable(name: str | os.PathLike[str], error: OSError | ValueError) -> InvalidInstance:
    why = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return _refused(name, f"cannot be written: {why.lower()}")


def _refused(name: str | os.PathLike[str], words: str) -> InvalidInstance:
    return InvalidInstance([Defect("", words)], os.fspath(name))
