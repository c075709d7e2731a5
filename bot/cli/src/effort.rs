//! The cost limits of an answer about a position, as options of `solve` and `explain`.

use std::time::Duration;

use bot::SolveOptions;

/// The limits of one answer; the search stops at the first one reached.
#[derive(Debug, clap::Args)]
pub(crate) struct EffortArgs {
    /// The most winning moves listed; a longer list is null
    #[arg(long, default_value_t = 40)]
    max_moves: usize,
    /// The most positions searched for one answer
    #[arg(long, default_value_t = 5_000_000)]
    nodes: u64,
    /// How long one answer may take: 10ms, 2s. Default: no time limit
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,
    /// The most memory for one answer: 64MB, 2GB
    #[arg(long, default_value = "1GB", value_parser = bytes)]
    memory: u64,
}

impl EffortArgs {
    pub(crate) fn options(&self) -> SolveOptions {
        let EffortArgs { max_moves, nodes, time, memory } = *self;
        SolveOptions { max_moves, nodes, time, memory }
    }
}

fn duration(text: &str) -> Result<Duration, String> {
    let millis = number(text, &[("ms", 1), ("s", 1_000)]);
    millis.map(Duration::from_millis).ok_or_else(|| "a time is like 10ms or 2s".to_owned())
}

/// "64MB", "2GB".
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let bytes = number(text, &[("MB", 1 << 20), ("GB", 1 << 30)]);
    bytes.ok_or_else(|| "a size is like 64MB or 2GB".to_owned())
}

/// Parses a whole number with a unit: the first of these units that the text ends with.
fn number(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let mut units = units.iter();
    let (digits, unit) = units.find_map(|(name, unit)| Some((text.strip_suffix(name)?, *unit)))?;
    digits.parse::<u64>().ok()?.checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_have_units() {
        assert_eq!(duration("10ms"), Ok(Duration::from_millis(10)));
        assert_eq!(duration("2s"), Ok(Duration::from_secs(2)));
        assert_eq!((bytes("64MB"), bytes("2GB")), (Ok(64 << 20), Ok(2 << 30)));
        for bad in ["", "10", "ms", "-1s", "1.5s", "10 ms", "99999999999999999999s"] {
            assert!(duration(bad).is_err() && bytes(bad).is_err(), "{bad}");
        }
        assert!(bytes("99999999999GB").is_err());
    }

    #[derive(Debug, clap::Parser)]
    struct Arguments {
        #[command(flatten)]
        effort: EffortArgs,
    }

    fn options(flags: &[&str]) -> Option<(usize, u64, Option<Duration>, u64)> {
        let arguments = [&["nim-bot"], flags].concat();
        let arguments = <Arguments as clap::Parser>::try_parse_from(arguments).ok()?;
        let SolveOptions { max_moves, nodes, time, memory } = arguments.effort.options();
        Some((max_moves, nodes, time, memory))
    }

    #[test]
    fn each_option_is_a_limit() {
        assert_eq!(options(&[]), Some((40, 5_000_000, None, 1 << 30)));
        let flags = ["--max-moves", "1", "--nodes", "2", "--time", "4ms", "--memory", "8MB"];
        assert_eq!(options(&flags), Some((1, 2, Some(Duration::from_millis(4)), 8 << 20)));
        assert_eq!(options(&["--time", "4"]), None);
        assert_eq!(options(&["--memory", "8"]), None);
        assert_eq!(duration("4"), Err("a time is like 10ms or 2s".to_owned()));
        assert_eq!(bytes("8"), Err("a size is like 64MB or 2GB".to_owned()));
    }
}
