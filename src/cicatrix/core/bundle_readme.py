"""The explanation that lies in every bundle. It belongs to the format: another text is another format.

The offline verifier knows its hash, so it may not change while the format stands (a test compares them).
"""

from __future__ import annotations

from typing import Final

TEXT: Final = """\
# A Cicatrix bundle, format 2

This archive holds the memory of an AI agent: what it experienced, what people corrected, the rules that were learnt from
that, what it was asked and how the answer was graded, what it wanted to do and what was said of it; sealed so that a change to any of it can be found by somebody who
trusts neither the agent nor its operator.

## Check it yourself

    python cicatrix_verify.py BUNDLE
    python cicatrix_verify.py BUNDLE --key KEY --checkpoint NOTE

The verifier is one file of Python that needs nothing but Python. Take it from the project, not from whoever gave you
this archive. Get KEY from the operator by another way, and NOTE from a place that the operator cannot rewrite.

It says how far the proof goes. UNSIGNED: whoever holds the log could have rewritten all of it. SIGNED: only whoever holds
the key could have. ANCHORED: it agrees with a checkpoint that was kept elsewhere, so up to there nobody has.

## What is in it

- `entries.jsonl`: the ledger, an entry a line. `header` is hashed into a chain and a Merkle tree (RFC 9162) and never
  changes. `body` is what was recorded, and `salt` makes its commitment in the header: `commit` =
  HMAC-SHA256(salt, body). An erased entry has neither: its header still stands, its words are gone, and nobody can guess
  them from the commitment. The entry that took them, of kind `erasure`, names it among its `parents`; without one the
  words were destroyed, and the verifier says so. An entry that was not asked for is withheld: only its `leaf` is here.
- `checkpoints/`: signed notes (C2SP) with the size and the root of the log. `keys.txt`: the public keys they are signed
  with; a key is handed on by an entry of kind `key.rotated`, signed by the key before it and by the new one.
- `proofs.jsonl`: that each checkpoint is the beginning of the next, and the last one of the whole log.
- `rules.jsonl`, `memories.jsonl`, `recalls.jsonl`, `verdicts.jsonl`, `approvals.jsonl`: what the entries amount to, for
  reading. The verifier makes them again from the entries and compares. A verdict is the gate's word on an action before it
  is done; an approval a person's permit for one exact action, once.
- `manifest.json`: what this bundle states about itself, and the SHA-256 of every other member.

In headers, `actor` and `subjects` are pseudonyms; `at` is when an entry was sealed, in UTC; `origin` is where its words
came from (system, ratified, human, agent, tool, external); `parents` are the entries it rests on; `by` is the program
that sealed it.

## Which questions of an audit it helps with

These records support the work that the following texts ask for. Whether an organisation meets them depends on much that
no file can show.

| text | what the records support | where |
|---|---|---|
| EU AI Act, Article 12 (record-keeping) | events over the lifetime of the system, in order, with time and origin | `entries.jsonl` |
| EU AI Act, Article 26(6) (logs kept by deployers) | keeping the logs so that a gap or a change shows | `checkpoints/`, `proofs.jsonl` |
| ISO/IEC 42001, 9.1 and A.6.2.8 (monitoring, event logs) | what the system knew, was asked, and how sure it was | `recalls.jsonl`, `rules.jsonl` |
| EU AI Act, Article 14 (human oversight) | which actions a person permitted or refused, and when | `approvals.jsonl`, `verdicts.jsonl` |
| SOC 2, CC7.2 and CC8.1 (monitoring, change management) | who changed a rule, when, for which stated reason | `entries.jsonl`, kinds `memory.*`, `policy.decided` |
| GDPR, Article 15 (access) | the recorded words, and what was learnt from them | `entries.jsonl`, `memories.jsonl` |
| GDPR, Article 17 (erasure) | that an entry's words are gone while the log still verifies | entries without `body` and `salt` |
"""  # noqa: E501  a table of Markdown
