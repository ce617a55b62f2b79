"""Orders in Chinese."""

from __future__ import annotations

from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.sentence.draft import Draft
from cicatrix.core.policies.sentence.tokens import Sentence


def read(sentence: Sentence, draft: Draft, lexicon: Lexicon) -> None:
    """Reads one sentence into the draft."""
    del sentence, draft, lexicon
