"""Sextant inside other programs: an MCP server, and adapters for other agents and benchmarks."""
