//! What a client does.

use protocol::{ClientMessage, Proposal, SeatChoice, Secret, TableId, TimeControl};
use rand::RngExt;
use rules::Setup;

use super::{ClientMoment, ClusterClient, any_move};

/// The most games that a client plays at once, and tables that it watches.
const MOST_GAMES: usize = 2;
const MOST_WATCHED: usize = 3;

/// Starts that may be rated.
const STARTS: [&str; 3] = ["nim 3,4,5", "misere nim 1,3,5,7", "nim 2,5,6"];

impl ClusterClient {
    /// Moves where it can; otherwise does something else.
    pub(super) fn act(&mut self, moment: &mut ClientMoment<'_>) {
        if !self.connection.as_ref().is_some_and(|one| one.is_greeted) {
            return;
        }
        let due: Vec<TableId> = self.games.keys().copied().collect();
        due.into_iter().for_each(|table| self.move_at(moment, table));
        match self.chance.random_range(0..100) {
            0..20 if moment.begins => self.look_for_game(moment),
            20..25 if moment.begins => self.watch_another(moment),
            25..28 => self.flood(moment),
            28..30 if moment.begins => {
                let politely = self.chance.random_bool(0.5);
                self.leave(politely);
            }
            30..50 => self.ask(moment, ClientMessage::Ping {}),
            _ => {}
        }
    }

    fn move_at(&mut self, moment: &mut ClientMoment<'_>, table: TableId) {
        let Some(game) = self.games.get(&table) else { return };
        let is_due = game.state.over.is_none() && game.state.to_move == Some(game.seat);
        if !is_due || self.is_moving(table) {
            return;
        }
        let mv = any_move(&mut self.chance, &game.state);
        let message = ClientMessage::Move { table, ply: game.state.ply, mv };
        let times = if self.chance.random_bool(0.15) { 2 } else { 1 };
        for _ in 0..times {
            self.ask(moment, message.clone());
        }
    }

    /// Whether it waits for something about this table.
    fn is_moving(&self, table: TableId) -> bool {
        let asked = self.connection.iter().flat_map(|one| one.asked.values());
        asked.into_iter().any(|(_, message)| match message {
            ClientMessage::Move { table: at, .. } | ClientMessage::Attach { table: at, .. } => {
                *at == table
            }
            _ => false,
        })
    }

    /// Takes an offer of somebody else, or makes one.
    fn look_for_game(&mut self, moment: &mut ClientMoment<'_>) {
        if self.games.values().filter(|game| game.state.over.is_none()).count() >= MOST_GAMES {
            return;
        }
        let others = moment.meeting.offers.iter().position(|(_, by)| *by != self.number);
        if let Some(place) = others {
            let (seek, _) = moment.meeting.offers.remove(place);
            return self.ask(moment, ClientMessage::Accept { seek });
        }
        if moment.meeting.offers.is_empty() {
            let offer = self.any_offer();
            self.ask(moment, ClientMessage::Seek { offer, private: true, window: None });
        }
    }

    fn any_offer(&mut self) -> Proposal<protocol::GameRequest> {
        let setup: Setup =
            STARTS[self.chance.random_range(0..STARTS.len())].parse().expect("a game");
        let offer = Proposal { seat: SeatChoice::Random, ..Proposal::new(setup.into()) };
        if self.token.is_none() || self.kind != protocol::Kind::Person {
            return offer;
        }
        let clock = Some(TimeControl::Fischer { base_ms: 600_000, increment_ms: 1_000 });
        let delay = if self.chance.random_bool(0.5) { 2 } else { 0 };
        Proposal { rated: true, pair: self.chance.random_bool(0.5), clock, delay, ..offer }
    }

    fn watch_another(&mut self, moment: &mut ClientMoment<'_>) {
        let others = moment.meeting.tables.iter();
        let others = others.filter(|(table, sitting)| {
            !sitting.contains(&self.number) && !self.watched.contains(table)
        });
        // The newest are running.
        let Some(table) = others.map(|(table, _)| *table).next_back() else { return };
        if self.watched.len() >= MOST_WATCHED {
            let oldest = self.watched.pop_first().expect("there are some");
            return self.ask(moment, ClientMessage::Unwatch { table: oldest });
        }
        self.watched.insert(table);
        self.connection.iter_mut().for_each(|one| _ = one.tables.insert(table));
        self.ask(moment, ClientMessage::Watch { table, since: 0 });
    }

    /// Says more than fits in a window.
    pub(in super::super) fn flood(&mut self, moment: &mut ClientMoment<'_>) {
        for _ in 0..self.chance.random_range(60..120) {
            self.ask(moment, ClientMessage::Ping {});
        }
    }

    pub(super) fn attach(
        &mut self,
        moment: &mut ClientMoment<'_>,
        table: TableId,
        token: Option<Secret>,
    ) {
        let token = token.filter(|_| self.chance.random_bool(0.5));
        self.connection.iter_mut().for_each(|one| _ = one.tables.insert(table));
        self.ask(moment, ClientMessage::Attach { table, token, since: 0 });
    }
}
