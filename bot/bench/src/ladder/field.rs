//! The bots while they play: paired by the ladder's matchmaking in its ticks, with starts dealt as
//! in quick play, and every decision of their games recorded.

use std::collections::{HashMap, HashSet};

use anyhow::Context;
use ladder::{
    Contender, DecidedGame, Decision, Found, Item, Leaderboard, MemoryBook, Played, Pool,
    REMEMBERED, RatedMatch, RatingOutcome, Standing, StartWeight, TICK_MS, WaitingPlayer,
    find_at_once, find_opponents,
};
use protocol::{Division, EndReason, Kind, PlayerId};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use rules::{Admitted, Game, Heaps, Move, Seat, Setup, Shape};
use solver::{
    Budget, Drawing, Level, LevelPlayer, Outcome, Solver, StartDifficulty, WinningMoves, is_trivial,
};
use uuid::Uuid;

use super::PlayedField;
use super::pairs::PairResult;

/// The most positions searched for one move, and to prove who wins a start.
const WORK: u64 = 20_000;
const WORK_FOR_A_START: u64 = 1_000_000;

/// The draws before a start with few decisions is accepted, as in quick play.
const DRAWS: u32 = 8;

/// The most winning moves listed for one decision, as in a review.
const MOST_WINNING: usize = 100;

/// The most positions whose winning moves are cached.
const MOST_KNOWN: usize = 200_000;

/// The range of a match's duration, in milliseconds.
const MATCH_MS: std::ops::Range<u64> = 2_000..22_000;

/// The number of round-robin rounds.
const ROUNDS: usize = 4;

/// One game: the seat that won, and the decisions of each seat.
pub(super) struct PlayedGame {
    pub(super) winner: usize,
    decisions: [Vec<Decision>; 2],
    moves: Vec<Move>,
}

/// A pair of games between two bots, with seats swapped in the second.
pub(super) struct PlayedPair {
    pub(super) bots: [usize; 2],
    pub(super) start: Outcome,
    setup: Setup,
    pub(super) games: [PlayedGame; 2],
}

impl PlayedPair {
    pub(super) fn result(&self) -> PairResult {
        let winners = [0, 1].map(|number| self.games[number].winner);
        PairResult { bots: self.bots, start: self.start, winners }
    }
}

/// The bots and their games so far.
pub(super) struct Field {
    setup: Setup,
    degree: StartDifficulty,
    players: Vec<LevelPlayer>,
    met: Vec<Vec<PlayerId>>,
    matches_of: Vec<usize>,
    /// When each bot returns or returned to the queue.
    comes: Vec<u64>,
    waiting: Vec<usize>,
    now_ms: u64,
    chance: Pcg64Mcg,
    judge: Solver,
    known: HashMap<Admitted, (u64, Vec<Move>)>,
    starts: HashSet<String>,
    objects: u64,
    decisions: Vec<(usize, Decision)>,
    matches: usize,
    rematches: usize,
}

impl Field {
    /// Creates bots of these levels for a game.
    ///
    /// # Errors
    /// Never; dealing fails later.
    pub(super) fn new(
        setup: &Setup,
        degree: StartDifficulty,
        levels: &[Level],
        seed: u64,
    ) -> anyhow::Result<Field> {
        let player = |(number, level): (u64, &Level)| {
            LevelPlayer::new(setup.variant(), setup.ending(), *level, seed ^ (number << 20))
        };
        let bots = levels.len();
        Ok(Field {
            setup: setup.clone(),
            degree,
            players: (0..).zip(levels).map(player).collect(),
            met: vec![Vec::new(); bots],
            matches_of: vec![0; bots],
            comes: (0..bots as u64).map(|bot| bot * 50).collect(),
            waiting: Vec::new(),
            now_ms: 0,
            chance: Pcg64Mcg::seed_from_u64(seed),
            judge: Solver::new(setup.variant()),
            known: HashMap::new(),
            starts: HashSet::new(),
            objects: 0,
            decisions: Vec::new(),
            matches: 0,
            rematches: 0,
        })
    }

    pub(super) fn leaderboard(&self) -> Leaderboard {
        Leaderboard::Pool(self.pool())
    }

    fn pool(&self) -> Pool {
        Pool::new(Division::Bots, &self.setup, None)
    }

    pub(super) fn fewest_matches(&self) -> usize {
        self.matches_of.iter().copied().min().unwrap_or(0)
    }

    /// The mean number of objects in the dealt starts.
    #[cfg(test)]
    pub(super) fn objects(&self) -> f64 {
        self.objects as f64 / self.matches.max(1) as f64
    }

    pub(super) fn used(&self) -> PlayedField {
        let matches = self.matches.max(1) as f64;
        PlayedField {
            starts: self.starts.len(),
            matches: self.matches,
            decisions: self.decisions.len() as f64 / (2.0 * matches),
            rematches: 100.0 * self.rematches as f64 / matches,
        }
    }

    /// All decisions, with the index of the bot that made them.
    pub(super) fn played(&self) -> impl Iterator<Item = (usize, &Decision)> {
        self.decisions.iter().map(|(bot, decision)| (*bot, decision))
    }

    fn below(&mut self, n: u64) -> u64 {
        self.chance.next_u64() % n.max(1)
    }

    /// The pairings of the next tick: players return to the queue after their match, and are paired
    /// at once or wait, as on a server.
    pub(super) fn pair_up(&mut self, stands: impl Fn(usize) -> Standing) -> Vec<[usize; 2]> {
        let until = self.now_ms + TICK_MS;
        let mut pairs = Vec::new();
        let mut coming: Vec<usize> = (0..self.comes.len())
            .filter(|bot| !self.waiting.contains(bot) && self.comes[*bot] < until)
            .collect();
        coming.sort_by_key(|&bot| self.comes[bot]);
        for bot in coming {
            self.now_ms = self.now_ms.max(self.comes[bot]);
            let waiting = self.queue(&stands);
            self.waiting.push(bot);
            let newcomer = self.as_waiting(bot, &stands);
            pairs.extend(find_at_once(&newcomer, &waiting).map(|found| self.begin(found)));
        }
        self.now_ms = until;
        let waiting = self.queue(&stands);
        let mut chance = Pcg64Mcg::seed_from_u64(self.chance.next_u64());
        let found = find_opponents(&waiting, &mut |n| chance.next_u64() % n.max(1));
        pairs.extend(found.into_iter().map(|found| self.begin(found)));
        pairs
    }

    fn queue(&self, stands: &impl Fn(usize) -> Standing) -> Vec<WaitingPlayer> {
        self.waiting.iter().map(|&bot| self.as_waiting(bot, stands)).collect()
    }

    fn as_waiting(&self, bot: usize, stands: &impl Fn(usize) -> Standing) -> WaitingPlayer {
        let standing = stands(bot);
        WaitingPlayer {
            player: id(bot),
            person: id(bot),
            rating: standing.points(),
            deviation: standing.deviation(0) as f64 / 1e3,
            waited_ms: self.now_ms.saturating_sub(self.comes[bot]),
            met: self.met[bot].clone(),
            begun: 0,
            wants: None,
            apart: Vec::new(),
        }
    }

    fn begin(&mut self, found: Found) -> [usize; 2] {
        let bots = [found.first, found.second].map(bot);
        self.rematches += usize::from(self.met[bots[0]].first() == Some(&found.second));
        for (me, other) in [(bots[0], found.second), (bots[1], found.first)] {
            self.waiting.retain(|&bot| bot != me);
            self.met[me].insert(0, other);
            self.met[me].truncate(REMEMBERED);
            let takes = MATCH_MS.start + self.below(MATCH_MS.end - MATCH_MS.start);
            self.comes[me] = self.now_ms + takes;
        }
        bots
    }

    /// Plays a pair from a newly dealt start.
    ///
    /// # Errors
    /// When no start can be dealt, or a bot finds no move.
    pub(super) fn play(&mut self, bots: [usize; 2]) -> anyhow::Result<PlayedPair> {
        let (setup, start) = self.deal()?;
        let games = [self.game(&setup, bots)?, self.game(&setup, [bots[1], bots[0]])?];
        self.matches += 1;
        bots.iter().for_each(|&bot| self.matches_of[bot] += 1);
        self.starts.insert(setup.to_string());
        self.objects += Shape::from_position(setup.start())
            .map_or(0, |Heaps { heaps }| heaps.iter().copied().sum::<u64>());
        for (number, game) in games.iter().enumerate() {
            for (seat, decisions) in game.decisions.iter().enumerate() {
                let bot = bots[(seat + number) % 2];
                self.decisions.extend(decisions.iter().map(|decision| (bot, *decision)));
            }
        }
        Ok(PlayedPair { bots, start, setup, games })
    }

    /// Deals a start as quick play does for a rated pair, with its outcome.
    fn deal(&mut self) -> anyhow::Result<(Setup, Outcome)> {
        let (variant, ending) = (self.setup.variant().clone(), self.setup.ending());
        let drawing = Drawing::new(variant, ending, self.degree);
        let mut draws = 0;
        loop {
            let seed = self.below(1 << 50);
            let dealt = drawing.find(seed, &mut Budget::positions(Drawing::WORK));
            let setup = dealt.context("no start can be dealt")?;
            draws += 1;
            let mut thin = || {
                let mut budget = Budget::positions(WORK_FOR_A_START);
                let weight = StartWeight::compute(&setup, &mut self.judge, &mut budget);
                !weight.is_some_and(StartWeight::is_enough)
            };
            if is_trivial(setup.variant(), setup.start()) || (draws < DRAWS && thin()) {
                continue;
            }
            let mut budget = Budget::positions(WORK_FOR_A_START);
            if let Ok(won) = self.judge.outcome(ending, setup.start(), &mut budget) {
                return Ok((setup, won));
            }
        }
    }

    fn game(&mut self, setup: &Setup, seats: [usize; 2]) -> anyhow::Result<PlayedGame> {
        let mut game = Game::new(setup.clone());
        let mut decisions = [Vec::new(), Vec::new()];
        while !game.is_over() {
            let seat = usize::from(game.to_move().0);
            let position = game.position().clone();
            let player = &mut self.players[seats[seat]];
            let chosen = player.choose(&position, &mut Budget::positions(WORK));
            let chosen = chosen.context("a bot finds no move")?;
            decisions[seat].extend(self.decision(&position, &chosen));
            game.play(chosen)?;
        }
        let winner = game.winners().and_then(|winners| winners.first().copied());
        let winner = usize::from(winner.unwrap_or(Seat(0)).0);
        Ok(PlayedGame { winner, decisions, moves: game.moves().to_vec() })
    }

    /// The review of a move.
    fn decision(&mut self, position: &Admitted, mv: &Move) -> Option<Decision> {
        if self.known.len() > MOST_KNOWN {
            self.known.clear();
        }
        if !self.known.contains_key(position) {
            let budget = &mut Budget::positions(WORK);
            let ending = self.setup.ending();
            let all = self.setup.variant().rules().count(position).unwrap_or(0);
            let found = match self.judge.winning_moves(ending, position, budget, MOST_WINNING) {
                WinningMoves::All(winning) => (all, winning),
                WinningMoves::TooMany | WinningMoves::Unknown => (0, Vec::new()),
            };
            self.known.insert(position.clone(), found);
        }
        let (all, winning) = &self.known[position];
        let decides = !winning.is_empty() && (winning.len() as u64) < *all;
        let item = || Item::from_position(self.setup.variant().rules(), position, winning);
        let item = decides.then(item).flatten()?;
        Some(Decision { item, kept: winning.contains(mv) })
    }

    /// Rates a pair on the ladder: its result, and its decisions after it.
    pub(super) fn rate(&self, book: &mut MemoryBook, pair: PlayedPair) {
        let contender = |bot| Contender::new(id(bot), Kind::Bot);
        let played = |game: &PlayedGame| Played {
            winners: vec![Seat(game.winner as u8)],
            reason: EndReason::Played,
            moves: game.moves.clone(),
        };
        let rated = book.rate(&RatedMatch {
            id: Uuid::from_u128(self.matches as u128 * 1_000 + pair.bots[0] as u128),
            setup: pair.setup.clone(),
            clock: None,
            open: false,
            same_owner: false,
            same_address: false,
            voided: false,
            start: Some(pair.start),
            players: pair.bots.map(contender).to_vec(),
            games: pair.games.iter().map(played).collect(),
            at: self.now_ms as i64,
        });
        let RatingOutcome::Counted { weight, .. } = rated else { return };
        for (number, game) in pair.games.into_iter().enumerate() {
            book.learn(&DecidedGame {
                pool: self.pool(),
                game: number as u8,
                players: [number, 1 - number].map(|place| id(pair.bots[place])),
                people: [number, 1 - number].map(|place| id(pair.bots[place])),
                decisions: game.decisions,
                weight,
                at: self.now_ms as i64,
            });
        }
    }

    /// The score of each player in a round robin: the true strength if the levels do not define
    /// it.
    ///
    /// # Errors
    /// As [`Field::play`].
    pub(super) fn everybody_against_everybody(mut self) -> anyhow::Result<Vec<f64>> {
        let mut won = vec![0.0; self.players.len()];
        for _ in 0..ROUNDS {
            for one in 0..won.len() {
                for other in 0..one {
                    let pair = self.play([one, other])?;
                    for (number, game) in pair.games.iter().enumerate() {
                        won[pair.bots[(game.winner + number) % 2]] += 1.0;
                    }
                }
            }
        }
        Ok(won)
    }
}

pub(super) fn id(bot: usize) -> PlayerId {
    PlayerId(Uuid::from_u128(bot as u128 + 1))
}

fn bot(id: PlayerId) -> usize {
    id.0.as_u128() as usize - 1
}
