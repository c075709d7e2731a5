//! Connected components of a position.

use rules::reached;

/// Splits places, as bits, into connected components, the one with the lowest place first.
pub(crate) fn components(
    mut places: u128,
    near: impl Fn(u32) -> u128,
) -> impl Iterator<Item = u128> {
    std::iter::from_fn(move || {
        let lowest = places & places.wrapping_neg();
        let part = (lowest != 0).then(|| reached(lowest, places, &near))?;
        places &= !part;
        Some(part)
    })
}
