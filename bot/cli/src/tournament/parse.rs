//! The texts of the command line that describe a tournament: formats, clocks, tests, starts.

use std::path::Path;

use anyhow::{Context, bail, ensure};
use bot::StartFamily;
use protocol::limits::MAX_COURSES;
use protocol::{Course, Format, Sprt, SprtModel, TimeControl};
use rules::{Preset, Setup};

/// A clock, or none.
#[derive(Clone, Copy, Debug)]
pub(super) struct MaybeClock(pub(super) Option<TimeControl>);

/// A game as a mix has it, but with semicolons between its numbers, because commas
/// stand between games.
pub(super) fn course(text: &str, size: u64) -> anyhow::Result<Course> {
    let StartFamily { variant, ending } = text.replace(';', ",").parse()?;
    Ok(Course { variant, ending, size })
}

/// The starts of a file, one a line.
pub(super) fn start_list(file: &Path) -> anyhow::Result<Vec<Setup>> {
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("--starts: cannot read {}", file.display()))?;
    let mut list = Vec::new();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let start = match Preset::named(line) {
            Some(preset) => preset.setup(),
            None => match line.parse() {
                Ok(setup) => setup,
                Err(why) => bail!("{} line {number}: {line:?}: {why}", file.display()),
            },
        };
        list.push(start);
    }
    ensure!(!list.is_empty(), "{} has no starts", file.display());
    Ok(list)
}

/// What kinds of games the starts are of, as far as a plan can say.
pub(super) fn courses_of(list: &[Setup]) -> Vec<Course> {
    let mut courses: Vec<Course> = Vec::new();
    for setup in list {
        let (variant, ending) = (setup.variant().clone(), setup.ending());
        let known = courses.iter().any(|one| one.variant == variant && one.ending == ending);
        if !known && courses.len() < MAX_COURSES {
            courses.push(Course { variant, ending, size: 15 });
        }
    }
    courses
}

pub(super) fn format(text: &str) -> Result<Format, String> {
    let (name, number) = match text.split_once(':') {
        Some((name, number)) => (name, Some(number.parse::<u32>().map_err(|e| e.to_string())?)),
        None => (text, None),
    };
    match (name, number) {
        ("round-robin", cycles) => Ok(Format::RoundRobin { cycles: cycles.unwrap_or(1) }),
        ("gauntlet", champions) => Ok(Format::Gauntlet { champions: champions.unwrap_or(1) }),
        ("swiss", rounds) => Ok(Format::Swiss { rounds: rounds.unwrap_or(5) }),
        ("knockout", None) => Ok(Format::Knockout),
        ("arena", seconds) => Ok(Format::Arena { seconds: seconds.unwrap_or(60) }),
        _ => Err("round-robin, gauntlet, swiss, knockout or arena".to_owned()),
    }
}

pub(super) fn format_name(format: Format) -> String {
    match format {
        Format::RoundRobin { cycles: 1 } => "round-robin".to_owned(),
        Format::RoundRobin { cycles } => format!("round-robin of {cycles} cycles"),
        Format::Gauntlet { champions } => format!("gauntlet of {champions}"),
        Format::Swiss { rounds } => format!("Swiss of {rounds} rounds"),
        Format::Knockout => "knockout".to_owned(),
        Format::Arena { seconds } => format!("arena of {seconds} seconds"),
    }
}

/// A clock, or `none`.
pub(super) fn clock(text: &str) -> Result<MaybeClock, String> {
    match text {
        "none" => Ok(MaybeClock(None)),
        text => runner::read_clock(text).map(|clock| MaybeClock(Some(clock))),
    }
}

pub(crate) fn sprt(text: &str) -> Result<Sprt, String> {
    let bad = "two differences, two errors and a model: 0,50 or 0,50,0.05,0.05,normalized";
    let mut parts: Vec<&str> = text.split(',').map(str::trim).collect();
    let model = match parts.last() {
        Some(&"normalized") => SprtModel::Normalized,
        _ => SprtModel::Logistic,
    };
    parts.retain(|part| !["normalized", "logistic"].contains(part));
    let number = |text: &str| text.parse::<f64>().map_err(|_| bad);
    let [elo0, elo1, errors @ ..] = &parts[..] else { return Err(bad.to_owned()) };
    let [alpha, beta] = match errors {
        [] => [0.05, 0.05],
        [both] => [number(both)?; 2],
        [alpha, beta] => [number(alpha)?, number(beta)?],
        _ => return Err(bad.to_owned()),
    };
    let [elo0, elo1] = [elo0, elo1].map(|elo| elo.parse::<i32>().map_err(|_| bad));
    Ok(Sprt { elo0: elo0?, elo1: elo1?, alpha, beta, model })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_of_all_kinds_are_read() {
        let read = |text: &str| clock(text).map(|clock| clock.0);
        let fischer = |base_ms, increment_ms| TimeControl::Fischer { base_ms, increment_ms };
        assert_eq!(read("60+1"), Ok(Some(fischer(60_000, 1_000))));
        assert_eq!(read("0.5+0.1"), Ok(Some(fischer(500, 100))));
        let step = (60_000, 2_000);
        let bronstein = TimeControl::Bronstein { base_ms: step.0, delay_ms: step.1 };
        assert_eq!(read("bronstein:60+2"), Ok(Some(bronstein)));
        let delay = TimeControl::Delay { base_ms: step.0, delay_ms: step.1 };
        assert_eq!(read("delay:60+2"), Ok(Some(delay)));
        let byoyomi = TimeControl::Byoyomi { base_ms: 60_000, periods: 3, period_ms: 10_000 };
        assert_eq!(read("byoyomi:60+3x10"), Ok(Some(byoyomi)));
        for bad in
            ["byoyomi:60", "byoyomi:60+3", "byoyomi:60+0x10", "byoyomi:60+x", "byoyomi:6+99x1"]
        {
            assert!(read(bad).is_err(), "{bad}");
        }
        assert_eq!(read("move:5"), Ok(Some(TimeControl::Move { ms: 5_000 })));
        assert_eq!(read("days:2"), Ok(Some(TimeControl::Days { days: 2 })));
        assert_eq!(read("none"), Ok(None));
        for bad in ["", "x", "60+x", "move:5+1", "days:0", "days:x", "-1", "hour:1", "0", "nan"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn starts_are_of_so_many_kinds_as_they_differ_in_game_or_ending() {
        let starts = ["nim 3,4", "misere nim 3,4", "nim 5", "lasker 3,4", "misere nim 1"];
        let starts: Vec<Setup> = starts.iter().map(|text| text.parse().expect("a game")).collect();
        let courses = courses_of(&starts);
        let kinds: Vec<_> = courses
            .iter()
            .map(|one| (one.variant.name(), one.ending == rules::Ending::Misere))
            .collect();
        assert_eq!(kinds, [("nim", false), ("nim", true), ("lasker", false)]);
    }

    #[test]
    fn starts_are_read_by_name_and_in_the_notation() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("starts");
        let write = |text: &str| std::fs::write(&file, text).expect("writable");
        write("# two\n\nMarienbad\n misere nim 1,2,3 \nkayles 7\n");
        let said = start_list(&file).expect_err("kayles is no name of the notation").to_string();
        assert!(said.contains("line 5"), "{said}");
        write("# two\n\nMarienbad\n misere nim 1,2,3 \noctal(0.77) 7\n");
        let list = start_list(&file).expect("three starts");
        let written: Vec<String> = list.iter().map(Setup::to_string).collect();
        assert_eq!(written, ["misere nim 1,3,5,7", "misere nim 1,2,3", "octal(0.77) 7"]);
        assert_eq!(courses_of(&list).len(), 2);
        write("# nothing\n");
        start_list(&file).expect_err("no starts");
    }

    #[test]
    fn each_format_is_read_and_named() {
        for (text, format, name) in [
            ("round-robin", Format::RoundRobin { cycles: 1 }, "round-robin"),
            ("round-robin:2", Format::RoundRobin { cycles: 2 }, "round-robin of 2 cycles"),
            ("gauntlet", Format::Gauntlet { champions: 1 }, "gauntlet of 1"),
            ("gauntlet:3", Format::Gauntlet { champions: 3 }, "gauntlet of 3"),
            ("swiss", Format::Swiss { rounds: 5 }, "Swiss of 5 rounds"),
            ("swiss:7", Format::Swiss { rounds: 7 }, "Swiss of 7 rounds"),
            ("knockout", Format::Knockout, "knockout"),
            ("arena", Format::Arena { seconds: 60 }, "arena of 60 seconds"),
            ("arena:9", Format::Arena { seconds: 9 }, "arena of 9 seconds"),
        ] {
            assert_eq!(super::format(text), Ok(format), "{text}");
            assert_eq!(format_name(format), name);
        }
        for bad in ["", "knockout:2", "swiss:x", "swiss:", "league", "arena:-1"] {
            assert!(super::format(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_sequential_test_has_two_differences_and_perhaps_errors_and_a_model() {
        let of = |elo0, elo1, alpha, beta, model| Ok(Sprt { elo0, elo1, alpha, beta, model });
        let (logistic, normalized) = (SprtModel::Logistic, SprtModel::Normalized);
        for (text, test) in [
            ("0,50", of(0, 50, 0.05, 0.05, logistic)),
            ("-10, 20", of(-10, 20, 0.05, 0.05, logistic)),
            ("0,50,normalized", of(0, 50, 0.05, 0.05, normalized)),
            ("0,50,logistic", of(0, 50, 0.05, 0.05, logistic)),
            ("0,50,0.01", of(0, 50, 0.01, 0.01, logistic)),
            ("0,50,0.01,0.02", of(0, 50, 0.01, 0.02, logistic)),
            ("0,50,0.01,0.02,normalized", of(0, 50, 0.01, 0.02, normalized)),
        ] {
            assert_eq!(sprt(text), test, "{text}");
        }
        let bad = "two differences, two errors and a model: 0,50 or 0,50,0.05,0.05,normalized";
        for text in ["", "0", "0,x", "x,0", "0.5,1", "0,50,x", "0,50,0.1,x", "0,50,0.1,0.1,0.1"] {
            assert_eq!(sprt(text), Err(bad.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_course_is_a_game_with_its_ending_and_size() {
        let read = |text: &str| {
            let Course { variant, ending, size } = course(text, 9).expect(text);
            (variant.name().to_owned(), variant.params(), ending, size)
        };
        let (name, params, ending, size) = read("misere nim");
        assert_eq!((name.as_str(), ending, size), ("nim", rules::Ending::Misere, 9));
        assert!(params.as_object().is_none_or(serde_json::Map::is_empty));
        let taken = read("subtraction:1;2;3").1;
        assert_eq!(taken, read("subtraction(1;2;3)").1);
        assert!(course("chess", 9).is_err() && course("misere candy", 9).is_err());
        let many: Vec<Setup> =
            (1..=99).map(|k| format!("moore({k}) 1,2").parse().expect("a start")).collect();
        assert_eq!(courses_of(&many).len(), MAX_COURSES);
    }
}
