/// A source of chance that never changes: `chance(seed, increment)(n)` is a number from 0 to `n` - 1,
/// the high bits of a linear congruential generator with Knuth's multiplier and this odd increment.
///
/// # Panics
/// The function returned does, when `n` is 0.
pub fn chance(seed: u64, increment: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |n| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(increment);
        (state >> 33) % n
    }
}
