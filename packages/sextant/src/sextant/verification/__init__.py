"""Judges whether a goal is reached: code checks the citations, a model (the verifier) judges what they mean."""

from sextant.verification.answers import against_schema, as_answer
from sextant.verification.attempts import AttemptVerifier
from sextant.verification.citations import Exhibit, Exhibits, quoted_on
from sextant.verification.claims import ClaimJudge, ClaimJudgeParts
from sextant.verification.verifier import ModelVerifier, Verified, Verifier

__all__ = [
    "AttemptVerifier",
    "ClaimJudge",
    "ClaimJudgeParts",
    "Exhibit",
    "Exhibits",
    "ModelVerifier",
    "Verified",
    "Verifier",
    "against_schema",
    "as_answer",
    "quoted_on",
]
