use super::*;
use crate::Contender;
use crate::Item;

fn key() -> SigningKey {
    SigningKey::from_bytes(&[7; 32])
}

fn rated(n: u128) -> LogEntry {
    let player = |n| Contender::new(PlayerId(Uuid::from_u128(n)), Kind::Bot);
    let game = |winner, ply| Played {
        winners: vec![Seat(winner)],
        reason: EndReason::Played,
        moves: (0..3).map(|take| Move::List(vec![ply, take + n as u64].into())).collect(),
    };
    LogEntry::for_match(&RatedMatch {
        id: Uuid::from_u128(n),
        setup: "nim 3,4,6".parse().expect("a game"),
        clock: None,
        open: false,
        same_owner: false,
        same_address: false,
        voided: false,
        start: Some(Outcome::N),
        players: vec![player(1 + n % 3), player(11 + n % 2)],
        games: vec![game(0, 1), game(1, 2)],
        at: n as i64 * 1_000,
    })
}

fn learnt(n: u128, game: u8) -> LogEntry {
    let decision = |kept| Decision { item: Item { rarity: 3, parts: 3 }, kept };
    let decisions = [vec![decision(true), decision(n.is_multiple_of(2))], vec![decision(false)]];
    LogEntry::Learnt(LoggedGame { rated_match: Uuid::from_u128(n), game, decisions })
}

/// The entries of twelve matches, some of them with reviewed games, one of them void.
fn entries() -> Vec<LogEntry> {
    let mut entries: Vec<LogEntry> = (0..12).map(rated).collect();
    entries.insert(5, learnt(2, 0));
    entries.extend([learnt(2, 1), learnt(9, 0)]);
    entries.push(LogEntry::Void { rated_match: Uuid::from_u128(4), why: "one hand".to_owned() });
    entries
}

#[test]
fn a_record_holds_and_says_what_counts() {
    let text = write_record(&entries(), &key());
    let held = check_record(&text, None, None).expect("it holds");
    assert_eq!((held.head.size, held.counted), (16, 11));
    assert_eq!(held.ratings, 10, "five players, in a pool and overall");
    assert_eq!(check_record(&text, Some(&held.head.key), None).expect("its key"), held);
    assert_eq!(check_record(&text, Some("another"), None), Err(LogFlaw::Key));
    let empty = write_record(&[], &key());
    assert_eq!(check_record(&empty, None, None).expect("nothing is true").counted, 0);
}

#[test]
fn one_byte_changed_anywhere_is_refused() {
    let text = write_record(&entries()[3..8], &key());
    check_record(&text, None, None).expect("it holds");
    for at in 0..text.len() {
        for change in [1u8, 0x20] {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= change;
            let Ok(changed) = String::from_utf8(bytes) else { continue };
            assert!(check_record(&changed, None, None).is_err(), "byte {at}");
        }
    }
    for cut in [0, 1, text.len() / 2, text.len() - 1] {
        assert!(check_record(&text[..cut], None, None).is_err());
    }
}

#[test]
fn a_log_only_grows() {
    let head = |entries: &[LogEntry], key: &SigningKey| -> LogHead {
        let text = write_record(entries, key);
        check_record(&text, None, None).expect("it holds").head
    };
    let all = entries();
    let text = write_record(&all, &key());
    for before in 0..=all.len() {
        let earlier = head(&all[..before], &key());
        check_record(&text, None, Some(&earlier)).expect("it goes on");
    }
    let mut other = all.clone();
    other.swap(0, 1);
    let rewritten = Err(LogFlaw::Rewritten);
    assert_eq!(check_record(&text, None, Some(&head(&other, &key()))), rewritten);
    let longer = [all.clone(), vec![rated(77)]].concat();
    assert_eq!(check_record(&text, None, Some(&head(&longer, &key()))), rewritten);
    let stranger = SigningKey::from_bytes(&[8; 32]);
    assert_eq!(check_record(&text, None, Some(&head(&all, &stranger))), rewritten);
    let forged = LogHead { signature: "00".repeat(64), ..head(&all, &key()) };
    assert_eq!(check_record(&text, None, Some(&forged)), rewritten);
}

/// Even the signer cannot claim ratings that do not follow.
#[test]
fn ratings_follow_from_the_entries() {
    let text = write_record(&entries(), &key());
    let line = text.lines().last().expect("the ratings");
    let higher = line.replacen("\"rating\":1", "\"rating\":2", 1);
    assert_ne!(higher, line);
    let forged = text.replace(line, &higher);
    assert_eq!(check_record(&forged, None, None), Err(LogFlaw::Ratings));
}

#[test]
fn entries_are_read_back_and_a_bad_line_is_named() {
    let text = write_record(&entries(), &key());
    assert_eq!(entries_of_record(&text), Ok(entries()));
    let mut lines: Vec<&str> = text.lines().collect();
    lines[4] = "{}";
    assert_eq!(entries_of_record(&lines.join("\n")), Err(LogFlaw::Line(5)));
    assert_eq!(entries_of_record("{}"), Err(LogFlaw::Size));
    assert_eq!(LogFlaw::Line(5).to_string(), "line 5 is not as it was written");
}
