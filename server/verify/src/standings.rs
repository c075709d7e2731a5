//! The results and the table, counted a second time.

use super::Refuted;
use super::file::{File, Format, Game, Pairing, Standing};

pub(super) fn check(file: &File) -> Result<(), Refuted> {
    check_results(file)?;
    let expected = table(file);
    let lines = file.first_standing()..;
    for (line, (claimed, counted)) in lines.zip(file.standings.iter().zip(&expected)) {
        let without = Standing { elo: None, ..claimed.clone() };
        if without != *counted {
            return Err(Refuted::new(line, format!("the games give {counted:?}")));
        }
    }
    match file.standings.len() == expected.len() {
        true => Ok(()),
        false => Err(Refuted::new(0, "the table is not complete")),
    }
}

fn check_results(file: &File) -> Result<(), Refuted> {
    let played: Vec<&Pairing> = file.pairings.iter().filter(|p| p.second.is_some()).collect();
    if played.len() != file.results.len() {
        return Err(Refuted::new(0, "not every pairing has its result"));
    }
    let lines = file.first_result()..;
    for (line, (result, pairing)) in lines.zip(file.results.iter().zip(played)) {
        let (won, _) = file.won(pairing);
        let same = (result.round, result.board) == (pairing.round, pairing.board);
        if !same || result.games != won || result.points != halves(won[0], won[1]) {
            return Err(Refuted::new(line, "the games give another result"));
        }
    }
    Ok(())
}

fn halves(a: u32, b: u32) -> [u32; 2] {
    if a > b {
        [2, 0]
    } else if b > a {
        [0, 2]
    } else if a > 0 {
        [1, 1]
    } else {
        [0, 0]
    }
}

/// Half points of `one` and `two` for the two games of a pair.
pub(super) fn pair(games: &[Game], one: u32, two: u32) -> [u32; 2] {
    let won = |by: u32| games.iter().filter(|game| game.winner == Some(by)).count() as u32;
    halves(won(one), won(two))
}

/// What was scored against whom, in order.
struct Encounter {
    own: u32,
    other: u32,
    points: u32,
}

fn table(file: &File) -> Vec<Standing> {
    let by_pairing = matches!(file.head.plan.format, Format::Swiss { .. } | Format::Knockout);
    let arena = matches!(file.head.plan.format, Format::Arena);
    let mut table: Vec<Standing> = (1..=file.entrants.len() as u32)
        .map(|number| Standing { number, ..Standing::default() })
        .collect();
    let mut encounters = Vec::new();
    for two in file.games.chunks_exact(2) {
        let [a, b] = two[0].seats;
        let points = pair(two, a, b);
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
            line.games[0] += two.iter().filter(|game| game.winner == Some(own)).count() as u32;
            line.games[1] += two.iter().filter(|game| game.winner == Some(other)).count() as u32;
            if !by_pairing {
                encounters.push(Encounter { own, other, points: mine });
            }
        }
    }
    let mut byes = Vec::new();
    for pairing in &file.pairings {
        let (won, _) = file.won(pairing);
        let points = halves(won[0], won[1]);
        match pairing.second {
            None => byes.push(pairing.first),
            Some(second) if by_pairing => {
                encounters.push(Encounter { own: pairing.first, other: second, points: points[0] });
                encounters.push(Encounter { own: second, other: pairing.first, points: points[1] });
            }
            Some(_) => {}
        }
    }
    let mut row = vec![0; table.len()];
    for Encounter { own, points, .. } in &encounters {
        let (line, row) = (&mut table[*own as usize - 1], &mut row[*own as usize - 1]);
        let twice = arena && *points == 2 && *row >= 2;
        line.score += if twice { 4 } else { *points };
        line.wins += u32::from(*points == 2);
        *row = if *points == 2 { *row + 1 } else { 0 };
    }
    byes.iter().for_each(|&number| table[number as usize - 1].score += 2);
    let score: Vec<u32> = table.iter().map(|line| line.score).collect();
    for Encounter { own, other, points } in &encounters {
        let (mine, yours) = (score[*own as usize - 1], score[*other as usize - 1]);
        let line = &mut table[*own as usize - 1];
        line.direct += if mine == yours { *points } else { 0 };
        line.sonneborn_berger += points * yours;
        line.buchholz += yours;
    }
    byes.iter().for_each(|&n| table[n as usize - 1].buchholz += score[n as usize - 1]);
    let key = |s: &Standing| [s.score, s.direct, s.sonneborn_berger, s.buchholz, s.wins];
    table.sort_by(|a, b| key(b).cmp(&key(a)).then(a.number.cmp(&b.number)));
    (1..).zip(&mut table).for_each(|(rank, line)| line.rank = rank);
    table
}
