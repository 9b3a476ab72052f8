"""Files for results: places are checked before the work, and files are written whole or not at all."""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

from crewsat.errors import Defect, InvalidInstance

if TYPE_CHECKING:
    from collections.abc import Iterable


def check_output(
    name: str | os.PathLike[str],
    inputs: Iterable[str | None] = (),
    *,
    appended: bool = False,
    option: str = "--output",
) -> None:
    """Insist on a place for results that is a regular file, or none yet, in a folder that can be written.

    Args:
        name: the file.
        inputs: names of files, none of which it may be; None and ``-`` are passed over.
        option: what asks for it.
        appended: whether results are appended, for which the folder of a file that is there need not be written.

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
    """Write a file whole or not at all: under another name beside its place first, then in its place.

    A link is followed, and the permissions of a file that was there are kept. If the file cannot be written (the folder
    must be writable, too), what was there before is still there.

    Raises:
        InvalidInstance: with the name and what is wrong.
    """
    place = Path(os.path.realpath(name))
    part = place.with_name(f".crewsat-{os.getpid()}-{threading.get_ident()}.part")
    try:
        with suppress(FileNotFoundError):
            Path(name).stat()  # of links that run in a circle, an error
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
    """Write a file that is not there yet, whole or not at all.

    Raises:
        InvalidInstance: with the name and what is wrong, if there is one already, say.
    """
    if os.path.lexists(name):
        raise _refused(name, "exists already, and is not overwritten")
    write_whole(name, data)


def check_folder(name: str) -> None:
    """Make a folder for results if it is missing, and insist that files can be written there.

    Raises:
        InvalidInstance: with the name and what is wrong.
    """
    try:
        Path(name).mkdir(parents=True, exist_ok=True)
        _check_writable(name)
    except OSError as error:
        raise _unwritable(name, error) from None


def _unwritable(name: str | os.PathLike[str], error: OSError | ValueError) -> InvalidInstance:
    why = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return _refused(name, f"cannot be written: {why.lower()}")


def _refused(name: str | os.PathLike[str], words: str) -> InvalidInstance:
    return InvalidInstance([Defect("", words)], os.fspath(name))
