//! The outcome of a load for other programs: seconds as CSV, totals for Prometheus.

use std::fmt::Write;

use crate::latency::Latencies;
use crate::outcome::LoadOutcome;

/// The columns of [`LoadOutcome::csv`].
const COLUMNS: &str = "second,moves,games,online,losses,errors,answer_p50_us,answer_p99_us,\
    answer_max_us,opponent_p50_us,opponent_p99_us,load_cores,server_cores,server_bytes,\
    entrant_moves,pairs";

/// Quantiles exported to Prometheus.
const QUANTILES: [f64; 4] = [0.5, 0.9, 0.99, 0.999];

impl LoadOutcome {
    /// One line per second, below a header. Fields that were not measured are empty.
    pub fn csv(&self) -> String {
        let mut text = format!("{COLUMNS}\n");
        for second in &self.seconds {
            let (answer, opponent) = (second.answer, second.opponent);
            let cores = second.server_cores.map_or(String::new(), |cores| format!("{cores:.3}"));
            let bytes = second.server_bytes.map_or(String::new(), |bytes| bytes.to_string());
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{},{},{},{},{},{},{},{},{},{},{},{:.3},{cores},{bytes},{},{}",
                second.second,
                second.moves,
                second.games,
                second.online,
                second.losses,
                second.errors,
                answer.p50_us,
                answer.p99_us,
                answer.max_us,
                opponent.p50_us,
                opponent.p99_us,
                second.load_cores,
                second.entrant_moves,
                second.pairs
            );
        }
        text
    }

    /// The totals in Prometheus' text format, for a textfile collector or a push gateway.
    pub fn prometheus(&self) -> String {
        let mut text = String::new();
        let mut gauge = |name: &str, help: &str, value: f64| {
            let _ = writeln!(text, "# HELP nim_load_{name} {help}\n# TYPE nim_load_{name} gauge");
            let _ = writeln!(text, "nim_load_{name} {value}");
        };
        gauge("clients", "Clients that were to be connected.", self.connections_wanted as f64);
        gauge("clients_connected", "Clients connected at the end.", self.online as f64);
        gauge("moves", "Moves acknowledged within the measured time.", self.moves as f64);
        gauge("entrant_moves", "Moves acknowledged in tournaments.", self.entrant_moves as f64);
        gauge("pairs", "Pairs of tournaments ended.", self.pairs as f64);
        gauge("games", "Games ended within the measured time.", self.games as f64);
        gauge("moves_per_second", "Moves a second that were made.", self.reached);
        gauge("findings", "What the referee found wrong.", self.found as f64);
        for (name, help, counts) in [
            ("losses", "Connections lost, by reason.", &self.losses),
            ("failed_attempts", "Attempts to connect that failed.", &self.failed_attempts),
            ("errors", "Requests refused, by code.", &self.refusals),
        ] {
            let _ = writeln!(text, "# HELP nim_load_{name} {help}\n# TYPE nim_load_{name} gauge");
            for (reason, count) in counts {
                let _ = writeln!(text, "nim_load_{name}{{reason=\"{}\"}} {count}", escape(reason));
            }
        }
        let name = "nim_load_latency_seconds";
        let _ =
            writeln!(text, "# HELP {name} Latency by what was measured.\n# TYPE {name} summary");
        for (measure, latencies) in &self.latencies {
            summary(&mut text, name, measure.name(), latencies);
        }
        text
    }
}

fn summary(text: &mut String, name: &str, measure: &str, latencies: &Latencies) {
    for share in QUANTILES {
        let seconds = latencies.quantile(share) as f64 / 1e6;
        let _ = writeln!(text, "{name}{{measure=\"{measure}\",quantile=\"{share}\"}} {seconds}");
    }
    let _ = writeln!(text, "{name}_count{{measure=\"{measure}\"}} {}", latencies.count());
}

/// Escapes text for use as a label's value.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::latency::Measure;
    use crate::meter::Second;

    fn outcome() -> LoadOutcome {
        let second = Second { second: 1, moves: 40, load_cores: 0.5, ..Second::default() };
        let mut outcome =
            LoadOutcome { moves: 40, seconds: vec![second], ..LoadOutcome::default() };
        outcome.latencies.entry(Measure::Answer).or_default().record(Duration::from_millis(2));
        outcome.losses.insert("close \"1013\"".to_owned(), 2);
        outcome
    }

    #[test]
    fn every_line_of_the_csv_has_all_columns() {
        let text = outcome().csv();
        let lines: Vec<usize> = text.lines().map(|line| line.split(',').count()).collect();
        assert_eq!(lines, [16, 16]);
        assert!(text.contains("\n1,40,0,0,0,0,"), "{text}");
    }

    #[test]
    fn prometheus_output_has_totals_with_escaped_reasons() {
        let text = outcome().prometheus();
        assert!(text.contains("\nnim_load_moves 40\n"), "{text}");
        assert!(text.contains(r#"nim_load_losses{reason="close \"1013\""} 2"#), "{text}");
        assert!(text.contains(r#"nim_load_latency_seconds_count{measure="answer"} 1"#), "{text}");
        let is_sample = |line: &str| {
            line.rsplit_once(' ').is_some_and(|(_, value)| value.parse::<f64>().is_ok())
        };
        assert!(text.lines().all(|line| line.starts_with('#') || is_sample(line)), "{text}");
    }
}
