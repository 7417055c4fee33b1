"""What only graders may know: judging how a task ended, from the world's own state."""

from sextant_worlds.truth.grade import Grade, grade

__all__ = ["Grade", "grade"]
