//! Games that a clock ends, told from the clock's rules and not from anybody's code.

use protocol::TimeControl;

use super::choices::Choices;

/// A plan's clock of each kind.
pub(crate) const CLOCKS: [&str; 5] = [
    r#", "clock": {"kind": "fischer", "base_ms": 1000, "increment_ms": 5}"#,
    r#", "clock": {"kind": "bronstein", "base_ms": 1500, "delay_ms": 15}"#,
    r#", "clock": {"kind": "delay", "base_ms": 1200, "delay_ms": 10}"#,
    r#", "clock": {"kind": "move", "ms": 900}"#,
    r#", "clock": {"kind": "byoyomi", "base_ms": 25, "periods": 3, "period_ms": 300}"#,
];

/// Earlier turns take less than this, so that the time lasts for the longest games.
const MOST_MS: u64 = 30;

/// Returns how long each turn took, where the last one has used up exactly the time that its player
/// had left. Each player's first turn is free.
pub(crate) fn run_out(clock: TimeControl, plies: usize, choices: &mut Choices) -> Vec<u64> {
    let mut spent: Vec<u64> = (0..plies).map(|_| choices.below(MOST_MS)).collect();
    spent.push(left(clock, &spent));
    spent
}

/// Returns the time that the player to move had left after these turns.
pub(crate) fn left(clock: TimeControl, spent: &[u64]) -> u64 {
    let plies = spent.len();
    let own = (2..plies).filter(|ply| ply % 2 == plies % 2).map(|ply| spent[ply]);
    match clock {
        TimeControl::Fischer { base_ms, increment_ms } => {
            own.fold(base_ms.into(), |left, turn| left - turn + u64::from(increment_ms))
        }
        TimeControl::Bronstein { base_ms, delay_ms } => {
            own.fold(base_ms.into(), |left, turn| left - turn.saturating_sub(delay_ms.into()))
        }
        TimeControl::Delay { base_ms, delay_ms } => {
            let left: u64 =
                own.fold(base_ms.into(), |left, turn| left - turn.saturating_sub(delay_ms.into()));
            left + u64::from(delay_ms)
        }
        // No turn is as long as a period, so none is lost.
        TimeControl::Byoyomi { base_ms, periods, period_ms } => {
            let main = own.fold(u64::from(base_ms), |left, turn| left.saturating_sub(turn));
            main + u64::from(periods) * u64::from(period_ms)
        }
        TimeControl::Move { ms } => ms.into(),
        TimeControl::Days { days } => u64::from(days) * 86_400_000,
    }
}
