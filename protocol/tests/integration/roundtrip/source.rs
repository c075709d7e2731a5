//! Values of the types that messages consist of, from a row of random numbers: every
//! field is written out, so that a new one does not compile until it is generated.

use std::collections::BTreeSet;

use protocol::*;
use rules::{Draft, Ending, Move, Position, Seat, Setup};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use uuid::Uuid;

/// Random numbers, and zeros once they have run out, so that every value is finite.
pub(crate) struct Source(pub(crate) std::vec::IntoIter<u64>);

const GAMES: [&str; 4] = [
    r#"{"variant":"nim","params":{},"ending":"normal","start":{"heaps":[3,5,7]}}"#,
    r#"{"variant":"nim","params":{},"ending":"misere","start":{"heaps":[9007199254740991,0]}}"#,
    r#"{"variant":"octal","params":{"code":"0.77"},"ending":"normal","start":{"heaps":[12]}}"#,
    r#"{"variant":"notakto","params":{},"ending":"misere","start":{"boards":["X........","........."]}}"#,
];

impl Source {
    pub(crate) fn number(&mut self) -> u64 {
        self.0.next().unwrap_or(0)
    }

    pub(crate) fn u32(&mut self) -> u32 {
        let number = self.number();
        [0, u32::MAX, number as u32][number as usize % 3]
    }

    pub(crate) fn bool(&mut self) -> bool {
        self.number() % 2 == 1
    }

    pub(crate) fn maybe<T>(&mut self, make: fn(&mut Source) -> T) -> Option<T> {
        self.bool().then(|| make(self))
    }

    pub(crate) fn list<T>(&mut self, make: fn(&mut Source) -> T) -> Vec<T> {
        (0..self.number() % 4).map(|_| make(self)).collect()
    }

    /// Returns one of the words of a type, of all those that serde lists when it meets an
    /// unknown one.
    pub(crate) fn word<T: DeserializeOwned>(&mut self) -> T {
        let Err(complaint) = serde_json::from_value::<T>(json!("?")) else {
            panic!("{} takes any word", std::any::type_name::<T>());
        };
        let words = known_words(&complaint.to_string());
        let word = words[self.number() as usize % words.len()].as_str();
        serde_json::from_value(json!(word)).expect(word)
    }

    pub(crate) fn uuid(&mut self) -> Uuid {
        Uuid::from_u64_pair(self.number(), self.number())
    }

    pub(crate) fn secret(&mut self) -> Secret {
        Secret::new([self.number() as u8; 32])
    }

    pub(crate) fn nonce(&mut self) -> Nonce {
        Nonce::new([self.number() as u8; 32])
    }

    pub(crate) fn key(&mut self) -> PublicKey {
        PublicKey::new([self.number() as u8; 32])
    }

    fn version(&mut self) -> Version {
        let version = ["1", "2.0-rc1"][self.number() as usize % 2].to_owned();
        version.try_into().expect("a version")
    }

    pub(crate) fn program(&mut self) -> DeclaredProgram {
        DeclaredProgram {
            version: self.maybe(Source::version),
            seed: self.maybe(Source::number),
            deterministic: self.bool(),
        }
    }

    pub(crate) fn signature(&mut self) -> Signature {
        Signature::new([self.number() as u8; 64])
    }

    pub(crate) fn resignation(&mut self) -> Resignation {
        let all = [
            Resignation::Voluntary,
            Resignation::Crashed,
            Resignation::IllegalMove,
            Resignation::TimedOut,
            Resignation::ProtocolError,
        ];
        all[self.number() as usize % all.len()]
    }

    pub(crate) fn text(&mut self) -> String {
        let texts = ["", "nim-bot 0.1.0", "\"\\\u{0}\u{1f600}\n", "Zoë"];
        texts[self.number() as usize % texts.len()].to_owned()
    }

    pub(crate) fn name(&mut self) -> Name {
        let longest = "é".repeat(limits::MAX_NAME_CHARS);
        let name = ["A", "Zoë \u{1f600}", &longest][self.number() as usize % 3].to_owned();
        name.try_into().expect("a name")
    }

    pub(crate) fn setup(&mut self) -> Setup {
        serde_json::from_str(GAMES[self.number() as usize % GAMES.len()]).expect("a game")
    }

    pub(crate) fn position(&mut self) -> Position {
        self.setup().start().clone().into()
    }

    pub(crate) fn mv(&mut self) -> Move {
        let forms = ["3", "[0,9007199254740991]", r#"["place",2]"#, r#"["take",2,1]"#, "[0,2,[1]]"];
        serde_json::from_str(forms[self.number() as usize % forms.len()]).expect("a move")
    }

    pub(crate) fn seat(&mut self) -> Seat {
        Seat(self.number() as u8)
    }

    pub(crate) fn kind(&mut self) -> Kind {
        self.word()
    }

    pub(crate) fn player(&mut self) -> Player {
        let (id, name) = (PlayerId(self.uuid()), self.name());
        let version = self.maybe(Source::version);
        Player { id, name, kind: self.kind(), house: self.bool(), version }
    }

    pub(crate) fn rating(&mut self) -> Rating {
        Rating { rating: self.u32(), deviation: self.u32(), provisional: self.bool() }
    }

    pub(crate) fn clock(&mut self) -> TimeControl {
        let (base_ms, delay_ms) = (self.u32(), self.u32());
        match self.number() % 6 {
            0 => TimeControl::Fischer { base_ms, increment_ms: delay_ms },
            1 => TimeControl::Bronstein { base_ms, delay_ms },
            2 => TimeControl::Delay { base_ms, delay_ms },
            3 => TimeControl::Move { ms: base_ms },
            4 => TimeControl::Byoyomi { base_ms, periods: self.u32(), period_ms: delay_ms },
            _ => TimeControl::Days { days: base_ms },
        }
    }

    pub(crate) fn ending(&mut self) -> Ending {
        self.word()
    }

    pub(crate) fn difficulty(&mut self) -> Difficulty {
        self.word()
    }

    pub(crate) fn window(&mut self) -> Window {
        let [below, above, widens] = [(); 3].map(|()| self.u32() as u16);
        Window { below, above, widens }
    }

    pub(crate) fn window_view(&mut self) -> WindowView {
        WindowView { min: self.u32(), max: self.u32(), widens: self.u32() as u16 }
    }

    pub(crate) fn draw(&mut self) -> Draw {
        let seed = self.maybe(|s| s.number() >> 11);
        let won_by = self.maybe(|s| s.word());
        let commitment = self.maybe(|s| Commitment::new([s.number() as u8; 32]));
        let salt = self.maybe(|s| Salt::new([s.number() as u8; 32]));
        let [winning_moves, length] = [(); 2].map(|()| self.maybe(Source::u32));
        let difficulty = self.difficulty();
        Draw { seed, won_by, difficulty, winning_moves, length, commitment, salt }
    }

    fn yet_to_draw(&mut self) -> DrawnGame {
        let params = self.maybe(|_| json!({"code": "0.77"})).unwrap_or(Value::Null);
        DrawnGame { variant: self.text(), params, ending: self.ending(), draw: self.draw() }
    }

    pub(crate) fn wanted(&mut self) -> GameRequest {
        match self.number() % 3 {
            0 => GameRequest::Start(Draft::from(self.setup())),
            1 => GameRequest::Drawn(Box::new(self.yet_to_draw())),
            _ => GameRequest::Preset(PresetName { preset: self.text() }),
        }
    }

    pub(crate) fn offered(&mut self) -> GameView {
        match self.bool() {
            true => GameView::Start(self.setup()),
            false => GameView::Drawn(self.yet_to_draw()),
        }
    }

    pub(crate) fn excluded(&mut self) -> BTreeSet<ExcludedAction> {
        self.list(|s| s.word()).into_iter().collect()
    }

    pub(crate) fn proposal<G>(&mut self, make: fn(&mut Source) -> G) -> Proposal<G> {
        Proposal {
            game: make(self),
            seat: self.word(),
            clock: self.maybe(Source::clock),
            rated: self.bool(),
            pair: self.bool(),
            open: self.bool(),
            pie: self.bool(),
            bid: self.bool(),
            handicap: self.bool(),
            delay: self.number() as u8,
            excluded: self.excluded(),
        }
    }

    pub(crate) fn state(&mut self) -> TableState {
        let over =
            self.bool().then(|| Over { winners: self.list(Source::seat), reason: self.word() });
        TableState {
            table: TableId(self.uuid()),
            ply: self.u32(),
            position: self.position(),
            to_move: self.maybe(Source::seat),
            last_move: self.maybe(Source::mv),
            present: self.list(Source::bool),
            over,
            clock: self.maybe(|s| ClockView {
                left_ms: s.list(Source::u32),
                running: s.bool(),
                due_ms: s.maybe(Source::u32),
            }),
            claim_ms: self.list(|s| s.maybe(Source::u32)),
            takeback: self.maybe(|s| TakebackView { ply: s.u32(), agreed: s.list(Source::seat) }),
            choosing: self.maybe(Source::seat),
            bidding: self.list(Source::bool),
            rematch: self.list(Source::seat),
            watching: self.u32(),
        }
    }

    pub(crate) fn handicap(&mut self) -> HandicapView {
        HandicapView {
            ratings: [self.maybe(Source::u32), self.maybe(Source::u32)],
            by: if self.bool() { HandicapMeans::Start } else { HandicapMeans::Time },
            chance: self.number() as u8,
            offset: self.u32(),
        }
    }

    pub(crate) fn bid(&mut self) -> Bid {
        Bid { begin: self.bool(), ms: self.u32() }
    }

    pub(crate) fn bid_view(&mut self) -> BidView {
        let settled = |s: &mut Source| SettledBids {
            bids: [s.bid(), s.bid()],
            paid_by: s.maybe(Source::seat),
            lot: s.number(),
            salt: Salt::new([s.number() as u8; 32]),
        };
        BidView {
            max_ms: self.u32(),
            commitment: Commitment::new([self.number() as u8; 32]),
            settled: self.maybe(settled),
        }
    }

    pub(crate) fn view(&mut self) -> TableView {
        TableView {
            game: self.setup(),
            players: self.list(Source::player),
            since: self.u32(),
            moves: self.list(Source::mv),
            clock: self.maybe(Source::clock),
            clocks: self.list(Source::clock),
            times: self.list(|s| MoveTime { ms: s.u32(), lag_ms: s.u32() }),
            rated: self.bool(),
            pie: self.bool(),
            bid: self.maybe(Source::bid_view).map(Box::new),
            handicap: self.maybe(Source::handicap),
            delay: self.number() as u8,
            excluded: self.excluded(),
            division: self.maybe(|s| s.word()),
            ratings: self.list(|s| s.maybe(Source::rating)),
            drawn: self.maybe(Source::draw),
            pair: self.maybe(|s| PairView {
                id: PairId(s.uuid()),
                game: s.number() as u8,
                other: TableId(s.uuid()),
            }),
            state: self.state(),
        }
    }
}

/// Returns the names that serde says it expected.
pub(crate) fn known_words(complaint: &str) -> Vec<String> {
    let list = complaint.split_once(", expected ").expect("a list").1;
    list.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}
