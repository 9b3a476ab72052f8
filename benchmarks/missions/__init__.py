"""The atlas of missions, ``docs/missions``: its pages and figures, from the exports of its sweeps."""
