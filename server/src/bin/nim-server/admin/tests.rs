//! The requests of the commands, and what is printed of the answers.

use super::*;

#[test]
fn a_refusal_is_an_error_and_a_list_is_printed_line_by_line() {
    let ok = "HTTP/1.0 200 OK\r\nA: b\r\n\r\n[1,{\"a\":2}]";
    assert_eq!(response_text(ok).expect("fine"), "1\n{\"a\":2}\n");
    assert_eq!(response_text("HTTP/1.0 204 No Content\r\n\r\n").expect("fine"), "done\n");
    let refused = "HTTP/1.0 404 Not Found\r\n\r\n{\"message\":\"no such ban\"}";
    assert!(response_text(refused).expect_err("refused").to_string().contains("no such ban"));
    assert_eq!(escaped("Ada L"), "Ada%20L");
}

#[test]
fn a_host_without_a_port_has_that_of_its_scheme() {
    for (host, sealed, expected) in [
        ("nim.example", true, "nim.example:443"),
        ("nim.example", false, "nim.example:80"),
        ("nim.example:8443", true, "nim.example:8443"),
        ("[::1]", false, "[::1]:80"),
        ("[::1]:9000", false, "[::1]:9000"),
    ] {
        assert_eq!(with_port(host, sealed), expected);
    }
}

#[test]
fn only_what_succeeds_is_an_answer() {
    let answer = |status: u16| format!("HTTP/1.0 {status} Some Words\r\n\r\n7");
    for (status, is_fine) in [(199, false), (200, true), (299, true), (300, false)] {
        assert_eq!(response_text(&answer(status)).is_ok(), is_fine, "{status}");
    }
    assert!(response_text("HTTP/1.0 fine\r\n\r\n7").is_err());
    assert!(response_text("no HTTP").is_err());
}

#[test]
fn each_command_is_one_request_to_its_address() {
    let (id, name) = (Uuid::from_u128(7), || "Ada L".to_owned());
    let requests = |command: AdminCommand| {
        let said = |(method, path, body)| match body {
            Value::Null => format!("{method} {path}"),
            body => format!("{method} {path} {body}"),
        };
        command.requests().into_iter().map(said).collect::<Vec<_>>().join(", ")
    };
    let of = |text: &str| text.replace("ID", &id.to_string());
    use AdminCommand as Do;
    let (why, message) = (name(), name());
    for (command, expected) in [
        (Do::Reports { all: true }, "GET reports?all=true"),
        (Do::CloseReport { number: 3 }, "POST reports/3/close"),
        (Do::Accounts { name: name() }, "GET accounts?name=Ada%20L"),
        (Do::Address { address: [1, 2, 3, 4].into() }, "GET addresses/1.2.3.4"),
        (Do::Games, "GET games"),
        (Do::End { table: id, winners: vec![1] }, "POST games/ID/end {\"winners\":[1]}"),
        (Do::Register { name: name() }, "POST accounts {\"name\":\"Ada L\"}"),
        (Do::Rename { player: id, name: name() }, "POST accounts/ID/name {\"name\":\"Ada L\"}"),
        (Do::Reset { player: id }, "POST accounts/ID/reset"),
        (Do::Delete { player: id }, "DELETE accounts/ID"),
        (
            Do::Ban { player: id, seconds: Some(9) },
            "POST banned-players {\"player\":\"ID\",\"seconds\":9}",
        ),
        (Do::Pardon { player: id }, "DELETE banned-players/ID"),
        (
            Do::BanAddress { address: "1.2.3.0/24".to_owned(), seconds: 9 },
            "POST bans {\"address\":\"1.2.3.0/24\",\"seconds\":9}",
        ),
        (Do::PardonAddress { address: "1.2.3.0/24".to_owned() }, "DELETE bans/1.2.3.0%2F24"),
        (Do::Bans, "GET banned-players, GET bans"),
        (Do::Cancel { tournament: id }, "POST tournaments/ID/cancel"),
        (
            Do::Void { id, why: why.clone(), player: false },
            "POST ladder/void {\"rated_match\":\"ID\",\"why\":\"Ada L\"}",
        ),
        (
            Do::Void { id, why, player: true },
            "POST ladder/void {\"player\":\"ID\",\"why\":\"Ada L\"}",
        ),
        (Do::Damaged, "GET damaged"),
        (Do::Announce { message }, "POST announce {\"message\":\"Ada L\"}"),
        (Do::Audit, "GET audit"),
    ] {
        assert_eq!(requests(command), of(expected));
    }
}

#[tokio::test]
async fn a_command_goes_to_the_server_with_its_token_and_brings_back_the_answer() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}/", listener.local_addr().expect("bound"));
    let token = Secret::new([7; 32]);
    let command = AdminCommand::Announce { message: "tea".to_owned() };
    let serve = async {
        let (mut socket, _) = listener.accept().await.expect("a client");
        let mut asked = Vec::new();
        while !asked.ends_with(b"}") {
            socket.read_buf(&mut asked).await.expect("it asks");
        }
        socket.write_all(b"HTTP/1.0 200 OK\r\n\r\n[1,2]").await.expect("it listens");
        String::from_utf8(asked).expect("a text")
    };
    let (said, asked) = tokio::join!(give(&url, Some(token), &command), serve);
    assert_eq!(said.expect("an answer"), "1\n2\n");
    let (head, body) = asked.split_once("\r\n\r\n").expect("a head and a body");
    let bearer = format!("Authorization: Bearer {}\r\n", token.reveal());
    assert!(head.starts_with("POST /admin/announce HTTP/1.0\r\n") && head.contains(&bearer));
    assert!(head.contains(&format!("Content-Length: {}\r\n", body.len())), "{head}");
    assert_eq!(body, "{\"message\":\"tea\"}");
    assert!(give(&url, None, &command).await.is_err(), "no token");
    for wrong in ["nim.example", "ftp://nim.example"] {
        assert!(give(wrong, Some(token), &command).await.is_err(), "{wrong}");
    }
}
