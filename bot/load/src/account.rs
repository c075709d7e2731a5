//! What a player saw of one game, and the referee who compares what both saw
//! with the rules. The referee knows nothing of the server but its word.

use std::time::Duration;

use protocol::{ClockView, Over, PairView, PlayerId, Reason, TimeControl};
use rules::{Game, Move, Seat, Setup};
use serde::Deserialize;

use crate::ladder::SeenGame;

/// A game as one player saw it.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    pub(crate) seat: Seat,
    /// By seat.
    pub(crate) players: Vec<PlayerId>,
    /// The pair of which it is a rated game.
    pub(crate) rated: Option<PairView>,
    pub(crate) setup: Setup,
    pub(crate) clock: Option<TimeControl>,
    /// All moves, as the server told them.
    pub(crate) moves: Vec<Move>,
    /// Own moves that the server has acknowledged, with their plies.
    pub(crate) acknowledged: Vec<(u32, Move)>,
    /// What the clocks showed after so many moves.
    pub(crate) clocks: Vec<(u32, ClockView)>,
    pub(crate) over: Over,
    /// From the first word of the game to the last.
    pub(crate) lasted: Duration,
}

/// A game as the server tells it to whoever asks for it later.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Kept {
    game: Setup,
    moves: Vec<Move>,
    over: Option<Over>,
}

impl Account {
    /// What of it is rated.
    pub(crate) fn seen(&self) -> SeenGame {
        let game = replay(self).map(|game| game.to_string());
        SeenGame {
            players: self.players.clone(),
            winners: self.over.winners.clone(),
            given_up: self.over.reason != Reason::Played,
            record: game.unwrap_or_default(),
            plies: self.moves.len(),
        }
    }
}

/// A clock may differ by this from the true time for each turn: the server
/// shows whole milliseconds.
const ROUNDING_MS: i64 = 2;

/// What is wrong with a game, in words; nothing if nothing is.
pub(crate) fn judge(one: &Account, other: &Account) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut must = |holds: bool, what: &str| {
        if !holds {
            wrong.push(what.to_owned());
        }
    };
    must(one.seat != other.seat, "both players have one seat");
    must(one.setup == other.setup, "the players were told different games");
    must(one.moves == other.moves, "the players were told different moves");
    must(one.over == other.over, "the players were told different results");
    let alone = [one, other].into_iter().flat_map(broken_word);
    let whole = wrong_end(one);
    wrong.into_iter().chain(alone).chain(whole).collect()
}

/// What can be said without the other player: he is none of ours.
pub(crate) fn judge_alone(account: &Account) -> Vec<String> {
    broken_word(account).into_iter().chain(wrong_end(account)).collect()
}

/// The same where the other player was away to the end: what the server keeps
/// stands in for what he would have seen.
pub(crate) fn judge_kept(account: &Account, kept: &Kept) -> Vec<String> {
    let mut wrong = broken_word(account);
    if account.setup != kept.game || account.moves != kept.moves {
        wrong.push("another game is kept than was told".to_owned());
    }
    if kept.over.as_ref() != Some(&account.over) {
        wrong.push("another result is kept than was told".to_owned());
    }
    wrong.extend(wrong_end(account));
    wrong
}

/// Where the server has not kept its word to this player.
fn broken_word(account: &Account) -> Vec<String> {
    let mut broken = Vec::new();
    let lost = |(ply, mv): &&(u32, Move)| account.moves.get(*ply as usize) != Some(mv);
    if let Some((ply, mv)) = account.acknowledged.iter().find(lost) {
        let told = account.moves.get(*ply as usize);
        broken.push(format!(
            "a move was acknowledged and then lost: {mv:?} at ply {ply}, where {told:?} stands"
        ));
    }
    let mut plies: Vec<u32> = account.acknowledged.iter().map(|&(ply, _)| ply).collect();
    plies.dedup();
    if plies.len() != account.acknowledged.len() {
        broken.push("a move was acknowledged twice".to_owned());
    }
    broken.extend(wrong_clock(account));
    broken
}

fn wrong_end(account: &Account) -> Option<String> {
    match replay(account) {
        Err(what) => Some(what),
        Ok(game) if fits(&game, &account.over) => None,
        Ok(_) => Some("the result does not follow from the game".to_owned()),
    }
}

fn replay(account: &Account) -> Result<Game, String> {
    let mut game = Game::new(account.setup.clone());
    for (ply, mv) in account.moves.iter().enumerate() {
        game.play(mv.clone()).map_err(|refusal| format!("move {ply} is illegal: {refusal}"))?;
    }
    Ok(game)
}

fn fits(game: &Game, over: &Over) -> bool {
    match over.reason {
        Reason::Played => game.winners().as_ref() == Some(&over.winners),
        Reason::Aborted => over.winners.is_empty() && game.ply() < 2,
        Reason::Forfeited => over.winners.len() == 1 && game.ply() < 2,
        // An operator may decide what he likes.
        Reason::Adjudicated => true,
        Reason::TooLong => over.winners.is_empty(),
        // Somebody left: in a game of two the other wins, or nobody.
        Reason::Resigned | Reason::Flagged | Reason::Abandoned => {
            !game.is_over() && over.winners.len() <= 1
        }
    }
}

/// Whether the clocks add up: nobody's runs in another's turn, nobody gains
/// more than the increment, and no more time is charged than has passed.
fn wrong_clock(account: &Account) -> Option<String> {
    let Some(TimeControl::Fischer { base_ms, increment_ms }) = account.clock else { return None };
    let mut spent = 0;
    for pair in account.clocks.windows(2) {
        let [(ply, before), (next, after)] = pair else { continue };
        if before.left_ms.len() != after.left_ms.len() || *next != ply + 1 {
            continue;
        }
        let mover = *ply as usize % before.left_ms.len();
        for (seat, (before, after)) in before.left_ms.iter().zip(&after.left_ms).enumerate() {
            let gained = i64::from(*after) - i64::from(*before);
            if seat != mover && gained.abs() > ROUNDING_MS {
                return Some(format!("ply {ply}: the clock of seat {seat} ran in another's turn"));
            }
            if gained > i64::from(increment_ms) + ROUNDING_MS {
                return Some(format!("ply {ply}: the clock gained {gained} ms"));
            }
            if seat == mover {
                spent += i64::from(increment_ms) - gained;
            }
        }
    }
    let turns = account.clocks.len() as i64;
    // Neither first turn is timed, so no increment need be granted for it.
    let untimed = 2 * i64::from(increment_ms);
    let passed = account.lasted.as_millis() as i64;
    let too_much = spent > passed + untimed + turns * ROUNDING_MS;
    too_much.then(|| format!("of {base_ms} ms each, {spent} ms were charged within {passed} ms"))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn accounts() -> [Account; 2] {
        let setup: Setup = "nim 1,2".parse().unwrap();
        let rules = setup.variant().rules();
        let mut game = Game::new(setup.clone());
        let first = |game: &Game| rules.moves(game.position()).next();
        while let Some(mv) = first(&game) {
            game.play(mv).unwrap();
        }
        let moves = game.moves().to_vec();
        let over = Over { winners: game.winners().unwrap(), reason: Reason::Played };
        let clock = Some(TimeControl::Fischer { base_ms: 10_000, increment_ms: 100 });
        let shows = |left_ms: [u32; 2]| ClockView {
            left_ms: left_ms.to_vec(),
            running: true,
            due_ms: None,
        };
        let clocks = vec![
            (0, shows([10_000, 10_000])),
            (1, shows([10_000, 10_000])),
            (2, shows([10_000, 10_000])),
            (3, shows([9_900, 10_000])),
        ];
        [0, 1].map(|seat| {
            let own = moves.iter().cloned().enumerate().filter(|(ply, _)| ply % 2 == seat);
            Account {
                seat: Seat(seat as u8),
                players: Vec::new(),
                rated: None,
                setup: setup.clone(),
                clock,
                moves: moves.clone(),
                acknowledged: own.map(|(ply, mv)| (ply as u32, mv)).collect(),
                clocks: clocks.clone(),
                over: over.clone(),
                lasted: Duration::from_millis(300),
            }
        })
    }

    #[test]
    fn a_fair_game_is_found_fair() {
        let [one, other] = accounts();
        assert_eq!(judge(&one, &other), Vec::<String>::new());
    }

    #[test]
    fn every_kind_of_foul_is_found() {
        type Foul = fn(&mut Account);
        let fouls: [(&str, Foul); 8] = [
            ("one seat", |one| one.seat = Seat(1)),
            ("different games", |one| one.setup = "nim 1,2,3".parse().unwrap()),
            ("different moves", |one| one.moves.truncate(1)),
            ("different results", |one| one.over.winners.clear()),
            ("then lost", |one| one.acknowledged.push((40, one.moves[0].clone()))),
            ("acknowledged twice", |one| {
                one.acknowledged.push(one.acknowledged[one.acknowledged.len() - 1].clone())
            }),
            ("in another's turn", |one| one.clocks[2].1.left_ms[0] -= 50),
            ("gained", |one| one.clocks[3].1.left_ms[0] += 500),
        ];
        for (what, foul) in fouls {
            let [mut one, other] = accounts();
            foul(&mut one);
            let wrong = judge(&one, &other);
            assert!(wrong.iter().any(|wrong| wrong.contains(what)), "{what}: {wrong:?}");
        }
    }

    #[test]
    fn what_is_kept_stands_in_for_who_was_away() {
        let [one, _] = accounts();
        let told = |one: &Account| {
            let Account { setup, moves, over, .. } = one.clone();
            Kept { game: setup, moves, over: Some(over) }
        };
        assert_eq!(judge_kept(&one, &told(&one)), Vec::<String>::new());
        let mut kept = told(&one);
        kept.moves.pop();
        assert!(judge_kept(&one, &kept)[0].contains("another game"));
        let mut kept = told(&one);
        kept.over = None;
        assert!(judge_kept(&one, &kept)[0].contains("another result"));
    }

    #[test]
    fn wrong_results_and_times_are_found() {
        let [mut one, mut other] = accounts();
        for account in [&mut one, &mut other] {
            account.over.winners = vec![Seat(u8::from(account.over.winners[0].0 == 0))];
            account.lasted = Duration::ZERO;
            account.clocks[3].1.left_ms[0] = 5_000;
        }
        let wrong = judge(&one, &other);
        assert!(wrong.iter().any(|wrong| wrong.contains("does not follow")), "{wrong:?}");
        assert!(wrong.iter().any(|wrong| wrong.contains("were charged")), "{wrong:?}");
    }
}
