//! Objects in a circle: a ring as long as it is full, then rows. Rows are the octal game
//! 0.77..7, which is Kayles for `k` = 2.

use rules::{Circle, Circular, Ending, Places};

use crate::engine::game::{KnownPart, SearchGame};
use crate::engine::owned::Owned;
use crate::engine::pair::mex;
use crate::engine::sums::{SumOf, Sums, Theorem};
use crate::heaps::heap_game::HeapGame;
use crate::heaps::heap_moves::HeapMoves;
use crate::misere::known::octal_quotient;
use crate::{Budget, Exhausted, Facts, Outcome, Quotient, Why};

/// The rules with the tables of the rows.
#[derive(Debug)]
pub(crate) struct RingRows {
    rules: Circular,
    rows: HeapGame,
}

/// Returns the theory of a circle.
pub(super) fn theory(rules: Circular) -> Sums<RingRows> {
    let sevens = vec![7; rules.k() as usize];
    let quotient = match rules.k() {
        2 => octal_quotient("0.77"),
        3 => octal_quotient("0.777"),
        _ => None,
    };
    let moves = HeapMoves::octal([vec![0], sevens].concat());
    Sums::new(RingRows { rules, rows: HeapGame::new(moves, quotient) })
}

/// A run of neighbouring objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Run {
    Row(u64),
    /// The whole circle.
    Ring(u64),
}

impl Owned for Run {
    fn owned(&self) -> usize {
        0
    }
}

impl Run {
    fn objects(self) -> u64 {
        match self {
            Run::Row(objects) | Run::Ring(objects) => objects,
        }
    }
}

impl RingRows {
    /// Returns the rows that one move leaves of a ring.
    fn left_of_ring(&self, ring: u64) -> impl Iterator<Item = u64> + use<> {
        (1..=self.rules.k().min(ring)).map(move |take| ring - take)
    }
}

impl SearchGame for RingRows {
    type Part = Run;
    /// The remaining rows: two, 0 where there is none.
    type Step = (u64, u64);

    fn steps<'a>(&'a self, run: &'a Run) -> impl Iterator<Item = (u64, u64)> + 'a {
        let (row, ring) = match *run {
            Run::Row(row) => (row, 0),
            Run::Ring(ring) => (0, ring),
        };
        self.rows.moves().options(row).chain(self.left_of_ring(ring).map(|left| (0, left)))
    }

    fn play(&self, _: &Run, &(a, b): &(u64, u64), parts: &mut Vec<Run>) {
        parts.extend([a, b].into_iter().filter(|&row| row > 0).map(Run::Row));
    }

    fn size(&self, run: &Run) -> u64 {
        run.objects()
    }

    fn known(&self, run: &Run) -> KnownPart {
        match *run {
            Run::Row(row) => self.rows.known(&row),
            Run::Ring(ring) => {
                let values = self.left_of_ring(ring).map(|row| self.rows.known(&row).nimber);
                let nimber =
                    values.collect::<Option<Vec<u64>>>().map(|values| mex(values.into_iter()));
                KnownPart { nimber, ..KnownPart::default() }
            }
        }
    }

    fn quotient(&self) -> Option<&Quotient> {
        self.rows.quotient()
    }

    fn edition(&self) -> u32 {
        self.rows.edition()
    }
}

impl SumOf for RingRows {
    type Rules = Circular;

    const PARTS: &'static str = "rows";

    fn rules(&self) -> &Circular {
        &self.rules
    }

    fn parts(&self, position: &Circle) -> Vec<Run> {
        let places = &position.circle.0;
        let Some(gap) = places.iter().position(|&object| !object) else {
            return if places.is_empty() { vec![] } else { vec![Run::Ring(places.len() as u64)] };
        };
        // Starts at a gap and goes once around the circle.
        let around: Vec<bool> = [&places[gap..], &places[..gap]].concat();
        let rows = around.split(|&object| !object).map(|row| row.len() as u64);
        rows.filter(|&row| row > 0).map(Run::Row).collect()
    }

    fn prepare(
        &mut self,
        ending: Ending,
        parts: &[Run],
        budget: &mut Budget<'_>,
    ) -> Result<(), Exhausted> {
        match parts.iter().map(|run| run.objects()).max() {
            Some(longest) => self.rows.reach(ending, longest, budget),
            None => Ok(()),
        }
    }

    /// A full circle: the second player cuts the remaining row into two equal ones and then
    /// mirrors.
    fn theorem(
        &self,
        ending: Ending,
        position: &Circle,
        _: &mut Budget<'_>,
    ) -> Option<Theorem<Places>> {
        let places = &position.circle.0;
        let (k, full) = (self.rules.k(), places.iter().all(|&object| object));
        let mirrored = ending == Ending::Normal && full && k > 1 && places.len() as u64 > k;
        mirrored.then(|| Theorem {
            outcome: Outcome::P,
            grundy: Some(0),
            first: None,
            why: Box::new(|| Why {
                sentence: "the circle is full and cannot be taken at once: the opponent takes the \
                           middle of the row that is left and then mirrors every move, so the \
                           player to move loses"
                    .to_owned(),
                facts: Facts::Mirror { first: Vec::new(), partners: Vec::new() },
            }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Theory;
    use crate::oracle::agree;
    use rules::Cells;

    fn circle(size: usize, pieces: u32) -> Circle {
        Circle { circle: Cells((0..size).map(|place| pieces >> place & 1 == 1).collect()) }
    }

    #[test]
    fn circles_agree_with_plain_recursion() {
        for k in 1..=5 {
            for size in 0..=9 {
                let all = (0..1u32 << size).filter(|pieces| pieces % 5 != 1);
                let mut theory = theory(Circular::new(k).unwrap());
                agree(&mut theory, all.map(|pieces| circle(size, pieces)));
            }
        }
    }

    #[test]
    fn full_circles_in_misere_play() {
        let won = |k: u64, sizes: usize| -> Vec<usize> {
            let mut theory = theory(Circular::new(k).unwrap());
            let mut wins = |&size: &usize| {
                let full = Circle { circle: Cells(vec![true; size]) };
                let mut budget = Budget::positions(10_000_000);
                theory.outcome(Ending::Misere, &full, &mut budget) == Ok(Outcome::N)
            };
            (1..sizes).filter(|size| wins(size)).collect()
        };
        assert_eq!(won(2, rules::MAX_CELLS + 1), [2, 3, 5, 6, 10, 11, 13, 14, 21, 22]);
        // The quotient covers all rows of the largest circle.
        assert_eq!(won(3, rules::MAX_CELLS + 1), [2, 3, 4]);
    }
}
