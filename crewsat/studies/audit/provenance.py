"""The identity of the code: stored results are worthless if it is unknown which code computed them.

The benchmarks have their own digest, which must also work for older states of the package.
"""

from __future__ import annotations

import hashlib
from importlib.util import find_spec
from pathlib import Path


def code_digest() -> str:
    """Return a digest of the code of crewsat and its encodings; even a changed comment changes it."""
    digest = hashlib.sha256()
    for package in ("crewsat", "crewsat_encodings"):
        spec = find_spec(package)
        for folder in [] if spec is None else spec.submodule_search_locations or []:
            for path in sorted(Path(folder).rglob("*")):
                if path.suffix in {".py", ".lp"}:
                    digest.update(f"{package}/{path.relative_to(folder)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
