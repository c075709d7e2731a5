//! Tests whether an arena finds the order of strength regardless of speed: entrants err at known
//! rates and think at known speeds. `cargo test -p tournament arena_trials -- --nocapture` prints
//! the figures of docs/tournaments.md.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use protocol::{Kind, Number, Plan, Player, PlayerId, TournamentId};
use uuid::Uuid;

use super::{Contest, DuePair};
use crate::event::{Event, TournamentOpening};
use crate::game_result::{GameResult, ResultReason};
use crate::seed::{Seed, SeededDraws};

/// The difference in error rates between neighbours; the first never errs in a won position.
const ERRORS_APART: f64 = 0.05;

/// The durations of a turn, in milliseconds, from the fastest player to the slowest.
const SPEEDS_MS: [u64; 5] = [1, 10, 50, 150, 400];

const SECONDS: u32 = 900;

struct ArenaTrial {
    contest: Contest,
    chance: SeededDraws,
    speeds: Vec<u64>,
    /// When running pairs end, and who wins their games.
    running: BTreeMap<DuePair, (u64, [Number; 2])>,
    now_ms: u64,
}

/// The result of an arena.
struct ArenaSummary {
    spearman: f64,
    met: f64,
    pairs: usize,
    perfect_rank: u32,
}

impl ArenaTrial {
    fn new(n: u32, seed: u8) -> ArenaTrial {
        let plan = format!(
            r#"{{"name": "Arena", "format": {{"kind": "arena", "seconds": {SECONDS}}}, "kinds": "bots",
                "entrants": {n}, "running": 64, "courses": [{{"variant": "nim"}}]}}"#
        );
        let plan: Plan = serde_json::from_str(&plan).unwrap();
        let seed = Seed::new([seed; 32]);
        let opening = TournamentOpening {
            id: TournamentId(Uuid::nil()),
            plan: plan.checked().unwrap(),
            key: String::new(),
            seed,
            chosen: true,
        };
        let mut trial = ArenaTrial {
            contest: Contest::new(opening),
            chance: seed.chance("a trial"),
            speeds: Vec::new(),
            running: BTreeMap::new(),
            now_ms: 0,
        };
        for i in 0..n {
            let speed = SPEEDS_MS[trial.chance.below(SPEEDS_MS.len() as u64) as usize];
            trial.speeds.push(speed);
            let player = Player {
                id: PlayerId(Uuid::from_u128(i.into())),
                name: format!("errs {i}").try_into().unwrap(),
                kind: Kind::Bot,
                house: false,
                version: None,
            };
            trial
                .contest
                .apply(&Event::Entered {
                    player,
                    rating: None,
                    nonce: None,
                    key: None,
                    program: None,
                    former_name: None,
                })
                .unwrap();
        }
        trial.contest.apply(&Event::Began).unwrap();
        trial
    }

    /// The place in the true order, from 0: the first to enter never errs.
    fn strength(&self, number: Number) -> usize {
        self.contest.entrant(number).unwrap().entered as usize - 1
    }

    fn run(mut self) -> ArenaSummary {
        loop {
            while let Some(event) = self.contest.next(self.now_ms, &|_| true) {
                self.contest.apply(&event).unwrap();
            }
            if self.contest.is_over() {
                return self.summary();
            }
            let playing: BTreeSet<DuePair> = self.running.keys().copied().collect();
            for due in self.contest.due(&playing, &|_| true) {
                let played = self.play(due);
                self.running.insert(due, played);
            }
            let arena = [self.contest.next_wave_ms(), self.contest.ends_at_ms()];
            let arena = arena.into_iter().flatten().filter(|at| *at > self.now_ms);
            let ends = self.running.values().map(|(at, _)| *at);
            self.now_ms = arena.chain(ends).min().unwrap();
            self.end();
        }
    }

    fn end(&mut self) {
        let over: Vec<DuePair> = self
            .running
            .iter()
            .filter(|(_, (at, _))| *at <= self.now_ms)
            .map(|(d, _)| *d)
            .collect();
        for due in over {
            let (at_ms, winners) = self.running.remove(&due).unwrap();
            let game = |winner| GameResult::new(Some(winner), ResultReason::Played, String::new());
            let games = Box::new(winners.map(game));
            let event = Event::Played { pairing: due.pairing, pair: due.pair, games, at_ms };
            self.contest.apply(&event).unwrap();
        }
    }

    /// Plays two games from one start: a player who errs in a won position loses it to the other.
    fn play(&mut self, due: DuePair) -> (u64, [Number; 2]) {
        let [a, b] = self.contest.seats(due).unwrap();
        let won_start = self.chance.below(2) == 0;
        let plies = 8 + self.chance.below(6);
        let places = [a, b].map(|number| self.strength(number));
        let lasts: u64 = places.iter().map(|&place| self.speeds[place] * plies).sum();
        let winners = [[a, b], [b, a]].map(|seats| {
            let mut won = won_start;
            for ply in 0..plies {
                let mover = seats[(ply % 2) as usize];
                let rate = self.strength(mover) as f64 * ERRORS_APART;
                let errs = (self.chance.below(1_000_000) as f64) < rate * 1e6;
                won = !won || errs;
            }
            seats[usize::from(won == (plies % 2 == 1))]
        });
        (self.now_ms + lasts.max(1), winners)
    }

    fn summary(&self) -> ArenaSummary {
        let standings = self.contest.standings();
        let n = standings.len() as f64;
        let apart = |line: &protocol::TournamentStanding| {
            (f64::from(line.rank) - 1.0 - self.strength(line.number) as f64).powi(2)
        };
        // Spearman 1904.
        let apart: f64 = standings.iter().map(apart).sum();
        let couples: HashSet<[Number; 2]> = self
            .contest
            .pairings()
            .iter()
            .filter_map(|state| {
                let (a, b) = (state.pairing.first, state.pairing.second?);
                Some([a.min(b), a.max(b)])
            })
            .collect();
        let perfect = standings.iter().find(|line| self.strength(line.number) == 0).unwrap();
        ArenaSummary {
            spearman: 1.0 - 6.0 * apart / (n * (n * n - 1.0)),
            met: couples.len() as f64 / (n * (n - 1.0) / 2.0),
            pairs: self.contest.order().len(),
            perfect_rank: perfect.rank,
        }
    }
}

#[test]
fn an_arena_finds_the_order_of_strength_whoever_is_fast() {
    println!(
        "| entrants | Spearman: least, mean | couples that met: least | pairs: mean | first |"
    );
    println!("|---|---|---|---|---|");
    for n in [8, 16] {
        let found: Vec<ArenaSummary> = (0..20).map(|seed| ArenaTrial::new(n, seed).run()).collect();
        let least =
            |of: fn(&ArenaSummary) -> f64| found.iter().map(of).fold(f64::INFINITY, f64::min);
        let mean = |of: fn(&ArenaSummary) -> f64| found.iter().map(of).sum::<f64>() / 20.0;
        let first = found.iter().filter(|found| found.perfect_rank == 1).count();
        println!(
            "| {n} | {:.2}, {:.2} | {:.0} % | {:.0} | the perfect one in {first} of 20 |",
            least(|f| f.spearman),
            mean(|f| f.spearman),
            100.0 * least(|f| f.met),
            mean(|f| f.pairs as f64),
        );
        assert_eq!(first, 20, "the perfect one is first");
        assert!(least(|f| f.spearman) > 0.7 && least(|f| f.met) >= 0.9);
    }
}
