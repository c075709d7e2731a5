//! The referee works the whole ladder out again: from what the players saw of
//! their rated pairs, in the order in which the server says it rated them.

use std::collections::{HashMap, HashSet};

use protocol::PlayerId;
use rules::Seat;
use serde::Deserialize;
use solver::Outcome;
use uuid::Uuid;

use crate::glicko::{Met, Standing, Strength};

/// A bout as the server says that it rated it.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Line {
    pub(crate) number: i64,
    pub(crate) bout: Uuid,
    at: i64,
    board: String,
    start: Option<Outcome>,
    players: Vec<Named>,
    winners: Vec<Vec<Seat>>,
    unrated: Option<String>,
    changes: Vec<Change>,
}

#[derive(Clone, Debug, Deserialize)]
struct Named {
    id: PlayerId,
    /// A bot of the server, whose rating is pinned.
    #[serde(default)]
    house: bool,
}

#[derive(Clone, Debug, Deserialize)]
struct Change {
    player: PlayerId,
    board: String,
    before: f64,
    after: f64,
    deviation: f64,
}

/// A player on a board, from the top.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Ranked {
    rank: Option<u32>,
    player: Named,
    rating: f64,
    provisional: bool,
    bouts: u32,
}

/// A rated game as both its players saw it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SeenGame {
    /// By seat.
    pub(crate) players: Vec<PlayerId>,
    pub(crate) winners: Vec<Seat>,
    pub(crate) given_up: bool,
    /// As a record has it (docs/notation.md).
    pub(crate) record: String,
    pub(crate) plies: usize,
}

/// Both games of a pair, as far as they were seen.
pub(crate) type SeenPair = [Option<SeenGame>; 2];

/// All ratings, worked out.
#[derive(Debug, Default)]
pub(crate) struct Ladder {
    players: HashMap<(String, PlayerId), Standing>,
    starts: HashMap<(String, Option<Outcome>), Standing>,
    /// What has been played: the same moves count once.
    played: HashSet<Vec<String>>,
    rated: HashSet<Uuid>,
    last: i64,
}

impl Line {
    /// Whether a player with a pinned rating has taken part.
    pub(crate) fn is_with_the_house(&self) -> bool {
        self.players.iter().any(|player| player.house)
    }
}

impl Ladder {
    /// Whether a bout has been followed.
    pub(crate) fn knows(&self, bout: Uuid) -> bool {
        self.rated.contains(&bout)
    }

    /// How many bouts were.
    pub(crate) fn bouts(&self) -> usize {
        self.rated.len()
    }

    /// How many ratings there are.
    pub(crate) fn standings(&self) -> usize {
        self.players.len()
    }

    /// All boards that have a player.
    pub(crate) fn boards(&self) -> HashSet<&str> {
        self.players.keys().map(|(board, _)| board.as_str()).collect()
    }

    /// Rates the next bout, and says what the server did otherwise.
    pub(crate) fn follow(&mut self, line: &Line, seen: Option<&SeenPair>) -> Vec<String> {
        let mut wrong = Vec::new();
        if line.number <= self.last || !self.rated.insert(line.bout) {
            wrong.push("it is rated twice".to_owned());
            return wrong;
        }
        self.last = line.number;
        if let Some([Some(first), Some(second)]) = seen {
            wrong.extend(self.compare(line, first, second));
        }
        if line.unrated.is_none() {
            wrong.extend(self.rate(line));
        }
        wrong
    }

    /// What the players saw of it is what was rated.
    fn compare(&mut self, line: &Line, first: &SeenGame, second: &SeenGame) -> Vec<String> {
        let mut wrong = Vec::new();
        let players: Vec<PlayerId> = line.players.iter().map(|player| player.id).collect();
        if players != first.players {
            wrong.push("other players are rated than played".to_owned());
        }
        if line.winners != [first.winners.clone(), second.winners.clone()] {
            wrong.push("other results are rated than were told".to_owned());
        }
        let unrated = self.why_not(first, second);
        if line.unrated.as_deref() != unrated {
            let (said, due) =
                (line.unrated.as_deref().unwrap_or("rated"), unrated.unwrap_or("rated"));
            wrong.push(format!("it is {said}, and should be {due}"));
        }
        wrong
    }

    /// By the rules of docs/ladder.md.
    fn why_not(&mut self, first: &SeenGame, second: &SeenGame) -> Option<&'static str> {
        if first.winners.len() != 1 || second.winners.len() != 1 {
            return Some("no_result");
        }
        if first.given_up && first.plies < 2 {
            return Some("instant");
        }
        let told = |game: &SeenGame| format!("{:?} {}", game.players, game.record);
        let mut games = vec![told(first), told(second)];
        games.sort_unstable();
        (!self.played.insert(games)).then_some("repeated")
    }

    /// One pair: a rating period of two games, in the pool and in the lane.
    fn rate(&mut self, line: &Line) -> Vec<String> {
        let [first, second] = &line.players[..] else { return vec!["it is not of two".to_owned()] };
        let ids = [first.id, second.id];
        let start = (line.board.clone(), line.start);
        let before = self.starts.get(&start).copied().unwrap_or(Standing::fresh(line.at));
        let worth = before.at(line.at);
        let lane = line.board.split('/').next().unwrap_or_default();
        let mut wrong = Vec::new();
        for board in [line.board.clone(), format!("{lane}/overall")] {
            let known = ids.map(|id| {
                let known = self.players.get(&(board.clone(), id)).copied();
                known.unwrap_or(Standing::fresh(line.at))
            });
            let sides = known.map(|standing| standing.at(line.at));
            if board == line.board {
                let games = games_of_the_start(line, sides);
                self.starts.insert(start.clone(), worth.after(&games, before.bouts + 1, line.at));
            }
            for me in [0, 1] {
                let games = games_of(line, me, sides[1 - me], worth);
                let after = sides[me].after(&games, known[me].bouts + 1, line.at);
                self.players.insert((board.clone(), ids[me]), after);
                wrong.extend(differs(line, &board, ids[me], known[me], after));
            }
        }
        if line.changes.len() != 4 {
            wrong.push(format!("{} ratings were changed, not 4", line.changes.len()));
        }
        wrong
    }

    /// A board as the server ranks it, compared.
    pub(crate) fn compare_board(&self, board: &str, ranking: &[Ranked]) -> Vec<String> {
        let mut wrong = Vec::new();
        let mut places = 1..;
        let mut above = f64::INFINITY;
        for line in ranking {
            let Ranked { rank, player, rating, provisional, bouts } = line;
            let known = self.players.get(&(board.to_owned(), player.id));
            if known.map(|known| (known.rating, known.bouts))
                != Some((thousandths(*rating), *bouts))
            {
                wrong.push(format!(
                    "{board}: {:?} is shown with {rating}, not {known:?}",
                    player.id
                ));
            }
            let place = if *provisional { None } else { places.next() };
            if *rank != place || *rating > above {
                wrong.push(format!("{board}: {:?} is out of order", player.id));
            }
            above = *rating;
        }
        wrong
    }
}

/// The seat whose advantage the start is: who wins it or, where nobody knows, who
/// begins.
fn favoured(line: &Line) -> usize {
    usize::from(line.start == Some(Outcome::P))
}

fn won(line: &Line, game: usize, seat: usize) -> bool {
    matches!(line.winners[game][..], [Seat(winner)] if usize::from(winner) == seat)
}

/// The games of one side, against an opponent whom the start helps or hinders.
fn games_of(line: &Line, me: usize, other: Strength, start: Strength) -> Vec<Met> {
    let game = |game: usize| {
        // In the second game the seats are swapped.
        let seat = (me + game) % 2;
        let helps_me = seat == favoured(line);
        let shift = if helps_me { -start.worth() } else { start.worth() };
        (other.helped_by(shift, start), won(line, game, seat))
    };
    (0..line.winners.len()).map(game).collect()
}

fn games_of_the_start(line: &Line, sides: [Strength; 2]) -> Vec<Met> {
    let game = |game: usize| {
        let seat = favoured(line);
        let with = (seat + game) % 2;
        let opponent = Strength::against_a_start(sides[with], sides[1 - with]);
        (opponent, won(line, game, seat))
    };
    (0..line.winners.len()).map(game).collect()
}

/// What the server has made of it, if it is something else.
fn differs(
    line: &Line,
    board: &str,
    player: PlayerId,
    before: Standing,
    after: Standing,
) -> Option<String> {
    let said = line.changes.iter().find(|change| change.player == player && change.board == board);
    let same = said.is_some_and(|said| {
        let said = [said.before, said.after, said.deviation].map(thousandths);
        said == [before.rating, after.rating, after.deviation]
    });
    (!same).then(|| format!("{board}: {player:?} goes from {before:?} to {after:?}, not {said:?}"))
}

fn thousandths(points: f64) -> i64 {
    (points * 1e3).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARDS: [&str; 2] = ["bots/nim/normal/fast", "bots/overall"];

    fn player(n: u128) -> PlayerId {
        PlayerId(Uuid::from_u128(n))
    }

    /// Two pairs of two players: 2-0, then 1-1. What they change is what comes out,
    /// which `glicko` and the server compare with the paper and with each other.
    fn played() -> (Vec<Line>, Vec<SeenPair>, Vec<Ranked>) {
        let mut book = Ladder::default();
        let mut lines = Vec::new();
        let mut pairs = Vec::new();
        for (number, winners) in [(3, [0, 1]), (7, [0, 0])] {
            let seat = |game: usize| vec![Seat(winners[game])];
            let mut line = Line {
                number,
                bout: Uuid::from_u128(number as u128),
                at: number * 1_000_000,
                board: BOARDS[0].to_owned(),
                start: Some(Outcome::N),
                players: [1, 2].map(|n| Named { id: player(n), house: false }).into(),
                winners: vec![seat(0), seat(1)],
                unrated: None,
                changes: Vec::new(),
            };
            let before = book.players.clone();
            book.follow(&line, None);
            for board in BOARDS {
                for player in [1, 2].map(player) {
                    let key = (board.to_owned(), player);
                    let points = |thousandths: i64| thousandths as f64 / 1e3;
                    let was = before.get(&key).map_or(1_500_000, |standing| standing.rating);
                    let Standing { rating, deviation, .. } = book.players[&key];
                    let [before, after, deviation] = [was, rating, deviation].map(points);
                    let board = board.to_owned();
                    line.changes.push(Change { player, board, before, after, deviation });
                }
            }
            let seen = |game: usize, players: [u128; 2]| {
                let record = format!("nim 1,2: {number}");
                let (players, winners) = (players.map(player).into(), seat(game));
                Some(SeenGame { players, winners, given_up: false, record, plies: 3 })
            };
            pairs.push([seen(0, [1, 2]), seen(1, [2, 1])]);
            lines.push(line);
        }
        let ranked = [1, 2].map(|n| {
            let standing = book.players[&(BOARDS[0].to_owned(), player(n))];
            let (player, rating) =
                (Named { id: player(n), house: false }, standing.rating as f64 / 1e3);
            Ranked { rank: None, player, rating, provisional: true, bouts: 2 }
        });
        (lines, pairs, ranked.into())
    }

    fn found(lines: &[Line], pairs: &[SeenPair], ranked: &[Ranked]) -> Vec<String> {
        let mut ladder = Ladder::default();
        let follow = |(line, pair)| ladder.follow(line, Some(pair));
        let mut wrong: Vec<String> = lines.iter().zip(pairs).flat_map(follow).collect();
        wrong.extend(ladder.compare_board(BOARDS[0], ranked));
        wrong
    }

    #[test]
    fn a_true_ladder_is_found_true() {
        let (lines, pairs, ranked) = played();
        assert_eq!(found(&lines, &pairs, &ranked), Vec::<String>::new());
        assert!(ranked[0].rating > 1_500.0, "{ranked:?}");
    }

    #[test]
    fn every_kind_of_wrong_rating_is_found() {
        type Foul = fn(&mut Vec<Line>, &mut Vec<SeenPair>, &mut Vec<Ranked>);
        let fouls: [(&str, Foul); 12] = [
            ("goes from", |lines, _, _| lines[1].changes[0].after += 0.001),
            ("goes from", |lines, _, _| lines[1].changes[3].before -= 0.001),
            ("goes from", |lines, _, _| lines[0].changes[2].deviation += 0.001),
            ("goes from", |lines, _, _| lines[1].start = Some(Outcome::P)),
            ("goes from", |lines, _, _| lines[1].at += 100 * 86_400_000),
            ("not 4", |lines, _, _| drop(lines[1].changes.pop())),
            ("rated twice", |lines, _, _| lines[1].bout = lines[0].bout),
            ("other results", |lines, _, _| lines[1].winners[1] = vec![Seat(1)]),
            ("other players", |lines, _, _| lines[0].players.reverse()),
            ("should be repeated", |_, pairs, _| pairs[1] = pairs[0].clone()),
            ("is shown", |_, _, ranked| ranked[0].bouts = 1),
            ("out of order", |_, _, ranked| ranked.reverse()),
        ];
        for (what, foul) in fouls {
            let (mut lines, mut pairs, mut ranked) = played();
            foul(&mut lines, &mut pairs, &mut ranked);
            let wrong = found(&lines, &pairs, &ranked);
            assert!(wrong.iter().any(|wrong| wrong.contains(what)), "{what}: {wrong:?}");
        }
    }
}
