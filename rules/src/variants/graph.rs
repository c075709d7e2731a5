//! Nim on a graph: a move removes vertices. The rule says which sets may be removed: connected
//! ones of a given size (one or two is Kayles on a graph, two is Arc Kayles, Schaefer 1978),
//! or stars.

mod growing;
mod removals;

use serde::{Deserialize, Serialize};

use crate::position::present::{MAX_PRESENT, ones, reached};
use crate::presets::{Catalogue, Preset};
use crate::{Places, Present, Refusal, Rules};

/// The most edges of a graph: a third of the most that 128 vertices can have; they take half a
/// message.
const MAX_EDGES: usize = 3_000;

/// The largest bound on the size of connected sets for which they are made in order: that
/// needs to know whether a few scattered vertices can still be joined within the bound, which
/// gets hard. For larger bounds the sets are grown, and sorted afterwards.
const MAX_BOUND: u64 = 4;

/// The most moves that are counted one by one: finding the next set takes up to half a
/// microsecond, so this is at most five milliseconds, like [`MAX_COUNTED_MOVES`](crate::MAX_COUNTED_MOVES)
/// for other variants.
const MAX_COUNTED: u64 = 10_000;

/// A graph, and which of its vertices a move may remove together.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "UncheckedGraph", into = "UncheckedGraph")]
pub struct Graph {
    params: UncheckedGraph,
    /// For each vertex, its neighbours.
    neighbours: Vec<u128>,
    rule: Removal,
}

/// What a move removes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Removal {
    /// A connected set of `min` to `max` vertices.
    Connected {
        /// The fewest vertices of a move, at least 1.
        min: u32,
        /// The most vertices of a move.
        max: u32,
    },
    /// One vertex together with any of its neighbours.
    Star,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct UncheckedGraph {
    vertices: u64,
    edges: Vec<(u64, u64)>,
    rule: RuleName,
    #[serde(default, rename = "graph", skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    min: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum RuleName {
    Connected,
    Star,
}

impl Graph {
    /// Creates a graph with these edges, and its rule.
    ///
    /// # Errors
    /// When there are more than 128 vertices or 3,000 edges, an edge does not
    /// join two of the vertices, or the sizes make no rule.
    pub fn new(vertices: u64, edges: Vec<(u64, u64)>, rule: Removal) -> Result<Graph, Refusal> {
        let (rule, min, max) = match rule {
            Removal::Star => (RuleName::Star, None, None),
            Removal::Connected { min, max } => {
                (RuleName::Connected, Some(min.into()), Some(max.into()))
            }
        };
        Graph::try_from(UncheckedGraph { vertices, edges, rule, name: None, min, max })
    }

    /// Returns which sets a move removes.
    pub fn rule(&self) -> Removal {
        self.rule
    }

    /// Returns how many vertices there were at first.
    pub fn vertices(&self) -> u64 {
        self.params.vertices
    }

    /// Returns the vertices that share an edge with this one, which exists.
    pub fn neighbours(&self, vertex: u32) -> u128 {
        self.neighbours[vertex as usize]
    }

    /// Returns the vertices of `within` that can be reached from the lowest of `seed` inside
    /// `within`; both as bits.
    pub fn component(&self, seed: u128, within: u128) -> u128 {
        reached(seed & seed.wrapping_neg(), within, |vertex| self.neighbours(vertex))
    }
}

impl TryFrom<UncheckedGraph> for Graph {
    type Error = Refusal;

    fn try_from(params: UncheckedGraph) -> Result<Graph, Refusal> {
        Refusal::above("vertices", params.vertices, MAX_PRESENT)?;
        Refusal::above("edges", params.edges.len() as u64, MAX_EDGES as u64)?;
        let bad = |why: &str| Err(Refusal::BadParams(why.to_owned()));
        let rule = match (params.rule, params.min, params.max) {
            (RuleName::Star, None, None) => Removal::Star,
            (RuleName::Star, ..) => return bad("a star has no size"),
            (RuleName::Connected, Some(min), Some(max)) => connected(min, max)?,
            (RuleName::Connected, ..) => return bad("connected sets need min and max"),
        };
        let neighbours = adjacency(params.vertices, &params.edges)?;
        Ok(Graph { params, neighbours, rule })
    }
}

/// Returns, for each of at most 128 vertices, those that share an edge with it, as bits.
pub(super) fn adjacency(vertices: u64, edges: &[(u64, u64)]) -> Result<Vec<u128>, Refusal> {
    let mut near = vec![0; vertices as usize];
    for &(a, b) in edges {
        if a == b || a.max(b) >= vertices {
            let why = "an edge joins two different vertices";
            return Err(Refusal::BadParams(why.to_owned()));
        }
        near[a as usize] |= 1 << b;
        near[b as usize] |= 1 << a;
    }
    Ok(near)
}

fn connected(min: u64, max: u64) -> Result<Removal, Refusal> {
    Refusal::below("min", min, 1)?;
    Refusal::below("max", max, min)?;
    // A bound above the number of vertices has no effect.
    let size = |size: u64| size.min(MAX_PRESENT + 1) as u32;
    Ok(Removal::Connected { min: size(min), max: size(max) })
}

impl From<Graph> for UncheckedGraph {
    fn from(graph: Graph) -> UncheckedGraph {
        graph.params
    }
}

impl Rules for Graph {
    type Position = Present;
    type Move = Places;

    fn admit(&self, position: &Present) -> Result<(), Refusal> {
        position.check(self.vertices())
    }

    fn apply(&self, position: &Present, mv: &Places) -> Result<Present, Refusal> {
        mv.check_order()?;
        if mv.0.iter().any(|vertex| position.present.binary_search(vertex).is_err()) {
            return Err(Refusal::IllegalMove("there is no such vertex"));
        }
        let set = mv.0.iter().fold(0, |set, &vertex| set | 1 << vertex);
        if !self.is_move(set) {
            return Err(Refusal::IllegalMove(match self.rule {
                Removal::Connected { .. } => "remove a connected set of the right size",
                Removal::Star => "remove one vertex and some of its neighbours",
            }));
        }
        Ok(Present::from_bits(position.bits() & !set))
    }

    fn moves<'a>(&'a self, position: &'a Present) -> impl Iterator<Item = Places> + 'a {
        self.removals(position.bits()).map(places)
    }

    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Present {
        Present::deal(self.vertices(), size, below)
    }

    /// Draws vertex by vertex: a graph has more moves than can be counted.
    fn draw(&self, position: &Present, below: &mut dyn FnMut(u64) -> u64) -> Option<Places> {
        let present = position.bits();
        let set = match self.rule {
            Removal::Star => {
                let centre = one_of(present, below)?;
                let neighbours = ones(self.neighbours(centre) & present);
                neighbours
                    .fold(1 << centre, |set, vertex| set | u128::from(below(2) == 1) << vertex)
            }
            Removal::Connected { min, max } => {
                let size = |vertex: u32| self.component(1 << vertex, present).count_ones();
                let starts = ones(present).filter(|&vertex| size(vertex) >= min);
                let first = one_of(starts.fold(0, |starts, vertex| starts | 1 << vertex), below)?;
                let sizes = max.min(size(first)) - min + 1;
                let wanted = min + below(sizes.into()) as u32;
                let mut set = 1u128 << first;
                while set.count_ones() < wanted {
                    let near = ones(set).fold(0, |near, vertex| near | self.neighbours(vertex));
                    set |= 1 << one_of(near & present & !set, below)?;
                }
                set
            }
        };
        Some(places(set))
    }

    /// Counts the moves without listing them.
    fn count(&self, position: &Present) -> Option<u64> {
        let most = MAX_COUNTED as usize;
        let counted = self.unsorted_removals(position.bits()).take(most + 1).count();
        (counted <= most).then_some(counted as u64)
    }
}

fn places(set: u128) -> Places {
    ones(set).map(|vertex| vertex as usize).collect()
}

/// Draws one of these vertices, if there are any.
fn one_of(set: u128, below: &mut dyn FnMut(u64) -> u64) -> Option<u32> {
    let drawn = if set == 0 { 0 } else { below(set.count_ones().into()) };
    ones(set).nth(drawn as usize)
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new(
            "Petersen graph",
            "graph(edges=0-1,1-2,2-3,3-4,4-0,0-5,1-6,2-7,3-8,4-9,5-7,7-9,9-6,6-8,8-5;graph=Petersen;\
         max=2;min=1;rule=connected;vertices=10) 0,1,2,3,4,5,6,7,8,9",
            "Kayles on the Petersen graph: remove a vertex, or two that share an edge.",
        ),
        Preset::new(
            "star of a cube",
            "graph(edges=0-1,1-3,3-2,2-0,4-5,5-7,7-6,6-4,0-4,1-5,2-6,3-7;graph=cube;rule=star;vertices=8) \
         0,1,2,3,4,5,6,7",
            "Remove a corner of a cube with any of its neighbours.",
        ),
        Preset::new(
            "ring of nine",
            "graph(edges=0-1,1-2,2-3,3-4,4-5,5-6,6-7,7-8,0-8;graph=cycle;max=2;min=1;rule=connected;\
         vertices=9) 0,1,2,3,4,5,6,7,8",
            "Kayles on a ring of nine.",
        ),
        Preset::new(
            "pairs on a grid",
            "graph(edges=0-1,0-4,1-2,4-8,2-3,8-12,4-5,1-5,5-6,5-9,6-7,9-13,8-9,2-6,9-10,6-10,10-11,10-14,\
         12-13,3-7,13-14,7-11,14-15,11-15;graph=grid;max=2;min=2;rule=connected;vertices=16) \
         0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15",
            "Remove two neighbours of a grid of 4 x 4.",
        ),
    ],
    families: &[],
};

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;
    use crate::Move;
    use crate::agree::assert_agree;

    #[test]
    fn apply_and_moves_agree() {
        let pairs: Vec<(u64, u64)> = (0..5).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        let mut candidates: Vec<Move> =
            (0..1 << 5).map(|bits| Move::List(Present::from_bits(bits).present.into())).collect();
        candidates.extend(
            [vec![1, 0], vec![0, 0], vec![128], vec![u64::MAX]].map(|list| Move::List(list.into())),
        );
        let sizes =
            [(1, 1), (1, 2), (2, 2), (1, 3), (2, 3), (3, 3), (2, 4), (1, 5), (3, 5), (4, 9)];
        let connected = sizes.map(|(min, max)| Removal::Connected { min, max });
        for rule in connected.into_iter().chain([Removal::Star]) {
            for set in (0..1u32 << pairs.len()).filter(|set| set % 9 == 3) {
                let edges = pairs.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
                let rules = Graph::new(5, edges.map(|(_, &edge)| edge).collect(), rule).unwrap();
                let present = if set % 29 == 0 { 0..32 } else { 31..32 };
                for bits in present {
                    assert_agree(&rules, &Present::from_bits(bits), &candidates);
                }
            }
        }
    }

    /// Tests bounds that are too large for sets to be made in order.
    #[test]
    fn connected_sets_that_are_grown_are_those_of_the_definition() {
        let grid = (0..12).flat_map(|v| [(v, v + 1), (v, v + 4)]);
        let grid = grid.filter(|&(a, b)| b < 12 && (b == a + 4 || b % 4 > 0));
        let edges: Vec<(u64, u64)> = grid.chain([(0, 11), (3, 8)]).collect();
        for (min, max) in [(1, 5), (3, 6), (5, 5), (7, 9), (11, 11)] {
            let graph = Graph::new(12, edges.clone(), Removal::Connected { min, max }).unwrap();
            for bits in [0xfff, 0xbdf, 0x777, 0x5a5, 0x01f] {
                let present = Present::from_bits(bits);
                let moves: Vec<Places> = graph.moves(&present).collect();
                assert!(moves.is_sorted_by(|a, b| a < b), "{min} {max} {bits:x}");
                let subsets = (1..0x1000u128).filter(|set| set & !bits == 0);
                let legal = subsets.filter(|&set| graph.apply(&present, &places(set)).is_ok());
                assert_eq!(moves.len(), legal.count(), "{min} {max} {bits:x}");
                assert_eq!(graph.count(&present), Some(moves.len() as u64));
            }
        }
        let ring = (0..128).map(|v| (v, (v + 1) % 128)).collect();
        let rows = Graph::new(128, ring, Removal::Connected { min: 2, max: 60 }).unwrap();
        assert_eq!(rows.count(&Present::from_bits(u128::MAX)), Some(128 * 59));
        let edges = (0..128).flat_map(|a| (0..a).map(move |b| (a, b))).take(3_000).collect();
        let dense = Graph::new(128, edges, Removal::Connected { min: 2, max: 60 }).unwrap();
        let whole = Present::from_bits(u128::MAX);
        assert_eq!(dense.count(&whole), None);
        assert_eq!(dense.moves(&whole).take(20_000).count(), 20_000);
    }

    #[test]
    fn connected_sets_come_in_the_order_of_moves_unless_they_are_too_many() {
        let parts: [Range<u64>; 4] = [0..13, 13..23, 23..32, 32..40];
        let within =
            |part: Range<u64>| part.clone().flat_map(move |a| (part.start..a).map(move |b| (a, b)));
        // Of complete graphs each set of vertices is connected: 8,191 + 1,023 + 511 + 255 sets,
        // and one for each vertex that is alone.
        for (alone, is_sorted) in [(20, true), (21, false)] {
            let edges = parts.iter().cloned().flat_map(within).collect();
            let rule = Removal::Connected { min: 1, max: 128 };
            let graph = Graph::new(40 + alone, edges, rule).unwrap();
            let whole = crate::position::present::below(40 + alone);
            let mut grown: Vec<u128> = growing::growing_sets(&graph, whole, (1, 128)).collect();
            assert_eq!(grown.len() as u64, MAX_COUNTED - 20 + alone);
            if is_sorted {
                grown.sort_by_key(|&set| ones(set).collect::<Vec<_>>());
            }
            assert!(growing::connected_sets(&graph, whole, (1, 128)).eq(grown), "{alone}");
        }
    }

    #[test]
    fn a_move_begins_where_some_move_has_no_more_than_what_is_ahead() {
        let edges = vec![(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (1, 4)];
        for (min, max) in [(1, 2), (2, 3), (3, 3), (4, 5), (1, 6)] {
            let graph = Graph::new(6, edges.clone(), Removal::Connected { min, max }).unwrap();
            for set in 1..64u128 {
                for ahead in (0..64).filter(|ahead| ahead & set == 0) {
                    let mut rest = (0..64).filter(|rest| rest & !ahead == 0);
                    let begins = rest.any(|rest| graph.is_move(set | rest));
                    assert_eq!(graph.begins_move(set, ahead), begins, "{min} {max} {set} {ahead}");
                }
            }
        }
    }

    #[test]
    fn a_bound_above_all_vertices_is_one_above_them() {
        assert_eq!(connected(500, 600), Ok(Removal::Connected { min: 129, max: 129 }));
        assert_eq!(connected(128, 129), Ok(Removal::Connected { min: 128, max: 129 }));
        assert!(connected(0, 1).is_err() && connected(2, 1).is_err());
    }

    #[test]
    fn moves_of_a_large_graph_come_one_at_a_time() {
        let ring = |rule| Graph::new(128, (0..128).map(|v| (v, (v + 1) % 128)).collect(), rule);
        let whole = Present::from_bits(u128::MAX);
        let any = ring(Removal::Connected { min: 1, max: 128 }).unwrap();
        assert_eq!(any.count(&whole), None, "128 * 127 + 1 are more than are counted");
        let few = ring(Removal::Connected { min: 1, max: 4 }).unwrap();
        assert_eq!(few.count(&whole), Some(4 * 128));
        let four = ring(Removal::Connected { min: 4, max: 4 }).unwrap();
        assert_eq!(four.count(&whole), Some(128));
        let edges = (0..128).flat_map(|a| (0..a).map(move |b| (a, b))).take(3_000).collect();
        let dense = Graph::new(128, edges, Removal::Star).unwrap();
        assert_eq!(dense.moves(&whole).take(1_000).count(), 1_000);
        assert_eq!(dense.count(&whole), None);
    }

    #[test]
    fn params_are_written_as_they_are_read() {
        let json = r#"{"vertices":3,"edges":[[0,1],[1,2]],"rule":"connected","graph":"P3","min":1,"max":2}"#;
        let graph: Graph = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&graph).unwrap(), json);
        for bad in [
            r#"{"vertices":2,"edges":[[0,0]],"rule":"star"}"#,
            r#"{"vertices":2,"edges":[[0,2]],"rule":"star"}"#,
            r#"{"vertices":2,"edges":[],"rule":"star","min":1}"#,
            r#"{"vertices":2,"edges":[],"rule":"connected"}"#,
            r#"{"vertices":2,"edges":[],"rule":"connected","min":0,"max":1}"#,
            r#"{"vertices":2,"edges":[],"rule":"connected","min":2,"max":1}"#,
            r#"{"vertices":129,"edges":[],"rule":"star"}"#,
        ] {
            assert!(serde_json::from_str::<Graph>(bad).is_err(), "{bad}");
        }
    }
}
