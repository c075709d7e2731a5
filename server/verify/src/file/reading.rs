//! Reads the lines of a file, and accepts them only in the order in which they may come.

use std::collections::HashMap;

use super::{Correction, Entrant, File, Game, Line, SeedLine, Step};
use crate::Refuted;

impl File {
    pub(crate) fn read(contents: &[String]) -> Result<File, Refuted> {
        let mut lines = Vec::new();
        for (number, content) in (1..).zip(contents) {
            let line = serde_json::from_str(content);
            lines.push((number, line.map_err(|why| Refuted::new(number, why))?));
        }
        let words = contents.first().map(|first| words(first)).unwrap_or_default();
        File::sort(lines, words)
    }

    /// Accepts the lines only in the one order in which they may come.
    fn sort(lines: Vec<(usize, Line)>, words: [String; 2]) -> Result<File, Refuted> {
        let total = lines.len();
        let mut lines = lines.into_iter().peekable();
        let missing =
            |what| Refuted::new(0, format!("there is no line of the {what} in its place"));
        let Some((_, Line::Tournament(head))) = lines.next() else {
            return Err(missing("tournament"));
        };
        if head.version != 3 {
            return Err(Refuted::new(1, "this version is not known"));
        }
        let mut there = Vec::new();
        while let Some((_, Line::Entrant(Entrant { late: false, .. }))) = lines.peek() {
            if let Some((_, Line::Entrant(entrant))) = lines.next() {
                there.push(entrant);
            }
        }
        let (mut steps, mut games) = (Vec::new(), Vec::new());
        let (mut results, mut standings) = (Vec::new(), Vec::new());
        let (line, seed) = loop {
            let (number, line) = lines.next().ok_or_else(|| missing("seed"))?;
            let refuted = || Refuted::new(number, "a line of this kind has no place here");
            let counted = !results.is_empty() || !standings.is_empty();
            match line {
                Line::Result(result) if standings.is_empty() => results.push((number, result)),
                Line::Standing(standing) => standings.push((number, standing)),
                Line::Seed(SeedLine { seed }) => break (number, seed),
                _ if counted => return Err(refuted()),
                Line::Game(one) => {
                    let Some((_, Line::Game(two))) = lines.next() else {
                        return Err(Refuted::new(number, "a pair has two games"));
                    };
                    steps.push((number, Step::Pair(games.len())));
                    games.extend([one, two]);
                }
                other => steps.push((number, step(other).ok_or_else(refuted)?)),
            }
        };
        let Some((_, Line::End(end))) = lines.next() else { return Err(missing("end")) };
        if lines.next().is_some() || end.lines + 1 != total || line + 1 != total {
            return Err(Refuted::new(total, "the number of lines is another"));
        }
        let winners = winners(&games, &steps);
        Ok(File {
            head,
            there,
            steps,
            games,
            winners,
            results,
            standings,
            seed,
            end,
            lines: total,
            words,
        })
    }
}

/// Returns the step of a line that is one by itself.
fn step(line: Line) -> Option<Step> {
    Some(match line {
        Line::Entrant(entrant) => Step::Entered(entrant),
        Line::Left(left) => Step::Left(left),
        Line::Bye(bye) => Step::Bye(bye),
        Line::Returned(back) => Step::Returned(back),
        Line::Correction(correction) => Step::Correction(correction),
        Line::Wave(wave) => Step::Wave(wave),
        Line::Pairing(pairing) => Step::Pairing(pairing),
        Line::Ruling(ruling) => Step::Ruling(ruling),
        _ => return None,
    })
}

/// Returns the winners of all games, corrections applied; whether these may be is checked later.
fn winners(games: &[Game], steps: &[(usize, Step)]) -> Vec<Option<u32>> {
    let mut winners: Vec<Option<u32>> = games.iter().map(|game| game.winner).collect();
    let place = |game: &Game| (game.round, game.board, game.pair, game.game);
    let corrected = steps.iter().any(|(_, step)| matches!(step, Step::Correction(_)));
    let places: HashMap<_, usize> = match corrected {
        true => games.iter().enumerate().map(|(index, game)| (place(game), index)).collect(),
        false => HashMap::new(),
    };
    for (_, step) in steps {
        let Step::Correction(Correction { round, board, pair, game, winner, .. }) = step else {
            continue;
        };
        if let Some(&index) = places.get(&(*round, *board, *pair, *game)) {
            winners[index] = *winner;
        }
    }
    winners
}

/// Returns the words to which the commitment, and the lots of a chosen seed, are bound, byte by
/// byte.
fn words(first: &str) -> [String; 2] {
    let before = |text: &str, mark: &str| {
        text.rsplit_once(mark).map_or(String::new(), |(before, _)| before.to_owned())
    };
    let whole = before(first, ",\"commitment\":\"");
    let plan = before(&whole, ",\"id\":\"");
    [whole, plan]
}
