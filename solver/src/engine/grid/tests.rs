//! Boards, small enough to try all of them.

use super::*;

/// All boards with these sides.
fn boards(sides: Cell) -> impl Iterator<Item = Grid> {
    let cells = Grid::empty(sides).cells();
    (0u64..1 << cells).map(move |bits| {
        let mut grid = Grid::empty(sides);
        grid.bits[0] = bits;
        grid
    })
}

/// The runs of neighbouring pieces on a line, each of which is a move.
fn runs(grid: &Grid) -> Vec<Vec<usize>> {
    let mut runs: Vec<Vec<usize>> = grid.pieces().map(|piece| vec![piece]).collect();
    let places: Vec<Cell> = (0..grid.cells()).map(|cell| grid.cell(cell)).collect();
    for axis in 0..AXES {
        for first in grid.pieces() {
            let mut run = vec![first];
            loop {
                let mut next = places[run[run.len() - 1]];
                next[axis] += 1;
                let next = places.iter().position(|place| *place == next);
                let Some(next) = next.filter(|&next| grid.has(next)) else { break };
                run.push(next);
                runs.push(run.clone());
            }
        }
    }
    runs
}

fn without(grid: &Grid, run: &[usize]) -> Grid {
    let mut rest = *grid;
    run.iter().for_each(|&cell| assert!(rest.take(cell)));
    rest
}

#[test]
fn a_board_is_mirrored_when_every_move_has_another_one_as_its_image() {
    let mut centres = 0;
    for sides in [
        [1, 1, 1, 1],
        [7, 1, 1, 1],
        [8, 1, 1, 1],
        [1, 4, 1, 1],
        [3, 3, 1, 1],
        [2, 5, 1, 1],
        [5, 2, 1, 1],
        [4, 3, 1, 1],
        [1, 1, 3, 4],
        [2, 2, 2, 1],
        [3, 1, 2, 2],
        [1, 3, 3, 1],
    ] {
        for grid in boards(sides) {
            let last = grid.cells() - 1;
            let image = |run: &[usize]| run.iter().map(|cell| last - cell).collect::<Vec<_>>();
            let symmetric =
                |grid: &Grid| (0..=last).all(|cell| grid.has(cell) == grid.has(last - cell));
            let free = |grid: &Grid| {
                runs(grid).iter().all(|run| !image(run).iter().any(|cell| run.contains(cell)))
            };
            assert_eq!(grid.is_symmetric(), symmetric(&grid), "{grid:?}");
            if !symmetric(&grid) {
                assert_eq!(grid.centre(), None, "{grid:?}");
                continue;
            }
            assert_eq!(grid.has_no_centre(), free(&grid), "{grid:?}");
            assert_eq!(grid.is_mirrored(), free(&grid), "{grid:?}");
            // Among the shortest runs that are their own image, at most one is enough.
            let own = runs(&grid).into_iter().filter(|run| {
                run.len() <= 2 && run.iter().all(|cell| run.contains(&(last - cell)))
            });
            let enough: Vec<Vec<u64>> = own
                .filter(|run| free(&without(&grid, run)))
                .map(|run| run.into_iter().map(|cell| cell as u64).collect())
                .collect();
            assert!(enough.len() <= 1);
            centres += enough.len();
            assert_eq!(grid.centre(), enough.into_iter().next(), "{grid:?}");
        }
    }
    assert!(centres > 100, "{centres}");
}

#[test]
fn a_cell_knows_its_place_and_what_follows() {
    let grid = Grid::empty([3, 4, 2, 5]);
    assert_eq!((grid.cells(), [0, 1, 2, 3].map(|axis| grid.stride(axis))), (120, [40, 10, 5, 1]));
    let mut number = 0;
    for a in 0..3u16 {
        for b in 0..4 {
            for c in 0..2 {
                for d in 0..5 {
                    assert_eq!(grid.cell(number), [a, b, c, d]);
                    let ahead = [0, 1, 2, 3].map(|axis| grid.ahead(number, axis));
                    assert_eq!(ahead, [2 - a, 3 - b, 1 - c, 4 - d].map(usize::from));
                    number += 1;
                }
            }
        }
    }
}

#[test]
fn shapes_stand_for_all_their_rotations_and_reflections() {
    let sides = [3, 3, 2, 1];
    for pieces in [0b1011u64, 0b11_0001_0011, 0b1_1101_0110_0111, 0b10_0110_1001] {
        let mut grid = Grid::empty(sides);
        grid.bits[0] = pieces;
        let places: Vec<Cell> = grid.pieces().map(|piece| grid.cell(piece)).collect();
        let one = Grid::canonical(&places);
        for order in ORDERS {
            for mirror in 0..16 {
                let image: Vec<Cell> = places
                    .iter()
                    .map(|place| {
                        [0, 1, 2, 3].map(|axis| match mirror >> axis & 1 {
                            0 => 7 + place[order[axis]],
                            _ => 7 - place[order[axis]],
                        })
                    })
                    .collect();
                assert_eq!(Grid::canonical(&image), one, "{places:?}");
            }
        }
        assert_eq!(one.pieces().count(), places.len());
        assert!(one.sides.is_sorted_by(|a, b| a >= b));
    }
}

/// Two pieces belong together when they are neighbours on an axis, or through others.
#[test]
fn shapes_are_the_connected_pieces() {
    for sides in [[4, 3, 1, 1], [2, 3, 2, 1]] {
        for mut grid in boards(sides) {
            let places: Vec<Cell> = grid.pieces().map(|piece| grid.cell(piece)).collect();
            let near =
                |a: &Cell, b: &Cell| a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).sum::<u16>() == 1;
            let mut groups: Vec<Vec<Cell>> = Vec::new();
            for place in places {
                let (joined, apart): (Vec<_>, Vec<_>) = groups
                    .into_iter()
                    .partition(|group: &Vec<Cell>| group.iter().any(|other| near(&place, other)));
                groups = apart;
                groups.push([&joined.concat()[..], &[place]].concat());
            }
            let mut wanted: Vec<Grid> = groups.iter().map(|group| Grid::canonical(group)).collect();
            let mut shapes = Vec::new();
            grid.take_shapes(&mut shapes);
            wanted.sort_unstable();
            shapes.sort_unstable();
            assert_eq!(shapes, wanted);
            assert_eq!(grid.pieces().count(), 0);
        }
    }
}
