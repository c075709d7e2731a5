//! The lines of a file, which can be changed and signed again.

use ed25519_dalek::{Signer, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// A file's lines, without their hashes and its seal.
#[derive(Clone)]
pub(crate) struct Lines(pub(crate) Vec<String>);

impl Lines {
    pub(crate) fn read(text: &str) -> Lines {
        let content = |line: &str| Some(format!("{}}}", line.rsplit_once(",\"hash\":\"")?.0));
        Lines(text.lines().filter_map(content).collect())
    }

    /// Counts the lines, chains them and signs the last hash.
    pub(crate) fn seal(&self, key: &SigningKey) -> String {
        let mut counted = self.clone();
        for (place, line) in counted.0.iter_mut().enumerate() {
            if let Some(mut end) = value(line).filter(|line| line["t"] == "end") {
                end["lines"] = json!(place);
                *line = end.to_string();
            }
        }
        counted.seal_uncounted(key)
    }

    /// Chains the lines and signs the last hash.
    pub(crate) fn seal_uncounted(&self, key: &SigningKey) -> String {
        let (mut text, mut hash) = (String::new(), [0u8; 32]);
        for line in &self.0 {
            let open = line.strip_suffix('}').unwrap_or(line);
            hash = Sha256::digest([&hash[..], open.as_bytes()].concat()).into();
            text += &format!("{open},\"hash\":\"{}\"}}\n", digits(&hash));
        }
        let signature = digits(&key.sign(&hash).to_bytes());
        text + &format!("{{\"t\":\"seal\",\"signature\":\"{signature}\"}}\n")
    }

    pub(crate) fn get(&self, place: usize) -> Value {
        self.0.get(place).and_then(|line| value(line)).unwrap_or_default()
    }

    pub(super) fn set(&mut self, place: usize, line: &Value) {
        self.0[place] = line.to_string();
    }

    /// Returns the indices of all lines of a kind that fit.
    pub(crate) fn all(&self, kind: &str, fits: impl Fn(&Value) -> bool) -> Vec<usize> {
        let fit = |place: &usize| {
            let line = self.get(*place);
            line["t"] == kind && fits(&line)
        };
        (0..self.0.len()).filter(fit).collect()
    }

    pub(super) fn first(&self, kind: &str, fits: impl Fn(&Value) -> bool) -> Option<usize> {
        self.all(kind, fits).first().copied()
    }

    pub(crate) fn edit(&mut self, place: usize, change: impl Fn(&mut Value)) {
        let mut line = self.get(place);
        change(&mut line);
        self.set(place, &line);
    }

    /// Edits the first line of a kind that fits.
    pub(super) fn edit_first(
        &mut self,
        kind: &str,
        fits: impl Fn(&Value) -> bool,
        change: impl Fn(&mut Value),
    ) -> Option<()> {
        let place = self.first(kind, fits)?;
        self.edit(place, change);
        Some(())
    }

    pub(super) fn remove(&mut self, places: &[usize]) -> Option<()> {
        let mut place = 0;
        self.0.retain(|_| {
            place += 1;
            !places.contains(&(place - 1))
        });
        (!places.is_empty()).then_some(())
    }

    /// Removes all lines of a pairing, or of all pairings of some rounds.
    pub(super) fn remove_where(&mut self, fits: impl Fn(&Value) -> bool) -> Option<()> {
        let places: Vec<usize> = ["pairing", "game", "result", "ruling"]
            .iter()
            .flat_map(|kind| self.all(kind, |line| fits(line)))
            .collect();
        self.remove(&places)
    }

    /// Changes the first line, byte by byte, with a commitment that fits.
    pub(super) fn rewrite(&mut self, from: &str, to: &str) -> Option<()> {
        let head = self.0.first_mut().filter(|head| head.contains(from))?;
        *head = head.replacen(from, to, 1);
        self.commit()
    }

    /// Commits to the seed and the first line as they stand.
    pub(super) fn commit(&mut self) -> Option<()> {
        let seed = self.get(self.first("seed", |_| true)?)["seed"].as_str()?.to_owned();
        let byte = |place: usize| u8::from_str_radix(seed.get(place..place + 2)?, 16).ok();
        let seed: Vec<u8> = (0..64).step_by(2).filter_map(byte).collect();
        let (words, _) = self.0[0].rsplit_once(",\"commitment\":\"")?;
        let commitment = digits(&Sha256::digest([words.as_bytes(), &seed].concat()));
        self.0[0] = format!("{words},\"commitment\":\"{commitment}\"}}");
        Some(())
    }

    /// Cuts off the last move of a game that was played to its end, and gives it another reason;
    /// the winner is exchanged if `turned`.
    pub(super) fn cut(&mut self, how: &str, turned: bool) -> Option<()> {
        self.cut_where(how, turned, |_| true)
    }

    /// Does the same to a game in which it would then be the winner's turn, or not.
    pub(super) fn cut_to_move(
        &mut self,
        how: &str,
        turned: bool,
        winner_moves: bool,
    ) -> Option<()> {
        self.cut_where(how, turned, |line| {
            let left = moves(line) - 1;
            left >= 4 && (line["seats"][left % 2] == line["winner"]) == winner_moves
        })
    }

    pub(super) fn cut_where(
        &mut self,
        how: &str,
        turned: bool,
        fits: impl Fn(&Value) -> bool,
    ) -> Option<()> {
        let long = |line: &Value| line["how"] == "played" && moves(line) > 1 && fits(line);
        self.edit_first("game", long, |line| {
            let record = line["record"].as_str().unwrap_or_default();
            let cut = record.rsplit_once(' ').map_or("", |(cut, _)| cut).to_owned();
            line["record"] = json!(cut);
            line["how"] = json!(how);
            if turned {
                let winner = line["seats"][usize::from(line["winner"] == line["seats"][0])].clone();
                line["winner"] = winner;
            }
        })
    }
}

pub(super) fn value(line: &str) -> Option<Value> {
    serde_json::from_str(line).ok()
}

/// Returns the SHA-256 of a text, in hexadecimal.
pub(super) fn sha256(text: &str) -> String {
    digits(&Sha256::digest(text))
}

pub(super) fn digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the number of moves in a game.
pub(crate) fn moves(game: &Value) -> usize {
    let moves = game["record"].as_str().and_then(|text| text.split_once(": "));
    moves.map_or(0, |(_, moves)| moves.split(' ').count())
}

pub(super) fn any(_: &Value) -> bool {
    true
}

pub(super) fn played(line: &Value) -> bool {
    line["how"] == "played"
}

/// Reduces a game to its start, without its moves.
pub(super) fn unplayed(line: &mut Value) {
    let record = line["record"].as_str().unwrap_or_default();
    line["record"] = json!(record.split_once(':').map_or(record, |(start, _)| start));
}
