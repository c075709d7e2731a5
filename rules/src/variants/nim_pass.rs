//! Nim with a pass: Nim in which one player may pass, once in the whole game, but not when all
//! heaps are empty. (Morrison, Friedman and Landsberg 2012; Low and Chan 2015.)

use serde::{Deserialize, Serialize};

use crate::presets::{Catalogue, Preset};
use crate::{Heaps, Move, MoveForm, Nim, PassWord, Refusal, Rules, Take};

/// Nim with a pass has no parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NimPass {}

/// `{"heaps": [3, 5], "pass": true}`: the heaps, and whether the pass is still
/// available.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct HeapsAndPass {
    /// Objects in each heap.
    pub heaps: Vec<u64>,
    /// Whether the pass is still available.
    pub pass: bool,
}

impl HeapsAndPass {
    /// Returns the heaps alone.
    pub fn only_heaps(&self) -> Heaps {
        Heaps::from(self.heaps.clone())
    }

    /// Returns whether the mover may pass.
    pub fn may_pass(&self) -> bool {
        self.pass && self.heaps.iter().any(|&heap| heap > 0)
    }
}

/// `[heap, take]`, or `["pass"]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TakeOrPass {
    /// Take from a heap.
    Take(Take),
    /// Take nothing; nobody can pass again.
    Pass,
}

impl MoveForm for TakeOrPass {
    const FORM: &'static str = "a move is [heap, take] or [\"pass\"]";

    fn read(mv: &Move) -> Option<TakeOrPass> {
        match mv {
            Move::Pass([PassWord::Pass]) => Some(TakeOrPass::Pass),
            mv => Take::read(mv).map(TakeOrPass::Take),
        }
    }

    /// `A-2`: take 2 from heap A. `pass`: take nothing.
    fn write_text(&self) -> String {
        match self {
            TakeOrPass::Take(take) => take.write_text(),
            TakeOrPass::Pass => "pass".to_owned(),
        }
    }

    fn read_text(text: &str) -> Option<TakeOrPass> {
        match text {
            "pass" => Some(TakeOrPass::Pass),
            text => Take::read_text(text).map(TakeOrPass::Take),
        }
    }
}

impl From<TakeOrPass> for Move {
    fn from(mv: TakeOrPass) -> Move {
        match mv {
            TakeOrPass::Take(take) => take.into(),
            TakeOrPass::Pass => Move::Pass([PassWord::Pass]),
        }
    }
}

impl Rules for NimPass {
    type Position = HeapsAndPass;
    type Move = TakeOrPass;

    fn admit(&self, position: &HeapsAndPass) -> Result<(), Refusal> {
        position.only_heaps().check_size()
    }

    fn apply(&self, position: &HeapsAndPass, mv: &TakeOrPass) -> Result<HeapsAndPass, Refusal> {
        match mv {
            TakeOrPass::Take(take) => {
                let Heaps { heaps } = Nim {}.apply(&position.only_heaps(), take)?;
                Ok(HeapsAndPass { heaps, pass: position.pass })
            }
            TakeOrPass::Pass if position.may_pass() => {
                Ok(HeapsAndPass { pass: false, ..position.clone() })
            }
            TakeOrPass::Pass => Err(Refusal::IllegalMove("the pass is not available")),
        }
    }

    fn moves<'a>(&'a self, position: &'a HeapsAndPass) -> impl Iterator<Item = TakeOrPass> + 'a {
        let heaps = (0u64..).zip(position.heaps.iter().copied());
        let takes = heaps.flat_map(|(heap, size)| (1..=size).map(move |take| Take { heap, take }));
        let pass = position.may_pass().then_some(TakeOrPass::Pass);
        takes.map(TakeOrPass::Take).chain(pass)
    }

    /// Counts one move for each object, and the pass.
    fn count(&self, position: &HeapsAndPass) -> Option<u64> {
        Some(position.heaps.iter().sum::<u64>() + u64::from(position.may_pass()))
    }

    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> HeapsAndPass {
        HeapsAndPass { heaps: Heaps::deal(size, below).heaps, pass: true }
    }

    /// Draws the pass with the same chance as one object.
    fn draw(
        &self,
        position: &HeapsAndPass,
        below: &mut dyn FnMut(u64) -> u64,
    ) -> Option<TakeOrPass> {
        let moves = self.count(position).filter(|&moves| moves > 0)?;
        if position.may_pass() && below(moves) == 0 {
            return Some(TakeOrPass::Pass);
        }
        position.only_heaps().draw_take(below).map(TakeOrPass::Take)
    }
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new(
            "3-4-5 with a pass",
            "nim_pass heaps=3,4,5;pass=true",
            "Nim on three heaps, in which one player may pass once.",
        ),
        Preset::new(
            "1-2-3 with a pass",
            "nim_pass heaps=1,2,3;pass=true",
            "A start that is lost in Nim but won by passing.",
        ),
        Preset::new(
            "5-7 with a pass",
            "nim_pass heaps=5,7;pass=true",
            "Two heaps, whose lost positions are known.",
        ),
    ],
    families: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::{assert_agree, lists, vectors};

    #[test]
    fn apply_and_moves_agree() {
        let mut candidates = lists(3, 4);
        candidates.push(TakeOrPass::Pass.into());
        for heaps in (0..4).flat_map(|n| vectors(n, &[0, 1, 3])) {
            for pass in [false, true] {
                let position = HeapsAndPass { heaps: heaps.clone(), pass };
                assert_agree(&NimPass {}, &position, &candidates);
            }
        }
    }

    #[test]
    fn the_pass_is_a_word_in_a_list() {
        let mv: Move = serde_json::from_str(r#"["pass"]"#).unwrap();
        assert_eq!(mv, TakeOrPass::Pass.into());
        assert_eq!(serde_json::to_string(&mv).unwrap(), r#"["pass"]"#);
        for bad in [r#"["pass",1]"#, r#""pass""#, r#"[1,"pass"]"#] {
            assert!(serde_json::from_str::<Move>(bad).is_err(), "{bad}");
        }
    }
}
