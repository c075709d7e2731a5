//! Chomp. A bar is one part; a bar and its mirror image count as the same part.

use rules::{Bite, Chomp, Ending, Rows};

use crate::engine::below::Below;
use crate::engine::game::{KnownPart, SearchGame};
use crate::engine::staircases::Staircases;
use crate::engine::sums::{SumOf, Sums, Theorem, end};
use crate::{Budget, Exhausted, Facts, Outcome, Why};

/// Chomp as the search sees it.
#[derive(Debug)]
pub(crate) struct Bars(Chomp);

/// Returns the theory of Chomp.
pub(super) fn theory(rules: Chomp) -> Sums<Bars> {
    Sums::new(Bars(rules))
}

/// Returns the bar or its mirror image, without eaten rows; `None` for a bar that is eaten.
fn canonical(rows: impl IntoIterator<Item = u16>) -> Option<Box<[u16]>> {
    let rows: Box<[u16]> = rows.into_iter().filter(|&row| row > 0).collect();
    let columns = *rows.first()?;
    let column = |column: u16| rows.partition_point(|&row| row > column) as u16;
    let mirrored: Box<[u16]> = (0..columns).map(column).collect();
    Some(rows.min(mirrored))
}

impl SearchGame for Bars {
    type Part = Box<[u16]>;
    type Step = Bite;

    const SUMS: bool = false;

    /// Small bites come last: they leave the largest bars to search.
    fn steps<'a>(&'a self, rows: &'a Box<[u16]>) -> impl Iterator<Item = Bite> + 'a {
        (0u64..).zip(rows).flat_map(|(row, &length)| {
            (0..u64::from(length)).map(move |column| Bite { row, column })
        })
    }

    fn play(&self, rows: &Box<[u16]>, bite: &Bite, parts: &mut Vec<Box<[u16]>>) {
        let left = (0u64..).zip(rows).map(|(row, &length)| {
            if row < bite.row { length } else { length.min(bite.column as u16) }
        });
        parts.extend(canonical(left));
    }

    fn size(&self, rows: &Box<[u16]>) -> u64 {
        rows.iter().map(|&row| u64::from(row)).sum()
    }

    /// A single row is a heap of Nim.
    fn known(&self, rows: &Box<[u16]>) -> KnownPart {
        let single = if rows.len() == 1 { Some(rows[0]) } else { None };
        let single = single.or(if rows[0] == 1 { Some(rows.len() as u16) } else { None });
        KnownPart { nimber: single.map(u64::from), ..KnownPart::default() }
    }
}

/// Returns the rows and columns of what is left, if anything is.
fn box_of(position: &Rows) -> Option<(usize, u16)> {
    let rows = position.rows.iter().take_while(|&&row| row > 0).count();
    Some((rows, u16::try_from(*position.rows.first()?).ok()?))
}

impl Below<Rows> for Staircases {
    fn outcome(&self, position: &Rows) -> Option<Outcome> {
        Staircases::outcome(self, &position.rows)
    }

    fn positions(&self) -> u64 {
        Staircases::positions(self)
    }
}

impl SumOf for Bars {
    type Rules = Chomp;

    const PARTS: &'static str = "squares";

    fn rules(&self) -> &Chomp {
        &self.0
    }

    fn parts(&self, position: &Rows) -> Vec<Box<[u16]>> {
        // An admitted bar has at most 400 squares.
        canonical(position.rows.iter().map(|&row| row as u16)).into_iter().collect()
    }

    /// A position costs as much as the box around it; normal play has a theorem.
    fn cost_below(&self, ending: Ending, position: &Rows) -> Option<u64> {
        let (rows, columns) = box_of(position)?;
        (ending == Ending::Misere).then(|| Staircases::cost(rows, columns))?
    }

    fn decide_below(
        &self,
        _: Ending,
        position: &Rows,
        budget: &mut Budget<'_>,
    ) -> Result<Box<dyn Below<Rows>>, Exhausted> {
        let (rows, columns) = box_of(position).ok_or(Exhausted)?;
        Ok(Box::new(Staircases::new(rows, columns, budget)?))
    }

    fn theorem(
        &self,
        ending: Ending,
        position: &Rows,
        _: &mut Budget<'_>,
    ) -> Option<Theorem<Bite>> {
        let rows: Vec<u64> = position.rows.iter().copied().filter(|&row| row > 0).collect();
        let (&first, &last) = (rows.first()?, rows.last()?);
        let settled = settled(ending, &rows, first, last)?;
        let (outcome, first) = (settled.outcome(), settled.first());
        Some(Theorem { outcome, grundy: None, first, why: Box::new(move || settled.why()) })
    }

    fn stolen(&self, ending: Ending, position: &Rows) -> Option<Why> {
        let mut rows = position.rows.iter().filter(|&&row| row > 0);
        let (first, last) = (rows.next()?, rows.next_back()?);
        (ending == Ending::Misere && first == last).then(|| Why {
            sentence:
                "the bar is a whole rectangle, so the player to move wins: if eating the last \
                       square alone does not win, the answer to that is a winning first bite; \
                       which one, this does not tell"
                    .to_owned(),
            facts: Facts::StolenStrategy,
        })
    }
}

/// What settles a bar.
enum SettledBar {
    /// In normal play all can be eaten at once.
    All,
    /// Two rows, or two columns, of these lengths.
    Two([u64; 2]),
    /// Two arms of these lengths beside the poisoned square.
    Arms([u64; 2]),
    /// A square of this side.
    Square(u64),
}

/// Returns what settles rows of these lengths, of which there is at least one.
fn settled(ending: Ending, rows: &[u64], first: u64, last: u64) -> Option<SettledBar> {
    let side = rows.len() as u64;
    match *rows {
        _ if ending == Ending::Normal => Some(SettledBar::All),
        [above, below] => Some(SettledBar::Two([above, below])),
        _ if first == 2 => {
            Some(SettledBar::Two([side, rows.iter().filter(|&&row| row == 2).count() as u64]))
        }
        [_] | [_, 1, ..] => Some(SettledBar::Arms([first - 1, side - 1])),
        _ => (first == side && last == first && last > 1).then_some(SettledBar::Square(first)),
    }
}

impl SettledBar {
    fn outcome(&self) -> Outcome {
        Outcome::from_win(match *self {
            SettledBar::All | SettledBar::Square(_) => true,
            SettledBar::Two([long, short]) => long != short + 1,
            SettledBar::Arms([one, other]) => one != other,
        })
    }

    /// Returns a winning move, where there is one at once.
    fn first(&self) -> Option<Bite> {
        match self {
            SettledBar::All => Some(Bite { row: 0, column: 0 }),
            SettledBar::Square(_) => Some(Bite { row: 1, column: 1 }),
            SettledBar::Two(_) | SettledBar::Arms(_) => None,
        }
    }

    fn why(&self) -> Why {
        let end = end(self.outcome());
        match *self {
            SettledBar::All => Why {
                sentence: "eating the last square wins, so the player to move eats all and wins"
                    .to_owned(),
                facts: Facts::LastMove { mv: vec![0, 0] },
            },
            SettledBar::Two([long, short]) => Why {
                sentence: format!(
                    "of two rows the position with the second shorter by one is lost; here they \
                     have {long} and {short}, {end}"
                ),
                facts: Facts::Arms { arms: [long, short] },
            },
            SettledBar::Arms([one, other]) => Why {
                sentence: format!(
                    "only two arms of {one} and {other} squares are left beside the poisoned \
                     one: equal arms are lost, {end}"
                ),
                facts: Facts::Arms { arms: [one, other] },
            },
            SettledBar::Square(side) => Why {
                sentence:
                    "the bar is square: eat all but the first row and column, then mirror the \
                           opponent's bites, 1,0 with 0,1 and so on, so the player to move wins"
                        .to_owned(),
                facts: Facts::Mirror {
                    first: vec![1, 1],
                    partners: (1..side).map(|at| [vec![at, 0], vec![0, at]]).collect(),
                },
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::agree;
    use crate::{Theory, WinningMoves};

    #[test]
    fn bars_agree_with_plain_recursion() {
        let mut bars = vec![Rows::default(), Rows { rows: vec![3, 1, 0] }];
        for a in 0..=5 {
            for b in 0..=a {
                for c in 0..=b {
                    for d in 0..=c.min(3) {
                        bars.push(Rows { rows: vec![a, b, c, d] });
                        bars.push(Rows { rows: vec![a, b, c, d, d.min(1), d.min(1)] });
                    }
                }
            }
        }
        agree(&mut theory(Chomp {}), bars);
    }

    #[test]
    fn empty_rows_are_not_of_the_box() {
        let box_around = |rows: &[u64]| box_of(&Rows { rows: rows.to_vec() });
        assert_eq!(box_around(&[3, 2, 0, 0]), Some((2, 3)));
        assert_eq!((box_around(&[0]), box_around(&[])), (Some((0, 0)), None));
    }

    #[test]
    fn winning_first_bites_of_rectangles() {
        let mut theory = theory(Chomp {});
        for (rows, columns, bites) in [
            (3, 5, vec![(3, 4)]),
            (4, 5, vec![(3, 3)]),
            (4, 7, vec![(3, 4)]),
            (5, 6, vec![(3, 4)]),
            (6, 7, vec![(5, 5)]),
            (7, 8, vec![(3, 3)]),
            (8, 10, vec![(4, 9), (5, 6)]),
        ] {
            let bar = Rows { rows: vec![columns; rows] };
            let mut budget = Budget::positions(100_000_000);
            let winning = theory.winning_moves(Ending::Misere, &bar, &mut budget, 40);
            let bite = |(row, column): (u64, u64)| Bite { row: row - 1, column: column - 1 };
            assert_eq!(winning, WinningMoves::All(bites.into_iter().map(bite).collect()));
        }
    }
}
