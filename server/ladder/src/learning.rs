//! Learning from the decisions of a reviewed game: each is a game of the player against its kind of
//! position, and moves both. Results move a rating when a match ends; decisions follow when the
//! review has found them.

use protocol::PlayerId;

use super::anchor::Anchor;
use super::book::{Book, Learnt};
use super::decision::{Decision, DecisionFamily, Item};
use super::fixed::ONE;
use super::leaderboard::{Leaderboard, Pool};
use super::rating::{MatchSide, RatingCause, RatingChange, side};
use super::skill::{Belief, Evidence};
use super::standing::Standing;

/// From this rarity class on a decision is hard: at most one move in four kept the win.
const HARD: u8 = 2;

/// A game of a match that counted, with its players' decisions.
#[derive(Clone, Debug, PartialEq)]
pub struct DecidedGame {
    /// The pool in which the match counted.
    pub pool: Pool,
    /// The index of the game in the match: 0 or 1.
    pub game: u8,
    /// The players, by seat of this game.
    pub players: [PlayerId; 2],
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
                    judge(book, &family, anchor, &hidden, game.weight, teaches)?;
                }
                continue;
            };
            let judged = judge(book, &family, before, decisions, game.weight, teaches)?;
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

fn judge<B: Book>(
    book: &mut B,
    family: &DecisionFamily,
    before: Standing,
    decisions: &[Decision],
    weight: i64,
    teaches: bool,
) -> Result<JudgedStanding, B::Error> {
    let mut judged = JudgedStanding { after: before, kept: 0, decisions: 0, hard: 0, expected: 0 };
    for &Decision { item, kept } in decisions {
        let of = Learnt::Item(family.clone(), item);
        let difficulty = book.learnt(&of)?.unwrap_or(of.prior());
        let skill = judged.after.skill;
        let mean = skill.mean - difficulty.mean;
        if teaches {
            let seen = Evidence::new(Belief { mean, variance: skill.variance }, kept);
            book.keep_learnt(&of, difficulty.seeing(seen.weighted(weight), -1))?;
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
