//! Checks that must hold for arbitrary bytes. The fuzz targets call them, and a plain test calls
//! them with the committed corpus.

use std::sync::LazyLock;

use protocol::Request;
use rules::{Admitted, Game, GameRecord, Move, Setup, Variant};

/// The most moves examined in one position, and made in one game.
const MOST: usize = 60;

/// A setup in JSON from an untrusted client: an accepted setup survives a round trip, and its rules
/// answer all questions quickly.
pub(crate) fn setups(data: &[u8]) {
    let Ok(setup) = serde_json::from_slice::<Setup>(data) else { return };
    let json = serde_json::to_vec(&setup).expect("a setup has JSON");
    assert_eq!(serde_json::from_slice::<Setup>(&json).ok().as_ref(), Some(&setup));
    assert_eq!(setup.to_string().parse::<Setup>().as_ref(), Ok(&setup), "{setup}");
    let mut game = Game::new(setup);
    check_position(game.setup().variant(), game.position());
    let mut chance = Chance(data);
    while !game.is_over() && game.moves().len() < MOST {
        let rules = game.setup().variant().rules();
        let mv = rules.draw(game.position(), &mut |n| chance.below(n));
        let mv = mv.expect("the game is not over");
        game.play(mv).expect("a drawn move is legal");
    }
    assert_eq!(game.winners().is_some(), game.is_over());
}

/// A game or a record as text: whatever parses survives a round trip.
pub(crate) fn notation(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(game) = text.parse::<Game>() {
        let text = game.to_string();
        assert_eq!(text.parse().as_ref(), Ok(&game), "{text}");
        assert_eq!(text.parse::<Game>().map(|game| game.to_string()), Ok(text));
    }
    if let Ok(record) = text.parse::<GameRecord>() {
        let text = record.to_string();
        assert_eq!(text.parse().as_ref(), Ok(&record), "{text}");
    }
}

/// A client's message: whatever parses survives a round trip.
pub(crate) fn messages(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(request) = Request::read(text) else { return };
    assert_eq!(Request::read(&request.to_json()).ok(), Some(request));
}

/// A game of docs/notation.md, chosen by the first byte, and any moves: a refused move leaves the
/// game unchanged, an accepted one leads to an admitted position.
pub(crate) fn sequences(data: &[u8]) {
    let [first, rest @ ..] = data else { return };
    static SETUPS: LazyLock<Vec<Setup>> = LazyLock::new(|| {
        let lines = include_str!("../../docs/notation.md").lines();
        let starts = lines.filter_map(|line| line.strip_prefix("    ")?.split_once(": "));
        starts.filter_map(|(setup, _)| setup.parse().ok()).collect()
    });
    let mut game = Game::new(SETUPS[usize::from(*first) % SETUPS.len()].clone());
    let mut chance = Chance(rest);
    for _ in 0..MOST {
        let before = game.clone();
        let rules = game.setup().variant().rules();
        let mv = if chance.below(3) == 0 {
            rules.draw(game.position(), &mut |n| chance.below(n)).unwrap_or(Move::Number(0))
        } else {
            chance.any_move()
        };
        let text = rules.write_move(&mv);
        let admitted = rules.apply(game.position(), &mv).map(|next| rules.admit(next.into()));
        assert!(!matches!(admitted, Ok(Err(_))), "{text} in {game}");
        match game.play(mv.clone()) {
            Ok(()) => {
                let read = game.setup().variant().rules().read_move(&text);
                assert_eq!(read, Ok(mv), "{text}");
            }
            Err(_) => assert_eq!(game, before),
        }
    }
    assert_eq!(game.to_string().parse().as_ref(), Ok(&game), "{game}");
}

/// Calls everything that can be asked about a position.
fn check_position(variant: &Variant, position: &Admitted) {
    let rules = variant.rules();
    let moves: Vec<Move> = rules.moves(position).take(MOST).collect();
    assert!(moves.is_sorted_by(|a, b| a < b), "{variant} {moves:?}");
    if let Some(count) = rules.count(position) {
        assert!(count >= moves.len() as u64);
        assert!(moves.len() == MOST || count == moves.len() as u64);
    }
    for mv in &moves {
        let next = rules.apply(position, mv).expect("a listed move is legal");
        assert_eq!(rules.admit(next.clone().into()), Ok(next));
        let text = rules.write_move(mv);
        assert_eq!(rules.read_move(&text).as_ref(), Ok(mv), "{text}");
    }
}

/// Choices made from the input's bytes, so that the fuzzer steers them.
struct Chance<'d>(&'d [u8]);

impl Chance<'_> {
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    fn number(&mut self) -> u64 {
        let wide = (0..8).fold(0u64, |wide, _| wide << 8 | u64::from(self.byte()));
        [wide, u64::MAX, rules::MAX_NUMBER, rules::MAX_NUMBER + 1][usize::from(self.byte() % 4)]
    }

    /// The bias does not matter here.
    fn below(&mut self, n: u64) -> u64 {
        if n <= 256 { u64::from(self.byte()) % n } else { self.number() % n }
    }

    /// An arbitrary move, mostly with small numbers: of many shapes, few of them legal.
    fn any_move(&mut self) -> Move {
        let small = self.below(4) > 0;
        let mut number = || if small { u64::from(self.byte() % 12) } else { self.number() };
        let (a, b, c) = (number(), number(), number());
        let json = match self.below(9) {
            0 => format!("{a}"),
            1 => "[]".to_owned(),
            2 => format!("[{a}]"),
            3 => format!("[{a},{b}]"),
            4 => format!("[{a},{b},{c}]"),
            5 => format!("[{a},{b},[{c}]]"),
            6 => format!("[{a},{b},[]]"),
            7 => format!("[\"place\",{a}]"),
            _ => format!("[\"take\",{a},{b}]"),
        };
        serde_json::from_str(&json).unwrap_or(Move::Number(a))
    }
}
