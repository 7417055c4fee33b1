"""Evaluates predicates on screens, and records their verdicts as the status of claims."""

from sextant.evidence.change import Change, change_between, changed_behind
from sextant.evidence.dialogs import Dialog, came_up, dialog_of
from sextant.evidence.evaluate import evaluate, held
from sextant.evidence.hindsight import OPEN, Hindsight
from sextant.evidence.ledger import ClaimLedger
from sextant.evidence.steps import StepJudgement, judge_step

__all__ = [
    "OPEN",
    "Change",
    "ClaimLedger",
    "Dialog",
    "Hindsight",
    "StepJudgement",
    "came_up",
    "change_between",
    "changed_behind",
    "dialog_of",
    "evaluate",
    "held",
    "judge_step",
]
