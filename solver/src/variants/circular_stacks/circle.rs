//! The lost positions of CN(n, k) that are known in closed form and, for each won position, a
//! winning move, however large the stacks are. (Dufour and Heubach, "Circular Nim games",
//! 2013; normal play.)

/// The circles with a theorem, other than those that are plain Nim or one heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SolvedCircle {
    /// CN(n, n - 1): all stacks equal.
    AllButOne,
    /// CN(4, 2): opposite stacks equal.
    Four,
    /// CN(5, 2): the circle reads M, b, c, d, b from a highest stack M on, and M + b = c + d.
    FiveTwo,
    /// CN(5, 3): the circle reads 0, x, a, b, x from an empty stack on, and x = a + b.
    FiveThree,
    /// CN(6, 3): every two neighbours have the same sum as the two opposite them.
    SixThree,
    /// CN(6, 4): the same, and a lowest stack has nim-sum 0 with the two stacks two places
    /// away.
    SixFour,
}

impl SolvedCircle {
    /// Returns the theorem for this many stacks, with moves on `k` of them.
    pub(crate) fn new(stacks: usize, k: usize) -> Option<SolvedCircle> {
        Some(match (stacks, k) {
            (4, 2) => SolvedCircle::Four,
            (5, 2) => SolvedCircle::FiveTwo,
            (5, 3) => SolvedCircle::FiveThree,
            (6, 3) => SolvedCircle::SixThree,
            (6, 4) => SolvedCircle::SixFour,
            _ if stacks == k + 1 && k >= 2 => SolvedCircle::AllButOne,
            _ => return None,
        })
    }

    /// Returns whether the mover loses.
    pub(crate) fn is_lost(self, stacks: &[u64]) -> bool {
        match self {
            SolvedCircle::AllButOne => stacks.iter().all(|&stack| stack == stacks[0]),
            SolvedCircle::Four => stacks[0] == stacks[2] && stacks[1] == stacks[3],
            SolvedCircle::FiveTwo => views(stacks).any(|view| {
                let highest = view.iter().all(|&stack| stack <= view[0]);
                highest && view[1] == view[4] && view[0] + view[1] == view[2] + view[3]
            }),
            SolvedCircle::FiveThree => views(stacks)
                .any(|view| view[0] == 0 && view[1] == view[4] && view[1] == view[2] + view[3]),
            SolvedCircle::SixThree => is_balanced(stacks),
            SolvedCircle::SixFour => {
                let lowest = stacks.iter().min();
                is_balanced(stacks)
                    && views(stacks)
                        .any(|view| Some(&view[0]) == lowest && view[0] ^ view[2] ^ view[4] == 0)
            }
        }
    }

    /// Returns a lost position that one move on `k` neighbours leads to.
    pub(crate) fn win(self, stacks: &[u64], k: usize) -> Option<Vec<u64>> {
        if self.is_lost(stacks) {
            return None;
        }
        match self {
            SolvedCircle::AllButOne => {
                stacks.iter().min().map(|&lowest| vec![lowest; stacks.len()])
            }
            SolvedCircle::Four => {
                let [a, b] = [stacks[0].min(stacks[2]), stacks[1].min(stacks[3])];
                Some(vec![a, b, a, b])
            }
            SolvedCircle::SixFour => views(stacks).zip(turns(6)).find_map(|(view, turn)| {
                let left = Blocks { view: &view, looks: MOST_BLOCKS }.search(0, u64::BITS - 1)?;
                Some(turned_back(&left, turn)).filter(|left| self.is_lost(left))
            }),
            SolvedCircle::FiveTwo | SolvedCircle::FiveThree | SolvedCircle::SixThree => {
                views(stacks).zip(turns(stacks.len())).find_map(|(view, turn)| {
                    self.corner(&view, k).map(|left| turned_back(&left, turn))
                })
            }
        }
    }

    /// Returns the equations of a lost position seen from its first stack: sums of stacks that
    /// must be 0.
    fn equations(self) -> &'static [&'static [i128]] {
        match self {
            SolvedCircle::FiveTwo => &[&[0, 1, 0, 0, -1], &[1, 1, -1, -1, 0]],
            SolvedCircle::FiveThree => &[&[1, 0, 0, 0, 0], &[0, 1, 0, 0, -1], &[0, 1, -1, -1, 0]],
            SolvedCircle::SixThree => &[&[1, 1, 0, -1, -1, 0], &[0, 1, 1, 0, -1, -1]],
            SolvedCircle::AllButOne | SolvedCircle::Four | SolvedCircle::SixFour => &[],
        }
    }

    /// Returns a lost position, seen from its first stack, that differs from the view in `k`
    /// neighbours only.
    ///
    /// The stacks that may change satisfy linear equations within bounds, so if there is a
    /// solution there is one at a corner, where enough of them are 0, untouched, or equal to a
    /// stack that may not change.
    fn corner(self, view: &[u64], k: usize) -> Option<Vec<u64>> {
        (0..view.len()).find_map(|start| {
            let open: Vec<usize> = (0..k).map(|after| (start + after) % view.len()).collect();
            let rows = self.equations().iter().map(|equation| row(equation, view, &open));
            let rows: Vec<Vec<i128>> = rows.collect();
            let fixed = (k..view.len()).map(|after| view[(start + after) % view.len()]);
            let fixed: Vec<u64> = fixed.collect();
            let sides: Vec<(usize, u64)> = open
                .iter()
                .enumerate()
                .flat_map(|(place, &stack)| {
                    let ends = [0, view[stack]].into_iter().chain(fixed.iter().copied());
                    ends.map(move |end| (place, end)).collect::<Vec<_>>()
                })
                .collect();
            self.meet(view, &open, &rows, &sides)
        })
    }

    /// Solves the equations together with the sides, adding one side at a time.
    fn meet(
        self,
        view: &[u64],
        open: &[usize],
        rows: &[Vec<i128>],
        sides: &[(usize, u64)],
    ) -> Option<Vec<u64>> {
        let side = |&(place, end): &(usize, u64)| {
            let mut row = vec![0; open.len() + 1];
            row[place] = 1;
            row[open.len()] = i128::from(end);
            row
        };
        let with = |more: &[&(usize, u64)]| {
            let rows = rows.iter().cloned().chain(more.iter().map(|more| side(more)));
            let found = solve(rows.collect(), open.len())?;
            let mut left = view.to_vec();
            for (&stack, size) in open.iter().zip(found) {
                left[stack] = u64::try_from(size).ok().filter(|&size| size <= view[stack])?;
            }
            self.is_lost(&left).then_some(left)
        };
        let pairs = || {
            sides.iter().enumerate().flat_map(|(at, a)| sides[at + 1..].iter().map(move |b| (a, b)))
        };
        with(&[])
            .or_else(|| sides.iter().find_map(|a| with(&[a])))
            .or_else(|| pairs().find_map(|(a, b)| with(&[a, b])))
    }
}

fn is_balanced(stacks: &[u64]) -> bool {
    (0..2).all(|at| stacks[at] + stacks[at + 1] == stacks[at + 3] + stacks[(at + 4) % 6])
}

/// The stack from which a circle is read, and whether it is read anticlockwise.
#[derive(Clone, Copy, Debug)]
struct Rotation {
    first: usize,
    mirrored: bool,
}

impl Rotation {
    fn place(self, at: usize, stacks: usize) -> usize {
        let at = if self.mirrored { stacks - at } else { at };
        (self.first + at) % stacks
    }
}

fn turns(stacks: usize) -> impl Iterator<Item = Rotation> {
    (0..stacks).flat_map(|first| [false, true].map(|mirrored| Rotation { first, mirrored }))
}

/// Returns the circle as seen from each stack in both directions.
fn views(stacks: &[u64]) -> impl Iterator<Item = Vec<u64>> + '_ {
    let count = stacks.len();
    turns(count).map(move |turn| (0..count).map(|at| stacks[turn.place(at, count)]).collect())
}

fn turned_back(view: &[u64], turn: Rotation) -> Vec<u64> {
    let mut stacks = vec![0; view.len()];
    for (at, &stack) in view.iter().enumerate() {
        stacks[turn.place(at, view.len())] = stack;
    }
    stacks
}

/// Returns an equation with the stacks that may not change moved to the right side.
fn row(equation: &[i128], view: &[u64], open: &[usize]) -> Vec<i128> {
    let fixed = (0..view.len()).filter(|place| !open.contains(place));
    let right: i128 = fixed.map(|place| -equation[place] * i128::from(view[place])).sum();
    open.iter().map(|&place| equation[place]).chain([right]).collect()
}

/// Returns the solution of linear equations in this many unknowns, if there is exactly one and
/// it is integral. The coefficients are 0, 1 and -1, so no number grows beyond a few times the
/// largest stack.
fn solve(mut rows: Vec<Vec<i128>>, unknowns: usize) -> Option<Vec<i128>> {
    for column in 0..unknowns {
        let pivot = (column..rows.len()).find(|&at| rows[at][column] != 0)?;
        rows.swap(column, pivot);
        let pivot = rows[column].clone();
        for (at, row) in rows.iter_mut().enumerate() {
            let factor = row[column];
            if at != column && factor != 0 {
                for (value, by) in row.iter_mut().zip(&pivot) {
                    *value = *value * pivot[column] - by * factor;
                }
            }
        }
    }
    if rows[unknowns..].iter().any(|row| row[unknowns] != 0) {
        return None;
    }
    let divide = |at: usize| {
        let (value, by) = (rows[at][unknowns], rows[at][at]);
        (value % by == 0).then(|| value / by)
    };
    (0..unknowns).map(divide).collect()
}

/// The most blocks of sizes looked at for one view of CN(6, 4).
const MOST_BLOCKS: u32 = 20_000;

/// The search for a move on the first four of six stacks to a lost position in which the
/// second, the fourth and the sixth stack have nim-sum 0. The second stack t decides the
/// others: the fourth is t XOR the sixth, the third is fifth plus sixth minus t, and the first
/// balances them. So t is searched, by blocks of numbers with the same leading digits.
struct Blocks<'a> {
    view: &'a [u64],
    looks: u32,
}

impl Blocks<'_> {
    /// Looks at the `2^digits` numbers from `first` on.
    fn search(&mut self, first: u64, digits: u32) -> Option<Vec<u64>> {
        self.looks = self.looks.checked_sub(1)?;
        if !self.possible(first, digits) {
            return None;
        }
        if digits == 0 {
            return self.left(first);
        }
        let half = 1u64 << (digits - 1);
        self.search(first, digits - 1).or_else(|| self.search(first + half, digits - 1))
    }

    /// Returns whether the stacks that belong to some t of the block are within bounds.
    fn possible(&self, first: u64, digits: u32) -> bool {
        let [a, b, c, d, e, f] = self.view[..] else { return false };
        let wide = |number: u64| i128::from(number);
        let last = (1i128 << digits) - 1;
        let (low, high) = (wide(first), wide(first) + last);
        let fourth = wide((first ^ f) >> digits << digits);
        // The second and the fourth stack, and the two that their difference determines, must
        // be within bounds.
        let second_fits = low <= wide(b);
        let fourth_fits = fourth <= wide(d);
        let third_fits = wide(e) + wide(f) - high <= wide(c) && wide(e) + wide(f) - low >= 0;
        let first_stack = (fourth + wide(e) - high, fourth + last + wide(e) - low);
        let first_fits = first_stack.0 <= wide(a) && first_stack.1 >= 0;
        // One of the three stacks with nim-sum 0 must be a lowest one.
        let lowest = low.min(fourth).min(wide(f));
        let others = wide(e).min(first_stack.1).min(wide(e) + wide(f) - low);
        second_fits && fourth_fits && third_fits && first_fits && lowest <= others
    }

    fn left(&self, second: u64) -> Option<Vec<u64>> {
        let &[a, b, c, d, e, f] = self.view else { return None };
        let fourth = second ^ f;
        let third = (e + f).checked_sub(second)?;
        let first = (fourth + e).checked_sub(second)?;
        let fits = first <= a && second <= b && third <= c && fourth <= d;
        let left = vec![first, second, third, fourth, e, f];
        (fits && SolvedCircle::SixFour.is_lost(&left)).then_some(left)
    }
}
