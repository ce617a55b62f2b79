"""The gate where a coding agent's harness calls its tools.

Such a harness runs a command before and after every call of a tool, with the call as JSON on standard input. It lets
the call run whenever that command fails in any way but one, so everything here ends in a deny unless a verdict says
otherwise. ``harness`` knows the harness's JSON, ``entry`` is the command before a call, ``after`` the one behind it,
``install`` writes both into the harness's settings. None of them loads more than a verdict takes.
"""
