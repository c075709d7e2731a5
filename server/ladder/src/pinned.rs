//! A ladder whose every number is pinned: ratings are recomputed from signed records for years, so
//! that no number may change unnoticed. `NIM_WRITE_PINNED=1` writes the file anew.

use std::fmt::Write;

use protocol::{EndReason, Kind, PlayerId, TimeControl};
use rules::{Game, Seat, Setup};
use solver::{Budget, Outcome, Solver};
use uuid::Uuid;

use crate::{
    ANCHORS, Contender, DecidedGame, Decision, DecisionTally, Item, MemoryBook, Played, RatedMatch,
    RatingChange, RatingOutcome, StartWeight, average_skill, stands_out,
};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/pinned.txt");

const DAY_MS: u64 = 86_400_000;

#[test]
fn a_ladder_has_the_numbers_that_it_has_always_had() {
    let text = [evening(), weights(), traits()].concat();
    pinned::assert_pinned(FILE, &text);
}

/// Rates matches of people, bots and an anchor, with the decisions in half of them.
fn evening() -> String {
    let mut chance = Chance(1);
    let mut book = MemoryBook::default();
    let mut text = String::new();
    for n in 0..60 {
        let played = chance.rated_match(n);
        let _ = writeln!(
            text,
            "{n} {}",
            protocol::hex(&played.fingerprint(played.players[0].person)[..8])
        );
        let outcome = book.rate(&played);
        assert_eq!(book.rate(&played), RatingOutcome::Before);
        let RatingOutcome::Counted { changes, weight } = outcome else {
            let _ = writeln!(text, "  {outcome:?}");
            continue;
        };
        let _ = writeln!(text, "  weighs {weight}");
        changes.iter().for_each(|change| write_change(&mut text, change));
        if n % 2 == 0 {
            let players = [0, 1].map(|seat| played.players[seat].id);
            let decisions = [5, 3].map(|most| chance.decisions(most));
            let (pool, game) = (played.pool(), chance.below(2) as u8);
            let game = DecidedGame {
                pool,
                game,
                players,
                people: players,
                decisions,
                weight,
                at: played.at,
            };
            book.learn(&game).iter().for_each(|change| write_change(&mut text, change));
        }
    }
    let mut lines: Vec<String> = book
        .standings()
        .map(|(board, of, standing)| format!("{board} {}: {standing:?}\n", of.0.as_u128()))
        .chain(book.all_learnt().map(|(of, belief)| format!("{}: {belief:?}\n", of.name())))
        .collect();
    lines.sort_unstable();
    text + &lines.concat()
}

fn write_change(text: &mut String, change: &RatingChange) {
    let [of, against] = [change.player, change.opponent].map(|id| id.0.as_u128() % 1_000);
    let (board, after) = (&change.leaderboard, change.after.rating());
    let _ = writeln!(text, "  {board} {of}:{against} {} {after} {:?}", change.before, change.cause);
}

fn weights() -> String {
    let weigh = |line: &&str| {
        let setup: Setup = line.parse().expect("a start");
        let mut solver = Solver::new(setup.variant());
        let weight =
            StartWeight::compute(&setup, &mut solver, &mut Budget::positions(200_000)).expect(line);
        format!("{line} weighs {weight:?}\n")
    };
    ["nim 3,4,5", "misere nim 1,2,4", "octal(0.77) 5,9", "subtraction(1,2,3) 9"]
        .iter()
        .map(weigh)
        .collect()
}

fn traits() -> String {
    let tally = |rarity, decisions, kept| DecisionTally { rarity, decisions, kept };
    let groups = [
        [tally(1, 40, 38), tally(4, 30, 12)],
        [tally(0, 25, 20), tally(2, 60, 57)],
        [tally(3, 21, 3), tally(5, 22, 20)],
    ];
    let skill = average_skill(groups.as_flattened());
    let found =
        groups.iter().map(|group| format!("stands out: {:.6?}\n", stands_out(skill, group)));
    format!("average skill {skill:.6}\n") + &found.collect::<String>()
}

/// The high bits of a linear congruential generator (Knuth's MMIX).
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % n
    }

    fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize].clone()
    }

    fn rated_match(&mut self, n: u64) -> RatedMatch {
        let setup: Setup =
            self.one(&["nim 3,4,6", "misere nim 1,3,5", "nim 2,5"]).parse().expect("a start");
        let start = self.one(&[Some(Outcome::N), Some(Outcome::P), None]);
        let clock = self.one(&[None, Some(TimeControl::Move { ms: 5_000 })]);
        let games = 1 + u8::from(start.is_none() || self.below(4) > 0);
        let id = Uuid::from_u128(u128::from(n) + 1);
        let [open, same_owner, same_address, voided] =
            [6, 20, 20, 20].map(|seldom| self.below(seldom) == 0);
        RatedMatch {
            id,
            games: (0..games).map(|_| self.played(&setup)).collect(),
            setup,
            clock,
            open,
            same_owner,
            same_address,
            voided,
            start,
            players: self.players(),
            at: (n * DAY_MS / 8) as i64,
        }
    }

    fn players(&mut self) -> Vec<Contender> {
        let person = |n: u64| Contender::new(id(n), Kind::Person);
        let bot = |n: u64| Contender::new(id(n), Kind::Bot);
        let anchor = Contender::new(ANCHORS[1].id(), Kind::Bot);
        let known = [person(1), person(2), person(3), bot(11), bot(12), anchor];
        let first = self.below(6) as usize;
        let second = (first + 1 + self.below(5) as usize) % 6;
        vec![known[first], known[second]]
    }

    /// A game that is often played to its end, and seldom given up at once.
    fn played(&mut self, setup: &Setup) -> Played {
        let mut game = Game::new(setup.clone());
        let shortest = self.one(&[0, 1, 2, 100, 100, 100, 100]);
        while !game.is_over() && game.moves().len() < shortest {
            let rules = game.setup().variant().rules();
            let mv = rules.draw(game.position(), &mut |n| self.below(n)).expect("not over");
            game.play(mv).expect("legal");
        }
        let reason = if game.is_over() { EndReason::Played } else { EndReason::Resigned };
        let winners = game.winners().unwrap_or(vec![Seat(self.below(2) as u8)]);
        Played { winners, reason, moves: game.moves().to_vec() }
    }

    fn decisions(&mut self, most: u64) -> Vec<Decision> {
        let decision = |chance: &mut Chance| Decision {
            item: Item::numbered(chance.below(28) as u8).expect("an item"),
            kept: chance.below(3) > 0,
        };
        (0..self.below(most)).map(|_| decision(self)).collect()
    }
}

fn id(n: u64) -> PlayerId {
    PlayerId(Uuid::from_u128(u128::from(n)))
}
