//! All messages, by number.

use protocol::*;
use serde_json::json;

use super::source::Source;

/// The number of requests.
pub(crate) const CLIENT_MESSAGES: usize = 30;
/// The number of answers and events.
pub(crate) const SERVER_MESSAGES: usize = 22;

impl Source {
    pub(crate) fn client_message(&mut self, which: usize) -> ClientMessage {
        let table = TableId(self.uuid());
        let tournament = TournamentId(self.uuid());
        match which {
            0 => ClientMessage::Hello {
                name: self.maybe(Source::name),
                kind: self.kind(),
                client: self.text(),
                token: self.maybe(Source::secret),
            },
            1 => ClientMessage::Ping {},
            2 => ClientMessage::Lobby { on: self.bool(), show: self.lists() },
            3 => ClientMessage::Seek {
                offer: self.proposal(Source::wanted),
                private: self.bool(),
                window: self.maybe(Source::window),
            },
            4 => ClientMessage::Cancel { offer: self.uuid() },
            5 => ClientMessage::Accept { seek: SeekId(self.uuid()) },
            6 => ClientMessage::Challenge {
                player: PlayerId(self.uuid()),
                offer: self.proposal(Source::wanted),
            },
            7 => ClientMessage::Quick {
                pool: QuickPool {
                    variant: self.text(),
                    ending: self.ending(),
                    clock: self.maybe(Source::clock),
                    rated: self.bool(),
                    pair: self.bool(),
                    single: self.bool(),
                    open: self.bool(),
                    difficulty: self.difficulty(),
                },
                window: self.maybe(Source::window),
            },
            8 => ClientMessage::Reply {
                challenge: ChallengeId(self.uuid()),
                accept: self.bool(),
                reason: self.maybe(Source::decline),
            },
            9 => ClientMessage::Move { table, ply: self.u32(), mv: self.mv() },
            10 => ClientMessage::Choose { table, begin: self.bool() },
            11 => ClientMessage::Resign { table },
            12 => ClientMessage::Abort { table },
            13 => ClientMessage::Claim { table },
            14 => ClientMessage::Takeback { table, ply: self.u32(), want: self.bool() },
            15 => ClientMessage::Rematch { table, want: self.bool() },
            16 => ClientMessage::Say { table, phrase: self.phrase() },
            17 => ClientMessage::Attach {
                table,
                token: self.maybe(Source::secret),
                since: self.u32(),
            },
            18 => ClientMessage::Watch { table, since: self.u32() },
            19 => ClientMessage::Unwatch { table },
            20 => ClientMessage::Enter {
                tournament,
                invitation: self.maybe(Source::secret),
                nonce: self.maybe(Source::nonce),
                key: self.maybe(Source::key),
                program: self.maybe(Source::program),
            },
            21 => ClientMessage::Leave { tournament },
            22 => ClientMessage::Ready { tournament },
            23 => ClientMessage::Follow { tournament, on: self.bool() },
            24 => ClientMessage::Moves { table },
            25 => ClientMessage::Attest {
                tournament,
                table,
                signature: self.signature(),
                resigns: self.maybe(Source::resignation),
            },
            26 => ClientMessage::Bye { tournament, round: self.u32() },
            27 => ClientMessage::Berserk { tournament, on: self.bool() },
            28 => ClientMessage::Bid { table, bid: self.bid() },
            29 => ClientMessage::Fill { seek: SeekId(self.uuid()) },
            _ => unreachable!("{which} of {CLIENT_MESSAGES}"),
        }
    }

    pub(crate) fn server_message(&mut self, which: usize) -> ServerMessage {
        let cid = self.u32();
        let table = TableId(self.uuid());
        match which {
            0 => ServerMessage::Welcome {
                cid,
                you: self.player(),
                token: self.maybe(Source::secret),
                games: self.list(|s| TableId(s.uuid())),
                server: self.text(),
                limits: self.limits(),
            },
            1 => ServerMessage::Ok { cid },
            2 => ServerMessage::Error { cid: self.maybe(Source::u32), error: self.error() },
            3 => ServerMessage::Pong { cid },
            4 => ServerMessage::Seeking {
                cid,
                seek: SeekId(self.uuid()),
                commitment: self.draw().commitment,
            },
            5 => ServerMessage::Challenging {
                cid,
                challenge: ChallengeId(self.uuid()),
                commitment: self.draw().commitment,
            },
            6 => ServerMessage::Moves {
                cid,
                table,
                ply: self.u32(),
                count: self.maybe(Source::number),
                moves: self.maybe(|s| s.list(Source::mv)),
            },
            7 => ServerMessage::Table { cid, view: self.view() },
            8 => ServerMessage::Lobby(self.lobby()),
            9 => ServerMessage::Challenged(ChallengeView {
                challenge: ChallengeId(self.uuid()),
                by: self.player(),
                offer: self.proposal(Source::offered),
                rating: self.maybe(Source::rating),
            }),
            10 => ServerMessage::Declined {
                challenge: ChallengeId(self.uuid()),
                reason: self.maybe(Source::decline),
            },
            11 => ServerMessage::Unmatched {
                seek: SeekId(self.uuid()),
                house_bot: self.maybe(Source::player),
            },
            12 => ServerMessage::Seated {
                offer: self.uuid(),
                seat: self.seat(),
                token: self.secret(),
                view: self.view(),
            },
            13 => ServerMessage::Chosen {
                table,
                players: self.list(Source::player),
                bid: self.maybe(Source::bid_view).map(Box::new),
                clocks: self.list(Source::clock),
            },
            14 => ServerMessage::Said { table, seat: self.seat(), phrase: self.phrase() },
            15 => ServerMessage::State(self.state()),
            16 => ServerMessage::ReadyCheck {
                tournament: TournamentId(self.uuid()),
                round: self.u32(),
                board: self.u32(),
                pair: self.u32(),
                opponent: self.player(),
                wait_ms: self.u32(),
            },
            17 => ServerMessage::Tournament(Box::new(self.tournament())),
            18 => ServerMessage::Notice { message: self.text() },
            19 => ServerMessage::Closing { message: self.text() },
            20 => ServerMessage::Queued { challenge: ChallengeId(self.uuid()), place: self.u32() },
            21 => ServerMessage::LobbyDelta(LobbyDelta {
                since: self.number(),
                version: self.number(),
                seeks: self.maybe(|s| s.delta(Source::seek_view, |s| SeekId(s.uuid()))),
                tables: self.maybe(|s| s.delta(Source::table_line, |s| TableId(s.uuid()))),
                players: self.maybe(|s| s.delta(Source::player, |s| PlayerId(s.uuid()))),
            }),
            _ => unreachable!("{which} of {SERVER_MESSAGES}"),
        }
    }

    fn limits(&mut self) -> Limits {
        Limits {
            message_bytes: self.u32(),
            credits: self.u32(),
            credits_per_second: self.u32(),
            offers: self.u32(),
            games: self.u32(),
            watched: self.u32(),
            plies: self.u32(),
            ping_after_ms: self.u32(),
            silence_timeout_ms: self.u32(),
            claim_after_ms: self.u32(),
        }
    }

    fn lists(&mut self) -> LobbyLists {
        LobbyLists::from_bits(self.number() as u8).unwrap_or_default()
    }

    fn delta<L, I>(
        &mut self,
        line: fn(&mut Source) -> L,
        id: fn(&mut Source) -> I,
    ) -> ListDelta<L, I> {
        ListDelta { set: self.list(line), gone: self.list(id), count: self.u32() }
    }

    fn phrase(&mut self) -> Phrase {
        self.word()
    }

    fn decline(&mut self) -> Decline {
        self.word()
    }

    fn error(&mut self) -> ErrorBody {
        let cause = match self.number() % 6 {
            0 => Cause::Unreadable,
            1 => Cause::NotFound { what: self.word() },
            2 => Cause::BadPassword { min: self.u32() as usize, max: self.u32() as usize },
            3 => Cause::TooLarge { what: self.text(), max: self.number() },
            4 => Cause::ActionExcluded { what: self.word() },
            _ => Cause::OutsideWindow { min: self.u32(), max: self.u32() },
        };
        let retry_after_ms = self.maybe(Source::u32);
        ErrorBody { code: cause.code(), cause, retry_after_ms, message: self.text() }
    }

    pub(crate) fn lobby(&mut self) -> LobbyView {
        LobbyView {
            version: self.number(),
            seeks: self.list(Source::seek_view),
            seek_count: self.u32(),
            tables: self.list(Source::table_line),
            table_count: self.u32(),
            players: self.list(Source::player),
            player_count: self.u32(),
        }
    }

    fn seek_view(&mut self) -> SeekView {
        SeekView {
            seek: SeekId(self.uuid()),
            by: self.player(),
            offer: self.proposal(Source::offered),
            missing: self.number() as u8,
            rating: self.maybe(Source::rating),
            window: self.maybe(Source::window_view),
        }
    }

    fn table_line(&mut self) -> TableLine {
        TableLine {
            table: TableId(self.uuid()),
            variant: self.text(),
            players: self.list(Source::player),
            rated: self.bool(),
            ratings: self.list(|s| s.maybe(Source::rating)),
        }
    }

    fn plan(&mut self) -> Plan {
        let format = match self.number() % 5 {
            0 => Format::RoundRobin { cycles: self.u32() },
            1 => Format::Gauntlet { champions: self.u32() },
            2 => Format::Swiss { rounds: self.u32() },
            3 => Format::Knockout,
            _ => Format::Arena { seconds: self.u32() },
        };
        let begin = match self.number() % 3 {
            0 => Begin::OnRequest,
            1 => Begin::Full,
            _ => Begin::In { seconds: self.u32() },
        };
        let course = json!({"variant": "octal", "params": {"code": "0.77"}, "ending": "normal"});
        Plan {
            name: self.name(),
            format,
            pairs: self.u32(),
            courses: vec![serde_json::from_value(course).expect("a course")],
            starts: self.maybe(|s| StartList {
                list: vec!["misere nim 3,4,5".parse().expect("a start")],
                drawn: s.bool(),
            }),
            clock: self.maybe(Source::clock),
            entry: self.word(),
            kinds: self.word(),
            entrants: self.u32(),
            begin,
            running: self.u32(),
            each: self.u32(),
            wait_ms: self.u32(),
            ready: self.bool(),
            byes: self.u32(),
            clocks: self.list(|s| EntrantClock { entered: s.u32(), clock: s.clock() }),
            close: if self.bool() { Close::Played } else { Close::OnRequest },
            sprt: self.maybe(|s| Sprt {
                elo0: s.u32() as i32,
                elo1: s.u32() as i32,
                alpha: f64::from(s.u32()) / 8.0,
                beta: f64::from(s.u32()) / 8.0,
                model: s.word(),
            }),
        }
    }

    fn elo(&mut self) -> Elo {
        let bound = |s: &mut Source| s.u32() as i32;
        Elo {
            pairs: [(); 3].map(|()| self.u32()),
            likely: self.maybe(bound),
            low: self.maybe(bound),
            high: self.maybe(bound),
        }
    }

    fn tournament(&mut self) -> TournamentView {
        TournamentView {
            tournament: TournamentId(self.uuid()),
            plan: self.plan(),
            stage: self.word(),
            commitment: self.text(),
            seed: self.maybe(Source::text),
            seed_chosen: self.bool(),
            key: self.text(),
            begins_at_ms: self.maybe(Source::number),
            entrants: self.list(|s| EntrantView {
                number: Number(s.u32()),
                player: PlayerId(s.uuid()),
                name: s.name(),
                former_name: s.maybe(|s| NameHash::new([s.number() as u8; 32])),
                kind: s.kind(),
                rating: s.maybe(Source::u32),
                nonce: s.maybe(Source::nonce),
                key: s.maybe(Source::key),
                program: s.maybe(Source::program),
                entered: s.u32(),
                byes: s.list(Source::u32),
                berserk: s.bool(),
                late: s.bool(),
                withdrawn: s.bool(),
            }),
            standings: self.list(|s| TournamentStanding {
                rank: s.u32(),
                number: Number(s.u32()),
                score: s.u32(),
                pairs: [(); 3].map(|()| s.u32()),
                games: [(); 2].map(|()| s.u32()),
                direct: s.u32(),
                sonneborn_berger: s.u32(),
                buchholz: s.u32(),
                wins: s.u32(),
                elo: s.maybe(Source::elo),
            }),
            sprt: self.maybe(|s| SprtView {
                number: Number(s.u32()),
                pairs: [(); 3].map(|()| s.u32()),
                ratio: f64::from(s.u32()) / -8.0,
                bounds: [f64::from(s.u32()) / 8.0, 0.5],
                decision: s.maybe(|s| s.word()),
            }),
            rounds: self.u32(),
            played: self.u32(),
            pairs: self.u32(),
            elapsed_ms: self.number(),
        }
    }
}
