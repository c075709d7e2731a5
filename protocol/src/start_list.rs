//! Starts of a tournament that its organizer lists, instead of drawn ones.

use rules::Setup;
use serde::{Deserialize, Serialize};

use crate::limits::{MAX_LISTED_BYTES, MAX_LISTED_STARTS};

/// Starts of games for two, in the notation; pairs take them in turn, and begin again after
/// the last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "DraftStartList", into = "DraftStartList")]
pub struct StartList {
    /// The starts.
    pub list: Vec<Setup>,
    /// Whether the tournament's seed shuffles them first.
    pub drawn: bool,
}

/// A list as it arrives from outside.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DraftStartList {
    list: Vec<String>,
    #[serde(default)]
    drawn: bool,
}

impl TryFrom<DraftStartList> for StartList {
    type Error = String;

    fn try_from(draft: DraftStartList) -> Result<StartList, String> {
        let DraftStartList { list, drawn } = draft;
        let bytes: usize = list.iter().map(String::len).sum();
        if list.is_empty() || list.len() > MAX_LISTED_STARTS || bytes > MAX_LISTED_BYTES {
            return Err(format!(
                "starts: from 1 to {MAX_LISTED_STARTS}, together at most {MAX_LISTED_BYTES} bytes"
            ));
        }
        let read = |text: String| {
            let setup: Setup = text.parse().map_err(|why| format!("{text:?}: {why}"))?;
            let rules = setup.variant().rules();
            match rules.seats() == 2 && rules.moves(setup.start()).next().is_some() {
                true => Ok(setup),
                false => Err(format!("{text:?} is no game for two, or is over")),
            }
        };
        let list = list.into_iter().map(read).collect::<Result<Vec<Setup>, String>>()?;
        Ok(StartList { list, drawn })
    }
}

impl From<StartList> for DraftStartList {
    fn from(StartList { list, drawn }: StartList) -> DraftStartList {
        DraftStartList { list: list.iter().map(Setup::to_string).collect(), drawn }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_are_for_two_and_in_the_notation() {
        let read = |text: &str| serde_json::from_str::<StartList>(text);
        let list = read(r#"{"list": ["nim 3,4,5", "misère nim 1,2"], "drawn": true}"#).unwrap();
        let written = r#"{"list":["nim 3,4,5","misere nim 1,2"],"drawn":true}"#;
        assert_eq!(serde_json::to_string(&list).unwrap(), written);
        for bad in [
            r#"{"list": []}"#,
            r#"{"list": ["chess"]}"#,
            r#"{"list": ["nim 0"]}"#,
            r#"{"list": ["nim 3,4: A-1"]}"#,
            r#"{"list": ["game21_nplayer(players=3;step=3;target=21) 0"]}"#,
            r#"{"list": ["nim 3"], "x": 1}"#,
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
        let listed = |start: &str, times: usize| {
            read(&format!("{{\"list\": [{}]}}", vec![format!("\"{start}\""); times].join(",")))
        };
        assert!(listed("nim 3,4", 1_000).is_ok());
        assert!(listed("nim 3,4", 1_001).is_err());
        // 64 bytes each: 512 of them are the most.
        let long = format!("nim {}111", "11,".repeat(19));
        assert_eq!(long.len(), 64);
        assert!(listed(&long, 512).is_ok());
        assert!(listed(&long, 513).is_err());
    }
}
