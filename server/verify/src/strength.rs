//! How strong the pairs say that somebody is, worked out a second time by the
//! formulas in docs/tournaments.md.

use super::Refuted;
use super::file::{Elo, File, Game};
use super::standings::pair;

/// What lies between two whole numbers may be rounded to either.
const HALF: f64 = 0.5 + 1e-6;

/// Differences are told, and a test has said, what the games say.
pub(super) fn check(file: &File) -> Result<(), Refuted> {
    for (line, standing) in (file.first_standing()..).zip(&file.standings) {
        let pairs = pairs_of(file, standing.number);
        let holds = match &standing.elo {
            None => pairs == [0; 3],
            Some(elo) => elo.pairs == pairs && is_elo(elo),
        };
        if !holds {
            return Err(Refuted::new(line, "the games give another difference in Elo"));
        }
    }
    check_test(file)
}

/// Pairs won, shared and lost by an entrant, as far as they were played and
/// somebody has won a game of them.
fn pairs_of(file: &File, number: u32) -> [u32; 3] {
    let mut pairs = [0; 3];
    for two in file.games.chunks_exact(2).filter(|two| two[0].seats.contains(&number)) {
        let [one, other] = two[0].seats;
        let opponent = if one == number { other } else { one };
        match pair(two, number, opponent) {
            _ if !two.iter().all(is_played) => {}
            [0, 0] => {}
            [2, _] => pairs[0] += 1,
            [0, _] => pairs[2] += 1,
            _ => pairs[1] += 1,
        }
    }
    pairs
}

fn is_played(game: &Game) -> bool {
    game.how != "no_show" && game.how != "left"
}

/// Whether the numbers are those of the pairs.
fn is_elo(elo: &Elo) -> bool {
    let [won, shared, lost] = elo.pairs.map(f64::from);
    let n = won + shared + lost;
    let score = (2.0 * won + shared) / (2.0 * n);
    let spread =
        won * (1.0 - score).powi(2) + shared * (0.5 - score).powi(2) + lost * score.powi(2);
    // All alike: three in n (Hanley and Lippman-Hand 1983).
    let alike = [won, shared, lost].contains(&n);
    let error = if alike { 3.0 / n } else { 1.959_964 * spread.sqrt() / n };
    let told = [(elo.likely, score), (elo.low, score - error), (elo.high, score + error)];
    told.into_iter().all(|(claimed, score)| match claimed {
        None => score <= 0.0 || score >= 1.0,
        Some(_) if score <= 0.0 || score >= 1.0 => false,
        Some(points) => (400.0 * (score / (1.0 - score)).log10() - f64::from(points)).abs() <= HALF,
    })
}

/// The test must have said what it says, and nothing if it says nothing.
fn check_test(file: &File) -> Result<(), Refuted> {
    let Some(sprt) = file.head.plan.sprt else { return Ok(()) };
    let first = file.entrants.iter().find(|entrant| entrant.entered == 1);
    let [won, shared, lost] = pairs_of(file, first.map_or(1, |entrant| entrant.number));
    let n = f64::from(won + shared + lost);
    let [won, shared] = [won, shared].map(f64::from);
    let smooth = (won + 1.0) / (n + 3.0) + (shared + 1.0) / (n + 3.0) / 2.0;
    let squares = (won + 1.0) / (n + 3.0) + (shared + 1.0) / (n + 3.0) / 4.0;
    let expect = |elo: i32| 1.0 / (1.0 + 10f64.powf(f64::from(-elo) / 400.0));
    let (s0, s1) = (expect(sprt.elo0), expect(sprt.elo1));
    let mean = (won + shared / 2.0) / n.max(1.0);
    let ratio = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * (squares - smooth * smooth));
    let bound = 19f64.ln();
    let right = match file.end.sprt.as_deref() {
        _ if n < 10.0 => file.end.sprt.is_none(),
        Some("passed") => ratio >= bound - 1e-9,
        Some("failed") => ratio <= -bound + 1e-9,
        None => ratio.abs() <= bound + 1e-9,
        Some(_) => false,
    };
    if right { Ok(()) } else { Err(Refuted::new(0, "the test says something else")) }
}
