use super::*;
use crate::outcome::tests::{record, sample};
use fake::FakeHttp;

#[test]
fn imports_get_names() {
    let text = "// from \"x\"\nimport { a } from \"./draw.js\";\nimport \"../b.js\";\n\
                const c = import(`./${name}.js`);\n/** @type {import(\"./t.js\").T} */";
    let (text, imports) = renamed("boards/heaps.js", text);
    assert_eq!(imports, ["boards/draw.js", "b.js"]);
    assert!(text.contains("from \"nim/boards/draw.js\"") && text.contains("import \"nim/b.js\""));
    assert!(text.contains("import(`nim/boards/${name}.js`)"), "{text}");
}

#[test]
fn nothing_ends_the_script_or_the_address() {
    assert_eq!(in_script(&json!("</script>")), "\"\\u003c/script>\"");
    assert_eq!(in_address("a b\n\"#%\\é</"), "a b%0A%22%23%25%5C%C3%A9%3C/");
    assert_eq!(in_address("\u{0}\u{1f} ~\u{7f}>"), "%00%1F ~%7F%3E");
}

#[test]
fn what_is_no_place_keeps_its_name() {
    let text = "import a from \"nim/x.js\"; import \"./a.js\"; import(`./b.js`); from \"./open";
    let (renamed, imports) = renamed("x.js", text);
    assert_eq!(
        renamed,
        "import a from \"nim/x.js\"; import \"nim/a.js\"; import(`nim/b.js`); from \"./open"
    );
    assert_eq!(imports, ["a.js"]);
    for (path, import, target) in [
        ("boards/heaps.js", "./draw.js", "boards/draw.js"),
        ("boards/heaps.js", "../app.js", "app.js"),
        ("a/b/c.js", "../../d/./e.js", "d/e.js"),
        ("app.js", "./x.js", "x.js"),
    ] {
        assert_eq!(resolved(path, import), target);
    }
}

#[test]
fn both_colour_schemes_and_the_boards_are_for_this_part_alone() {
    let page = "p { x: y }\n:root { --a: 1; }\n:root[data-theme=\"dark\"] { --a: 2; }\n.b { c: d }";
    let style = style(page, ".board { e: f }</style>");
    let expected = format!(
        "#replay{{ --a: 1; }}@media(prefers-color-scheme:dark){{#replay{{ --a: 2; }}}}\n\
         #replay{{.board {{ e: f }}style>}}\n{STYLE}"
    );
    assert_eq!(style, expected);
}

#[tokio::test]
async fn files_are_fetched_with_all_that_they_import_and_once_each() {
    let server = FakeHttp::start(|what| match what {
        "GET /replay.js" => (200, "import \"./boards/a.js\"; import \"./texts/en.js\";".to_owned()),
        "GET /boards/a.js" => (200, "import \"../variants/nim.js\"; // 100%".to_owned()),
        "GET /variants/lost.js" => (404, String::new()),
        "GET /styles/style.css" => (200, ":root { --light: 1; }".to_owned()),
        "GET /styles/board.css" => (200, ".board { }".to_owned()),
        _ => (200, "let it;".to_owned()),
    })
    .await;
    let fetch = |variants: &[&str]| {
        let variants = variants.iter().map(|&name| name.to_owned()).collect();
        let url = server.url.clone();
        async move { ReplayFiles::fetch(&url, &variants).await }
    };
    let files = fetch(&["nim", "euclid"]).await.expect("all are there");
    let paths: Vec<&str> = files.modules.keys().map(String::as_str).collect();
    assert_eq!(
        paths,
        [
            "boards/a.js",
            "replay.js",
            "texts/en.board.js",
            "texts/en.js",
            "texts/en.table.js",
            "texts/en.variants.js",
            "variants/euclid.js",
            "variants/nim.js"
        ]
    );
    assert_eq!(server.seen().len(), 10, "each once, and two styles");
    assert!(files.style.contains("#replay{ --light: 1; }") && files.style.contains(".board { }"));
    let map: Value = serde_json::from_str(&files.import_map()).expect("JSON");
    let board = "data:text/javascript,import %22nim/variants/nim.js%22; // 100%25";
    assert_eq!(map["imports"]["nim/boards/a.js"], board);
    assert_eq!(map["imports"].as_object().expect("names").len(), 8);
    let lost = fetch(&["lost"]).await.expect_err("one is not there");
    assert_eq!(lost.to_string(), "the server refuses: variants/lost.js: 404");
}

#[tokio::test]
async fn a_page_that_imports_without_end_is_cut() {
    let mut number = 0;
    let server = FakeHttp::start(move |_| {
        number += 1;
        (200, format!("import \"./{number}.js\";"))
    })
    .await;
    let files = ReplayFiles::fetch(&server.url, &BTreeSet::new()).await.expect("files");
    assert_eq!(files.modules.len(), MAX_FILES);
}

#[test]
fn games_are_played_back_with_what_the_solver_says() {
    let outcome = sample();
    assert_eq!(outcome.variants(), ["nim".to_owned()].into());
    let late = Instant::now() + REVIEW_TIMEOUT;
    let reviewed = |at: usize| outcome.reviewed(&outcome.games[at], late).expect("a review");
    let game = reviewed(0);
    // Whoever takes one object of three leaves two, which can be taken at once.
    assert_eq!(game["marks"], json!(["threw", "threw", "safe"]));
    assert_eq!(game["best"], json!([[0, 3], [0, 2], [0, 1]]));
    assert_eq!(game["moves"], json!([[0, 1], [0, 1], [0, 1]]));
    assert_eq!(game["positions"].as_array().expect("positions").len(), 4);
    assert_eq!((&game["name"], &game["end"]), (&json!("1.1.1.1"), &json!("A\"da wins (played).")));
    assert_eq!(game["players"], json!(["A\"da", "Eve"]));
    let aborted = reviewed(6);
    assert_eq!(aborted["end"], "Nobody wins (no show).");
    assert_eq!((aborted["moves"].clone(), aborted["marks"].clone()), (json!([]), json!([])));
    let mut broken = outcome.games[0].clone();
    broken.record = "nim".to_owned();
    assert_eq!(outcome.reviewed(&broken, late), None);
    assert_eq!(outcome.games[0].record, record(3));
}

#[test]
fn a_report_has_every_game_that_was_played() {
    let mut outcome = sample();
    let page = outcome.report("", Some(&ReplayFiles::default()));
    assert!(page.contains("<meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\""));
    assert_eq!(page.matches("\"positions\":").count(), 6);
    assert!(page.contains("\"kept\":\"It keeps the win.\"") && !page.contains("the first "));
    assert!(page.contains("<script type=\"importmap\">{\"imports\":{}}</script>"), "{page}");
    outcome.games[2].record = "nim".to_owned();
    let page = outcome.report("", Some(&ReplayFiles::default()));
    assert!(page.contains("These are the first 5 of 6 games."));
}
