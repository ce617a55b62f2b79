"""Whether a reading may stop calls by itself, or waits for a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cicatrix.core.actions.action import Action
from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.policy import Policy


def checked(policy: Policy, lexicon: Lexicon, episodes: Sequence[Action]) -> Policy:
    del lexicon, episodes
    return replace(policy)
