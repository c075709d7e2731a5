//! Seats a pair that is due: its players, its start, and the ids of both tables.

use protocol::{Number, PairId, Player, TableId};
use tournament::DuePair;
use tracing::debug;

use crate::live::delivery::Delivery;
use crate::live::tournaments::host::Host;
use crate::live::tournaments::ongoing::Ongoing;
use crate::live::tournaments::view;
use crate::matchmaking::lobby::Match;
use crate::records::game::{GameOrigin, Terms};

impl Ongoing {
    pub(super) async fn start_all(&self, host: &impl Host, starts: Vec<DuePair>) -> bool {
        let mut all = true;
        for due in starts {
            all &= self.start(host, due).await;
        }
        all
    }

    /// Seats the players of a pair at its first table; returns false if the store has no slot.
    async fn start(&self, host: &impl Host, due: DuePair) -> bool {
        let Some(mut found) = self.match_of(due) else { return true };
        // Without ratings the game is the same.
        if let Err(refused) = host.rate(&mut found).await {
            debug!(%refused, "ratings are not available");
        }
        let Ok(slot) = host.store().reserve() else { return false };
        let mut state = self.lock();
        self.begin(&mut state, due);
        if let Some(seats) = state.contest.seats(due) {
            state.ready_check.done(seats);
        }
        state.news = true;
        drop(state);
        let [first, second, pair] = self.ids(due);
        let ids = (TableId(first), Some((PairId(pair), TableId(second))));
        host.start_as(slot, found, ids, Delivery::default());
        true
    }

    /// Returns the match of a pair: its players, its start and its terms.
    fn match_of(&self, due: DuePair) -> Option<Match> {
        let state = self.lock();
        let plan = &self.config.opening.plan;
        let player = |number: &Number| state.contest.entrant(*number).map(view::player);
        let seats = state.contest.seats(due);
        let players = seats?.iter().map(player).collect::<Option<Vec<Player>>>()?;
        let game = state.contest.start(due).ok()?;
        let (clocks, berserk) = state.clocks(plan, seats?);
        let round = state.contest.pairings()[due.pairing as usize].pairing.round;
        Some(Match {
            offer: self.id.0,
            game,
            clock: plan.clock,
            pair: true,
            // The starts are played in pairs, so the winner need not be known.
            terms: Terms {
                rated: true,
                clocks,
                berserk,
                origin: GameOrigin::Event { event: self.id.0, round },
                ..Terms::default()
            },
            players,
        })
    }
}
