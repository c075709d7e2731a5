//! Nim on graphs: the connected components are the parts.

use rules::{Ending, Graph, Places, Present, Removal, ones};

use crate::engine::below::{Below, cost_of_subsets, decide_subsets};
use crate::engine::components::components;
use crate::engine::game::{KnownPart, SearchGame};
use crate::engine::pair::mex;
use crate::engine::sums::{SumOf, Sums, Theorem};
use crate::engine::symmetry::{Involution, Symmetric, by_symmetry};
use crate::heaps::heap_game::HeapGame;
use crate::heaps::heap_moves::HeapMoves;
use crate::misere::known::octal_quotient;
use crate::{Budget, Exhausted, Quotient};

/// The most removals that are tried as the first move of a mirrored game.
const MOST_FIRST: usize = 500;

/// The rules with the tables of paths.
#[derive(Debug)]
pub(crate) struct GraphParts {
    rules: Graph,
    paths: HeapGame,
    involutions: Vec<Involution>,
}

/// Returns the theory of a graph.
pub(super) fn theory(rules: Graph) -> Sums<GraphParts> {
    let taken = sizes(&rules, rules.vertices());
    let quotient = match (*taken.start(), *taken.end()) {
        (1, 2) => octal_quotient("0.77"),
        (1, 3) => octal_quotient("0.777"),
        (2, 2) => octal_quotient("0.07"),
        _ => None,
    };
    let digit = |take: u64| if taken.contains(&take) { 7 } else { 0 };
    let moves = HeapMoves::octal((0..=rules.vertices()).map(digit).collect());
    let paths = HeapGame::new(moves, quotient);
    let related = |a: u32, b: u32| rules.neighbours(a) >> b & 1 == 1;
    let involutions = Involution::all_that_keep(rules.vertices() as u32, related);
    Sums::new(GraphParts { rules, paths, involutions })
}

/// Returns how many vertices a move can remove from a path or cycle of this length. A star
/// there has at most three vertices.
fn sizes(rules: &Graph, length: u64) -> std::ops::RangeInclusive<u64> {
    match rules.rule() {
        Removal::Connected { min, max } => min.into()..=length.min(max.into()),
        Removal::Star => 1..=length.min(3),
    }
}

impl GraphParts {
    fn degree(&self, vertex: u32, part: u128) -> u32 {
        (self.rules.neighbours(vertex) & part).count_ones()
    }

    /// Adds the components of these vertices that have a move to `parts`.
    fn split(&self, vertices: u128, parts: &mut Vec<u128>) {
        let least = *sizes(&self.rules, 1).start();
        let all = components(vertices, |vertex| self.rules.neighbours(vertex));
        parts.extend(all.filter(|part| u64::from(part.count_ones()) >= least));
    }
}

impl SearchGame for GraphParts {
    /// A connected set of vertices.
    type Part = u128;
    type Step = u128;

    /// A cycle becomes paths that differ only in length, so one of each length is enough.
    fn steps<'a>(&'a self, part: &'a u128) -> impl Iterator<Item = u128> + 'a {
        let is_cycle = self.kind(*part) == GraphKind::Cycle;
        let from_cycle = is_cycle.then(|| self.runs_of_cycle(*part));
        let others = (!is_cycle).then(|| self.rules.unsorted_removals(*part));
        from_cycle.into_iter().flatten().chain(others.into_iter().flatten())
    }

    fn play(&self, part: &u128, removed: &u128, parts: &mut Vec<u128>) {
        self.split(part & !removed, parts);
    }

    fn size(&self, part: &u128) -> u64 {
        part.count_ones().into()
    }

    /// Paths are heaps of an octal game in both endings, cycles become paths, and in a
    /// complete graph only the number of vertices counts.
    fn known(&self, part: &u128) -> KnownPart {
        let size = self.size(part);
        let path = |size: u64| self.paths.known(&size);
        let nimber = match self.kind(*part) {
            GraphKind::Path => return path(size),
            GraphKind::Cycle => {
                let left = sizes(&self.rules, size).map(|taken| path(size - taken).nimber);
                left.collect::<Option<Vec<u64>>>().map(|values| mex(values.into_iter()))
            }
            GraphKind::Complete => Some(self.complete(size)),
            GraphKind::Other => None,
        };
        KnownPart { nimber, ..KnownPart::default() }
    }

    fn quotient(&self) -> Option<&Quotient> {
        self.paths.quotient()
    }

    fn edition(&self) -> u32 {
        self.paths.edition()
    }
}

/// The shape of a component.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GraphKind {
    Path,
    Cycle,
    Complete,
    Other,
}

impl GraphParts {
    /// Returns one run of neighbours in a cycle for each number of vertices that a move may
    /// remove.
    fn runs_of_cycle(&self, cycle: u128) -> impl Iterator<Item = u128> + '_ {
        let length = self.size(&cycle);
        let mut row = cycle & cycle.wrapping_neg();
        let grow = move |size| {
            while self.size(&row) < size {
                let near = ones(row).fold(0, |near, vertex| near | self.rules.neighbours(vertex));
                let next = near & cycle & !row;
                row |= next & next.wrapping_neg();
            }
            row
        };
        sizes(&self.rules, length).map(grow)
    }

    fn kind(&self, part: u128) -> GraphKind {
        let size = part.count_ones();
        let degrees = ones(part).map(|vertex| self.degree(vertex, part));
        let (most, least, sum) = degrees.fold((0, u32::MAX, 0), |all, degree| {
            (degree.max(all.0), degree.min(all.1), degree + all.2)
        });
        match () {
            () if most <= 2 && sum + 2 == 2 * size => GraphKind::Path,
            () if most == 2 && least == 2 => GraphKind::Cycle,
            () if least + 1 == size => GraphKind::Complete,
            () => GraphKind::Other,
        }
    }
}

impl GraphParts {
    /// Returns the value of the complete graph with this many vertices.
    fn complete(&self, vertices: u64) -> u64 {
        match self.rules.rule() {
            Removal::Star => vertices,
            // When `min` to `max` are taken from a heap, each value occurs `min` times in a
            // row.
            Removal::Connected { min, max } => {
                vertices % (u64::from(min) + u64::from(max)) / u64::from(min)
            }
        }
    }
}

impl SumOf for GraphParts {
    type Rules = Graph;

    const PARTS: &'static str = "components";

    fn rules(&self) -> &Graph {
        &self.rules
    }

    fn parts(&self, position: &Present) -> Vec<u128> {
        let mut parts = Vec::new();
        self.split(position.bits(), &mut parts);
        parts
    }

    /// In order, thousands of large sets would be listed and sorted before the first is tried.
    fn moves<'a>(rules: &'a Graph, position: &'a Present) -> impl Iterator<Item = Places> + 'a {
        rules.unsorted_removals(position.bits()).map(places)
    }

    fn cost_below(&self, ending: Ending, position: &Present) -> Option<u64> {
        cost_of_subsets(&self.rules, ending, position)
    }

    /// Vertices that may be removed together may be removed together in any larger graph too.
    fn decide_below(
        &self,
        ending: Ending,
        position: &Present,
        budget: &mut Budget<'_>,
    ) -> Result<Box<dyn Below<Present>>, Exhausted> {
        decide_subsets(&self.rules, ending, position, budget)
    }

    fn theorem(
        &self,
        ending: Ending,
        position: &Present,
        budget: &mut Budget<'_>,
    ) -> Option<Theorem<Places>> {
        by_symmetry(self, ending, position, budget)
    }

    /// In misère play the tables are only built for parts that are paths or become paths with
    /// one move: tables for other paths might cost more than the search that meets them.
    fn prepare(
        &mut self,
        ending: Ending,
        parts: &[u128],
        budget: &mut Budget<'_>,
    ) -> Result<(), Exhausted> {
        let is_path =
            |part: &&u128| matches!(self.kind(**part), GraphKind::Path | GraphKind::Cycle);
        let longest = match ending {
            Ending::Normal => self.rules.vertices(),
            Ending::Misere => {
                parts.iter().filter(is_path).map(|part| self.size(part)).max().unwrap_or(0)
            }
        };
        self.paths.reach(ending, longest, budget)
    }
}

impl GraphParts {
    /// Returns the vertices that one removal may take together with this one, judged by its
    /// largest size only; its least size is ignored.
    fn within_one_removal(&self, vertex: u32, present: u128) -> u128 {
        let steps = match self.rules.rule() {
            Removal::Connected { max, .. } => max - 1,
            Removal::Star => 2,
        };
        let (mut near, mut latest) = (1u128 << vertex, 1u128 << vertex);
        for _ in 0..steps {
            let next = ones(latest).fold(0, |all, one| all | self.rules.neighbours(one));
            latest = next & present & !near;
            if latest == 0 {
                break;
            }
            near |= latest;
        }
        near
    }
}

impl Symmetric for GraphParts {
    fn involutions(&self) -> &[Involution] {
        &self.involutions
    }

    /// A removal can only overlap its image where it takes a vertex and its opposite.
    fn all_answered(&self, position: &Present, opposite: &Involution) -> bool {
        let present = position.bits();
        ones(present).all(|vertex| {
            let image = opposite.image(vertex.into());
            self.within_one_removal(vertex, present) >> image & 1 == 0
        })
    }

    fn restoring(
        &self,
        position: &Present,
        odd: &[u64],
        opposite: &Involution,
        budget: &mut Budget<'_>,
    ) -> Vec<Places> {
        if !odd.is_empty() {
            return vec![Places(odd.to_vec())];
        }
        // A vertex that is its own image has to be removed.
        let fixed = position.present.iter().filter(|&&vertex| opposite.image(vertex) == vertex);
        if matches!(self.rules.rule(), Removal::Connected { max, .. } if fixed.count() > max as usize)
        {
            return Vec::new();
        }
        let removals = self.rules.unsorted_removals(position.bits()).take(MOST_FIRST);
        let removals = removals.take_while(|_| budget.spend().is_ok());
        removals.filter(|&set| opposite.image_of_set(set) == set).map(places).collect()
    }
}

fn places(set: u128) -> Places {
    Places(ones(set).map(u64::from).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::agree;
    use crate::{Outcome, Theory};

    fn rules() -> impl Iterator<Item = Removal> {
        let sizes = [(1, 1), (1, 2), (2, 2), (1, 3), (2, 3), (1, 7), (2, 7)];
        sizes.map(|(min, max)| Removal::Connected { min, max }).into_iter().chain([Removal::Star])
    }

    #[test]
    fn small_graphs_agree_with_plain_recursion() {
        let pairs: Vec<(u64, u64)> = (0..5).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        for rule in rules() {
            for set in (0..1u32 << pairs.len()).filter(|set| set % 11 == 3) {
                let edges = pairs.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
                let graph = Graph::new(5, edges.map(|(_, &edge)| edge).collect(), rule).unwrap();
                agree(&mut theory(graph), [31, 15, 22].map(Present::from_bits));
            }
        }
    }

    #[test]
    fn paths_cycles_and_complete_graphs_agree_with_plain_recursion() {
        for rule in rules() {
            for n in 3..=7 {
                let path: Vec<_> = (1..n).map(|v| (v - 1, v)).collect();
                let cycle = [path.clone(), vec![(0, n - 1)]].concat();
                let complete = (0..n).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
                for edges in [path, cycle, complete] {
                    let graph = Graph::new(n, edges, rule).unwrap();
                    agree(&mut theory(graph), [Present::from_bits((1 << n) - 1)]);
                }
            }
        }
    }

    /// The graphs are larger than a first search reaches, so that all subsets are decided
    /// together; in some of them no removal is possible.
    #[test]
    fn graphs_decided_together_agree_with_plain_recursion() {
        let ring = (0..11).map(|v| (v, (v + 1) % 11));
        let edges: Vec<_> = ring.chain((0..11).map(|v| (v, (v + 4) % 11))).collect();
        let mut together = 0;
        for rule in rules() {
            // Bounds between the small ones and those without effect allow too many moves for
            // values here.
            if matches!(rule, Removal::Connected { max: 5..=10, .. }) {
                continue;
            }
            let graph = Graph::new(11, edges.clone(), rule).unwrap();
            let mut theory = theory(graph);
            let all = (0..1u128 << 11).rev().step_by(5);
            agree(&mut theory, all.map(Present::from_bits));
            together += usize::from(theory.has_decided_together(Ending::Misere));
        }
        assert!(together >= 4, "{together}");
    }

    #[test]
    fn a_long_path_is_a_row_of_kayles() {
        let edges = (1..128).map(|v| (v - 1, v)).collect();
        let graph = Graph::new(128, edges, Removal::Connected { min: 1, max: 2 }).unwrap();
        let whole = Present::from_bits(u128::MAX);
        let verdict = theory(graph).verdict(Ending::Normal, &whole, &mut Budget::positions(10_000));
        assert_eq!((verdict.outcome, verdict.grundy), (Some(Outcome::N), Some(1)));
    }

    /// In misère play too, by the quotient of Kayles; rings are like circles of objects.
    #[test]
    fn paths_and_rings_are_looked_up_in_misere_play() {
        let path = (1..128).map(|v| (v - 1, v)).collect();
        let kayles = Graph::new(128, path, Removal::Connected { min: 1, max: 2 }).unwrap();
        let mut kayles = theory(kayles);
        let mut row = |places: std::ops::Range<u32>| {
            let bits = places.fold(0, |bits, place| bits | 1u128 << place);
            let mut budget = Budget::positions(200);
            kayles.verdict(Ending::Misere, &Present::from_bits(bits), &mut budget).outcome
        };
        let lost = (1..=128).filter(|&length| row(0..length) == Some(Outcome::P));
        assert_eq!(lost.collect::<Vec<_>>(), [1, 4, 9, 12, 20]);
        for length in 3..=24 {
            let ring = (0..length).map(|v| (v, (v + 1) % length)).collect();
            let ring = Graph::new(length, ring, Removal::Connected { min: 1, max: 2 }).unwrap();
            let whole = Present::from_bits((1 << length) - 1);
            let verdict =
                theory(ring).verdict(Ending::Misere, &whole, &mut Budget::positions(20_000));
            // The same lengths as in a circle of single objects.
            let won = [3, 5, 6, 10, 11, 13, 14, 21, 22].contains(&length);
            assert_eq!(verdict.outcome, Some(Outcome::from_win(won)), "{length}");
        }
    }
}
