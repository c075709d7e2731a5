//! Tests of commits: their order, their failures, and the journal and the log behind them.

use tempfile::TempDir;

use super::*;

#[test]
fn a_commit_that_fails_is_the_last() {
    let folder = temporary_folder();
    let store = two_games(&folder);
    let (say, heard) = mpsc::sync_channel(1_000);
    let then = || {
        let say = say.clone();
        move |kept| say.send(kept).expect("somebody listens")
    };
    let late = store.reserve().expect("a place");
    // Fact 0 is stored already.
    let slot = store.reserve().expect("a place");
    store.append(slot, &[happened(1, 0, &moved(1, 1), None)], then());
    assert_eq!(heard.recv(), Ok(Err(Unavailable::Broken)));
    // A good entry must not be acknowledged after it.
    store.append(late, &[happened(1, 1, &moved(1, 1), None)], then());
    assert_eq!(heard.recv(), Ok(Err(Unavailable::Broken)));
    assert_eq!(store.reserve().expect_err("broken"), Unavailable::Broken);
    assert!(store.is_broken());
    drop(store);
    let store = open_store(&folder);
    assert_eq!(store.unfinished().expect("readable").whole[0].facts, [moved(0, 3)]);
    assert!(!store.is_broken());
}

#[test]
fn a_pair_counts_once_and_in_the_commit_of_its_last_move() {
    let folder = temporary_folder();
    // Bots with an owner who has given the version of their program.
    let mut opening = opening();
    for player in &mut opening.players {
        player.version = protocol::Version::try_from("1".to_owned()).ok();
    }
    let store = two_games_of(&folder, &opening);
    let over = resigned();
    let games = vec![(table(2), over.clone()), (table(1), over.clone())];
    let rated = Rated { id: Uuid::from_u128(7), opening, games };
    let end = Fact::Ended(over.clone());
    let ended = happened(1, 1, &end, Some(&over));
    for entries in [&[ended, Entry::Decided(&rated)][..], &[Entry::Decided(&rated)]] {
        kept(&store, entries).expect("kept");
    }
    drop(store);
    let db = connection(&folder);
    let one = |query| db.query_row(query, [], |row| row.get::<i64>(0)).expect("a count");
    assert_eq!(one("SELECT count(*) FROM rated"), 1);
    // The match counts, and was given up at once: a gift.
    assert_eq!(one("SELECT count(*) FROM rated WHERE weight IS NOT NULL"), 1);
    assert_eq!(one("SELECT count(*) FROM change WHERE part = 0"), 4);
}

/// A reader keeps the file open for a long time: no commit waits for it, and when it has gone, the
/// log becomes short again.
#[test]
fn a_long_reader_holds_up_nobody() {
    let folder = temporary_folder();
    let store = two_games(&folder);
    let reader = connection(&folder);
    reader.execute_batch("BEGIN; SELECT count(*) FROM game").expect("it reads");
    let (say, heard) = mpsc::sync_channel(100_000);
    // Starts of a good thirty kilobytes each.
    let heaps = Heaps::from(vec![1 << 52; 1_000]).into();
    let variant = opening().game.variant().clone();
    let game = Setup::new(variant, Ending::Normal, heaps).expect("legal");
    let large = Opening { game, ..opening() };
    let mut next = 10;
    let mut write = |games: u128| {
        for n in next..next + games {
            let say = say.clone();
            let then = move |kept| say.send(kept).expect("somebody listens");
            let slot = store.reserve().expect("a place");
            let hashes = hashes();
            let opened =
                Entry::Opened { table: table(n), opening: &large, hashes: &hashes, over: None };
            store.append(slot, &[opened], then);
        }
        next += games;
        assert!((0..games).all(|_| heard.recv().expect("an answer").is_ok()));
    };
    for _ in 0..10 {
        write(240);
    }
    let long = store.log_bytes();
    // The reader sees its old snapshot.
    let seen: i64 =
        reader.query_row("SELECT count(*) FROM game", [], |row| row.get(0)).expect("it reads");
    assert_eq!(seen, 2);
    assert!(long > 32 << 20, "{long}: the log was copied under its eyes");
    drop(reader);
    // The copy is made while commits continue, however long it takes; then the log is restarted.
    // Until then each of these rounds makes it longer.
    let begun_anew = (0..40).any(|_| {
        let before = store.log_bytes();
        write(240);
        store.log_bytes() <= before
    });
    assert!(begun_anew, "{} after {long}", store.log_bytes());
    drop(store);
    assert_eq!(check(&storage(&folder)).expect("readable").wrong, Vec::<String>::new());
}

/// A game whose end is stored must have a stored beginning.
#[test]
fn no_game_ends_that_is_not_there() {
    let folder = temporary_folder();
    let store = two_games(&folder);
    let over = resigned();
    let end = Fact::Ended(over.clone());
    let ended = happened(9, 0, &end, Some(&over));
    assert_eq!(kept(&store, &[ended]), Err(Unavailable::Broken));
}

/// A game with more facts than the journal can hold, beside others that begin, continue and end
/// meanwhile.
#[tokio::test]
async fn a_long_game_outlives_the_journal() {
    let folder = temporary_folder();
    let store = open_store(&folder);
    let keep = |entries: &[Entry<'_>]| kept(&store, entries).expect("kept");
    let (opening, hashes) = (opening(), hashes());
    let begun =
        |n| Entry::Opened { table: table(n), opening: &opening, hashes: &hashes, over: None };
    keep(&[begun(1), begun(2), begun(3)]);
    // They need not be moves of one game: nothing replays them here.
    let (fact, over) = (moved(0, 1), resigned());
    keep(&[happened(2, 0, &fact, None)]);
    let mut seq = 0;
    while seq < 70_000 {
        let facts: Vec<_> = (seq..seq + 500).map(|seq| happened(1, seq, &fact, None)).collect();
        keep(&facts);
        seq += 500;
    }
    keep(&[happened(2, 1, &fact, None), happened(3, 0, &fact, None)]);
    let all_there = |store: &Store| {
        let running = store.unfinished().expect("readable").whole;
        let facts: Vec<_> = running.iter().map(|game| game.facts.len()).collect();
        assert_eq!(facts, [seq as usize, 2, 1]);
    };
    all_there(&store);
    let long = store.find(table(1)).await.expect("whole").expect("known");
    assert_eq!((long.facts.len(), long.over), (seq as usize, None));
    drop(store);
    let db = connection(&folder);
    let one = |query| db.query_row(query, [], |row| row.get::<i64>(0)).expect("a count");
    assert!(one("SELECT min(number) FROM journal") > 1, "the journal was never cleared");
    assert!(one("SELECT count(*) FROM segment") > 1);
    let store = open_store(&folder);
    all_there(&store);
    // They continue where they were.
    let end = Fact::Ended(over.clone());
    for (n, seq) in [(1, seq), (2, 2), (3, 1)] {
        kept(&store, &[happened(n, seq, &end, Some(&over))]).expect("kept");
        let ended = store.find(table(n)).await.expect("whole").expect("known");
        assert_eq!((ended.facts.len(), ended.over), (seq as usize + 1, Some(over.clone())));
    }
}

/// Posts the facts of game 1 from `from` on, one after another.
fn post(store: &Store, facts: std::ops::Range<u32>, say: &mpsc::SyncSender<u32>) {
    for seq in facts {
        let (slot, say) = (store.reserve().expect("a place"), say.clone());
        store.append(slot, &[happened(1, seq, &moved(0, 1), None)], move |kept| {
            kept.expect("kept");
            say.send(seq).expect("somebody listens");
        });
    }
}

/// A store whose completions run between the turns of this test, with game 1 in it.
fn beside_the_network(folder: &TempDir) -> Store {
    let store = Store::open(&storage(folder), Durability::Full, CompletionThread::here(), || false)
        .expect("a new store");
    let (opening, hashes) = (opening(), hashes());
    let opened = Entry::Opened { table: table(1), opening: &opening, hashes: &hashes, over: None };
    store.append(store.reserve().expect("a place"), &[opened], |kept| kept.expect("kept"));
    store
}

/// Completions that do not all run between two turns of the network.
const MANY: u32 = 10 * completions::SLICE as u32;

#[tokio::test]
async fn completions_run_in_order_between_the_networks_turns_and_at_the_end() {
    let folder = temporary_folder();
    let store = beside_the_network(&folder);
    let (say, heard) = mpsc::sync_channel(2 * MANY as usize);
    post(&store, 0..MANY, &say);
    let mut all = Vec::new();
    while all.len() < MANY as usize {
        let in_this_turn: Vec<u32> = heard.try_iter().collect();
        assert!(in_this_turn.len() <= completions::SLICE, "{in_this_turn:?}");
        all.extend(in_this_turn);
        tokio::task::yield_now().await;
    }
    assert!(all.into_iter().eq(0..MANY));
    post(&store, MANY..2 * MANY, &say);
    drop(store);
    assert!(heard.try_iter().eq(MANY..2 * MANY));
    let store = open_store(&folder);
    let found = store.find(table(1)).await.expect("whole").expect("known");
    assert_eq!(found.facts.len(), 2 * MANY as usize);
}

/// Here a disk keeps a commit waiting: the network goes on, and tells nobody that it was made.
#[tokio::test]
async fn the_network_does_not_wait_for_the_disk() {
    let folder = temporary_folder();
    let store = beside_the_network(&folder);
    store.flush().await.expect("kept");
    // Another user of the file has the right to write.
    let other = connection(&folder);
    other.execute_batch("BEGIN IMMEDIATE").expect("nobody writes");
    let (say, heard) = mpsc::sync_channel(10);
    post(&store, 0..3, &say);
    let under_way = || !store.watch.waited(Instant::now() + Duration::from_millis(1)).is_zero();
    while !under_way() {
        tokio::task::yield_now().await;
    }
    for _ in 0..100 {
        tokio::task::yield_now().await;
        assert_eq!((store.waiting(), heard.try_recv()), (3, Err(mpsc::TryRecvError::Empty)));
    }
    other.execute_batch("COMMIT").expect("nothing to write");
    store.flush().await.expect("kept");
    assert!(heard.try_iter().eq(0..3));
}

/// Who runs completions must not vanish silently.
#[tokio::test]
async fn after_a_completion_has_panicked_nothing_is_acknowledged() {
    let folder = temporary_folder();
    let store = beside_the_network(&folder);
    store.on_committed(store.reserve().expect("a place"), |_| panic!("on purpose"));
    while !store.is_broken() {
        tokio::task::yield_now().await;
    }
    assert_eq!(store.flush().await, Err(Unavailable::Broken));
}

/// Relaxed: a crash may take the last moves, but an orderly end takes none.
#[tokio::test]
async fn without_waiting_for_the_disk_all_is_answered_at_once_and_is_stored_by_the_end() {
    let folder = temporary_folder();
    let committing = CompletionThread::Committing;
    let store = Store::open(&storage(&folder), Durability::Relaxed, committing, || false)
        .expect("a new store");
    let (opening, hashes) = (opening(), hashes());
    let opened = Entry::Opened { table: table(1), opening: &opening, hashes: &hashes, over: None };
    let (one, other) = (moved(0, 3), moved(1, 1));
    let moves = [happened(1, 0, &one, None), happened(1, 1, &other, None)];
    for entries in [&[opened][..], &moves, &[]] {
        let (say, heard) = mpsc::sync_channel(1);
        let slot = store.reserve().expect("a place");
        store.append(slot, entries, move |kept| say.send(kept).expect("somebody listens"));
        assert_eq!(heard.try_recv(), Ok(Ok(())));
    }
    drop(store);
    let found = open_store(&folder).find(table(1)).await.expect("whole").expect("known");
    assert_eq!(found.facts, [one, other]);
}

/// Relaxed: what is not of play is acknowledged when it is stored.
#[test]
fn without_waiting_for_the_disk_no_account_or_ban_is_acknowledged_at_once() {
    let folder = temporary_folder();
    let (storage, on) = (storage(&folder), CompletionThread::Committing);
    let store = Store::open(&storage, Durability::Relaxed, on, || false).expect("it opens");
    begin(&store, 1);
    kept(&store, &[Entry::Banned { player: PlayerId(Uuid::from_u128(7)), until: None }])
        .expect("kept");
    let bans = "SELECT count(*) FROM ban";
    let bans: i64 = connection(&folder).query_row(bans, [], |row| row.get(0)).expect("readable");
    assert_eq!(bans, 1);
}

/// Relaxed: a disk that stands still does not put ever more at risk.
#[test]
fn without_waiting_for_the_disk_little_is_acknowledged_while_it_stands_still() {
    for (durability, seconds, expected) in [
        (Durability::Relaxed, 2, Err(Unavailable::Full)),
        (Durability::Relaxed, 0, Ok(())),
        (Durability::Full, 2, Ok(())),
    ] {
        let folder = temporary_folder();
        let (storage, on) = (storage(&folder), CompletionThread::Committing);
        let mut store = Store::open(&storage, durability, on, || false).expect("it opens");
        store.watch = Arc::new(CommitWatch::waiting_for(Duration::from_secs(seconds)));
        assert_eq!(store.reserve().map(drop), expected, "{durability:?}, {seconds} s");
    }
}

#[tokio::test]
async fn relaxed_writing_can_be_waited_for() {
    let folder = temporary_folder();
    let (storage, on) = (storage(&folder), CompletionThread::Committing);
    let store = Store::open(&storage, Durability::Relaxed, on, || false).expect("it opens");
    for n in 1..=20 {
        begin(&store, n);
    }
    store.written().await.expect("it writes");
    assert_eq!(store.unfinished().expect("readable").whole.len(), 20);
    Store::discarding().written().await.expect_err("nothing is");
}

#[tokio::test]
async fn what_nobody_waits_for_does_not_wait_for_a_crowded_network() {
    let folder = temporary_folder();
    let (storage, on) = (storage(&folder), CompletionThread::here());
    let store = Store::open(&storage, Durability::Relaxed, on, || false).expect("it opens");
    let patience = Instant::now() + Duration::from_secs(20);
    for n in 1..=2 {
        begin(&store, n);
        // The network's only thread is busy here.
        while store.waiting() > 0 {
            assert!(Instant::now() < patience, "game {n} is not written");
            std::thread::yield_now();
        }
    }
    assert_eq!(store.unfinished().expect("readable").whole.len(), 2);
}
