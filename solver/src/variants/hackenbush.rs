//! Green Hackenbush (Berlekamp, Conway and Guy 1982, chapter 7). A part that stands on a
//! single stalk is worth its own value plus one (colon principle); the vertices of a circuit
//! may be fused, which turns its edges into loops, each worth 1 (fusion principle). So at each
//! set of vertices joined by circuits, a picture is worth the nim-sum of the edges there, 1
//! each, and of what stands on it by single edges. Misère play is searched.

use rules::{Element, Ending, Hackenbush, Present, ones};

use crate::engine::components::components;
use crate::engine::game::{KnownPart, SearchGame};
use crate::engine::sums::{SumOf, Sums, Theorem, end};
use crate::heaps::nim_sum::nim_sum;
use crate::{Budget, Facts, Outcome, Why};

/// The picture; no tables are needed.
#[derive(Debug)]
pub(crate) struct Picture(Hackenbush);

/// Returns the theory of a picture.
pub(super) fn theory(rules: Hackenbush) -> Sums<Picture> {
    Sums::new(Picture(rules))
}

/// A walk through a picture that finds its bridges, the edges whose removal disconnects it
/// (Tarjan 1974).
struct Walk<'a> {
    rules: &'a Hackenbush,
    present: u128,
    /// The order in which each vertex was met, from 1; 0 before that.
    met: Vec<u32>,
    count: u32,
}

impl Walk<'_> {
    /// Returns the value of everything beyond a vertex that was reached by an edge, and the
    /// earliest vertex that circuits lead back to.
    fn visit(&mut self, vertex: u32, by: Option<u32>) -> (u64, u32) {
        self.count += 1;
        let here = self.count;
        self.met[vertex as usize] = here;
        let (mut value, mut earliest) = (0, here);
        for edge in ones(self.rules.at(vertex) & self.present).filter(|&edge| Some(edge) != by) {
            let [a, b] = self.rules.ends(edge);
            let other = if a == vertex { b } else { a };
            match self.met[other as usize] {
                0 => {
                    let (beyond, back) = self.visit(other, Some(edge));
                    value ^= if back > here { beyond + 1 } else { beyond ^ 1 };
                    earliest = earliest.min(back);
                }
                // A loop, or the edge that closes a circuit, seen from the vertex met later.
                met if met <= here => {
                    value ^= 1;
                    earliest = earliest.min(met);
                }
                _ => {}
            }
        }
        (value, earliest)
    }
}

impl Picture {
    fn value(&self, present: u128) -> u64 {
        let met = vec![0; self.0.vertices() as usize];
        Walk { rules: &self.0, present, met, count: 0 }.visit(0, None).0
    }

    /// Adds the parts that stand separately on the ground.
    fn split(&self, present: u128, parts: &mut Vec<u128>) {
        let near = |edge| {
            let above = self.0.ends(edge).into_iter().filter(|&vertex| vertex > 0);
            above.fold(0, |near, vertex| near | self.0.at(vertex))
        };
        parts.extend(components(present, near));
    }
}

impl SearchGame for Picture {
    /// Edges that are connected without the ground.
    type Part = u128;
    type Step = u32;

    fn steps<'a>(&'a self, part: &'a u128) -> impl Iterator<Item = u32> + 'a {
        ones(*part)
    }

    fn play(&self, part: &u128, edge: &u32, parts: &mut Vec<u128>) {
        self.split(self.0.standing(part & !(1 << edge)), parts);
    }

    fn size(&self, part: &u128) -> u64 {
        part.count_ones().into()
    }

    fn known(&self, part: &u128) -> KnownPart {
        KnownPart { nimber: Some(self.value(*part)), ..KnownPart::default() }
    }
}

impl SumOf for Picture {
    type Rules = Hackenbush;

    const PARTS: &'static str = "parts of the picture";

    fn rules(&self) -> &Hackenbush {
        &self.0
    }

    fn parts(&self, position: &Present) -> Vec<u128> {
        let mut parts = Vec::new();
        self.split(position.bits(), &mut parts);
        parts
    }

    fn theorem(
        &self,
        ending: Ending,
        position: &Present,
        _: &mut Budget<'_>,
    ) -> Option<Theorem<Element>> {
        if ending == Ending::Misere {
            return None;
        }
        let values: Vec<u64> = self.parts(position).iter().map(|&part| self.value(part)).collect();
        let sum = nim_sum(&values);
        let outcome = Outcome::from_win(sum != 0);
        let why = move || {
            let sentence = format!(
                "an edge is worth one more than what it carries, and each edge of a circuit \
                 counts as a loop, worth 1, at a single point; the nim-sum of the parts is {sum}, {}",
                end(outcome)
            );
            Why { sentence, facts: Facts::NimSum { values, sum } }
        };
        Some(Theorem { outcome, grundy: Some(sum), first: None, why: Box::new(why) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::agree;
    use rules::Rules;

    #[test]
    fn pictures_agree_with_plain_recursion() {
        let mut state = 1u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        };
        for round in 0..400 {
            let (edges, vertices) = (1 + round % 9, 2 + next(5));
            let edges = (0..edges).map(|_| (next(vertices), next(vertices))).collect();
            let rules = Hackenbush::new(edges).unwrap();
            let all = Present::from_bits(rules.standing(u128::MAX >> (128 - rules.edges())));
            assert_eq!(rules.admit(&all), Ok(()));
            agree(&mut theory(rules), [all]);
        }
    }
}
