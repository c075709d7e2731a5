//! The games: each is replayed, from the start that the seed gives, and must end as the file says,
//! for a reason that fits the game.

use std::collections::HashMap;

use super::attestation::{self, Extent};
use super::draw;
use super::file::{Clock, File, Game};

/// A game of this many moves ends without a result.
const MOST_MOVES: usize = 10_000;

/// The context that a game is checked against.
pub(super) struct Replay<'a> {
    pub(super) file: &'a File,
    /// The seed of everything that is drawn.
    pub(super) draw: &'a [u8; 32],
    /// Entrants who have left, by number.
    pub(super) left: &'a HashMap<u32, u32>,
    /// The keys of both players, in the order of the pairing.
    pub(super) keys: [Option<&'a str>; 2],
    /// The places of all entrants in the order of entering, by number.
    pub(super) entered: &'a [u32],
    /// The index of the pairing.
    pub(super) place: usize,
}

impl Replay<'_> {
    /// Checks two games from one start with the seats swapped. `ruled` means that the operator has
    /// decided one of them.
    pub(super) fn check_pair(
        &self,
        [first, second]: [u32; 2],
        [one, two]: [&Game; 2],
        ruled: bool,
    ) -> Result<[Extent; 2], String> {
        let name = |game: &Game| (game.round, game.board, game.pair);
        if (one.game, two.game) != (1, 2) || name(one) != name(two) {
            return Err("a pair is games 1 and 2, one after the other".to_owned());
        }
        let seats = if one.pair % 2 == 1 { [first, second] } else { [second, first] };
        if one.seats != seats || two.seats != [seats[1], seats[0]] {
            return Err("the seats are not theirs".to_owned());
        }
        let start = draw::start(self.file, self.draw, name(one))?;
        let [a, b] = self.keys;
        let keys = if one.pair % 2 == 1 { [a, b] } else { [b, a] };
        let ((first, signed), (second, also)) = (
            self.check_game(one, &start, keys)?,
            self.check_game(two, &start, [keys[1], keys[0]])?,
        );
        let moves = [first, second];
        if !(one.was_played() && two.was_played())
            && (one.how != two.how || one.winner != two.winner)
        {
            return Err("an absent player loses both games alike".to_owned());
        }
        let unfinished = one.was_played() && one.winner.is_none();
        if unfinished != (two.how == "aborted" && moves[1] == 0) {
            return Err("the second game begins when somebody has won the first".to_owned());
        }
        let gone = |game: &Game| {
            let loser = game.seats.iter().find(|number| Some(**number) != game.winner);
            game.winner.is_some() && loser.is_some_and(|loser| self.left.contains_key(loser))
        };
        let by_operator = |game: &&Game| game.how == "adjudicated" && !gone(game);
        match [one, two].iter().any(by_operator) {
            true if !ruled => Err("nobody has left, and no ruling was made".to_owned()),
            false if ruled => Err("the ruling decides nothing".to_owned()),
            _ => Ok([signed, also]),
        }
    }

    /// Returns the clock of an entrant: their own, or that of all; halved if they went berserk.
    fn clock_of(&self, number: u32, berserk: bool) -> Option<Clock> {
        let plan = &self.file.head.plan;
        let entered = self.entered.get(number as usize - 1).copied();
        let own = plan.clocks.iter().find(|one| Some(one.entered) == entered);
        let clock = own.map(|one| one.clock).or(plan.clock);
        if berserk { clock.map(halved) } else { clock }
    }

    /// Replays a game; returns the number of its moves, and to what extent it is signed.
    fn check_game(
        &self,
        game: &Game,
        start: &rules::Setup,
        keys: [Option<&str>; 2],
    ) -> Result<(usize, Extent), String> {
        let played: rules::Game = game.record.parse().map_err(|why| format!("the game: {why}"))?;
        if played.to_string() != game.record {
            return Err("the game is not written as it should be".to_owned());
        }
        if played.setup() != start {
            return Err(format!("the seed gives another start, {start}"));
        }
        if game.winner.is_some_and(|winner| !game.seats.contains(&winner)) {
            return Err("the winner does not sit there".to_owned());
        }
        if game.how != "flagged" && !game.spent_ms.is_empty() {
            return Err("times stand only where they have decided".to_owned());
        }
        let by_rules = played.winners();
        let winner =
            by_rules.as_ref().and_then(|w| w.first()).map(|s| game.seats[usize::from(s.0)]);
        let moves = played.moves().len();
        match (game.how.as_str(), by_rules.is_some()) {
            ("played", true) if game.winner == winner => {}
            ("played", true) => return Err("the moves lead to another winner".to_owned()),
            ("played", false) => return Err("the game was not played to its end".to_owned()),
            (_, true) => return Err("the game was played to its end".to_owned()),
            (how, false) => {
                let to_move = game.seats[usize::from(played.to_move().0) & 1];
                let clock =
                    self.clock_of(to_move, game.berserk[usize::from(played.to_move().0) & 1]);
                check_reason(how, game, moves, to_move, clock)?;
            }
        }
        let which = u8::from(game.game == 2);
        let table = attestation::table(&self.file.head.id, self.place as u32, game.pair, which);
        let table = table.ok_or("the tournament's id is not an id")?;
        Ok((moves, attestation::check(game, &played, &table, keys)?))
    }
}

/// Checks that a game that was not played to its end can have ended like this.
fn check_reason(
    how: &str,
    game: &Game,
    moves: usize,
    to_move: u32,
    clock: Option<Clock>,
) -> Result<(), String> {
    let won = game.winner.is_some();
    let (holds, why) = match how {
        "resigned" => (won, "a player who resigns loses"),
        "flagged" => {
            let clock = clock.ok_or("there is no clock that could have run out")?;
            if !won || game.winner == Some(to_move) {
                return Err("the player to move loses by time".to_owned());
            }
            (has_run_out(clock, &game.spent_ms, moves), "the clock had not run out")
        }
        "forfeited" => (won && moves <= 1, "a game that has begun is not forfeited"),
        "aborted" => (!won && moves <= 1, "a game that is aborted has hardly begun, and no winner"),
        "too_long" => (!won && moves == MOST_MOVES, "it was not too long, or has a winner"),
        "no_show" | "left" => (moves == 0, "somebody has played it"),
        "abandoned" | "adjudicated" => (true, ""),
        _ => (false, "it cannot end like that"),
    };
    if holds { Ok(()) } else { Err(why.to_owned()) }
}

/// Returns half of a clock, without time for each move.
fn halved(clock: Clock) -> Clock {
    match clock {
        Clock::Fischer { base_ms, .. } => Clock::Fischer { base_ms: base_ms / 2, increment_ms: 0 },
        Clock::Bronstein { base_ms, .. } => Clock::Bronstein { base_ms: base_ms / 2, delay_ms: 0 },
        Clock::Delay { base_ms, .. } => Clock::Delay { base_ms: base_ms / 2, delay_ms: 0 },
        Clock::Byoyomi { base_ms, periods, period_ms } => {
            Clock::Byoyomi { base_ms: base_ms / 2, periods, period_ms: period_ms / 2 }
        }
        Clock::Move { ms } => Clock::Move { ms: ms / 2 },
        Clock::Days { days } => Clock::Days { days },
    }
}

/// Whether the last turn has used up all the time its player had left. Each seat's first turn is
/// free, except when turns take days.
fn has_run_out(clock: Clock, spent_ms: &[u64], moves: usize) -> bool {
    let Some((last, turns)) = spent_ms.split_last() else { return false };
    let timed = moves >= 2 || matches!(clock, Clock::Days { .. });
    if turns.len() != moves || !timed {
        return false;
    }
    let own = turns.iter().enumerate().filter(|(ply, _)| *ply >= 2 && ply % 2 == moves % 2);
    let mut left = match clock {
        Clock::Fischer { base_ms, .. }
        | Clock::Bronstein { base_ms, .. }
        | Clock::Delay { base_ms, .. } => base_ms,
        Clock::Byoyomi { base_ms, periods, period_ms } => base_ms + periods * period_ms,
        Clock::Move { ms } => ms,
        Clock::Days { days } => days * 86_400_000,
    };
    let mut rounded = 1;
    for (_, spent) in own {
        rounded += 1;
        left = match clock {
            Clock::Fischer { increment_ms, .. } => left.saturating_sub(*spent) + increment_ms,
            Clock::Bronstein { delay_ms, .. } => {
                left.saturating_sub(*spent) + (*spent).min(delay_ms).min(left)
            }
            Clock::Delay { delay_ms, .. } => left.saturating_sub(spent.saturating_sub(delay_ms)),
            // The truncated parts of turns may have decided whether a period was kept.
            Clock::Byoyomi { periods, period_ms, .. } => {
                let rest = left.saturating_sub(*spent);
                let least = rest.saturating_sub(rounded);
                rest.max((least / period_ms + 1).min(periods) * period_ms)
            }
            Clock::Move { .. } | Clock::Days { .. } => left,
        };
    }
    let free = if let Clock::Delay { delay_ms, .. } = clock { delay_ms } else { 0 };
    // Times are truncated to whole milliseconds.
    last + rounded >= left + free
}
