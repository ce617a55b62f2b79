"""Orders in German, Spanish and French."""

from __future__ import annotations

from collections.abc import Sequence

from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.sentence.draft import Draft
from cicatrix.core.policies.sentence.tokens import Sentence


def read(clauses: Sequence[Sentence], draft: Draft, lexicon: Lexicon) -> None:
    """Reads the clauses of one sentence into the draft, in order."""
    del clauses, draft, lexicon
