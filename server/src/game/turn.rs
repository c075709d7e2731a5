//! The current turn: when it began, and when it ends the game. Pure; it stands between the clock,
//! which knows only the durations of turns, and the table, which knows who has won.

use std::time::{Duration, Instant};

use protocol::limits::{FIRST_MOVE_TIMEOUT, TURN_TIMEOUT};
use protocol::{ClockView, TimeControl};
use rules::Seat;
use serde::Serialize;
use smallvec::SmallVec;

use crate::game::clock::Clock;

/// One value per seat, stored in place: no game has more seats.
pub(crate) type BySeat<T> = SmallVec<[T; 8]>;

/// A [`ClockView`] as it is serialised.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Clocks {
    pub(crate) left_ms: BySeat<u32>,
    pub(crate) running: bool,
    pub(crate) due_ms: Option<u32>,
}

impl From<Clocks> for ClockView {
    fn from(Clocks { left_ms, running, due_ms }: Clocks) -> ClockView {
        ClockView { left_ms: left_ms.into_vec(), running, due_ms }
    }
}

/// The current turn, and the clocks, if the game has any.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    clock: Option<Clock>,
    began: Began,
    /// Whether everybody has moved once: first turns are not on the clock.
    timed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Began {
    At(Instant),
    /// After a restart: the turn begins no earlier than this, so that nobody is charged for the
    /// time when the server was away or for the time it takes to return.
    NotBefore(Instant),
}

/// The outcome of a turn that was not ended in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lapse {
    /// The time after a restart is over, and the turn begins.
    Begins,
    /// The game has not really begun and will not.
    NeverBegan,
    /// Time is up.
    Flag,
    /// In a game without a clock: the time limit of any turn is over.
    Rest,
}

impl Turn {
    /// Starts the first turn of a game; `own` are the controls of seats that differ from the
    /// game's.
    pub(crate) fn first(
        control: Option<TimeControl>,
        (seats, own): (u8, &[TimeControl]),
        now: Instant,
    ) -> Turn {
        let clock = control.map(|control| Clock::new(control, seats, own));
        Turn { clock, began: Began::At(now), timed: false }
    }

    /// Gives the seats clocks of their own, before any has run.
    pub(crate) fn set_clocks(&mut self, control: TimeControl, own: &[TimeControl]) {
        self.clock = Some(Clock::new(control, own.len() as u8, own));
    }

    /// Stops the turn after the server was away: nothing runs until `at`, or until all are back.
    pub(crate) fn wait_until(&mut self, at: Instant) {
        self.began = Began::NotBefore(at);
    }

    /// All players are present: a turn that has waited for them begins.
    pub(crate) fn stop_waiting(&mut self, now: Instant) {
        if let Began::NotBefore(at) = self.began {
            self.began = Began::At(now.min(at));
        }
    }

    /// How long the turn has lasted, and how much of it is the network's.
    pub(crate) fn measure(&self, seat: Seat, now: Instant, lag: Duration) -> (Duration, Duration) {
        let took = self.lasted(now);
        let credit = |clock: &Clock| clock.credit(seat, took, lag);
        let clock = self.clock.as_ref().filter(|_| self.timed);
        (took, clock.map_or(Duration::ZERO, credit))
    }

    /// `seat` has moved; the next turn begins. `timed` says whether it is on the clock.
    pub(crate) fn pass(
        &mut self,
        seat: Seat,
        (took, credit): (Duration, Duration),
        now: Instant,
        timed: bool,
    ) {
        if let Some(clock) = self.clock.as_mut().filter(|_| self.timed) {
            clock.press(seat, took, credit);
        }
        self.begin(now, timed);
    }

    /// Begins another turn, at no cost for anybody.
    pub(crate) fn begin(&mut self, now: Instant, timed: bool) {
        if let Began::At(_) = self.began {
            self.began = Began::At(now);
        }
        self.timed = timed;
    }

    /// Returns when the turn has a consequence if nobody moves.
    pub(crate) fn lapses_at(&self, seat: Seat, lag: Duration) -> Instant {
        match self.began {
            Began::At(began) => began + self.allowed(seat, lag),
            Began::NotBefore(at) => at,
        }
    }

    /// Returns the outcome of the turn when that time has come.
    pub(crate) fn lapse(&mut self) -> Lapse {
        match (self.began, &self.clock, self.timed) {
            (Began::NotBefore(at), ..) => {
                self.began = Began::At(at);
                Lapse::Begins
            }
            (Began::At(_), _, false) => Lapse::NeverBegan,
            (Began::At(_), Some(_), true) => Lapse::Flag,
            (Began::At(_), None, true) => Lapse::Rest,
        }
    }

    fn allowed(&self, seat: Seat, lag: Duration) -> Duration {
        match &self.clock {
            None => TURN_TIMEOUT,
            Some(clock) if self.timed || self.is_by_days() => clock.allowed(seat, lag),
            Some(_) => FIRST_MOVE_TIMEOUT,
        }
    }

    /// Whether the game is played by days, so that nobody need be connected.
    pub(crate) fn is_by_days(&self) -> bool {
        matches!(self.control(), Some(TimeControl::Days { .. }))
    }

    pub(crate) fn control(&self) -> Option<TimeControl> {
        self.clock.as_ref().map(Clock::control)
    }

    /// Returns how long a turn of `seat` that begins now may last, not counting credit for network
    /// delay.
    pub(crate) fn left(&self, seat: Seat) -> Duration {
        self.clock.as_ref().map_or(Duration::ZERO, |clock| clock.allowed(seat, Duration::ZERO))
    }

    /// The clocks as everybody may see them.
    pub(crate) fn view(
        &self,
        seats: impl Iterator<Item = Seat>,
        to_move: Option<Seat>,
        now: Instant,
        lag: Duration,
    ) -> Option<Clocks> {
        let clock = self.clock.as_ref()?;
        let running = to_move.filter(|_| self.timed && matches!(self.began, Began::At(_)));
        let spent = |seat| if running == Some(seat) { self.lasted(now) } else { Duration::ZERO };
        let due = |seat| self.lapses_at(seat, lag).saturating_duration_since(now);
        Some(Clocks {
            left_ms: seats.map(|seat| millis(clock.left(seat, spent(seat)))).collect(),
            running: running.is_some(),
            due_ms: to_move.map(|seat| millis(due(seat))),
        })
    }

    fn lasted(&self, now: Instant) -> Duration {
        match self.began {
            Began::At(began) => now.saturating_duration_since(began),
            Began::NotBefore(_) => Duration::ZERO,
        }
    }
}

/// Whole milliseconds as they stand on the wire.
pub(crate) fn millis(duration: Duration) -> u32 {
    u32::try_from(duration.as_millis()).unwrap_or(u32::MAX)
}
