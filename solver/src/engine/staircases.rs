//! Decides all bars of Chomp in a box at once: whatever has been eaten, the rest is a
//! staircase. Staircases are numbered so that a bite leads to a smaller number, and sieved
//! from the smallest on: each that has not been crossed out is lost, and all from which one
//! bite leads to it are crossed out.

use crate::{Budget, Exhausted, Outcome};

/// The largest box: 8 MB of bits, one or two seconds.
const MOST_STAIRCASES: u64 = 1 << 26;

/// How many staircases cost as much as one position of a search.
const A_POSITION: u64 = 32;

/// A bit for each staircase in a box.
#[derive(Debug)]
pub(crate) struct Staircases {
    columns: u16,
    /// For each row and each length of it, its contribution to the number.
    adds: Vec<Vec<usize>>,
    won: Vec<u64>,
}

impl Staircases {
    /// Returns the cost of deciding all positions in a box, in positions of a budget; `None`
    /// if there are too many.
    pub(crate) fn cost(rows: usize, columns: u16) -> Option<u64> {
        let count = choose(rows as u64 + u64::from(columns), rows as u64)?;
        (count <= MOST_STAIRCASES).then_some(count / A_POSITION)
    }

    /// Decides all staircases in a box, which must [fit](Staircases::cost), for the game in
    /// which the player who eats the last square loses.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget was used up first.
    pub(crate) fn new(
        rows: usize,
        columns: u16,
        budget: &mut Budget<'_>,
    ) -> Result<Staircases, Exhausted> {
        // Let each row, from the last upwards, stand for its length plus the number of rows
        // below it: these numbers are all different, so a staircase is a set of them, and such
        // sets are numbered like all sets of that size (Beckenbach 1964).
        let adds = |row: usize, length: u16| {
            choose(u64::from(length) + (rows - 1 - row) as u64, (rows - row) as u64)
        };
        let of_row = |row| (0..=columns).map(|length| Some(adds(row, length)? as usize)).collect();
        let adds: Option<Vec<Vec<usize>>> = (0..rows).map(of_row).collect();
        let adds = adds.ok_or(Exhausted)?;
        let count = adds.iter().map(|row| row[usize::from(columns)]).sum::<usize>() + 1;
        budget.hold(count.div_ceil(8) as u64)?;
        let mut all = Staircases { columns, adds, won: vec![0; count.div_ceil(64)] };
        // The mover finds nothing left and has won.
        all.cross(0);
        all.sieve(rows, count, budget)?;
        Ok(all)
    }

    fn sieve(
        &mut self,
        rows: usize,
        count: usize,
        budget: &mut Budget<'_>,
    ) -> Result<(), Exhausted> {
        let mut staircase = vec![0; rows];
        for number in 0..count {
            if (number as u64).is_multiple_of(A_POSITION) {
                budget.spend()?;
            }
            if !self.has_won(number) {
                for row in 0..rows {
                    self.cross_above(&staircase, row, number);
                }
            }
            advance(&mut staircase, self.columns);
        }
        Ok(())
    }

    /// Crosses out the staircases from which a bite into this row leads to the given one: they
    /// are longer in this row, and may be longer in the rows below as far as those are equal
    /// to it.
    fn cross_above(&mut self, staircase: &[u16], row: usize, number: usize) {
        let above = if row == 0 { self.columns } else { staircase[row - 1] };
        for longer in staircase[row] + 1..=above {
            let adds = &self.adds[row];
            let larger = number - adds[usize::from(staircase[row])] + adds[usize::from(longer)];
            self.cross(larger);
            self.cross_below(staircase, row, longer, larger);
        }
    }

    /// Does the same with more in the next row too. The recursion is as deep as there are
    /// rows.
    fn cross_below(&mut self, staircase: &[u16], row: usize, most: u16, number: usize) {
        let next = row + 1;
        if next == staircase.len() || staircase[next] != staircase[row] {
            return;
        }
        for longer in staircase[next] + 1..=most {
            let adds = &self.adds[next];
            let larger = number - adds[usize::from(staircase[next])] + adds[usize::from(longer)];
            self.cross(larger);
            self.cross_below(staircase, next, longer, larger);
        }
    }

    fn cross(&mut self, number: usize) {
        self.won[number / 64] |= 1 << (number % 64);
    }

    fn has_won(&self, number: usize) -> bool {
        self.won[number / 64] >> (number % 64) & 1 == 1
    }

    /// Returns who wins with these rows, from the longest; `None` outside the box.
    pub(crate) fn outcome(&self, rows: &[u64]) -> Option<Outcome> {
        let rows = &rows[..rows.iter().take_while(|&&row| row > 0).count()];
        if rows.len() > self.adds.len() || *rows.first().unwrap_or(&0) > self.columns.into() {
            return None;
        }
        let number = rows.iter().zip(&self.adds).map(|(&row, adds)| adds[row as usize]).sum();
        Some(Outcome::from_win(self.has_won(number)))
    }

    /// Returns how many positions have been decided.
    pub(crate) fn positions(&self) -> u64 {
        64 * self.won.len() as u64
    }
}

/// Advances to the staircase with the next number: the lowest row that can grow grows by one,
/// and those below it vanish.
fn advance(staircase: &mut [u16], columns: u16) {
    for row in (0..staircase.len()).rev() {
        let above = if row == 0 { columns } else { staircase[row - 1] };
        if staircase[row] < above {
            staircase[row] += 1;
            return;
        }
        staircase[row] = 0;
    }
}

/// Returns how many sets of `k` there are among `n`, unless they are too many to number.
fn choose(n: u64, k: u64) -> Option<u64> {
    let k = if k > n { return Some(0) } else { k.min(n - k) };
    (0..k).try_fold(1u64, |sets, done| Some(sets.checked_mul(n - done)? / (done + 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decides by the definition, one bite after the other.
    fn plain(rows: &[u64], known: &mut std::collections::HashMap<Vec<u64>, bool>) -> bool {
        if let Some(&won) = known.get(rows) {
            return won;
        }
        let mut won = rows.iter().all(|&row| row == 0);
        for row in 0..rows.len() {
            for column in 0..rows[row] {
                let mut left = rows.to_vec();
                left[row..].iter_mut().for_each(|length| *length = column.min(*length));
                won |= !plain(&left, known);
            }
        }
        known.insert(rows.to_vec(), won);
        won
    }

    #[test]
    fn all_staircases_are_decided_as_by_the_definition() {
        for (rows, columns) in [(1, 1), (1, 7), (7, 1), (3, 4), (4, 3), (5, 5), (6, 4)] {
            let budget = &mut Budget::positions(10_000);
            let all = Staircases::new(rows, columns, budget).unwrap();
            let mut staircase = vec![0; rows];
            let mut known = std::collections::HashMap::new();
            for _ in 0..choose(rows as u64 + u64::from(columns), rows as u64).unwrap() {
                let lengths: Vec<u64> = staircase.iter().map(|&row| row.into()).collect();
                let won = plain(&lengths, &mut known);
                assert_eq!(all.outcome(&lengths), Some(Outcome::from_win(won)), "{lengths:?}");
                advance(&mut staircase, columns);
            }
            assert_eq!(staircase, vec![0; rows], "all have been seen");
        }
    }

    #[test]
    fn positions_outside_the_table_are_unknown() {
        let all = Staircases::new(3, 4, &mut Budget::positions(10)).unwrap();
        assert_eq!(all.outcome(&[5, 1]), None);
        assert_eq!(all.outcome(&[1, 1, 1, 1]), None);
        assert!(all.outcome(&[4, 4, 4, 0, 0]).is_some() && all.outcome(&[]).is_some());
        assert_eq!(Staircases::new(9, 9, &mut Budget::positions(10)).err(), Some(Exhausted));
        assert_eq!(Staircases::cost(6, 4), Some(6), "of 210");
        assert_eq!(Staircases::cost(14, 14), Some(1_253_643), "of 40,116,600");
        assert_eq!(Staircases::cost(15, 15), None);
        assert_eq!(Staircases::cost(20, 20), None);
        assert_eq!(Staircases::cost(400, 400), None);
    }
}
