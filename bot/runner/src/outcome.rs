//! A finished tournament, read from its file.

use std::collections::BTreeMap;

use protocol::{DeclaredProgram, Number, SprtView, TournamentStanding};
use serde::Deserialize;
use serde::de::Error;

use crate::errors::EntrantError;
use crate::head_to_head::HeadToHead;

/// A game as the file has it.
#[derive(Clone, Debug)]
pub(crate) struct FileGame {
    /// Round, board, pair and game.
    pub(crate) place: [u32; 4],
    pub(crate) seats: [Number; 2],
    pub(crate) winner: Option<Number>,
    pub(crate) how: String,
    pub(crate) record: String,
}

impl FileGame {
    /// Whether it was played to its end.
    pub(crate) fn was_played_out(&self) -> bool {
        self.how == "played"
    }

    /// Whether anybody sat down to it.
    pub(crate) fn was_played(&self) -> bool {
        !matches!(self.how.as_str(), "no_show" | "left")
    }
}

/// The tables of a finished tournament.
#[derive(Clone, Debug)]
pub struct TournamentOutcome {
    /// Its name.
    pub name: String,
    /// The public key of the server that signed the file.
    pub key: String,
    /// The names by entrant number; number 1 is at index 0.
    pub names: Vec<String>,
    /// What each has declared of its program, in the same order.
    pub(crate) programs: Vec<Option<DeclaredProgram>>,
    /// The sequential test's result.
    pub(crate) sprt: Option<protocol::SprtDecision>,
    /// The standings, the winner first.
    pub(crate) standings: Vec<TournamentStanding>,
    /// The pairs in the order in which they ended: the two entrants, and the half-points of each.
    pub(crate) pairs: Vec<([Number; 2], [u32; 2])>,
    /// The number of games by kind of ending.
    pub(crate) endings: BTreeMap<String, u32>,
    /// All games, in the order in which their pairs ended.
    pub(crate) games: Vec<FileGame>,
    /// How the ratio of the sequential test went.
    pub(crate) course: Vec<SprtView>,
    /// The index in the order of entering, by entrant number.
    pub(crate) entered: Vec<usize>,
    /// Errors on the entrants' sides.
    pub(crate) errors: Vec<EntrantError>,
}

#[derive(Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
enum FileLine {
    Tournament {
        plan: protocol::Plan,
        key: String,
    },
    Entrant {
        name: String,
        entered: usize,
        program: Option<DeclaredProgram>,
    },
    Game {
        round: u32,
        board: u32,
        pair: u32,
        game: u32,
        seats: [Number; 2],
        winner: Option<Number>,
        how: String,
        record: String,
    },
    Standing(TournamentStanding),
    End {
        #[serde(default)]
        sprt: Option<protocol::SprtDecision>,
    },
    #[serde(other)]
    Other,
}

impl TournamentOutcome {
    /// Reads the file, with the known reasons of games that were not played out.
    ///
    /// # Errors
    /// When it is not a tournament's file. Its signatures are not checked; `nim-server verify` does
    /// that.
    pub fn read(
        file: &str,
        errors: Vec<EntrantError>,
    ) -> Result<TournamentOutcome, serde_json::Error> {
        let mut outcome = TournamentOutcome {
            name: String::new(),
            key: String::new(),
            names: Vec::new(),
            programs: Vec::new(),
            sprt: None,
            standings: Vec::new(),
            pairs: Vec::new(),
            endings: BTreeMap::new(),
            games: Vec::new(),
            course: Vec::new(),
            entered: Vec::new(),
            errors,
        };
        let mut first: Option<([Number; 2], Option<Number>)> = None;
        for line in file.lines() {
            match serde_json::from_str(line)? {
                FileLine::Tournament { plan, key } => {
                    outcome.name = plan.name.as_str().to_owned();
                    outcome.key = key;
                }
                FileLine::Entrant { name, entered, program } => {
                    outcome.names.push(name);
                    outcome.programs.push(program);
                    outcome.entered.push(entered);
                }
                FileLine::Game { round, board, pair, game, seats, winner, how, record } => {
                    outcome.must_have(seats)?;
                    *outcome.endings.entry(how.clone()).or_default() += 1;
                    let place = [round, board, pair, game];
                    outcome.games.push(FileGame { place, seats, winner, how, record });
                    first = match first.take() {
                        None => Some((seats, winner)),
                        Some((seats, before)) => {
                            outcome.pairs.push((seats, points(seats, [before, winner])));
                            None
                        }
                    };
                }
                FileLine::Standing(standing) => {
                    outcome.must_have([standing.number])?;
                    outcome.standings.push(standing);
                }
                FileLine::End { sprt } => outcome.sprt = sprt,
                FileLine::Other => {}
            }
        }
        Ok(outcome)
    }

    /// Refuses numbers of entrants that the file has not named.
    fn must_have<const N: usize>(&self, numbers: [Number; N]) -> Result<(), serde_json::Error> {
        let known = |number: &Number| (1..=self.names.len()).contains(&(number.0 as usize));
        match numbers.iter().all(known) {
            true => Ok(()),
            false => Err(Error::custom("an entrant who has not entered")),
        }
    }

    /// Pairs won, shared and lost by `one` against `other`.
    pub(crate) fn against(&self, one: Number, other: Number) -> [u32; 3] {
        let mut counts = [0; 3];
        for &(numbers, [a, b]) in &self.pairs {
            let (own, theirs) = match numbers {
                [x, y] if (x, y) == (one, other) => (a, b),
                [x, y] if (x, y) == (other, one) => (b, a),
                _ => continue,
            };
            counts[place(own, theirs)] += 1;
        }
        counts
    }

    pub(crate) fn name_of(&self, number: Number) -> &str {
        self.names.get(index(number)).map_or("?", String::as_str)
    }

    /// Adds how the ratio of the sequential test went.
    pub fn set_course(&mut self, course: Vec<SprtView>) {
        self.course = course;
    }

    /// How the sequential test ended, if it did.
    pub fn decision(&self) -> Option<protocol::SprtDecision> {
        self.sprt
    }

    /// The table and the crosstable as CSV.
    pub fn csv(&self) -> String {
        let head = self.standings.iter().map(|line| quoted(self.name_of(line.number)));
        let head: Vec<String> = head.collect();
        let mut text = format!(
            "rank,name,points,pairs won,pairs shared,pairs lost,games won,games lost,\
             elo,low,high,{}\n",
            head.join(",")
        );
        for line in &self.standings {
            let [won, shared, lost] = line.pairs;
            let shown = |elo: Option<i32>| elo.map_or(String::new(), |elo| elo.to_string());
            let elo = line.elo.map(|elo| [elo.likely, elo.low, elo.high].map(shown).join(","));
            let elo = elo.unwrap_or(",,".to_owned());
            // Points, as is usual in crosstables.
            let cells = self.standings.iter().map(|other| {
                let [won, shared, _] = self.against(line.number, other.number);
                match other.number == line.number {
                    true => String::new(),
                    false => format!("{:.1}", f64::from(won) + f64::from(shared) / 2.0),
                }
            });
            let cells: Vec<String> = cells.collect();
            text += &format!(
                "{},{},{:.1},{won},{shared},{lost},{},{},{elo},{}\n",
                line.rank,
                quoted(self.name_of(line.number)),
                f64::from(line.score) / 2.0,
                line.games[0],
                line.games[1],
                cells.join(",")
            );
        }
        text
    }
}

impl TournamentOutcome {
    /// Additional results if there are only two entrants.
    fn head_to_head(&self) -> Option<HeadToHead> {
        let [_, _] = &self.standings[..] else { return None };
        let first = self.entered.iter().position(|place| *place == 1)?;
        let own = self.standings.iter().find(|line| index(line.number) == first)?;
        let names = [first, 1 - first].map(|i| self.names[i].clone());
        Some(HeadToHead::new(own.elo?, names, self.sprt))
    }
}

impl std::fmt::Display for TournamentOutcome {
    /// The table as plain text.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(4);
        writeln!(f, "  # {:width$} points  won shared lost  elo against the field", "name")?;
        for line in &self.standings {
            let elo = line.elo.map_or("-".to_owned(), |elo| elo.to_string());
            let points = f64::from(line.score) / 2.0;
            let [won, shared, lost] = line.pairs;
            let name = self.name_of(line.number);
            writeln!(
                f,
                "{:>3} {name:width$} {points:>6.1} {won:>4} {shared:>6} {lost:>4}  {elo}",
                line.rank
            )?;
        }
        for ((number, what), games) in self.losses_by_kind() {
            let games = if games == 1 { "1 game".to_owned() } else { format!("{games} games") };
            writeln!(f, "    {} lost {games} not played out: {what}", self.name_of(number))?;
        }
        match self.head_to_head() {
            Some(head_to_head) => head_to_head.fmt(f),
            None => Ok(()),
        }
    }
}

/// An entrant's index in lists of all: numbers begin at 1.
pub(crate) fn index(number: Number) -> usize {
    (number.0 as usize).saturating_sub(1)
}

/// Half-points of the two for the games of a pair, given the winner of each.
fn points([a, b]: [Number; 2], winners: [Option<Number>; 2]) -> [u32; 2] {
    let won = |by| winners.iter().filter(|winner| **winner == Some(by)).count();
    match (won(a), won(b)) {
        (x, y) if x > y => [2, 0],
        (x, y) if x < y => [0, 2],
        (0, _) => [0, 0],
        _ => [1, 1],
    }
}

/// 0 for a won pair, 1 for a shared one, 2 for a lost one.
fn place(own: u32, other: u32) -> usize {
    match own.cmp(&other) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Equal if own > 0 => 1,
        std::cmp::Ordering::Equal | std::cmp::Ordering::Less => 2,
    }
}

pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
pub(crate) mod tests;
