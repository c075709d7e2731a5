//! The lines of a file, as docs/tournaments.md describes them, in their order.

use std::collections::HashMap;

use rules::Ending;
use serde::Deserialize;
use serde_json::Value;

use super::Refuted;

#[derive(Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(super) enum Line {
    Tournament(Head),
    Entrant(Entrant),
    Pairing(Pairing),
    Game(Game),
    Result(PairingResult),
    Standing(Standing),
    Seed(SeedLine),
    End(End),
}

#[derive(Deserialize)]
pub(super) struct Head {
    pub(super) version: u32,
    pub(super) plan: Plan,
    pub(super) commitment: String,
    pub(super) key: String,
}

/// Of the plan, what the games and the table depend on.
#[derive(Deserialize)]
pub(super) struct Plan {
    pub(super) name: String,
    pub(super) format: Format,
    pub(super) pairs: u32,
    pub(super) courses: Vec<Course>,
    pub(super) sprt: Option<Sprt>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Format {
    RoundRobin { cycles: u32 },
    Gauntlet { champions: u32 },
    Swiss { rounds: u32 },
    Knockout,
    Arena,
}

#[derive(Deserialize)]
pub(super) struct Course {
    pub(super) variant: String,
    pub(super) params: Value,
    pub(super) ending: Ending,
    pub(super) size: u64,
}

#[derive(Clone, Copy, Deserialize)]
pub(super) struct Sprt {
    pub(super) elo0: i32,
    pub(super) elo1: i32,
}

#[derive(Deserialize)]
pub(super) struct Entrant {
    pub(super) number: u32,
    pub(super) name: String,
    pub(super) rating: Option<u32>,
    pub(super) entered: u32,
    #[serde(default)]
    pub(super) late: bool,
    #[serde(default)]
    pub(super) withdrawn: bool,
}

#[derive(Clone, Copy, Deserialize)]
pub(super) struct Pairing {
    pub(super) round: u32,
    pub(super) board: u32,
    pub(super) first: u32,
    pub(super) second: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Game {
    pub(super) round: u32,
    pub(super) board: u32,
    pub(super) pair: u32,
    pub(super) game: u32,
    pub(super) seats: [u32; 2],
    pub(super) winner: Option<u32>,
    pub(super) how: String,
    pub(super) record: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PairingResult {
    pub(super) round: u32,
    pub(super) board: u32,
    pub(super) games: [u32; 2],
    pub(super) points: [u32; 2],
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Standing {
    pub(super) rank: u32,
    pub(super) number: u32,
    pub(super) score: u32,
    pub(super) pairs: [u32; 3],
    pub(super) games: [u32; 2],
    pub(super) direct: u32,
    pub(super) sonneborn_berger: u32,
    pub(super) buchholz: u32,
    pub(super) wins: u32,
    #[serde(default)]
    pub(super) elo: Option<Elo>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Elo {
    pub(super) pairs: [u32; 3],
    pub(super) likely: Option<i32>,
    pub(super) low: Option<i32>,
    pub(super) high: Option<i32>,
}

#[derive(Deserialize)]
pub(super) struct SeedLine {
    pub(super) seed: String,
}

#[derive(Deserialize)]
pub(super) struct End {
    pub(super) lines: usize,
    pub(super) sprt: Option<String>,
}

/// A whole file. Games, results and so on are in the order of their lines;
/// `at` is the number of the first line of its kind.
pub(super) struct File {
    pub(super) head: Head,
    pub(super) entrants: Vec<Entrant>,
    pub(super) pairings: Vec<Pairing>,
    pub(super) games: Vec<Game>,
    pub(super) results: Vec<PairingResult>,
    pub(super) standings: Vec<Standing>,
    pub(super) seed: String,
    pub(super) end: End,
    /// The index of the pairing at a round and a board.
    places: HashMap<(u32, u32), usize>,
    /// The indices of the games played there.
    played: HashMap<(u32, u32), Vec<usize>>,
}

impl File {
    pub(super) fn read(contents: &[String]) -> Result<File, Refuted> {
        let mut lines = Vec::new();
        for (number, content) in (1..).zip(contents) {
            let line = serde_json::from_str(content);
            lines.push(line.map_err(|why| Refuted::new(number, why))?);
        }
        File::sort(lines)
    }

    /// Takes the lines in the one order in which they may come.
    fn sort(lines: Vec<Line>) -> Result<File, Refuted> {
        let total = lines.len();
        let mut lines = lines.into_iter().peekable();
        let missing =
            |what| Refuted::new(0, format!("there is no line of the {what} in its place"));
        let Some(Line::Tournament(head)) = lines.next() else { return Err(missing("tournament")) };
        if head.version != 2 {
            return Err(Refuted::new(1, "this version is not known"));
        }
        macro_rules! all {
            ($kind:ident) => {{
                let mut all = Vec::new();
                while let Some(Line::$kind(_)) = lines.peek() {
                    if let Some(Line::$kind(line)) = lines.next() {
                        all.push(line);
                    }
                }
                all
            }};
        }
        let (entrants, pairings, games) = (all!(Entrant), all!(Pairing), all!(Game));
        let (results, standings) = (all!(Result), all!(Standing));
        let Some(Line::Seed(SeedLine { seed })) = lines.next() else { return Err(missing("seed")) };
        let Some(Line::End(end)) = lines.next() else { return Err(missing("end")) };
        if lines.next().is_some() || end.lines + 1 != total {
            return Err(Refuted::new(total, "the number of lines is another"));
        }
        let places = (0..).zip(&pairings).map(|(i, p): (usize, &Pairing)| ((p.round, p.board), i));
        let places = places.collect();
        let mut played: HashMap<(u32, u32), Vec<usize>> = HashMap::new();
        for (i, game) in games.iter().enumerate() {
            played.entry((game.round, game.board)).or_default().push(i);
        }
        let file =
            File { head, entrants, pairings, games, results, standings, seed, end, places, played };
        file.check_numbers()?;
        Ok(file)
    }

    /// Whoever is named exists, and courses and pairs can be counted.
    fn check_numbers(&self) -> Result<(), Refuted> {
        let n = self.entrants.len() as u32;
        let known = |number: u32| (1..=n).contains(&number);
        let in_order = (1..).zip(&self.entrants).all(|(number, e)| e.number == number);
        let pairings = self.pairings.iter().all(|p| {
            let second = p.second.is_none_or(|second| known(second) && second != p.first);
            known(p.first) && second && p.round > 0 && p.board > 0
        });
        let plan = &self.head.plan;
        let checks = [
            (in_order && n >= 2, "the entrants are not numbered from 1"),
            (pairings, "a pairing names nobody"),
            (self.standings.iter().all(|line| known(line.number)), "the table names nobody"),
            (!plan.courses.is_empty() && (1..=1_000).contains(&plan.pairs), "the plan is none"),
        ];
        match checks.iter().find(|(holds, _)| !holds) {
            Some((_, why)) => Err(Refuted::new(0, why)),
            None => Ok(()),
        }
    }

    pub(super) fn pairing(&self, round: u32, board: u32) -> Option<&Pairing> {
        self.places.get(&(round, board)).map(|&place| &self.pairings[place])
    }

    /// The games of a pairing, in the order of their lines.
    pub(super) fn games_of(&self, pairing: &Pairing) -> impl Iterator<Item = &Game> {
        let played = self.played.get(&(pairing.round, pairing.board));
        played.into_iter().flatten().map(|&game| &self.games[game])
    }

    /// The line of the first result; the first line is 1.
    pub(super) fn first_result(&self) -> usize {
        2 + self.entrants.len() + self.pairings.len() + self.games.len()
    }

    /// The line of the first standing.
    pub(super) fn first_standing(&self) -> usize {
        self.first_result() + self.results.len()
    }

    /// Games won by the first and the second of a pairing, and how many there
    /// are.
    pub(super) fn won(&self, pairing: &Pairing) -> ([u32; 2], u32) {
        let mut won = [0; 2];
        let mut played = 0;
        for game in self.games_of(pairing) {
            played += 1;
            won[0] += u32::from(game.winner == Some(pairing.first));
            won[1] += u32::from(game.winner.is_some() && game.winner == pairing.second);
        }
        (won, played)
    }
}
