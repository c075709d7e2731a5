//! Plays random Swiss and round-robin tournaments and writes each as a TRF file, for external
//! pairing checkers: `random-tournaments FOLDER NUMBER [SEED]`.

use std::collections::BTreeSet;
use std::path::Path;

use protocol::{Kind, Plan, Player, PlayerId, TournamentId};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tournament::{Contest, Event, GameResult, ResultReason, Seed, TournamentOpening, report};
use uuid::Uuid;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, number, seed @ ..] = &arguments[..] else {
        eprintln!("random-tournaments FOLDER NUMBER [SEED]");
        std::process::exit(2);
    };
    let number: u64 = number.parse().expect("a number of tournaments");
    let seed: u64 = seed.first().map_or(1, |seed| seed.parse().expect("a seed"));
    for n in 0..number {
        let mut chance = StdRng::seed_from_u64(seed.wrapping_mul(1_000_003).wrapping_add(n));
        let (kind, text) = if n % 3 == 2 { robin(&mut chance) } else { swiss(&mut chance) };
        let file = Path::new(folder).join(format!("{kind}-{n:04}.trf"));
        std::fs::write(file, text).expect("the folder can be written");
    }
}

fn swiss(chance: &mut StdRng) -> (&'static str, String) {
    let entrants = chance.random_range(4..=64u32);
    // With more rounds than half the field, rematches cannot always be avoided.
    let rounds = chance.random_range(1..=(entrants / 2).min(9));
    let format = format!(r#"{{"kind": "swiss", "rounds": {rounds}}}"#);
    let moving = if chance.random_bool(0.5) { 3 } else { 0 };
    ("swiss", play(&format, entrants, moving, chance))
}

fn robin(chance: &mut StdRng) -> (&'static str, String) {
    let entrants = chance.random_range(4..=64u32);
    let cycles = if entrants < 20 { chance.random_range(1..=2) } else { 1 };
    let format = format!(r#"{{"kind": "round_robin", "cycles": {cycles}}}"#);
    let leaving = u32::from(chance.random_bool(0.3));
    ("robin", play(&format, entrants, leaving, chance))
}

/// Plays one tournament; up to `moving` entrants leave during it, and as many join late where the
/// format allows it.
fn play(format: &str, entrants: u32, moving: u32, chance: &mut StdRng) -> String {
    let plan = format!(
        r#"{{"name": "Random", "format": {format}, "entrants": 80, "courses": [{{"variant": "nim"}}]}}"#
    );
    let plan: Plan = serde_json::from_str(&plan).expect("a plan");
    let late = plan.format.admits_late();
    let mut contest = Contest::new(TournamentOpening {
        id: TournamentId(Uuid::nil()),
        plan,
        key: String::new(),
        seed: Seed::new(chance.random()),
        chosen: false,
    });
    for n in 1..=entrants {
        let rating = chance.random_bool(0.7).then(|| chance.random_range(900..2_800));
        enter(&mut contest, n, rating);
    }
    contest.apply(&Event::Began).expect("it begins");
    let mut moves: Vec<(u32, u32)> =
        (0..moving).map(|i| (chance.random_range(1..=2 * entrants), i)).collect();
    let mut step = 0;
    while !contest.is_over() {
        step += 1;
        moves.retain(|&(at, i)| {
            if at > step {
                return true;
            }
            let player = PlayerId(Uuid::from_u128(u128::from(entrants - i)));
            contest.apply(&Event::Left { player }).expect("they leave");
            if late {
                enter(&mut contest, entrants + 1 + i, Some(1_500));
            }
            false
        });
        match contest.next(0, &|_| true) {
            Some(event) => contest.apply(&event).expect("it goes on"),
            None => play_a_pair(&mut contest, chance),
        }
    }
    report(&contest).expect("it has rounds")
}

fn enter(contest: &mut Contest, n: u32, rating: Option<u32>) {
    let player = Player {
        id: PlayerId(Uuid::from_u128(n.into())),
        name: format!("Player {n}").try_into().expect("a name"),
        kind: Kind::Bot,
        house: false,
        version: None,
    };
    contest
        .apply(&Event::Entered {
            player,
            rating,
            nonce: None,
            key: None,
            program: None,
            former_name: None,
        })
        .expect("there is a place");
}

fn play_a_pair(contest: &mut Contest, chance: &mut StdRng) {
    let due = contest.due(&BTreeSet::new(), &|_| true);
    let due = due[chance.random_range(0..due.len())];
    let seats = contest.seats(due).expect("two play");
    let mut game = || {
        GameResult::new(Some(seats[chance.random_range(0..2)]), ResultReason::Played, String::new())
    };
    let games = Box::new([game(), game()]);
    let (pairing, pair) = (due.pairing, due.pair);
    contest.apply(&Event::Played { pairing, pair, games, at_ms: 0 }).expect("it counts");
}
