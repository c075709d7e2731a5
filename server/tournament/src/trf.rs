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
