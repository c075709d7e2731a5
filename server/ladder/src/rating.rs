//! A match is rated. A pair is one rating period of two games; in each, the seat
//! for which the start is won is as much stronger as that start has proved to be
//! worth in its pool, and the start itself is rated like a player for it.

use protocol::PlayerId;
use rules::Seat;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
use solver::Outcome;
use uuid::Uuid;

use super::anchor::Anchor;
use super::leaderboard::Leaderboard;
use super::rated_match::{Contender, Fingerprint, RatedMatch};
use super::standing::Standing;
use super::unrated::Unrated;

/// A start's rating is the advantage of having it on one's side, beside this.
const LEVEL: f64 = 1500.0;

/// Where standings are kept.
pub trait Book {
    /// Why the book cannot be read or written.
    type Error;

    /// What stands in it.
    ///
    /// # Errors
    /// When it cannot be read.
    fn standing(
        &mut self,
        leaderboard: &Leaderboard,
        of: Subject,
    ) -> Result<Option<Standing>, Self::Error>;

    /// Writes over what stands in it.
    ///
    /// # Errors
    /// When it cannot be written.
    fn keep(
        &mut self,
        leaderboard: &Leaderboard,
        of: Subject,
        now: Standing,
    ) -> Result<(), Self::Error>;

    /// Notes that a match is rated now; false if it was before.
    ///
    /// # Errors
    /// When it cannot be written.
    fn claim(&mut self, rated_match: Uuid) -> Result<bool, Self::Error>;

    /// Notes what a match was like; false if one just like it was noted before.
    ///
    /// # Errors
    /// When it cannot be written.
    fn note(&mut self, played: &Fingerprint) -> Result<bool, Self::Error>;
}

/// Who has a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Subject {
    /// A player.
    Player(PlayerId),
    /// The starts of a pool that are won for the player to move, or for the
    /// other, or of which that is not known.
    Start(Option<Outcome>),
}

/// What became of a rated match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rated {
    /// It counted, and this is what changed for its players.
    Counted(Vec<Change>),
    /// It did not count.
    Not(Unrated),
    /// It had been rated before; nothing has changed.
    Before,
}

/// What a rated match has changed for a player on one leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where.
    pub leaderboard: Leaderboard,
    /// For whom.
    pub player: PlayerId,
    /// Against whom.
    pub opponent: PlayerId,
    /// How many of the games they won.
    pub won: u8,
    /// How many games were played.
    pub games: u8,
    /// Their rating before, in thousandths of a point.
    pub before: i64,
    /// What stands now.
    pub after: Standing,
}

/// Rates a match in its pool and in the overall ranking of its division. Both players
/// are judged by what stood before. A match that was rated already changes
/// nothing.
///
/// # Errors
/// When the book cannot be read or written.
pub fn rate<B: Book>(book: &mut B, rated_match: &RatedMatch) -> Result<Rated, B::Error> {
    if !book.claim(rated_match.id)? {
        return Ok(Rated::Before);
    }
    if let Some(why) = Unrated::find(rated_match) {
        return Ok(Rated::Not(why));
    }
    let [first, second] = rated_match.players[..] else { return Ok(Rated::Not(Unrated::NotTwo)) };
    if !book.note(&rated_match.fingerprint())? {
        return Ok(Rated::Not(Unrated::Repeated));
    }
    let pool = rated_match.pool();
    let (division, pool) = (pool.division, Leaderboard::Pool(pool));
    let start = Subject::Start(rated_match.start);
    let before = book.standing(&pool, start)?.unwrap_or(Standing::new(rated_match.at));
    let advantage = before.glicko(rated_match.at);
    let mut changes = Vec::with_capacity(4);
    for leaderboard in [pool.clone(), Leaderboard::Overall(division)] {
        let sides = [
            side(book, &leaderboard, first, rated_match.at)?,
            side(book, &leaderboard, second, rated_match.at)?,
        ];
        if leaderboard == pool {
            let games = games_of_the_start(rated_match, sides.each_ref().map(Side::glicko));
            let after =
                Standing::of(period(&advantage, &games), before.rated_matches + 1, rated_match.at);
            book.keep(&leaderboard, start, after)?;
        }
        for me in [0, 1] {
            let Some(change) = judge(rated_match, &leaderboard, &sides, me, advantage) else {
                continue;
            };
            book.keep(&leaderboard, Subject::Player(change.player), change.after)?;
            changes.push(change);
        }
    }
    Ok(Rated::Counted(changes))
}

/// A player as they come into a rated match.
struct Side {
    player: PlayerId,
    standing: Standing,
    pinned: bool,
    glicko: Glicko2Rating,
}

impl Side {
    fn glicko(&self) -> Glicko2Rating {
        self.glicko
    }
}

fn side<B: Book>(
    book: &mut B,
    leaderboard: &Leaderboard,
    contender: Contender,
    at: i64,
) -> Result<Side, B::Error> {
    let player = contender.id;
    let pinned = Anchor::of(player);
    let standing = match pinned {
        Some(anchor) => anchor.standing(at),
        None => book.standing(leaderboard, Subject::Player(player))?.unwrap_or(Standing::new(at)),
    };
    let glicko = standing.glicko(at);
    Ok(Side { player, standing, pinned: pinned.is_some(), glicko })
}

/// What a rated match changes for one of its players; nothing for a pinned one.
fn judge(
    rated_match: &RatedMatch,
    leaderboard: &Leaderboard,
    sides: &[Side; 2],
    me: usize,
    advantage: Glicko2Rating,
) -> Option<Change> {
    let (mine, other) = (&sides[me], &sides[1 - me]);
    if mine.pinned {
        return None;
    }
    let mut won = 0;
    let mut results = Vec::with_capacity(rated_match.games.len());
    for (number, game) in rated_match.games.iter().enumerate() {
        let seat = Seat(((me + number) % 2) as u8);
        let wins = game.winner() == Some(seat);
        won += u8::from(wins);
        // Having the start on one's side is like a weaker opponent.
        let worth = advantage.rating - LEVEL;
        let shift = if seat == favoured(rated_match.start) { -worth } else { worth };
        let opponent = Glicko2Rating {
            rating: other.glicko.rating + shift,
            deviation: other.glicko.deviation.hypot(advantage.deviation),
            ..other.glicko
        };
        results.push((opponent, if wins { Outcomes::WIN } else { Outcomes::LOSS }));
    }
    let after = period(&mine.glicko, &results);
    Some(Change {
        leaderboard: leaderboard.clone(),
        player: mine.player,
        opponent: other.player,
        won,
        games: rated_match.games.len() as u8,
        before: mine.standing.rating,
        after: Standing::of(after, mine.standing.rated_matches.saturating_add(1), rated_match.at),
    })
}

/// What the start has done: it wins when the side wins that has it, against an
/// opponent who is as strong as the other side is stronger.
fn games_of_the_start(
    rated_match: &RatedMatch,
    players: [Glicko2Rating; 2],
) -> Vec<(Glicko2Rating, Outcomes)> {
    let seat = favoured(rated_match.start);
    let played = rated_match.games.iter().enumerate().map(|(number, game)| {
        let with = (usize::from(seat.0) + number) % 2;
        let (with, against) = (players[with], players[1 - with]);
        let opponent = Glicko2Rating {
            rating: LEVEL + against.rating - with.rating,
            deviation: against.deviation.hypot(with.deviation),
            volatility: against.volatility,
        };
        let wins = game.winner() == Some(seat);
        (opponent, if wins { Outcomes::WIN } else { Outcomes::LOSS })
    });
    played.collect()
}

/// The seat whose advantage is rated. Where it is not known who wins the start, it is
/// the first, for the player to move wins nearly all starts.
fn favoured(value: Option<Outcome>) -> Seat {
    match value {
        Some(Outcome::N) | None => Seat(0),
        Some(Outcome::P) => Seat(1),
    }
}

fn period(before: &Glicko2Rating, games: &[(Glicko2Rating, Outcomes)]) -> Glicko2Rating {
    glicko2_rating_period(before, games, &Glicko2Config::new())
}

#[cfg(test)]
mod tests;
