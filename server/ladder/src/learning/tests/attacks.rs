//! Attacks: the ratings that players reach who try to be rated above, or below, their strength, on
//! a ladder of results alone and on this one. Every game is played: the attacker's strength is what
//! their script scores against the house bots.
//!
//! ```sh
//! cargo test -p ladder attacks -- --nocapture --test-threads 1
//! ```
//!
//! prints the table of docs/ladder.md.

use super::arena::{Arena, Script, bot, house_bot, person, strength};
use super::*;

/// How far a rating may be above what the play is worth, besides two deviations: what style is.
const BAND: f64 = 70.0;

/// Player 1, who attacks.
const ATTACKER: u128 = 1;

/// Prints a row, and returns the strength, the rating reached and its deviation.
fn reached(name: &str, script: Script, arena: &Arena) -> (f64, f64, f64) {
    let worth = strength(script);
    let attacker = id(ATTACKER);
    let before = arena.before.get(&attacker).map_or(1500.0, |rating| rating.rating);
    let (now, deviation) = (arena.points(attacker), arena.deviation(attacker));
    println!("| {name} | {worth:.0} | {before:.0} | {now:.0} ± {deviation:.0} |");
    (worth, now, deviation)
}

/// Asserts that nobody is rated above their worth, beyond what style and the deviation allow.
fn fails_to_lift(name: &str, script: Script, arena: &Arena) {
    let (worth, now, deviation) = reached(name, script, arena);
    assert!(now <= worth + BAND + 2.0 * deviation, "{name}: {now} ± {deviation}, worth {worth}");
}

/// Plays pairs on dealt starts against opponents chosen by number, this many a day.
fn plays(
    arena: &mut Arena,
    (number, a_day): (usize, usize),
    script: Script,
    opponent: impl Fn(usize) -> (Contender, Script),
) {
    for n in 0..number {
        let start = arena.deal();
        let (other, how) = opponent(n);
        let me = Contender::new(id(ATTACKER), other.kind);
        arena.pair(&start, [me, other], [script, how], (n / a_day) as i64);
    }
}

#[test]
fn throwaway_accounts_that_resign_give_nothing() {
    let mut arena = Arena::new(Division::Bots);
    let script = Script::Blind(0.5);
    plays(&mut arena, (60, 60), script, |n| (bot(100 + n as u128), Script::Leaves(0)));
    fails_to_lift("60 throwaway bots that resign at once", script, &arena);
}

#[test]
fn throwaway_accounts_that_lose_after_some_moves_give_little() {
    let mut arena = Arena::new(Division::People);
    let script = Script::Blind(0.5);
    plays(&mut arena, (140, 140), script, |n| (person(100 + n as u128 % 14), Script::Leaves(4)));
    fails_to_lift("14 accounts that lose after some moves", script, &arena);
}

#[test]
fn house_bots_give_nobody_more_than_the_one_that_never_errs_has() {
    let mut arena = Arena::new(Division::Open);
    let mut chance = Chance(3);
    for n in 0..100 {
        let heaps = [0; 5].map(|_| (20 + chance.below(30)).to_string()).join(",");
        let start: Setup = format!("nim {heaps}").parse().expect("a game");
        let (other, how) = house_bot(n);
        let scripts = [Script::Blind(0.0), how];
        arena.pair(&start, [bot(ATTACKER), other], scripts, n as i64 / 10);
    }
    fails_to_lift("large heaps against erring house bots", Script::Blind(0.0), &arena);
    assert!(arena.points(id(ATTACKER)) <= 1742.0);
}

/// One heap is taken, and two are made equal: such starts are refused for rated games.
#[test]
fn starts_that_everybody_knows_by_heart_are_refused() {
    for (name, line, script) in [
        ("single heaps against house bots", "nim 9", Script::Blind(0.5)),
        ("two heaps by heart, nothing else", "nim 9,17", Script::ByHeart(1.0)),
    ] {
        let start: Setup = line.parse().expect("a game");
        let mut arena = Arena::new(Division::Open);
        assert!(!arena.is_enough(&start), "{line}");
        // What they would be worth.
        for n in 0..60 {
            let (other, how) = house_bot(n);
            arena.pair(&start, [bot(ATTACKER), other], [script, how], n as i64 / 10);
        }
        reached(&format!("{name} (refused)"), script, &arena);
    }
}

#[test]
fn knowing_plain_positions_by_heart_is_worth_what_it_wins() {
    let mut arena = Arena::new(Division::Open);
    plays(&mut arena, (200, 10), Script::ByHeart(1.0), house_bot);
    fails_to_lift("plain positions by heart, else blind", Script::ByHeart(1.0), &arena);
}

#[test]
fn resigning_what_is_hard_hides_nothing() {
    let mut arena = Arena::new(Division::Open);
    plays(&mut arena, (200, 10), Script::Unsure(1.0), house_bot);
    fails_to_lift("resigning whenever unsure", Script::Unsure(1.0), &arena);
}

/// A partner who throws four matches a day for a year.
#[test]
fn a_partner_who_loses_on_purpose_gives_no_more_than_style_is_worth() {
    let mut arena = Arena::new(Division::People);
    plays(&mut arena, (1_460, 4), Script::Blind(0.5), |_| (person(2), Script::Throws));
    fails_to_lift("a partner who loses daily for a year", Script::Blind(0.5), &arena);
}

/// The attacker errs in every other move and removes what is hard.
#[test]
fn easy_decisions_buy_no_rating() {
    let mut arena = Arena::new(Division::Bots);
    let opponent = |n| (bot(100 + n as u128 % 40), Script::Blind(0.2));
    for n in 0..300 {
        let two = [n, n + 7].map(|n| bot(100 + n as u128 % 40));
        let start = arena.deal();
        arena.pair(&start, two, [Script::Blind(0.2); 2], n as i64 / 40);
    }
    plays(&mut arena, (150, 10), Script::Simplifies(0.5), opponent);
    fails_to_lift("easy decisions only", Script::Simplifies(0.5), &arena);
}

#[test]
fn leaving_starts_unplayed_costs_rating() {
    let mut arena = Arena::new(Division::Bots);
    let opponent = |n| (bot(100 + n as u128 % 50), Script::Blind(0.25));
    plays(&mut arena, (200, 20), Script::Dodges(0.25), opponent);
    fails_to_lift("leaving three of four games unplayed", Script::Dodges(0.25), &arena);
    assert!(arena.points(id(ATTACKER)) < 1_500.0);
}

/// The attacker plays slowly until opponents leave or run out of time.
#[test]
fn games_won_by_slow_play_count_no_more_than_style_is_worth() {
    let mut arena = Arena::new(Division::People);
    let opponent = |n| (person(100 + n as u128 % 60), Script::Leaves(5));
    plays(&mut arena, (300, 20), Script::Blind(0.5), opponent);
    fails_to_lift("slow play until opponents leave", Script::Blind(0.5), &arena);
}

/// The attacker gives won games up to be matched with weaker players: they are rated by what they
/// give up, and not below random play.
#[test]
fn players_who_sit_low_pay_with_their_games() {
    let mut arena = Arena::new(Division::People);
    let opponent = |n| (person(100 + n as u128 % 40), Script::Blind(0.3));
    plays(&mut arena, (200, 20), Script::SitsLow(0.05), opponent);
    let (_, now, _) = reached("resigning won games to sit low", Script::SitsLow(0.05), &arena);
    assert!((1_164.0..1_500.0).contains(&now), "{now}");
}

/// The attacker owns a bot with two hundred versions, each of which loses the same game.
#[test]
fn versions_of_a_bot_are_one_opponent() {
    let mut arena = Arena::new(Division::Bots);
    let start = arena.deal();
    let script = Script::Blind(0.5);
    let games = arena.games(&start, [Script::Blind(0.0), Script::Throws]);
    for n in 0..200u128 {
        let version = Contender { person: id(2), ..bot(1_000 + n) };
        arena.rate(&start, [bot(ATTACKER), version], &games, n as i64 / 10);
    }
    fails_to_lift("one game against versions of a bot", script, &arena);
    assert!(arena.deviation(id(ATTACKER)) > 70.0, "it was rated once");
}

/// The same game against ever new opponents, and starts that one plan covers.
#[test]
fn what_is_known_by_heart_counts_less_each_time() {
    let script = Script::Blind(0.5);
    let mut arena = Arena::new(Division::Bots);
    let start = arena.deal();
    let games = arena.games(&start, [Script::Blind(0.0), Script::Throws]);
    for n in 0..60 {
        arena.rate(&start, [bot(ATTACKER), bot(100 + n)], &games, n as i64 / 10);
    }
    fails_to_lift("one game against 60 accounts", script, &arena);
    assert!(arena.deviation(id(ATTACKER)) > 70.0, "it was rated once");
    let script = Script::Knows(1.0);
    let mut arena = Arena::new(Division::Open);
    let mut chance = Chance(5);
    for n in 0..100 {
        let heaps = [1, 2, 4 + chance.below(60)];
        let start: Setup =
            format!("nim {},{},{}", heaps[0], heaps[1], heaps[2]).parse().expect("a game");
        let (other, how) = house_bot(n);
        arena.pair(&start, [bot(ATTACKER), other], [script, how], n as i64 / 10);
    }
    fails_to_lift("starts of one plan (1,2,n)", script, &arena);
}

/// Twenty accounts err on purpose in the kind of position that the attacker then seeks.
#[test]
fn accounts_cannot_make_positions_hard() {
    let teach = |accounts: u128| {
        let mut evening = Evening::new(Division::Bots);
        let pool = pool(Division::Bots);
        for account in 0..accounts {
            for game in 0..100 {
                let others =
                    (0..4).map(|_| Decision { item: Item { rarity: 4, parts: 3 }, kept: true });
                let poison = (0..2).map(|_| Decision { item: USUAL_ITEM, kept: false });
                evening.book.learn(&DecidedGame {
                    pool: pool.clone(),
                    game: 0,
                    players: [id(10 + account), id(9)],
                    people: [id(10 + account), id(9)],
                    decisions: [others.chain(poison).collect(), vec![]],
                    weight: ONE,
                    at: game * DAY_MS,
                });
            }
        }
        let family = DecisionFamily::from_setup(&"nim 1".parse().expect("nim"));
        let of = Learnt::Item(family, USUAL_ITEM);
        let Ok(learnt) = evening.book.learnt(&of);
        learnt.unwrap_or(of.prior()).mean - USUAL_ITEM.difficulty()
    };
    let moved = [1, 20, 200].map(teach);
    println!("| accounts that err on purpose: 1, 20, 200 | | | {moved:?} millionths |");
    assert!(0 < moved[0] && moved[0] < 120_000, "{moved:?}");
    assert!(moved[1..].iter().all(|&moved| moved <= HARDER), "{moved:?}");
}

/// The first account is lifted by the second, which a third has lifted.
#[test]
fn accounts_cannot_lift_each_other() {
    let mut arena = Arena::new(Division::People);
    for n in 0..400 {
        for two in [[1, 2], [2, 3]] {
            let start = arena.deal();
            let scripts = [Script::Blind(0.4), Script::Throws];
            arena.pair(&start, two.map(person), scripts, n / 4);
        }
    }
    fails_to_lift("accounts lifting each other", Script::Blind(0.4), &arena);
}

/// A bot plays only the opponents against whom it scores best.
#[test]
fn picking_opponents_by_their_style_is_worth_no_more_than_style_is() {
    let styles = [
        Script::Blind(0.15),
        Script::ByHeart(0.5),
        Script::Simplifies(0.15),
        Script::Leaves(7),
        Script::Unsure(0.2),
    ];
    let script = Script::Blind(0.25);
    let mut arena = Arena::new(Division::Bots);
    for (style, n) in styles.iter().zip(0u128..).flat_map(|one| vec![one; 6]).zip(0..) {
        let n: u128 = n;
        plays(&mut arena, (10, 10), script, |_| (bot(100 + n), *style.0));
    }
    // Those who resign are beaten most easily.
    let weakest = |n: usize| (bot(100 + 24 + n as u128 % 6), Script::Unsure(0.2));
    plays(&mut arena, (300, 30), script, weakest);
    fails_to_lift("a bot that picks the styles it beats", script, &arena);
}
