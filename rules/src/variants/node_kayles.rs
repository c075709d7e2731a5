//! Node Kayles: a move chooses a vertex of a graph; it and its neighbours are removed.
//! (Schaefer 1978, who shows it PSPACE-complete; Bodlaender and Kratsch 2002.)

use serde::{Deserialize, Serialize};

use super::graph::adjacency;
use crate::position::present::{MAX_PRESENT, ones};
use crate::presets::{Catalogue, Preset};
use crate::{Element, Present, Refusal, Rules};

/// The most edges of a graph: a third of the most that 128 vertices can have; they take half a
/// message.
const MAX_EDGES: usize = 3_000;

/// A graph.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "UncheckedNodeKayles", into = "UncheckedNodeKayles")]
pub struct NodeKayles {
    params: UncheckedNodeKayles,
    /// For each vertex, itself and its neighbours.
    near: Vec<u128>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct UncheckedNodeKayles {
    vertices: u64,
    edges: Vec<(u64, u64)>,
}

impl NodeKayles {
    /// Creates the graph with these edges.
    ///
    /// # Errors
    /// When there are more than 128 vertices or 3,000 edges, or an edge does not join two
    /// of the vertices.
    pub fn new(vertices: u64, edges: Vec<(u64, u64)>) -> Result<NodeKayles, Refusal> {
        NodeKayles::try_from(UncheckedNodeKayles { vertices, edges })
    }

    /// Returns how many vertices there were at first.
    pub fn vertices(&self) -> u64 {
        self.params.vertices
    }

    /// Returns what choosing this vertex, which exists, removes: the vertex and its
    /// neighbours.
    pub fn near(&self, vertex: u32) -> u128 {
        self.near[vertex as usize]
    }
}

impl TryFrom<UncheckedNodeKayles> for NodeKayles {
    type Error = Refusal;

    fn try_from(params: UncheckedNodeKayles) -> Result<NodeKayles, Refusal> {
        Refusal::above("vertices", params.vertices, MAX_PRESENT)?;
        Refusal::above("edges", params.edges.len() as u64, MAX_EDGES as u64)?;
        let near = adjacency(params.vertices, &params.edges)?.into_iter().zip(0..);
        let near = near.map(|(others, vertex)| others | 1 << vertex).collect();
        Ok(NodeKayles { params, near })
    }
}

impl From<NodeKayles> for UncheckedNodeKayles {
    fn from(graph: NodeKayles) -> UncheckedNodeKayles {
        graph.params
    }
}

/// A move is the number of the chosen vertex.
impl Rules for NodeKayles {
    type Position = Present;
    type Move = Element;

    fn admit(&self, position: &Present) -> Result<(), Refusal> {
        position.check(self.vertices())
    }

    fn apply(&self, position: &Present, mv: &Element) -> Result<Present, Refusal> {
        if !position.present.contains(&mv.0) {
            return Err(Refusal::IllegalMove("there is no such vertex"));
        }
        Ok(Present::from_bits(position.bits() & !self.near[mv.0 as usize]))
    }

    fn moves<'a>(&'a self, position: &'a Present) -> impl Iterator<Item = Element> + 'a {
        ones(position.bits()).map(|vertex| Element(vertex.into()))
    }

    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Present {
        Present::deal(self.vertices(), size, below)
    }
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new(
            "nodes of a grid",
            "node_kayles(edges=0-1,1-2,3-4,4-5,6-7,7-8,0-3,3-6,1-4,4-7,2-5,5-8;vertices=9) \
             0,1,2,3,4,5,6,7,8",
            "Choose points of a 3 x 3 grid, no two of them neighbours.",
        ),
        Preset::new(
            "path of eleven",
            "node_kayles(edges=0-1,1-2,2-3,3-4,4-5,5-6,6-7,7-8,8-9,9-10;vertices=11) \
             0,1,2,3,4,5,6,7,8,9,10",
            "On a path this is Dawson's Chess.",
        ),
        Preset::new(
            "Petersen's nodes",
            "node_kayles(edges=0-1,1-2,2-3,3-4,4-0,0-5,1-6,2-7,3-8,4-9,5-7,7-9,9-6,6-8,8-5;vertices=10) \
             0,1,2,3,4,5,6,7,8,9",
            "Node Kayles on the Petersen graph.",
        ),
    ],
    families: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::{assert_agree, numbers};

    #[test]
    fn apply_and_moves_agree() {
        let pairs: Vec<(u64, u64)> = (0..5).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        for set in (0..1u32 << pairs.len()).filter(|set| set % 5 == 3) {
            let edges = pairs.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
            let rules = NodeKayles::new(5, edges.map(|(_, &edge)| edge).collect()).unwrap();
            for bits in 0..32 {
                assert_agree(&rules, &Present::from_bits(bits), &numbers(6));
            }
        }
    }

    #[test]
    fn params_are_written_as_they_are_read() {
        let json = r#"{"vertices":3,"edges":[[1,0],[1,2]]}"#;
        let graph: NodeKayles = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&graph).unwrap(), json);
        for bad in [
            r#"{"vertices":2,"edges":[[0,0]]}"#,
            r#"{"vertices":2,"edges":[[0,2]]}"#,
            r#"{"vertices":129,"edges":[]}"#,
        ] {
            assert!(serde_json::from_str::<NodeKayles>(bad).is_err(), "{bad}");
        }
    }
}
