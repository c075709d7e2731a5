//! The largest starts that the rules admit, one or two for each variant: a server must cope with
//! these in everything that it does with a start.

use rules::{Draft, Ending, MAX_CELLS, MAX_HEAPS, MAX_NUMBER, Setup, Variant};
use serde_json::{Value, json};

/// The most elements of a circle of stacks, a row of boards, or a graph.
const MAX_STACKS: usize = 100;
const MAX_ELEMENTS: u64 = 128;

/// Large starts of every variant, in both endings if there are two.
pub fn largest_starts() -> Vec<Setup> {
    let games = forms();
    let setups = games.iter().flat_map(|(variant, params, start)| {
        [Ending::Misere, Ending::Normal].into_iter().filter_map(move |ending| {
            let start = serde_json::from_value(start.clone()).ok()?;
            let draft = Draft { variant: (*variant).into(), params: params.clone(), ending, start };
            Setup::try_from(draft).ok()
        })
    });
    setups.chain(dealt()).collect()
}

/// For variants without an entry here: the largest start that they deal.
fn dealt() -> impl Iterator<Item = Setup> {
    Variant::NAMES.iter().filter_map(|name| Variant::usual(name)).flat_map(|variant| {
        let start = variant.rules().deal(u64::MAX, &mut |choices| choices - 1);
        let endings = variant.rules().endings().iter();
        endings.filter_map(move |&ending| Setup::new(variant.clone(), ending, start.clone()).ok())
    })
}

/// The most expensive start: a search of it stores sums of a thousand heaps.
pub(crate) fn heaviest() -> Setup {
    let moore =
        |setup: &&Setup| setup.variant().name() == "moore" && setup.ending() == Ending::Misere;
    let setups = largest_starts();
    setups.iter().find(moore).cloned().expect("it is one of them")
}

fn forms() -> Vec<(&'static str, Value, Value)> {
    let heaps = |size: u64| json!({"heaps": vec![size; MAX_HEAPS]});
    let long = heaps(MAX_NUMBER);
    let edges: Vec<[u64; 2]> = (1..MAX_ELEMENTS).map(|n| [n - 1, n]).collect();
    let wheel: Vec<[u64; 2]> = (1..MAX_ELEMENTS).map(|n| [0, n]).chain(edges.clone()).collect();
    let present: Vec<u64> = (0..MAX_ELEMENTS).collect();
    let board = |cells: usize| json!({"board": "1".repeat(cells)});
    vec![
        ("nim", json!({}), long.clone()),
        ("subtraction", json!({"take": [1, 3, 4, 9]}), heaps(1_000_000)),
        ("subtraction", json!({"take": [2, 7, MAX_NUMBER]}), long.clone()),
        ("game21", json!({"step": 3, "target": MAX_NUMBER}), json!({"total": 0})),
        ("game100", json!({"step": 10, "target": MAX_NUMBER}), json!({"total": 0})),
        (
            "game21_nplayer",
            json!({"players": 8, "step": 1000, "target": MAX_NUMBER}),
            json!({"total": 0}),
        ),
        ("multiheap", json!({"scope": "all"}), heaps(5)),
        ("multiheap", json!({"scope": "nonempty"}), heaps(1_000_000)),
        ("circular", json!({"k": 3}), json!({"circle": "1".repeat(MAX_CELLS)})),
        ("circular_stacks", json!({"k": 20}), json!({"heaps": vec![20; MAX_STACKS]})),
        ("circular_stacks", json!({"k": 3}), json!({"heaps": vec![MAX_NUMBER; MAX_STACKS]})),
        ("grundy", json!({}), heaps(1_000_000)),
        ("greedy", json!({}), long.clone()),
        ("moore", json!({"k": 3, "cap": 2}), heaps(5)),
        ("moore", json!({"k": 500, "cap": null}), long.clone()),
        ("building", json!({}), json!({"remaining": MAX_NUMBER, "stacks": vec![0; MAX_HEAPS]})),
        ("building", json!({}), json!({"remaining": 40, "stacks": vec![3; MAX_HEAPS]})),
        ("ndim", json!({"dims": [20, 20]}), board(400)),
        ("ndim", json!({"dims": [4, 4, 5, 5]}), board(400)),
        (
            "graph",
            json!({"vertices": MAX_ELEMENTS, "edges": wheel, "rule": "star"}),
            json!({"present": present.clone()}),
        ),
        (
            "graph",
            json!({"vertices": MAX_ELEMENTS, "edges": wheel, "rule": "connected", "min": 1,
            "max": 4}),
            json!({"present": present.clone()}),
        ),
        ("candy", json!({}), heaps(1_000_000)),
        ("fibonacci", json!({}), json!({"heap": MAX_NUMBER / 2, "limit": MAX_NUMBER / 2 - 1})),
        ("octal", json!({"code": "0.137"}), heaps(1_000_000)),
        ("octal", json!({"code": "0.7777777"}), heaps(10_000)),
        ("notakto", json!({}), json!({"boards": vec!["........."; MAX_STACKS]})),
        ("chomp", json!({}), json!({"rows": vec![20; 20]})),
        ("poset", json!({"elements": MAX_ELEMENTS, "covers": edges}), json!({"present": present})),
    ]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_variant_has_a_large_start() {
        let large: BTreeSet<&str> =
            largest_starts().iter().map(|setup| setup.variant().name()).collect();
        let all: BTreeSet<&str> = Variant::NAMES.iter().copied().collect();
        assert_eq!(large, all);
        let admitted = |variant: &str| {
            let starts = largest_starts();
            starts.iter().filter(|setup| setup.variant().name() == variant).count()
        };
        for variant in all {
            let written = forms().iter().filter(|(name, ..)| *name == variant).count();
            assert!(admitted(variant) >= written, "the rules refuse a start of {variant}");
        }
        assert_eq!(heaviest().variant().name(), "moore");
    }
}
