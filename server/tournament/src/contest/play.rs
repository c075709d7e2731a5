//! Whole tournaments for tests.

use std::collections::BTreeSet;

use protocol::{Kind, Plan, Player};
use uuid::Uuid;

use super::*;
use crate::game_result::{GameResult, ResultReason};
use crate::seed::{Seed, SeededDraws};

pub(crate) fn plan(format: &str, entrants: u32, pairs: u32) -> Plan {
    let plan = format!(
        r#"{{"name": "Cup", "format": {format}, "entrants": {entrants}, "pairs": {pairs},
            "courses": [{{"variant": "nim"}}, {{"variant": "octal", "params": {{"code": "0.77"}}}}]}}"#
    );
    serde_json::from_str::<Plan>(&plan).unwrap().checked().unwrap()
}

pub(super) fn player(n: u32) -> Player {
    Player {
        id: PlayerId(Uuid::from_u128(n.into())),
        name: format!("bot {n}").try_into().unwrap(),
        kind: Kind::Bot,
        house: false,
        version: None,
    }
}

/// A tournament that keeps its events, with random results.
pub(crate) struct Play {
    pub(crate) contest: Contest,
    pub(super) events: Vec<Event>,
    chance: SeededDraws,
}

pub(super) fn entered(player: Player, rating: Option<u32>) -> Event {
    Event::Entered { player, rating, nonce: None, key: None, program: None, former_name: None }
}

impl Play {
    pub(crate) fn new(plan: Plan, entrants: u32, seed: u8) -> Play {
        let opening = TournamentOpening {
            id: protocol::TournamentId(Uuid::nil()),
            plan,
            key: String::new(),
            seed: Seed::new([seed; 32]),
            chosen: false,
        };
        let chance = Seed::new([seed; 32]).chance("results of a test");
        let mut play = Play { contest: Contest::new(opening), events: Vec::new(), chance };
        for n in 1..=entrants {
            play.happen(entered(player(n), None));
        }
        play.happen(Event::Began);
        play
    }

    pub(super) fn happen(&mut self, event: Event) {
        self.contest.apply(&event).unwrap_or_else(|wrong| panic!("{wrong}: {event:?}"));
        self.events.push(event);
    }

    /// Plays one step; returns false at the end.
    pub(crate) fn step(&mut self, at_ms: u64) -> bool {
        if let Some(event) = self.contest.next(at_ms, &|_| true) {
            self.happen(event);
            return !self.contest.is_over();
        }
        let due = self.contest.due(&BTreeSet::new(), &|_| true);
        assert!(!due.is_empty(), "it is stuck");
        let due = due[self.chance.below(due.len() as u64) as usize];
        let seats = self.contest.seats(due).unwrap();
        let game = self.contest.start(due).unwrap().to_string();
        let mut result = || {
            GameResult::new(
                Some(seats[self.chance.below(2) as usize]),
                ResultReason::Played,
                game.clone(),
            )
        };
        let games = Box::new([result(), result()]);
        self.happen(Event::Played { pairing: due.pairing, pair: due.pair, games, at_ms });
        true
    }

    /// Plays to the end, with entrants who come and go.
    pub(super) fn finish(&mut self, leave: &[u32], late: &[u32]) {
        let mut steps = 0;
        while self.step(steps * 100) {
            steps += 1;
            assert!(steps < 100_000, "it does not end");
            let (over, open) = self.contest.pairings().split_at(self.contest.first_open);
            assert!(over.iter().all(PairingState::is_over));
            assert!(open.first().is_none_or(|state| !state.is_over()));
            for &n in leave.iter().filter(|&&n| u64::from(n) * 3 == steps) {
                self.happen(Event::Left { player: player(n).id });
            }
            for &n in late.iter().filter(|&&n| u64::from(n) % 7 == steps) {
                self.happen(entered(player(n), Some(1_700)));
            }
        }
        assert!(self.contest.pairings().iter().all(PairingState::is_over));
    }

    /// Asserts that the same events give the same tournament, and that at every moment the next
    /// event is the same for a contest that has run all the time and for one restored from the
    /// stored events, as is everything that it knows.
    pub(super) fn check_restored(&self) {
        let opening = self.contest.opening().clone();
        let mut contest = Contest::new(opening.clone());
        for (known, event) in self.events.iter().enumerate() {
            if let Event::Paired { .. } | Event::Finished { .. } = event {
                let kept = serde_json::to_string(&self.events[..known]).unwrap();
                let kept: Vec<Event> = serde_json::from_str(&kept).unwrap();
                let restored = Contest::restore(opening.clone(), &kept).unwrap();
                let next = |contest: &Contest| contest.next(contest.elapsed_ms(), &|_| true);
                assert_eq!(next(&restored), next(&contest));
                assert_eq!(restored.standings(), contest.standings());
                // The seed does not show.
                assert_eq!(restored.draw, contest.draw);
                assert_eq!(format!("{restored:?}"), format!("{contest:?}"));
            }
            contest.apply(event).unwrap();
        }
    }
}
