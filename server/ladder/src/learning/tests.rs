//! Learning by itself, and attacks: what somebody reaches who tries to be rated above, or
//! below, what they can do. Before decisions counted each of these worked.

use protocol::{Division, Kind, Reason};
use rules::{Ending, Move, Seat, Setup};
use solver::Outcome;
use uuid::Uuid;

use super::*;
use crate::{ANCHORS, Contender, MemoryBook, Played, Rated, RatedMatch, Speed};

const DAY_MS: i64 = 86_400_000;

fn id(n: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(n))
}

fn pool(division: Division) -> Pool {
    Pool { division, family: "nim".to_owned(), ending: Ending::Normal, speed: Speed::Free }
}

/// Chance that can be repeated: a linear congruence (Knuth's MMIX).
struct Chance(u64);

impl Chance {
    fn happens(&mut self, chance: f64) -> bool {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((self.0 >> 11) as f64) < chance * (1u64 << 53) as f64
    }
}

/// An evening of an attacker: matches against others, with the decisions in them.
struct Evening {
    book: MemoryBook,
    chance: Chance,
    matches: u128,
    division: Division,
}

/// How somebody plays: the share of blind moves, and the rarity of winning moves in the
/// positions they are in.
#[derive(Clone, Copy)]
struct Style {
    errs: f64,
    rarity: u8,
}

impl Evening {
    fn new(division: Division) -> Evening {
        Evening { book: MemoryBook::default(), chance: Chance(1), matches: 0, division }
    }

    fn decisions(&mut self, number: usize, Style { errs, rarity }: Style) -> Vec<Decision> {
        let lost = errs * (1.0 - 0.5f64.powi(rarity.into()));
        let item = Item { rarity, parts: 3 };
        (0..number).map(|_| Decision { item, kept: !self.chance.happens(lost) }).collect()
    }

    /// A pair: who won each game, and the decisions of both in each. `None` gives a game up
    /// before it begins.
    fn pair(
        &mut self,
        players: [PlayerId; 2],
        won: [Option<usize>; 2],
        styles: [Option<Style>; 2],
        day: i64,
    ) {
        let kind = if self.division == Division::People { Kind::Person } else { Kind::Bot };
        self.matches += 1;
        let n = self.matches;
        let game = |number: usize, won: Option<usize>| Played {
            winners: vec![Seat(((won.unwrap_or(0) + number) % 2) as u8)],
            reason: if won.is_some() { Reason::Played } else { Reason::Resigned },
            moves: (0..if won.is_some() { 6 } else { 0 })
                .map(|ply| Move::List(vec![ply, n as u64].into()))
                .collect(),
        };
        let setup: Setup = "nim 3,4,6".parse().expect("a game");
        let both = RatedMatch {
            id: Uuid::from_u128(n),
            setup,
            clock: None,
            open: self.division == Division::Open,
            same_owner: false,
            same_address: false,
            voided: false,
            start: Some(Outcome::N),
            players: players.map(|id| Contender { id, kind }).to_vec(),
            games: vec![game(0, won[0]), game(1, won[1])],
            at: day * DAY_MS,
        };
        let Rated::Counted { weight, .. } = self.book.rate(&both) else { return };
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

#[test]
fn what_counts_is_that_of_a_match_that_counts() {
    let mut evening = Evening::new(Division::Bots);
    let decisions = [vec![Decision { item: Item { rarity: 3, parts: 3 }, kept: true }; 4], vec![]];
    let pool = pool(Division::Bots);
    let game = DecidedGame {
        pool: pool.clone(),
        game: 1,
        players: [id(1), ANCHORS[0].id()],
        decisions,
        weight: ONE,
        at: 0,
    };
    let changes = evening.book.learn(&game);
    assert_eq!(changes.len(), 2, "an anchor learns nothing, and who decided nothing: {changes:?}");
    let Cause::Decisions { game: 1, kept: 4, decisions: 4, hard: 4, expected } = changes[1].cause
    else {
        panic!("{changes:?}")
    };
    assert!((2 * ONE..4 * ONE).contains(&expected), "{expected}");
    assert!(changes[1].after.rating() > changes[1].before + 5_000);
    // Of no weight, it moves nothing but the count.
    let mut nothing = Evening::new(Division::Bots);
    let changes = nothing.book.learn(&DecidedGame { weight: 0, ..game });
    assert_eq!(changes[1].after.rating(), changes[1].before);
    assert_eq!(changes[1].after.decisions, 4);
}

/// Was 2,420 points in 2.2 seconds.
#[test]
fn throwaway_accounts_that_resign_give_nothing() {
    let mut evening = Evening::new(Division::Bots);
    for n in 0..60 {
        evening.pair([id(1), id(100 + n)], [None, None], [errs(0.5), None], 0);
    }
    assert!(evening.points(1) <= 1500.0, "{}", evening.points(1));
}

/// Was 2,185 points with 14 registered accounts.
#[test]
fn throwaway_accounts_that_lose_after_some_moves_give_no_more_than_style_is_worth() {
    let mut evening = Evening::new(Division::People);
    for n in 0..140 {
        evening.pair([id(1), id(100 + n % 14)], [Some(0), Some(0)], [None, None], 0);
    }
    assert!(evening.points(1) < 1575.0, "{}", evening.points(1));
    assert!(evening.deviation(1) > 70.0, "it stays provisional: {}", evening.deviation(1));
}

/// A partner who lets the attacker win every day for a year.
#[test]
fn a_partner_who_loses_on_purpose_gives_no_more_than_style_is_worth() {
    let mut evening = Evening::new(Division::People);
    for n in 0..365 * 10 {
        evening.pair([id(1), id(2)], [Some(0), Some(0)], [errs(0.5), errs(0.1)], n / 10);
    }
    assert!(evening.points(1) < 1_365.0 + 75.0 + 40.0, "{}", evening.points(1));
}

/// Was 2,779 points: a thousand above the anchor that never errs.
#[test]
fn house_bots_give_nobody_more_than_the_one_that_never_errs_has() {
    let mut evening = Evening::new(Division::Open);
    for n in 0..400 {
        let house = ANCHORS[n % 4].id();
        let style = Style { errs: 0.0, rarity: 6 };
        evening.pair([id(1), house], [Some(0), Some(0)], [Some(style), None], n as i64 / 10);
    }
    assert!(evening.points(1) < f64::from(ANCHORS[0].rating), "{}", evening.points(1));
    assert!(evening.points(1) > 1_690.0, "{}", evening.points(1));
}

/// Somebody who errs in every other move and steers towards positions where half of all
/// moves win.
#[test]
fn easy_decisions_buy_no_rating() {
    let mut evening = Evening::new(Division::Bots);
    let easy = Style { errs: 0.5, rarity: 1 };
    // The field plays as usual, so that difficulties are known.
    for n in 0..400 {
        let two = [id(1_000 + n % 40), id(1_000 + (n + 7) % 40)];
        let rarity = (n % 4) as u8 + 1;
        let style = Some(Style { errs: 0.2, rarity });
        evening.pair(two, [Some(0), Some(1)], [style, style], n as i64 / 40);
    }
    for n in 0..100 {
        evening.pair([id(1), id(1_000 + n % 40)], [Some(1), Some(1)], [Some(easy), errs(0.2)], 20);
    }
    assert!(evening.points(1) < 1_365.0 + 75.0, "{}", evening.points(1));
}

/// Resigning won games to be matched with weaker players.
#[test]
fn nobody_sits_low_by_resigning_won_games() {
    let mut evening = Evening::new(Division::People);
    for n in 0..400 {
        let other = id(100 + n % 40);
        evening.pair([id(1), other], [Some(1), Some(1)], [errs(0.05), errs(0.3)], n as i64 / 20);
    }
    assert!(evening.points(1) > 1_680.0 - 75.0 - 40.0, "{}", evening.points(1));
}

/// Looking at a start and leaving: it was free.
#[test]
fn looking_at_a_start_and_leaving_costs_rating() {
    let mut evening = Evening::new(Division::Bots);
    for n in 0..10 {
        evening.pair([id(100 + n), id(1)], [None, Some(0)], [errs(0.2), errs(0.2)], 0);
    }
    let dodges = evening.points(1);
    assert!(dodges < 1_500.0, "{dodges}");
}

/// Two accounts of one person win in turn: neither climbs.
#[test]
fn two_accounts_cannot_lift_each_other() {
    let mut evening = Evening::new(Division::People);
    for n in 0..1_000 {
        let winner = usize::from(n % 100 < 50);
        let won = [Some(winner), Some(winner)];
        evening.pair([id(1), id(2)], won, [errs(0.4), errs(0.4)], n / 20);
    }
    for n in [1, 2] {
        assert!(evening.points(n) < 1_420.0 + 75.0, "{}", evening.points(n));
    }
}
