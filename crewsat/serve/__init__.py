"""``crewsat serve``: questions of other programs on standard input, answered on standard output, as JSON-RPC 2.0.

The parent process reads requests, gives them to warm children (`crewsat.engine.desk`) and writes their answers; it
imports nothing of what answers them, so it starts quickly and stays small. `methods` is the table of what may be asked;
`answering` is the child's side. `plain` and `mcp` say which requests there are, `session` what one client has asked.
"""
