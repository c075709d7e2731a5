//! A question about a position, in each form in which positions are written: a row of JSON, a game
//! in the notation, a record, or the name of a known start.

use rules::{Ending, Game, Position, Preset, Setup, Variant, read_game};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A question about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Repeated in the answer.
    pub id: Option<Value>,
    /// A game that starts from the position.
    pub setup: Setup,
}

/// The question. Other fields, such as the answers of a golden row, are ignored.
#[derive(Debug, Deserialize)]
pub struct GoldenRow {
    /// Repeated in the answer.
    #[serde(default)]
    pub id: Option<Value>,
    /// The variant's name.
    pub variant: String,
    /// Its parameters.
    #[serde(default)]
    pub params: Value,
    /// The ending.
    pub convention: Ending,
    /// The position; the mover is to play.
    pub position: Position,
}

impl GoldenRow {
    /// Reads a row.
    ///
    /// # Errors
    /// Says what is wrong with the line.
    pub fn read(line: &[u8]) -> Result<GoldenRow, BadRow> {
        serde_json::from_slice(line).map_err(|error| {
            let id = serde_json::from_slice::<Value>(line)
                .ok()
                .and_then(|mut row| row.get_mut("id").map(Value::take).filter(|id| !id.is_null()));
            BadRow { id, error: error.to_string() }
        })
    }

    /// The row as a game that starts from its position.
    ///
    /// # Errors
    /// Says why there is no such game.
    pub fn setup(self) -> Result<Setup, BadRow> {
        let GoldenRow { id, variant, params, convention, position } = self;
        let setup = Variant::parse(&variant, params)
            .and_then(|variant| Setup::new(variant, convention, position));
        setup.map_err(|refusal| BadRow { id, error: refusal.to_string() })
    }
}

/// A row that could not be answered.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BadRow {
    /// The row's id, if it could be read that far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Value>,
    /// What is wrong with it.
    pub error: String,
}

/// A row that has its game as text.
#[derive(Deserialize)]
struct TextRow {
    #[serde(default)]
    id: Option<Value>,
    text: String,
}

impl Question {
    /// Reads a row of JSON, with the fields of a golden row or with `text`, or that text itself. Of
    /// a game with moves the last position is meant.
    ///
    /// ```
    /// let question = bot::Question::read(b"nim 3,4,5: A-2")?;
    /// assert_eq!(question.setup.to_string(), "nim 1,4,5");
    /// # Ok::<(), bot::BadRow>(())
    /// ```
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn read(question: &[u8]) -> Result<Question, BadRow> {
        let question = question.trim_ascii();
        if question.starts_with(b"{") {
            return Question::row(question);
        }
        let text = std::str::from_utf8(question);
        let setup = text.map_err(|why| why.to_string()).and_then(position);
        setup.map(|setup| Question { id: None, setup }).map_err(|error| BadRow { id: None, error })
    }

    fn row(line: &[u8]) -> Result<Question, BadRow> {
        let bad = match GoldenRow::read(line) {
            Ok(row) => {
                let id = row.id.clone();
                return row.setup().map(|setup| Question { id, setup });
            }
            Err(bad) => bad,
        };
        let Ok(TextRow { id, text }) = serde_json::from_slice(line) else { return Err(bad) };
        match position(&text) {
            Ok(setup) => Ok(Question { id, setup }),
            Err(error) => Err(BadRow { id, error }),
        }
    }
}

/// The last position of a game, as the start of another.
fn position(text: &str) -> Result<Setup, String> {
    if let Some(preset) = Preset::named(text.trim()) {
        return Ok(preset.setup());
    }
    let game = read_game(text).map_err(|why| why.to_string())?;
    last(&game).map_err(|refusal| refusal.to_string())
}

fn last(game: &Game) -> Result<Setup, rules::Refusal> {
    let setup = game.setup();
    Setup::new(setup.variant().clone(), setup.ending(), game.position().clone().into())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_form_is_read_as_the_same_question() {
        let record = "[Game \"nim 3,4,5\"]\n[Seat0 \"Ada\"]\n\n1. A-2 {spent 1.250}\n";
        let text = "nim 3,4,5: A-2";
        let row =
            json!({"variant": "nim", "convention": "normal", "position": {"heaps": [1, 4, 5]}});
        let rows = [row.to_string(), json!({ "text": text }).to_string()];
        let expected = Question { id: None, setup: "nim 1,4,5".parse().unwrap() };
        for question in [text, record, &rows[0], &rows[1], "  nim 1,4,5 \n"] {
            assert_eq!(Question::read(question.as_bytes()).as_ref(), Ok(&expected), "{question}");
        }
        let known = Question::read(b"Marienbad").expect("a known start");
        assert_eq!(known.setup.to_string(), "misere nim 1,3,5,7");
        let row = json!({"id": 7, "text": text}).to_string();
        assert_eq!(Question::read(row.as_bytes()).unwrap().id, Some(json!(7)));
    }

    #[test]
    fn what_is_no_question_says_why() {
        for (question, part) in [
            ("", "a variant and a start"),
            ("chess 8", "chess"),
            ("nim 3,4: A-9", "move 1"),
            ("[Game \"nim 3\"]\n\n2. A-1", "numbered"),
            (r#"{"id": 3}"#, "missing field `variant`"),
            (r#"{"id": 3, "text": "nim x"}"#, "position"),
        ] {
            let bad = Question::read(question.as_bytes()).expect_err(question);
            assert!(bad.error.contains(part), "{question}: {}", bad.error);
            assert_eq!(bad.id, question.contains("id").then(|| json!(3)), "{question}");
        }
        assert!(Question::read(b"\xff\xfe").is_err());
    }

    #[test]
    fn a_row_keeps_its_id_whatever_is_wrong_with_it() {
        for (line, id) in [
            (r#"{"id": "x", "variant": "nim"}"#, Some(json!("x"))),
            (r#"{"id": null, "variant": "nim"}"#, None),
            (
                r#"{"id": 3, "variant": "chess", "convention": "normal", "position": {"heaps": [1]}}"#,
                Some(json!(3)),
            ),
            (r#" {"id": 4, "text": "nim x"} "#, Some(json!(4))),
            (r#"{"text": "nim x"}"#, None),
        ] {
            assert_eq!(Question::read(line.as_bytes()).expect_err(line).id, id, "{line}");
        }
        let row =
            br#"{"id": 5, "variant": "nim", "convention": "misere", "position": {"heaps": [1]}}"#;
        let question = Question::read(row).expect("a question");
        assert_eq!(
            (question.id, question.setup.to_string()),
            (Some(json!(5)), "misere nim 1".to_owned())
        );
    }
}
