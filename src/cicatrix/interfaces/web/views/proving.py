"""The proof of one entry on its page: the path, the commands that check it elsewhere, and what they print."""

from __future__ import annotations

from dataclasses import dataclass

from cicatrix.core.episodes import JsonObject
from cicatrix.engine.browse import Browser
from cicatrix.errors import VerificationFailed
from cicatrix.interfaces.web.views.proof_path import ProofPath, proof_path


@dataclass(frozen=True, slots=True)
class Proving:
    """``fault``: why the ledger cannot prove this entry; then there is no proof and no path."""

    proof: JsonObject | None
    path: ProofPath | None
    size: int
    root: str
    signed: bool
    fault: str
    expected: str  # what the offline verifier prints, letter for letter

    @property
    def state(self) -> str:
        return "FAILED" if self.fault else "SIGNED" if self.signed else "UNSIGNED"


def proving(browser: Browser, seq: int, kind: str, leaf: bytes) -> Proving:
    try:
        proof = browser.inclusion(seq)
    except VerificationFailed as error:
        return Proving(None, None, 0, "", False, error.message, "")
    size, root, hashes = proof["size"], proof["root"], proof["hashes"]
    assert isinstance(size, int)
    assert isinstance(root, str)
    assert isinstance(hashes, list)
    path = proof_path(seq, size, leaf, [bytes.fromhex(str(item)) for item in hashes])
    return Proving(proof, path, size, root, proof["checkpoint"] is not None, "", _expected(proof, seq, size, kind))


def commands(namespace: str, seq: int) -> str:
    name = f"entry-{seq}.json"
    return f"cicatrix ledger proof {seq} --out {name} -n {namespace}\npython cicatrix_verify.py proof {name}"


def _expected(proof: JsonObject, seq: int, size: int, kind: str) -> str:
    lines = ["OK: the proof holds.", "", f"  log      {proof['origin']}", f"  root     {proof['root']}"]
    checked = [f"  checked  #{seq}, {kind}, is in the tree of {size} entries"]
    if proof["body"] is None:
        checked.append("  checked  that its words are missing; whether an erasure took them, only a bundle shows")
    keys = proof["keys"]
    if isinstance(keys, list) and keys:
        lines.append(
            f"  state    SIGNED to #{size}: whoever holds the key can rewrite it. Give a checkpoint kept elsewhere "
            "(--checkpoint) to rule that out. The key came with the file: compare it with one that you were given "
            "(--key)."
        )
        lines.append(f"  key      {keys[0]}")
        checked.append(f"  checked  the checkpoint of {size} entries is signed")
    else:
        lines.append(
            "  state    UNSIGNED: whoever holds the log can rewrite all of it. "
            "Compare the root with one kept elsewhere."
        )
    return "\n".join([*lines, *checked])
