//! The values of the heaps in both directions, so that those of all pairs with the
//! same total stand in two slices in step, which the compiler takes many at a time.

use std::ops::Range;

#[derive(Debug)]
pub(super) struct Row {
    values: Vec<u16>,
    /// The same backwards, at the end of what there is room for.
    backwards: Vec<u16>,
}

impl Row {
    /// Only the heap of nothing.
    pub(super) fn new() -> Row {
        Row { values: vec![0], backwards: vec![0; 2] }
    }

    pub(super) fn push(&mut self, value: u16) {
        self.values.push(value);
        // One more, so that the next heap is a total too.
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

    /// The value of the next heap is at this place.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// At each place the value of what is missing there to the total, which is the
    /// next heap at most.
    pub(super) fn others(&self, total: usize) -> &[u16] {
        &self.backwards[self.backwards.len() - 1 - total..]
    }

    /// The values of these parts, and of what is missing of each to the total.
    pub(super) fn pairs(&self, total: usize, parts: Range<usize>) -> (&[u16], &[u16]) {
        (&self.values[parts.clone()], &self.others(total)[parts])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_stand_in_step() {
        let mut row = Row::new();
        for heap in 1..100 {
            row.push(heap * 7 % 31);
            let total = usize::from(heap);
            let (parts, others) = row.pairs(total, 0..total + 1);
            for (a, (&part, &other)) in parts.iter().zip(others).enumerate() {
                assert_eq!((part, other), (row.values()[a], row.values()[total - a]));
            }
            // The next heap is not there yet, but it is a total.
            assert_eq!(row.pairs(total + 1, 1..2).1, [row.values()[total]]);
        }
    }
}
