"""The path of a proof as a drawing: from the leaf at the foot, past the hash beside each step, to the root at the head.

Places across are per cent, so that text keeps its size on narrow pages; places down are pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cicatrix.core.merkle import inclusion_ranges, node_hash

_STEP: Final = 46
_HEAD: Final = 52
_FOOT: Final = 44
_PATH: Final = (41.0, 59.0)
_BESIDE: Final = (29.0, 71.0)


@dataclass(frozen=True, slots=True)
class Step:
    """A joint of the path: what lies below it on the path, and the hash of the other half beside that."""

    x: float
    y: int
    from_x: float  # the joint below
    from_y: int
    beside_x: float  # the other half, which stands as low as the joint below
    left: bool  # whether the other half is the left one
    parts: tuple[str, ...]  # what the other half covers, in the lines of a narrow page: #1, to #1024
    hash: str  # hex
    here: str  # the hash at the joint, hex: of both halves

    @property
    def covers(self) -> str:
        return " ".join(self.parts)


@dataclass(frozen=True, slots=True)
class ProofPath:
    steps: tuple[Step, ...]  # from the leaf up
    height: int
    leaf_x: float
    leaf_y: int
    root_x: float
    root_y: int
    label: str


def proof_path(seq: int, size: int, leaf: bytes, hashes: list[bytes]) -> ProofPath:
    """Lay out the proof that entry ``seq`` is among ``size``; ``hashes`` nearest to the leaf first.

    The path leans to the side on which its half lies, so the drawing is the tree and not an ornament.
    """
    ranges = inclusion_ranges(seq - 1, size)
    sides = [end <= seq - 1 for _, end in ranges]  # True: the other half is the left one
    xs = [_PATH[1] if left else _PATH[0] for left in sides] + [50.0]
    foot = _HEAD + _STEP * len(ranges)
    steps: list[Step] = []
    current = leaf
    for number, ((start, end), left, beside) in enumerate(zip(ranges, sides, hashes, strict=True)):
        current = node_hash(beside, current) if left else node_hash(current, beside)
        steps.append(
            Step(
                x=xs[number + 1],
                y=foot - _STEP * (number + 1),
                from_x=xs[number],
                from_y=foot - _STEP * number,
                beside_x=_BESIDE[0] if left else _BESIDE[1],
                left=left,
                parts=(f"#{end}",) if end - start == 1 else (f"#{start + 1}", f"to #{end}"),
                hash=beside.hex(),
                here=current.hex(),
            )
        )
    count = len(steps)
    lead = "joins" if count == 1 else "join"
    label = f"{count} hash{'' if count == 1 else 'es'} {lead} the leaf of #{seq} to the root over {size} entries"
    return ProofPath(tuple(steps), foot + _FOOT, xs[0], foot, xs[-1], _HEAD, label)
