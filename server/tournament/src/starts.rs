//! The start of each pair, derived from the tournament's seed by SHA-256 and the rules alone, so
//! that anybody who has both can redraw it.

use protocol::{Course, StartList};
use rules::{Refusal, Setup};

use super::seed::Seed;

/// The number of positions dealt before a trivial one is accepted.
const TRIES: usize = 100;

/// Returns the start of pair `pair` of the pairing at `board` in `round`. All are counted from 1.
///
/// All boards of a round take the courses in turn in the same way. A start with fewer than two
/// moves is dealt again, because it leaves nothing to decide.
///
/// # Errors
/// When the course has no start of its size.
pub fn draw(
    seed: &Seed,
    courses: &[Course],
    pairs: u32,
    (round, board, pair): (u32, u32, u32),
) -> Result<Setup, Refusal> {
    let turn = u64::from(round - 1) * u64::from(pairs) + u64::from(pair - 1);
    let course = &courses[(turn % courses.len() as u64) as usize];
    let rules = course.variant.rules();
    let mut chance = seed.chance(&format!("start {round} {board} {pair}"));
    let mut dealt = rules.deal(course.size, &mut |n| chance.below(n));
    for _ in 0..TRIES {
        let admitted = rules.admit(dealt.clone());
        if admitted.is_ok_and(|start| rules.moves(&start).nth(1).is_some()) {
            break;
        }
        dealt = rules.deal(course.size, &mut |n| chance.below(n));
    }
    Setup::new(course.variant.clone(), course.ending, dealt)
}

/// Returns the listed start of a pair. Pairs take the list in turn, shuffled by the seed if the
/// list says so.
pub(crate) fn listed(
    seed: &Seed,
    StartList { list, drawn }: &StartList,
    pairs: u32,
    (round, pair): (u32, u32),
) -> Setup {
    let mut order: Vec<usize> = (0..list.len()).collect();
    if *drawn {
        let mut chance = seed.chance("starts");
        for last in (1..order.len()).rev() {
            order.swap(last, chance.below(last as u64 + 1) as usize);
        }
    }
    let turn = u64::from(round - 1) * u64::from(pairs) + u64::from(pair - 1);
    list[order[(turn % list.len() as u64) as usize]].clone()
}

#[cfg(test)]
mod tests {
    use rules::Ending;

    use super::*;

    fn course(variant: &str, size: u64) -> Course {
        Course { variant: variant.parse().unwrap(), ending: Ending::Normal, size }
    }

    #[test]
    fn the_seed_fixes_each_start_for_ever() {
        let courses = [course("nim", 15), course("octal(0.77)", 20), course("moore(2)", 15)];
        let at = |place| draw(&Seed::new([3; 32]), &courses, 2, place).unwrap().to_string();
        let drawn = [(1, 1, 1), (1, 1, 2), (1, 2, 1), (2, 1, 1), (2, 1, 2)].map(at);
        let expected = [
            "nim 4,6,2,4,5",
            "octal(0.77) 1,3,1,8",
            "nim 8,5,2",
            "moore(2) 6,4,3,5,1",
            "nim 3,5,3,7",
        ];
        assert_eq!(drawn, expected);
        assert_eq!(at((1, 1, 1)), drawn[0]);
    }

    /// Pairs of all rounds take a list in turn and begin again after the last, in the list's order
    /// or in one that the seed fixes for ever.
    #[test]
    fn listed_starts_are_taken_in_turn() {
        let text = |n: usize| format!("nim {},9", n + 1);
        let list: Vec<Setup> = (0..4).map(|n| text(n).parse().unwrap()).collect();
        let places = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (4, 3)];
        for (drawn, turns) in [(false, [0, 1, 2, 3, 0, 1, 3]), (true, [1, 3, 2, 0, 1, 3, 0])] {
            let starts = StartList { list: list.clone(), drawn };
            let at = |place| listed(&Seed::new([3; 32]), &starts, 3, place).to_string();
            assert_eq!(places.map(at), turns.map(text), "{drawn}");
        }
    }

    /// Every two-player variant has starts of every size, and nearly none are trivial.
    #[test]
    fn every_variant_has_starts() {
        let seed = Seed::new([1; 32]);
        for preset in rules::Preset::all() {
            let setup = preset.setup();
            let (variant, ending) = (setup.variant().clone(), setup.ending());
            for size in [1, 2, 15, protocol::limits::MAX_START_SIZE] {
                let courses = [Course { variant: variant.clone(), ending, size }];
                for pair in 1..20 {
                    let drawn = draw(&seed, &courses, 20, (1, 1, pair));
                    assert!(drawn.is_ok(), "{} {size} {drawn:?}", preset.name);
                }
            }
        }
    }
}
