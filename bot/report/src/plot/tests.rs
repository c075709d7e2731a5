use super::*;

#[test]
fn ticks_are_round_and_enclose_the_values() {
    for (least, most) in [(0.0, 1.0), (0.0, 37.0), (0.0, 0.004), (-3.0, 12_345.0), (0.0, 0.0)] {
        let scale = round_steps(least, most);
        assert!(scale.from <= least && scale.to >= most, "{least} to {most}");
        assert!((2..=7).contains(&scale.ticks.len()), "{:?}", scale.ticks);
    }
    let names: Vec<String> = round_steps(0.0, 37.0).ticks.into_iter().map(number).collect();
    assert_eq!(names, ["0", "10", "20", "30", "40"]);
    let names: Vec<String> = decades(3.0, 20_000.0).ticks.into_iter().map(number).collect();
    assert_eq!(names, ["1", "10", "100", "1000", "10k", "100k"]);
}

#[test]
fn every_line_stays_in_the_picture() {
    let points = vec![(0.0, 0.0), (1.0, f64::NAN), (5.0, 0.001), (9.0, 1e7)];
    for y in [Axis::linear("y"), Axis::logarithmic("y")] {
        let series = vec![Series { name: "a".to_owned(), points: points.clone() }];
        let svg = Plot { x: Axis::linear("x"), y, series }.svg();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        let line = svg.split("<path d=\"M").last().unwrap_or_default();
        let line = line.split('"').next().unwrap_or_default();
        assert!(line.split('L').count() >= 2, "{line}");
        for point in line.split('L') {
            let (a, b) = point.split_once(' ').unwrap();
            let (a, b): (f64, f64) = (a.parse().unwrap(), b.parse().unwrap());
            assert!((LEFT..=WIDTH).contains(&a) && (0.0..=HEIGHT - BOTTOM).contains(&b));
        }
    }
}

#[test]
fn a_file_names_its_lines_and_needs_nothing_else() {
    let series = vec![Series { name: "a<b".to_owned(), points: vec![(0.0, 0.0), (1.0, 1.0)] }];
    let svg = Plot { x: Axis::linear("x"), y: Axis::linear("y"), series }.file();
    assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("--s0:#") && svg.contains(">a&lt;b</text>"), "{svg}");
}

#[test]
fn an_empty_plot_is_drawn() {
    let plot = Plot { x: Axis::linear("x"), y: Axis::logarithmic("y"), series: vec![] };
    assert!(plot.svg().ends_with("</svg>\n"));
}

/// A picture of both kinds of axes, and of seven lines for six hues.
#[test]
fn a_picture_is_drawn_to_the_tenth_of_a_point() {
    let line = |name: &str, points: &[(f64, f64)]| Series {
        name: name.to_owned(),
        points: points.to_vec(),
    };
    let lines = ["b", "c", "d", "e", "f"].map(|name| line(name, &[(2.0, 1_000.0)]));
    let gone = line("gone", &[(1.0, 0.0), (f64::INFINITY, 5.0)]);
    let points = [(0.0, 1.0), (1.5, 0.0), (3.0, 50.0), (7.0, 2.5)];
    let mut series = vec![line("a", &points)];
    series.extend(lines);
    series.extend([line("g", &[(4.0, 10.0), (5.0, 100.0)]), gone]);
    let mut plot = Plot { x: Axis::linear("s"), y: Axis::logarithmic("ms"), series };
    assert_eq!(plot.svg(), LOGARITHMIC);
    plot.series.truncate(1);
    plot.y = Axis::linear("n");
    plot.series[0].points.push((12_500.0, -30.0));
    assert_eq!(plot.file(), LINEAR_FILE);
}

const LOGARITHMIC: &str = "\
    <svg viewBox=\"0 0 800 280\" role=\"img\" aria-label=\"ms over s: a, b, c, d, e, f, g, \
    gone\">\n\
    <path d=\"M64 240.0H784\" stroke=\"var(--line)\"/>\
    <text x=\"56\" y=\"244.0\" text-anchor=\"end\">1</text>\
    \n\
    <path d=\"M64 164.0H784\" stroke=\"var(--line)\"/>\
    <text x=\"56\" y=\"168.0\" text-anchor=\"end\">10</text>\
    \n\
    <path d=\"M64 88.0H784\" stroke=\"var(--line)\"/>\
    <text x=\"56\" y=\"92.0\" text-anchor=\"end\">100</text>\
    \n\
    <path d=\"M64 12.0H784\" stroke=\"var(--line)\"/>\
    <text x=\"56\" y=\"16.0\" text-anchor=\"end\">1000</text>\
    \n\
    <text x=\"64.0\" y=\"258\" text-anchor=\"middle\">0</text>\
    <text x=\"269.7\" y=\"258\" text-anchor=\"middle\">2</text>\
    <text x=\"475.4\" y=\"258\" text-anchor=\"middle\">4</text>\
    <text x=\"681.1\" y=\"258\" text-anchor=\"middle\">6</text>\
    \n\
    <text x=\"784\" y=\"276\" text-anchor=\"end\">s</text>\
    <text x=\"70\" y=\"14\">ms</text>\
    \n\
    <path d=\"M64.0 240.0L372.6 110.9L784.0 209.8\" fill=\"none\" stroke=\"var(--s0)\" \
    stroke-width=\"2\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\
    \n\
    <path d=\"M269.7 12.0\" fill=\"none\" stroke=\"var(--s1)\" stroke-width=\"2\" \
    stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\
    \n\
    <path d=\"M269.7 12.0\" fill=\"none\" stroke=\"var(--s2)\" stroke-width=\"2\" \
    stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\
    \n\
    <path d=\"M269.7 12.0\" fill=\"none\" stroke=\"var(--s3)\" stroke-width=\"2\" \
    stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\
    \n\
    <path d=\"M269.7 12.0\" fill=\"none\" stroke=\"var(--s4)\" stroke-width=\"2\" \
    stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\
    \n\
    <path d=\"M269.7 12.0\" fill=\"none\" stroke=\"var(--s5)\" stroke-width=\"2\" \
    stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\
    \n\
    <path d=\"M475.4 164.0L578.3 88.0\" fill=\"none\" stroke=\"var(--s0)\" stroke-width=\"2\" \
    stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\
    \n\
    </svg>\n";
const LINEAR_FILE: &str = "\
    <svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 800 280\" role=\"img\" \
    aria-label=\"n over s: a\">\n\
    <path d=\"M64 240.0H784\" stroke=\"var(--line)\"/>\
    <text x=\"56\" y=\"244.0\" text-anchor=\"end\">-40</text>\
    \n\
    <path d=\"M64 194.4H784\" stroke=\"var(--line)\"/>\
    <text x=\"56\" y=\"198.4\" text-anchor=\"end\">-20</text>\
    \n\
    <path d=\"M64 148.8H784\" stroke=\"var(--line)\"/>\
    <text x=\"56\" y=\"152.8\" text-anchor=\"end\">0</text>\
    \n\
    <path d=\"M64 103.2H784\" stroke=\"var(--line)\"/>\
    <text x=\"56\" y=\"107.2\" text-anchor=\"end\">20</text>\
    \n\
    <path d=\"M64 57.6H784\" stroke=\"var(--line)\"/>\
    <text x=\"56\" y=\"61.6\" text-anchor=\"end\">40</text>\
    \n\
    <path d=\"M64 12.0H784\" stroke=\"var(--line)\"/>\
    <text x=\"56\" y=\"16.0\" text-anchor=\"end\">60</text>\
    \n\
    <text x=\"64.0\" y=\"258\" text-anchor=\"middle\">0</text>\
    <text x=\"352.0\" y=\"258\" text-anchor=\"middle\">5000</text>\
    <text x=\"640.0\" y=\"258\" text-anchor=\"middle\">10k</text>\
    \n\
    <text x=\"784\" y=\"276\" text-anchor=\"end\">s</text>\
    <text x=\"70\" y=\"14\">n</text>\
    \n\
    <path d=\"M64.0 146.5L64.1 148.8L64.2 34.8L64.4 143.1L784.0 217.2\" fill=\"none\" \
    stroke=\"var(--s0)\" stroke-width=\"2\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\
    \n\
    <style>svg{--line:#9aa1ab55;--s0:#0072b2;--s1:#d55e00;--s2:#009e73;--s3:#cc79a7;--s4:#b8860b;--s5:#56b4e9}text{fill:#7c838d;font:12px system-ui,sans-serif}</style>\n\
    <text x=\"776\" y=\"228\" text-anchor=\"end\" style=\"fill:var(--s0)\">a</text>\
    \n\
    </svg>\n";

#[test]
fn numbers_are_short_on_each_side_of_a_unit() {
    for (value, text) in [
        (0.0, "0"),
        (0.5, "0.5"),
        (0.0004, "4e-4"),
        (0.0006, "0.001"),
        (20.0, "20"),
        (9_999.0, "9999"),
        (10_000.0, "10k"),
        (-12_500.0, "-12.5k"),
        (999_000.0, "999k"),
        (1_000_000.0, "1M"),
        (-2_500_000.0, "-2.5M"),
    ] {
        assert_eq!(number(value), text, "{value}");
    }
}

#[test]
fn steps_are_one_two_or_five_times_a_power_of_ten() {
    for (least, most, from, to, ticks) in [
        (0.0, 5.0, 0.0, 5.0, 6),
        (0.0, 5.1, 0.0, 6.0, 4),
        (0.0, 10.0, 0.0, 10.0, 6),
        (0.0, 25.0, 0.0, 25.0, 6),
        (0.0, 26.0, 0.0, 30.0, 4),
        (0.0, 50.0, 0.0, 50.0, 6),
        (-3.0, 4.0, -4.0, 4.0, 5),
        (0.0, 0.0, 0.0, 1.0, 6),
        (-7.0, -7.0, -7.0, -6.0, 6),
    ] {
        let scale = round_steps(least, most);
        let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(close(scale.from, from) && close(scale.to, to), "{least} {most}");
        assert_eq!((scale.ticks.len(), scale.most), (ticks, most), "{least} {most}");
    }
}

#[test]
fn a_scale_ends_at_its_last_value_if_there_is_one_after_the_first() {
    let last = |values: &[f64]| {
        let scale = Axis::linear("s").scale(values.iter().copied()).up_to_the_last();
        (scale.from, scale.to, scale.ticks.len())
    };
    assert_eq!(last(&[2.0, 37.0]), (0.0, 37.0, 4));
    assert_eq!(last(&[0.0]), (0.0, 1.0, 6));
    assert_eq!(last(&[]), (0.0, 1.0, 0));
    assert_eq!(last(&[f64::NAN, 40.0]), (0.0, 40.0, 5));
    let decades = Axis::logarithmic("s").scale([0.0, -3.0, 30.0].into_iter()).up_to_the_last();
    assert_eq!((decades.from, decades.to, decades.ticks.len()), (10.0, 100.0, 2));
    let one = Axis::logarithmic("s").scale(std::iter::once(10.0));
    assert_eq!((one.from, one.to, one.most), (10.0, 100.0, 10.0));
}
