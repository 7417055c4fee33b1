"""Sextant inside other people's programs: an MCP server, wrappers for other agents."""
