//! Tournament games lost without being played out, with the known reason.

use std::collections::BTreeMap;

use bot::{GameError, GameErrorKind};
use protocol::Number;

use crate::errors::{EntrantError, UnplayedLoss};
use crate::outcome::{TournamentOutcome, index, quoted};

impl TournamentOutcome {
    /// All losses other than by the rules, in the order in which the games ended. Entries of
    /// `errors` are matched by player, seat and moves.
    pub(crate) fn losses(&self) -> Vec<UnplayedLoss> {
        let mut left: Vec<&EntrantError> = self.errors.iter().collect();
        let mut losses = Vec::new();
        for broken in self.games.iter().filter(|game| !game.was_played_out()) {
            for (seat, &loser) in broken.seats.iter().enumerate() {
                if Some(loser) == broken.winner {
                    continue;
                }
                let entered = self.entered.get(index(loser)).copied();
                let known = left.iter().position(|error| {
                    let GameError { seat: where_, record, kind, .. } = &error.error;
                    let theirs = Some(error.entrant) == entered && usize::from(where_.0) == seat;
                    theirs && *record == broken.record && *kind != GameErrorKind::Refused
                });
                let known = known.map(|place| &left.remove(place).error);
                let what = known.map_or(broken.how.clone(), |known| known.kind.to_string());
                losses.push(UnplayedLoss {
                    loser,
                    against: broken.seats[1 - seat],
                    place: broken.place,
                    what,
                    why: known.map_or(String::new(), |known| known.why.clone()),
                    record: broken.record.clone(),
                });
            }
        }
        losses
    }

    /// The games that were not played out, as CSV; `None` if there are none.
    pub fn losses_csv(&self) -> Option<String> {
        let losses = self.losses();
        if losses.is_empty() {
            return None;
        }
        let row = |loss: &UnplayedLoss| {
            let [round, board, pair, game] = loss.place;
            let texts = [self.name_of(loss.loser), self.name_of(loss.against), &loss.what];
            let texts = texts.into_iter().chain([loss.why.as_str(), loss.record.as_str()]);
            let texts = texts.map(quoted).collect::<Vec<_>>().join(",");
            format!("{round},{board},{pair},{game},{texts}\n")
        };
        let rows: String = losses.iter().map(row).collect();
        Some(format!("round,board,pair,game,loser,against,what,why,record\n{rows}"))
    }

    /// Counts of losses by entrant number and reason.
    pub(crate) fn losses_by_kind(&self) -> BTreeMap<(Number, String), u32> {
        let mut counts = BTreeMap::new();
        for UnplayedLoss { loser, what, .. } in self.losses() {
            *counts.entry((loser, what)).or_default() += 1;
        }
        counts
    }
}
