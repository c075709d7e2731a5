//! The results and the table, recomputed independently.

use std::collections::{BTreeSet, HashMap};

use super::Refuted;
use super::course::Course;
use super::file::{File, Format, Standing};
use super::points::{berserk, pair, share};

pub(super) fn check(course: &Course<'_>, entrants: usize) -> Result<(), Refuted> {
    let file = course.file;
    check_results(course)?;
    let expected = table(course, entrants);
    for ((line, claimed), counted) in file.standings.iter().zip(&expected) {
        let without = Standing { elo: None, ..claimed.clone() };
        if without != *counted {
            return Err(Refuted::new(*line, format!("the games give {counted:?}")));
        }
    }
    match file.standings.len() == expected.len() {
        true => Ok(()),
        false => Err(Refuted::new(file.lines, "the table is not complete")),
    }
}

fn check_results(course: &Course<'_>) -> Result<(), Refuted> {
    let met: Vec<_> = course.meetings.iter().filter(|m| m.pairing.second.is_some()).collect();
    for ((line, result), meeting) in course.file.results.iter().zip(&met) {
        let place = (meeting.pairing.round, meeting.pairing.board);
        let won = meeting.won();
        if (result.round, result.board) != place || result.games != won {
            return Err(Refuted::new(*line, "the games give another result"));
        }
        if result.points != share(won) {
            return Err(Refuted::new(*line, "the result gives other points"));
        }
    }
    match met.len() == course.file.results.len() {
        true => Ok(()),
        false => Err(Refuted::new(course.file.lines, "not every pairing has its result")),
    }
}

/// Points scored against each opponent, in order.
struct Encounter {
    own: u32,
    other: u32,
    points: u32,
    berserk: bool,
}

fn encounters(course: &Course<'_>) -> Vec<Encounter> {
    let both = |a: u32, b: u32, [x, y]: [u32; 2], [m, n]: [bool; 2]| {
        [
            Encounter { own: a, other: b, points: x, berserk: m },
            Encounter { own: b, other: a, points: y, berserk: n },
        ]
    };
    if is_by_pairing(course.file) {
        let over = course.meetings.iter().filter(|meeting| meeting.is_over());
        let met = over.filter_map(|m| Some((m.pairing.first, m.pairing.second?, m.points())));
        return met.flat_map(|(a, b, points)| both(a, b, points, [false; 2])).collect();
    }
    let pairs = course.file.games.chunks_exact(2).zip(course.file.winners.chunks_exact(2));
    pairs
        .flat_map(|(two, winners)| {
            let [a, b] = two[0].seats;
            both(a, b, pair(winners, [Some(a), Some(b)]), berserk(&two[0], &two[1]))
        })
        .collect()
}

fn is_by_pairing(file: &File) -> bool {
    matches!(file.head.plan.format, Format::Swiss { .. } | Format::Knockout)
}

fn table(course: &Course<'_>, entrants: usize) -> Vec<Standing> {
    let plan = &course.file.head.plan;
    let streaks =
        matches!(plan.format, Format::Arena { .. }) && plan.kinds.as_deref() == Some("people");
    let mut table: Vec<Standing> =
        (1..=entrants as u32).map(|number| Standing { number, ..Standing::default() }).collect();
    count_games(course.file, &mut table);
    let encounters = encounters(course);
    let mut row = vec![0; table.len()];
    for Encounter { own, points, berserk, .. } in &encounters {
        let (line, row) = (&mut table[*own as usize - 1], &mut row[*own as usize - 1]);
        let twice = streaks && *points == 2 && *row >= 2;
        line.score += if twice { 4 } else { *points };
        line.score += u32::from(streaks && *points == 2 && *berserk);
        line.wins += u32::from(*points == 2);
        *row = if *points == 2 { *row + 1 } else { 0 };
    }
    let byes: Vec<u32> = course
        .meetings
        .iter()
        .map(|m| m.pairing)
        .filter(|p| p.second.is_none())
        .map(|p| p.first)
        .collect();
    byes.iter().for_each(|&number| table[number as usize - 1].score += 2);
    let half = &course.half_byes;
    half.iter().for_each(|&number| table[number as usize - 1].score += 1);
    break_ties(&mut table, &encounters, &[&byes[..], half].concat());
    let key = |s: &Standing| [s.score, s.direct, s.sonneborn_berger, s.buchholz, s.wins];
    table.sort_by(|a, b| key(b).cmp(&key(a)).then(a.number.cmp(&b.number)));
    (1..).zip(&mut table).for_each(|(rank, line)| line.rank = rank);
    table
}

/// Counts pairs and games won, shared and lost.
fn count_games(file: &File, table: &mut [Standing]) {
    for (two, winners) in file.games.chunks_exact(2).zip(file.winners.chunks_exact(2)) {
        let [a, b] = two[0].seats;
        let points = pair(winners, [Some(a), Some(b)]);
        let won = |by: u32| winners.iter().filter(|winner| **winner == Some(by)).count() as u32;
        for (own, other, mine, yours) in
            [(a, b, points[0], points[1]), (b, a, points[1], points[0])]
        {
            let line = &mut table[own as usize - 1];
            let place = if mine > yours {
                0
            } else if mine == yours && mine > 0 {
                1
            } else {
                2
            };
            line.pairs[place] += 1;
            line.games[0] += won(own);
            line.games[1] += won(other);
        }
    }
}

/// Breaks ties; the direct encounter counts if all entrants with the same score have met.
fn break_ties(table: &mut [Standing], encounters: &[Encounter], byes: &[u32]) {
    let score: Vec<u32> = table.iter().map(|line| line.score).collect();
    let mut met: HashMap<u32, BTreeSet<u32>> = HashMap::new();
    for Encounter { own, other, .. } in encounters {
        if score[*own as usize - 1] == score[*other as usize - 1] {
            met.entry(*own).or_default().insert(*other);
        }
    }
    let all_met = |points: u32| {
        let mut tied = (1..=score.len() as u32).filter(|n| score[*n as usize - 1] == points);
        let others = score.iter().filter(|other| **other == points).count() - 1;
        tied.all(|number| met.get(&number).map_or(0, BTreeSet::len) == others)
    };
    let direct: HashMap<u32, bool> =
        score.iter().map(|&points| (points, all_met(points))).collect();
    for Encounter { own, other, points, .. } in encounters {
        let (mine, yours) = (score[*own as usize - 1], score[*other as usize - 1]);
        let line = &mut table[*own as usize - 1];
        line.direct += if mine == yours && direct[&mine] { *points } else { 0 };
        line.sonneborn_berger += points * yours;
        line.buchholz += yours;
    }
    byes.iter().for_each(|&n| table[n as usize - 1].buchholz += score[n as usize - 1]);
}
