"""How people and programs reach Cicatrix: command line, HTTP, the page."""
