//! One game between players who may come and go: pure, with the time passed in,
//! so that a week is a unit test. It knows no socket; a [`Room`](crate::room)
//! puts people around it.

use std::time::Instant;

use protocol::limits::{ABSENT_FOR, FINISHED_FOR, MAX_LISTED_MOVES, MAX_PLIES};
use protocol::{ErrorCode, Over, Player, Reason, Secret, TableId, TableState, TableView};
use rules::{Game, Move, Seat, Setup};

use crate::key::Key;
use crate::record::{Fact, Opening, Record};
use crate::refused::Refused;
use crate::store::StoreError;

/// A game, its players, and how it ended.
#[derive(Debug)]
pub(crate) struct Table {
    id: TableId,
    game: Game,
    seats: Vec<Chair>,
    over: Option<Over>,
    finished_at: Option<Instant>,
    /// Since when it has been the turn of whoever is to move.
    turn_began: Instant,
    /// What has happened last and is still to be kept.
    news: Option<Fact>,
}

/// A seat: who owns it, the proof, and since when he has been gone.
#[derive(Debug)]
struct Chair {
    player: Player,
    key: Key,
    absent_since: Option<Instant>,
}

/// What a player may do at a table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command {
    Move { ply: u32, mv: Move },
    Resign,
    Abort,
}

/// What a command has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The table is not as it was.
    Changed,
    /// The move had been accepted before: nothing to do, and nothing wrong.
    Repeated,
}

impl Table {
    /// A table at which everybody is still on the way: all seats are absent
    /// from `now` on. `players` has one entry for each seat of the game.
    pub(crate) fn new(
        id: TableId,
        setup: Setup,
        players: Vec<(Player, Key)>,
        now: Instant,
    ) -> Table {
        let chair = |(player, key)| Chair { player, key, absent_since: Some(now) };
        let mut table = Table {
            id,
            game: Game::new(setup),
            seats: players.into_iter().map(chair).collect(),
            over: None,
            finished_at: None,
            turn_began: now,
            news: None,
        };
        // A start without a move is legal, and over before it begins.
        table.end_if_played(now);
        table
    }

    /// The table that was, with everybody on the way again from `now` on.
    ///
    /// # Errors
    /// When the record is not that of a game: what was stored is damaged.
    pub(crate) fn restore(record: Record, now: Instant) -> Result<Table, StoreError> {
        let Record { table: id, opening, keys, facts, over } = record;
        let damaged = |what: &str| StoreError::Damaged(format!("game {id}: {what}"));
        let seats = usize::from(opening.game.variant().rules().seats());
        if opening.players.len() != seats || keys.len() != seats {
            return Err(damaged("the number of its players is not that of its seats"));
        }
        let players = opening.players.into_iter().zip(keys).collect();
        let mut table = Table::new(id, opening.game, players, now);
        for (seq, fact) in facts.into_iter().enumerate() {
            let replayed = table.expect_running().and_then(|()| table.replay(now, fact));
            replayed.map_err(|why| damaged(&format!("fact {seq}: {}", why.message)))?;
        }
        table.news = None;
        if table.over != over {
            return Err(damaged("its result is not what its moves lead to"));
        }
        Ok(table)
    }

    fn replay(&mut self, now: Instant, fact: Fact) -> Result<(), Refused> {
        match fact {
            Fact::Moved { mv, us: _ } => self.advance(now, mv)?,
            Fact::Ended(over) => self.end(now, over),
        }
        Ok(())
    }

    /// How the game opened, to be kept.
    pub(crate) fn opening(&self) -> (Opening, Vec<Key>) {
        let players = self.players().cloned().collect();
        let keys = self.seats.iter().map(|chair| chair.key).collect();
        (Opening { game: self.game.setup().clone(), players }, keys)
    }

    /// What the last change has added to the record, if anything; each command
    /// and each alarm adds at most one fact.
    pub(crate) fn take_news(&mut self) -> Option<Fact> {
        self.news.take()
    }

    /// How it ended, if it has.
    pub(crate) fn over(&self) -> Option<&Over> {
        self.over.as_ref()
    }

    /// Carries out what the player on `seat` asks for.
    pub(crate) fn handle(
        &mut self,
        now: Instant,
        seat: Seat,
        command: Command,
    ) -> Result<Change, Refused> {
        match command {
            Command::Move { ply, mv } => return self.play(now, seat, ply, mv),
            Command::Resign => {
                self.expect_running()?;
                self.lose(now, seat, Reason::Resigned);
            }
            Command::Abort => {
                self.expect_running()?;
                if self.game.ply() > 1 {
                    let why = "a game can be aborted only before its second move";
                    return Err(Refused::new(ErrorCode::TooLate, why));
                }
                self.end(now, Over { winners: Vec::new(), reason: Reason::Aborted });
            }
        }
        Ok(Change::Changed)
    }

    fn play(&mut self, now: Instant, seat: Seat, ply: u32, mv: Move) -> Result<Change, Refused> {
        if ply < self.game.ply() {
            let mover = Seat((ply % u32::from(self.game.seats())) as u8);
            if mover == seat && self.game.moves()[ply as usize] == mv {
                return Ok(Change::Repeated);
            }
            return Err(self.wrong_ply(ErrorCode::StalePly));
        }
        self.expect_running()?;
        if ply > self.game.ply() {
            return Err(self.wrong_ply(ErrorCode::FuturePly));
        }
        if seat != self.game.to_move() {
            return Err(Refused::new(ErrorCode::NotYourTurn, "it is not your turn"));
        }
        let us = now.saturating_duration_since(self.turn_began).as_micros() as u64;
        self.advance(now, mv.clone())?;
        self.news = Some(Fact::Moved { mv, us });
        Ok(Change::Changed)
    }

    /// Makes a move, and ends the game if it was the last one.
    fn advance(&mut self, now: Instant, mv: Move) -> Result<(), Refused> {
        self.game.play(mv)?;
        self.turn_began = now;
        self.end_if_played(now);
        if self.over.is_none() && self.game.ply() >= MAX_PLIES {
            self.end(now, Over { winners: Vec::new(), reason: Reason::TooLong });
        }
        Ok(())
    }

    fn wrong_ply(&self, code: ErrorCode) -> Refused {
        Refused::new(code, format_args!("the next ply is {}", self.game.ply()))
    }

    fn expect_running(&self) -> Result<(), Refused> {
        match self.over {
            Some(_) => Err(Refused::new(ErrorCode::GameOver, "the game is over")),
            None => Ok(()),
        }
    }

    fn end_if_played(&mut self, now: Instant) {
        if let Some(winners) = self.game.winners() {
            self.end(now, Over { winners, reason: Reason::Played });
        }
    }

    /// All others win.
    fn lose(&mut self, now: Instant, loser: Seat, reason: Reason) {
        let winners = self.all_seats().filter(|&seat| seat != loser).collect();
        self.end(now, Over { winners, reason });
    }

    fn end(&mut self, now: Instant, over: Over) {
        self.news = Some(Fact::Ended(over.clone()));
        self.over = Some(over);
        self.finished_at = Some(now);
    }

    fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats.len() as u8).map(Seat)
    }

    /// Notes that the player on `seat` has come or gone.
    pub(crate) fn set_present(&mut self, now: Instant, seat: Seat, present: bool) {
        if let Some(chair) = self.seats.get_mut(usize::from(seat.0)) {
            chair.absent_since = if present { None } else { chair.absent_since.or(Some(now)) };
        }
    }

    /// When something happens at this table though nobody acts: an absent player
    /// loses, or the finished table is cleared away. `None` while all are there.
    pub(crate) fn alarm(&self) -> Option<Instant> {
        match self.finished_at {
            Some(at) => Some(at + FINISHED_FOR),
            None => self.first_absent().map(|(_, since)| since + ABSENT_FOR),
        }
    }

    /// Does what is due at `now`. The player who has been gone for longest
    /// loses if anybody is there to win; with nobody there, nobody wins.
    pub(crate) fn ring(&mut self, now: Instant) -> Due {
        if let Some(at) = self.finished_at {
            return if now >= at + FINISHED_FOR { Due::Remove } else { Due::Nothing };
        }
        match self.first_absent() {
            Some((seat, since)) if now >= since + ABSENT_FOR => {
                if self.seats.iter().any(|chair| chair.absent_since.is_none()) {
                    self.lose(now, seat, Reason::Abandoned);
                } else {
                    self.end(now, Over { winners: Vec::new(), reason: Reason::Abandoned });
                }
                Due::Changed
            }
            _ => Due::Nothing,
        }
    }

    fn first_absent(&self) -> Option<(Seat, Instant)> {
        let absent = self.all_seats().zip(&self.seats);
        absent.filter_map(|(seat, chair)| Some((seat, chair.absent_since?))).min_by_key(|a| a.1)
    }

    /// The seat that this secret opens.
    pub(crate) fn seat_of(&self, token: &Secret) -> Option<Seat> {
        let key = Key::of(token);
        self.all_seats().zip(&self.seats).find(|(_, chair)| chair.key == key).map(|(s, _)| s)
    }

    pub(crate) fn id(&self) -> TableId {
        self.id
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over.is_some()
    }

    /// By seat.
    pub(crate) fn players(&self) -> impl Iterator<Item = &Player> {
        self.seats.iter().map(|chair| &chair.player)
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// What everybody at the table is sent after a change.
    pub(crate) fn state(&self) -> TableState {
        TableState {
            table: self.id,
            ply: self.game.ply(),
            position: self.game.position().clone(),
            to_move: self.over.is_none().then(|| self.game.to_move()),
            last_move: self.game.moves().last().cloned(),
            present: self.seats.iter().map(|chair| chair.absent_since.is_none()).collect(),
            over: self.over.clone(),
        }
    }

    /// What a newcomer is sent, with the moves from `since` on.
    pub(crate) fn view(&self, since: u32) -> TableView {
        let since = since.min(self.game.ply());
        let moves = &self.game.moves()[since as usize..];
        TableView {
            game: self.game.setup().clone(),
            players: self.players().cloned().collect(),
            since,
            moves: moves.iter().take(MAX_LISTED_MOVES).cloned().collect(),
            state: self.state(),
        }
    }
}

/// What a table does when its alarm rings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Due {
    /// It rang too early.
    Nothing,
    /// The game has ended.
    Changed,
    /// The table can be cleared away.
    Remove,
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use protocol::{Kind, Name, PlayerId};
    use rules::{Ending, Heaps, Variant};
    use uuid::Uuid;

    use super::*;

    const FIRST: Seat = Seat(0);
    const SECOND: Seat = Seat(1);

    fn table(heaps: &[u64], now: Instant) -> Table {
        let variant = Variant::parse("nim", serde_json::Value::Null).expect("nim");
        let start = Heaps::from(heaps.to_vec()).into();
        let setup = Setup::new(variant, Ending::Normal, start).expect("legal");
        let player = |name: &str| Player {
            id: PlayerId(Uuid::nil()),
            name: Name::try_from(name.to_owned()).expect("plain"),
            kind: Kind::Bot,
            house: false,
        };
        let key = |n| Key::of(&Secret::new([n; 32]));
        let players = vec![(player("a"), key(1)), (player("b"), key(2))];
        let mut table = Table::new(TableId(Uuid::nil()), setup, players, now);
        table.set_present(now, FIRST, true);
        table.set_present(now, SECOND, true);
        table
    }

    fn play(ply: u32, heap: u64, take: u64) -> Command {
        Command::Move { ply, mv: Move::List(vec![heap, take]) }
    }

    fn code(result: Result<Change, Refused>) -> ErrorCode {
        result.expect_err("must be refused").code
    }

    #[test]
    fn the_last_mover_wins_and_the_game_is_over() {
        let now = Instant::now();
        let mut table = table(&[1, 2], now);
        assert_eq!(table.handle(now, FIRST, play(0, 1, 1)), Ok(Change::Changed));
        assert_eq!(table.handle(now, SECOND, play(1, 0, 1)), Ok(Change::Changed));
        assert_eq!(table.state().to_move, Some(FIRST));
        assert_eq!(table.handle(now, FIRST, play(2, 1, 1)), Ok(Change::Changed));
        let over = Over { winners: vec![FIRST], reason: Reason::Played };
        assert_eq!(table.state().over, Some(over));
        assert_eq!(table.state().to_move, None);
        assert_eq!(code(table.handle(now, SECOND, Command::Resign)), ErrorCode::GameOver);
        assert_eq!(code(table.handle(now, SECOND, play(3, 0, 1))), ErrorCode::GameOver);
    }

    #[test]
    fn a_move_counts_once_however_often_it_is_sent() {
        let now = Instant::now();
        let mut table = table(&[3], now);
        assert_eq!(table.handle(now, FIRST, play(0, 0, 1)), Ok(Change::Changed));
        assert_eq!(table.handle(now, FIRST, play(0, 0, 1)), Ok(Change::Repeated));
        assert_eq!(table.handle(now, SECOND, play(1, 0, 2)), Ok(Change::Changed));
        // The last answer may be lost as well: the game is over, the move stands.
        assert_eq!(table.handle(now, SECOND, play(1, 0, 2)), Ok(Change::Repeated));
        assert_eq!(table.game().ply(), 2);
    }

    #[test]
    fn each_wrong_move_has_its_own_refusal_and_changes_nothing() {
        let now = Instant::now();
        let mut table = table(&[3, 3], now);
        assert_eq!(table.handle(now, FIRST, play(0, 0, 1)), Ok(Change::Changed));
        let before = table.state();
        let refused = [
            (FIRST, play(0, 0, 2), ErrorCode::StalePly),
            (SECOND, play(0, 0, 1), ErrorCode::StalePly),
            (SECOND, play(2, 0, 1), ErrorCode::FuturePly),
            (SECOND, play(u32::MAX, 0, 1), ErrorCode::FuturePly),
            (FIRST, play(1, 0, 1), ErrorCode::NotYourTurn),
            (SECOND, play(1, 0, 3), ErrorCode::IllegalMove),
            (SECOND, play(1, 0, 0), ErrorCode::IllegalMove),
            (SECOND, play(1, u64::MAX, u64::MAX), ErrorCode::IllegalMove),
            (SECOND, Command::Move { ply: 1, mv: Move::Number(1) }, ErrorCode::IllegalMove),
        ];
        for (seat, command, expected) in refused {
            assert_eq!(code(table.handle(now, seat, command.clone())), expected, "{command:?}");
            assert_eq!(table.state(), before);
        }
    }

    #[test]
    fn abort_ends_without_a_result_and_only_before_the_second_move() {
        let now = Instant::now();
        let mut early = table(&[3, 3], now);
        early.handle(now, FIRST, play(0, 0, 1)).expect("legal");
        assert_eq!(early.handle(now, SECOND, Command::Abort), Ok(Change::Changed));
        assert_eq!(early.state().over.expect("over").winners, []);
        let mut late = table(&[3, 3], now);
        late.handle(now, FIRST, play(0, 0, 1)).expect("legal");
        late.handle(now, SECOND, play(1, 0, 1)).expect("legal");
        assert_eq!(code(late.handle(now, FIRST, Command::Abort)), ErrorCode::TooLate);
    }

    #[test]
    fn resigning_gives_the_game_to_the_others() {
        let now = Instant::now();
        let mut table = table(&[3], now);
        assert_eq!(table.handle(now, FIRST, Command::Resign), Ok(Change::Changed));
        let over = Over { winners: vec![SECOND], reason: Reason::Resigned };
        assert_eq!(table.state().over, Some(over));
    }

    #[test]
    fn who_stays_away_loses_and_who_comes_back_in_time_does_not() {
        let start = Instant::now();
        let mut table = table(&[3], start);
        assert_eq!(table.alarm(), None);
        table.set_present(start, SECOND, false);
        let alarm = table.alarm().expect("somebody is absent");
        assert_eq!(alarm, start + ABSENT_FOR);
        let just_before = alarm - Duration::from_millis(1);
        assert_eq!(table.ring(just_before), Due::Nothing);
        table.set_present(just_before, SECOND, true);
        assert_eq!(table.ring(alarm), Due::Nothing);
        table.set_present(alarm, SECOND, false);
        // Leaving a second time does not restart the count.
        table.set_present(alarm + Duration::from_secs(1), SECOND, false);
        assert_eq!(table.ring(alarm + ABSENT_FOR), Due::Changed);
        let over = Over { winners: vec![FIRST], reason: Reason::Abandoned };
        assert_eq!(table.state().over, Some(over));
        assert_eq!(table.ring(alarm + ABSENT_FOR), Due::Nothing);
        assert_eq!(table.ring(alarm + ABSENT_FOR + FINISHED_FOR), Due::Remove);
    }

    #[test]
    fn when_all_are_gone_nobody_wins() {
        let start = Instant::now();
        let mut table = table(&[3], start);
        table.set_present(start, FIRST, false);
        table.set_present(start, SECOND, false);
        assert_eq!(table.ring(start + ABSENT_FOR), Due::Changed);
        assert_eq!(table.state().over, Some(Over { winners: vec![], reason: Reason::Abandoned }));
    }

    #[test]
    fn a_game_that_does_not_end_is_ended() {
        let now = Instant::now();
        let mut table = table(&[u64::from(MAX_PLIES) + 10], now);
        for ply in 0..MAX_PLIES {
            let seat = Seat((ply % 2) as u8);
            table.handle(now, seat, play(ply, 0, 1)).expect("legal");
        }
        assert_eq!(table.state().over, Some(Over { winners: vec![], reason: Reason::TooLong }));
    }
}
