//! Node Kayles: the connected components are the parts. A path is a heap of Dawson's Chess
//! 0.137 in both endings, and a cycle is one move away from a path; the values of complete
//! graphs and stars are known at once. (Schaefer 1978; Bodlaender and Kratsch 2002.)

use rules::{Element, Ending, NodeKayles, Present, ones};

use crate::engine::components::components;
use crate::engine::game::{KnownPart, SearchGame};
use crate::engine::pair::mex;
use crate::engine::sums::{SumOf, Sums, Theorem};
use crate::engine::symmetry::{Involution, Symmetric, by_symmetry};
use crate::heaps::heap_game::HeapGame;
use crate::heaps::heap_moves::HeapMoves;
use crate::misere::known::octal_quotient;
use crate::{Budget, Exhausted, Quotient};

/// The graph with the tables of paths.
#[derive(Debug)]
pub(crate) struct NodeKaylesParts {
    rules: NodeKayles,
    paths: HeapGame,
    involutions: Vec<Involution>,
}

/// Returns the theory of a graph.
pub(super) fn theory(rules: NodeKayles) -> Sums<NodeKaylesParts> {
    let paths = HeapGame::new(HeapMoves::octal(vec![0, 1, 3, 7]), octal_quotient("0.137"));
    let related = |a: u32, b: u32| rules.near(a) >> b & 1 == 1;
    let involutions = Involution::all_that_keep(rules.vertices() as u32, related);
    Sums::new(NodeKaylesParts { rules, paths, involutions })
}

/// The shape of a component.
enum NodeKaylesKind {
    Path,
    Cycle,
    Complete,
    /// A centre with this many leaves.
    Star(u64),
    Other,
}

impl NodeKaylesParts {
    fn split(&self, vertices: u128, parts: &mut Vec<u128>) {
        parts.extend(components(vertices, |vertex| self.rules.near(vertex)));
    }

    fn kind(&self, part: u128) -> NodeKaylesKind {
        let size = u64::from(part.count_ones());
        let degree = |vertex| u64::from((self.rules.near(vertex) & part).count_ones()) - 1;
        let (most, least, sum) = ones(part).map(degree).fold((0, u64::MAX, 0), |all, degree| {
            (degree.max(all.0), degree.min(all.1), degree + all.2)
        });
        match () {
            () if most <= 2 && sum + 2 == 2 * size => NodeKaylesKind::Path,
            () if least + 1 == size => NodeKaylesKind::Complete,
            () if most == 2 && least == 2 => NodeKaylesKind::Cycle,
            () if most + 1 == size && sum == 2 * most => NodeKaylesKind::Star(most),
            () => NodeKaylesKind::Other,
        }
    }
}

impl SearchGame for NodeKaylesParts {
    /// A connected set of vertices.
    type Part = u128;
    type Step = u32;

    /// Vertices with many neighbours come first.
    fn steps<'a>(&'a self, part: &'a u128) -> impl Iterator<Item = u32> + 'a {
        let mut steps: Vec<u32> = ones(*part).collect();
        let left = |vertex: u32| (part & !self.rules.near(vertex)).count_ones();
        steps.sort_by_key(|&vertex| left(vertex));
        steps.into_iter()
    }

    fn play(&self, part: &u128, vertex: &u32, parts: &mut Vec<u128>) {
        self.split(part & !self.rules.near(*vertex), parts);
    }

    fn size(&self, part: &u128) -> u64 {
        part.count_ones().into()
    }

    fn known(&self, part: &u128) -> KnownPart {
        let size = self.size(part);
        let path = |size: u64| self.paths.known(&size).nimber;
        let nimber = match self.kind(*part) {
            NodeKaylesKind::Path => return self.paths.known(&size),
            NodeKaylesKind::Cycle => path(size - 3).map(|left| mex([left].into_iter())),
            NodeKaylesKind::Complete => Some(1),
            // Taking the centre takes all; taking a leaf takes the centre too and leaves the
            // other leaves.
            NodeKaylesKind::Star(leaves) => {
                let others = u64::from(leaves.is_multiple_of(2));
                Some(mex([0, others].into_iter()))
            }
            NodeKaylesKind::Other => None,
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

impl SumOf for NodeKaylesParts {
    type Rules = NodeKayles;

    const PARTS: &'static str = "components";

    fn rules(&self) -> &NodeKayles {
        &self.rules
    }

    fn parts(&self, position: &Present) -> Vec<u128> {
        let mut parts = Vec::new();
        self.split(position.bits(), &mut parts);
        parts
    }

    fn prepare(
        &mut self,
        ending: Ending,
        parts: &[u128],
        budget: &mut Budget<'_>,
    ) -> Result<(), Exhausted> {
        let largest = parts.iter().map(|part| self.size(part)).max().unwrap_or(0);
        self.paths.reach(ending, largest, budget)
    }

    fn theorem(
        &self,
        ending: Ending,
        position: &Present,
        budget: &mut Budget<'_>,
    ) -> Option<Theorem<Element>> {
        by_symmetry(self, ending, position, budget)
    }
}

impl Symmetric for NodeKaylesParts {
    fn involutions(&self) -> &[Involution] {
        &self.involutions
    }

    /// A vertex and its image can both be chosen, one after the other, unless they are
    /// neighbours.
    fn all_answered(&self, position: &Present, opposite: &Involution) -> bool {
        position.present.iter().all(|&vertex| {
            let image = opposite.image(vertex);
            self.rules.near(vertex as u32) >> image & 1 == 0
        })
    }

    fn restoring(
        &self,
        position: &Present,
        _: &[u64],
        opposite: &Involution,
        _: &mut Budget<'_>,
    ) -> Vec<Element> {
        let present = position.bits();
        let left = |vertex: u32| present & !self.rules.near(vertex);
        opposite.kept_by_one(present, left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::agree;
    use crate::theory::Theory;

    #[test]
    fn small_graphs_agree_with_plain_recursion() {
        let pairs: Vec<(u64, u64)> = (0..6).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        for set in (0..1u32 << pairs.len()).filter(|set| set % 37 == 3) {
            let edges = pairs.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
            let graph = NodeKayles::new(6, edges.map(|(_, &edge)| edge).collect()).unwrap();
            agree(&mut theory(graph), [63, 31, 45].map(Present::from_bits));
        }
    }

    #[test]
    fn graphs_of_a_kind_agree_with_plain_recursion() {
        for n in 3..=11 {
            let path: Vec<_> = (1..n).map(|v| (v - 1, v)).collect();
            let cycle = [path.clone(), vec![(0, n - 1)]].concat();
            let complete = (0..n).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
            let star = (1..n).map(|v| (0, v)).collect();
            let ladder = (0..n / 2).flat_map(|v| [(2 * v, 2 * v + 1), (2 * v, 2 * v + 2)]);
            let ladder = ladder.filter(|&(_, b)| b < n).collect();
            for edges in [path, cycle, complete, star, ladder] {
                let graph = NodeKayles::new(n, edges).unwrap();
                agree(&mut theory(graph), [Present::from_bits((1 << n) - 1)]);
            }
        }
    }

    #[test]
    fn paths_cycles_stars_and_complete_graphs_need_no_search() {
        let path: Vec<_> = (1..100).map(|v| (v - 1, v)).collect();
        let cycle = [path.clone(), vec![(0, 99)]].concat();
        let star = (1..100).map(|v| (0, v)).collect();
        let complete = (0..40).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        for edges in [path, cycle, star, complete] {
            let graph = NodeKayles::new(100, edges).unwrap();
            let budget = &mut Budget::positions(500);
            let all = Present::from_bits((1 << 100) - 1);
            assert!(theory(graph).outcome(Ending::Normal, &all, budget).is_ok());
        }
    }
}
