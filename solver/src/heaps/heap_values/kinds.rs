//! Two kinds of values, of which the rare one belongs to few heaps.
//!
//! Values of a game tend to fall into a common and a rare kind, by the parity of some of their
//! bits. Two heaps have a common value together only when one of them is rare, so the few rare
//! heaps decide it (the sparse space method of Berlekamp; Gangolli and Plambeck 1989;
//! Flammenkamp).

/// The kinds of all values, and the rare heaps.
#[derive(Debug, Default)]
pub(super) struct Kinds {
    /// A value is rare when an even number of these bits are set in it; 0 where no known
    /// division makes few heaps rare.
    mask: u16,
    /// The rare heaps, ascending.
    places: Vec<u32>,
    /// The value of each of them.
    values: Vec<u16>,
}

impl Kinds {
    /// Finds the division that makes the fewest of these heaps rare. All values are below
    /// `room`, a power of two.
    pub(super) fn new(values: &[u16], room: usize) -> Kinds {
        let mut heaps = vec![0i32; room];
        for &value in values {
            heaps[usize::from(value)] += 1;
        }
        // For each mask, by how many the rare heaps outnumber the others.
        walsh(&mut heaps);
        let mask = (1..heaps.len()).min_by_key(|&mask| heaps[mask]).unwrap_or(0) as u16;
        let mut kinds = Kinds { mask, ..Kinds::default() };
        for (place, &value) in values.iter().enumerate().skip(1) {
            kinds.add(place, value);
        }
        kinds
    }

    /// Adds the next heap.
    pub(super) fn add(&mut self, place: usize, value: u16) {
        if self.mask != 0 && self.is_rare(value) {
            self.places.push(place as u32);
            self.values.push(value);
        }
    }

    /// Returns the division into kinds, if there is one.
    pub(super) fn mask(&self) -> Option<u16> {
        (self.mask != 0).then_some(self.mask)
    }

    pub(super) fn is_rare(&self, value: u16) -> bool {
        (value & self.mask).count_ones().is_multiple_of(2)
    }

    /// Returns how many heaps are rare.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// Returns the rare heaps below this one, which is among the last, and their values.
    pub(super) fn below(&self, heap: usize) -> (&[u32], &[u16]) {
        let last = self.places.iter().rev().take_while(|&&place| place as usize >= heap);
        let end = self.places.len() - last.count();
        (&self.places[..end], &self.values[..end])
    }
}

/// Replaces counts of numbers by sums over all of them, for each mask: a count is added where
/// the number has an even number of the mask's bits, and subtracted elsewhere (the fast form
/// of Walsh 1923). Their number must be a power of two.
fn walsh(counts: &mut [i32]) {
    let mut half = 1;
    while half < counts.len() {
        for pairs in counts.chunks_mut(2 * half) {
            let (low, high) = pairs.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_transform_sums_by_parity() {
        let counts: Vec<i32> = (0..64).map(|n| n * n % 17).collect();
        let mut sums = counts.clone();
        walsh(&mut sums);
        for (mask, &sum) in sums.iter().enumerate() {
            let sign = |n: usize| if (n & mask).count_ones().is_multiple_of(2) { 1 } else { -1 };
            let direct: i32 = counts.iter().enumerate().map(|(n, &count)| sign(n) * count).sum();
            assert_eq!(sum, direct, "{mask}");
        }
    }

    #[test]
    fn the_odd_ones_are_rare() {
        // The values with bit 1 set are many, all others few.
        let values = [0, 2, 3, 6, 7, 1, 2, 3, 4, 6];
        let kinds = Kinds::new(&values, 8);
        assert_eq!(kinds.mask(), Some(2));
        assert_eq!(kinds.below(10), (&[5, 8][..], &[1, 4][..]));
        assert_eq!(kinds.below(8), (&[5][..], &[1][..]));
        assert_eq!(kinds.below(5), (&[][..], &[][..]));
    }
}
