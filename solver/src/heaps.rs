//! Values of heaps: tables, periods and nim-sums.

pub(crate) mod heap_game;
pub(crate) mod heap_moves;
pub(crate) mod heap_values;
pub(crate) mod hexadecimal;
pub(crate) mod nim_sum;
pub(crate) mod period;
pub(crate) mod periodic;
pub(crate) mod saltus;
pub(crate) mod splitting;
