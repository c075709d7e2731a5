//! Where a Grundy value comes from: it is the least number that no move leaves (Sprague 1935,
//! Grundy 1939). So the values that the moves leave are shown, and for heaps those of each heap.

use std::collections::BTreeMap;

use rules::{Ending, Heaps, Move, Position, Setup, Variant};
use solver::{Budget, Certainty, Facts, HeapSequence, Solver, Source, Verdict};

/// The most moves of which the values are found.
const MOST_MOVES: u64 = 200;

/// The most values, and the most heaps, that are named.
const MOST_NAMED: usize = 8;

/// The heaps whose values are found to prove a period, and what that may cost in positions.
const PERIOD_WITHIN: u64 = 1_000;
const PERIOD_COST: u64 = 100_000;

/// Returns where the value of a position in normal play comes from, in lines of text; none where
/// the reason says it already, or where it is not found within the budget.
pub(super) fn origin(
    setup: &Setup,
    verdict: &Verdict,
    solver: &mut Solver,
    budget: &mut Budget<'_>,
) -> Vec<String> {
    let Some(value) = verdict.grundy else { return Vec::new() };
    match (&verdict.why.facts, verdict.certainty, &**setup.start()) {
        (Facts::NimSum { values, .. }, certainty, position) if values.len() > 1 => {
            match (certainty, position) {
                (Certainty::Proven(Source::Formula), _) => Vec::new(),
                (_, Position::Heaps(heaps)) => of_heaps(setup.variant(), heaps, solver, budget),
                _ => Vec::new(),
            }
        }
        _ => values_left(setup, solver, budget)
            .filter(|left| !left.is_empty())
            .map(|left| format!("Where the value comes from: {}", by_moves(setup, value, &left)))
            .into_iter()
            .collect(),
    }
}

/// Returns the values that the moves leave, each with the first move that leaves it.
fn values_left(
    setup: &Setup,
    solver: &mut Solver,
    budget: &mut Budget<'_>,
) -> Option<BTreeMap<u64, Move>> {
    let rules = setup.variant().rules();
    rules.count(setup.start()).filter(|&count| count <= MOST_MOVES)?;
    let mut left = BTreeMap::new();
    for mv in rules.moves(setup.start()) {
        let child = rules.apply(setup.start(), &mv).ok()?;
        left.entry(solver.verdict(Ending::Normal, &child, budget).grundy?).or_insert(mv);
    }
    Some(left)
}

fn by_moves(setup: &Setup, value: u64, left: &BTreeMap<u64, Move>) -> String {
    if value == 0 {
        return format!("no move leaves 0{}", all_left(left));
    }
    let name = |mv: &Move| setup.variant().rules().write_move(mv);
    let named = left.range(..value).take(MOST_NAMED);
    let named: Vec<String> =
        named.map(|(value, mv)| format!("{} leaves {value}", name(mv))).collect();
    let more = if value > MOST_NAMED as u64 { "; and so on" } else { "" };
    format!("{}{more}; no move leaves {value}", named.join("; "))
}

/// Names the values that the moves leave, in brackets.
fn all_left(left: &BTreeMap<u64, Move>) -> String {
    let named: Vec<String> = left.keys().take(MOST_NAMED).map(u64::to_string).collect();
    match (named.len(), left.len() > MOST_NAMED) {
        (0, _) => String::new(),
        (_, more) => {
            format!(" (they leave {}{})", named.join(", "), if more { ", .." } else { "" })
        }
    }
}

/// Returns a line for each size of heap.
fn of_heaps(
    variant: &Variant,
    heaps: &Heaps,
    solver: &mut Solver,
    budget: &mut Budget<'_>,
) -> Vec<String> {
    let mut sizes = heaps.heaps.clone();
    sizes.sort_unstable();
    sizes.dedup();
    let lines = sizes.into_iter().filter_map(|size| of_heap(variant, size, solver, budget));
    lines.take(MOST_NAMED).collect()
}

fn of_heap(
    variant: &Variant,
    size: u64,
    solver: &mut Solver,
    budget: &mut Budget<'_>,
) -> Option<String> {
    let heap = Setup::new(variant.clone(), Ending::Normal, Heaps::from(vec![size]).into()).ok()?;
    let value = solver.verdict(Ending::Normal, heap.start(), budget).grundy?;
    if let Some(left) = values_left(&heap, solver, budget) {
        return Some(format!("A heap of {size} is worth {value}: no move leaves {value}{}", {
            all_left(&left)
        }));
    }
    let mut sequence = HeapSequence::new(variant)?;
    budget.within(PERIOD_COST, |budget| sequence.values(PERIOD_WITHIN, budget)).ok()?;
    let period = sequence.period()?;
    let same = period.preperiod + size.checked_sub(period.preperiod)? % period.period;
    Some(format!(
        "A heap of {size} is worth {value}, as one of {same} is: the values repeat every {} from {} on",
        period.period, period.preperiod
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(game: &str) -> Vec<String> {
        let setup: Setup = game.parse().unwrap();
        let mut solver = Solver::new(setup.variant());
        let budget = &mut Budget::positions(1_000_000);
        let verdict = solver.verdict(setup.ending(), setup.start(), budget);
        origin(&setup, &verdict, &mut solver, budget)
    }

    #[test]
    fn the_moves_leave_all_smaller_values() {
        assert_eq!(
            lines("grundy 8"),
            ["Where the value comes from: A=1+7 leaves 0; A=2+6 leaves 1; no move leaves 2"]
        );
        assert_eq!(
            lines("grundy 20"),
            ["Where the value comes from: no move leaves 0 (they leave 3, 4)"]
        );
    }

    #[test]
    fn each_heap_has_its_line() {
        assert_eq!(
            lines("octal(0.77) 5,7"),
            [
                "A heap of 5 is worth 4: no move leaves 4 (they leave 0, 1, 2, 3)",
                "A heap of 7 is worth 2: no move leaves 2 (they leave 0, 1, 3, 4, 5)"
            ]
        );
        assert_eq!(
            lines("octal(0.77) 1,1000")[1],
            "A heap of 1000 is worth 1, as one of 76 is: the values repeat every 12 from 71 on"
        );
        assert_eq!(lines("nim 3,4,5"), [""; 0], "the heaps are the values");
        assert_eq!(lines("misere grundy 8"), [""; 0], "there are no values");
    }

    #[test]
    fn values_are_found_of_so_many_moves_and_no_more() {
        assert_eq!(lines("nim 200").len(), 1);
        assert_eq!(lines("nim 201"), [""; 0]);
        assert_eq!(lines("nim 0"), [""; 0], "no move leaves anything");
    }

    #[test]
    fn of_many_values_the_first_eight_are_named() {
        let of = |heap: u64, named: u64, rest: &str| {
            let named: Vec<String> =
                (0..named).map(|value| format!("A-{} leaves {value}", heap - value)).collect();
            format!("Where the value comes from: {}{rest}; no move leaves {heap}", named.join("; "))
        };
        assert_eq!(lines("nim 8"), [of(8, 8, "")]);
        assert_eq!(lines("nim 9"), [of(9, 8, "; and so on")]);
        let setup: Setup = "nim 9".parse().unwrap();
        let mv = setup.variant().rules().moves(setup.start()).next().unwrap();
        let left = |values: u64| (1..=values).map(|value| (value, mv.clone())).collect();
        assert_eq!(all_left(&left(0)), "");
        assert_eq!(all_left(&left(1)), " (they leave 1)");
        assert_eq!(all_left(&left(8)), " (they leave 1, 2, 3, 4, 5, 6, 7, 8)");
        assert_eq!(all_left(&left(9)), " (they leave 1, 2, 3, 4, 5, 6, 7, 8, ..)");
        assert_eq!(by_moves(&setup, 0, &left(2)), "no move leaves 0 (they leave 1, 2)");
    }

    #[test]
    fn of_many_heaps_each_of_the_first_eight_sizes_has_a_line() {
        let sizes = |game: &str| {
            let said = |line: &String| line.split(' ').nth(3).unwrap().to_owned();
            lines(game).iter().map(said).collect::<Vec<_>>()
        };
        assert_eq!(sizes("octal(0.77) 3,2,3,1"), ["1", "2", "3"]);
        let first = ["1", "2", "3", "4", "5", "6", "7", "8"];
        assert_eq!(sizes("octal(0.77) 1,2,3,4,5,6,7,8"), first);
        assert_eq!(sizes("octal(0.77) 9,1,2,3,4,5,6,7,8"), first);
    }

    #[test]
    fn a_heap_beyond_the_period_is_worth_what_a_smaller_one_is() {
        for (size, value, same) in [(1_000, 1, 76), (1_007, 7, 71), (1_006, 2, 82)] {
            let line = lines(&format!("octal(0.77) 1,{size}")).remove(1);
            let words = format!("A heap of {size} is worth {value}, as one of {same} is: ");
            assert!(line.starts_with(&words), "{line}");
        }
    }
}
