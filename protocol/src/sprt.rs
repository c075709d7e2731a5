//! The sequential test of a match between two entrants, and its progress.

use serde::{Deserialize, Serialize};

use crate::limits::{MAX_SPRT_ELO, SPRT_ERROR_RATES};
use crate::{Cause, Number, PlanField};

/// A sequential probability ratio test (Wald 1945) between two strengths, in Elo: it ends the
/// match as soon as one of them is likely enough.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// The test fails if the first to enter is stronger by this much, or less.
    pub elo0: i32,
    /// The test passes if they are stronger by this much, or more.
    pub elo1: i32,
    /// The chance that it passes although `elo0` is true.
    #[serde(default = "one_in_twenty")]
    pub alpha: f64,
    /// The chance that it fails although `elo1` is true.
    #[serde(default = "one_in_twenty")]
    pub beta: f64,
    /// The unit of `elo0` and `elo1`.
    #[serde(default)]
    pub model: SprtModel,
}

/// The unit of the two strengths of a sequential test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SprtModel {
    /// Elo: 400 points are odds of ten to one.
    #[default]
    Logistic,
    /// Normalised Elo (Van den Bergh 2020): the mean of a pair in units of its spread, so that
    /// a test takes the same number of pairs even where most are shared.
    Normalized,
}

fn one_in_twenty() -> f64 {
    0.05
}

/// The progress of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SprtView {
    /// The entrant whose strength is tested: the first to enter.
    pub number: Number,
    /// Pairs that this entrant has won, shared and lost; only those that were played.
    pub pairs: [u32; 3],
    /// The log-likelihood ratio: how much likelier `elo1` makes these results than `elo0`.
    pub ratio: f64,
    /// At or below the first it fails, at or above the second it passes.
    pub bounds: [f64; 2],
    /// Its result, if it has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<SprtDecision>,
}

/// The result of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SprtDecision {
    /// The entrant is stronger by `elo1` or more.
    Passed,
    /// Stronger by `elo0` at most.
    Failed,
}

impl Sprt {
    pub(crate) fn check(self) -> Result<(), Cause> {
        for elo in [self.elo0, self.elo1] {
            PlanField::Elo.expect(elo, -MAX_SPRT_ELO, MAX_SPRT_ELO)?;
        }
        if self.elo0 >= self.elo1 {
            return Err(Cause::EloOutOfOrder);
        }
        let rates = [self.alpha, self.beta];
        match rates.iter().all(|rate| SPRT_ERROR_RATES.contains(rate)) {
            true => Ok(()),
            false => Err(Cause::BadErrorRates),
        }
    }
}
