//! The trait that every variant implements.

use std::fmt::Debug;
use std::hash::Hash;

use serde::de::DeserializeOwned;

use crate::{Ending, MAX_COUNTED_MOVES, MoveForm, Refusal};

/// The rules of one variant. `self` is its parameters, legal once it exists.
///
/// `apply` and `moves` are two independent statements of the same rule, and the
/// tests compare them exhaustively on small positions: `moves` gives exactly
/// the moves that `apply` accepts, each once.
///
/// ```
/// use rules::{Heaps, Nim, Rules, Take};
///
/// let heaps = Heaps::from(vec![1, 2]);
/// let moves: Vec<Take> = Nim {}.moves(&heaps).collect();
/// assert_eq!(moves.len(), 3);
/// assert_eq!(Nim {}.apply(&heaps, &moves[0]), Ok(Heaps::from(vec![0, 2])));
/// ```
pub trait Rules {
    /// The type of its positions, one of the [`Shape`](crate::Shape)s.
    type Position: Clone + Eq + Hash + Ord + Debug + DeserializeOwned;
    /// The type of its moves.
    type Move: MoveForm;

    /// Refuses a position that is not valid in this variant or exceeds its limits. All other
    /// methods expect an admitted position, or one reached from an admitted one by moves; on
    /// others they may panic.
    fn admit(&self, position: &Self::Position) -> Result<(), Refusal>;

    /// Returns the position after a move, or why the move cannot be made. Safe for any numbers
    /// in `mv`.
    fn apply(&self, position: &Self::Position, mv: &Self::Move) -> Result<Self::Position, Refusal>;

    /// Returns all legal moves, ascending where they can be [counted](Rules::count). They are
    /// made one at a time: some positions have more moves than fit in memory.
    fn moves<'a>(&'a self, position: &'a Self::Position) -> impl Iterator<Item = Self::Move> + 'a;

    /// Returns how many moves there are; `None` if they cannot be counted in reasonable time
    /// (see [`MAX_COUNTED_MOVES`]). Variants with large heaps count by arithmetic.
    fn count(&self, position: &Self::Position) -> Option<u64> {
        let counted = self.moves(position).take(MAX_COUNTED_MOVES as usize + 1).count() as u64;
        (counted <= MAX_COUNTED_MOVES).then_some(counted)
    }

    /// Draws a random legal move, for games with too many moves to list: `below(n)` draws a
    /// number from 0 to n - 1, for n of at least 1. Every legal move can be drawn, though not
    /// always with the same chance. Variants that count by arithmetic draw by arithmetic too;
    /// otherwise, where there are more than [`MAX_COUNTED_MOVES`] moves, one of the first of
    /// them is drawn.
    fn draw(
        &self,
        position: &Self::Position,
        below: &mut dyn FnMut(u64) -> u64,
    ) -> Option<Self::Move> {
        let count = Rules::count(self, position).unwrap_or(MAX_COUNTED_MOVES);
        let counted = count.min(MAX_COUNTED_MOVES);
        if counted == 0 { None } else { self.moves(position).nth(below(counted) as usize) }
    }

    /// Deals a random start with about `size` objects, or as near as the parameters allow, for
    /// finding starts with wanted properties. `below` is as in [`draw`](Rules::draw).
    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Self::Position;

    /// Returns how many seats the game has, from 2 to 16.
    fn seats(&self) -> u8 {
        2
    }

    /// Returns the endings with which the variant is played.
    fn endings(&self) -> &'static [Ending] {
        Ending::BOTH
    }
}
