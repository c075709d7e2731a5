//! Differences in strength and the sequential test, recomputed independently by the formulas in
//! docs/tournaments.md.

use super::Refuted;
use super::file::{Elo, File, Model, Sprt};
use super::meeting::Meeting;
use super::points::{pair, share};

/// A number halfway between two integers may be rounded to either.
const HALF: f64 = 0.5 + 1e-6;

/// Checks that the differences in Elo follow from the games.
pub(super) fn check(file: &File) -> Result<(), Refuted> {
    for (line, standing) in &file.standings {
        let pairs = pairs_of(file, standing.number);
        let holds = match &standing.elo {
            None => pairs == [0; 3],
            Some(elo) => elo.pairs == pairs && is_elo(elo),
        };
        if !holds {
            return Err(Refuted::new(*line, "the games give another difference in Elo"));
        }
    }
    Ok(())
}

/// Returns the pairs won, shared and lost by an entrant, among those that were played and in which
/// somebody won a game.
fn pairs_of(file: &File, number: u32) -> [u32; 3] {
    let mut pairs = [0; 3];
    let all = file.games.chunks_exact(2).zip(file.winners.chunks_exact(2));
    for (two, winners) in all.filter(|(two, _)| two[0].seats.contains(&number)) {
        let [one, other] = two[0].seats;
        let opponent = if one == number { other } else { one };
        match pair(winners, [Some(number), Some(opponent)]) {
            _ if !two.iter().all(|game| game.was_played()) => {}
            [0, 0] => {}
            [2, _] => pairs[0] += 1,
            [0, _] => pairs[2] += 1,
            _ => pairs[1] += 1,
        }
    }
    pairs
}

/// Whether the numbers follow from the pairs.
fn is_elo(elo: &Elo) -> bool {
    let [won, shared, lost] = elo.pairs.map(f64::from);
    let n = won + shared + lost;
    let score = (2.0 * won + shared) / (2.0 * n);
    let spread =
        won * (1.0 - score).powi(2) + shared * (0.5 - score).powi(2) + lost * score.powi(2);
    // If all pairs are alike: three in n (Hanley and Lippman-Hand 1983).
    let alike = [won, shared, lost].contains(&n);
    let error = if alike { 3.0 / n } else { 1.959_964 * spread.sqrt() / n };
    let claims = [(elo.likely, score), (elo.low, score - error), (elo.high, score + error)];
    claims.into_iter().all(|(claimed, score)| match claimed {
        None => score <= 0.0 || score >= 1.0,
        Some(_) if score <= 0.0 || score >= 1.0 => false,
        Some(points) => (400.0 * (score / (1.0 - score)).log10() - f64::from(points)).abs() <= HALF,
    })
}

/// A sequential test over the pairs played so far, in the order of the schedule, so that nobody can
/// choose which ones count.
pub(super) struct Test {
    sprt: Sprt,
    /// The tested entrant: the first to enter.
    number: u32,
    at: (usize, u32),
    /// Pairs lost, shared and won.
    counts: [u32; 3],
    said: Option<&'static str>,
    /// Pairs that ended after the decision.
    late: u32,
}

impl Test {
    pub(super) fn from_file(file: &File) -> Option<Test> {
        let sprt = file.head.plan.sprt?;
        let number = file.there.iter().find(|one| one.entered == 1)?.number;
        Some(Test { sprt, number, at: (0, 1), counts: [0; 3], said: None, late: 0 })
    }

    /// Handles another pair that has ended.
    pub(super) fn go_on(&mut self, meetings: &[Meeting]) {
        self.late += u32::from(self.said.is_some());
        while self.said.is_none() {
            let (place, number) = self.at;
            let Some(meeting) = meetings.get(place) else { return };
            let Some((winners, tells)) = meeting.played.get(&number) else {
                if !meeting.is_over() {
                    return;
                }
                self.at = (place + 1, 1);
                continue;
            };
            self.at = (place, number + 1);
            if *tells {
                let own = winners.iter().filter(|w| **w == Some(self.number)).count() as u32;
                let all = winners.iter().flatten().count() as u32;
                match share([own, all - own]) {
                    [2, _] => self.counts[2] += 1,
                    [1, _] => self.counts[1] += 1,
                    _ => self.counts[0] += 1,
                }
                self.said = self.says();
            }
        }
    }

    fn says(&self) -> Option<&'static str> {
        let Sprt { alpha, beta, .. } = self.sprt;
        let ratio = ratio(self.counts, self.sprt);
        if ratio >= ((1.0 - beta) / alpha).ln() {
            Some("passed")
        } else if ratio <= (beta / (1.0 - alpha)).ln() {
            Some("failed")
        } else {
            None
        }
    }

    /// Checks that the tournament stopped where it had to, with the right decision.
    pub(super) fn finish(&self, said: Option<&str>, running: u32) -> Result<(), String> {
        match self.said {
            expected if expected != said => {
                let expected = expected.unwrap_or("nothing");
                Err(format!("in the order of the schedule the test says {expected}"))
            }
            Some(_) if self.late > running => {
                Err("it went on although the test had decided".to_owned())
            }
            _ => Ok(()),
        }
    }
}

/// The generalised log-likelihood ratio of lost, shared and won pairs.
fn ratio(counts: [u32; 3], sprt: Sprt) -> f64 {
    if counts == [0; 3] {
        return 0.0;
    }
    let counts = counts.map(|count| f64::from(count).max(0.001));
    let at = |elo: i32| {
        let elo = f64::from(elo);
        match sprt.model {
            Model::Logistic => {
                let mean = 1.0 / (1.0 + (-elo * std::f64::consts::LN_10 / 400.0).exp());
                constrained(counts, [0.0, 0.5, 1.0].map(|worth| worth - mean))
            }
            Model::Normalized => {
                let strength = elo * std::f64::consts::LN_10 * std::f64::consts::SQRT_2 / 800.0;
                settled(counts, strength)
            }
        }
    };
    let (null, other) = (at(sprt.elo0), at(sprt.elo1));
    (0..3).map(|kind| counts[kind] * (other[kind].ln() - null[kind].ln())).sum()
}

/// The likeliest probabilities of the three results under which the mean of `x` is zero: with a
/// multiplier t they are count / (n (1 + t x)). The mean falls as t grows from pole to pole, so each
/// look halves where t can be.
fn constrained(counts: [f64; 3], x: [f64; 3]) -> [f64; 3] {
    let n: f64 = counts.iter().sum();
    let least = x.iter().copied().fold(f64::INFINITY, f64::min);
    let most = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return counts.map(|count| count / n);
    }
    let chances = |t: f64| [0, 1, 2].map(|kind| counts[kind] / (n * (1.0 + t * x[kind])));
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..100 {
        let t = f64::midpoint(low, high);
        let mean: f64 = chances(t).iter().zip(x).map(|(chance, x)| chance * x).sum();
        if mean > 0.0 { low = t } else { high = t }
    }
    chances(f64::midpoint(low, high))
}

/// The same with a mean that is `strength` standard deviations above one half.
fn settled(counts: [f64; 3], strength: f64) -> [f64; 3] {
    let worth = [0.0, 0.5, 1.0];
    let mut chances = [1.0 / 3.0; 3];
    for _ in 0..50 {
        let mean = chances[1] / 2.0 + chances[2];
        let variance: f64 =
            (0..3).map(|k| chances[k] * (worth[k] - mean) * (worth[k] - mean)).sum();
        let spread = variance.sqrt();
        let x =
            worth.map(|w| w - 0.5 - strength * (spread + (w - mean) * (w - mean) / spread) / 2.0);
        chances = constrained(counts, x);
    }
    chances
}
