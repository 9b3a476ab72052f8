"""The state of the code, by a digest: the same on two machines if they run the same program."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

_PACKAGES = ("crewsat", "crewsat_encodings")
_CODE = {".py", ".lp"}


@cache
def code_digest() -> str:
    """Return a digest of the code of crewsat and its encodings: a change of a comment changes it."""
    digest = hashlib.sha256()
    for package in _PACKAGES:
        spec = find_spec(package)
        for folder in [] if spec is None else spec.submodule_search_locations or []:
            for path in sorted(Path(folder).rglob("*")):
                if path.suffix in _CODE:
                    digest.update(f"{package}/{path.relative_to(folder)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
