//! The solver's answer about a position: an outcome, how certain it is, and why.

use rules::Move;
use serde::{Deserialize, Serialize};

/// Who wins with best play, named as in combinatorial game theory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Outcome {
    /// The next player, who is to move, can force a win.
    N,
    /// The previous player, who has just moved, can force a win.
    P,
}

impl Outcome {
    /// Returns `N` when the player to move wins.
    pub fn from_win(mover_wins: bool) -> Outcome {
        if mover_wins { Outcome::N } else { Outcome::P }
    }

    /// Returns what the player to move does: "wins" or "loses".
    pub fn verb(self) -> &'static str {
        match self {
            Outcome::N => "wins",
            Outcome::P => "loses",
        }
    }
}

/// How a proven outcome was proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", tag = "certainty", content = "source")]
pub enum Certainty {
    /// Beyond doubt. Only this level permits the words "wins" and "loses".
    Proven(Source),
    /// The player to move wins, by an argument that names no move, such as strategy
    /// stealing. Finding the move takes search.
    Nonconstructive,
    /// True only if all players follow a stated preference (more than two
    /// seats).
    Convention,
    /// A judgement without a proof.
    Heuristic,
    /// Nothing is known within the budget.
    Unknown,
}

/// The solver's answer for one position.
///
/// ```
/// use rules::{Ending, Setup};
/// use solver::{Budget, Certainty, Outcome, Solver};
///
/// let setup: Setup = "nim 3,4,5".parse().expect("a start");
/// let mut solver = Solver::new(setup.variant());
/// let budget = &mut Budget::positions(1_000);
/// let verdict = solver.verdict(Ending::Normal, setup.start(), budget);
/// assert_eq!(verdict.outcome, Some(Outcome::N), "the player to move wins");
/// assert!(matches!(verdict.certainty, Certainty::Proven(_)));
/// assert_eq!(verdict.grundy, Some(2));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verdict {
    /// Who wins; `None` when nothing is known, or where the word does not apply.
    pub outcome: Option<Outcome>,
    /// How surely the outcome is known.
    #[serde(flatten)]
    pub certainty: Certainty,
    /// The Sprague-Grundy value, where it is known; normal play only.
    pub grundy: Option<u64>,
    /// The reason.
    pub why: Why,
    /// Additional facts in some variants.
    #[serde(flatten)]
    pub extra: Option<Extra>,
}

/// What a verdict adds where the winner is not everything. In JSON its fields stand beside the
/// verdict's own, under the names of the golden files.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Extra {
    /// For a game in which one player loses and all others survive.
    Survival(Survival),
    /// For a game in which the objects taken count too.
    Candies(Candies),
}

/// Who can survive among several players. Seats are named by their distance from the mover: 0
/// is the mover, 1 the next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Survival {
    /// The seats that can be made to lose when all other players play together against that
    /// seat. Proven.
    pub forceable: Vec<u8>,
    /// Whether the mover survives even then. Proven.
    pub mover_survives: bool,
    /// The moves with which the mover survives. Proven.
    pub safe_moves: Vec<Move>,
    /// Who loses when each player cares only for their own survival.
    pub selfish_loser: SelfishLoser,
    /// The advised moves if nothing is safe, and the player who then loses, when each player
    /// prefers another loser the sooner that loser moves after them (Suetsugu 2019).
    pub advice: Advice,
}

/// Who loses among players who care only for their own survival, depending on what they do
/// when it is not at stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SelfishLoser {
    /// The loser if indifferent players take the smallest step.
    pub smallest: u8,
    /// The loser if indifferent players take the largest step.
    pub largest: u8,
}

/// Best play by a convention, which is not a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Advice {
    /// The seat that loses.
    pub loser: u8,
    /// The moves that lead to this.
    pub moves: Vec<Move>,
}

/// How many of the objects each player gets, a secondary aim after winning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Candies {
    /// The mover's objects minus the opponent's, under best play of both from
    /// here on. Proven; `None` when it was not found within the budget.
    pub margin: Option<i64>,
    /// All moves that reach this margin, ascending.
    pub best_moves: Option<Vec<Move>>,
}

/// A reason, as data that can be drawn and as a sentence that can be read.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Why {
    /// One sentence for people, with moves and numbers as the notation writes them.
    pub sentence: String,
    /// The data behind the sentence.
    pub facts: Facts,
}

/// Writes numbers as the notation writes them in moves: `0,2,3`.
pub(crate) fn in_notation(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

/// Writes a number of things: `1 heap`, `2 heaps`.
pub(crate) fn counted(number: u64, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

/// The basis of an explanation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Facts {
    /// Values that are added without carrying: in Nim the heaps themselves.
    NimSum {
        /// One value for each heap; if there are more than [`MAX_HEAPS`](rules::MAX_HEAPS)
        /// heaps of Nim, only those of the first ones.
        values: Vec<u64>,
        /// The XOR of all; its ones are the columns with an odd number of ones.
        sum: u64,
    },
    /// In misère play, only heaps of one object are left, or those and one larger heap: the
    /// number of ones decides.
    Ones {
        /// Heaps of exactly one object.
        ones: u64,
        /// Heaps of two or more.
        larger: u64,
    },
    /// Wythoff's pairs.
    GoldenPair {
        /// The number of the pair: the difference of its heaps.
        number: u64,
        /// The lost pair with that difference.
        pair: [u64; 2],
        /// The heaps on the table.
        heaps: [u64; 2],
    },
    /// Fraenkel's pairs of two heaps.
    FraenkelPair {
        /// Amounts taken from both heaps differ by less than this.
        r: u64,
        /// The heaps on the table.
        heaps: [u64; 2],
        /// A pair that a winning move leaves; `None` when the heaps are a pair already.
        left: Option<[u64; 2]>,
    },
    /// Two numbers and the golden ratio.
    Ratio {
        /// The smaller number.
        small: u64,
        /// The larger.
        large: u64,
        /// The quotients of Euclid's algorithm, from the first on.
        quotients: Vec<u64>,
    },
    /// The heaps of the largest size.
    Tallest {
        /// The size.
        size: u64,
        /// How many heaps have it.
        count: u64,
    },
    /// The ones in each binary column, counted modulo a number.
    Columns {
        /// The number.
        modulus: u64,
        /// The numbers added: the heaps, or their remainders under a cap.
        values: Vec<u64>,
        /// The number of ones in each column, the lowest first.
        counts: Vec<u64>,
    },
    /// A number as a sum of Fibonacci numbers.
    Zeckendorf {
        /// The parts, the smallest first.
        parts: Vec<u64>,
        /// The most that may be taken.
        limit: u64,
        /// The sum of the smallest parts, which a winning move takes; `None` in a lost
        /// position.
        take: Option<u64>,
    },
    /// Stacks that are being built.
    Building {
        /// Stones in all.
        total: u64,
        /// Stones yet to be placed.
        remaining: u64,
        /// Stones on each stack.
        stacks: Vec<u64>,
    },
    /// Stacks in a circle.
    Circle {
        /// The stacks, around the circle.
        stacks: Vec<u64>,
        /// How many neighbours a move may take from.
        neighbours: u64,
    },
    /// The amount missing to a target, or left in a heap, counted modulo a number.
    Remainder {
        /// What is left.
        left: u64,
        /// The number.
        modulus: u64,
        /// What is left, modulo the number.
        remainder: u64,
        /// The remainder that the winner leaves.
        wanted: u64,
    },
    /// Parts that play like Nim heaps in misère play too.
    Tame {
        /// The sizes of the heaps.
        values: Vec<u64>,
        /// Whether one of them is firm, as a heap of two or more is; then the sum 0 is lost,
        /// otherwise the sum 1 is.
        firm: bool,
        /// The XOR of the sizes.
        sum: u64,
    },
    /// The elements of the parts in a misère quotient.
    Quotient {
        /// One word for each part.
        words: Vec<String>,
        /// Their product.
        product: String,
    },
    /// An answer to every move, by symmetry.
    Mirror {
        /// The places that the first player takes to make the position symmetric; none when it
        /// is symmetric already.
        first: Vec<u64>,
        /// The replies from then on, as the numbers of a move; empty if they depend on
        /// the first move.
        partners: Vec<[Vec<u64>; 2]>,
    },
    /// Two arms of Chomp, or its two rows.
    Arms {
        /// The lengths.
        arms: [u64; 2],
    },
    /// One move ends the game and wins it.
    LastMove {
        /// The numbers of the move.
        mv: Vec<u64>,
    },
    /// A winning move exists, but the proof does not say which: if taking the last square (in
    /// an order, the greatest element) did not win, its answer would also have been possible
    /// as the first move.
    StolenStrategy,
    /// The whole tree below was searched.
    Searched {
        /// Positions looked at.
        positions: u64,
        /// How the game continues with best play, if that was requested.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        line: Vec<Move>,
    },
    /// The search ran out of budget before it reached a result.
    OutOfBudget {
        /// Positions looked at.
        positions: u64,
    },
}

impl Verdict {
    /// Creates a proven verdict.
    pub fn proven(outcome: Outcome, source: Source, grundy: Option<u64>, why: Why) -> Verdict {
        let certainty = Certainty::Proven(source);
        Verdict { outcome: Some(outcome), certainty, grundy, why, extra: None }
    }

    /// Creates the verdict that the player to move wins, without knowing how.
    pub(crate) fn nonconstructive(why: Why) -> Verdict {
        let certainty = Certainty::Nonconstructive;
        Verdict { outcome: Some(Outcome::N), certainty, grundy: None, why, extra: None }
    }

    /// Creates the answer of a search that ran out of its budget.
    pub fn unknown(positions: u64) -> Verdict {
        let sentence = format!("not decided: the search stopped after {positions} positions");
        let why = Why { sentence, facts: Facts::OutOfBudget { positions } };
        let certainty = Certainty::Unknown;
        Verdict { outcome: None, certainty, grundy: None, why, extra: None }
    }
}
