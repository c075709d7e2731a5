//! A table, as a server tells of it.

use rules::Game;
use serde_json::{Value, json};

use crate::{id, person, secret};

/// A table of the fake server, which knows the rules.
pub struct FakeTable {
    /// The number that [`id`] makes an id.
    pub id: u128,
    /// The game so far.
    pub game: Game,
    /// By seats.
    pub players: [u128; 2],
    /// Whether it is the first game of a pair, or the second, and the other's table.
    pub pair: Option<(u8, u128)>,
    /// Whether it counts.
    pub rated: bool,
    /// Its end, if no move has ended it.
    pub over: Value,
    /// Who is connected, by seats.
    pub present: [bool; 2],
}

impl FakeTable {
    /// Creates a game between players with these numbers, both present.
    pub fn new(id: u128, game: &str, players: [u128; 2]) -> FakeTable {
        let game = Game::new(game.parse().expect("a game"));
        let (pair, rated, over, present) = (None, false, Value::Null, [true; 2]);
        FakeTable { id, game, players, pair, rated, over, present }
    }

    /// Makes the first legal move.
    pub fn play_any(&mut self) {
        let rules = self.game.setup().variant().rules();
        let mv = rules.moves(self.game.position()).next().expect("it goes on");
        self.game.play(mv).expect("it is legal");
    }

    /// Makes the move of a message.
    pub fn play(&mut self, message: &Value) {
        assert_eq!((&message["table"], &message["ply"]), (&id(self.id), &json!(self.game.ply())));
        let mv = serde_json::from_value(message["move"].clone()).expect("a move");
        self.game.play(mv).expect("it is legal");
    }

    /// Ends it for a reason.
    pub fn end(&mut self, reason: &str, winners: &[u8]) {
        self.over = json!({"winners": winners, "reason": reason});
    }

    fn plain_state(&self) -> Value {
        let over = match self.game.winners() {
            Some(winners) => json!({"winners": winners, "reason": "played"}),
            None => self.over.clone(),
        };
        let ply = self.game.ply();
        let to_move = if over.is_null() { json!(ply % 2) } else { Value::Null };
        json!({
            "table": id(self.id), "ply": ply, "position": self.game.position(), "to_move": to_move,
            "last_move": self.game.moves().last(), "present": self.present, "over": over,
        })
    }

    /// What is told after a move.
    pub fn state(&self) -> Value {
        let mut state = self.plain_state();
        state["t"] = json!("state");
        state
    }

    fn view(&self, since: usize) -> Value {
        let mut view = json!({
            "game": self.game.setup(), "players": self.players.map(person), "since": since,
            "moves": self.game.moves()[since..], "state": self.plain_state(), "rated": self.rated,
        });
        if let Some((game, other)) = self.pair {
            view["pair"] = json!({"id": id(77), "game": game, "other": id(other)});
        }
        view
    }

    /// Seats a player.
    pub fn seated(&self, seat: u8) -> Value {
        let mut seated = self.view(0);
        seated["t"] = json!("seated");
        (seated["offer"], seated["seat"], seated["token"]) = (id(9), json!(seat), secret(7));
        seated
    }

    /// The answer to `attach` or `watch`.
    pub fn table(&self, request: &Value) -> Value {
        assert_eq!(request["table"], id(self.id));
        let mut view = self.view(request["since"].as_u64().expect("a ply") as usize);
        (view["t"], view["cid"]) = (json!("table"), request["cid"].clone());
        view
    }
}
