//! The index page of a series: all tournaments of a folder, each with its winner and a link to
//! its report, and the points of everybody over all of them.

use std::collections::BTreeMap;

use html_escape::encode_quoted_attribute as escape;
use report::{Report, Tone};

use crate::outcome::TournamentOutcome;

/// The page. Each tournament comes with its folder, as a link from the page names it; those
/// with equal names of entrants are added up.
pub fn series_index(title: &str, tournaments: &[(String, TournamentOutcome)]) -> String {
    let mut report = Report::new(title, &format!("{} tournaments", tournaments.len()));
    let games: usize = tournaments.iter().map(|(_, outcome)| outcome.games.len()).sum();
    let scores = scores(tournaments);
    report.tiles(&[
        ("tournaments", tournaments.len().to_string(), Tone::Plain),
        ("entrants", scores.len().to_string(), Tone::Plain),
        ("games", games.to_string(), Tone::Plain),
    ]);
    report.section("Tournaments");
    let rows: String = tournaments.iter().map(|(folder, outcome)| row(folder, outcome)).collect();
    report.html(&format!(
        "<div class=\"scroll\"><table><tr><th class=\"t\">tournament</th><th>entrants</th>\
         <th>games</th><th class=\"t\">winner</th></tr>{rows}</table></div>"
    ));
    report.section("Everybody");
    let row = |(name, Score { half_points, won, entered }): &(&str, Score)| {
        let points = format!("{:.1}", f64::from(*half_points) / 2.0);
        vec![(*name).to_owned(), points, won.to_string(), entered.to_string()]
    };
    let rows: Vec<Vec<String>> = scores.iter().map(row).collect();
    report.table(&["name", "points", "tournaments won", "entered"], &rows);
    report.finish()
}

#[derive(Clone, Copy, Default)]
struct Score {
    half_points: u32,
    won: u32,
    entered: u32,
}

/// Of everybody, the best first.
fn scores(tournaments: &[(String, TournamentOutcome)]) -> Vec<(&str, Score)> {
    let mut scores: BTreeMap<&str, Score> = BTreeMap::new();
    for (_, outcome) in tournaments {
        for line in &outcome.standings {
            let score = scores.entry(outcome.name_of(line.number)).or_default();
            score.half_points += line.score;
            score.won += u32::from(line.rank == 1);
            score.entered += 1;
        }
    }
    let mut scores: Vec<(&str, Score)> = scores.into_iter().collect();
    scores.sort_by_key(|(_, score)| std::cmp::Reverse((score.half_points, score.won)));
    scores
}

fn row(folder: &str, outcome: &TournamentOutcome) -> String {
    let winner = outcome.standings.first().map_or("nobody", |line| outcome.name_of(line.number));
    let address: String = folder
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => {
                char::from(byte).to_string()
            }
            other => format!("%{other:02X}"),
        })
        .collect();
    format!(
        "<tr><td class=\"t\"><a href=\"./{address}/report.html\">{}</a></td><td>{}</td>\
         <td>{}</td><td class=\"t\">{}</td></tr>\n",
        escape(&outcome.name),
        outcome.names.len(),
        outcome.games.len(),
        escape(winner)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_added_up_and_folders_are_linked() {
        let file = concat!(
            r#"{"t":"tournament","plan":{"name":"Cup","format":{"kind":"knockout"},"courses":[{"variant":"nim"}]},"key":"k"}"#,
            "\n",
            r#"{"t":"entrant","name":"<Ada>","entered":1}"#,
            "\n",
            r#"{"t":"entrant","name":"Eve","entered":2}"#,
            "\n",
            r#"{"t":"standing","rank":1,"number":2,"score":4,"pairs":[2,0,0],"games":[4,0],"direct":0,"sonneborn_berger":0,"buchholz":0,"wins":2}"#,
            "\n",
            r#"{"t":"standing","rank":2,"number":1,"score":1,"pairs":[0,0,2],"games":[0,4],"direct":0,"sonneborn_berger":0,"buchholz":0,"wins":0}"#,
        );
        let outcome = TournamentOutcome::read(file, Vec::new()).expect("a file");
        let page =
            series_index("All", &[("a b".to_owned(), outcome.clone()), ("c".to_owned(), outcome)]);
        assert!(page.contains("href=\"./a%20b/report.html\"") && page.contains("./c/report.html"));
        assert!(page.contains("&lt;Ada&gt;") && !page.contains("<Ada>"));
        assert!(
            page.contains("<td class=\"t\">Eve</td><td>4.0</td><td>2</td><td>2</td>"),
            "{page}"
        );
    }

    #[test]
    fn everybody_is_ranked_by_points_and_then_by_tournaments_won() {
        let sample = crate::outcome::tests::sample();
        let mut other = sample.clone();
        other.standings.truncate(2);
        (other.standings[0].rank, other.standings[1].rank) = (2, 1);
        other.standings[1].score = 4;
        let both = [("one".to_owned(), sample), ("A-z_0.9/é".to_owned(), other)];
        let scores: Vec<_> = scores(&both)
            .into_iter()
            .map(|(name, Score { half_points, won, entered })| (name, half_points, won, entered))
            .collect();
        assert_eq!(scores, [("<Fay>", 7, 1, 2), ("A\"da", 6, 1, 2), ("Eve", 0, 0, 1)]);
        let page = series_index("All", &both);
        for part in [
            "<p class=\"lead\">2 tournaments</p>",
            "<b>2</b><span>tournaments",
            "<b>3</b><span>entrants",
            "<b>16</b><span>games",
            "<tr><td class=\"t\"><a href=\"./A-z_0.9%2F%C3%A9/report.html\">Cup &amp; more</a></td>\
             <td>3</td><td>8</td><td class=\"t\">A&quot;da</td></tr>",
            "<td class=\"t\">&lt;Fay&gt;</td><td>3.5</td><td>1</td><td>2</td>",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
    }
}
