//! What visitors change for those who play: moves on schedule, without and with many who load the
//! page at once, measured in turn. The visitors share the core of the load.

use load::lean::Measured;

use crate::compare::{CompareArguments, measure_server, median, name_of};

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct VisitArguments {
    /// Visitors, who load the page within as many milliseconds, each second.
    #[arg(long, default_value_t = 60)]
    visitors: u32,
    #[command(flatten)]
    compare: CompareArguments,
}

/// Measures, and prints a table of the results for each rate.
pub(crate) fn run(arguments: &VisitArguments) -> anyhow::Result<()> {
    let VisitArguments { visitors, compare } = arguments;
    let flags = ["--visitors", &visitors.to_string()];
    for rate in compare.rates() {
        let round = |_| {
            let alone = measure_server(compare, &[], rate)?;
            Ok((alone, measure_server(compare, &flags, rate)?))
        };
        let rounds: Vec<_> = (0..compare.rounds).map(round).collect::<anyhow::Result<_>>()?;
        let load = name_of(rate);
        println!("\n{load}\n{:28} {:>12} {:>12} {:>8}", "", "alone", "visited", "more");
        for (name, which) in [("p50", 0), ("p99", 1)] {
            let own = |m: &Measured| m.own[which] as f64;
            let row =
                |of: &dyn Fn(&(Measured, Measured)) -> f64| median(rounds.iter().map(of).collect());
            let alone = row(&|(alone, _)| own(alone));
            let visited = row(&|(_, visited)| own(visited));
            let more = row(&|(alone, visited)| own(visited) - own(alone));
            println!("send to own answer {name} us      {alone:12.0} {visited:12.0} {more:8.0}");
        }
    }
    Ok(())
}
