"""``python -m cicatrix`` is the command ``cicatrix``."""

from __future__ import annotations

from cicatrix.interfaces.cli import main

if __name__ == "__main__":
    main()
