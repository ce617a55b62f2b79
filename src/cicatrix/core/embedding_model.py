"""What makes vectors: the body of an ``em-n``."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EmbeddingModel:
    """What made vectors. Two models' vectors are never compared; a changed ``sha256`` is another model."""

    id: str  # "minilm-l6-v2-int8", "text-embedding-v4"
    dimension: int
    sha256: str  # of the model's file; of id and endpoint where it is served
    duplicate: int  # calibrated cosines in millionths: at and above, two statements may say the same
    related: int  # …, they speak of the same thing; clusters of sleep hold together
    floor: int  # …, a memory may be evidence for a query
