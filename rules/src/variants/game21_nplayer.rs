//! 21 for two to sixteen players in fixed turn: the player who says the target loses, and all
//! others survive.

use serde::{Deserialize, Serialize};

use crate::presets::{Catalogue, Preset};
use crate::{Amount, Ending, RaceTo, Refusal, Rules, Total};

/// The most seats at one table.
const MAX_PLAYERS: u8 = 16;

/// The largest step: the table of players who can be made to say the target looks back one
/// step for each total.
const MAX_STEP: u64 = 1_000;

/// Raise the total by 1 to `step`, never past `target`; `players` take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "UncheckedGame21NPlayer")]
pub struct Game21NPlayer {
    players: u8,
    #[serde(flatten)]
    race: RaceTo,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UncheckedGame21NPlayer {
    players: u8,
    step: u64,
    target: u64,
}

impl Game21NPlayer {
    /// Creates the game for this many players.
    ///
    /// # Errors
    /// Unless there are 2 to 16 players, and a step of 1 to 1,000 and a target that [`RaceTo`]
    /// accepts.
    pub fn new(players: u8, step: u64, target: u64) -> Result<Game21NPlayer, Refusal> {
        Refusal::below("players", players.into(), 2)?;
        Refusal::above("players", players.into(), MAX_PLAYERS.into())?;
        Refusal::above("step", step, MAX_STEP)?;
        Ok(Game21NPlayer { players, race: RaceTo::new(step, target)? })
    }

    /// Returns how many players there are.
    pub fn players(&self) -> u8 {
        self.players
    }

    /// Returns the counting game that they play.
    pub fn race(&self) -> &RaceTo {
        &self.race
    }
}

impl TryFrom<UncheckedGame21NPlayer> for Game21NPlayer {
    type Error = Refusal;

    fn try_from(
        UncheckedGame21NPlayer { players, step, target }: UncheckedGame21NPlayer,
    ) -> Result<Self, Refusal> {
        Game21NPlayer::new(players, step, target)
    }
}

impl Rules for Game21NPlayer {
    type Position = Total;
    type Move = Amount;

    fn admit(&self, position: &Total) -> Result<(), Refusal> {
        self.race.admit(position)
    }

    fn apply(&self, position: &Total, mv: &Amount) -> Result<Total, Refusal> {
        self.race.apply(position, mv)
    }

    fn moves<'a>(&'a self, position: &'a Total) -> impl Iterator<Item = Amount> + 'a {
        self.race.moves(position)
    }

    fn count(&self, position: &Total) -> Option<u64> {
        self.race.count(position)
    }

    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Total {
        self.race.deal(size, below)
    }

    fn draw(&self, position: &Total, below: &mut dyn FnMut(u64) -> u64) -> Option<Amount> {
        self.race.draw(position, below)
    }

    fn seats(&self) -> u8 {
        self.players
    }

    /// With more than two seats, only "the player who says the target loses" makes sense.
    fn endings(&self) -> &'static [Ending] {
        &[Ending::Misere]
    }
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new(
            "21 for three",
            "game21_nplayer(players=3;step=3;target=21) 0",
            "Three players count on by 1 to 3, and whoever says 21 is out.",
        ),
        Preset::new(
            "21 for four",
            "game21_nplayer(players=4;step=3;target=21) 0",
            "Four players count on by 1 to 3, and whoever says 21 is out.",
        ),
        Preset::new(
            "34 for three",
            "game21_nplayer(players=3;step=5;target=34) 0",
            "Three players count on by 1 to 5, and whoever says 34 is out.",
        ),
    ],
    families: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::{assert_agree, numbers};

    #[test]
    fn apply_and_moves_agree() {
        let rules = Game21NPlayer::new(3, 3, 9).unwrap();
        for total in 0..=9 {
            assert_agree(&rules, &Total { total }, &numbers(9));
        }
    }

    #[test]
    fn parameters_are_flat_in_json_and_within_limits() {
        let json = r#"{"players":3,"step":3,"target":21}"#;
        let rules: Game21NPlayer = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&rules).unwrap(), json);
        assert_eq!(rules.seats(), 3);
        for (players, step) in [(1, 3), (17, 3), (3, 0), (3, 1_001)] {
            assert!(Game21NPlayer::new(players, step, 21).is_err());
        }
    }
}
