//! Games of a tournament that were not played out, and why: the signed file says
//! that somebody resigned, and only who ran the player knows that his program
//! hung.

use protocol::Number;
use serde::{Deserialize, Serialize};

use super::outcome::{Outcome, index};
use crate::driver::{Mishap, Trouble};

/// What went wrong with an entrant's side of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accident {
    /// Who, by the place in the order of entering.
    pub entrant: usize,
    /// What.
    #[serde(flatten)]
    pub mishap: Mishap,
}

/// A game as the file has it, that was not played to its end.
#[derive(Clone, Debug)]
pub(super) struct Broken {
    /// Round, board, pair and game.
    pub(super) place: [u32; 4],
    pub(super) seats: [Number; 2],
    pub(super) winner: Option<Number>,
    pub(super) how: String,
    pub(super) record: String,
}

/// A loss in another way than by the rules, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Loss {
    pub(super) loser: Number,
    pub(super) against: Number,
    pub(super) place: [u32; 4],
    /// `hang`, `crash`, .. or, where nothing more is known, what the file says.
    pub(super) what: String,
    pub(super) why: String,
    pub(super) record: String,
}

impl Outcome {
    /// All that were lost in another way than by the rules, in the order in which
    /// the games ended. `accidents` are found again by player, seat and moves.
    pub(super) fn losses(&self) -> Vec<Loss> {
        let mut left: Vec<&Accident> = self.accidents.iter().collect();
        let mut losses = Vec::new();
        for broken in &self.broken {
            for (seat, &loser) in broken.seats.iter().enumerate() {
                if Some(loser) == broken.winner {
                    continue;
                }
                let entered = self.entered.get(index(loser)).copied();
                let known = left.iter().position(|accident| {
                    let Mishap { seat: where_, record, trouble, .. } = &accident.mishap;
                    let his = Some(accident.entrant) == entered && usize::from(where_.0) == seat;
                    his && *record == broken.record && *trouble != Trouble::Refused
                });
                let known = known.map(|place| &left.remove(place).mishap);
                let what = known.map_or(broken.how.clone(), |known| known.trouble.to_string());
                losses.push(Loss {
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
}

impl Loss {
    /// `1.2.3.1`: round, board, pair and game.
    pub(super) fn number(&self) -> String {
        self.place.map(|n| n.to_string()).join(".")
    }
}
