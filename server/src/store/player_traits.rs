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

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::store::schema;

    /// A player who loses half of their wins at Kayles when time is short, and nearly none otherwise;
    /// and somebody else.
    fn decided() -> (Database, PlayerId) {
        let mut file = rusqlite::Connection::open_in_memory().expect("memory");
        schema::migrate(&mut file).expect("tables");
        let (db, id) =
            (Database::of_file(file).expect("it can be set"), PlayerId(Uuid::from_u128(1)));
        for (player, variant, rarity, time_left, decisions, kept) in [
            (id.0, "nim/normal", 1, 0, 100, 99),
            (id.0, "nim/normal", 2, 0, 60, 58),
            (id.0, "kayles/normal", 1, 0, 50, 49),
            (id.0, "kayles/normal", 1, 3, 80, 40),
            (Uuid::from_u128(2), "nim/normal", 1, 3, 7, 0),
        ] {
            let insert = "INSERT INTO decision_count VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            let row = params![player, variant, rarity, time_left, decisions, kept];
            db.execute(insert, row).expect("a row");
        }
        (db, id)
    }

    #[test]
    fn decisions_are_added_up_by_variant_and_by_time() {
        let (db, id) = decided();
        let at = |variant: &str, time_left, decisions, kept| DecidedAt {
            variant: variant.to_owned(),
            time_left,
            decisions,
            kept,
        };
        assert_eq!(
            decisions_by_time(&db, id).expect("rows"),
            [
                at("kayles/normal", TimeLeft::Free, 50, 49),
                at("kayles/normal", TimeLeft::Little, 80, 40),
                at("nim/normal", TimeLeft::Free, 160, 157),
            ]
        );
    }

    #[test]
    fn a_player_stands_out_where_they_decide_otherwise_than_usual() {
        let (db, id) = decided();
        let found = traits(&db, id).expect("rows");
        let of = |group: TraitGroup| {
            let one = found.iter().find(|one| one.group == group)?;
            Some((one.strength, one.decisions, one.kept))
        };
        let variant = |name: &str| TraitGroup::Variant { variant: name.to_owned() };
        let time = |time_left| TraitGroup::Time { time_left };
        assert_eq!(of(variant("kayles/normal")), Some((false, 130, 89)));
        assert_eq!(of(variant("nim/normal")), Some((true, 160, 157)));
        assert_eq!(of(TraitGroup::Difficulty { hard: true }), Some((true, 60, 58)));
        assert_eq!(of(time(TimeLeft::Free)), Some((true, 210, 206)));
        assert_eq!(of(time(TimeLeft::Little)), Some((false, 80, 40)));
        assert_eq!(found.first().map(|one| &one.group), Some(&time(TimeLeft::Little)), "clearest");
        let share =
            |one: &StandsOut| (f64::from(one.kept) - one.expected).abs() / f64::from(one.decisions);
        assert!(found.is_sorted_by(|one, other| share(one) >= share(other)), "{found:?}");
    }
}
