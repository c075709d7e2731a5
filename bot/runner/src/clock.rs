//! Clocks as people type them.

use protocol::TimeControl;

/// Reads a clock, in seconds: `60+1`, `0.5+0.1`, `bronstein:60+1`, `delay:60+1`,
/// `byoyomi:60+3x10` (60 seconds, then 3 periods of 10), `move:5` or `days:2`.
///
/// # Errors
/// For any other text, and for a clock beyond its limits.
///
/// ```
/// use protocol::TimeControl;
///
/// assert_eq!(runner::read_clock("move:0.5"), Ok(TimeControl::Move { ms: 500 }));
/// assert!(runner::read_clock("soon").is_err());
/// ```
pub fn read_clock(text: &str) -> Result<TimeControl, String> {
    let (kind, times) = text.split_once(':').unwrap_or(("fischer", text));
    let bad = "seconds: 60+1, bronstein:60+1, delay:60+1, byoyomi:60+3x10, move:5; days:2; or none";
    if kind == "byoyomi" {
        return byoyomi(times).ok_or(bad)?.checked().map_err(|why| why.to_string());
    }
    let (base, step) = times.split_once('+').unwrap_or((times, "0"));
    let (base_ms, step_ms) = milliseconds(base).zip(milliseconds(step)).ok_or(bad)?;
    let control = match kind {
        "fischer" => TimeControl::Fischer { base_ms, increment_ms: step_ms },
        "bronstein" => TimeControl::Bronstein { base_ms, delay_ms: step_ms },
        "delay" => TimeControl::Delay { base_ms, delay_ms: step_ms },
        "move" if step_ms == 0 => TimeControl::Move { ms: base_ms },
        "days" => TimeControl::Days { days: times.parse().map_err(|_| bad)? },
        _ => return Err(bad.to_owned()),
    };
    control.checked().map_err(|why| why.to_string())
}

/// Reads `60+3x10`: the main time, and how many periods of how many seconds follow.
fn byoyomi(times: &str) -> Option<TimeControl> {
    let (base, following) = times.split_once('+')?;
    let (periods, period) = following.split_once('x')?;
    let (base_ms, period_ms) = milliseconds(base).zip(milliseconds(period))?;
    Some(TimeControl::Byoyomi { base_ms, periods: periods.parse().ok()?, period_ms })
}

/// Reads seconds with or without a fraction: `0.5`.
fn milliseconds(text: &str) -> Option<u32> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..1e6).contains(seconds))?;
    Some((seconds * 1_000.0).round() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_clock_is_read() {
        let (base_ms, increment_ms, delay_ms) = (60_000, 1_500, 1_500);
        for (text, clock) in [
            ("60+1.5", TimeControl::Fischer { base_ms, increment_ms }),
            ("fischer:60+1.5", TimeControl::Fischer { base_ms, increment_ms }),
            ("60", TimeControl::Fischer { base_ms, increment_ms: 0 }),
            ("bronstein:60+1.5", TimeControl::Bronstein { base_ms, delay_ms }),
            ("delay:60+1.5", TimeControl::Delay { base_ms, delay_ms }),
            ("byoyomi:60+3x10", TimeControl::Byoyomi { base_ms, periods: 3, period_ms: 10_000 }),
            ("move:2.5", TimeControl::Move { ms: 2_500 }),
            ("days:2", TimeControl::Days { days: 2 }),
        ] {
            assert_eq!(read_clock(text), Ok(clock), "{text}");
        }
        for text in ["", "soon", "60+", "move:5+1", "byoyomi:60", "byoyomi:60+3", "days:2.5"] {
            assert!(read_clock(text).expect_err(text).starts_with("seconds: 60+1"), "{text}");
        }
        for text in ["0+0", "byoyomi:60+0x10", "days:999"] {
            let why = read_clock(text).expect_err(text);
            assert_eq!(why, "the clock's times are out of range", "{text}");
        }
    }

    #[test]
    fn seconds_are_rounded_to_milliseconds_below_a_million() {
        for (text, ms) in [
            ("0", Some(0)),
            ("0.0004", Some(0)),
            ("0.0005", Some(1)),
            ("12.3456", Some(12_346)),
            ("999999", Some(999_999_000)),
            ("1000000", None),
            ("-0.1", None),
            ("NaN", None),
        ] {
            assert_eq!(milliseconds(text), ms, "{text}");
        }
    }
}
