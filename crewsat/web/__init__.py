"""A page on this machine: a deal is entered, decided, replayed, explored and explained in a browser.

It is served by Starlette and uvicorn. Nothing here decides anything: the questions are those of the library,
asked in its worker processes (`crewsat.web.questions`), and what is shown is drawn by the modules of replay pages.
"""
