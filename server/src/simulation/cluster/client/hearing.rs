//! What a client makes of what it is told.

use protocol::{ClientMessage, ErrorCode, ServerMessage, TableId, TableView};

use rules::Seat;

use super::{ClientMoment, ClusterClient, OwnGame};

impl ClusterClient {
    /// Hears a message, which must be for it.
    pub(super) fn hear(&mut self, moment: &mut ClientMoment<'_>, text: &str) {
        moment.referee.hears(moment.now, self.number, text);
        let message: ServerMessage = serde_json::from_str(text).expect("the server's own message");
        let asked = message.cid().map(|cid| self.take_asked(cid, text));
        match message {
            ServerMessage::Welcome { you, token, games, .. } => {
                if let Some(token) = token {
                    moment.referee.gives(token.reveal(), self.number);
                    self.token = Some(token);
                }
                let known = self.you.get_or_insert_with(|| you.clone());
                assert_eq!(*known, you, "client {} is somebody else", self.number);
                self.connection.iter_mut().for_each(|one| one.is_greeted = true);
                self.come_back(moment, games);
            }
            ServerMessage::Seated { seat, token, view, .. } => {
                moment.referee.gives(token.reveal(), self.number);
                let table = view.state.table;
                moment.meeting.tables.entry(table).or_default().insert(self.number);
                let state = view.state.clone();
                let game = OwnGame { seat, token: Some(token), state };
                self.games.entry(table).or_insert(game);
                self.connection.iter_mut().for_each(|one| _ = one.tables.insert(table));
                self.see(moment, view);
            }
            ServerMessage::Table { view, .. } => self.see(moment, view),
            ServerMessage::State(state) => {
                self.must_hear_of(state.table, text);
                moment.referee.sees(self.number, &state, self.games.contains_key(&state.table));
                if let Some(own) = self.games.get_mut(&state.table) {
                    own.state = state;
                }
            }
            ServerMessage::Seeking { seek, .. } => moment.meeting.offers.push((seek, self.number)),
            ServerMessage::Ok { .. } => {
                if let Some(ClientMessage::Move { table, ply, mv }) = asked {
                    moment.referee.is_told(table, ply, &mv);
                }
            }
            ServerMessage::Error { error, .. } => self.is_refused(asked, error.code, text),
            ServerMessage::Pong { .. }
            | ServerMessage::Lobby(_)
            | ServerMessage::LobbyDelta(_)
            | ServerMessage::Closing { .. } => {}
            _ => panic!("client {} hears of what it did not ask for: {text}", self.number),
        }
    }

    /// What this answers: each answer is to one request of this connection.
    fn take_asked(&mut self, cid: u32, text: &str) -> ClientMessage {
        let asked = self.connection.as_mut().and_then(|one| one.asked.remove(&cid));
        let asked = asked.unwrap_or_else(|| panic!("client {} did not ask: {text}", self.number));
        asked.1
    }

    /// Attaches to its running games again, and to those whose end it has not heard of.
    fn come_back(&mut self, moment: &mut ClientMoment<'_>, running: Vec<TableId>) {
        let unfinished = self.games.iter().filter(|(_, game)| game.state.over.is_none());
        let mut tables: Vec<TableId> = unfinished.map(|(table, _)| *table).collect();
        tables.extend(running.into_iter().filter(|table| !self.games.contains_key(table)));
        for table in tables {
            let token = self.games.get(&table).and_then(|game| game.token);
            self.attach(moment, table, token);
        }
        self.watched.clear();
    }

    fn see(&mut self, moment: &mut ClientMoment<'_>, view: TableView) {
        let table = view.state.table;
        let place = view.players.iter().position(|player| Some(player) == self.you.as_ref());
        moment.referee.sees_view(self.number, &view, place.is_some());
        if let Some(place) = place {
            moment.meeting.tables.entry(table).or_default().insert(self.number);
            let (seat, state) = (Seat(place as u8), view.state);
            let game = OwnGame { seat, token: None, state: state.clone() };
            self.games.entry(table).or_insert(game).state = state;
        }
    }

    fn must_hear_of(&self, table: TableId, text: &str) {
        let may = self.connection.as_ref().is_some_and(|one| one.tables.contains(&table));
        assert!(may, "client {} hears of another's table: {text}", self.number);
    }

    /// A game that somebody was told of is never lost, and a seat never another's.
    fn is_refused(&self, asked: Option<ClientMessage>, code: ErrorCode, text: &str) {
        let is_lost =
            matches!(asked, Some(ClientMessage::Attach { .. } | ClientMessage::Hello { .. }))
                && !matches!(code, ErrorCode::Busy | ErrorCode::StorageUnavailable);
        assert!(!is_lost, "client {} is refused what it has: {text}", self.number);
    }
}
