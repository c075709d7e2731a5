use protocol::SprtDecision;

use super::*;
use crate::outcome::tests::sample;

/// The cells of a page's tables, row by row.
fn rows(page: &str, heading: &str) -> Vec<String> {
    let part = page.split(&format!("<h2>{heading}</h2>")).nth(1).unwrap_or_default();
    let part = part.split("<h2>").next().unwrap_or_default();
    let rows = part.split("<tr>").skip(1).map(|row| row.split("</tr>").next().unwrap_or_default());
    let text = |row: &str| {
        let cells = row.split('<').filter_map(|part| part.split_once('>'));
        let cells = cells.filter(|(tag, _)| tag.starts_with(['t']));
        cells.map(|(_, text)| text.to_owned()).collect::<Vec<_>>().join("|")
    };
    rows.map(text).collect()
}

#[test]
fn every_table_of_a_report_has_its_figures() {
    let page = sample().report("a lead", None);
    for tile in [
        "tile good\"><b>A&quot;da</b><span>winner",
        "tile\"><b>3</b><span>entrants",
        "tile\"><b>4</b><span>pairs",
        "tile\"><b>8</b><span>games",
        "tile\"><b>5</b><span>games not played out",
    ] {
        assert!(page.contains(tile), "{tile}: {page}");
    }
    assert_eq!(
        rows(&page, "Standings"),
        [
            "name|points|won|shared|lost|games|direct|Sonneborn-Berger|Buchholz|Elo",
            "1. A&quot;da|1.5|1|1|1|3–1|2.0|1.75|5.5|+191 (-20 to ∞)",
            "2. &lt;Fay&gt;|1.5|1|1|0|2–1|1.5|3.50|6.0|–",
            "3. Eve|0.0|0|0|3|0–3|1.0|5.25|6.5|–",
        ]
    );
    assert_eq!(
        rows(&page, "Programs, as declared"),
        ["name|version|seed|deterministic", "A&quot;da|1.2|7|yes", "&lt;Fay&gt;|–|–|no"]
    );
    let unplayed = rows(&page, "Games that were not played out");
    let kinds = [
        "loser|how|games",
        "A&quot;da|left|1",
        "A&quot;da|no_show|1",
        "Eve|flagged|1",
        "Eve|hang|1",
        "Eve|left|1",
        "Eve|no_show|1",
        "Eve|resigned|1",
        "&lt;Fay&gt;|abandoned|1",
    ];
    let losses = [
        "game|loser|against|how|what was said|record",
        "1.1.1.2|Eve|A&quot;da|resigned|hope&quot;less|nim 3: A-1",
        "2.1.1.1|Eve|&lt;Fay&gt;|flagged||nim 3: A-1",
        "2.1.1.2|&lt;Fay&gt;|Eve|abandoned||nim 3: A-1 A-1",
        "2.1.1.2|Eve|&lt;Fay&gt;|hang|it slept|nim 3: A-1 A-1",
        "2.2.3.1|Eve|A&quot;da|no_show||nim 3",
        "2.2.3.1|A&quot;da|Eve|no_show||nim 3",
        "2.2.3.2|A&quot;da|Eve|left||nim 3",
        "2.2.3.2|Eve|A&quot;da|left||nim 3",
    ];
    assert_eq!(unplayed, [&kinds[..], &losses].concat());
    assert!(page.contains("<code>nim-server verify export.ndjson --key k&lt;ey</code>"), "{page}");
    assert!(!page.contains("log-likelihood"), "there was no sequential test");
}

#[test]
fn what_there_is_not_is_left_out() {
    let mut outcome = sample();
    outcome.games.retain(crate::outcome::FileGame::was_played_out);
    outcome.endings.retain(|how, _| how == "played");
    outcome.programs = vec![None; 3];
    outcome.standings.clear();
    let page = outcome.report("", None);
    assert!(page.contains("<b>nobody</b>") && page.contains("tile good\"><b>0</b>"), "{page}");
    for absent in ["as declared", "Games that were", "Games</h2>"] {
        assert!(!page.contains(absent), "{absent}");
    }
}

#[test]
fn only_so_many_losses_are_listed() {
    let mut outcome = sample();
    let games = outcome.games.clone();
    outcome.games = std::iter::repeat_n(games[4].clone(), MAX_LOSSES + 1).collect();
    assert_eq!((outcome.losses().len(), outcome.loss_rows().len()), (MAX_LOSSES + 1, MAX_LOSSES));
}

#[test]
fn a_heat_map_is_drawn_to_the_tenth_of_a_point() {
    let mut outcome = sample();
    assert_eq!(outcome.heat_map(), HEAT_MAP);
    // Many columns are as narrow as they may be, and show shares alone.
    outcome.names[0] = "x".repeat(30);
    outcome.standings = outcome.standings.iter().cycle().take(36).cloned().collect();
    let map = outcome.heat_map();
    assert!(map.contains("viewBox=\"0 0 1084 1106\""), "{map}");
    assert!(map.contains(&format!(">1. {}<", "x".repeat(24))), "{map}");
    assert!(map.contains("class=\"in\">50</text>") && !map.contains("class=\"in\">+"), "{map}");
}

const HEAT_MAP: &str = "\
    <div class=\"scroll\"><svg viewBox=\"0 0 408 116\" role=\"img\" aria-label=\"crosstable\" \
    style=\"max-width:408px\"><text x=\"67.5\" y=\"46.0\" text-anchor=\"end\" \
    style=\"fill:var(--ink)\">1. A&quot;da</text>\
    <text x=\"132.5\" y=\"16\" text-anchor=\"middle\">1</text>\
    <rect x=\"78.5\" y=\"27.0\" width=\"108.0\" height=\"28.0\" rx=\"4\" \
    style=\"fill:var(--line);opacity:.45\"/>\
    <g><title>A&quot;da against &lt;Fay&gt;: 0 won, 1 shared, 0 lost</title><rect x=\"188.5\" \
    y=\"27.0\" width=\"108.0\" height=\"28.0\" rx=\"4\" style=\"fill:var(--s0);opacity:0.06\"/>\
    <text x=\"242.5\" y=\"45.5\" text-anchor=\"middle\" class=\"in\">+0 =1 −0</text>\
    </g><g><title>A&quot;da against Eve: 1 won, 0 shared, 1 lost</title><rect x=\"298.5\" \
    y=\"27.0\" width=\"108.0\" height=\"28.0\" rx=\"4\" style=\"fill:var(--s0);opacity:0.06\"/>\
    <text x=\"352.5\" y=\"45.5\" text-anchor=\"middle\" class=\"in\">+1 =0 −1</text>\
    </g><text x=\"67.5\" y=\"76.0\" text-anchor=\"end\" style=\"fill:var(--ink)\">2. \
    &lt;Fay&gt;</text>\
    <text x=\"242.5\" y=\"16\" text-anchor=\"middle\">2</text>\
    <g><title>&lt;Fay&gt; against A&quot;da: 0 won, 1 shared, 0 lost</title><rect x=\"78.5\" \
    y=\"57.0\" width=\"108.0\" height=\"28.0\" rx=\"4\" style=\"fill:var(--s0);opacity:0.06\"/>\
    <text x=\"132.5\" y=\"75.5\" text-anchor=\"middle\" class=\"in\">+0 =1 −0</text>\
    </g><rect x=\"188.5\" y=\"57.0\" width=\"108.0\" height=\"28.0\" rx=\"4\" \
    style=\"fill:var(--line);opacity:.45\"/>\
    <g><title>&lt;Fay&gt; against Eve: 1 won, 0 shared, 0 lost</title><rect x=\"298.5\" \
    y=\"57.0\" width=\"108.0\" height=\"28.0\" rx=\"4\" style=\"fill:var(--s0);opacity:0.71\"/>\
    <text x=\"352.5\" y=\"75.5\" text-anchor=\"middle\" class=\"in\">+1 =0 −0</text>\
    </g><text x=\"67.5\" y=\"106.0\" text-anchor=\"end\" style=\"fill:var(--ink)\">3. Eve</text>\
    <text x=\"352.5\" y=\"16\" text-anchor=\"middle\">3</text>\
    <g><title>Eve against A&quot;da: 0 won, 0 shared, 2 lost</title><rect x=\"78.5\" y=\"87.0\" \
    width=\"108.0\" height=\"28.0\" rx=\"4\" style=\"fill:var(--s1);opacity:0.71\"/>\
    <text x=\"132.5\" y=\"105.5\" text-anchor=\"middle\" class=\"in\">+0 =0 −2</text>\
    </g><g><title>Eve against &lt;Fay&gt;: 0 won, 0 shared, 1 lost</title><rect x=\"188.5\" \
    y=\"87.0\" width=\"108.0\" height=\"28.0\" rx=\"4\" style=\"fill:var(--s1);opacity:0.71\"/>\
    <text x=\"242.5\" y=\"105.5\" text-anchor=\"middle\" class=\"in\">+0 =0 −1</text>\
    </g><rect x=\"298.5\" y=\"87.0\" width=\"108.0\" height=\"28.0\" rx=\"4\" \
    style=\"fill:var(--line);opacity:.45\"/>\
    </svg></div><p>Pairs won, shared and lost by the row against the column.</p>";

#[test]
fn curves_follow_elo_pair_by_pair() {
    let outcome = sample();
    let curves = outcome.curves();
    let names: Vec<&str> = curves.series.iter().map(|series| series.name.as_str()).collect();
    assert_eq!(names, ["A\"da", "<Fay>", "Eve"]);
    // 1 beats 2, who is as strong: 12 points. 3 shares with 1, who was to score 0.5173. 3 beats 2,
    // who was to score 0.4821; and 2 shares with 1 what nobody played, and was to score 0.4496.
    let expected: [&[(f64, f64)]; 3] = [
        &[(0.0, 0.0), (1.0, 12.0), (2.0, 11.585_7), (3.0, 10.375_5)],
        &[(0.0, 0.0), (1.0, 0.414_3), (2.0, 11.985_7)],
        &[(0.0, 0.0), (1.0, -12.0), (2.0, -23.571_4), (3.0, -22.361_3)],
    ];
    for (series, expected) in curves.series.iter().zip(expected) {
        assert_eq!(series.points.len(), expected.len(), "{series:?}");
        for (found, expected) in series.points.iter().zip(expected) {
            assert!((found.0 - expected.0).abs() < 1e-9, "{series:?}");
            assert!((found.1 - expected.1).abs() < 1e-3, "{series:?}");
        }
    }
    let mut many = outcome;
    many.standings = many.standings.iter().cycle().take(9).cloned().collect();
    assert_eq!(many.curves().series.len(), MAX_LINES);
}

#[test]
fn the_ratio_of_a_sequential_test_is_drawn_between_its_bounds() {
    let mut outcome = sample();
    let step = |pairs, ratio| SprtView {
        number: Number(1),
        pairs,
        ratio,
        bounds: [-2.5, 3.5],
        decision: Some(SprtDecision::Passed),
    };
    outcome.set_course(vec![step([1, 0, 0], 0.5), step([3, 2, 1], 4.0)]);
    let plot = outcome.sprt_plot();
    let lines: Vec<_> =
        plot.series.iter().map(|series| (series.name.as_str(), &series.points[..])).collect();
    let lines_expected: [(&str, &[(f64, f64)]); 3] = [
        ("ratio", &[(1.0, 0.5), (6.0, 4.0)]),
        ("fails", &[(1.0, -2.5), (6.0, -2.5)]),
        ("passes", &[(1.0, 3.5), (6.0, 3.5)]),
    ];
    assert_eq!(lines, lines_expected);
    assert!(outcome.report("", None).contains("log-likelihood"));
}
