//! Checks whether a program conforms to the protocol of docs/bots.md: plays games with it, tests
//! difficult cases, and reports what is wrong.

use std::fmt;

use rules::{Game, Move, Preset, Seat, Setup};
use solver::{Budget, Level, LevelPlayer};

use super::introduction::Introduction;
use super::program::{Program, ProgramSpec};
use crate::bots::{BotError, View};

/// Games with the longest numbers, with empty heaps, and with starts that are one move from the
/// end.
const HARD: &[&str] =
    &["nim 9007199254740991,9007199254740990", "misere nim 0,0,1", "nim 1", "misere nim 1,1"];

/// The most moves played per game: random play with long numbers would not end.
const MAX_PLIES: u32 = 60;

/// One thing that was checked.
#[derive(Debug)]
pub struct Check {
    /// The expected behaviour.
    pub expected: String,
    /// What happened instead; `None` if all is well.
    pub fault: Option<String>,
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            None => write!(f, "ok    {}", self.expected),
            Some(fault) => write!(f, "FAIL  {}: it {fault}", self.expected),
        }
    }
}

/// Checks a program and reports each check as it is done. True if all pass.
pub fn conform(spec: &ProgramSpec, seed: u64, tell: &mut dyn FnMut(&Check)) -> bool {
    let mut well = true;
    let mut check = |expected: String, result: Result<(), String>| {
        let check = Check { expected, fault: result.err() };
        well &= check.fault.is_none();
        tell(&check);
    };
    let started = Program::start(spec);
    let hello = started.as_ref().map(|_| ()).map_err(BotError::to_string);
    check("starts and says hello".to_owned(), hello);
    let Ok(mut program) = started else { return false };
    let introduction = program.introduction().clone();
    let plays = |setup: &Setup| introduction.plays(setup.variant());
    let hard = HARD.iter().filter_map(|game| game.parse().ok());
    let games: Vec<Setup> = Preset::all().map(Preset::setup).chain(hard).filter(plays).collect();
    for setup in games {
        let played = play(&mut program, &setup, seed).and_then(|moves| {
            // The other player's moves follow from the seed.
            let again = introduction.deterministic.then(|| play(&mut program, &setup, seed));
            match again.transpose()? {
                Some(other) if other != moves => {
                    Err("says that it is deterministic, but moved differently".to_owned())
                }
                _ => Ok(()),
            }
        });
        if played.is_err() {
            // Further checks would only repeat the same fault.
            match Program::start(spec) {
                Ok(another) => program = another,
                Err(_) => return false,
            }
        }
        check(format!("plays {setup}"), played);
    }
    let newer = program.say("news_of_next_year {\"x\": [1, 2]}").and_then(|()| program.say(""));
    let setup = Preset::named("3-4-5").map(Preset::setup);
    let played = newer.map_err(|fault| fault.to_string()).and_then(|()| match setup {
        Some(setup) => play(&mut program, &setup, seed).map(drop),
        None => Ok(()),
    });
    check("passes over lines that it does not know".to_owned(), played);
    let quit = |program: Program, with_a_word| program.quit(with_a_word).map_err(|f| f.to_string());
    check("ends within a second of quit".to_owned(), quit(program, true));
    let ended = Program::start(spec).map_err(|fault| fault.to_string());
    check(
        "ends within a second of the end of its input".to_owned(),
        ended.and_then(|program| quit(program, false)),
    );
    well
}

/// Plays a validation game with a program before it may play for ratings: a usual start of a variant
/// that it plays, from both seats, against random moves. Returns what it has said of itself.
///
/// # Errors
/// What the program did wrong, in words that follow "it".
pub fn validate(spec: &ProgramSpec, seed: u64) -> Result<Introduction, String> {
    let mut program = Program::start(spec).map_err(|fault| fault.to_string())?;
    let introduction = program.introduction().clone();
    let mut usual = Preset::all().map(Preset::setup);
    let setup = usual.find(|setup| introduction.plays(setup.variant()));
    let setup = setup.ok_or("plays none of the variants")?;
    play(&mut program, &setup, seed)?;
    Ok(introduction)
}

/// Plays against random moves: once on the first seat and then, from the same start, on the second.
/// Returns all moves.
fn play(program: &mut Program, setup: &Setup, seed: u64) -> Result<Vec<Move>, String> {
    let mut moves = Vec::new();
    let mut other = LevelPlayer::new(setup.variant(), setup.ending(), Level::Random, seed);
    for seat in [Seat(0), Seat(1)] {
        let mut game = Game::new(setup.clone());
        let mut has_begun = false;
        while !game.is_over() && game.ply() < MAX_PLIES {
            if game.to_move() != seat {
                let mv = other.choose(game.position(), &mut Budget::positions(1_000));
                let mv = mv.ok_or("found the checker without a move")?;
                game.play(mv)
                    .map_err(|refusal| format!("met a defect of the checker: {refusal}"))?;
                continue;
            }
            let view = view(&game, seat);
            if !std::mem::replace(&mut has_begun, true) {
                program.new_game(&view).map_err(|fault| fault.to_string())?;
            }
            let mv = program.choose(&view).map_err(|fault| fault.to_string())?;
            let said = serde_json::to_string(&mv).unwrap_or_default();
            let at = serde_json::to_string(&view.position).unwrap_or_default();
            let refused = |refusal| format!("made the move {said} at {at}: {refusal}");
            game.play(mv).map_err(refused)?;
        }
        moves.extend_from_slice(game.moves());
    }
    Ok(moves)
}

fn view(game: &Game, seat: Seat) -> View {
    View {
        setup: game.setup().clone(),
        position: game.position().clone(),
        seat,
        history: game.moves().to_vec(),
        due: None,
        free: std::time::Duration::ZERO,
    }
}
