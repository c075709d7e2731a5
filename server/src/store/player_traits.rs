//! How well a player decides when time is short, and where they stand out, from the counts of their
//! decisions.

use super::database::{Database, params};
use ladder::{DecisionTally, Trait, average_skill, stands_out};
use protocol::PlayerId;
use serde::Serialize;

use super::error::StoreError;
use crate::game::time_left::TimeLeft;

/// From this rarity class on a decision is hard: at most one move in four kept the win.
const HARD: u8 = 2;

/// Decisions in one variant with this much time left.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct DecidedAt {
    /// The variant and ending, as in `nim/normal`.
    variant: String,
    time_left: TimeLeft,
    decisions: u32,
    kept: u32,
}

/// A strength or a weakness.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct StandsOut {
    /// The group of decisions.
    #[serde(flatten)]
    group: TraitGroup,
    /// Whether they keep more wins than expected there; otherwise fewer.
    strength: bool,
    decisions: u32,
    kept: u32,
    /// The number that they keep on average in positions of the same difficulty.
    expected: f64,
}

/// A group of decisions in which a player may stand out.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "code", rename_all = "snake_case")]
enum TraitGroup {
    /// A variant and ending, as in `nim/normal`.
    Variant { variant: String },
    /// Positions in which at most one move in four wins, or the easier ones.
    Difficulty { hard: bool },
    /// Decisions with this much time left.
    Time { time_left: TimeLeft },
}

/// Decisions of one kind.
struct CountedDecisions {
    variant: String,
    time_left: TimeLeft,
    tally: DecisionTally,
}

fn counted(db: &Database, id: PlayerId) -> Result<Vec<CountedDecisions>, StoreError> {
    let mut query = db.prepare(
        "SELECT variant, time_left, rarity, decisions, kept FROM decision_count
         WHERE player = ?1 ORDER BY variant, time_left, rarity",
    )?;
    let rows = query.query_map(params![id.0], |row| {
        let number: usize = row.get::<u8>(1)?.into();
        Ok(CountedDecisions {
            variant: row.get(0)?,
            time_left: TimeLeft::ALL.get(number).copied().unwrap_or(TimeLeft::Free),
            tally: DecisionTally { rarity: row.get(2)?, decisions: row.get(3)?, kept: row.get(4)? },
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns how a player decides, by variant and time left.
pub(super) fn decisions_by_time(db: &Database, id: PlayerId) -> Result<Vec<DecidedAt>, StoreError> {
    let mut found: Vec<DecidedAt> = Vec::new();
    for CountedDecisions { variant, time_left, tally } in counted(db, id)? {
        match found.last_mut() {
            Some(last) if last.variant == variant && last.time_left == time_left => {
                last.decisions += tally.decisions;
                last.kept += tally.kept;
            }
            _ => found.push(DecidedAt {
                variant,
                time_left,
                decisions: tally.decisions,
                kept: tally.kept,
            }),
        }
    }
    Ok(found)
}

/// Returns where a player stands out, clearest first.
pub(super) fn traits(db: &Database, id: PlayerId) -> Result<Vec<StandsOut>, StoreError> {
    let all = counted(db, id)?;
    let tallies = |suits: &dyn Fn(&CountedDecisions) -> bool| -> Vec<DecisionTally> {
        all.iter().filter(|one| suits(one)).map(|one| one.tally).collect()
    };
    let skill = average_skill(&tallies(&|_| true));
    let mut variants: Vec<&str> = all.iter().map(|one| one.variant.as_str()).collect();
    variants.dedup();
    let mut found = Vec::new();
    let mut look = |group: TraitGroup, tallies: Vec<DecisionTally>| {
        let stands = stands_out(skill, &tallies);
        found.extend(stands.map(|stands| StandsOut::new(group, stands)));
    };
    for variant in variants {
        let group = TraitGroup::Variant { variant: variant.to_owned() };
        look(group, tallies(&|one| one.variant == variant));
    }
    for hard in [false, true] {
        let group = TraitGroup::Difficulty { hard };
        look(group, tallies(&|one| (one.tally.rarity >= HARD) == hard));
    }
    for time_left in TimeLeft::ALL {
        look(TraitGroup::Time { time_left }, tallies(&|one| one.time_left == time_left));
    }
    found.sort_by(|a, b| b.clearness().total_cmp(&a.clearness()));
    Ok(found)
}

impl StandsOut {
    fn new(group: TraitGroup, stands: Trait) -> StandsOut {
        let Trait { decisions, kept, expected } = stands;
        StandsOut { group, strength: stands.is_strength(), decisions, kept, expected }
    }

    /// The deviation from the expectation as a share of the decisions.
    fn clearness(&self) -> f64 {
        (f64::from(self.kept) - self.expected).abs() / f64::from(self.decisions.max(1))
    }
}
