//! Single steps of a tournament that four play.

use ed25519_dalek::Signer;
use protocol::{MoveChain, Over, PlayerId, Resignation, Stage};
use uuid::Uuid;

use super::super::full_house::{full_house, full_house_of, hub, key, plan};
use super::*;
use crate::store::folder::folder_in_memory;
use crate::store::{PLACES, Slot};

const YEAR: Duration = Duration::from_secs(365 * 24 * 3600);

/// Ends both games of a pair; returns the second one's table.
async fn end_pair(host: &impl Host, ongoing: &Ongoing, due: DuePair) -> TableId {
    let [first, second, _] = ongoing.ids(due).map(TableId);
    for table in [first, second] {
        host.adjudicate(table, vec![Seat(0)]).await.expect("it runs");
    }
    second
}

#[tokio::test]
async fn what_has_waited_too_long_to_begin_is_cancelled_and_nothing_else() {
    let folder = folder_in_memory();
    let host = hub(&folder);
    let here = std::net::IpAddr::from([127, 0, 0, 1]).into();
    let by = (PlayerId(Uuid::from_u128(9)), here);
    let founded = host.tournaments.create(&host, by, plan(), None).await.expect("founded");
    let open = host.tournaments.find(founded.tournament).expect("it is open");
    let (seconds, _) = open.id.0.get_timestamp().expect("a time").to_unix();
    let (at, day) = (seconds * 1_000, Duration::from_secs(24 * 3600));
    open.step(&host, at + 24 * 3_600_000, day).await;
    assert_eq!(open.lock().contest.stage(), Stage::Open, "to the millisecond");
    open.step(&host, at + 24 * 3_600_000 + 1, day).await;
    assert_eq!(open.lock().contest.stage(), Stage::Cancelled);
    let another = folder_in_memory();
    let (host, begun) = full_house(&another).await;
    begun.step(&host, 0, YEAR).await;
    begun.step(&host, u64::MAX, day).await;
    assert_eq!(begun.lock().contest.stage(), Stage::Running);
}

/// The time of a tournament is counted from its beginning, not from when it was founded, and
/// goes on from step to step.
#[tokio::test]
async fn a_tournament_s_time_begins_with_it_and_only_then() {
    let folder = folder_in_memory();
    let (host, ongoing) = full_house(&folder).await;
    let before = host.now();
    assert!(ongoing.lock().since.0 < before);
    ongoing.step(&host, 0, YEAR).await;
    let begun = ongoing.lock().since;
    assert!(begun.0 >= before && begun.1 == 0);
    ongoing.step(&host, 0, YEAR).await;
    assert_eq!(ongoing.lock().since, begun);
}

#[tokio::test]
async fn an_arena_is_looked_at_when_a_wave_is_due_and_when_its_time_is_over() {
    let folder = folder_in_memory();
    let mut plan = plan();
    plan.format = protocol::Format::Arena { seconds: 600 };
    let (host, ongoing) = full_house_of(&folder, plan).await;
    ongoing.step(&host, 0, YEAR).await;
    let state = ongoing.lock();
    let begun = state.since.0;
    let after = |seconds| begun + Duration::from_secs(seconds);
    let wave = (state.next_moment(begun, 0, &ongoing) - begun).as_millis();
    assert!((30_000..31_000).contains(&wave), "{wave}: a twentieth of it after the first one");
    for seconds in [31, 100, 599] {
        let next = state.next_moment(after(seconds), 0, &ongoing);
        assert_eq!(next - begun, Duration::from_secs(600), "after {seconds} s");
    }
    let late = state.next_moment(after(600), 0, &ongoing);
    assert_eq!(late - begun, Duration::from_secs(600 + 3_600));
}

/// Otherwise the second record is refused and tried again for ever, and no other pair begins.
#[tokio::test]
async fn a_pair_is_recorded_once_when_its_second_end_is_heard_of_meanwhile() {
    let folder = folder_in_memory();
    let (host, ongoing) = full_house(&folder).await;
    ongoing.step(&host, 0, YEAR).await;
    let due = *ongoing.lock().running.first().expect("a pair has begun");
    let second = end_pair(&host, &ongoing, due).await;
    let taken = ongoing.ended_games(&host).await;
    ongoing.game_ended(second);
    for (due, ended, over) in taken {
        assert!(over, "both games");
        let signed = ongoing.signed(due, &ended).await;
        let event = ongoing.played(due, ended, &signed, 0).expect("a result");
        let mut state = ongoing.lock();
        state.happen(host.store(), ongoing.id, event, |_| {}).expect("it is stored");
        ongoing.finish(&mut state, due);
    }
    assert!(ongoing.lock().ended.is_empty());
}

#[tokio::test]
async fn a_result_that_is_refused_holds_up_no_other() {
    let folder = folder_in_memory();
    let (host, ongoing) = full_house(&folder).await;
    ongoing.step(&host, 0, YEAR).await;
    let playing: Vec<DuePair> = ongoing.lock().running.iter().copied().collect();
    assert_eq!(playing.len(), 2);
    for due in &playing {
        end_pair(&host, &ongoing, *due).await;
    }
    let taken = ongoing.ended_games(&host).await;
    let (due, ended, _) = taken.into_iter().next().expect("two have ended");
    let signed = ongoing.signed(due, &ended).await;
    let event = ongoing.played(due, ended, &signed, 0).expect("a result");
    // Its result is known, and it is nevertheless taken for one that is being played.
    ongoing.lock().happen(host.store(), ongoing.id, event, |_| {}).expect("it is stored");
    ongoing.lock().ended.extend(playing.iter().copied());
    ongoing.step(&host, 0, YEAR).await;
    let state = ongoing.lock();
    assert!(state.ended.is_empty(), "it is not tried again: {:?}", state.ended);
    assert!(!state.running.contains(playing.iter().find(|one| **one != due).expect("two")));
}

#[tokio::test]
async fn results_without_a_place_in_the_store_are_all_recorded_later() {
    let folder = folder_in_memory();
    let (host, ongoing) = full_house(&folder).await;
    let step = async || ongoing.step(&host, 0, YEAR).await;
    step().await;
    let playing: Vec<DuePair> = ongoing.lock().running.iter().copied().collect();
    assert_eq!(playing.len(), 2);
    for due in &playing {
        end_pair(&host, &ongoing, *due).await;
    }
    host.store().flush().await.expect("it works");
    // A commit returns its places a moment after it is heard of.
    let mut taken: Vec<Slot> = Vec::new();
    while taken.len() < PLACES {
        match host.store().reserve() {
            Ok(slot) => taken.push(slot),
            Err(_) => tokio::task::yield_now().await,
        }
    }
    step().await;
    assert_eq!(ongoing.lock().ended.len(), 2, "both wait for a place");
    drop(taken);
    step().await;
    let state = ongoing.lock();
    assert!(playing.iter().all(|due| !state.running.contains(due)), "{:?}", state.running);
}

/// The seat that has resigned is the one that has not won.
#[tokio::test]
async fn a_signed_resignation_is_that_of_the_loser() {
    let folder = folder_in_memory();
    let (host, ongoing) = full_house(&folder).await;
    ongoing.step(&host, 0, YEAR).await;
    let due = *ongoing.lock().running.first().expect("a pair has begun");
    let table = TableId(ongoing.ids(due)[0]);
    let start = ongoing.lock().contest.start(due).expect("a start");
    let numbers = ongoing.lock().contest.seats(due).expect("a pair");
    let players = numbers.map(|number| ongoing.players()[number.0 as usize - 1]);
    let chain = MoveChain::new(table, &start);
    let text = chain.resignation(Resignation::TimedOut);
    for player in players {
        let signature = key(player.0.as_u128() as u8).sign(text.as_bytes());
        let signature = protocol::Signature::new(signature.to_bytes());
        let resigns = Some(Resignation::TimedOut);
        ongoing.attest(player, table, signature, resigns).expect("they play");
    }
    let signed = async |winner: u8, reason| {
        let over = Over { winners: vec![Seat(winner)], reason };
        let game = rules::Game::new(start.clone());
        let ended = EndedGame { over, game, spent_ms: Vec::new(), berserk: [false; 2] };
        let signed = ongoing.signed(due, &[(table, ended)]).await;
        signed[0].resignation.map(|signed| *signed.signature.bytes())
    };
    for (winner, loser) in [(0, players[1]), (1, players[0])] {
        let own = key(loser.0.as_u128() as u8).sign(text.as_bytes()).to_bytes();
        assert_eq!(signed(winner, EndReason::Resigned).await, Some(own));
        assert_eq!(signed(winner, EndReason::Flagged).await, None, "nobody has resigned");
    }
}
