//! Nim on graphs: the connected components are parts.

use rules::{Ending, Graph, Places, Present, Removal, ones};

use crate::engine::below::{Below, cost_of_subsets, decide_subsets};
use crate::engine::components::components;
use crate::engine::game::{Game, Known};
use crate::engine::pair::mex;
use crate::engine::sums::{SumOf, Sums, Theorem};
use crate::engine::symmetry::{Involution, Symmetric, by_symmetry};
use crate::heaps::heap_moves::HeapMoves;
use crate::heaps::heap_values::HeapValues;
use crate::{Budget, Exhausted};

/// Removals that are tried as the first of a mirrored game.
const MOST_FIRST: usize = 500;

/// The rules with the values of paths.
#[derive(Debug)]
pub(crate) struct Components {
    rules: Graph,
    paths: HeapValues,
    involutions: Vec<Involution>,
}

/// The theory of a graph.
pub(super) fn theory(rules: Graph) -> Sums<Components> {
    let digit = |take: u64| if sizes(&rules, rules.vertices()).contains(&take) { 7 } else { 0 };
    let paths = HeapValues::new(HeapMoves::octal((0..=rules.vertices()).map(digit).collect()));
    let related = |a: u32, b: u32| rules.neighbours(a) >> b & 1 == 1;
    let involutions = Involution::all_that_keep(rules.vertices() as u32, related);
    Sums::new(Components { rules, paths, involutions })
}

/// How many vertices a move can remove from a path or cycle of this length. A
/// star there is at most three neighbours.
fn sizes(rules: &Graph, length: u64) -> std::ops::RangeInclusive<u64> {
    match rules.rule() {
        Removal::Connected { min, max } => min.into()..=length.min(max.into()),
        Removal::Star => 1..=length.min(3),
    }
}

impl Components {
    fn degree(&self, vertex: u32, part: u128) -> u32 {
        (self.rules.neighbours(vertex) & part).count_ones()
    }

    /// The components of these vertices that have a move.
    fn split(&self, vertices: u128, parts: &mut Vec<u128>) {
        let least = *sizes(&self.rules, 1).start();
        let all = components(vertices, |vertex| self.rules.neighbours(vertex));
        parts.extend(all.filter(|part| u64::from(part.count_ones()) >= least));
    }
}

impl Game for Components {
    /// A connected set of vertices.
    type Part = u128;
    type Step = u128;

    fn steps<'a>(&'a self, part: &'a u128) -> impl Iterator<Item = u128> + 'a {
        self.rules.removals(*part)
    }

    fn play(&self, part: &u128, removed: &u128, parts: &mut Vec<u128>) {
        self.split(part & !removed, parts);
    }

    fn size(&self, part: &u128) -> u64 {
        part.count_ones().into()
    }

    /// Paths are heaps of an octal game, cycles become paths, and of a complete
    /// graph only the number of vertices counts.
    fn known(&self, part: &u128) -> Known {
        let length = u64::from(part.count_ones());
        let (most, least, sum) =
            ones(*part).fold((0, u32::MAX, 0), |(most, least, sum), vertex| {
                let degree = self.degree(vertex, *part);
                (most.max(degree), least.min(degree), sum + u64::from(degree))
            });
        let path = |length: u64| if length == 0 { Some(0) } else { self.paths.get(length) };
        let nimber = if most <= 2 && sum + 2 == 2 * length {
            path(length)
        } else if most == 2 && least == 2 {
            let left = sizes(&self.rules, length).map(|size| path(length - size));
            left.collect::<Option<Vec<u64>>>().map(|values| mex(values.into_iter()))
        } else if u64::from(least) + 1 == length {
            Some(self.complete(length))
        } else {
            None
        };
        Known { nimber, ..Known::default() }
    }
}

impl Components {
    /// The value of the complete graph with this many vertices.
    fn complete(&self, vertices: u64) -> u64 {
        match self.rules.rule() {
            Removal::Star => vertices,
            // Taking `min` to `max` from a heap: min of each value in turn.
            Removal::Connected { min, max } => {
                vertices % (u64::from(min) + u64::from(max)) / u64::from(min)
            }
        }
    }
}

impl SumOf for Components {
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

    fn cost_below(&self, ending: Ending, position: &Present) -> Option<u64> {
        cost_of_subsets(&self.rules, ending, position)
    }

    /// Vertices that may be removed together may be so in any larger graph.
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

    fn prepare(
        &mut self,
        ending: Ending,
        _: &[u128],
        budget: &mut Budget<'_>,
    ) -> Result<(), Exhausted> {
        match ending {
            Ending::Normal => self.paths.reach(self.rules.vertices(), budget),
            Ending::Misere => Ok(()),
        }
    }
}

impl Components {
    /// The vertices that one removal can take together with this one, if a set of the
    /// least size is large enough.
    fn within_one_removal(&self, vertex: u32, present: u128) -> u128 {
        let steps = match self.rules.rule() {
            Removal::Connected { max, .. } => max - 1,
            Removal::Star => 2,
        };
        let mut near = 1u128 << vertex;
        for _ in 0..steps {
            let next = ones(near).fold(near, |all, one| all | self.rules.neighbours(one)) & present;
            if next == near {
                break;
            }
            near = next;
        }
        near
    }
}

impl Symmetric for Components {
    fn involutions(&self) -> &[Involution] {
        &self.involutions
    }

    /// A removal and its image meet where it takes a vertex and the one opposite.
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
        // A place that stays where it is has to go.
        let fixed = position.present.iter().filter(|&&vertex| opposite.image(vertex) == vertex);
        if matches!(self.rules.rule(), Removal::Connected { max, .. } if fixed.count() > max as usize)
        {
            return Vec::new();
        }
        let removals = self.rules.removals(position.bits()).take(MOST_FIRST);
        let removals = removals.take_while(|_| budget.spend().is_ok());
        let whole = removals.filter(|&set| opposite.of_set(set) == set);
        whole.map(|set| Places(ones(set).map(u64::from).collect())).collect()
    }
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

    /// Larger than a first search reaches, so that all are decided together; in
    /// some of them nothing is left that could be moved.
    #[test]
    fn graphs_decided_together_agree_with_plain_recursion() {
        let ring = (0..11).map(|v| (v, (v + 1) % 11));
        let edges: Vec<_> = ring.chain((0..11).map(|v| (v, (v + 4) % 11))).collect();
        let mut together = 0;
        for rule in rules() {
            let Ok(graph) = Graph::new(11, edges.clone(), rule) else { continue };
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
}
