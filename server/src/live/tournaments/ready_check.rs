//! The ready check: in a tournament that has it, a pair that could begin waits until both players
//! have confirmed that they are ready; a player who does not confirm in time loses it. An answer
//! counts for one pair, and only while its player is connected. None of this is stored: after a
//! restart everybody is asked again.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use protocol::Number;
use smallvec::SmallVec;
use tournament::DuePair;

use crate::live::connection::{Connection, Connections};
use crate::live::room::Room;

/// The entrants who have been asked, and those who have answered.
#[derive(Debug, Default)]
pub(super) struct ReadyCheck {
    ready: BTreeSet<Number>,
    open: HashMap<Number, OpenQuestion>,
}

/// An entrant who was asked about a pair: since when, and on which connections.
#[derive(Debug)]
struct OpenQuestion {
    due: DuePair,
    since: Instant,
    asked_on: SmallVec<[Weak<Connection<Room>>; 1]>,
}

/// The outcome for pairs that could begin.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ReadyCheckOutcome {
    /// Both are ready.
    pub(super) begin: Vec<DuePair>,
    /// A player has not answered in time.
    pub(super) lost: Vec<DuePair>,
}

impl ReadyCheck {
    /// Records that an entrant is ready.
    pub(super) fn answer(&mut self, number: Number) {
        self.ready.insert(number);
    }

    pub(super) fn is_ready(&self, number: Number) -> bool {
        self.ready.contains(&number)
    }

    /// Drops the answers of entrants who are no longer here.
    pub(super) fn retain(&mut self, here: &dyn Fn(Number) -> bool) {
        self.ready.retain(|&number| here(number));
    }

    /// Returns since when entrants without an answer have been asked.
    pub(super) fn since(&self) -> impl Iterator<Item = Instant> {
        let open = self.open.iter().filter(|(number, _)| !self.ready.contains(number));
        open.map(|(_, question)| question.since)
    }

    /// Forgets the answers of both players when a pair begins or is lost: for the next pair they
    /// are asked again.
    pub(super) fn done(&mut self, seats: [Number; 2]) {
        self.ready.retain(|number| !seats.contains(number));
        self.open.retain(|number, _| !seats.contains(number));
    }

    /// Sorts out the pairs that can begin. In the others, players who are not ready are asked,
    /// unless they have been asked already.
    pub(super) fn sort(
        &mut self,
        pairs: &[(DuePair, [Number; 2])],
        now: Instant,
        wait: Duration,
    ) -> ReadyCheckOutcome {
        let mut outcome = ReadyCheckOutcome::default();
        let mut asked = BTreeSet::new();
        for &(due, seats) in pairs {
            let missing: Vec<Number> = seats.into_iter().filter(|&n| !self.is_ready(n)).collect();
            if missing.is_empty() {
                outcome.begin.push(due);
            } else if missing.iter().any(|&number| self.waited(number, due, now) >= wait) {
                outcome.lost.push(due);
            }
            asked.extend(missing);
        }
        self.open.retain(|number, _| asked.contains(number));
        outcome
    }

    /// How long ago an entrant was asked about this pair; asks them if they have not been.
    fn waited(&mut self, number: Number, due: DuePair, now: Instant) -> Duration {
        let fresh = || OpenQuestion { due, since: now, asked_on: SmallVec::new() };
        let question = self.open.entry(number).or_insert_with(fresh);
        if question.due != due {
            *question = fresh();
        }
        now.saturating_duration_since(question.since)
    }

    /// Returns the questions to send: to whom, about which pair and since when, on each connection
    /// returned by `find` that has not had the question.
    pub(super) fn unasked_connections(
        &self,
        find: &dyn Fn(Number) -> Connections<Room>,
    ) -> Vec<(Arc<Connection<Room>>, Number, DuePair, Instant)> {
        let open = self.open.iter().flat_map(|(&number, question)| {
            let was_asked = |one: &Arc<Connection<Room>>| {
                question.asked_on.iter().any(|known| std::ptr::eq(known.as_ptr(), Arc::as_ptr(one)))
            };
            let unasked_connections = find(number).into_iter().filter(move |one| !was_asked(one));
            unasked_connections.map(move |one| (one, number, question.due, question.since))
        });
        open.collect()
    }

    /// Records that the question has been sent on this connection.
    pub(super) fn asked(&mut self, number: Number, connection: &Arc<Connection<Room>>) {
        if let Some(question) = self.open.get_mut(&number) {
            question.asked_on.retain(|known| known.strong_count() > 0);
            question.asked_on.push(Arc::downgrade(connection));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::connection::tests::connection;

    const WAIT: Duration = Duration::from_secs(60);

    fn due(pair: u32) -> DuePair {
        DuePair { pairing: 0, pair }
    }

    #[test]
    fn a_pair_begins_when_both_are_ready_and_each_is_asked_again() {
        let (mut ready_check, now) = (ReadyCheck::default(), Instant::now());
        let seats = [Number(1), Number(2)];
        let pairs = [(due(1), seats)];
        assert_eq!(ready_check.sort(&pairs, now, WAIT), ReadyCheckOutcome::default());
        assert_eq!(ready_check.open.len(), 2, "both are asked");
        ready_check.answer(Number(1));
        assert_eq!(ready_check.sort(&pairs, now, WAIT), ReadyCheckOutcome::default());
        assert_eq!(ready_check.open.len(), 1, "the other still is");
        ready_check.answer(Number(2));
        let both = ReadyCheckOutcome { begin: vec![due(1)], lost: Vec::new() };
        assert_eq!(ready_check.sort(&pairs, now, WAIT), both);
        ready_check.done(seats);
        assert_eq!(ready_check.sort(&[(due(2), seats)], now, WAIT), ReadyCheckOutcome::default());
    }

    #[test]
    fn an_entrant_who_does_not_confirm_in_time_loses_and_one_who_leaves_is_not_ready() {
        let (mut ready_check, now) = (ReadyCheck::default(), Instant::now());
        let pairs = [(due(1), [Number(1), Number(2)])];
        ready_check.answer(Number(1));
        ready_check.sort(&pairs, now, WAIT);
        let before = now + WAIT - Duration::from_millis(1);
        assert_eq!(ready_check.sort(&pairs, before, WAIT), ReadyCheckOutcome::default());
        let lost = ReadyCheckOutcome { begin: Vec::new(), lost: vec![due(1)] };
        assert_eq!(ready_check.sort(&pairs, now + WAIT, WAIT), lost);
        assert!(ready_check.is_ready(Number(1)) && !ready_check.is_ready(Number(2)));
        ready_check.retain(&|number| number != Number(1));
        assert!(!ready_check.is_ready(Number(1)));
        // Another pair gets its full time.
        let other = [(due(2), [Number(1), Number(2)])];
        assert_eq!(ready_check.sort(&other, now + WAIT, WAIT), ReadyCheckOutcome::default());
    }

    #[tokio::test]
    async fn each_connection_of_whoever_is_asked_gets_the_question_once() {
        let (mut ready_check, now) = (ReadyCheck::default(), Instant::now());
        let ((one, _), (two, _)) = (connection().await, connection().await);
        ready_check.sort(&[(due(1), [Number(1), Number(2)])], now, WAIT);
        let unasked = |check: &ReadyCheck, here: &[&Arc<Connection<Room>>]| {
            let find = |number| match number {
                Number(1) => here.iter().map(|one| Arc::clone(one)).collect(),
                _ => Connections::new(),
            };
            let unasked = check.unasked_connections(&find);
            assert!(unasked.iter().all(|(_, number, pair, since)| {
                (*number, *pair, *since) == (Number(1), due(1), now)
            }));
            unasked.into_iter().map(|(connection, ..)| connection).collect::<Vec<_>>()
        };
        let first = unasked(&ready_check, &[&one]);
        assert!(first.len() == 1 && Arc::ptr_eq(&first[0], &one));
        ready_check.asked(Number(1), &one);
        assert!(unasked(&ready_check, &[&one]).is_empty());
        let second = unasked(&ready_check, &[&one, &two]);
        assert!(second.len() == 1 && Arc::ptr_eq(&second[0], &two));
        drop((first, one));
        ready_check.asked(Number(1), &two);
        assert_eq!(ready_check.open[&Number(1)].asked_on.len(), 1, "the other has gone");
        ready_check.sort(&[(due(2), [Number(1), Number(2)])], now, WAIT);
        let find = |_| Connections::from_iter([Arc::clone(&two)]);
        assert_eq!(ready_check.unasked_connections(&find).len(), 2, "about another pair");
    }

    #[test]
    fn since_when_is_known_of_those_alone_who_have_not_answered() {
        let (mut ready_check, now) = (ReadyCheck::default(), Instant::now());
        let later = now + Duration::from_secs(1);
        ready_check.sort(&[(due(1), [Number(1), Number(2)])], now, WAIT);
        let both = [(due(1), [Number(1), Number(2)]), (due(2), [Number(3), Number(4)])];
        ready_check.sort(&both, later, WAIT);
        let since = |check: &ReadyCheck| {
            let mut since: Vec<Instant> = check.since().collect();
            since.sort();
            since
        };
        assert_eq!(since(&ready_check), [now, now, later, later]);
        ready_check.answer(Number(1));
        ready_check.answer(Number(3));
        assert_eq!(since(&ready_check), [now, later]);
        ready_check.done([Number(1), Number(2)]);
        assert!(!ready_check.is_ready(Number(1)) && ready_check.is_ready(Number(3)));
        assert_eq!(since(&ready_check), [later]);
    }
}
