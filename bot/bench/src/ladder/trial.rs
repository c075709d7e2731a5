//! Bots of known error rates, the starts they play from, and the pairing.

use anyhow::Context;
use ladder::{
    Contender, Found, Leaderboard, MemoryBook, Played, REMEMBERED, RatedMatch, Standing, Subject,
    Waiting, find_opponents,
};
use protocol::{Kind, PlayerId, Reason};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use rules::{Ending, Game, Seat, Setup, Variant};
use serde_json::json;
use solver::{Budget, Difficulty, Level, Outcome, Player, Probability, Solver, Wish};
use uuid::Uuid;

use super::plain::Plain;
use super::{Arguments, LearningCurve};

/// Starts that are made beforehand; each pair draws one.
const STARTS: u64 = 200;
/// Positions that may be looked at for one move: what a hard start needs.
const WORK: u64 = 2_000;
const WORK_FOR_A_START: u64 = 5_000_000;

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameFamily {
    Nim,
    Subtraction,
    Kayles,
}

impl GameFamily {
    pub(crate) const ALL: [GameFamily; 3] =
        [GameFamily::Nim, GameFamily::Subtraction, GameFamily::Kayles];

    pub(crate) fn name(self) -> &'static str {
        match self {
            GameFamily::Nim => "nim",
            GameFamily::Subtraction => "subtraction",
            GameFamily::Kayles => "kayles",
        }
    }

    fn variant(self) -> anyhow::Result<Variant> {
        let (name, params) = match self {
            GameFamily::Nim => ("nim", json!({})),
            GameFamily::Subtraction => ("subtraction", json!({"take": [1, 2, 3]})),
            GameFamily::Kayles => ("octal", json!({"code": "0.77"})),
        };
        Ok(Variant::parse(name, params)?)
    }
}

/// One fresh ladder's worth of bots and starts.
pub(crate) struct Trial<'a> {
    arguments: &'a Arguments,
    seed: u64,
    starts: Vec<(Setup, Outcome)>,
}

impl Trial<'_> {
    pub(crate) fn new(
        family: GameFamily,
        arguments: &Arguments,
        seed: u64,
    ) -> anyhow::Result<Trial<'_>> {
        let variant = family.variant()?;
        let mut solver = Solver::new(&variant);
        // Most first moves lose: there is something to find.
        let difficulty = Difficulty { winning: 0.0..=0.4, ..Difficulty::ANY };
        let wish = Wish {
            variant,
            ending: Ending::Normal,
            size: 20,
            outcome: Some(Outcome::N),
            difficulty,
        };
        let find = |number: u64| {
            let mut budget = Budget::positions(WORK_FOR_A_START);
            let start = wish.find(seed * STARTS + number, &mut solver, &mut budget);
            Ok((start.context("no start of this difficulty")?, Outcome::N))
        };
        let starts = (0..STARTS).map(find).collect::<anyhow::Result<_>>()?;
        Ok(Trial { arguments, seed, starts })
    }

    /// Our ladder: pairs.
    pub(crate) fn pairs(&self) -> LearningCurve {
        let mut field = Field::new(self);
        let mut book = MemoryBook::default();
        let mut board = None;
        let mut round = 0;
        field.play(2, |field| {
            round += 1;
            let standing = |book: &MemoryBook, board: &Option<Leaderboard>, bot: usize| {
                let known =
                    board.as_ref().and_then(|board| book.get(board, Subject::Player(id(bot))));
                known.unwrap_or(Standing::new(0))
            };
            for (first, second) in field.matches(|bot| {
                let standing = standing(&book, &board, bot);
                (standing.points(), standing.deviation_at(0))
            }) {
                let (setup, value) = field.draw_start();
                let games =
                    vec![field.game(&setup, [first, second]), field.game(&setup, [second, first])];
                let players = [first, second].map(|bot| Contender { id: id(bot), kind: Kind::Bot });
                let rated_match = RatedMatch {
                    id: Uuid::from_u128(u128::from(field.number())),
                    setup,
                    clock: None,
                    open: false,
                    same_owner: false,
                    start: Some(value),
                    players: players.to_vec(),
                    games,
                    at: 0,
                };
                board = Some(Leaderboard::Pool(rated_match.pool()));
                book.rate(&rated_match);
            }
            (0..field.bots()).map(|bot| standing(&book, &board, bot).points()).collect()
        })
    }

    /// A plain ladder: single games, the seats by lot.
    pub(crate) fn plain(&self) -> LearningCurve {
        let mut field = Field::new(self);
        let mut ladder = Plain::new(self.arguments.bots);
        field.play(1, |field| {
            for (one, other) in field.matches(|bot| ladder.rating(bot)) {
                let (setup, _) = field.draw_start();
                let seats = if field.below(2) == 0 { [one, other] } else { [other, one] };
                let winner = field.game(&setup, seats).winner();
                ladder.rate(seats, winner == Some(Seat(0)));
            }
            (0..field.bots()).map(|bot| ladder.rating(bot).0).collect()
        })
    }
}

/// The bots while they play.
struct Field<'a> {
    trial: &'a Trial<'a>,
    players: Vec<Player>,
    met: Vec<Vec<PlayerId>>,
    chance: Pcg64Mcg,
    played: u64,
}

impl<'a> Field<'a> {
    fn new(trial: &'a Trial<'_>) -> Field<'a> {
        let bots = trial.arguments.bots;
        let player = |(seed, error): (u64, f64)| {
            let level = Probability::new(error).map_or(Level::Random, Level::Epsilon);
            let setup = &trial.starts[0].0;
            Player::new(setup.variant(), setup.ending(), level, trial.seed ^ seed)
        };
        Field {
            trial,
            players: (0..).zip(errors(trial.arguments)).map(player).collect(),
            met: vec![Vec::new(); bots],
            chance: Pcg64Mcg::seed_from_u64(trial.seed),
            played: 0,
        }
    }

    fn bots(&self) -> usize {
        self.players.len()
    }

    fn number(&self) -> u64 {
        self.played
    }

    fn below(&mut self, n: u64) -> u64 {
        self.chance.next_u64() % n
    }

    fn draw_start(&mut self) -> (Setup, Outcome) {
        let number = self.below(self.trial.starts.len() as u64) as usize;
        self.trial.starts[number].clone()
    }

    /// Plays rounds of so many games of each bot until the games are played.
    fn play(
        &mut self,
        games_of_one: usize,
        mut round: impl FnMut(&mut Self) -> Vec<f64>,
    ) -> LearningCurve {
        let arguments = self.trial.arguments;
        let strength: Vec<f64> = errors(arguments).map(|error| -error).collect();
        let mut curve = LearningCurve::default();
        for games in (1..=arguments.games / games_of_one).map(|rounds| rounds * games_of_one) {
            let correlation = spearman(&round(self), &strength);
            if correlation >= arguments.goal {
                curve.reached.get_or_insert(games);
            }
            curve.seen.push((games, correlation));
        }
        curve
    }

    /// Everybody waits, and is brought together by the ladder's matchmaking.
    fn matches(&mut self, rating: impl Fn(usize) -> (f64, f64)) -> Vec<(usize, usize)> {
        let waiting: Vec<Waiting> = (0..self.bots())
            .map(|bot| {
                let (rating, deviation) = rating(bot);
                let met = self.met[bot].clone();
                let (player, waited_ms, wants) = (id(bot), 60_000, None);
                Waiting { player, rating, deviation, waited_ms, met, begun: 0, wants }
            })
            .collect();
        let chance = &mut self.chance;
        let found = find_opponents(&waiting, &mut |n| chance.next_u64() % n);
        let found: Vec<_> =
            found.into_iter().map(|Found { first, second }| (bot(first), bot(second))).collect();
        for &(one, other) in &found {
            for (me, met) in [(one, id(other)), (other, id(one))] {
                self.met[me].insert(0, met);
                self.met[me].truncate(REMEMBERED);
            }
        }
        found
    }

    fn game(&mut self, setup: &Setup, seats: [usize; 2]) -> Played {
        self.played += 1;
        let mut game = Game::new(setup.clone());
        while !game.is_over() {
            let player = &mut self.players[seats[usize::from(game.to_move().0)]];
            let chosen = player.choose(game.position(), &mut Budget::positions(WORK));
            let made = chosen.is_some_and(|mv| game.play(mv).is_ok());
            assert!(made, "a bot has no legal move in {setup}");
        }
        Played {
            winners: game.winners().unwrap_or_default(),
            reason: Reason::Played,
            moves: game.moves().to_vec(),
        }
    }
}

/// The error rates, the best bot's first.
fn errors(arguments: &Arguments) -> impl Iterator<Item = f64> {
    let (best, worst, bots) = (arguments.best, arguments.worst, arguments.bots);
    let factor = worst / best;
    (0..bots).map(move |bot| best * factor.powf(bot as f64 / (bots.max(2) - 1) as f64))
}

fn id(bot: usize) -> PlayerId {
    PlayerId(Uuid::from_u128(bot as u128 + 1))
}

fn bot(id: PlayerId) -> usize {
    id.0.as_u128() as usize - 1
}

/// Spearman's rank correlation (1904); equal values share their mean rank.
fn spearman(xs: &[f64], ys: &[f64]) -> f64 {
    let (xs, ys) = (ranks(xs), ranks(ys));
    let mean = (xs.len() as f64 - 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum()
    };
    let spread = (product(&xs, &xs) * product(&ys, &ys)).sqrt();
    if spread > 0.0 { product(&xs, &ys) / spread } else { 0.0 }
}

fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut rank = 0;
    for equal in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let mean = rank as f64 + (equal.len() as f64 - 1.0) / 2.0;
        equal.iter().for_each(|&index| ranks[index] = mean);
        rank += equal.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_correlated_as_spearman_says() {
        assert_eq!(spearman(&[1.0, 2.0, 3.0], &[10.0, 20.0, 30.0]), 1.0);
        assert_eq!(spearman(&[1.0, 2.0, 3.0], &[3.0, 2.0, 1.0]), -1.0);
        assert_eq!(spearman(&[1.0, 1.0, 1.0], &[3.0, 2.0, 1.0]), 0.0);
        // 1 - 6 (1 + 1 + 0 + 0) / (4 * 15)
        assert!((spearman(&[1.0, 2.0, 3.0, 4.0], &[2.0, 1.0, 3.0, 4.0]) - 0.8).abs() < 1e-12);
    }
}
