//! The ladders being compared, as the record of live play is replayed: each bot is judged by its
//! ratings after the same number of its own matches.

use std::collections::{HashMap, HashSet};

use anyhow::Context;
use ladder::{Decision, Leaderboard, LogEntry, LogReplay, RatedMatch, Replayed, Standing};
use protocol::PlayerId;
use solver::Outcome;

use super::pairs::{PairRatings, PairResult};
use super::ranks::spearman;
use super::{LADDERS, LearningCurve, PlayedField, SHOWN, batch};

/// A bot's ratings on the ladders after this many matches.
#[derive(Clone, Copy, Debug)]
struct BotStanding {
    results: f64,
    skill: i64,
    rating: i64,
    /// The number of the bot's known decisions.
    decisions: usize,
}

/// The ladders being compared, as the record is replayed.
pub(super) struct Ladders<'a> {
    bots: &'a HashMap<PlayerId, usize>,
    /// That of the matches: the pool's clock is the server's choice.
    board: Option<Leaderboard>,
    shown: Vec<usize>,
    results: PairRatings,
    played: Vec<usize>,
    decisions: Vec<Vec<Decision>>,
    /// By bot, for each shown number of matches.
    snapshots: Vec<Vec<Option<BotStanding>>>,
    starts: HashSet<String>,
    last_met: HashMap<usize, usize>,
    matches: usize,
    rematches: usize,
}

impl Ladders<'_> {
    /// Starts before the first match; `matches` is the number per bot that is compared.
    pub(super) fn new(bots: &HashMap<PlayerId, usize>, matches: usize) -> Ladders<'_> {
        let shown: Vec<usize> = SHOWN.into_iter().filter(|&at| at <= matches).collect();
        let count = bots.values().max().map_or(0, |last| last + 1);
        Ladders {
            bots,
            board: None,
            results: PairRatings::new(count),
            played: vec![0; count],
            decisions: vec![Vec::new(); count],
            snapshots: vec![vec![None; shown.len()]; count],
            shown,
            starts: HashSet::new(),
            last_met: HashMap::new(),
            matches: 0,
            rematches: 0,
        }
    }

    /// Replays an entry.
    ///
    /// # Errors
    /// When it belongs to no game.
    pub(super) fn step(&mut self, replay: &mut LogReplay, entry: &LogEntry) -> anyhow::Result<()> {
        if let LogEntry::Rated(coming) = entry {
            let players = coming.players.iter().filter_map(|(id, _)| self.bots.get(id).copied());
            players.collect::<Vec<_>>().into_iter().for_each(|bot| self.snap(bot, replay));
        }
        match replay.step(entry).context("an entry of no game")? {
            Replayed::Rated(played) => self.rate(&played),
            Replayed::Learnt(game) => {
                for (player, decisions) in game.players.iter().zip(game.decisions) {
                    if let Some(&bot) = self.bots.get(player) {
                        self.decisions[bot].extend(decisions);
                    }
                }
            }
            Replayed::Nothing => {}
        }
        Ok(())
    }

    /// Records a bot's current ratings if it has played one of the shown numbers of matches.
    fn snap(&mut self, bot: usize, replay: &LogReplay) {
        let Some(place) = self.shown.iter().position(|&at| at == self.played[bot]) else { return };
        let id = self.bots.iter().find(|(_, number)| **number == bot).map(|(id, _)| *id);
        let board = self.board.as_ref();
        let stands = id.zip(board).and_then(|(id, board)| replay.book().get(board, id));
        let stands = stands.unwrap_or(Standing::new(0));
        self.snapshots[bot][place].get_or_insert(BotStanding {
            results: self.results.ratings()[bot],
            skill: stands.skill.mean,
            rating: stands.rating(),
            decisions: self.decisions[bot].len(),
        });
    }

    fn rate(&mut self, played: &RatedMatch) {
        let ids = played.players.iter().filter_map(|one| self.bots.get(&one.id).copied());
        let Ok(bots) = <[usize; 2]>::try_from(ids.collect::<Vec<_>>()) else { return };
        let winners = [0, 1].map(|number| {
            let game = played.games.get(number);
            game.and_then(|game| game.winner()).map_or(0, |seat| usize::from(seat.0))
        });
        self.results.rate(&PairResult { bots, start: played.start.unwrap_or(Outcome::N), winners });
        self.matches += 1;
        self.board = Some(Leaderboard::Pool(played.pool()));
        self.starts.insert(played.setup.to_string());
        self.rematches += usize::from(self.last_met.get(&bots[0]) == Some(&bots[1]));
        for (me, other) in [(bots[0], bots[1]), (bots[1], bots[0])] {
            self.played[me] += 1;
            self.last_met.insert(me, other);
        }
    }

    /// Completes the ladders after the last entry.
    pub(super) fn finish(&mut self, replay: &LogReplay) {
        (0..self.played.len()).for_each(|bot| self.snap(bot, replay));
    }

    /// How well each ladder reproduced the true order; numbers of matches that not all bots have
    /// played are omitted.
    pub(super) fn course(&self, truth: &[f64]) -> LearningCurve {
        let mut course = LearningCurve::default();
        for (place, &matches) in self.shown.iter().enumerate() {
            let snapshots: Option<Vec<BotStanding>> =
                self.snapshots.iter().map(|of_bot| of_bot[place]).collect();
            let Some(snapshots) = snapshots.filter(|known| known.len() == truth.len()) else {
                break;
            };
            let seen = snapshots.iter().zip(&self.decisions).enumerate();
            let seen = seen.flat_map(|(bot, (snapshot, decisions))| {
                decisions[..snapshot.decisions].iter().map(move |decision| (bot, decision))
            });
            let fit = batch::skills(seen, truth.len());
            let of = |value: &dyn Fn(&BotStanding) -> f64| -> f64 {
                spearman(&snapshots.iter().map(value).collect::<Vec<_>>(), truth)
            };
            let found: [f64; LADDERS.len()] = [
                of(&|snapshot| snapshot.results),
                of(&|snapshot| snapshot.skill as f64),
                spearman(&fit, truth),
                of(&|snapshot| snapshot.rating as f64),
            ];
            course.seen.push((matches, found));
        }
        course
    }

    pub(super) fn used(&self) -> PlayedField {
        let matches = self.matches.max(1) as f64;
        let decisions = self.decisions.iter().map(Vec::len).sum::<usize>() as f64;
        PlayedField {
            starts: self.starts.len(),
            matches: self.matches,
            decisions: decisions / (2.0 * matches),
            rematches: 100.0 * self.rematches as f64 / matches,
        }
    }
}
