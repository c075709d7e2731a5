//! Rates a match by its result. In each game the seat for which the start is won is stronger by as
//! much as that start has proved to be worth in its pool, and the start's worth is learnt like a
//! player's strength. The weight of a result is bounded: it says little against a player who has
//! shown no decisions yet, and less and less against the same opponent on one day.

use protocol::PlayerId;
use rules::Seat;
use solver::Outcome;

use super::anchor::Anchor;
use super::book::{Book, Learnt};
use super::fixed::{ONE, over, times};
use super::leaderboard::Leaderboard;
use super::rated_match::{Played, RatedMatch};
use super::skill::{Belief, Evidence};
use super::standing::{DAY_MS, Standing};
use super::strength::POINTS_PER_LOGIT;
use super::unrated::Unrated;

/// Matches of two players on one day that count in full; each further one counts half of the one
/// before, so that a day with one opponent is never worth more than four matches.
const FULL_MATCHES_A_DAY: u32 = 3;

/// Matches of one person from starts that one plan covers which count in full; the n-th counts this
/// many n-ths.
const FULL_FROM_A_START: u32 = 2;

/// A result against a player who has shown n decisions counts (n + 1) / (n + 8): an eighth at
/// first, so that there is a ladder even where nothing can be proven.
const SHOWN: i64 = 8;

/// The outcome of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RatingOutcome {
    /// It counted.
    Counted {
        /// The changes for its players.
        changes: Vec<RatingChange>,
        /// The weight of a match of these two on this day, in millionths; its decisions will have
        /// the same weight.
        weight: i64,
    },
    /// It did not count.
    Not(Unrated),
    /// It had been rated before; nothing has changed.
    Before,
}

/// A player's change on one leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingChange {
    /// The leaderboard.
    pub leaderboard: Leaderboard,
    /// The player.
    pub player: PlayerId,
    /// The opponent.
    pub opponent: PlayerId,
    /// The cause.
    pub cause: RatingCause,
    /// Their rating before, in thousandths of a point.
    pub before: i64,
    /// The standing afterwards.
    pub after: Standing,
}

/// The cause of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatingCause {
    /// The result of a match.
    Result {
        /// Games that they won.
        won: u8,
        /// Games that were played.
        games: u8,
        /// Games that they were expected to win, in millionths.
        expected: i64,
        /// How much it counted, in millionths.
        weight: i64,
    },
    /// Their decisions in one of its games, as the review found them.
    Decisions {
        /// The game: 0 or 1.
        game: u8,
        /// Decisions in which they kept the win.
        kept: u32,
        /// All decisions.
        decisions: u32,
        /// Hard decisions in which they kept the win: at most one move in four did.
        hard: u32,
        /// Decisions that they were expected to keep, in millionths.
        expected: i64,
    },
}

/// Rates a match by its result, in its pool and in the overall ranking of its division. Both
/// players are judged by their standings before the match. A match that was already rated changes
/// nothing.
///
/// # Errors
/// When the book cannot be read or written.
pub fn rate<B: Book>(book: &mut B, played: &RatedMatch) -> Result<RatingOutcome, B::Error> {
    if !book.claim(played.id)? {
        return Ok(RatingOutcome::Before);
    }
    if let Some(why) = Unrated::find(played) {
        return Ok(RatingOutcome::Not(why));
    }
    let [first, second] = played.players[..] else {
        return Ok(RatingOutcome::Not(Unrated::NotTwo));
    };
    let players = [first.id, second.id];
    let people = [first.person, second.person];
    for player in [first, second].iter().filter(|player| Anchor::find(player.id).is_none()) {
        if !book.note(&played.fingerprint(player.person))? {
            return Ok(RatingOutcome::Not(Unrated::Repeated));
        }
    }
    let today = weight_today(book.meet(people, played.at.div_euclid(DAY_MS))?);
    let weight = times(today, novelty(book, played)?);
    let (pool, division) = (played.pool(), played.pool().division);
    let overall = Leaderboard::Overall(division);
    let shown = [shown(book, &overall, players[0])?, shown(book, &overall, players[1])?];
    let worth_of = Learnt::Start(pool.clone(), played.start);
    let worth = book.learnt(&worth_of)?.unwrap_or(worth_of.prior());
    let mut changes = Vec::with_capacity(4);
    for leaderboard in [Leaderboard::Pool(pool), overall] {
        let sides = [
            side(book, &leaderboard, players[0], played.at)?,
            side(book, &leaderboard, players[1], played.at)?,
        ];
        let judged =
            JudgedMatch { played, leaderboard: &leaderboard, sides: &sides, worth, weight, shown };
        if matches!(leaderboard, Leaderboard::Pool(_)) {
            book.keep_learnt(&worth_of, judged.worth_after())?;
        }
        for me in [0, 1] {
            let Some(change) = judged.change(me) else { continue };
            book.set_standing(&leaderboard, change.player, change.after)?;
            changes.push(change);
        }
    }
    Ok(RatingOutcome::Counted { changes, weight })
}

/// The weight of a further match between two players who have met this often on one day.
fn weight_today(before: u32) -> i64 {
    let beyond = (before + 1).saturating_sub(FULL_MATCHES_A_DAY).min(62);
    ONE >> beyond
}

/// The weight of a match by how often its players have played from starts like this: the more
/// experienced counts. Thousands of starts are dealt, and players who always choose the same few
/// show what they remember.
fn novelty<B: Book>(book: &mut B, played: &RatedMatch) -> Result<i64, B::Error> {
    let (start, mut most) = (played.start_fingerprint(), 0);
    for player in played.players.iter().filter(|player| Anchor::find(player.id).is_none()) {
        most = most.max(book.play_from(player.person, &start)?);
    }
    Ok(over(i64::from(FULL_FROM_A_START), i64::from(FULL_FROM_A_START.max(most + 1))))
}

/// The weight of a result against a player, by the number of decisions they have shown. Accounts
/// that only lose have shown little.
fn shown<B: Book>(book: &mut B, overall: &Leaderboard, player: PlayerId) -> Result<i64, B::Error> {
    if Anchor::find(player).is_some() {
        return Ok(ONE);
    }
    let decisions = book.standing(overall, player)?.map_or(0, |stands| stands.decisions);
    Ok(over(i64::from(decisions) + 1, i64::from(decisions) + SHOWN))
}

/// A player at the start of a match.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MatchSide {
    pub(crate) player: PlayerId,
    /// `None` for an anchor, whose rating never moves.
    pub(crate) standing: Option<Standing>,
    pub(crate) strength: Belief,
}

/// A player's standing before a match that ended at a given time. A player who is new to a pool
/// carries over what they have shown elsewhere.
pub(crate) fn side<B: Book>(
    book: &mut B,
    leaderboard: &Leaderboard,
    player: PlayerId,
    at: i64,
) -> Result<MatchSide, B::Error> {
    if let Some(anchor) = Anchor::find(player) {
        return Ok(MatchSide { player, standing: None, strength: pinned(anchor) });
    }
    let standing = match book.standing(leaderboard, player)? {
        Some(known) => known,
        None => match book.standing(&Leaderboard::Overall(leaderboard.division()), player)? {
            Some(elsewhere) => elsewhere.carried_over(at),
            None => Standing::new(at),
        },
    };
    Ok(MatchSide { player, standing: Some(standing), strength: standing.aged(at).strength() })
}

fn pinned(anchor: &Anchor) -> Belief {
    let above = (i64::from(anchor.rating) - 1_500) * ONE;
    Belief { mean: over(above, POINTS_PER_LOGIT), variance: 0 }
}

/// A match on one leaderboard.
struct JudgedMatch<'a> {
    played: &'a RatedMatch,
    leaderboard: &'a Leaderboard,
    sides: &'a [MatchSide; 2],
    /// The advantage of holding the start.
    worth: Belief,
    weight: i64,
    /// By player: the weight of a result against them.
    shown: [i64; 2],
}

impl JudgedMatch<'_> {
    /// The games with the player who sat first in each, and whether they won.
    fn games(&self) -> impl Iterator<Item = (&Played, usize, bool)> {
        let games = self.played.games.iter().enumerate();
        games.map(|(number, game)| (game, number % 2, game.winner() == Some(Seat(0))))
    }

    /// How far a player was ahead in a game in which `first` sat first. Their own strength is left
    /// out, because the game is evidence about it.
    fn ahead(&self, me: usize, first: usize) -> Belief {
        let other = self.sides[1 - me].strength;
        let with = usize::from(favoured(self.played.start).0);
        let worth = if (me + first) % 2 == with { self.worth.mean } else { -self.worth.mean };
        Belief {
            mean: self.sides[me].strength.mean - other.mean + worth,
            variance: other.variance + self.worth.variance,
        }
    }

    /// The match's change for one of its players; `None` for an anchor.
    fn change(&self, me: usize) -> Option<RatingChange> {
        let (mine, other) = (&self.sides[me], &self.sides[1 - me]);
        let standing = mine.standing?;
        let mut after = standing.next_match(self.played.at);
        let (mut won, mut expected) = (0, 0);
        let mut heaviest = 0;
        for (game, first, first_won) in self.games() {
            let wins = first_won == (first == me);
            let ahead = self.ahead(me, first);
            won += u8::from(wins);
            expected += Belief::chance(ahead);
            let weight = self.weight_of(game, me, wins);
            heaviest = weight.max(heaviest);
            let evidence = Evidence::of_result(ahead, wins).weighted(weight);
            after = after.seeing_result(mine.strength, evidence);
        }
        let games = self.played.games.len() as u8;
        Some(RatingChange {
            leaderboard: self.leaderboard.clone(),
            player: mine.player,
            opponent: other.player,
            cause: RatingCause::Result { won, games, expected, weight: heaviest },
            before: standing.rating(),
            after: after.peaked(),
        })
    }

    /// A game given up before both had moved is a gift: its winner gains nothing, but its loser
    /// loses in full, otherwise players could look at a start and choose.
    fn weight_of(&self, game: &Played, me: usize, wins: bool) -> i64 {
        match (game.is_gift(), wins) {
            (true, true) => 0,
            (true, false) => ONE,
            (false, _) => times(self.weight, self.shown[1 - me]),
        }
    }

    /// The belief in the start's worth after the match; games that were not played say nothing
    /// about it.
    fn worth_after(&self) -> Belief {
        let with = usize::from(favoured(self.played.start).0);
        let real = self.games().filter(|(game, _, _)| !game.is_gift());
        real.fold(self.worth, |worth, (_, first, first_won)| {
            let [mine, other] = [0, 1].map(|seat| self.sides[(first + with + seat) % 2].strength);
            let ahead = mine.minus(other);
            let ahead = Belief { mean: ahead.mean + self.worth.mean, ..ahead };
            let evidence = Evidence::new(ahead, first_won == (with == 0)).weighted(self.weight);
            worth.seeing(evidence, 1)
        })
    }
}

/// The seat whose advantage is learnt. If the winner of the start is unknown, it is the first seat,
/// which wins nearly all starts.
fn favoured(value: Option<Outcome>) -> Seat {
    match value {
        Some(Outcome::N) | None => Seat(0),
        Some(Outcome::P) => Seat(1),
    }
}

#[cfg(test)]
mod tests;
