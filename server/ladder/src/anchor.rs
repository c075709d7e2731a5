//! The house bots, which fix the scale. Their strength is known: each plays perfectly except for a
//! stated share of blind moves. Their ratings are pinned: no result moves them, so the scale cannot
//! drift.

use protocol::{PlayerId, Rating};
use uuid::Uuid;

/// A player whose rating is pinned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// Its name in the lobby.
    pub name: &'static str,
    /// Its level, as `nim-bot` reads it.
    pub level: &'static str,
    /// Its rating, in points.
    pub rating: u16,
    /// The skill of its decisions, in millionths of a logit; `None` if it never errs.
    pub(crate) skill: Option<i64>,
    id: u128,
}

/// The anchors, strongest first. The middle one is set to 1500; the distances follow from the
/// results that these levels achieve against each other, computed exactly over all starts of three
/// Nim heaps of up to 7 (the test recomputes them).
pub const ANCHORS: &[Anchor] = &[
    Anchor {
        name: "Nimrod (perfect)",
        level: "perfect",
        rating: 1742,
        skill: None,
        id: 0x6e69_6d00_0001,
    },
    Anchor {
        name: "Nimble (hard)",
        level: "epsilon:0.1",
        rating: 1623,
        skill: Some(1_098_612),
        id: 0x6e69_6d00_0002,
    },
    Anchor {
        name: "Nimmer (medium)",
        level: "epsilon:0.25",
        rating: 1500,
        skill: Some(0),
        id: 0x6e69_6d00_0003,
    },
    Anchor {
        name: "Nimby (easy)",
        level: "epsilon:0.5",
        rating: 1365,
        skill: Some(-1_098_612),
        id: 0x6e69_6d00_0004,
    },
];

impl Anchor {
    /// Returns the anchor with this id.
    pub fn find(id: PlayerId) -> Option<&'static Anchor> {
        ANCHORS.iter().find(|anchor| anchor.id() == id)
    }

    /// Returns the anchor with this name.
    pub fn named(name: &str) -> Option<&'static Anchor> {
        ANCHORS.iter().find(|anchor| anchor.name == name)
    }

    /// The bot's player id.
    pub fn id(&self) -> PlayerId {
        PlayerId(Uuid::from_u128(self.id))
    }

    /// The rating as shown to players: pinned, at any time.
    pub fn as_rating(&self) -> Rating {
        Rating { rating: self.rating.into(), deviation: 0, provisional: false }
    }

    /// The share of its moves that are blind.
    pub fn errs(&self) -> f64 {
        self.level.strip_prefix("epsilon:").and_then(|errs| errs.parse().ok()).unwrap_or(0.0)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use rules::{Admitted, Ending, Heaps, Variant};
    use solver::{Budget, Level, LevelPlayer, Solver, WinningMoves};

    use super::*;

    const WORK: u64 = 100_000;

    /// The exact win probabilities of two error rates against each other.
    struct Odds {
        variant: Variant,
        /// For each position, the children after a slip and after perfect play; the children of a
        /// list are equally likely.
        children: HashMap<Admitted, [Vec<Admitted>; 2]>,
    }

    impl Odds {
        fn new() -> Odds {
            let variant = Variant::parse("nim", serde_json::Value::Null).expect("nim");
            Odds { variant, children: HashMap::new() }
        }

        fn children(&mut self, position: &Admitted) -> [Vec<Admitted>; 2] {
            if let Some(known) = self.children.get(position) {
                return known.clone();
            }
            let rules = self.variant.rules();
            let slips = rules.moves(position).collect();
            let mut solver = Solver::new(&self.variant);
            let winning =
                solver.winning_moves(Ending::Normal, position, &mut Budget::positions(WORK), 200);
            let best = match winning {
                WinningMoves::All(moves) if !moves.is_empty() => moves,
                // In a lost position perfect players resist, each in the same way.
                _ => {
                    let mut player =
                        LevelPlayer::new(&self.variant, Ending::Normal, Level::Perfect, 0);
                    player.choose(position, &mut Budget::positions(WORK)).into_iter().collect()
                }
            };
            let made = |moves: Vec<rules::Move>| {
                moves.iter().map(|mv| rules.apply(position, mv).expect("legal")).collect()
            };
            let children = [made(slips), made(best)];
            self.children.insert(position.clone(), children.clone());
            children
        }

        /// The win probability of the mover, who errs at the first rate, against a
        /// player who errs at the second.
        fn wins(
            &mut self,
            position: &Admitted,
            errs: [f64; 2],
            known: &mut HashMap<(Admitted, bool), f64>,
            turned: bool,
        ) -> f64 {
            if let Some(chance) = known.get(&(position.clone(), turned)) {
                return *chance;
            }
            let mut chance = 0.0;
            for (share, children) in
                [errs[0], 1.0 - errs[0]].into_iter().zip(self.children(position))
            {
                for child in &children {
                    let lost = self.wins(child, [errs[1], errs[0]], known, !turned);
                    chance += share / children.len() as f64 * (1.0 - lost);
                }
            }
            known.insert((position.clone(), turned), chance);
            chance
        }

        /// Returns the first player's average score in the two games of a pair, over all starts
        /// that the player to move wins: in the game they begin, and in the other.
        fn pair(&mut self, errs: [f64; 2]) -> [f64; 2] {
            let (mut begins, mut follows, mut starts) = (0.0, 0.0, 0.0);
            let (mut ahead, mut behind) = (HashMap::new(), HashMap::new());
            for a in 1..=7u64 {
                for b in a + 1..=7 {
                    for c in (b + 1..=7).filter(|c| a ^ b ^ c != 0) {
                        let start = Heaps::from(vec![a, b, c]).into();
                        let start = self.variant.rules().admit(start).expect("three heaps");
                        begins += self.wins(&start, errs, &mut ahead, false);
                        follows += 1.0 - self.wins(&start, [errs[1], errs[0]], &mut behind, false);
                        starts += 1.0;
                    }
                }
            }
            [begins / starts, follows / starts]
        }
    }

    fn errors(anchor: &Anchor) -> f64 {
        match anchor.level.parse() {
            Ok(Level::Perfect) => 0.0,
            Ok(Level::Epsilon(error)) => error.get(),
            other => panic!("{other:?}"),
        }
    }

    /// The distance in points at which the model expects this score of a pair.
    fn apart(won: f64, worth: f64) -> f64 {
        let chance = |points: f64| 1.0 / (1.0 + 10f64.powf(-points / 400.0));
        let (mut low, mut high) = (-2_000.0, 2_000.0);
        for _ in 0..60 {
            let middle: f64 = (low + high) / 2.0;
            match chance(middle + worth) + chance(middle - worth) < won {
                true => low = middle,
                false => high = middle,
            }
        }
        low
    }

    #[test]
    fn an_anchor_is_known_by_its_id_and_by_its_name() {
        for anchor in ANCHORS {
            assert_eq!(Anchor::find(anchor.id()), Some(anchor));
            assert_eq!(Anchor::named(anchor.name), Some(anchor));
            assert!(protocol::Name::try_from(anchor.name.to_owned()).is_ok());
        }
        assert_eq!(Anchor::named("Nimrod"), None);
    }

    /// The skill is 0 of a player who errs in every fourth move.
    #[test]
    fn an_anchor_s_skill_is_that_of_its_errors() {
        for anchor in ANCHORS {
            let expected = ((1.0 - anchor.errs()) / anchor.errs()).ln() - 3f64.ln();
            match anchor.skill {
                Some(skill) => assert!((skill as f64 / 1e6 - expected).abs() < 1e-6),
                None => assert_eq!(expected, f64::INFINITY),
            }
        }
    }

    #[test]
    fn the_anchors_stand_as_far_apart_as_their_errors_put_them() {
        let mut odds = Odds::new();
        let middle = ANCHORS.iter().position(|a| a.rating == 1500).expect("one is at 1500");
        let level = errors(&ANCHORS[middle]);
        let [begins, _] = odds.pair([level, level]);
        let worth = 400.0 * (begins / (1.0 - begins)).log10();
        let mut expected = vec![0.0; ANCHORS.len()];
        for (stronger, weaker) in
            (0..).zip(ANCHORS).zip(&ANCHORS[1..]).map(|((n, _), _)| (n, n + 1))
        {
            let won: f64 =
                odds.pair([errors(&ANCHORS[stronger]), errors(&ANCHORS[weaker])]).iter().sum();
            expected[weaker] = expected[stronger] - apart(won, worth);
        }
        let offset = 1500.0 - expected[middle];
        for (anchor, expected) in ANCHORS.iter().zip(expected) {
            let expected = expected + offset;
            assert!(
                (f64::from(anchor.rating) - expected).abs() < 1.0,
                "{} {expected}",
                anchor.name
            );
        }
    }
}
