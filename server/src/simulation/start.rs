//! How the players of a simulated game find each other: in the lobby, with a random game.

use std::time::Instant;

use protocol::limits::{INVITATION_LIFETIME, MAX_GAMES};
use protocol::{
    ExcludedAction, Kind, Name, Player, PlayerId, Proposal, Salt, SeatChoice, SeekId, TableId,
    TableLine, TimeControl, Version,
};
use rand::RngExt;
use rand::rngs::StdRng;
use rules::{Setup, Variant};
use uuid::Uuid;

use crate::matchmaking::lobby::{Lobby, Offer};
use crate::records::game::{Lot, Opening, Terms};

/// Players come, make and accept offers, and leave; two of them get a game.
pub(super) fn found_in_the_lobby(chance: &mut StdRng) -> Opening {
    let mut lobby = Lobby::new(MAX_GAMES);
    let players: Vec<Player> = (1..=9).map(player).collect();
    players.iter().for_each(|player| lobby.enter(player.clone()));
    let game = a_game(chance);
    let seats = usize::from(game.variant().rules().seats());
    let clock = a_clock(chance);
    let by = players[0].clone();
    let seat = SeatChoice::Random;
    let pair = seats == 2 && !rules::Game::new(game.clone()).is_over() && chance.random_bool(0.4);
    let rated = pair && chance.random_bool(0.7);
    let delay = if rated && chance.random_bool(0.3) { chance.random_range(1..6) } else { 0 };
    let all = [
        ExcludedAction::Abort,
        ExcludedAction::Claim,
        ExcludedAction::Rematch,
        ExcludedAction::Takeback,
    ];
    let excluded = all.into_iter().filter(|_| chance.random_bool(0.1)).collect();
    let said = Proposal { seat, clock, rated, pair, delay, excluded, ..Proposal::new(game) };
    let offer = Offer { by, said, drawn: None, start: None, rating: None, reach: None };
    for (n, other) in (2..5).zip(&players[2..]) {
        let other = Offer { by: other.clone(), ..offer.clone() };
        lobby.seek(SeekId(Uuid::from_u128(n)), other, n == 3).expect("within the limit");
    }
    let seek = SeekId(Uuid::from_u128(1));
    lobby.seek(seek, offer, chance.random_bool(0.5)).expect("within the limit");
    let mut found = None;
    for taker in &players[1..seats] {
        found = lobby.accept(taker, seek, chance.random()).expect("open");
        // A seek can be accepted only once.
        lobby.accept(taker, seek, 0).expect_err("taken");
    }
    let found = found.expect("all seats are taken");
    let table = TableId(Uuid::from_u128(7));
    let pair = Some((protocol::PairId(Uuid::nil()), table));
    let opening = found.opening(pair);
    lobby.begin(TableLine {
        table,
        variant: "nim".to_owned(),
        players: opening.players.clone(),
        ..a_line()
    });
    lobby.end(table);
    let now = Instant::now();
    players.iter().for_each(|player| drop(lobby.leave(player.id, now)));
    lobby.expire_absent_offers(now + INVITATION_LIFETIME, INVITATION_LIFETIME);
    assert_eq!(lobby.counts(), [0; 4], "something is left in the lobby");
    let casual = opening.terms.pair.is_none() && !opening.terms.rated;
    let pie = casual && opening.players.len() == 2 && chance.random_bool(0.3);
    let bid = casual && !pie && opening.players.len() == 2 && chance.random_bool(0.3);
    let lot = || Lot { number: chance.random_range(0..9), salt: Salt::new(chance.random()) };
    let lot = bid.then(lot);
    Opening { terms: Terms { pie, bid, lot, ..opening.terms }, ..opening }
}

fn player(n: u128) -> Player {
    let name = Name::try_from(format!("player {n}")).expect("plain");
    let version = Version::try_from("1".to_owned()).ok();
    Player { id: PlayerId(Uuid::from_u128(n)), name, kind: Kind::Bot, house: false, version }
}

fn a_line() -> TableLine {
    serde_json::from_str(&format!(r#"{{"table":"{}","variant":"nim","players":[]}}"#, Uuid::nil()))
        .expect("a line")
}

/// Returns a random variant without parameters, with a random start.
fn a_game(chance: &mut StdRng) -> Setup {
    loop {
        let name = Variant::NAMES[chance.random_range(0..Variant::NAMES.len())];
        let Ok(variant) = Variant::parse(name, serde_json::Value::Null) else { continue };
        let size = chance.random_range(1..12);
        let start = variant.rules().deal(size, &mut |n| chance.random_range(0..n));
        let endings = variant.rules().endings();
        let ending = endings[chance.random_range(0..endings.len())];
        if let Ok(setup) = Setup::new(variant, ending, start) {
            return setup;
        }
    }
}

fn a_clock(chance: &mut StdRng) -> Option<TimeControl> {
    let base_ms = chance.random_range(1_000..120_000);
    let step = chance.random_range(0..5_000);
    match chance.random_range(0..7) {
        0 => None,
        1 => Some(TimeControl::Fischer { base_ms, increment_ms: step }),
        2 => Some(TimeControl::Bronstein { base_ms, delay_ms: step }),
        3 => Some(TimeControl::Delay { base_ms, delay_ms: step }),
        5 => Some(TimeControl::Byoyomi { base_ms, periods: 3, period_ms: step + 100 }),
        4 => Some(TimeControl::Move { ms: base_ms }),
        _ => Some(TimeControl::Days { days: 1 }),
    }
}
