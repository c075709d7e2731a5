//! Attacks: the ratings that players reach who try to be rated above, or below, their strength, on
//! the ladder of results alone and on this one.
//!
//! ```sh
//! cargo test -p ladder attacks -- --nocapture --test-threads 1
//! ```
//!
//! prints the table of docs/ladder.md.

use solver::{Budget, Solver};

use super::*;
use crate::StartWeight;

/// The distance, in points, that results may lead away from decisions.
const BAND: f64 = 73.0;

/// An attack by player 1, whose true strength is worth this many points.
struct Attack {
    name: &'static str,
    worth: f64,
    evening: Evening,
}

impl Attack {
    fn new(name: &'static str, worth: f64, division: Division) -> Attack {
        Attack { name, worth, evening: Evening::new(division) }
    }

    /// Plays pairs of the attacker, this many a day, each against a numbered opponent.
    fn pairs(
        &mut self,
        (number, a_day): (u128, u128),
        opponent: impl Fn(u128) -> PlayerId,
        won: [Option<usize>; 2],
        styles: [Option<Style>; 2],
    ) {
        for n in 0..number {
            self.evening.pair([id(1), opponent(n)], won, styles, (n / a_day) as i64);
        }
    }

    fn before(&self) -> f64 {
        self.evening.before.get(&id(1)).map_or(1500.0, |rating| rating.rating)
    }

    /// Prints a row, and returns the rating reached and its deviation.
    fn reached(&self) -> (f64, f64) {
        let (now, deviation) = (self.evening.points(1), self.evening.deviation(1));
        let Attack { name, worth, .. } = self;
        println!("| {name} | {worth:.0} | {:.0} | {now:.0} ± {deviation:.0} |", self.before());
        (now, deviation)
    }

    /// Asserts that the attack lifts nobody above their worth, beyond the band and the deviation.
    fn fails_to_lift(&self) {
        let (now, deviation) = self.reached();
        assert!(now <= self.worth + BAND + 2.0 * deviation, "{now} {deviation}");
        assert!(now < self.before(), "it was worse before");
    }
}

const WON: [Option<usize>; 2] = [Some(0), Some(0)];
const LOST: [Option<usize>; 2] = [Some(1), Some(1)];
const GIVEN: [Option<usize>; 2] = [None, None];

fn house_bot(n: u128) -> PlayerId {
    ANCHORS[(n % 4) as usize].id()
}

#[test]
fn throwaway_accounts_that_resign_give_nothing() {
    let mut attack = Attack::new("60 throwaway bots that resign at once", 1_365.0, Division::Bots);
    attack.pairs((60, 60), |n| id(100 + n), GIVEN, [errs(0.5), None]);
    let (now, _) = attack.reached();
    assert!(now <= 1_500.0 && attack.before() > 2_000.0);
}

#[test]
fn throwaway_accounts_that_lose_after_some_moves_stay_within_the_band_of_a_newcomer() {
    let mut attack =
        Attack::new("14 accounts that lose after some moves", 1_500.0, Division::People);
    attack.pairs((140, 140), |n| id(100 + n % 14), WON, [None, None]);
    let (now, deviation) = attack.reached();
    assert!(now < 1_500.0 + BAND + 1.0 && deviation > 70.0, "it stays provisional: {deviation}");
    assert!(attack.before() > 2_000.0);
}

#[test]
fn house_bots_give_nobody_more_than_the_one_that_never_errs_has() {
    let mut attack = Attack::new("large heaps against erring house bots", 1_742.0, Division::Open);
    let style = Style { errs: 0.0, rarity: 6 };
    attack.pairs((400, 10), house_bot, WON, [Some(style), None]);
    let (now, _) = attack.reached();
    assert!((1_690.0..1_742.0).contains(&now) && attack.before() > 2_000.0);
}

/// The player who begins takes a single heap: such a start is refused for a rated game.
#[test]
fn single_heaps_are_not_rated() {
    let mut attack = Attack::new("single heaps against house bots", 1_365.0, Division::Open);
    for n in 0..60 {
        let players = [id(1), house_bot(n)];
        attack.evening.rate_before(players, [Some(0), Some((n % 2) as usize)]);
    }
    let (now, _) = attack.reached();
    let start: Setup = "nim 9".parse().expect("a game");
    let mut solver = Solver::new(start.variant());
    let weight = StartWeight::compute(&start, &mut solver, &mut Budget::positions(10_000));
    let weight = weight.expect("soon played");
    assert!(!weight.is_enough() && now <= 1_500.0 && attack.before() > 1_600.0);
}

/// A partner who lets the attacker win every day for a year.
#[test]
fn a_partner_who_loses_on_purpose_gives_no_more_than_style_is_worth() {
    let mut attack = Attack::new("a partner who loses daily for a year", 1_365.0, Division::People);
    attack.pairs((3_650, 10), |_| id(2), WON, [errs(0.5), errs(0.1)]);
    attack.fails_to_lift();
}

/// The attacker errs in every other move and steers towards positions where half of all moves win.
#[test]
fn easy_decisions_buy_no_rating() {
    let mut attack = Attack::new("easy decisions only", 1_365.0, Division::Bots);
    // Other players play as usual, so that difficulties are known.
    for n in 0..400 {
        let two = [id(1_000 + n % 40), id(1_000 + (n + 7) % 40)];
        let style = Some(Style { errs: 0.2, rarity: (n % 4) as u8 + 1 });
        attack.evening.pair(two, [Some(0), Some(1)], [style, style], n as i64 / 40);
    }
    let easy = Style { errs: 0.5, rarity: 1 };
    attack.pairs((100, 100), |n| id(1_000 + n % 40), LOST, [Some(easy), errs(0.2)]);
    let (now, deviation) = attack.reached();
    assert!(now < 1_365.0 + BAND + deviation, "{now}");
}

/// On the old ladder it was free to look at a start and an opponent and to leave: only won matches
/// counted.
#[test]
fn looking_at_a_start_and_leaving_costs_rating() {
    let mut attack = Attack::new("leaving three of four starts unplayed", 1_500.0, Division::Bots);
    attack.evening.gifts_counted = false;
    for n in 0..200u128 {
        let (players, day) = ([id(1), id(100 + n % 50)], (n / 20) as i64);
        match n % 4 {
            0 => attack.evening.pair(players, WON, [errs(0.25), errs(0.4)], day),
            // The attacker gives both games up, so the others win them.
            _ => attack.evening.pair([players[1], players[0]], GIVEN, [None, None], day),
        }
    }
    attack.fails_to_lift();
    assert!(attack.evening.points(1) < 1_500.0);
}

/// The attacker plays slowly until opponents leave or run out of time: the games are won, and
/// little is decided.
#[test]
fn games_won_by_slow_play_count_no_more_than_style_is_worth() {
    let mut attack = Attack::new("slow play until opponents leave", 1_365.0, Division::People);
    attack.pairs((300, 20), |n| id(100 + n % 60), WON, [errs(0.5), errs(0.25)]);
    attack.fails_to_lift();
}

/// The attacker resigns won games to be matched with weaker players.
#[test]
fn nobody_sits_low_by_resigning_won_games() {
    let mut attack = Attack::new("resigning won games to sit low", 1_682.0, Division::People);
    attack.pairs((400, 20), |n| id(100 + n % 40), LOST, [errs(0.05), errs(0.3)]);
    let (now, deviation) = attack.reached();
    assert!(now > 1_682.0 - BAND - 2.0 * deviation && now > attack.before(), "{now}");
}

/// Two accounts of one person take turns: nobody climbs, whoever wins.
#[test]
fn two_accounts_cannot_lift_each_other() {
    let mut attack = Attack::new("accounts lifting each other", 1_419.0, Division::People);
    for n in 0..1_000u128 {
        // The first account is lifted by the second, which a third account has lifted.
        let (day, style) = ((n / 20) as i64, [errs(0.4), errs(0.4)]);
        attack.evening.pair([id(1), id(2)], WON, style, day);
        attack.evening.pair([id(2), id(3)], WON, style, day);
    }
    attack.fails_to_lift();
}

/// A bot plays only opponents that its style beats, and wins nearly always.
#[test]
fn picking_opponents_by_their_style_is_worth_no_more_than_style_is() {
    let mut attack = Attack::new("a bot that picks the styles it beats", 1_500.0, Division::Bots);
    for n in 0..600u128 {
        let won = if n % 20 == 0 { LOST } else { WON };
        let two = [id(1), id(100 + n % 30)];
        attack.evening.pair(two, won, [errs(0.25), errs(0.15)], (n / 30) as i64);
    }
    attack.fails_to_lift();
}

/// Two programs play the same game for ever.
#[test]
fn the_same_game_again_is_not_rated() {
    let mut attack = Attack::new("the same game over and over", 1_500.0, Division::Bots);
    attack.evening.repeats = true;
    attack.pairs((1, 1), |_| id(2), WON, [errs(0.25), errs(0.25)]);
    let once = attack.evening.deviation(1);
    attack.pairs((200, 200), |_| id(2), WON, [errs(0.25), errs(0.25)]);
    let (_, deviation) = attack.reached();
    assert_eq!(deviation, once, "it does not shrink");
    assert!(attack.before() > 1_600.0);
}
