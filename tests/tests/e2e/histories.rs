//! Players and spectators who note what they do and see while servers fail, so that
//! [`tests::history`] can judge it. Each table has one long game, in which two players move as often as
//! they may, and choose anew when they have heard nothing; a spectator asks for it all the time.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bot::{Client, ClientEvent, ClientOptions};
use protocol::{
    ClientMessage, ErrorCode, Proposal, SeatChoice, ServerMessage, TableId, TableState, TableView,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rules::{Move, Seat};
use tests::history::{HistoryEvent, Observation, check};
use tests::process::{Folder, ServerProcess};
use tests::raw::get;
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio::time::{Instant, Sleep, sleep, timeout};
use tokio_util::sync::CancellationToken;

/// How long a player thinks, in milliseconds, and how often a spectator looks.
const THINKS: std::ops::Range<u64> = 20..300;

/// A heap that is never used up.
const GAME: &str = "nim 1000000";

/// What is noted by all of them.
struct Recorder {
    began: Instant,
    events: Mutex<Vec<HistoryEvent>>,
    noted: Notify,
}

impl Recorder {
    fn note(&self, client: u32, table: TableId, what: Observation) {
        let mut events = self.events.lock().expect("no panic");
        // Under the lock, so that the order of events is that of their times.
        events.push(HistoryEvent { client, at: self.began.elapsed(), table, what });
        self.noted.notify_one();
    }
}

/// Tables whose histories are recorded.
pub(crate) struct Histories {
    recorder: Arc<Recorder>,
    stop: CancellationToken,
    tables: Vec<TableId>,
    witnesses: Vec<JoinHandle<Witness>>,
}

impl Histories {
    /// Seats two players at each of so many tables, with a spectator.
    pub(crate) async fn begin(at: SocketAddr, tables: u32) -> Histories {
        let (began, events, noted) = (Instant::now(), Mutex::default(), Notify::new());
        let recorder = Arc::new(Recorder { began, events, noted });
        let stop = CancellationToken::new();
        let mut histories = Histories { recorder, stop, tables: Vec::new(), witnesses: Vec::new() };
        for table in 0..tables {
            histories.open_table(at, 3 * table).await;
        }
        histories
    }

    async fn open_table(&mut self, at: SocketAddr, number: u32) {
        let mut clients = Vec::new();
        for number in number..number + 3 {
            clients.push(connect(at, number).await);
        }
        let seats = seat(&mut clients).await;
        let table = seats[0].1;
        self.tables.push(table);
        let seats = seats.into_iter().map(|(seat, _)| Some(seat)).chain([None]);
        for ((client, seat), number) in clients.into_iter().zip(seats).zip(number..) {
            let witness = Witness {
                client,
                number,
                table,
                seat,
                recorder: Arc::clone(&self.recorder),
                chance: StdRng::seed_from_u64(number.into()),
                ply: 0,
                is_waiting: false,
                asked: None,
                alarm: Box::pin(sleep(Duration::ZERO)),
            };
            self.witnesses.push(tokio::spawn(witness.play(self.stop.clone())));
        }
    }

    /// Waits until so much has happened.
    async fn reach(&self, events: usize) {
        let noted = || self.recorder.events.lock().expect("no panic").len();
        while noted() < events {
            self.recorder.noted.notified().await;
        }
    }

    /// Ends all games, and judges what was seen; returns how much that was.
    pub(crate) async fn end(self, at: SocketAddr) -> String {
        self.stop.cancel();
        for witness in self.witnesses {
            let ended = timeout(tests::PATIENCE, witness).await.expect("they are answered");
            timeout(tests::PATIENCE, ended.expect("no panic").resign()).await.expect("it ends");
        }
        let mut record = HashMap::new();
        for table in &self.tables {
            let (status, game) = get(at, &format!("/api/games/{table}")).await;
            assert_eq!(status, 200, "{game}");
            let game: serde_json::Value = serde_json::from_str(&game).expect("JSON");
            let moves = serde_json::from_value(game["moves"].clone()).expect("moves");
            record.insert(*table, moves);
        }
        let events = std::mem::take(&mut *self.recorder.events.lock().expect("no panic"));
        assert_eq!(check(&events, &record), []);
        summary(&events, &record)
    }
}

fn summary(events: &[HistoryEvent], record: &HashMap<TableId, Vec<Move>>) -> String {
    let count = |is: fn(&Observation) -> bool| events.iter().filter(|one| is(&one.what)).count();
    let acknowledged = count(|what| matches!(what, Observation::Acknowledged(..)));
    let asked = count(|what| matches!(what, Observation::Shown { asked: Some(_), .. }));
    let shown = count(|what| matches!(what, Observation::Shown { asked: None, .. }));
    let moves: usize = record.values().map(Vec::len).sum();
    let tables = record.len();
    assert!(acknowledged > tables && asked > tables && shown > tables, "nothing has happened");
    format!(
        "clean histories of {tables} tables: {moves} moves, {acknowledged} acknowledged, {asked} \
         views on request, {shown} others"
    )
}

async fn connect(at: SocketAddr, number: u32) -> Client {
    let url = format!("ws://{at}{}", protocol::PATH).parse().expect("an address");
    let name = format!("witness {number}").try_into().expect("a name");
    let mut client = Client::new(ClientOptions::new(url, name));
    until(&mut client, |event| matches!(event, ClientEvent::Connected { .. }).then_some(())).await;
    client
}

/// Skips events.
async fn until<T>(client: &mut Client, mut wanted: impl FnMut(ClientEvent) -> Option<T>) -> T {
    let search = async {
        loop {
            if let Some(found) = wanted(client.next().await.expect("they come back")) {
                return found;
            }
        }
    };
    timeout(tests::PATIENCE, search).await.expect("it comes in time")
}

/// Seats the first two; returns their seats and their table.
async fn seat(clients: &mut [Client]) -> Vec<(Seat, TableId)> {
    let setup: rules::Setup = GAME.parse().expect("a game");
    let offer = Proposal { seat: SeatChoice::First, ..Proposal::new(setup.into()) };
    let invite = ClientMessage::Seek { offer, private: true, window: None };
    clients[0].request(invite).expect("connected");
    let seek = until(&mut clients[0], |event| match event {
        ClientEvent::Answer { answer: ServerMessage::Seeking { seek, .. }, .. } => Some(seek),
        ClientEvent::Answer { answer: ServerMessage::Error { error, .. }, .. } => {
            panic!("no table: {error:?}")
        }
        _ => None,
    });
    let seek = seek.await;
    clients[1].request(ClientMessage::Accept { seek }).expect("connected");
    let [first, second, ..] = clients else { panic!("a game is for two") };
    // A client that is not awaited sends nothing.
    let (first, second) = tokio::join!(seated(first), seated(second));
    vec![first, second]
}

async fn seated(client: &mut Client) -> (Seat, TableId) {
    let seated = until(client, |event| match event {
        ClientEvent::Message(ServerMessage::Seated { seat, view, .. }) => {
            Some((seat, view.state.table))
        }
        _ => None,
    });
    seated.await
}

/// A player or, without a seat, a spectator.
struct Witness {
    client: Client,
    number: u32,
    table: TableId,
    seat: Option<Seat>,
    recorder: Arc<Recorder>,
    chance: StdRng,
    /// How many moves there are, as far as they know.
    ply: u32,
    /// Whether something was asked and not answered.
    is_waiting: bool,
    /// When a spectator last asked.
    asked: Option<Duration>,
    alarm: Pin<Box<Sleep>>,
}

impl Witness {
    async fn play(mut self, stop: CancellationToken) -> Witness {
        loop {
            tokio::select! {
                event = self.client.next() => self.hear(event.expect("they come back")),
                () = self.alarm.as_mut() => self.act(),
                () = stop.cancelled() => return self,
            }
        }
    }

    fn act(&mut self) {
        let pause = Duration::from_millis(self.chance.random_range(THINKS));
        self.alarm.as_mut().reset(Instant::now() + pause);
        if self.is_waiting || !self.client.is_online() {
            return;
        }
        match self.seat {
            Some(seat) if self.ply % 2 == u32::from(seat.0) => {
                let mv = Move::List([0, self.chance.random_range(1..100)].into());
                self.note(Observation::Invoked(self.ply, mv.clone()));
                let sent = self.client.make_move(self.table, self.ply, mv);
                self.is_waiting = sent.is_ok();
            }
            Some(_) => {}
            None => {
                self.asked = Some(self.recorder.began.elapsed());
                let watch = ClientMessage::Watch { table: self.table, since: self.ply };
                self.is_waiting = self.client.request(watch).is_ok();
            }
        }
    }

    fn hear(&mut self, event: ClientEvent) {
        match event {
            ClientEvent::Answer { request, answer } => self.hear_answer(request, answer),
            ClientEvent::Message(ServerMessage::State(state)) => self.see(&state),
            // A move is held, and repeated; a spectator asks again.
            ClientEvent::Lost { .. } if self.seat.is_none() => self.is_waiting = false,
            ClientEvent::Lost { .. } | ClientEvent::Connected { .. } | ClientEvent::Message(_) => {}
        }
    }

    fn hear_answer(&mut self, request: ClientMessage, answer: ServerMessage) {
        match (request, answer) {
            (ClientMessage::Move { ply, mv, .. }, ServerMessage::Ok { .. }) => {
                self.is_waiting = false;
                self.ply = self.ply.max(ply + 1);
                self.note(Observation::Acknowledged(ply, mv));
            }
            (ClientMessage::Move { .. }, _) => {
                self.is_waiting = false;
                self.client.refresh(self.table, 0);
            }
            (ClientMessage::Watch { .. }, answer) => {
                self.is_waiting = false;
                if let ServerMessage::Table { view, .. } = answer {
                    self.see_all(&view, self.asked);
                }
            }
            (ClientMessage::Attach { .. }, ServerMessage::Table { view, .. }) => {
                self.see_all(&view, None);
            }
            _ => {}
        }
    }

    fn see(&mut self, state: &TableState) {
        let last = state.ply.checked_sub(1).zip(state.last_move.clone());
        self.ply = state.ply;
        let moves = last.into_iter().collect();
        self.note(Observation::Shown { asked: None, ply: state.ply, moves });
    }

    fn see_all(&mut self, view: &TableView, asked: Option<Duration>) {
        self.ply = view.state.ply;
        let moves = (view.since..).zip(view.moves.iter().cloned()).collect();
        self.note(Observation::Shown { asked, ply: view.state.ply, moves });
    }

    fn note(&self, what: Observation) {
        self.recorder.note(self.number, self.table, what);
    }

    /// Ends the game, so that it is stored as a whole; only one of them has to.
    async fn resign(mut self) {
        if self.seat != Some(Seat(0)) {
            return;
        }
        let table = self.table;
        let mut ended = false;
        while !ended {
            if self.client.request(ClientMessage::Resign { table }).is_err() {
                let connected =
                    |event| matches!(event, ClientEvent::Connected { .. }).then_some(());
                until(&mut self.client, connected).await;
                continue;
            }
            ended = until(&mut self.client, |event| match event {
                ClientEvent::Answer { request: ClientMessage::Resign { .. }, answer } => {
                    Some(is_over(&answer))
                }
                ClientEvent::Lost { .. } => Some(false),
                _ => None,
            })
            .await;
        }
    }
}

/// Whether a game is over after this answer to a resignation, which may have been repeated.
fn is_over(answer: &ServerMessage) -> bool {
    match answer {
        ServerMessage::Ok { .. } => true,
        ServerMessage::Error { error, .. } if error.code == ErrorCode::GameOver => true,
        answer => panic!("{answer:?}"),
    }
}

#[tokio::test]
async fn the_histories_of_a_server_that_is_killed_are_clean() {
    let folder = Folder::new();
    let mut server = ServerProcess::start(folder.path(), &["--house-bots", "off"]);
    let at = server.at;
    let histories = Histories::begin(at, 4).await;
    for events in [300, 600] {
        timeout(tests::PATIENCE, histories.reach(events)).await.expect("they play");
        server.kill();
        server = ServerProcess::start_at(at, folder.path(), &["--house-bots", "off"]);
    }
    timeout(tests::PATIENCE, histories.reach(900)).await.expect("they play on");
    println!("{}", histories.end(at).await);
}
