use ed25519_dalek::SigningKey;

use super::*;
use crate::Contender;
use crate::DecidedGame;
use crate::Item;

/// Signs with the last of these keys.
fn signer(keys: &[u8]) -> LogSigner {
    let keys: Vec<SigningKey> =
        keys.iter().map(|key| SigningKey::from_bytes(&[*key; 32])).collect();
    let (key, replaced) = keys.split_last().expect("a key");
    LogSigner::new(key, replaced)
}

fn key() -> LogSigner {
    signer(&[7])
}

fn played(n: u128) -> RatedMatch {
    let player = |n| Contender::new(PlayerId(Uuid::from_u128(n)), Kind::Bot);
    // Both games are resigned after three moves, which differ from match to match.
    let game = |winner, heap| Played {
        winners: vec![Seat(winner)],
        reason: EndReason::Resigned,
        moves: [1 + n as u64, 2, 1].map(|take| Move::List(vec![heap, take].into())).to_vec(),
    };
    RatedMatch {
        id: Uuid::from_u128(n),
        setup: "nim 103,104,106".parse().expect("a game"),
        clock: None,
        open: false,
        same_owner: false,
        same_address: false,
        voided: false,
        start: Some(Outcome::N),
        players: vec![player(1 + n % 3), player(11 + n % 2)],
        games: vec![game(0, 1), game(1, 2)],
        at: n as i64 * 1_000,
    }
}

fn rated(n: u128) -> LogEntry {
    LogEntry::for_match(&played(n))
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
    assert_eq!(held.ratings.len(), 10, "five players, in a pool and overall");
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
    let head = |entries: &[LogEntry], key: &LogSigner| -> LogHead {
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
    let stranger = signer(&[8]);
    assert_eq!(check_record(&text, None, Some(&head(&all, &stranger))), rewritten);
    let forged = LogHead { signature: "00".repeat(64), ..head(&all, &key()) };
    assert_eq!(check_record(&text, None, Some(&forged)), rewritten);
}

#[test]
fn the_people_behind_players_are_logged_where_they_are_others() {
    let people = |owner: Option<u128>| {
        let mut played = played(0);
        if let Some(owner) = owner {
            played.players[1].person = PlayerId(Uuid::from_u128(owner));
        }
        let LogEntry::Rated(logged) = LogEntry::for_match(&played) else { panic!("a match") };
        logged.people
    };
    assert_eq!(people(None), []);
    assert_eq!(people(Some(9)), [1, 9].map(|n| PlayerId(Uuid::from_u128(n))));
}

/// Even the signer cannot name another winner than the moves have.
#[test]
fn winners_follow_from_the_moves() {
    let logged = |moves: &str, winners: &[u8], reason| {
        let LogEntry::Rated(mut played) = rated(1) else { panic!("a match") };
        let game: rules::Game = format!("nim 1,2: {moves}").parse().expect("a game");
        played.game = game.setup().clone().into();
        let winners = winners.iter().copied().map(Seat).collect();
        played.games = vec![LoggedPlay { winners, reason, moves: game.moves().to_vec() }];
        check_record(&write_record(&[LogEntry::Rated(played)], &key()), None, None)
    };
    let flaw = LogFlaw::Moves(Uuid::from_u128(1));
    use EndReason::{Aborted, Played, Resigned};
    for (moves, winners, reason, follows) in [
        ("B-1 A-1 B-1", &[0][..], Played, true),
        ("B-1 A-1 B-1", &[1], Played, false),
        ("B-1 A-1 B-1", &[0], Resigned, false),
        ("B-1 A-1", &[0], Played, false),
        ("B-1 A-1", &[0], Resigned, true),
        ("B-1 A-1", &[1], Resigned, true),
        ("B-1", &[1], Aborted, false),
        ("B-1", &[], Aborted, true),
        ("B-1 A-1 B-1", &[], Aborted, false),
    ] {
        let found = logged(moves, winners, reason).map(|_| ());
        let expected = if follows { Ok(()) } else { Err(flaw.clone()) };
        assert_eq!(found, expected, "{moves}");
    }
    let LogEntry::Rated(mut illegal) = rated(1) else { panic!("a match") };
    illegal.games[0].moves.push(Move::List(vec![0, 1_000].into()));
    let text = write_record(&[LogEntry::Rated(illegal)], &key());
    assert_eq!(check_record(&text, None, None), Err(flaw));
}

/// A player need not fetch the whole log to know that their match is in it.
#[test]
fn one_entry_is_proven_by_itself() {
    let all = entries();
    let leaves: Vec<Hash> = all.iter().map(|entry| leaf_hash(entry.line().as_bytes())).collect();
    let head = LogHead::sign(&leaves, &key());
    assert!(!InclusionProof::is_one(&write_record(&all, &key())));
    for (index, entry) in all.iter().enumerate() {
        let proof = InclusionProof::new(&head, &leaves, index, entry).expect("it is there");
        let line = proof.line();
        assert!(InclusionProof::is_one(&line));
        assert_eq!(InclusionProof::check(&line, None), Ok((head.clone(), entry.clone())));
        assert_eq!(
            InclusionProof::check(&line, Some(&head.key)).map(|held| held.0),
            Ok(head.clone())
        );
        assert_eq!(InclusionProof::check(&line, Some("another")), Err(LogFlaw::Key));
        for at in 0..line.len() {
            let mut bytes = line.clone().into_bytes();
            bytes[at] ^= 1;
            let Ok(changed) = String::from_utf8(bytes) else { continue };
            assert!(InclusionProof::check(&changed, None).is_err(), "{index}: byte {at}");
        }
    }
    assert_eq!(InclusionProof::new(&head, &leaves, 0, &all[1]), None);
    assert_eq!(InclusionProof::new(&head, &leaves, all.len(), &all[0]), None);
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
    assert_eq!(entries_of_record(""), Err(LogFlaw::Size));
    assert_eq!(LogFlaw::Line(5).to_string(), "line 5 is not as it was written");
}

/// Whoever has fetched head and entries one by one computes the ratings.
#[test]
fn a_record_without_ratings_says_what_they_are() {
    let text = write_record(&entries(), &key());
    let (without, ratings) = text.trim_end().rsplit_once('\n').expect("lines");
    let held = check_record(&format!("{without}\n"), None, None).expect("it holds");
    assert_eq!(json(&held.ratings), ratings);
    assert_eq!(entries_of_record(without), Ok(entries()));
}

/// A replaced key has signed its successor: whoever trusts it accepts what the successor signs.
#[test]
fn a_new_key_is_vouched_for_by_the_one_before() {
    let all = entries();
    let old = check_record(&write_record(&all[..9], &signer(&[7])), None, None).expect("old").head;
    let stranger =
        check_record(&write_record(&all, &signer(&[6])), None, None).expect("signed").head;
    let text = write_record(&all, &signer(&[7, 8, 9]));
    let head = check_record(&text, Some(&old.key), Some(&old)).expect("a chain of keys").head;
    assert_eq!(head.changes.len(), 2);
    for change in &head.changes {
        check_record(&text, Some(&change.new), None).expect("each of them leads to the last");
    }
    assert_eq!(check_record(&text, Some(&stranger.key), None), Err(LogFlaw::Key));
    assert_eq!(check_record(&text, None, Some(&stranger)), Err(LogFlaw::Rewritten));
    assert_eq!(
        check_record(&write_record(&all, &signer(&[8, 9])), Some(&old.key), None),
        Err(LogFlaw::Key)
    );
    let line = text.lines().next().expect("the head");
    for at in 0..line.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1;
        let changed = String::from_utf8(bytes).expect("ASCII stays ASCII");
        assert!(check_record(&changed, None, None).is_err(), "byte {at}");
    }
}

/// A head that was kept is enough to see later that nothing before it was changed.
#[test]
fn one_head_continues_another() {
    let leaves: Vec<Hash> =
        entries().iter().map(|entry| leaf_hash(entry.line().as_bytes())).collect();
    let (old, new) = (signer(&[7]), signer(&[7, 8]));
    for before in 1..=leaves.len() {
        let kept = LogHead::sign(&leaves[..before], &old);
        let proof = ContinuationProof::new(&leaves, before, &new).expect("so many");
        let line = proof.line();
        assert!(ContinuationProof::is_one(&line) && !InclusionProof::is_one(&line));
        assert!(!ContinuationProof::is_one(&write_record(&[], &new)));
        let check = |trusted, kept| ContinuationProof::check(&line, trusted, kept);
        assert_eq!(check(None, None), Ok(proof.clone()));
        assert_eq!(check(Some(&kept.key), Some(&kept)), Ok(proof));
        assert_eq!(check(Some("another"), None), Err(LogFlaw::Key));
        let mut other = leaves[..before].to_vec();
        other[before / 2] = leaf_hash(b"another");
        let rewritten = LogHead::sign(&other, &old);
        assert_eq!(check(None, Some(&rewritten)), Err(LogFlaw::Rewritten));
    }
    assert_eq!(ContinuationProof::new(&leaves, 0, &new), None);
    assert_eq!(ContinuationProof::new(&leaves, leaves.len() + 1, &new), None);
    let line = ContinuationProof::new(&leaves, 5, &new).expect("five").line();
    for at in 0..line.len() {
        let mut bytes = line.clone().into_bytes();
        bytes[at] ^= 1;
        let changed = String::from_utf8(bytes).expect("ASCII stays ASCII");
        assert!(ContinuationProof::check(&changed, None, None).is_err(), "byte {at}");
    }
}

/// A reviewed game is that of its match, with its decisions by seat: in the second game the players
/// have changed seats.
#[test]
fn a_replay_learns_each_game_whole() {
    let all = [entries(), vec![learnt(4, 0), learnt(77, 0)]].concat();
    let mut replay = LogReplay::new(&all);
    let steps: Vec<Replayed> =
        all.iter().map(|entry| replay.step(entry).expect("games for two")).collect();
    assert_eq!(replay.counted(), 11);
    let Replayed::Rated(played) = &steps[2] else { panic!("a match that counts") };
    let Replayed::Learnt(first) = &steps[5] else { panic!("a reviewed game") };
    assert!(first.weight > 0);
    for (step, game, ids) in [(5, 0, [3, 11]), (13, 1, [11, 3])] {
        let LogEntry::Learnt(logged) = learnt(2, game) else { panic!("a reviewed game") };
        let players = ids.map(|id| PlayerId(Uuid::from_u128(id)));
        let whole = DecidedGame {
            pool: played.pool(),
            game,
            players,
            people: players,
            decisions: logged.decisions,
            weight: first.weight,
            at: played.at,
        };
        assert_eq!(steps[step], Replayed::Learnt(whole));
    }
    // A void match, its voiding, and games of a void and of an unknown match.
    for step in [4, 15, 16, 17] {
        assert_eq!(steps[step], Replayed::Nothing, "{:?}", all[step]);
    }
}
