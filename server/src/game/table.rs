//! One game between players who may come and go. Pure, with the time passed in, so that a week can
//! be unit-tested. It knows no socket; a [`Room`](crate::live::room) connects it with people.

mod agreements;
mod audience;
mod bids;
mod pair;
mod pie;
mod record;
mod snapshot;
mod view;
mod waiting;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use protocol::limits::MAX_PLIES;
use protocol::{
    Bid, Cause, EndReason, ExcludedAction, Over, Player, PlayerId, Secret, TableId, TimeControl,
    TournamentId,
};
use rules::{Game, Move, Seat};

use crate::game::agreement::Agreement;
use crate::game::turn::Turn;
use crate::records::game::{Fact, GameOrigin, Opening, Terms};
use crate::records::request_error::RequestError;
use crate::records::secret_hash::SecretHash;

pub(crate) use snapshot::Snapshot;
pub(crate) use waiting::DeadlineEffect;

use bids::Bidding;

/// A game, its players, and how it ended.
#[derive(Debug)]
pub(crate) struct Table {
    id: TableId,
    game: Game,
    turn: Turn,
    /// How long each move took, and how much of it was the network's.
    times: Vec<(Duration, Duration)>,
    seats: Vec<Chair>,
    terms: Terms,
    /// With the pie rule: whether the choice of who begins is still open, and whether the chooser
    /// begins.
    choosing: bool,
    chooser_begins: bool,
    bidding: Option<Bidding>,
    agreement: Agreement,
    /// The game as spectators see it, if they see it with a delay.
    shown: Option<Game>,
    over: Option<Over>,
    finished_at: Option<Instant>,
    /// The latest fact, which is still to be stored.
    news: Option<Fact>,
}

/// A seat: its owner, the hash of its token, and since when the owner has been absent.
#[derive(Debug)]
struct Chair {
    player: Player,
    key: SecretHash,
    absent_since: Option<Instant>,
    /// The lag of their connection, as measured by the server.
    lag: Duration,
}

/// A player's action at a table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command {
    Move { ply: u32, mv: Move },
    Choose { begin: bool },
    Bid(Bid),
    Resign,
    Abort,
    Claim,
    Takeback { ply: u32, want: bool },
    Rematch { want: bool },
}

/// The effect of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableChange {
    /// The table has changed.
    Changed,
    /// The move had been accepted before: there is nothing to do, and it is not an error.
    Repeated,
}

impl Table {
    /// Creates a table whose players have not arrived yet: all seats are absent from `now` on.
    /// There is one player and one key for each seat of the game.
    pub(crate) fn new(
        id: TableId,
        opening: Opening,
        hashes: Vec<SecretHash>,
        now: Instant,
    ) -> Table {
        let Opening { game, players, clock, terms } = opening;
        let chair =
            |(player, key)| Chair { player, key, absent_since: Some(now), lag: Duration::ZERO };
        let game = Game::new(game);
        let shown = (terms.delay > 0).then(|| game.clone());
        let mut table = Table {
            id,
            turn: Turn::first(clock, (game.seats(), &terms.clocks), now),
            game,
            times: Vec::new(),
            seats: players.into_iter().zip(hashes).map(chair).collect(),
            choosing: terms.pie,
            chooser_begins: false,
            bidding: Bidding::new(terms.lot, clock),
            terms,
            agreement: Agreement::default(),
            shown,
            over: None,
            finished_at: None,
            news: None,
        };
        // A start without a move is legal; the game is over before it begins.
        table.end_if_played(now);
        table
    }

    /// Takes the fact that the last change has added to the record, if any; each command and each
    /// deadline adds at most one fact.
    pub(crate) fn take_news(&mut self) -> Option<Fact> {
        self.news.take()
    }

    /// Carries out a command of the player on `seat`.
    pub(crate) fn handle(
        &mut self,
        now: Instant,
        seat: Seat,
        command: Command,
    ) -> Result<TableChange, RequestError> {
        self.ensure_agreed(&command)?;
        match command {
            Command::Move { ply, mv } => return self.play(now, seat, ply, mv),
            Command::Choose { begin } => return self.choose(now, seat, begin),
            Command::Bid(bid) => return self.bid(now, seat, bid),
            Command::Rematch { want } => self.play_again(seat, want)?,
            Command::Resign => {
                self.ensure_running()?;
                self.lose(now, seat, EndReason::Resigned);
            }
            Command::Abort => {
                self.ensure_running()?;
                if self.game.ply() > 1 {
                    return Err(Cause::AbortTooLate.into());
                }
                self.never_begin(now, seat);
            }
            Command::Claim => self.claim(now, seat)?,
            Command::Takeback { ply, want: true } => self.take_back(now, seat, ply)?,
            Command::Takeback { want: false, .. } => {
                self.ensure_running()?;
                self.agreement.forget_takeback();
            }
        }
        Ok(TableChange::Changed)
    }

    /// The rights that the players have agreed to play without.
    pub(crate) fn excluded(&self) -> &BTreeSet<ExcludedAction> {
        &self.terms.excluded
    }

    /// The tournament that the game belongs to, if any.
    pub(crate) fn tournament(&self) -> Option<TournamentId> {
        match self.terms.origin {
            GameOrigin::Event { event, .. } => Some(TournamentId(event)),
            GameOrigin::Offer => None,
        }
    }

    /// Refuses a command that the players have agreed to play without.
    fn ensure_agreed(&self, command: &Command) -> Result<(), RequestError> {
        let what = match command {
            Command::Move { .. } | Command::Choose { .. } | Command::Bid(_) | Command::Resign => {
                return Ok(());
            }
            Command::Abort => ExcludedAction::Abort,
            Command::Claim => ExcludedAction::Claim,
            Command::Takeback { .. } => ExcludedAction::Takeback,
            Command::Rematch { .. } => ExcludedAction::Rematch,
        };
        match self.excluded().contains(&what) {
            true => Err(Cause::ActionExcluded { what }.into()),
            false => Ok(()),
        }
    }

    fn play(
        &mut self,
        now: Instant,
        seat: Seat,
        ply: u32,
        mv: Move,
    ) -> Result<TableChange, RequestError> {
        if ply < self.game.ply() {
            if self.mover(ply) == seat && self.game.moves()[ply as usize] == mv {
                return Ok(TableChange::Repeated);
            }
            return Err(Cause::StalePly { ply: self.game.ply() }.into());
        }
        self.ensure_running()?;
        if ply > self.game.ply() {
            return Err(Cause::FuturePly { ply: self.game.ply() }.into());
        }
        if self.choosing || self.is_bidding() {
            return Err(Cause::FirstPlayerNotChosen.into());
        }
        if seat != self.game.to_move() {
            return Err(Cause::NotYourTurn.into());
        }
        let (took, lag) = self.turn.measure(seat, now, self.lag(seat));
        // Time is counted as it is stored: in whole microseconds.
        let (us, lag_us) = (took.as_micros() as u64, lag.as_micros() as u64);
        let time = (Duration::from_micros(us), Duration::from_micros(lag_us));
        self.advance(now, mv.clone(), time)?;
        self.news = Some(Fact::Moved { mv, us, lag_us });
        Ok(TableChange::Changed)
    }

    /// Makes a move, and ends the game if it was the last one.
    fn advance(
        &mut self,
        now: Instant,
        mv: Move,
        time: (Duration, Duration),
    ) -> Result<(), RequestError> {
        let seat = self.game.to_move();
        self.game.play(mv)?;
        self.times.push(time);
        self.show_on();
        self.agreement.forget_takeback();
        let timed = self.is_timed();
        self.turn.pass(seat, time, now, timed);
        self.end_if_played(now);
        if self.over.is_none() && self.game.ply() >= MAX_PLIES {
            self.end_without_result(now, EndReason::TooLong);
        }
        Ok(())
    }

    pub(super) fn ensure_running(&self) -> Result<(), RequestError> {
        match self.over {
            Some(_) => Err(Cause::GameOver.into()),
            None => Ok(()),
        }
    }

    fn mover(&self, ply: u32) -> Seat {
        Seat((ply % u32::from(self.game.seats())) as u8)
    }

    /// Whether everybody has moved once.
    fn is_timed(&self) -> bool {
        self.game.ply() >= u32::from(self.game.seats())
    }

    fn end_if_played(&mut self, now: Instant) {
        if let Some(winners) = self.game.winners() {
            self.end(now, Over { winners, reason: EndReason::Played });
        }
    }

    /// Ends the game with `loser` losing and all others winning.
    fn lose(&mut self, now: Instant, loser: Seat, reason: EndReason) {
        let winners = self.all_seats().filter(|&seat| seat != loser).collect();
        self.end(now, Over { winners, reason });
    }

    /// Ends the game as the operator has decided.
    pub(crate) fn adjudicate(
        &mut self,
        now: Instant,
        winners: Vec<Seat>,
    ) -> Result<(), RequestError> {
        self.ensure_running()?;
        let known = winners.iter().all(|winner| usize::from(winner.0) < self.seats.len());
        let ascending = winners.windows(2).all(|pair| pair[0] < pair[1]);
        if !known || !ascending || winners.len() == self.seats.len() {
            let why = "winners: some seats of this game, ascending, or none";
            return Err(RequestError::field("winners", why));
        }
        self.end(now, Over { winners, reason: EndReason::Adjudicated });
        Ok(())
    }

    fn end_without_result(&mut self, now: Instant, reason: EndReason) {
        self.end(now, Over { winners: Vec::new(), reason });
    }

    fn end(&mut self, now: Instant, over: Over) {
        self.news = Some(Fact::Ended(over.clone()));
        self.over = Some(over);
        self.finished_at = Some(now);
        self.agreement.forget_takeback();
    }

    fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats.len() as u8).map(Seat)
    }

    /// Sets the connection lag of the player on `seat`.
    pub(crate) fn set_lag(&mut self, seat: Seat, lag: Duration) {
        if let Some(chair) = self.seats.get_mut(usize::from(seat.0)) {
            chair.lag = lag;
        }
    }

    fn lag(&self, seat: Seat) -> Duration {
        self.seats.get(usize::from(seat.0)).map_or(Duration::ZERO, |chair| chair.lag)
    }

    /// Returns the seat of a player.
    pub(crate) fn seat_held_by(&self, player: PlayerId) -> Option<Seat> {
        self.all_seats().zip(&self.seats).find(|(_, c)| c.player.id == player).map(|(s, _)| s)
    }

    /// Returns the seat that this token opens.
    pub(crate) fn seat_of(&self, token: &Secret) -> Option<Seat> {
        let key = SecretHash::new(token);
        self.all_seats().zip(&self.seats).find(|(_, chair)| chair.key == key).map(|(s, _)| s)
    }

    pub(crate) fn id(&self) -> TableId {
        self.id
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over.is_some()
    }

    /// How the game ended, if it has.
    pub(crate) fn over(&self) -> Option<&Over> {
        self.over.as_ref()
    }

    /// The players, by seat.
    pub(crate) fn players(&self) -> impl DoubleEndedIterator<Item = &Player> {
        self.seats.iter().map(|chair| &chair.player)
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) fn control(&self) -> Option<TimeControl> {
        self.turn.control()
    }
}

#[cfg(test)]
mod tests;
