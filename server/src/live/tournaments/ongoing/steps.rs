//! One step of a tournament: results are taken, their consequences are stored, and the pairs that
//! are due are seated.

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use protocol::{EndReason, ErrorCode, ServerMessage, TableId};
use rules::Seat;
use tournament::{Attestation, DuePair, Event, GameResult, ResultReason};
use tracing::error;

use super::super::host::Host;
use super::super::view;
use super::{BUSY_RETRY, Ongoing, TELL_EVERY};
use crate::live::connection::Connection;
use crate::live::room::{EndedGame, Room};
use crate::net::frame::Frame;
use crate::records::request_error::RequestError;

/// When the next step is due.
#[derive(Debug)]
pub(crate) enum StepTime {
    /// When the tournament is notified, or at this time.
    Wait(Instant),
    /// Never: the tournament is over.
    Over,
}

/// A game of a pair that has ended, with its table.
pub(super) type Ended = (TableId, EndedGame);

impl Ongoing {
    /// Does everything that is due, as far as the store accepts it.
    pub(crate) async fn step(&self, host: &impl Host, wall_ms: u64, most: Duration) -> StepTime {
        let retry = StepTime::Wait(host.now() + BUSY_RETRY);
        self.end_for_those_who_left(host).await;
        let mut results = self.ended_games(host).await.into_iter();
        while let Some((due, ended, over)) = results.next() {
            if self.awaits_signatures(due, &ended, host) {
                self.lock().ended.insert(due);
                continue;
            }
            let at_ms = self.lock().elapsed(host.now());
            let signed = self.signed(due, &ended).await;
            let event = match over {
                true => self.played(due, ended, &signed, at_ms),
                false => self.attested(due, &signed),
            };
            let Some(event) = event else { continue };
            let mut state = self.lock();
            let Ok(slot) = host.store().reserve() else {
                state.ended.insert(due);
                state.ended.extend(results.map(|(due, ..)| due));
                return retry;
            };
            match state.record(host.store(), slot, self.id, event, |_| {}) {
                Ok(()) if over => self.finish(&mut state, due),
                Ok(()) => {}
                // A defect. It would be refused again, and must not hold up the other pairs.
                Err(why) => error!(tournament = %self.id, ?due, %why, "a result is refused"),
            }
        }
        if self.is_forgotten(wall_ms, most) {
            // If the store does not accept it, the next step tries again.
            let _ = self.lock().happen(host.store(), self.id, Event::Cancelled, |_| {});
        }
        let before = self.lock().seq;
        let house_entries = self.house_entries(host);
        let advanced = self.lock().advance(host, self, (wall_ms, house_entries));
        let Some(starts) = advanced else { return retry };
        let all_started = self.start_all(host, starts).await;
        let all_told = self.send_view(host, host.now());
        match (all_started && all_told, self.is_over()) {
            (false, _) => retry,
            _ if !self.lock().ended.is_empty() => retry,
            (true, true) => StepTime::Over,
            // What has happened may have further consequences.
            (true, false) if self.lock().seq != before => StepTime::Wait(host.now()),
            (true, false) => StepTime::Wait(self.lock().next_moment(host.now(), wall_ms, self)),
        }
    }

    /// Decides the games of entrants who have left in favour of their opponents.
    async fn end_for_those_who_left(&self, host: &impl Host) {
        let deserted = self.lock().deserted();
        for (due, winner) in deserted {
            let [first, second, _] = self.ids(due).map(TableId);
            for (table, seat) in [(first, winner), (second, Seat(1 - winner.0))] {
                // The game may be over, or may not exist yet.
                let _ = host.adjudicate(table, vec![seat]).await;
            }
        }
    }

    /// Returns the pairs of which a game has ended, with their ended games, and whether the pair is
    /// over.
    async fn ended_games(&self, host: &impl Host) -> Vec<(DuePair, Vec<Ended>, bool)> {
        let due_pairs = std::mem::take(&mut self.lock().ended);
        let mut ended = Vec::new();
        for due in due_pairs {
            match self.games_of(host, due).await {
                Ok((games, _)) if games.is_empty() => {}
                Ok((games, over)) => ended.push((due, games, over)),
                // The store could not be read, so try again.
                Err(_) => drop(self.lock().ended.insert(due)),
            }
        }
        ended
    }

    /// Returns the ended games of a pair, and whether it is over.
    async fn games_of(
        &self,
        host: &impl Host,
        due: DuePair,
    ) -> Result<(Vec<Ended>, bool), RequestError> {
        let [first, second, _] = self.ids(due).map(TableId);
        let Some(one) = ended(host, first).await? else { return Ok((Vec::new(), false)) };
        // After a game without a winner there is no second one.
        if one.1.over.winners.is_empty() {
            return Ok((vec![one], true));
        }
        Ok(match ended(host, second).await? {
            Some(two) => (vec![one, two], true),
            None => (vec![one], false),
        })
    }

    /// Returns what the players of ended games have signed: what is stored, or what has come.
    async fn signed(&self, due: DuePair, ended: &[Ended]) -> Vec<Attestation> {
        let mut signed = Vec::new();
        for (number, (table, EndedGame { over, game, .. })) in (0..).zip(ended) {
            let stored = self.lock().contest.attested(due, number);
            let resigned = (over.reason == EndReason::Resigned)
                .then(|| over.winners.first().map(|seat| usize::from(1 - (seat.0 & 1))))
                .flatten();
            signed.push(match stored {
                Some(attestation) => attestation,
                None => self.attestations.checked(*table, game, resigned).await,
            });
        }
        signed
    }

    /// What the players of the first game have signed is stored while they play the second one.
    fn attested(&self, due: DuePair, signed: &[Attestation]) -> Option<Event> {
        let attestation = signed.first().copied().filter(|signed| !signed.is_empty())?;
        let stored = self.lock().contest.attested(due, 0).is_some();
        let DuePair { pairing, pair } = due;
        (!stored).then_some(Event::Attested { pairing, pair, game: 0, attestation })
    }

    fn played(
        &self,
        due: DuePair,
        ended: Vec<Ended>,
        signed: &[Attestation],
        at_ms: u64,
    ) -> Option<Event> {
        let contest = &self.lock().contest;
        let [a, b] = contest.seats(due)?;
        let mut games = ended.into_iter().zip(signed).zip([[a, b], [b, a]]).map(
            |(((table, ended), attestation), seats)| {
                let EndedGame { over, game, spent_ms, berserk } = ended;
                let winner = over.winners.first().map(|seat| seats[usize::from(seat.0 & 1)]);
                GameResult {
                    table: Some(table),
                    spent_ms,
                    berserk,
                    attestation: *attestation,
                    ..GameResult::new(winner, over.reason.into(), game.to_string())
                }
            },
        );
        let one = games.next()?;
        let two = games.next().or_else(|| {
            let game = contest.start(due).ok()?.to_string();
            Some(GameResult::new(None, ResultReason::Aborted, game))
        })?;
        let DuePair { pairing, pair } = due;
        Some(Event::Played { pairing, pair, games: Box::new([one, two]), at_ms })
    }

    /// Sends followers the news, if there is any and it is time; returns false if the store has no
    /// slot.
    fn send_view(&self, host: &impl Host, now: Instant) -> bool {
        let mut state = self.lock();
        let early = state.view_sent.is_some_and(|sent| now < sent + TELL_EVERY);
        if !state.news || early && !state.contest.is_over() {
            return true;
        }
        let Ok(slot) = host.store().reserve() else { return false };
        (state.news, state.view_sent) = (false, Some(now));
        state.watchers.retain(|watcher| watcher.strong_count() > 0);
        let watchers: Vec<Arc<Connection<Room>>> =
            state.watchers.iter().filter_map(Weak::upgrade).collect();
        if watchers.is_empty() {
            return true;
        }
        let view = view::tournament(self.id, &state.contest, self.config.begins_at, &self.key);
        drop(state);
        let frame = Frame::text(&ServerMessage::Tournament(Box::new(view)));
        // Sent after everything that it reports is on disk.
        host.store().on_committed(slot, move |kept| {
            if kept.is_ok() {
                watchers.iter().for_each(|watcher| watcher.outbox.send(&frame));
            }
        });
        true
    }
}

/// Returns a table's game, once it is over.
async fn ended(host: &impl Host, table: TableId) -> Result<Option<Ended>, RequestError> {
    match host.room(table).await {
        Ok(room) => Ok(room.ended().map(|ended| (table, ended))),
        Err(refused) if refused.code() == ErrorCode::NotFound => Ok(None),
        Err(refused) => Err(refused),
    }
}

#[cfg(test)]
mod tests {
    use protocol::{PlayerId, Stage};
    use uuid::Uuid;

    use super::super::full_house::{full_house, full_house_of, hub, plan};
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
}
