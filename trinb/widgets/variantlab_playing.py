"""What the lab plays: in the background, with certain settings, kept until others are played.

**Settings** decide what comes out; a **run** is what was played with them so far.  As long as the settings
stay, more rounds are added to the run; with others the run is old, and the next start begins a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from threading import Event, RLock
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from .. import words
from ..errors import TrinbError
from ..notation import first_line
from ..ruleset import RuleSet
from ..words import N_, tr
from .variantlab_worker import Worker

if TYPE_CHECKING:
    from ..simulate.live import Live, Look

PAUSE = 0.2
"""So many seconds lie between two looks at the least: the browser hears of at most five in one."""


class Phase(Enum):
    """How far it is, and what is said then."""

    READY = N_("Choose what to compare, then press Run.")
    STARTING = N_("Getting ready …")
    PLAYING = N_("Playing: watch the intervals shrink. Stop whenever you like.")
    STOPPING = N_("Stopping …")
    STOPPED = N_("Stopped. What was played is kept: go on, or take it along.")
    DONE = N_("Done: all that was asked for is played.")
    FAILED = N_("It cannot be played.")

    @property
    def is_running(self) -> bool:
        """Whether something is going on."""
        return self in (Phase.STARTING, Phase.PLAYING, Phase.STOPPING)


@frozen
class Settings:
    """What decides what comes out.

    Attributes:
        sides: the rules and the players of each variant.
        measured: the names of what is measured.
        seed: what all chance follows from.
        pairs: whether all are compared with the ``first``, or ``all`` with each other.
        measures: what is measured, as the simulator takes it.
        bases: what edited rules were made from.
    """

    sides: tuple[tuple[RuleSet, tuple[str, ...]], ...]
    measured: tuple[str, ...]
    seed: int
    pairs: Any
    measures: list[Any] = field(eq=False)
    bases: Mapping[RuleSet, RuleSet] = field(eq=False)


class Run:
    """What was played with some settings.

    Attributes:
        settings: these.
        look: what is known; None at first.
        axes: of the charts, see `variantlab_results.charts`.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.look: Look | None = None
        self.axes: dict[tuple[str, bool], tuple[float, float]] = {}
        self._live: Live | None = None

    def play(self, goal: Mapping[str, Any], stop: Event, tell: Callable[[str], None]) -> Any:
        """Play on, look by look.

        Raises:
            TrinbError: it cannot be played.
        """
        from ..simulate.experiment import Experiment
        from ..simulate.live import Goal, Live

        if self._live is None:
            one = self.settings
            made = Experiment(list(one.sides), measure=one.measures, seed=one.seed, pairs=one.pairs)
            self._live = Live(made)
        return self._live.steps(Goal(**goal), stop, tell, PAUSE)


class Playing:
    """Plays in the background and tells whenever there is something new to show.

    Args:
        lock: held while anything here changes.
        tell: called after that, from whichever thread.

    Attributes:
        phase: how far it is.
        fault: why it failed; empty if it did not.
        told: what is said while something takes long; else empty.
        run: what is played or was played last; None at first.
    """

    def __init__(self, lock: RLock, tell: Callable[[], None]) -> None:
        self._lock, self._tell_all, self._worker = lock, tell, Worker()
        self.phase, self.fault, self.told = Phase.READY, "", ""
        self.run: Run | None = None

    @property
    def look(self) -> Look | None:
        """What is known; None if nothing was played."""
        return self.run.look if self.run else None

    def is_old(self, settings: Settings) -> bool:
        """Whether what is known belongs to other settings."""
        return self.run is not None and self.look is not None and self.run.settings != settings

    def start(self, settings: Settings, goal: Mapping[str, Any], language: str) -> None:
        """Play towards a goal; go on if the settings are those of the run, else begin anew.

        Raises:
            TrinbError: there are no threads here.
        """
        if self.phase.is_running and self.phase is not Phase.STOPPING:
            return
        run = self.run
        if run is None or run.settings != settings:
            run = self.run = Run(settings)

        def job(stop: Event) -> None:
            with words.speaking(language):
                self._job(run, goal, stop)

        self.phase, self.fault, self.told = Phase.STARTING, "", ""
        try:
            self._worker.start(job)
        except RuntimeError as error:
            self.phase = Phase.FAILED
            why = tr("nothing can run in the background here: {why}", why=first_line(error))
            raise TrinbError(why) from error

    def halt(self) -> None:
        """Tell it to stop."""
        if self.phase.is_running:
            self._worker.stop()
            self.phase = Phase.STOPPING

    def changed(self, settings: Settings) -> None:
        """Take note of what the settings are now: what is being played may belong to the old ones."""
        if self.phase.is_running:
            if self.run and self.run.settings != settings:
                self.halt()
        elif self.phase is Phase.FAILED or self.is_old(settings):
            self.phase, self.fault = Phase.STOPPED if self.look else Phase.READY, ""

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until nothing is played any longer; returns whether that is so."""
        return self._worker.wait(seconds)

    def end(self) -> None:
        """Stop at once."""
        self._worker.stop()
        self._worker.wait(10)

    # --- in the thread -------------------------------------------------------------------------------

    def _job(self, run: Run, goal: Mapping[str, Any], stop: Event) -> None:
        fault = ""
        try:
            for look in run.play(goal, stop, lambda told: self._tell(run, told)):
                self._looked(run, look)
        except TrinbError as error:
            fault = str(error)
        except Exception as error:  # a measure of the user's own, no memory: whatever it is, it is said
            fault = tr("it went wrong: {why}", why=f"{type(error).__name__}: {first_line(error)}"[:200])
        with self._lock:
            if self._worker.is_at(stop):  # else another job has begun since
                self.fault = fault
                self.phase = Phase.FAILED if fault else Phase.STOPPED if stop.is_set() else Phase.DONE
                self._tell_all()

    def _tell(self, run: Run, told: str) -> None:
        with self._lock:
            if run is self.run:
                self.told = told
                self._tell_all()

    def _looked(self, run: Run, look: Look) -> None:
        with self._lock:
            run.look = look
            if run is self.run:
                self.told = ""
                if self.phase is Phase.STARTING:
                    self.phase = Phase.PLAYING
                self._tell_all()
