//! A mix of games as typed by a person: `nim, kayles, moore:2`, or `nim 3,4,5; Marienbad`.

use std::fmt;
use std::str::FromStr;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rules::{Ending, Preset, Setup, Variant};
use solver::{Budget, DifficultyBounds, Solver, StartRequest};

/// Work limit for finding one start: a few milliseconds for most games.
const WORK: u64 = 200_000;

/// The approximate number of objects in a random start.
const SIZE: u64 = 15;

/// The number of random starts per variant.
const DRAWN: usize = 64;

/// A mix of games.
///
/// ```
/// use bot::Mix;
///
/// let mix: Mix = "nim; kayles; misere nim 3,4,5".parse()?;
/// assert_eq!(mix.starts(7)?, mix.starts(7)?);
/// # Ok::<(), bot::BadMix>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Mix {
    parts: Vec<MixPart>,
}

#[derive(Clone, Debug, PartialEq)]
enum MixPart {
    /// A fixed start.
    Start(Setup),
    /// Random starts of a family.
    Family(StartFamily),
}

/// A variant with its parameters and ending, for any start.
#[derive(Clone, Debug, PartialEq)]
pub struct StartFamily {
    /// The variant with its parameters.
    pub variant: Variant,
    /// Whether the last move wins or loses.
    pub ending: Ending,
}

/// There is no such game; contains the requested text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadMix(String);

impl Mix {
    /// Returns the starts of the mix: one for each game named with its start, many random ones for
    /// each variant. The same seed gives the same starts.
    ///
    /// # Errors
    /// When no start of a variant can be found.
    pub fn starts(&self, seed: u64) -> Result<Vec<Setup>, BadMix> {
        let mut chance = StdRng::seed_from_u64(seed);
        let mut starts = Vec::new();
        for part in &self.parts {
            match part {
                MixPart::Start(setup) => starts.push(setup.clone()),
                MixPart::Family(family) => {
                    starts.extend(draw(family, &mut chance)?);
                }
            }
        }
        Ok(starts)
    }
}

fn draw(family: &StartFamily, chance: &mut StdRng) -> Result<Vec<Setup>, BadMix> {
    let StartFamily { variant, ending } = family;
    let mut solver = Solver::new(variant);
    let request = StartRequest {
        variant: variant.clone(),
        ending: *ending,
        size: SIZE,
        outcome: None,
        difficulty: DifficultyBounds::ANY,
    };
    let find = |_| request.find(chance.random(), &mut solver, &mut Budget::positions(WORK)).ok();
    let starts: Vec<Setup> = (0..DRAWN).filter_map(find).collect();
    match starts.is_empty() {
        true => Err(BadMix(format!("{}: no start was found", variant.name()))),
        false => Ok(starts),
    }
}

impl FromStr for Mix {
    type Err = BadMix;

    /// Games are separated by semicolons or, if all are bare names, by commas.
    fn from_str(text: &str) -> Result<Mix, BadMix> {
        let parts = match split(text, ';') {
            parts if parts.len() > 1 => parts,
            whole => match part(text) {
                Ok(_) => whole,
                Err(_) => split(text, ','),
            },
        };
        let parts: Result<Vec<MixPart>, _> = parts.into_iter().map(part).collect();
        match parts? {
            parts if parts.is_empty() => Err(BadMix(String::new())),
            parts => Ok(Mix { parts }),
        }
    }
}

impl FromStr for StartFamily {
    type Err = BadMix;

    /// `nim`, `kayles`, `moore:2`, `misere nim`.
    fn from_str(text: &str) -> Result<StartFamily, BadMix> {
        let (ending, name) = match text.split_once(' ') {
            Some(("misere" | "misère", name)) => (Some(Ending::Misere), name),
            Some(("normal", name)) => (Some(Ending::Normal), name),
            _ => (None, text),
        };
        let variant =
            Variant::called(name).ok_or_else(|| BadMix(text.chars().take(80).collect()))?;
        let endings = variant.rules().endings();
        match ending.or(endings.first().copied()).filter(|ending| endings.contains(ending)) {
            Some(ending) => Ok(StartFamily { variant, ending }),
            None => Err(BadMix(format!("{text}: not with this ending"))),
        }
    }
}

/// Splits at separators outside parentheses.
fn split(text: &str, separator: char) -> Vec<&str> {
    let mut depth = 0_usize;
    let parts = text.split(|c| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && c == separator
    });
    parts.map(str::trim).filter(|part| !part.is_empty()).collect()
}

fn part(text: &str) -> Result<MixPart, BadMix> {
    let text = text.trim();
    if let Some(preset) = Preset::named(text) {
        return Ok(MixPart::Start(preset.setup()));
    }
    if let Ok(setup) = text.parse() {
        return Ok(MixPart::Start(setup));
    }
    text.parse().map(MixPart::Family)
}

impl fmt::Display for BadMix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is not a game: expected a variant (nim, moore:2), a known start, or the notation",
            self.0
        )
    }
}

impl std::error::Error for BadMix {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_read_as_people_type_them() {
        let parts = |text: &str| text.parse::<Mix>().map(|mix| mix.parts.len());
        assert_eq!(parts("nim,kayles,moore:2"), Ok(3));
        assert_eq!(parts("nim 3,4,5"), Ok(1));
        assert_eq!(parts("nim 3,4,5; Marienbad; misere nim"), Ok(3));
        assert_eq!(parts("subtraction(1,2,3); subtraction:1,4"), Ok(2));
        assert_eq!(parts("subtraction(1,2,3),nim,moore(2)"), Ok(3));
        assert_eq!(parts("21 for three"), Ok(1));
        for bad in ["", "chess", "nim, chess", "misere chess", "moore:x"] {
            assert!(parts(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn every_variant_can_be_drawn_and_equal_seeds_draw_alike() {
        let mix: Mix = "nim, kayles, moore:2, wythoff, grundy".parse().unwrap();
        let starts = mix.starts(5).unwrap();
        assert_eq!(starts, mix.starts(5).unwrap());
        assert_ne!(starts, mix.starts(6).unwrap());
        assert!(starts.len() > 4 * DRAWN);
    }

    #[test]
    fn an_ending_is_the_one_that_was_named_or_the_usual_one() {
        let family = |text: &str| {
            let family: Result<StartFamily, BadMix> = text.parse();
            family.map(|family| (family.variant.name().to_owned(), family.ending))
        };
        for (text, ending) in [
            ("nim", Ending::Normal),
            ("normal nim", Ending::Normal),
            ("misere nim", Ending::Misere),
            ("misère nim", Ending::Misere),
        ] {
            assert_eq!(family(text), Ok(("nim".to_owned(), ending)), "{text}");
        }
        for (text, said) in [
            ("chess", "\"chess\""),
            ("quick nim", "\"quick nim\""),
            ("misere candy", "\"misere candy: not with this ending\""),
        ] {
            let why = family(text).expect_err(text).to_string();
            let known =
                "is not a game: expected a variant (nim, moore:2), a known start, or the notation";
            assert_eq!(why, format!("{said} {known}"));
        }
        let long = family(&"x".repeat(99)).expect_err("none");
        assert_eq!(long, BadMix("x".repeat(80)));
    }

    #[test]
    fn named_starts_stand_as_they_are_and_families_are_drawn() {
        let mix: Mix = "Marienbad; nim 3,4,5 ;misere nim".parse().unwrap();
        let starts = mix.starts(1).unwrap();
        let first: Vec<String> = starts[..2].iter().map(Setup::to_string).collect();
        assert_eq!(first, ["misere nim 1,3,5,7", "nim 3,4,5"]);
        let drawn = &starts[2..];
        assert!(!drawn.is_empty() && drawn.len() <= DRAWN);
        for start in drawn {
            assert_eq!((start.variant().name(), start.ending()), ("nim", Ending::Misere));
        }
    }
}
