"""The page: what the ledger holds, for people, at addresses that can be copied, printed and read by programs."""

from cicatrix.interfaces.web.app import create_app
from cicatrix.interfaces.web.server import serve

__all__ = ["create_app", "serve"]
