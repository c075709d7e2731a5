//! Learning from the decisions of a reviewed game: each is a game of the player against its kind of
//! position, and moves both. Results move a rating when a match ends; decisions follow when the
//! review has found them.

use protocol::PlayerId;

use super::anchor::Anchor;
use super::book::{Book, Learnt};
use super::decision::{Decision, DecisionFamily, Item};
use super::fixed::{ONE, over, times};
use super::leaderboard::{Leaderboard, Pool};
use super::rating::{MatchSide, RatingCause, RatingChange, side};
use super::skill::{Belief, Evidence};
use super::standing::Standing;

/// From this rarity class on a decision is hard: at most one move in four kept the win.
const HARD: u8 = 2;

/// A player teaches in full after this many decisions of their own.
const KNOWN: u32 = 40;

/// Decisions of one person in a family that teach in full; after n of them, the next ones teach by
/// the square of this many n-ths: all together no more than twice as many.
const FULL_LESSONS: i64 = 6;

/// No kind of position is learnt to be harder than blind errors make it by more than this, in
/// millionths of a logit: what everybody finds hard would lift those who found it hard on purpose.
const HARDER: i64 = 250_000;

/// A game of a match that counted, with its players' decisions.
#[derive(Clone, Debug, PartialEq)]
pub struct DecidedGame {
    /// The pool in which the match counted.
    pub pool: Pool,
    /// The index of the game in the match: 0 or 1.
    pub game: u8,
    /// The players, by seat of this game.
    pub players: [PlayerId; 2],
    /// The people behind them.
    pub people: [PlayerId; 2],
    /// By seat: the player's decisions, in order.
    pub decisions: [Vec<Decision>; 2],
    /// The weight of the match, in millionths.
    pub weight: i64,
    /// When the match ended, in milliseconds since 1970.
    pub at: i64,
}

/// Learns from the decisions of a game of a match that counted. The difficulty of kinds of
/// positions is learnt in the pool; on the overall leaderboard players are judged by those
/// difficulties.
///
/// # Errors
/// When the book cannot be read or written.
pub fn learn<B: Book>(book: &mut B, game: &DecidedGame) -> Result<Vec<RatingChange>, B::Error> {
    let pool = Leaderboard::Pool(game.pool.clone());
    let overall = Leaderboard::Overall(game.pool.division);
    let family = DecisionFamily { variant: game.pool.family.clone(), ending: game.pool.ending };
    let mut changes = Vec::with_capacity(4);
    for leaderboard in [&overall, &pool] {
        for (seat, decisions) in game.decisions.iter().enumerate() {
            if decisions.is_empty() {
                continue;
            }
            let teaches = std::ptr::eq(leaderboard, &pool);
            let MatchSide { player, standing, .. } =
                side(book, leaderboard, game.players[seat], game.at)?;
            let Some(before) = standing else {
                if let Some(anchor) = pinned(player, game.at).filter(|_| teaches) {
                    let hidden = decisions.iter().filter(|decision| !decision.item.is_plain());
                    let hidden: Vec<Decision> = hidden.copied().collect();
                    judge(book, &family, anchor, &hidden, [game.weight; 2])?;
                }
                continue;
            };
            let teaching = match teaches {
                true => teaching(book, &family, (game.people[seat], before), decisions.len())?,
                false => 0,
            };
            let weights = [game.weight, times(game.weight, teaching)];
            let judged = judge(book, &family, before, decisions, weights)?;
            book.set_standing(leaderboard, player, judged.after)?;
            changes.push(RatingChange {
                leaderboard: leaderboard.clone(),
                player,
                opponent: game.players[1 - seat],
                cause: judged.cause(game.game),
                before: before.rating(),
                after: judged.after,
            });
        }
    }
    Ok(changes)
}

/// How much a player's next decisions teach about positions: little while their own skill is hardly
/// known, and less and less the more this person has taught.
fn teaching<B: Book>(
    book: &mut B,
    family: &DecisionFamily,
    (person, standing): (PlayerId, Standing),
    decisions: usize,
) -> Result<i64, B::Error> {
    let decisions = u32::try_from(decisions).unwrap_or(u32::MAX);
    let taught = i64::from(book.teach(person, family, decisions)?);
    let known = over(i64::from(standing.decisions.min(KNOWN)), KNOWN.into());
    let new = over(FULL_LESSONS, FULL_LESSONS.max(taught + 1));
    Ok(times(known, times(new, new)))
}

/// An anchor's standing, which no decision moves: its skill is known, so its decisions say how hard
/// positions are and keep the scale in place. One that never errs says nothing, and none of them
/// says anything of plain positions: blind errors do not spare what everybody knows by heart.
fn pinned(player: PlayerId, at: i64) -> Option<Standing> {
    let mean = Anchor::find(player)?.skill?;
    Some(Standing { skill: Belief { mean, variance: 0 }, ..Standing::new(at) })
}

/// A standing after decisions.
struct JudgedStanding {
    after: Standing,
    kept: u32,
    decisions: u32,
    hard: u32,
    expected: i64,
}

impl JudgedStanding {
    fn cause(&self, game: u8) -> RatingCause {
        let JudgedStanding { kept, decisions, hard, expected, .. } = *self;
        RatingCause::Decisions { game, kept, decisions, hard, expected }
    }
}

/// Judges a player by decisions, and kinds of positions by the player; each has its weight.
fn judge<B: Book>(
    book: &mut B,
    family: &DecisionFamily,
    before: Standing,
    decisions: &[Decision],
    [weight, teaching]: [i64; 2],
) -> Result<JudgedStanding, B::Error> {
    let mut judged = JudgedStanding { after: before, kept: 0, decisions: 0, hard: 0, expected: 0 };
    for &Decision { item, kept } in decisions {
        let of = Learnt::Item(family.clone(), item);
        let difficulty = book.learnt(&of)?.unwrap_or(of.prior());
        let skill = judged.after.skill;
        let mean = skill.mean - difficulty.mean;
        if teaching > 0 {
            let seen = Evidence::new(Belief { mean, variance: skill.variance }, kept);
            let learnt = difficulty.seeing(seen.weighted(teaching), -1);
            let hardest = item.of_blind_errors() + HARDER;
            book.keep_learnt(&of, Belief { mean: learnt.mean.min(hardest), ..learnt })?;
        }
        let seen = Evidence::new(Belief { mean, variance: difficulty.variance }, kept);
        judged.expected += Belief::chance(skill.minus(difficulty)).min(ONE);
        judged.after = judged.after.seeing_decision(seen.weighted(weight), kept);
        judged.decisions += 1;
        judged.kept += u32::from(kept);
        judged.hard += u32::from(kept && is_hard(item));
    }
    judged.after = judged.after.peaked();
    Ok(judged)
}

fn is_hard(item: Item) -> bool {
    item.rarity >= HARD && !item.is_plain()
}

#[cfg(test)]
mod tests;
