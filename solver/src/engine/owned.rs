//! The bytes that a value holds on the heap in addition to its own size: a search has to count
//! these before it remembers a part or a move.

use rules::{
    Amount, Bite, Board, Boards, BuildingMove, Circle, CoinRow, Coins, Element, Heaps,
    HeapsAndPass, Leave, Mark, Move, Pile, Places, Present, Rows, Slide, Split, Stacks, Steps,
    Take, TakeOrPass, Takes, Total,
};

/// The approximate overhead of an allocation, in bytes.
const OVERHEAD: usize = 16;

/// A value that may own memory.
pub trait Owned {
    /// Returns the bytes that it owns in addition to `size_of` itself.
    fn owned(&self) -> usize;
}

/// Values that own nothing.
macro_rules! flat {
    ($($flat:ty),* $(,)?) => {$(
        impl Owned for $flat {
            fn owned(&self) -> usize {
                0
            }
        }
    )*};
}

flat!(
    (),
    u16,
    u32,
    u64,
    u128,
    usize,
    Take,
    Amount,
    Bite,
    BuildingMove,
    Element,
    Mark,
    Pile,
    Slide,
    Split,
    TakeOrPass,
    Total
);

impl<T: Owned, U: Owned> Owned for (T, U) {
    fn owned(&self) -> usize {
        self.0.owned() + self.1.owned()
    }
}

impl<T: Owned, U: Owned, V: Owned> Owned for (T, U, V) {
    fn owned(&self) -> usize {
        self.0.owned() + self.1.owned() + self.2.owned()
    }
}

impl<T> Owned for Box<[T]> {
    fn owned(&self) -> usize {
        size_of_val::<[T]>(self) + OVERHEAD
    }
}

impl<T> Owned for Vec<T> {
    fn owned(&self) -> usize {
        self.capacity() * size_of::<T>() + OVERHEAD
    }
}

/// Values that own one vector.
macro_rules! vectors {
    ($($holder:ty: $($field:tt).+,)*) => {$(
        impl Owned for $holder {
            fn owned(&self) -> usize {
                self.$($field).+.owned()
            }
        }
    )*};
}

vectors! {
    Heaps: heaps,
    HeapsAndPass: heaps,
    Steps: steps,
    Stacks: stacks,
    Circle: circle.0,
    CoinRow: coins.0,
    Coins: coins,
    Board: board.0,
    Present: present,
    Boards: boards,
    Rows: rows,
    Takes: 0,
    Places: 0,
    Leave: parts,
}

impl Owned for Move {
    fn owned(&self) -> usize {
        match self {
            Move::Number(_) | Move::Place(..) | Move::Take(..) | Move::Pass(..) => 0,
            Move::List(list) if list.spilled() => size_of_val(&list[..]) + OVERHEAD,
            Move::List(_) => 0,
            Move::Leave(_, _, parts) => parts.owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_owned_is_what_is_allocated_and_its_overhead() {
        let numbers = |capacity: usize| Vec::<u64>::with_capacity(capacity);
        assert_eq!(numbers(5).owned(), 40 + OVERHEAD);
        assert_eq!(numbers(0).owned(), OVERHEAD);
        let boxed = |length: usize| vec![0_u16; length].into_boxed_slice();
        assert_eq!(boxed(7).owned(), 14 + OVERHEAD);
        assert_eq!((numbers(1), boxed(2)).owned(), 8 + 4 + 2 * OVERHEAD);
        assert_eq!((7_u64, numbers(1), boxed(3)).owned(), 8 + 6 + 2 * OVERHEAD);
        assert_eq!((numbers(3), 7_u64, ()).owned(), 24 + OVERHEAD);
        let stacks = Stacks { stacks: numbers(2), ..Stacks::default() };
        assert_eq!(stacks.owned(), stacks.stacks.owned());
        let [small, large] = [2, 300].map(|length: u64| Move::List((0..length).collect()));
        assert_eq!((small.owned(), large.owned()), (0, 2_400 + OVERHEAD));
        assert_eq!(Move::Number(7).owned(), 0);
    }
}
