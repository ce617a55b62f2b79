"""The memory as an MCP server: four tools for an agent, on the official SDK, which is loaded when a server is made.

``shapes`` are the answers with their schemas, ``server`` the tools.
"""
