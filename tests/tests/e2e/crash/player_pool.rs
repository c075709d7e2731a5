//! Players who play together on a server that may die at any moment, and who check that its
//! successor keeps everything that was acknowledged.

use std::io::ErrorKind;
use std::sync::atomic::{AtomicUsize, Ordering};

use bot::ServerUrl;
use bot::http::request;
use serde_json::{Value, json};
use tests::Client;
use tests::process::ServerProcess;
use tokio::sync::Notify;
use uuid::Uuid;

/// A group of players with one game or a pair. All moves are known in advance.
pub(super) struct PlayerPool {
    seek: Value,
    pub(super) players: Vec<Player>,
    /// The tables; in a pair, the second game's table follows the first's.
    pub(super) tables: Vec<Table>,
    /// Whether some player was told that the game has begun.
    begun: bool,
}

/// A player who reconnects as the same player.
pub(super) struct Player {
    secret: String,
    id: Value,
    games: Value,
    connection: Option<Client>,
    /// Whether they need an account for the ladder and have none yet.
    wants_account: bool,
}

/// A table from its players' point of view.
pub(super) struct Table {
    pub(super) id: Value,
    /// The secret of each player's seat, if they have received it.
    tokens: Vec<Value>,
    /// The players by seat.
    seats: Vec<usize>,
    /// The acknowledged moves.
    pub(super) moves: Vec<Value>,
    /// The latest state sent to any player.
    state: Value,
    pair: Value,
}

/// Signals when a given number of moves have been acknowledged.
pub(super) struct LoadPhase {
    left: AtomicUsize,
    turned: Notify,
}

impl LoadPhase {
    pub(super) fn after(moves: usize) -> LoadPhase {
        LoadPhase { left: AtomicUsize::new(moves), turned: Notify::new() }
    }

    /// A phase that never signals.
    pub(super) fn unlimited() -> LoadPhase {
        LoadPhase::after(usize::MAX)
    }

    pub(super) async fn turned(&self) {
        self.turned.notified().await;
    }

    fn rise(&self) {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.turned.notify_one();
        }
    }
}

impl Player {
    fn new(wants_account: bool) -> Player {
        let secret = [Uuid::new_v4(), Uuid::new_v4()].map(|half| half.as_simple().to_string());
        let (id, games) = (Value::Null, Value::Null);
        Player { secret: secret.concat(), id, games, connection: None, wants_account }
    }

    /// Their connection.
    pub(super) fn client(&mut self) -> &mut Client {
        self.connection.as_mut().expect("they have come")
    }

    async fn come(&mut self, server: &ServerProcess) -> Option<()> {
        if self.wants_account {
            self.register(server).await?;
        }
        let mut client = Client::connect(&server.url()).await.ok()?;
        let hello = json!({"t": "hello", "cid": 0, "name": "Ada", "kind": "bot", "client": "test",
            "token": self.secret});
        let welcome = client.try_ask(hello, "welcome").await?;
        let id = welcome["you"]["id"].clone();
        assert!(self.id.is_null() || self.id == id, "{welcome}");
        (self.id, self.games, self.connection) = (id, welcome["games"].clone(), Some(client));
        Some(())
    }

    /// Registers under a new name each time, because the answer to an earlier attempt may have been
    /// lost.
    async fn register(&mut self, server: &ServerProcess) -> Option<()> {
        let url = ServerUrl::from(server.at);
        let (status, said) = loop {
            let name = format!("Player {}", &Uuid::new_v4().simple().to_string()[..12]);
            let body = json!({"name": name, "password": "seven wild horses at dawn"}).to_string();
            match request(&url, "POST", "/api/register", &body).await {
                // On a busy machine a password takes long.
                Err(error) if error.kind() == ErrorKind::TimedOut => {}
                answer => break answer.ok()?,
            }
        };
        if status != 201 {
            return None;
        }
        let said: Value = serde_json::from_str(&said).ok()?;
        self.secret = said["token"].as_str()?.to_owned();
        self.wants_account = false;
        Some(())
    }

    /// Whether their last `welcome` named this table among their games.
    fn plays_at(&self, table: &Value) -> bool {
        self.games.as_array().is_some_and(|games| games.contains(table))
    }
}

impl Table {
    fn new(id: Value, tokens: Vec<Value>) -> Table {
        let (seats, moves) = (Vec::new(), Vec::new());
        Table { id, tokens, seats, moves, state: Value::Null, pair: Value::Null }
    }

    fn is_over(&self) -> bool {
        !self.state["over"].is_null()
    }

    /// The request for a move, also when it is repeated.
    pub(super) fn request(&self, ply: usize, mv: &Value) -> Value {
        json!({"t": "move", "cid": ply + 10, "table": self.id, "ply": ply, "move": mv})
    }

    /// The player to move, as an index in the company.
    fn mover(&self) -> usize {
        self.seats[self.state["to_move"].as_u64().expect("it goes on") as usize]
    }

    /// The scripted move: one object from the first non-empty heap; in a race, the largest step.
    fn script(&self) -> Value {
        let position = &self.state["position"];
        match position["heaps"].as_array() {
            None => json!(3),
            Some(heaps) => {
                let place = heaps.iter().position(|heap| heap.as_u64() > Some(0));
                json!([place.expect("it goes on"), 1])
            }
        }
    }

    /// Compares a player's view with what was acknowledged: all of it must be present exactly once,
    /// plus at most one move that was in flight.
    fn compare(&mut self, view: &Value, ids: &[Value]) {
        let moves = view["moves"].as_array().expect("a list");
        let known = self.moves.len();
        assert!(known <= moves.len() && moves.len() <= known + 1, "{known}: {view}");
        assert_eq!(moves[..known], self.moves, "{view}");
        assert_eq!(view["state"]["ply"], moves.len());
        if self.is_over() {
            assert_eq!(view["state"]["over"], self.state["over"], "{view}");
        }
        self.compare_clocks(&view["state"], moves.len() > known);
        let seats = view["players"].as_array().expect("a list").iter();
        let place = |player: &Value| ids.iter().position(|id| *id == player["id"]);
        self.seats = seats.map(|player| place(player).expect("one of us")).collect();
        self.moves.clone_from(moves);
        (self.state, self.pair) = (view["state"].clone(), view["pair"].clone());
    }

    /// Until all are back, no player has less time than last reported, except one whose move has
    /// arrived.
    fn compare_clocks(&self, state: &Value, moved: bool) {
        let waits = state["clock"]["running"] == false && state["over"].is_null();
        let (Some(before), true) = (self.state["clock"]["left_ms"].as_array(), waits) else {
            return;
        };
        for (seat, before) in before.iter().enumerate() {
            let now = &state["clock"]["left_ms"][seat];
            let has_moved = moved && self.state["to_move"] == seat;
            assert!(has_moved || now.as_u64() >= before.as_u64(), "{} {state}", self.state);
        }
    }
}

impl PlayerPool {
    /// Creates the players of a game that the first of them offers.
    pub(super) fn new(size: usize, seek: Value) -> PlayerPool {
        let rated = seek["rated"] == true;
        let players = (0..size).map(|_| Player::new(rated)).collect();
        PlayerPool { seek, players, tables: Vec::new(), begun: false }
    }

    /// Connects or reconnects, and plays to the end. `None` if the server has died.
    pub(super) async fn play(&mut self, server: &ServerProcess, phase: &LoadPhase) -> Option<()> {
        self.come(server).await?;
        self.go_on(usize::MAX, phase).await?;
        while let Some(other) = self.next_table() {
            let tokens = vec![Value::Null; self.players.len()];
            self.tables.push(Table::new(other, tokens));
            self.sit().await?;
            self.go_on(usize::MAX, phase).await?;
        }
        Some(())
    }

    /// All players connect, and return to their seats or find new ones.
    pub(super) async fn come(&mut self, server: &ServerProcess) -> Option<()> {
        for player in &mut self.players {
            player.come(server).await?;
        }
        if let (true, Some(table)) = (self.tables.is_empty(), self.players[0].games.get(0)) {
            // The game began without any player learning of it.
            let tokens = vec![Value::Null; self.players.len()];
            self.tables.push(Table::new(table.clone(), tokens));
        }
        match self.tables.is_empty() {
            false => {
                self.sit().await?;
                self.assert_known();
            }
            true => {
                assert!(!self.begun, "a game that was told of is not there");
                self.begin().await?;
            }
        }
        Some(())
    }

    async fn begin(&mut self) -> Option<()> {
        let (first, others) = self.players.split_first_mut().expect("there are some");
        let seeking = first.client().try_ask(self.seek.clone(), "seeking").await?;
        for player in others {
            let accept = json!({"t": "accept", "cid": 2, "seek": seeking["seek"]});
            player.client().try_ask(accept, "ok").await?;
        }
        // The last mover has been told `ok`.
        self.begun = true;
        let mut tokens = Vec::new();
        for player in &mut self.players {
            let seated = player.client().try_hear_a("seated").await?;
            tokens.push(seated["token"].clone());
            if self.tables.is_empty() {
                self.tables.push(Table::new(seated["state"]["table"].clone(), Vec::new()));
            }
        }
        self.tables[0].tokens = tokens;
        self.sit().await
    }

    /// All players attach their seats at all tables: by secret, or as the owning player.
    async fn sit(&mut self) -> Option<()> {
        let ids: Vec<Value> = self.players.iter().map(|player| player.id.clone()).collect();
        for table in &mut self.tables {
            for (place, player) in self.players.iter_mut().enumerate() {
                let mut attach = json!({"t": "attach", "cid": 1, "table": table.id});
                if let Some(token) = table.tokens.get(place).filter(|token| !token.is_null()) {
                    attach["token"] = token.clone();
                }
                let view = player.client().try_ask(attach, "table").await?;
                table.compare(&view, &ids);
            }
        }
        Some(())
    }

    /// Plays at the last table up to this ply.
    pub(super) async fn go_on(&mut self, ply: usize, phase: &LoadPhase) -> Option<()> {
        let table = self.tables.last_mut().expect("it has begun");
        while table.moves.len() < ply && !table.is_over() {
            let mv = table.script();
            let client = self.players[table.mover()].client();
            client.try_ask(table.request(table.moves.len(), &mv), "ok").await?;
            table.moves.push(mv);
            phase.rise();
            loop {
                let state = client.try_hear_a("state").await?;
                if state["table"] == table.id && state["ply"] == table.moves.len() {
                    table.state = state;
                    break;
                }
            }
        }
        Some(())
    }

    /// The table of a pair's second game.
    fn next_table(&self) -> Option<Value> {
        let table =
            self.tables.last().filter(|table| table.is_over() && table.pair["game"] == 1)?;
        Some(table.pair["other"].clone())
    }

    /// Asserts the invariants after all games.
    pub(super) fn assert_played(&self) {
        let games = if self.seek["pair"] == true { 2 } else { 1 };
        assert_eq!(self.tables.len(), games);
        for table in &self.tables {
            let over = &table.state["over"];
            assert_eq!(over["reason"], "played", "{}", table.state);
            if table.seats.len() == 2 {
                assert_eq!(over["winners"], json!([(table.moves.len() + 1) % 2]), "{over}");
            }
        }
    }

    /// The id under which it is rated, if it is.
    pub(super) fn rated_id(&self) -> Option<&Value> {
        let table = self.tables.first().filter(|_| self.seek["rated"] == true)?;
        Some(&table.pair["id"])
    }

    /// Asserts that each player's `welcome` listed all their games.
    fn assert_known(&self) {
        for table in self.tables.iter().filter(|table| !table.is_over()) {
            assert!(self.players.iter().all(|player| player.plays_at(&table.id)), "a seat is lost");
        }
    }
}
