//! Tournaments that were played honestly, with random players: a checker must never refuse them.

use std::collections::BTreeSet;

use ed25519_dalek::{Signer, SigningKey};
use protocol::{
    DeclaredProgram, EntrantKinds, Kind, MoveChain, Nonce, Number, Plan, Player, PlayerId,
    PublicKey, Resignation, Signature, TableId, TournamentId, Version, hex,
};
use rules::Seat;
use tournament::{
    Candidate, Contest, Correction, DuePair, Event, GameResult, ResultReason, Seed,
    SignedResignation, TournamentOpening, attested, export, pair_ids,
};
use uuid::Uuid;

use super::choices::Choices;
use super::clocks::run_out;

/// Why players resign.
const REASONS: [Resignation; 5] = [
    Resignation::Voluntary,
    Resignation::Crashed,
    Resignation::IllegalMove,
    Resignation::TimedOut,
    Resignation::ProtocolError,
];

/// Returns the key that the files are signed with.
pub(crate) fn key() -> SigningKey {
    SigningKey::from_bytes(&[9; 32])
}

/// Returns the key of an entrant, by the order of entry; some have none.
fn signing_key(entered: u32) -> Option<SigningKey> {
    (!entered.is_multiple_of(4)).then(|| SigningKey::from_bytes(&[entered as u8; 32]))
}

/// The disturbances caused by entrants and the organizer.
#[derive(Clone, Copy, Default)]
pub(crate) struct Unrest {
    /// In one of this many steps somebody leaves; 0 means never.
    pub(crate) leave: u64,
    /// In one of this many steps somebody enters late.
    pub(crate) late: u64,
    /// In one of this many pairs somebody is absent.
    pub(crate) no_show: u64,
    /// Whether the organizer has chosen the seed.
    pub(crate) chosen: bool,
    /// In one of this many steps the tournament is cancelled.
    pub(crate) cancel: u64,
    /// In one of this many steps somebody asks for a bye.
    pub(crate) bye: u64,
    /// In one of this many pairs the organizer corrects a result.
    pub(crate) correct: u64,
    /// Whether people go berserk in arenas.
    pub(crate) berserk: bool,
    /// Whether most entrants sign their moves.
    pub(crate) signed: bool,
}

struct Play {
    contest: Contest,
    choices: Choices,
    unrest: Unrest,
    running: BTreeSet<DuePair>,
    at_ms: u64,
    entered: u32,
}

/// Plays a tournament to its end and signs it.
pub(crate) fn play(plan: Plan, entrants: u32, number: u64, unrest: Unrest) -> String {
    export(&finished(plan, entrants, number, unrest), &key()).expect("it is over")
}

/// Plays a tournament to its end.
pub(crate) fn finished(plan: Plan, entrants: u32, number: u64, unrest: Unrest) -> Contest {
    let opening = TournamentOpening {
        id: TournamentId(Uuid::from_u128(0x77)),
        plan,
        key: hex(key().verifying_key().as_bytes()),
        seed: Seed::new([number as u8 ^ (number >> 8) as u8; 32]),
        chosen: unrest.chosen,
    };
    let mut play = Play {
        contest: Contest::new(opening),
        choices: Choices(number.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
        unrest,
        running: BTreeSet::new(),
        at_ms: 0,
        entered: 0,
    };
    (0..entrants).for_each(|_| {
        play.enter();
        play.ask_bye();
    });
    play.happen(&Event::Began);
    for _ in 0..200_000 {
        if play.contest.is_over() {
            return play.contest;
        }
        play.step();
    }
    panic!("it does not end");
}

impl Play {
    fn happen(&mut self, event: &Event) {
        self.contest.apply(event).unwrap_or_else(|wrong| panic!("{wrong}: {event:?}"));
    }

    fn enter(&mut self) {
        self.entered += 1;
        let n = self.entered;
        let kind = match self.contest.opening().plan.kinds {
            EntrantKinds::People => Kind::Person,
            EntrantKinds::Everybody | EntrantKinds::Bots => Kind::Bot,
        };
        let player = Player {
            id: PlayerId(Uuid::from_u128(n.into())),
            name: format!("bot {n}").try_into().expect("a name"),
            kind,
            house: false,
            version: None,
        };
        let rating = n.is_multiple_of(3).then_some(1_500 + n / 4);
        let nonce = (!n.is_multiple_of(5)).then(|| Nonce::new([n as u8; 32]));
        let key = signing_key(n)
            .filter(|_| self.unrest.signed)
            .map(|key| PublicKey::new(key.verifying_key().to_bytes()));
        let program = (kind == Kind::Bot && !n.is_multiple_of(6)).then(|| DeclaredProgram {
            version: Version::try_from(format!("1.{n}")).ok(),
            seed: n.is_multiple_of(2).then_some(n.into()),
            // Random players promise nothing.
            deterministic: false,
        });
        self.happen(&Event::Entered { player, rating, nonce, key, program, former_name: None });
    }

    fn step(&mut self) {
        self.at_ms += 1 + self.choices.below(50);
        if self.unrest.cancel > 0 && self.choices.once_in(self.unrest.cancel) {
            return self.happen(&Event::Cancelled);
        }
        self.come_and_go();
        self.ask_bye();
        let busy: Vec<Number> =
            self.running.iter().filter_map(|due| self.contest.seats(*due)).flatten().collect();
        let idle = |number: Number| {
            !busy.contains(&number) && !(number.0 + self.at_ms as u32).is_multiple_of(7)
        };
        let next = self.contest.next(self.at_ms, &idle);
        let playing = |event: &Event| match event {
            Event::Played { pairing, pair, .. } => {
                self.running.contains(&DuePair { pairing: *pairing, pair: *pair })
            }
            _ => false,
        };
        if let Some(event) = next.filter(|event| !playing(event)) {
            return self.happen(&event);
        }
        self.running.extend(self.contest.due(&self.running, &|_| true));
        let ended = match self.running.len() as u64 {
            // No games are played in an arena with only one entrant present.
            0 => return self.at_ms += 500,
            n => self.running.iter().nth(self.choices.below(n) as usize).copied(),
        };
        let Some(due) = ended else { return };
        self.running.remove(&due);
        let event = self.ended(due);
        self.happen(&event);
        if self.unrest.correct > 0 && self.choices.once_in(self.unrest.correct) {
            self.correct(due);
        }
    }

    /// Asks for a bye on somebody's behalf; what the plan does not admit is refused.
    fn ask_bye(&mut self) {
        if self.unrest.bye > 0 && self.choices.once_in(self.unrest.bye) {
            let entrants = self.contest.entrants();
            let player = entrants[self.choices.below(entrants.len() as u64) as usize].player;
            let round = 1 + self.choices.below(6) as u32;
            let _ = self.contest.apply(&Event::ByeAsked { player, round });
        }
    }

    /// Corrects a game of this pair, if that can be and none of its pairing is being played.
    fn correct(&mut self, due: DuePair) {
        if self.running.iter().any(|other| other.pairing == due.pairing) {
            return;
        }
        let seats = self.contest.seats(due).expect("two play");
        let winner = match self.choices.below(3) {
            2 => None,
            seat => Some(seats[seat as usize]),
        };
        let game = self.choices.below(2) as u8;
        let DuePair { pairing, pair } = due;
        let why = "the players agree".to_owned();
        let _ =
            self.contest.apply(&Event::Corrected(Correction { pairing, pair, game, winner, why }));
    }

    fn come_and_go(&mut self) {
        let plan = &self.contest.opening().plan;
        let room = (plan.entrants as usize) > self.contest.entrants().len();
        let late = plan.format.admits_late() && room && self.unrest.late > 0;
        if late && self.choices.once_in(self.unrest.late) {
            self.enter();
        }
        if self.unrest.leave > 0 && self.choices.once_in(self.unrest.leave) {
            let n = self.contest.entrants().len() as u64;
            let entrant = &self.contest.entrants()[self.choices.below(n) as usize];
            if !entrant.withdrawn {
                self.happen(&Event::Left { player: entrant.player });
            }
        }
    }

    fn ended(&mut self, due: DuePair) -> Event {
        let seats @ [a, b] = self.contest.seats(due).expect("two play");
        let at_ms = self.at_ms;
        let gone: Vec<Number> = seats.into_iter().filter(|n| self.contest.has_left(*n)).collect();
        if gone.is_empty() && self.unrest.no_show > 0 && self.choices.once_in(self.unrest.no_show) {
            let came = self.choices.below(3);
            let here = |number: &Number| came > 0 && *number == seats[came as usize - 1];
            return self.contest.forfeit(due, &here, ResultReason::NoShow, at_ms).expect("a pair");
        }
        let berserk = match self.unrest.berserk {
            true => [self.choices.once_in(2), self.choices.once_in(2)],
            false => [false; 2],
        };
        let mut first = self.game(due, [a, b]);
        first.berserk = berserk;
        self.sign(due, 0, [a, b], &mut first);
        let second = match first.winner {
            Some(_) => {
                let mut second = self.game(due, [b, a]);
                second.berserk = [berserk[1], berserk[0]];
                self.sign(due, 1, [b, a], &mut second);
                second
            }
            None => GameResult { winner: None, how: ResultReason::Aborted, ..self.unplayed(due) },
        };
        Event::Played {
            pairing: due.pairing,
            pair: due.pair,
            games: Box::new([first, second]),
            at_ms,
        }
    }

    /// Lets the players sign each move, as a client does, and the loser their resignation.
    fn sign(&mut self, due: DuePair, which: usize, seats: [Number; 2], result: &mut GameResult) {
        if !self.unrest.signed {
            return;
        }
        let id = self.contest.opening().id;
        let table = TableId(pair_ids(id, due.pairing, due.pair)[which]);
        let game: rules::Game = result.game.parse().expect("a game");
        let mut chain = MoveChain::new(table, game.setup());
        let keys = seats
            .map(|number| signing_key(self.contest.entrant(number).expect("an entrant").entered));
        let public = |key: &SigningKey| PublicKey::new(key.verifying_key().to_bytes());
        let sign =
            |key: &SigningKey, text: String| Signature::new(key.sign(text.as_bytes()).to_bytes());
        let mut players = keys
            .each_ref()
            .map(|key| Candidate { key: key.as_ref().map(public), ..Candidate::default() });
        for (ply, mv) in game.moves().iter().enumerate() {
            if let Some(key) = &keys[ply % 2] {
                players[ply % 2].moves.insert(0, sign(key, chain.text(mv)));
            }
            chain.play(mv);
        }
        let lost = |seat: &usize| {
            result.how == ResultReason::Resigned && result.winner == Some(seats[1 - seat])
        };
        let loser = (0..2).find(lost);
        if let Some(loser) = loser
            && let Some(key) = &keys[loser]
        {
            let why = REASONS[self.choices.below(REASONS.len() as u64) as usize];
            let signature = sign(key, chain.resignation(why));
            players[loser].resignation = Some(SignedResignation { why, signature });
        }
        result.attestation = attested(table, &game, &players, loser);
        let newest = players.each_ref().map(|player| player.moves.first().copied());
        assert_eq!(result.attestation.signatures, newest);
        if let Some(loser) = loser {
            assert_eq!(result.attestation.resignation, players[loser].resignation);
        }
    }

    fn unplayed(&self, due: DuePair) -> GameResult {
        let game = self.contest.start(due).expect("a start").to_string();
        GameResult::new(None, ResultReason::NoShow, game)
    }

    fn game(&mut self, due: DuePair, seats: [Number; 2]) -> GameResult {
        let mut game = rules::Game::new(self.contest.start(due).expect("a start"));
        let gone = seats.iter().position(|number| self.contest.has_left(*number));
        loop {
            let winners = game.winners();
            let by_rules = winners.as_ref().and_then(|winners| winners.first()).copied();
            if let Some(Seat(seat)) = by_rules {
                return result(
                    Some(seats[usize::from(seat)]),
                    ResultReason::Played,
                    &game,
                    Vec::new(),
                );
            }
            let to_move = usize::from(game.to_move().0);
            if let Some(gone) = gone {
                return result(Some(seats[1 - gone]), ResultReason::Adjudicated, &game, Vec::new());
            }
            if self.choices.once_in(40) {
                return self.break_off(seats, to_move, &game);
            }
            let rules = game.setup().variant().rules();
            let mv = rules.draw(game.position(), &mut |n| self.choices.below(n)).expect("a move");
            game.play(mv).expect("it is legal");
        }
    }

    fn break_off(&mut self, seats: [Number; 2], to_move: usize, game: &rules::Game) -> GameResult {
        let winner = Some(seats[1 - to_move]);
        let plies = game.ply() as usize;
        match (self.choices.below(6), self.contest.opening().plan.clock) {
            (0, Some(clock)) if plies >= 2 => {
                let spent_ms = run_out(clock, plies, &mut self.choices);
                result(winner, ResultReason::Flagged, game, spent_ms)
            }
            (1, _) => result(winner, ResultReason::Abandoned, game, Vec::new()),
            (2, _) => result(None, ResultReason::Abandoned, game, Vec::new()),
            (3, _) if plies <= 1 => result(winner, ResultReason::Forfeited, game, Vec::new()),
            (4, _) => result(winner, ResultReason::Adjudicated, game, Vec::new()),
            _ => result(winner, ResultReason::Resigned, game, Vec::new()),
        }
    }
}

fn result(
    winner: Option<Number>,
    how: ResultReason,
    game: &rules::Game,
    spent_ms: Vec<u64>,
) -> GameResult {
    GameResult { spent_ms, ..GameResult::new(winner, how, game.to_string()) }
}

/// A plan that states only what matters.
pub(crate) fn plan(format: &str, more: &str) -> Plan {
    let plan = format!(
        r#"{{"name": "Cup \"é\"", "format": {format}, "entrants": 40, "pairs": 2{more}, "courses":
            [{{"variant": "nim", "ending": "misere"}}, {{"variant": "octal", "params": {{"code": "0.77"}}}}]}}"#
    );
    serde_json::from_str::<Plan>(&plan).expect("a plan").checked().expect("within limits")
}
