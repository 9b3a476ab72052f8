"""The page as a folder of static files, which any web server can serve: the engine runs in the browser.

``python -m crewsat.web.export OUT`` fetches Pyodide, which is CPython as WebAssembly, and the wheels that the engine
needs, by npm and pip, and packs them with CrewSAT into one archive. Everything is pinned by its hash, and the folder is
the same wherever it is made from the same sources with the same version of zlib.
"""
