//! The public record of live play, and who of its players is which bot. It can be kept, so that
//! another version of the ladder is compared on the same games.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context, ensure};
use ladder::{Decision, LogEntry, LoggedGame, LoggedPlay, decision, entries_of_record};
use protocol::{EndReason, PlayerId};
use rules::Setup;
use solver::{Budget, review};
use uuid::Uuid;

/// The positions that may be searched to review a game, as on the server.
const POSITIONS: u64 = 1_000_000;

/// What was played live.
pub(super) struct LiveRecord {
    /// The bots' ids on the server, in the order of their levels.
    pub(super) bots: Vec<PlayerId>,
    /// What `nim-server record` printed.
    pub(super) text: String,
}

impl LiveRecord {
    /// Reads a record that was kept, if there is one.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(super) fn read(file: &Path) -> anyhow::Result<Option<LiveRecord>> {
        if !file.exists() {
            return Ok(None);
        }
        let kept = std::fs::read_to_string(file)?;
        let (bots, text) = kept.split_once('\n').context("not a kept record")?;
        let bots = serde_json::from_str(bots).context("not a kept record")?;
        Ok(Some(LiveRecord { bots, text: text.to_owned() }))
    }

    /// Keeps it in a file, after a line with the bots; makes the file's folder if there is none.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn keep(&self, file: &Path) -> anyhow::Result<()> {
        let bots = serde_json::to_string(&self.bots)?;
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        Ok(std::fs::write(file, format!("{bots}\n{}", self.text))?)
    }

    pub(super) fn by_id(&self) -> HashMap<PlayerId, usize> {
        self.bots.iter().copied().zip(0..).collect()
    }

    /// The entries with each game's decisions directly after its match: bots play faster than games
    /// are reviewed, and what counts here is the number of matches, not the time. Games that the
    /// server had not reviewed by the end are reviewed here.
    ///
    /// # Errors
    /// When the record cannot be read.
    pub(super) fn as_reviewed_at_once(&self) -> anyhow::Result<Vec<LogEntry>> {
        let mut reviewed: HashMap<(Uuid, u8), LoggedGame> = HashMap::new();
        let mut matches = Vec::new();
        for entry in entries_of_record(&self.text)? {
            match entry {
                LogEntry::Learnt(game) => _ = reviewed.insert((game.rated_match, game.game), game),
                LogEntry::Rated(played) => matches.push(played),
                LogEntry::Void { .. } => {}
            }
        }
        let mut entries = Vec::with_capacity(3 * matches.len());
        for played in matches {
            let setup = Setup::try_from(played.game.clone())?;
            let id = played.id;
            let games: Vec<Option<LoggedGame>> = (0..)
                .zip(&played.games)
                .map(|(game, play)| match reviewed.remove(&(id, game)) {
                    Some(known) => Some(known),
                    None => decisions(&setup, play).map(|decisions| LoggedGame {
                        rated_match: id,
                        game,
                        decisions,
                    }),
                })
                .collect();
            entries.push(LogEntry::Rated(played));
            entries.extend(games.into_iter().flatten().map(LogEntry::Learnt));
        }
        ensure!(!entries.is_empty(), "nothing was played");
        Ok(entries)
    }
}

/// The decisions of a game that was played to its end, by seat.
fn decisions(setup: &Setup, play: &LoggedPlay) -> Option<[Vec<Decision>; 2]> {
    if play.reason != EndReason::Played {
        return None;
    }
    let review = review(setup, &play.moves, &mut Budget::positions(POSITIONS)).ok()?;
    let mut found = [Vec::new(), Vec::new()];
    for (ply, reviewed) in review.plies.iter().enumerate() {
        found[ply % 2].extend(decision(setup, reviewed));
    }
    Some(found)
}
