//! What the solver says of a position: an outcome, how certain it is, and why.

use serde::Serialize;

/// Who wins with best play, named as the theory does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Outcome {
    /// The next player, who is to move, can force a win.
    N,
    /// The previous player, who has just moved, can.
    P,
}

impl Outcome {
    /// `N` when the player to move wins.
    pub fn from_win(mover_wins: bool) -> Outcome {
        if mover_wins { Outcome::N } else { Outcome::P }
    }
}

/// How a proven outcome was proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// A theorem with a closed form; the explanation names it.
    Formula,
    /// A table that was derived and certified by a program of this project.
    Table,
    /// A search of the whole tree below the position.
    Search,
}

/// How surely the outcome is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "certainty", content = "source")]
pub enum Certainty {
    /// Beyond doubt. Only here may anybody say "wins" or "loses".
    Proven(Source),
    /// True only if all players follow a stated preference (more than two
    /// seats).
    Convention,
    /// A judgement without a proof.
    Heuristic,
    /// Nothing is known within the budget.
    Unknown,
}

/// The solver's answer for one position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// `None` when nothing is known, or where the word does not apply.
    pub outcome: Option<Outcome>,
    /// How surely.
    pub certainty: Certainty,
    /// The Sprague-Grundy value, where it is known; normal play only.
    pub grundy: Option<u64>,
    /// The reason.
    pub why: Why,
}

/// A reason as data, for whoever draws it, and as a sentence, for whoever reads
/// it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Why {
    /// One sentence for people.
    pub sentence: String,
    /// What the sentence is made from.
    pub facts: Facts,
}

/// What an explanation rests on.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Facts {
    /// Values that are added without carrying: in Nim the heaps themselves.
    NimSum {
        /// One value for each heap.
        values: Vec<u64>,
        /// Their XOR; its ones are the columns with an odd number of ones.
        sum: u64,
    },
    /// Only heaps of one object, or one heap above it, are left in misère play:
    /// what counts is the number of ones.
    Ones {
        /// Heaps of exactly one object.
        ones: u64,
        /// Heaps of two or more.
        larger: u64,
    },
    /// The whole tree below was searched.
    Searched {
        /// Positions looked at.
        positions: u64,
    },
    /// The search ended before it knew.
    OutOfBudget {
        /// Positions looked at.
        positions: u64,
    },
}

impl Verdict {
    /// A verdict beyond doubt.
    pub fn proven(outcome: Outcome, source: Source, grundy: Option<u64>, why: Why) -> Verdict {
        Verdict { outcome: Some(outcome), certainty: Certainty::Proven(source), grundy, why }
    }

    /// The answer of a search that ran out of its budget.
    pub fn unknown(positions: u64) -> Verdict {
        let sentence = format!("not decided: the search stopped after {positions} positions");
        let why = Why { sentence, facts: Facts::OutOfBudget { positions } };
        Verdict { outcome: None, certainty: Certainty::Unknown, grundy: None, why }
    }
}
