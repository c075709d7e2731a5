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
