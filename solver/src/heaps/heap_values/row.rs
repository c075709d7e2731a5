//! The values of the heaps in both directions, so that those of all pairs with the same total
//! lie in two parallel slices, which the compiler can vectorise.

use std::ops::Range;

#[derive(Debug)]
pub(super) struct ValueRow {
    values: Vec<u16>,
    /// The same values backwards, at the end of the allocated space.
    backwards: Vec<u16>,
}

impl ValueRow {
    /// Creates a row with only the empty heap.
    pub(super) fn new() -> ValueRow {
        ValueRow { values: vec![0], backwards: vec![0; 2] }
    }

    pub(super) fn push(&mut self, value: u16) {
        self.values.push(value);
        // There is room for one more, so that the next heap is a total too.
        if self.values.len() >= self.backwards.len() {
            let mut wider = vec![0; self.backwards.len()];
            wider.append(&mut self.backwards);
            self.backwards = wider;
        }
        let place = self.backwards.len() - self.values.len();
        self.backwards[place] = value;
    }

    pub(super) fn values(&self) -> &[u16] {
        &self.values
    }

    /// Returns the number of values, which is the size of the next heap.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns at each place the value of the heap that completes it to the total, which is at
    /// most the next heap.
    pub(super) fn others(&self, total: usize) -> &[u16] {
        &self.backwards[self.backwards.len() - 1 - total..]
    }

    /// Returns the values of these parts, and those of the heaps that complete them to the
    /// total.
    pub(super) fn pairs(&self, total: usize, parts: Range<usize>) -> (&[u16], &[u16]) {
        (&self.values[parts.clone()], &self.others(total)[parts])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_stand_in_step() {
        let mut row = ValueRow::new();
        for heap in 1..100 {
            row.push(heap * 7 % 31);
            let total = usize::from(heap);
            let (parts, others) = row.pairs(total, 0..total + 1);
            for (a, (&part, &other)) in parts.iter().zip(others).enumerate() {
                assert_eq!((part, other), (row.values()[a], row.values()[total - a]));
            }
            // The next heap has no value yet, but it is a total.
            assert_eq!(row.pairs(total + 1, 1..2).1, [row.values()[total]]);
        }
    }
}
