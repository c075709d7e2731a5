//! Candy Nim: normal Nim in which players keep the objects they take. Winning comes first, the
//! number of candies second, so the rules of a move and of the end are those of Nim. (Albert
//! 2004.)

use serde::{Deserialize, Serialize};

use crate::presets::{Catalogue, Preset};
use crate::{Ending, Heaps, Nim, Refusal, Rules, Take};

/// Candy Nim has no parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Candy {}

impl Rules for Candy {
    type Position = Heaps;
    type Move = Take;

    fn admit(&self, position: &Heaps) -> Result<(), Refusal> {
        Nim {}.admit(position)
    }

    fn apply(&self, position: &Heaps, mv: &Take) -> Result<Heaps, Refusal> {
        Nim {}.apply(position, mv)
    }

    fn moves<'a>(&'a self, position: &'a Heaps) -> impl Iterator<Item = Take> + 'a {
        const NIM: &Nim = &Nim {};
        NIM.moves(position)
    }

    fn count(&self, position: &Heaps) -> Option<u64> {
        Nim {}.count(position)
    }

    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Heaps {
        Heaps::deal(size, below)
    }

    fn draw(&self, position: &Heaps, below: &mut dyn FnMut(u64) -> u64) -> Option<Take> {
        Nim {}.draw(position, below)
    }

    /// The literature knows the score only for normal play.
    fn endings(&self) -> &'static [Ending] {
        &[Ending::Normal]
    }
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new("candy 3-4-5", "candy 3,4,5", "Candy Nim on three small heaps."),
        Preset::new(
            "candy",
            "candy 5,6,7",
            "Nim in which the candies each player has taken count too.",
        ),
        Preset::new(
            "candy 2-5-7",
            "candy 2,5,7",
            "Candy Nim in which the first player loses, but not all the candies.",
        ),
    ],
    families: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::{assert_agree, heaps, lists};

    #[test]
    fn apply_and_moves_agree() {
        let candidates = lists(2, 4);
        for position in heaps(3, 3) {
            assert_agree(&Candy {}, &position, &candidates);
        }
    }
}
