"""What a player claims that something is worth, held against what it is.

>>> from trinb.board import BRIDGE
>>> from trinb.ruleset import rules
>>> swedish = rules("triangelspelet")
>>> print(Verdict(Claim(50), 50, BRIDGE).words(swedish))
Claimed: 50. That is right.
>>> print(Verdict(Claim(75, Kind.DOCKING), 50, BRIDGE).words(swedish))
Claimed: docking, 75. It is no docking. It is a bridge: one side lies against a tile, and the opposite
corner touches one too. It gives 50 points (§7), not 75.
"""

from __future__ import annotations

from typing import NamedTuple

from .board import Contact, Kind
from .entries import Claim
from .moves import KIND_WORDS
from .ruleparts import Reason
from .ruleset import RuleSet
from .words import N_, tr, trn


class Verdict(NamedTuple):
    """Whether a claim was right, and what is.

    Attributes:
        claim: what was claimed.
        points: what it is worth.
        contact: how the tile met the board; None if no tile was laid.
    """

    claim: Claim
    points: int
    contact: Contact | None

    @property
    def points_are_right(self) -> bool:
        """Whether the points are as claimed; what is not claimed is not wrong."""
        return self.claim.points in (None, self.points)

    @property
    def kind_is_right(self) -> bool:
        """Whether the kind is as claimed."""
        return self.claim.kind in (None, self.contact.kind if self.contact else None)

    @property
    def is_right(self) -> bool:
        """Whether everything that was claimed is so."""
        return self.points_are_right and self.kind_is_right

    def words(self, rules: RuleSet) -> str:
        """What was claimed, whether that is right, and what is so instead, with the clause."""
        said = [self._claimed(), tr("That is right.")] if self.is_right else [self._claimed()]
        if self.contact and self.claim.kind and not self.kind_is_right:
            said.append(f"{tr(_NO_KIND[self.claim.kind])} {tr(_WHY[self.contact.kind])}")
        elif self.contact and not self.is_right:
            said.append(tr(_WHY[self.contact.kind]))
        if not self.points_are_right:
            said.append(self._worth(rules))
        return " ".join(said)

    def _claimed(self) -> str:
        points, kind = self.claim.points, self.claim.kind
        if kind is None:
            return tr("Claimed: {points}.", points=points)
        if points is None:
            return tr("Claimed: {kind}.", kind=tr(KIND_WORDS[kind]))
        return tr("Claimed: {kind}, {points}.", points=points, kind=tr(KIND_WORDS[kind]))

    def _worth(self, rules: RuleSet) -> str:
        clause = rules.clause_of(Reason(self.contact.kind.value)) if self.contact else ""
        if clause:
            return trn(
                "It gives {n} point ({clause}), not {claimed}.",
                "It gives {n} points ({clause}), not {claimed}.",
                self.points,
                clause=clause,
                claimed=self.claim.points,
            )
        return trn(
            "It gives {n} point, not {claimed}.",
            "It gives {n} points, not {claimed}.",
            self.points,
            claimed=self.claim.points,
        )


_NO_KIND = {
    Kind.START: N_("It is not the first tile."),
    Kind.PLAIN: N_("It is no plain placement."),
    Kind.BRIDGE: N_("It is no bridge."),
    Kind.DOCKING: N_("It is no docking."),
    Kind.DRONE: N_("It is no drone."),
}

_WHY = {
    Kind.START: N_("It is the first tile."),
    Kind.PLAIN: N_("It is plain: one side lies against a tile, and the opposite corner touches none."),
    Kind.BRIDGE: N_("It is a bridge: one side lies against a tile, and the opposite corner touches one too."),
    Kind.DOCKING: N_("It is a docking: two sides lie against tiles."),
    Kind.DRONE: N_("It is a drone: all three sides lie against tiles."),
}
