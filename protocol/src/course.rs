//! Courses of a tournament: a variant, its ending, and roughly how large its starts are.

use rules::{Ending, Variant};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::limits::MAX_START_SIZE;

/// A kind of start: the starts themselves follow from the tournament's seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "DraftCourse", into = "DraftCourse")]
pub struct Course {
    /// The variant with its parameters.
    pub variant: Variant,
    /// Whether the last move wins or loses.
    pub ending: Ending,
    /// The approximate number of objects, as far as the parameters leave that open.
    pub size: u64,
}

/// A course as it arrives from outside.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DraftCourse {
    variant: String,
    #[serde(default)]
    params: Value,
    #[serde(default)]
    ending: Option<Ending>,
    #[serde(default = "fifteen")]
    size: u64,
}

impl TryFrom<DraftCourse> for Course {
    type Error = String;

    fn try_from(draft: DraftCourse) -> Result<Course, String> {
        let variant = Variant::parse(&draft.variant, draft.params).map_err(|e| e.to_string())?;
        let endings = variant.rules().endings();
        let ending = draft.ending.or(endings.first().copied()).unwrap_or(Ending::Normal);
        if !endings.contains(&ending) {
            return Err(rules::Refusal::BadEnding.to_string());
        }
        if !(1..=MAX_START_SIZE).contains(&draft.size) {
            return Err(format!("size: from 1 to {MAX_START_SIZE}"));
        }
        Ok(Course { variant, ending, size: draft.size })
    }
}

impl From<Course> for DraftCourse {
    fn from(course: Course) -> DraftCourse {
        DraftCourse {
            variant: course.variant.name().to_owned(),
            params: course.variant.params(),
            ending: Some(course.ending),
            size: course.size,
        }
    }
}

fn fifteen() -> u64 {
    15
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_course_is_of_a_variant_with_its_parameters_ending_and_size() {
        for course in [
            r#"{"variant": "chess"}"#,
            r#"{"variant": "nim", "size": 0}"#,
            r#"{"variant": "candy", "ending": "misere"}"#,
            r#"{"variant": "nim", "x": 1}"#,
        ] {
            assert!(serde_json::from_str::<Course>(course).is_err(), "{course}");
        }
    }
}
