//! Does the ladder find the truth? Bots whose error rates are known play pairs on
//! a fresh ladder, brought together by its own matchmaking, and after every round
//! the ranking is compared with the order of the error rates. Beside it the same
//! bots, starts and matchmaking with a plain ladder: Glicko-2, single games.

mod plain;
mod trial;

use trial::{GameFamily, Trial};

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Only this family: nim, subtraction or kayles.
    #[arg(long, default_value = "")]
    only: String,
    /// How many bots.
    #[arg(long, default_value_t = 200)]
    bots: usize,
    /// Games that each bot plays at the most.
    #[arg(long, default_value_t = 400)]
    games: usize,
    /// The rank correlation to reach (Spearman).
    #[arg(long, default_value_t = 0.95)]
    goal: f64,
    /// The error rate of the best bot.
    #[arg(long, default_value_t = 0.01)]
    best: f64,
    /// That of the worst; between them each bot errs by the same factor more.
    #[arg(long, default_value_t = 0.5)]
    worst: f64,
    /// About how many objects the starts have.
    #[arg(long, default_value_t = 12)]
    size: u64,
    /// Repeats everything with as many seeds.
    #[arg(long, default_value_t = 3)]
    seeds: u64,
}

/// How many games each bot has played before the ranking was good, and how good
/// it was after some numbers of games.
#[derive(Clone, Debug, Default)]
struct LearningCurve {
    reached: Option<usize>,
    seen: Vec<(usize, f64)>,
}

/// What is compared: ours, and the plain one.
const LADDERS: [&str; 2] = ["pairs", "plain"];

/// Games after which the correlation is shown.
const SHOWN: [usize; 6] = [10, 20, 40, 80, 160, 320];

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    println!(
        "{} bots that err in {} to {} of their moves; Spearman after so many games of each",
        arguments.bots, arguments.best, arguments.worst
    );
    let shown: String = SHOWN.iter().map(|games| format!("{games:>7}")).collect();
    println!("{:12} {:4} {:7}{shown}   games until {}", "family", "seed", "ladder", arguments.goal);
    for family in
        GameFamily::ALL.into_iter().filter(|family| family.name().contains(&arguments.only))
    {
        let mut sums = [(0, 0); 2];
        for seed in 0..arguments.seeds {
            let trial = Trial::new(family, arguments, seed)?;
            for (which, curve) in [trial.pairs(), trial.plain()].into_iter().enumerate() {
                let name = LADDERS[which];
                print(&format!("{:12} {seed:4} {name:7}", family.name()), &curve);
                if let Some(games) = curve.reached {
                    sums[which] = (sums[which].0 + games, sums[which].1 + 1);
                }
            }
        }
        for ((sum, count), name) in sums.into_iter().zip(LADDERS) {
            let until = match sum.checked_div(count) {
                // Two games are a pair.
                Some(mean) if name == LADDERS[0] => format!("{mean} games, {} pairs", mean / 2),
                Some(mean) => format!("{mean} games"),
                None => "never".to_owned(),
            };
            println!(
                "{:12}      {name}: {until} ({count} of {} seeds)",
                family.name(),
                arguments.seeds
            );
        }
    }
    Ok(())
}

fn print(row: &str, curve: &LearningCurve) {
    let seen: String = SHOWN
        .iter()
        .map(|at| match curve.seen.iter().find(|(games, _)| games == at) {
            Some((_, correlation)) => format!("{correlation:7.3}"),
            None => format!("{:>7}", "-"),
        })
        .collect();
    let reached = curve.reached.map_or("never".to_owned(), |games| games.to_string());
    println!("{row}{seen}   {reached}");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The short form: fewer bots, in each of the three families.
    #[test]
    fn pairs_find_the_truth_in_fewer_games() {
        let arguments = Arguments {
            only: String::new(),
            bots: 40,
            games: 120,
            goal: 0.93,
            best: 0.01,
            worst: 0.5,
            size: 12,
            seeds: 1,
        };
        for family in GameFamily::ALL {
            let trial = Trial::new(family, &arguments, 1).expect("starts are found");
            let (pairs, plain) = (trial.pairs().reached, trial.plain().reached);
            let (name, pairs) = (family.name(), pairs.expect("pairs reach it"));
            assert!(plain.is_none_or(|plain| plain > pairs), "{name}: {pairs} {plain:?}");
        }
    }
}
