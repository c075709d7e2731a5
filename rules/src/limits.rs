//! The largest sizes of a position. A move must stay cheap whatever a stranger sends, so every
//! size that costs time or memory has a limit here.

/// The largest number in a position or a move: 2^53 - 1, the last integer that every JSON
/// reader, JavaScript's included, represents exactly.
pub const MAX_NUMBER: u64 = (1 << 53) - 1;

/// The most heaps, stacks or rows in one position. A thousand of the longest numbers take 17
/// kB of JSON, a quarter of the largest frame.
pub const MAX_HEAPS: usize = 1_000;

/// How many moves are counted one by one before the count is given up: about ten milliseconds
/// of work. Variants with large heaps count by arithmetic.
pub const MAX_COUNTED_MOVES: u64 = 1_000_000;
