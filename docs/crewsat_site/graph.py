"""The directive ``graph``: a graph drawn, with the Hamiltonian path that is read back from the deal it becomes.

    ```{graph} What the drawing shows.
    1 2
    2 3
    ```

The content is a list of edges. The graph is reduced to a deal, the deal is decided, and its play is turned into a path.
"""

from __future__ import annotations

from html import escape
from itertools import pairwise
from math import cos, pi, sin
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

import crewsat

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

SIZE, MIDDLE, RADIUS, DOT = 220, 110, 80, 16


def path_of(graph: crewsat.Graph) -> tuple[int, ...]:
    """Return the Hamiltonian path that a winning play of the deal of a graph stands for; none if the deal is lost."""
    deal = crewsat.hamiltonian_path_to_crew.reduce(graph)
    play = crewsat.decide(deal).play
    return () if play is None else crewsat.hamiltonian_path_to_crew.witness_of(deal, play)


def picture(graph: crewsat.Graph, path: tuple[int, ...]) -> str:
    """Return an SVG of a graph, its vertices in a circle, the edges of a path emphasised."""
    angles = [2 * pi * k / len(graph.vertices) - pi / 2 for k in range(len(graph.vertices))]
    places = [(MIDDLE + RADIUS * cos(angle), MIDDLE + RADIUS * sin(angle)) for angle in angles]
    taken = {frozenset(edge) for edge in pairwise(path)}
    shapes = []
    for a, b in graph.edges:
        (x, y), (u, v) = places[a - 1], places[b - 1]
        look = "graph-taken" if frozenset((a, b)) in taken else "graph-edge"
        shapes.append(f'<line class="{look}" x1="{x:.1f}" y1="{y:.1f}" x2="{u:.1f}" y2="{v:.1f}"/>')
    for vertex, (x, y) in enumerate(places, 1):
        shapes.append(f'<circle class="graph-vertex" cx="{x:.1f}" cy="{y:.1f}" r="{DOT}"/>')
        shapes.append(f'<text x="{x:.1f}" y="{y + 5:.1f}" text-anchor="middle">{vertex}</text>')
    words = (
        f"A graph of {len(graph.vertices)} vertices with the edges {', '.join(f'{a}-{b}' for a, b in graph.edges)}. "
    )
    words += f"Hamiltonian path: {' '.join(map(str, path))}." if path else "It has no Hamiltonian path."
    head = f'<svg class="deal-drawing" role="img" viewBox="0 0 {SIZE} {SIZE}" width="{SIZE}" height="{SIZE}">'
    return f"{head}<title>{escape(words)}</title>{''.join(shapes)}</svg>"


class GraphDirective(SphinxDirective):
    """A list of edges, to be drawn."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return the figure."""
        try:
            graph = crewsat.parse_graph("\n".join(self.content) + "\n")
        except crewsat.CrewsatError as error:
            raise self.error(str(error)) from None
        drawing = picture(graph, path_of(graph))
        caption = f"<figcaption>{escape(self.arguments[0])}</figcaption>" if self.arguments else ""
        return [nodes.raw("", f'<figure class="deal">{drawing}{caption}</figure>', format="html")]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    app.add_directive("graph", GraphDirective)
    return {"version": crewsat.__version__, "parallel_read_safe": True, "parallel_write_safe": True}
