//! The tournament report file format of FIDE (TRF16), so that other pairing checkers can read our
//! tournaments. Its rounds know wins, draws and losses of whole pairings; "white" is the player who
//! begins.

use std::fmt::Write;

use protocol::{EntrantView, Format, Number};

use super::contest::Contest;
use super::pairing::PairingState;

/// Returns the report; `None` for an arena, which has no rounds.
pub fn report(contest: &Contest) -> Option<String> {
    let plan = &contest.opening().plan;
    let kind = match plan.format {
        Format::Arena { .. } => return None,
        Format::Swiss { .. } => "Individual: Swiss-System",
        Format::RoundRobin { .. } => "Individual: Round-Robin",
        Format::Gauntlet { .. } => "Individual: Scheveningen",
        Format::Knockout => "Individual: Knockout",
    };
    let rounds = match plan.format {
        Format::Swiss { rounds } => rounds,
        _ => contest.rounds(),
    };
    let n = contest.entrants().len();
    let mut text = String::new();
    let _ = write!(text, "012 {}\n062 {n}\n072 0\n092 {kind}\nXXR {rounds}\n", plan.name.as_str());
    // By points, then by number, as readers of the format expect.
    let mut ranked: Vec<(u32, Number)> =
        contest.entrants().iter().map(|e| (points(contest, e.number), e.number)).collect();
    ranked.sort_by_key(|&(points, number)| (std::cmp::Reverse(points), number));
    for entrant in contest.entrants() {
        let place = ranked.iter().position(|(_, number)| *number == entrant.number);
        write_entrant(&mut text, contest, entrant, place.map_or(0, |place| place + 1));
    }
    Some(text)
}

fn write_entrant(text: &mut String, contest: &Contest, entrant: &EntrantView, rank: usize) {
    let EntrantView { number, name, rating, .. } = entrant;
    let name: String = name.as_str().chars().filter(char::is_ascii).take(33).collect();
    let rating = rating.map_or(String::new(), |rating| rating.to_string());
    let points = f64::from(points(contest, *number)) / 2.0;
    let _ = write!(
        text,
        "001 {:>4}      {name:<33} {rating:>4} {:27}{points:>4.1} {rank:>4}",
        number.0, ""
    );
    for round in 1..=contest.rounds() {
        let pairings = contest.pairings().iter();
        let mut own = pairings.filter(|d| d.pairing.round == round && d.pairing.has(*number));
        let half = contest.half_byes().contains(&(round, *number));
        let without = if half { "0000 - H" } else { "0000 - Z" };
        let cell = own.next().map_or(without.to_owned(), |state| cell(state, *number));
        let _ = write!(text, "  {cell}");
    }
    text.push('\n');
}

/// Half-points by whole pairings.
fn points(contest: &Contest, number: Number) -> u32 {
    let own = contest.pairings().iter().filter(|state| state.pairing.has(number));
    let played: u32 =
        own.map(|state| state.points()[usize::from(state.pairing.first != number)]).sum();
    let byes = contest.half_byes().iter().filter(|(_, taken)| *taken == number);
    played + byes.count() as u32
}

fn cell(state: &PairingState, number: Number) -> String {
    let Some(opponent) = state.pairing.opponent(number) else { return "0000 - U".to_owned() };
    let first = state.pairing.first == number;
    let [a, b] = state.points();
    let (own, other) = if first { (a, b) } else { (b, a) };
    let mut games = state.played.values().flatten();
    let unplayed = games.all(|game| !game.was_played());
    let result = match own.cmp(&other) {
        std::cmp::Ordering::Greater if unplayed => '+',
        _ if unplayed => '-',
        std::cmp::Ordering::Greater => '1',
        std::cmp::Ordering::Equal if own > 0 => '=',
        std::cmp::Ordering::Equal | std::cmp::Ordering::Less => '0',
    };
    format!("{:>4} {} {result}", opponent.0, if first { 'w' } else { 'b' })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::play::{Play, plan};
    use crate::game_result::{GameResult, ResultReason};
    use crate::pairing::Pairing;

    #[test]
    fn a_report_says_how_many_rounds_are_planned() {
        let rounds = |format: &str| {
            let mut play = Play::new(plan(format, 4, 1), 4, 0);
            play.step(0);
            report(&play.contest)?.lines().find_map(|line| line.strip_prefix("XXR ")?.parse().ok())
        };
        assert_eq!(rounds(r#"{"kind": "swiss", "rounds": 3}"#), Some(3));
        assert_eq!(rounds(r#"{"kind": "knockout"}"#), Some(1), "as many as are paired");
        assert_eq!(rounds(r#"{"kind": "arena", "seconds": 10}"#), None);
    }

    #[test]
    fn a_result_is_that_of_the_whole_pairing() {
        let numbers = [Number(1), Number(2)];
        let cells = |winners: [Option<usize>; 2], how| {
            let pairing =
                Pairing { round: 1, board: 1, first: numbers[0], second: Some(numbers[1]) };
            let mut state = PairingState::new(pairing, 1);
            let games = winners.map(|winner| {
                GameResult::new(winner.map(|seat| numbers[seat]), how, String::new())
            });
            state.played.insert(1, games);
            numbers.map(|number| cell(&state, number))
        };
        use ResultReason::{Aborted, NoShow, Played};
        assert_eq!(cells([Some(0), Some(0)], Played), ["   2 w 1", "   1 b 0"]);
        assert_eq!(cells([Some(1), Some(1)], Played), ["   2 w 0", "   1 b 1"]);
        assert_eq!(cells([Some(0), Some(1)], Played), ["   2 w =", "   1 b ="]);
        assert_eq!(cells([None, None], Aborted), ["   2 w 0", "   1 b 0"]);
        assert_eq!(cells([Some(0), Some(0)], NoShow), ["   2 w +", "   1 b -"]);
    }
}
