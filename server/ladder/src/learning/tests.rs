//! Tests of learning by itself, and a simulated evening of matches that also serves to try attacks.

mod arena;
mod attacks;

use std::collections::HashMap;

use protocol::{Division, EndReason, Kind};
use rules::{Ending, Move, Seat, Setup};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
use solver::Outcome;
use uuid::Uuid;

use super::*;
use crate::{ANCHORS, Contender, MemoryBook, Played, RatedMatch, RatingOutcome, Speed};

const DAY_MS: i64 = 86_400_000;

fn id(n: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(n))
}

fn pool(division: Division) -> Pool {
    Pool { division, family: "nim".to_owned(), ending: Ending::Normal, speed: Speed::Free }
}

/// A repeatable random generator: a linear congruential generator (Knuth's MMIX).
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 20) % n
    }

    fn happens(&mut self, chance: f64) -> bool {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((self.0 >> 11) as f64) < chance * (1u64 << 53) as f64
    }
}

/// An evening of matches, with the decisions in them.
struct Evening {
    book: MemoryBook,
    /// Ratings by results alone, as the ladder computed them before: pairs by Glicko-2.
    before: HashMap<PlayerId, Glicko2Rating>,
    /// Whether the old ladder counted a game that was given up at once.
    gifts_counted: bool,
    /// Whether all matches have the same moves.
    repeats: bool,
    chance: Chance,
    matches: u128,
    division: Division,
}

/// A player's style: their share of blind moves, and the rarity of winning moves in the positions
/// they get.
#[derive(Clone, Copy)]
struct Style {
    errs: f64,
    rarity: u8,
}

impl Evening {
    fn new(division: Division) -> Evening {
        Evening {
            book: MemoryBook::default(),
            before: HashMap::new(),
            gifts_counted: true,
            repeats: false,
            chance: Chance(1),
            matches: 0,
            division,
        }
    }

    /// Rates a pair as the old ladder did.
    fn rate_before(&mut self, players: [PlayerId; 2], won: [Option<usize>; 2]) {
        if won.contains(&None) && !self.gifts_counted {
            return;
        }
        let stood = players.map(|player| match Anchor::find(player) {
            Some(anchor) => {
                let (rating, deviation) = (anchor.rating.into(), 30.0);
                Glicko2Rating { rating, deviation, ..Glicko2Rating::new() }
            }
            None => self.before.get(&player).copied().unwrap_or_default(),
        });
        for me in [0, 1] {
            let result = |won: Option<usize>| match won.unwrap_or(0) == me {
                true => (stood[1 - me], Outcomes::WIN),
                false => (stood[1 - me], Outcomes::LOSS),
            };
            let after = glicko2_rating_period(&stood[me], &won.map(result), &Glicko2Config::new());
            self.before.insert(players[me], after);
        }
    }

    fn decisions(&mut self, number: usize, Style { errs, rarity }: Style) -> Vec<Decision> {
        let lost = errs * (1.0 - 0.5f64.powi(rarity.into()));
        let item = Item { rarity, parts: 3 };
        (0..number).map(|_| Decision { item, kept: !self.chance.happens(lost) }).collect()
    }

    /// Plays a pair: the winner of each game, and both players' decisions in each. `None` means
    /// that a game was given up before it began.
    fn pair(
        &mut self,
        players: [PlayerId; 2],
        won: [Option<usize>; 2],
        styles: [Option<Style>; 2],
        day: i64,
    ) {
        let kind = if self.division == Division::People { Kind::Person } else { Kind::Bot };
        self.rate_before(players, won);
        self.matches += 1;
        let n = self.matches;
        let mark = if self.repeats { 0 } else { n };
        let game = |number: usize, won: Option<usize>| Played {
            winners: vec![Seat(((won.unwrap_or(0) + number) % 2) as u8)],
            reason: if won.is_some() { EndReason::Played } else { EndReason::Resigned },
            moves: (0..if won.is_some() { 6 } else { 0 })
                .map(|ply| Move::List(vec![ply, mark as u64].into()))
                .collect(),
        };
        let start = format!("nim {},{},99", 1 + n % 40, 41 + n / 40);
        let setup: Setup = start.parse().expect("a game");
        let both = RatedMatch {
            id: Uuid::from_u128(n),
            setup,
            clock: None,
            open: self.division == Division::Open,
            same_owner: false,
            same_address: false,
            voided: false,
            start: Some(Outcome::N),
            players: players.map(|id| Contender::new(id, kind)).to_vec(),
            games: vec![game(0, won[0]), game(1, won[1])],
            at: day * DAY_MS,
        };
        let RatingOutcome::Counted { weight, .. } = self.book.rate(&both) else { return };
        for (number, won) in won.into_iter().enumerate() {
            let seats = [number, 1 - number];
            let decisions = seats.map(|me| match styles[me] {
                Some(style) if won.is_some() => self.decisions(3, style),
                _ => Vec::new(),
            });
            self.book.learn(&DecidedGame {
                pool: pool(self.division),
                game: number as u8,
                players: seats.map(|me| players[me]),
                people: seats.map(|me| players[me]),
                decisions,
                weight,
                at: day * DAY_MS,
            });
        }
    }

    fn points(&self, n: u128) -> f64 {
        let leaderboard = Leaderboard::Pool(pool(self.division));
        self.book.get(&leaderboard, id(n)).map_or(1500.0, Standing::points)
    }

    fn deviation(&self, n: u128) -> f64 {
        let leaderboard = Leaderboard::Pool(pool(self.division));
        let stands = self.book.get(&leaderboard, id(n)).unwrap_or(Standing::new(0));
        stands.deviation(0) as f64 / 1e3
    }
}

const USUAL: u8 = 3;
const USUAL_ITEM: Item = Item { rarity: USUAL, parts: 3 };

fn errs(errs: f64) -> Option<Style> {
    Some(Style { errs, rarity: USUAL })
}

#[test]
fn decisions_lead_to_the_rating_of_the_anchor_who_errs_as_often() {
    for (rating, share) in [(1_623.0, 0.1), (1_500.0, 0.25), (1_365.0, 0.5)] {
        let mut evening = Evening::new(Division::Bots);
        for n in 0..60 {
            evening.pair([id(1), id(100 + n)], [Some(0), Some(1)], [errs(share), errs(0.25)], 0);
        }
        let found = evening.points(1);
        assert!((found - rating).abs() < 45.0, "{share}: {found}");
        assert!(evening.deviation(1) < 40.0, "{}", evening.deviation(1));
    }
}

/// Whether all play well or positions are easy cannot be told apart among equals: the scale is held
/// by what is known of positions. Each of these is worth 1682.
#[test]
fn strong_players_among_themselves_stay_high_on_the_scale() {
    let mut evening = Evening::new(Division::People);
    for n in 0..600u128 {
        let two = [id(n % 30), id((n + 1 + n / 30) % 30)];
        evening.pair(two, [Some(0), Some(1)], [errs(0.05), errs(0.05)], n as i64 / 30);
    }
    let mean = (0..30).map(|n| evening.points(n)).sum::<f64>() / 30.0;
    // Half a logit of doubt about difficulties would leave them at 1526.
    assert!((1_590.0..1_700.0).contains(&mean), "{mean}");
}

/// The decisions of a house bot move difficulties, and not the bot.
#[test]
fn an_anchor_teaches_how_hard_positions_are() {
    let (family, item) = (DecisionFamily::from_setup(&"nim 1".parse().expect("nim")), USUAL_ITEM);
    let difficulty = |anchor: usize, kept| {
        let mut evening = Evening::new(Division::Open);
        let changes = evening.book.learn(&DecidedGame {
            pool: pool(Division::Open),
            game: 0,
            players: [ANCHORS[anchor].id(), id(1)],
            people: [ANCHORS[anchor].id(), id(1)],
            decisions: [vec![Decision { item, kept }; 9], vec![]],
            weight: ONE,
            at: 0,
        });
        assert_eq!(changes, []);
        let of = Learnt::Item(family.clone(), item);
        let Ok(learnt) = evening.book.learnt(&of);
        learnt.unwrap_or(of.prior()).mean
    };
    assert!(difficulty(2, true) < item.difficulty());
    assert!(difficulty(2, false) > difficulty(3, false));
    assert_eq!(difficulty(0, true), item.difficulty(), "who never errs says nothing");
}

#[test]
fn only_decisions_of_counted_matches_count() {
    let mut evening = Evening::new(Division::Bots);
    let decisions = [vec![Decision { item: Item { rarity: 3, parts: 3 }, kept: true }; 4], vec![]];
    let pool = pool(Division::Bots);
    let game = DecidedGame {
        pool: pool.clone(),
        game: 1,
        players: [id(1), ANCHORS[0].id()],
        people: [id(1), ANCHORS[0].id()],
        decisions,
        weight: ONE,
        at: 0,
    };
    let changes = evening.book.learn(&game);
    assert_eq!(changes.len(), 2, "an anchor learns nothing, and who decided nothing: {changes:?}");
    let RatingCause::Decisions { game: 1, kept: 4, decisions: 4, hard: 4, expected } =
        changes[1].cause
    else {
        panic!("{changes:?}")
    };
    assert!((2 * ONE..4 * ONE).contains(&expected), "{expected}");
    assert!(changes[1].after.rating() > changes[1].before + 5_000);
    // With a weight of zero it changes only the count.
    let mut nothing = Evening::new(Division::Bots);
    let changes = nothing.book.learn(&DecidedGame { weight: 0, ..game });
    assert_eq!(changes[1].after.rating(), changes[1].before);
    assert_eq!(changes[1].after.decisions, 4);
}
