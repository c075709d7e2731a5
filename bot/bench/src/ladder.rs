//! Tests whether the ladder finds the true order: bots of known strength play on a new ladder,
//! paired by its own matchmaking, with starts dealt as in quick play. After given numbers of
//! matches the ranking is compared with the order of their strength. The same games are rated by
//! results alone (pairs by Glicko-2), by decisions alone, by a fit of all decisions at once, and by
//! the ladder: decisions with results.

mod batch;
mod field;
mod live;
mod pairs;
mod population;
mod ranks;
mod record;
mod replayed;

use std::path::PathBuf;

use anyhow::Context;
use clap::ValueEnum;
use ladder::{Leaderboard, MemoryBook, Standing};
use report::{Axis, Plot, Series};
use rules::Setup;

use field::Field;
use pairs::PairRatings;
use population::Population;
use ranks::spearman;

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct LadderArguments {
    /// The variant: nim, subtraction, kayles, wythoff or notakto; default: all of them.
    #[arg(long)]
    only: Option<BenchGame>,
    /// How the bots err; default: all three ways.
    #[arg(long)]
    population: Option<Population>,
    /// The number of bots.
    #[arg(long, default_value_t = 60)]
    bots: usize,
    /// The number of rated matches per bot.
    #[arg(long, default_value_t = 125)]
    matches: usize,
    /// The difficulty of the dealt starts: easy, medium or hard.
    #[arg(long, default_value = "medium")]
    difficulty: BenchDifficulty,
    /// The number of seeds with which everything is repeated.
    #[arg(long, default_value_t = 2)]
    seeds: u64,
    /// Play on a private server, through its queue, with its starts and its reviews; the ladders
    /// are computed from its public record.
    #[arg(long)]
    live: bool,
    /// A folder for the record of each live run. One that is there already is rated again instead of
    /// playing: another version of the ladder is compared on the same games.
    #[arg(long, requires = "live")]
    records: Option<PathBuf>,
    /// Minutes after which live play of one game and population is stopped.
    #[arg(long, default_value_t = 10)]
    minutes: u64,
    /// A folder for a plot of each game and population, as SVG.
    #[arg(long)]
    plots: Option<PathBuf>,
}

/// The games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BenchGame {
    Nim,
    Subtraction,
    Kayles,
    Wythoff,
    Notakto,
}

/// The difficulty of starts, with quick play's names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BenchDifficulty {
    Easy,
    Medium,
    Hard,
}

/// The numbers of matches per bot after which the correlation is shown.
const SHOWN: [usize; 15] = [2, 3, 5, 7, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100, 125];

/// The ladders compared.
const LADDERS: [&str; 4] = ["results", "decisions", "fit of decisions", "ladder"];

impl BenchGame {
    /// A setup of the variant with its usual ending.
    fn setup(self) -> anyhow::Result<Setup> {
        let line = match self {
            BenchGame::Nim => "nim 1,2,3",
            BenchGame::Subtraction => "subtraction(1,2,3) 5,9",
            BenchGame::Kayles => "octal(0.77) 5,9",
            BenchGame::Wythoff => "multiheap(all) 5,8",
            BenchGame::Notakto => "misere notakto .........",
        };
        line.parse().map_err(|refusal| anyhow::anyhow!("{line}: {refusal}"))
    }
}

impl BenchDifficulty {
    fn degree(self) -> solver::StartDifficulty {
        match self {
            BenchDifficulty::Easy => solver::StartDifficulty::Easy,
            BenchDifficulty::Medium => solver::StartDifficulty::Medium,
            BenchDifficulty::Hard => solver::StartDifficulty::Hard,
        }
    }
}

impl LadderArguments {
    /// The name of files about a game and population.
    fn name(&self, game: BenchGame, population: Population) -> String {
        format!("{game:?}-{population:?}-{}", self.bots).to_lowercase()
    }
}

/// The quality of each ladder after given numbers of matches per bot.
#[derive(Clone, Debug, Default)]
struct LearningCurve {
    seen: Vec<(usize, [f64; LADDERS.len()])>,
}

/// The games played.
struct PlayedField {
    starts: usize,
    matches: usize,
    /// Decisions per bot and match.
    decisions: f64,
    /// Immediate rematches, in percent.
    rematches: f64,
}

impl LearningCurve {
    /// The mean of courses, as far as all of them go.
    fn mean(courses: &[LearningCurve]) -> LearningCurve {
        let all = courses.iter().map(|course| course.seen.len()).min().unwrap_or(0);
        let mean = |place: usize| {
            let found = |ladder: usize| {
                let sum: f64 = courses.iter().map(|course| course.seen[place].1[ladder]).sum();
                sum / courses.len() as f64
            };
            (courses[0].seen[place].0, std::array::from_fn(found))
        };
        LearningCurve { seen: (0..all).map(mean).collect() }
    }

    /// The number of matches after which a ladder reached this quality for good, with straight
    /// lines between those that are shown.
    fn reached(&self, ladder: usize, goal: f64) -> Option<f64> {
        let below = self.seen.iter().rposition(|(_, found)| found[ladder] < goal);
        let Some(below) = below else { return self.seen.first().map(|(first, _)| *first as f64) };
        let [low, high] = [self.seen.get(below)?, self.seen.get(below + 1)?]
            .map(|(matches, found)| (*matches as f64, found[ladder]));
        Some(low.0 + (high.0 - low.0) * (goal - low.1) / (high.1 - low.1))
    }

    fn print(&self) {
        let at: String = self.seen.iter().map(|(matches, _)| format!("{matches:>7}")).collect();
        println!("{:18}{at}  until 0.90  until 0.95", "matches of each");
        for (number, name) in LADDERS.into_iter().enumerate() {
            let found: String =
                self.seen.iter().map(|(_, found)| format!("{:7.3}", found[number])).collect();
            let until = [0.90, 0.95].map(|goal| {
                self.reached(number, goal).map_or("-".to_owned(), |matches| format!("{matches:.1}"))
            });
            println!("{name:18}{found}{:>12}{:>12}", until[0], until[1]);
        }
    }

    fn plot(&self) -> Plot {
        let line = |(number, name): (usize, &str)| Series {
            name: name.to_owned(),
            points: self.seen.iter().map(|(at, found)| (*at as f64, found[number])).collect(),
        };
        let series = LADDERS.into_iter().enumerate().map(line).collect();
        Plot { x: Axis::linear("matches of each"), y: Axis::linear("Spearman's ρ"), series }
    }
}

/// Prints a table for each game, population and seed, and their means.
///
/// # Errors
/// When a game cannot be dealt.
pub(crate) async fn run(arguments: &LadderArguments) -> anyhow::Result<()> {
    let games = BenchGame::value_variants().iter().copied();
    for game in games.filter(|&game| arguments.only.is_none_or(|only| only == game)) {
        for &population in Population::value_variants() {
            if arguments.population.is_none_or(|wanted| wanted == population) {
                show(arguments, game, population).await?;
            }
        }
    }
    Ok(())
}

async fn show(
    arguments: &LadderArguments,
    game: BenchGame,
    population: Population,
) -> anyhow::Result<()> {
    let mut courses = Vec::new();
    for seed in 0..arguments.seeds {
        let (course, used) = course(arguments, game, population, seed).await?;
        println!(
            "\n{game:?}, {population:?} population, seed {seed}: {} bots, {:?} starts as quick \
             play deals them{} ({} distinct of {} dealt), {:.1} decisions of each in a match, \
             {:.0} % immediate rematches",
            arguments.bots,
            arguments.difficulty,
            if arguments.live { " over the wire" } else { "" },
            used.starts,
            used.matches,
            used.decisions,
            used.rematches,
        );
        course.print();
        courses.push(course);
    }
    let mean = LearningCurve::mean(&courses);
    if courses.len() > 1 {
        println!("\n{game:?}, {population:?} population, mean of {} seeds:", courses.len());
        mean.print();
    }
    if let Some(folder) = &arguments.plots {
        let way = if arguments.live { "live" } else { "simulated" };
        let name = format!("{}-{way}.svg", arguments.name(game, population));
        std::fs::create_dir_all(folder)?;
        std::fs::write(folder.join(&name), mean.plot().file()).context(name)?;
    }
    Ok(())
}

async fn course(
    arguments: &LadderArguments,
    game: BenchGame,
    population: Population,
    seed: u64,
) -> anyhow::Result<(LearningCurve, PlayedField)> {
    let setup = game.setup()?;
    if arguments.live {
        let file = arguments.records.as_ref().map(|folder| {
            folder.join(format!("{name}-{seed}.record", name = arguments.name(game, population)))
        });
        return live::play(arguments, &setup, population, seed, file.as_deref()).await;
    }
    let (course, field) = play(arguments, &setup, population, seed)?;
    Ok((course, field.used()))
}

/// Lets all bots play, and compares the ladders after given numbers of matches.
fn play(
    arguments: &LadderArguments,
    setup: &Setup,
    population: Population,
    seed: u64,
) -> anyhow::Result<(LearningCurve, Field)> {
    let levels = population.levels(arguments.bots);
    let degree = arguments.difficulty.degree();
    let mut field = Field::new(setup, degree, &levels, seed)?;
    let truth = match population.truth(arguments.bots) {
        Some(truth) => truth,
        None => Field::new(setup, degree, &levels, seed + 1_000)?.everybody_against_everybody()?,
    };
    let mut book = MemoryBook::default();
    let mut results = PairRatings::new(arguments.bots);
    let mut course = LearningCurve::default();
    let pool = field.leaderboard();
    let last = *SHOWN.iter().rfind(|&&at| at <= arguments.matches).context("too few matches")?;
    for &shown in SHOWN.iter().filter(|&&at| at <= last) {
        while field.fewest_matches() < shown {
            let stands = |bot| book.get(&pool, field::id(bot)).unwrap_or(Standing::new(0));
            for bots in field.pair_up(stands) {
                let pair = field.play(bots)?;
                results.rate(&pair.result());
                field.rate(&mut book, pair);
            }
        }
        course.seen.push((shown, compare(&field, &book, &pool, &results, &truth)));
    }
    Ok((course, field))
}

/// How well each ladder reproduces the true order.
fn compare(
    field: &Field,
    book: &MemoryBook,
    pool: &Leaderboard,
    results: &PairRatings,
    truth: &[f64],
) -> [f64; LADDERS.len()] {
    let stands = |bot| book.get(pool, field::id(bot)).unwrap_or(Standing::new(0));
    let of = |value: &dyn Fn(Standing) -> i64| -> Vec<f64> {
        (0..truth.len()).map(|bot| value(stands(bot)) as f64).collect()
    };
    [
        spearman(&results.ratings(), truth),
        spearman(&of(&|stands| stands.skill.mean), truth),
        spearman(&batch::skills(field.played(), truth.len()), truth),
        spearman(&of(&Standing::rating), truth),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A short form: fewer bots and games. After ten matches the ladder is behind results alone
    /// in no game, and ahead of them on average.
    #[test]
    fn decisions_find_the_truth_sooner_than_results() {
        let arguments = LadderArguments {
            only: None,
            population: None,
            bots: 30,
            matches: 10,
            difficulty: BenchDifficulty::Medium,
            seeds: 1,
            live: false,
            records: None,
            minutes: 1,
            plots: None,
        };
        let mut gains = Vec::new();
        for game in [BenchGame::Nim, BenchGame::Subtraction, BenchGame::Wythoff] {
            let setup = game.setup().expect("a game");
            let (course, _) = play(&arguments, &setup, Population::Wide, 1).expect("it is dealt");
            let (_, at_ten) = course.seen.last().expect("ten matches");
            assert!(at_ten[3] > 0.75, "{game:?}: {course:?}");
            assert!(at_ten[3] > at_ten[0], "{game:?}: {course:?}");
            gains.push(at_ten[3] - at_ten[0]);
        }
        assert!(gains.iter().sum::<f64>() > 0.1, "{gains:?}");
    }

    #[test]
    fn the_starts_are_those_that_are_named() {
        let setup = BenchGame::Nim.setup().expect("nim");
        let decisions = [BenchDifficulty::Easy, BenchDifficulty::Hard].map(|degree| {
            let levels = Population::Wide.levels(4);
            let mut field = Field::new(&setup, degree.degree(), &levels, 1).expect("dealt");
            for n in 0..40 {
                field.play([n % 4, (n + 1) % 4]).expect("played");
            }
            assert!(field.used().starts > 20, "{}", field.used().starts);
            field.objects()
        });
        assert!(decisions[1] > 1.5 * decisions[0], "{decisions:?}");
    }
}
