//! Test support: compares the two statements of a variant's rules, `apply` and `moves`.
//! Every variant's tests use it on all small positions.

use std::collections::BTreeSet;

use smallvec::SmallVec;

use crate::{
    AnyRules, Board, Cells, Coins, Heaps, Move, MoveForm, Places, Position, Refusal, Rules, Shape,
};

/// Checks in one position that `moves` gives exactly the moves that `apply` accepts, each once
/// and in the ascending order of the golden files; that `count` counts them and `draw` can
/// draw each of them and nothing else; that every move leads to an admitted position; and that
/// position and moves survive writing and reading in the notation.
///
/// `candidates` are moves of every kind, legal and not. They must hold all the
/// legal ones: a list that is too short fails the test rather than weaken it.
pub(crate) fn assert_agree<R: Rules<Position: Shape> + std::fmt::Debug>(
    rules: &R,
    position: &R::Position,
    candidates: &[Move],
) {
    assert_eq!(rules.admit(position), Ok(()), "{rules:?} {position:?}");
    let typed: Vec<R::Move> = rules.moves(position).collect();
    let listed: Vec<Move> = typed.iter().cloned().map(Into::into).collect();
    let what = format!("{rules:?} {position:?} moves {listed:?}");
    assert!(typed.is_sorted_by(|a, b| a < b), "typed moves not ascending: {what}");
    assert!(listed.is_sorted_by(|a, b| a < b), "moves not ascending: {what}");
    assert_eq!(rules.count(position), Some(listed.len() as u64), "{what}");
    assert_eq!(drawn(rules, position), typed.iter().cloned().collect(), "drawn: {what}");
    for mv in &listed {
        assert!(candidates.contains(mv), "not among the candidates: {mv:?} of {what}");
    }
    for mv in candidates {
        let applied = apply(rules, position, mv);
        assert_eq!(applied.is_ok(), listed.contains(mv), "{mv:?} gives {applied:?} of {what}");
        if let Ok(next) = applied {
            assert_eq!(rules.admit(&next), Ok(()), "{mv:?} of {what}");
            assert_ne!(&next, position, "{mv:?} of {what}");
        }
    }
    assert_notation(rules, position, &listed);
}

/// Runs [`assert_agree`] on every board of this many cells, at most 32; the candidates are all
/// sets of cells.
pub(crate) fn assert_agree_on_boards<R>(rules: &R, cells: usize)
where
    R: Rules<Position = Board> + std::fmt::Debug,
{
    let set = |bits: u32| (0..cells).filter(move |cell| bits >> cell & 1 == 1);
    let sets = (0..1 << cells).map(|bits| set(bits).collect::<Places>().into());
    let hostile = [vec![1, 0], vec![0, 0], vec![u64::MAX]].map(|list| Move::List(list.into()));
    let candidates: Vec<Move> = sets.chain(hostile).collect();
    for bits in 0..1u32 << cells {
        let board = Cells((0..cells).map(|cell| bits >> cell & 1 == 1).collect());
        assert_agree(rules, &Board { board }, &candidates);
    }
}

/// Runs [`assert_agree`] on up to three coins on a short strip, for rules that do not admit
/// two coins on one square.
pub(crate) fn assert_agree_on_coins<R>(rules: &R)
where
    R: Rules<Position = Coins> + std::fmt::Debug,
{
    let candidates = lists(3, 6);
    for coins in (0..4).flat_map(|n| vectors(n, &[0, 1, 2, 3, 4, 6])) {
        let position = Coins { coins };
        match rules.admit(&position) {
            Ok(()) => assert_agree(rules, &position, &candidates),
            Err(_) => assert!(position.check_apart().is_err()),
        }
    }
}

fn assert_notation<R: Rules<Position: Shape>>(rules: &R, position: &R::Position, moves: &[Move]) {
    let position: Position = position.clone().into();
    let text = rules.write_position(&position);
    assert_eq!(rules.read_position(&text), Ok(position), "{text}");
    for mv in moves {
        let text = rules.write_move(mv);
        assert_eq!(rules.read_move(&text).as_ref(), Ok(mv), "{text}");
    }
}

/// Returns every move that `draw` can make, by calling it with each sequence of chances once.
fn drawn<R: Rules<Position: Shape>>(rules: &R, position: &R::Position) -> BTreeSet<R::Move> {
    let mut moves = BTreeSet::new();
    let mut row: Vec<u64> = Vec::new();
    loop {
        let mut sizes = Vec::new();
        let mut below = |size| {
            assert!(size > 0, "nothing to draw from");
            sizes.push(size);
            row.resize(row.len().max(sizes.len()), 0);
            row[sizes.len() - 1]
        };
        moves.extend(rules.draw(position, &mut below));
        let next = (0..sizes.len()).rev().find(|&last| row[last] + 1 < sizes[last]);
        let Some(last) = next else { return moves };
        row.truncate(last + 1);
        row[last] += 1;
    }
}

fn apply<R: Rules<Position: Shape>>(
    rules: &R,
    position: &R::Position,
    mv: &Move,
) -> Result<R::Position, Refusal> {
    let typed = R::Move::read(mv).ok_or(Refusal::IllegalMove(R::Move::FORM))?;
    let again: Move = typed.clone().into();
    assert_eq!(&again, mv, "a move that is read is written the same");
    rules.apply(position, &typed)
}

/// Returns all moves that are one number up to `most`, and hostile ones.
pub(crate) fn numbers(most: u64) -> Vec<Move> {
    values(most).into_iter().map(Move::Number).chain([Move::List(SmallVec::new())]).collect()
}

/// Returns all moves that are a list of at most `longest` numbers up to `most`, and hostile
/// ones.
pub(crate) fn lists(longest: usize, most: u64) -> Vec<Move> {
    let lists = (0..=longest).flat_map(|length| vectors(length, &values(most)));
    lists.map(|list| Move::List(list.into())).chain([Move::Number(1)]).collect()
}

/// Returns small numbers, and the ones that break careless arithmetic.
fn values(most: u64) -> Vec<u64> {
    (0..=most).chain([crate::MAX_NUMBER, u64::MAX - 1, u64::MAX]).collect()
}

/// Returns all positions of at most `longest` heaps, each of at most `most` objects.
pub(crate) fn heaps(longest: usize, most: u64) -> Vec<Heaps> {
    let sizes: Vec<u64> = (0..=most).collect();
    (0..=longest).flat_map(|length| vectors(length, &sizes)).map(Heaps::from).collect()
}

/// Returns all vectors of this length over these values.
pub(crate) fn vectors(length: usize, values: &[u64]) -> Vec<Vec<u64>> {
    (0..length).fold(vec![Vec::new()], |shorter, _| {
        let longer = |vector: Vec<u64>| {
            values.iter().map(move |&value| [vector.clone(), vec![value]].concat())
        };
        shorter.into_iter().flat_map(longer).collect()
    })
}
