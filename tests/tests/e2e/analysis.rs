//! The truth about a game, over HTTP.

use serde_json::{Value, json};
use tests::process::{Folder, ServerProcess};
use tests::raw::{get, post};
use tests::{TestServer, nim};

async fn ask(server: &TestServer, question: Value) -> (u16, Value) {
    post(server.at, "/api/analysis", &question.to_string()).await
}

#[tokio::test]
async fn a_game_is_reviewed_move_by_move() {
    let server = TestServer::open().await;
    let question = json!({"game": nim(&[3, 4, 5]), "moves": [[0, 2], [2, 3], [1, 2]]});
    let (status, review) = ask(&server, question).await;
    assert_eq!(status, 200, "{review}");
    let marks: Vec<&Value> =
        review["plies"].as_array().expect("a list").iter().map(|ply| &ply["mark"]).collect();
    assert_eq!(marks, [&json!("kept"), &json!("lost"), &json!("threw"), &Value::Null]);
    assert_eq!(review["plies"][2]["winning_moves"], json!([[1, 1]]));
    assert_eq!(review["plies"][0]["certainty"], "proven");
    let seat = &review["seats"][0];
    assert_eq!(
        (&seat["decisions"], &seat["kept"], &seat["unknown"]),
        (&json!(2), &json!(1), &json!(0))
    );
    assert_eq!(review["values"].as_array().expect("few moves").len(), 5);
}

/// What is unknown because the budget ran out can be told from what nobody knows.
#[tokio::test]
async fn an_answer_says_whether_its_budget_ran_out() {
    let server = TestServer::open().await;
    let (_, short) = ask(&server, json!({"text": "misere chomp 4,4,4"})).await;
    assert_eq!(
        (&short["exhausted"], short["plies"][0]["winning_moves"][0].is_array()),
        (&json!(false), true)
    );
    let rows = ["20"; 20].join(",");
    let (_, long) = ask(&server, json!({"text": format!("misere chomp {rows}")})).await;
    let ply = &long["plies"][0];
    assert_eq!((&long["exhausted"], &ply["winning_moves"]), (&json!(true), &json!(null)), "{long}");
}

#[tokio::test]
async fn a_game_in_notation_is_read_and_told_in_both_forms() {
    let server = TestServer::open().await;
    let (status, review) = ask(&server, json!({"text": "nim 3,4,5: a-2 B-3"})).await;
    assert_eq!(status, 200, "{review}");
    assert_eq!(review["game"], nim(&[3, 4, 5]));
    assert_eq!(review["moves"], json!([[0, 2], [1, 3]]));
    assert_eq!(review["text"], "nim 3,4,5: A-2 B-3");
    assert_eq!(review["values"][0], json!({"move": [0, 1], "outcome": "N", "grundy": 4}));
    let (status, problem) = ask(&server, json!({"text": "nim 3,4: C-1"})).await;
    assert_eq!((status, &problem["code"]), (422, &json!("bad_game")));
}

#[tokio::test]
async fn a_certificate_is_a_proof_of_who_wins_the_last_position() {
    let server = TestServer::open().await;
    let prove = async |text: &str| {
        post(server.at, "/api/certificate", &json!({"text": text}).to_string()).await
    };
    let board = format!("ndim(12,12) {}", "1".repeat(144));
    for (text, claim) in [
        ("nim 3,4,5: A-2", "mover_loses"),
        ("misere nim 3,4,5", "mover_wins"),
        // Too many lost positions, so that the values of its heaps are listed. Not more heaps than
        // that takes: the thread is of the lowest priority, and this a debug build.
        ("octal(0.77) 200,5", "mover_wins"),
        (&board, "mover_loses"),
    ] {
        let (status, answer) = prove(text).await;
        assert_eq!((status, &answer["claim"]), (200, &json!(claim)), "{text}: {answer}");
        let certificate: rules::Certificate = serde_json::from_value(answer).expect("a proof");
        assert_eq!(certificate.check(), Ok(()), "{text}");
    }
    let (status, problem) = prove("nim 9007199254740990,9007199254740991").await;
    assert_eq!((status, &problem["cause"]["kind"]), (422, &json!("no_certificate")));
}

#[tokio::test]
async fn questions_at_once_wait_for_each_other() {
    let server = TestServer::open().await;
    let question = json!({"game": nim(&[3, 4, 5])});
    let answers = futures::future::join_all((0..6).map(|_| ask(&server, question.clone()))).await;
    assert!(answers.iter().all(|(status, _)| *status == 200), "{answers:?}");
}

#[tokio::test]
async fn what_is_soon_answered_does_not_wait_for_what_takes_long() {
    let server = TestServer::open().await;
    let rows = ["20"; 20].join(",");
    let long = json!({"text": format!("misere chomp {rows}")});
    let longs = futures::future::join_all((0..4).map(|_| ask(&server, long.clone())));
    let shorts = async {
        // While one of the long ones computes for seconds, the others wait.
        for heaps in [[3, 4, 5], [1, 2, 3], [2, 4, 6]] {
            let (status, answer) = ask(&server, json!({"game": nim(&heaps)})).await;
            assert_eq!((status, &answer["exhausted"]), (200, &json!(false)), "{answer}");
        }
    };
    let first = futures::future::select(Box::pin(longs), Box::pin(shorts)).await;
    assert!(matches!(first, futures::future::Either::Right(_)), "the short ones came last");
}

#[tokio::test]
async fn a_bad_question_gets_a_typed_refusal() {
    let server = TestServer::open().await;
    let illegal = json!({"game": nim(&[3]), "moves": [[0, 4]]});
    let (status, problem) = ask(&server, illegal).await;
    assert_eq!((status, &problem["code"]), (422, &json!("illegal_move")));
    let unknown = json!({"game": {"variant": "go", "ending": "normal", "start": {"heaps": []}}});
    let (status, problem) = ask(&server, unknown).await;
    assert_eq!((status, &problem["code"]), (422, &json!("bad_game")));
    let long = |moves: usize| json!({"game": nim(&[2_000]), "moves": vec![[0, 1]; moves]});
    let (status, problem) = ask(&server, long(1_001)).await;
    assert_eq!((status, &problem["code"]), (422, &json!("too_many")));
    assert_eq!(ask(&server, long(1_000)).await.0, 200);
    let (status, problem) = post(server.at, "/api/analysis", "{").await;
    assert_eq!((status, &problem["code"]), (400, &json!("bad_message")));
    let (status, _) = post(server.at, "/api/analysis", &" ".repeat(70_000)).await;
    assert_eq!(status, 413);
}

#[tokio::test]
async fn a_running_rated_game_is_not_analysed() {
    let server = TestServer::open().await;
    let (mut ada, mut bob) = (server.bot("Ada").await, server.bot("Bob").await);
    let seek =
        json!({"t": "seek", "cid": 1, "game": nim(&[3, 5, 7]), "seat": "first", "rated": true});
    let seeking = ada.ask(seek).await;
    bob.ask(json!({"t": "accept", "cid": 2, "seek": seeking["seek"]})).await;
    let table = ada.hear_a("seated").await["state"]["table"].clone();
    let (status, problem) = ask(&server, json!({"game": nim(&[7, 5, 3])})).await;
    assert_eq!((status, &problem["code"]), (403, &json!("forbidden")));
    assert_eq!(ask(&server, json!({"game": nim(&[1, 2])})).await.0, 200);
    // What a start is worth, and what a house bot does there, would tell as much.
    let worth = async |game: Value| {
        post(server.at, "/api/ladder/start", &json!({"game": game}).to_string()).await.0
    };
    assert_eq!(worth(nim(&[3, 5, 6])).await, 403);
    assert_eq!(worth(nim(&[20, 30])).await, 200);
    // What lies ahead follows the game.
    let ahead = json!({"game": nim(&[4, 2])});
    assert_eq!(ask(&server, ahead.clone()).await.0, 200);
    let mv = json!({"t": "move", "cid": 4, "table": table, "ply": 0, "move": [2, 7]});
    assert_eq!(ada.ask(mv).await["t"], "ok");
    assert_eq!(ask(&server, ahead).await.0, 403);
    bob.ask(json!({"t": "resign", "cid": 3, "table": table})).await;
    assert_eq!(ask(&server, json!({"game": nim(&[7, 5, 3])})).await.0, 200);
}

#[tokio::test]
async fn a_rated_game_stays_secret_when_the_server_was_killed() {
    let folder = Folder::new();
    let start = || ServerProcess::start(folder.path(), &["--house-bots", "off"]);
    let server = start();
    let (mut ada, mut bob) = (server.bot("Ada").await, server.bot("Bob").await);
    let seek =
        json!({"t": "seek", "cid": 1, "game": nim(&[3, 5, 7]), "seat": "first", "rated": true});
    let seeking = ada.ask(seek).await;
    bob.ask(json!({"t": "accept", "cid": 2, "seek": seeking["seek"]})).await;
    ada.hear_a("seated").await;
    // The review of a copy that two others have played would tell as much.
    let (mut eve, mut fay) = (server.guest("Eve").await, server.guest("Fay").await);
    let copy = json!({"t": "seek", "cid": 1, "game": nim(&[5, 3, 7]), "seat": "first"});
    let copied = eve.ask(copy).await;
    fay.ask(json!({"t": "accept", "cid": 2, "seek": copied["seek"]})).await;
    let copied = eve.hear_a("seated").await["state"]["table"].clone();
    let mv = json!({"t": "move", "cid": 2, "table": copied, "ply": 0, "move": [0, 1]});
    assert_eq!(eve.ask(mv).await["t"], "ok");
    eve.ask(json!({"t": "resign", "cid": 3, "table": copied})).await;
    let review = format!("/api/games/{}/review", copied.as_str().expect("an id"));
    assert_eq!(get(server.at, &review).await.0, 403);
    server.kill();
    let server = start();
    let question = json!({"game": nim(&[7, 5, 3])}).to_string();
    assert_eq!(post(server.at, "/api/analysis", &question).await.0, 403);
}
