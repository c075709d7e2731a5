//! Building Nim: the players first place stones on stacks, one stone a move; when none remain,
//! they play Nim on the stacks they have built. (Duchêne, Dufour, Heubach and Larsson 2016.)

use serde::{Deserialize, Serialize};

use crate::notation::letters::{letters, place};
use crate::presets::{Catalogue, Preset};
use crate::{Heaps, MAX_NUMBER, Move, MoveForm, Nim, PlaceWord, Refusal, Rules, Take, TakeWord};

/// Building Nim has no parameters: stones and stacks are the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Building {}

/// `["place", stack]` while stones remain, then `["take", stack, number]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BuildingMove {
    /// Put one stone on this stack.
    Place(u64),
    /// Take from a stack.
    Take(Take),
}

impl MoveForm for BuildingMove {
    const FORM: &'static str = "a move is [\"place\", stack] or [\"take\", stack, number]";

    fn read(mv: &Move) -> Option<BuildingMove> {
        match *mv {
            Move::Place(_, stack) => Some(BuildingMove::Place(stack)),
            Move::Take(_, heap, take) => Some(BuildingMove::Take(Take { heap, take })),
            _ => None,
        }
    }

    /// `+A` places a stone on stack A; `A-2` takes two from it.
    fn write_text(&self) -> String {
        match self {
            BuildingMove::Place(stack) => format!("+{}", letters(*stack)),
            BuildingMove::Take(take) => take.write_text(),
        }
    }

    fn read_text(text: &str) -> Option<BuildingMove> {
        match text.strip_prefix('+') {
            Some(stack) => place(stack).map(BuildingMove::Place),
            None => Take::read_text(text).map(BuildingMove::Take),
        }
    }
}

impl From<BuildingMove> for Move {
    fn from(mv: BuildingMove) -> Move {
        match mv {
            BuildingMove::Place(stack) => Move::Place(PlaceWord::Place, stack),
            BuildingMove::Take(Take { heap, take }) => Move::Take(TakeWord::Take, heap, take),
        }
    }
}

/// `{"remaining": 4, "stacks": [0, 1, 1]}`: stones on stacks, and stones that are still
/// to be placed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Stacks {
    /// Stones that nobody has placed yet.
    pub remaining: u64,
    /// Stones on each stack.
    pub stacks: Vec<u64>,
}

impl Rules for Building {
    type Position = Stacks;
    type Move = BuildingMove;

    fn admit(&self, position: &Stacks) -> Result<(), Refusal> {
        if position.stacks.is_empty() && position.remaining > 0 {
            return Err(Refusal::BadPosition("there is no stack for a stone"));
        }
        Heaps::from(position.stacks.clone()).check_size()?;
        Refusal::above("stones that remain", position.remaining, MAX_NUMBER)?;
        let largest = position.stacks.iter().copied().max().unwrap_or(0);
        Refusal::above("stones on a stack", largest + position.remaining, MAX_NUMBER)
    }

    fn apply(&self, position: &Stacks, mv: &BuildingMove) -> Result<Stacks, Refusal> {
        let heaps = Heaps::from(position.stacks.clone());
        match *mv {
            BuildingMove::Place(stack) => {
                let size = heaps.heap(stack)?;
                let remaining = position.remaining.checked_sub(1);
                let remaining = remaining.ok_or(Refusal::IllegalMove("no stone remains"))?;
                Ok(Stacks { remaining, stacks: heaps.with(stack, size + 1).heaps })
            }
            BuildingMove::Take(_) if position.remaining > 0 => {
                Err(Refusal::IllegalMove("place the remaining stones first"))
            }
            BuildingMove::Take(take) => {
                Ok(Stacks { remaining: 0, stacks: Nim {}.apply(&heaps, &take)?.heaps })
            }
        }
    }

    fn moves<'a>(&'a self, position: &'a Stacks) -> impl Iterator<Item = BuildingMove> + 'a {
        let stacks = (0u64..).zip(position.stacks.iter().copied());
        stacks.flat_map(|(heap, size)| {
            let place = (position.remaining > 0).then_some(BuildingMove::Place(heap));
            let most = if position.remaining > 0 { 0 } else { size };
            let takes = (1..=most).map(move |take| BuildingMove::Take(Take { heap, take }));
            place.into_iter().chain(takes)
        })
    }

    fn count(&self, position: &Stacks) -> Option<u64> {
        Some(match position.remaining {
            0 => position.stacks.iter().sum(),
            _ => position.stacks.len() as u64,
        })
    }

    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Stacks {
        let stacks = vec![0; 2 + below(4) as usize];
        Stacks { remaining: 2 + below(size.clamp(1, MAX_NUMBER / 2)), stacks }
    }

    fn draw(&self, position: &Stacks, below: &mut dyn FnMut(u64) -> u64) -> Option<BuildingMove> {
        match (position.remaining, position.stacks.len() as u64) {
            (_, 0) => None,
            (0, _) => {
                let heaps = Heaps::from(position.stacks.clone());
                heaps.draw_take(below).map(BuildingMove::Take)
            }
            (_, stacks) => Some(BuildingMove::Place(below(stacks))),
        }
    }
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new(
            "Building 8",
            "building remaining=8;stacks=0,0,0",
            "Place eight stones on three stacks in turn, then play Nim.",
        ),
        Preset::new(
            "Building",
            "building remaining=12;stacks=0,0,0",
            "Place twelve stones on three stacks in turn, then play Nim with what you have built.",
        ),
        Preset::new(
            "Building on five",
            "building remaining=10;stacks=0,0,0,0,0",
            "Place ten stones on five stacks in turn, then play Nim.",
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
        let places = (0..4).chain([u64::MAX]).map(|stack| BuildingMove::Place(stack).into());
        let takes = lists(2, 4).into_iter().filter_map(|mv| Take::read(&mv));
        let takes = takes.map(|take| BuildingMove::Take(take).into());
        let candidates: Vec<Move> = places.chain(takes).chain([Move::Number(1)]).collect();
        for Heaps { heaps: stacks } in heaps(3, 3) {
            let most = if stacks.is_empty() { 0 } else { 2 };
            for remaining in 0..=most {
                let position = Stacks { remaining, stacks: stacks.clone() };
                assert_agree(&Building {}, &position, &candidates);
            }
        }
    }

    #[test]
    fn refuses_stones_without_a_stack_and_stacks_that_would_outgrow_the_limit() {
        let admit = |remaining, stacks: &[u64]| {
            Building {}.admit(&Stacks { remaining, stacks: stacks.to_vec() }).is_ok()
        };
        assert!(admit(0, &[]) && !admit(1, &[]));
        assert!(admit(1, &[MAX_NUMBER - 1]) && !admit(2, &[MAX_NUMBER - 1]));
        assert!(!admit(u64::MAX, &[1]) && !admit(0, &[u64::MAX]));
    }

    #[test]
    fn the_words_of_a_move_are_words_in_json() {
        for (json, mv) in [
            (r#"["place",2]"#, BuildingMove::Place(2)),
            (r#"["take",0,3]"#, BuildingMove::Take(Take { heap: 0, take: 3 })),
        ] {
            assert_eq!(serde_json::to_string(&Move::from(mv)).unwrap(), json);
            let read: Move = serde_json::from_str(json).unwrap();
            assert_eq!(BuildingMove::read(&read), Some(mv));
        }
        assert!(serde_json::from_str::<Move>(r#"["take",0]"#).is_err());
    }
}
