//! An outsider: an address that makes requests over HTTP and a WebSocket, with every answer
//! recorded in the ledger.

use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use bot::Link;
use bot::http::{HttpRequest, HttpResponse};
use bot::{Disconnect, ServerUrl};
use protocol::{
    ClientMessage, ErrorCode, GameRequest, Kind, Name, Proposal, Request, SeatChoice, Secret,
    SeekId, ServerMessage, TableId, TimeControl,
};
use serde_json::Value;
use tokio::time::timeout;

use super::ledger::Ledger;

/// How long to wait for one answer: drawing a start may take two seconds, and there is
/// a queue.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// The source addresses and the target of an attack.
#[derive(Clone, Debug)]
pub(crate) struct Outsider {
    pub(crate) server: ServerUrl,
    pub(crate) from: IpAddr,
    /// The part of the loopback network used by this attack.
    pub(crate) net: u8,
    pub(crate) ledger: Ledger,
}

impl Outsider {
    /// The outsider at another of the attack's addresses.
    pub(crate) fn at(&self, host: u8) -> Outsider {
        let from = IpAddr::V4(Ipv4Addr::new(127, 66, self.net, host));
        Outsider { from, ..self.clone() }
    }

    /// An honest client at an address of its own, whose requests are not part of the
    /// attack.
    pub(crate) fn honest(&self) -> Outsider {
        let from = IpAddr::V4(Ipv4Addr::new(127, 9, 9, 9));
        Outsider { from, net: 9, ledger: Ledger::default(), server: self.server.clone() }
    }

    /// Sends a POST request with JSON and records it in the ledger.
    pub(crate) async fn post(&self, path: &str, body: &Value) -> io::Result<HttpResponse> {
        self.http("POST", path, &[], &body.to_string()).await
    }

    pub(crate) async fn get(&self, path: &str) -> io::Result<HttpResponse> {
        self.http("GET", path, &[], "").await
    }

    /// Sends any request and records it in the ledger. A refusal without a reason and a missing
    /// answer are breaches.
    pub(crate) async fn http(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> io::Result<HttpResponse> {
        let request = HttpRequest { method, path, headers, body, from: Some(self.from) };
        let answer = request.send(&self.server).await;
        match &answer {
            Ok(answer) if answer.status < 400 => self.ledger.granted(),
            Ok(answer) => self.judge_refusal(method, path, answer),
            // The server does not read from a client with too many connections.
            Err(error) => self.ledger.refused(&format!("{:?}", error.kind())),
        }
        answer
    }

    fn judge_refusal(&self, method: &str, path: &str, answer: &HttpResponse) {
        let json: Value = serde_json::from_str(&answer.body).unwrap_or_default();
        match json["code"].as_str() {
            Some(code) => self.ledger.refused(code),
            None => {
                self.ledger.refused(&answer.status.to_string());
                let what = format!("{method} {path}: {} without a reason", answer.status);
                self.ledger.breach(what);
            }
        }
    }

    /// Connects over the WebSocket as a new guest.
    pub(crate) async fn enter(&self) -> Result<AdmittedClient, Disconnect> {
        self.enter_as(None).await
    }

    /// Connects over the WebSocket with this secret.
    pub(crate) async fn enter_as(
        &self,
        token: Option<Secret>,
    ) -> Result<AdmittedClient, Disconnect> {
        let link = Link::open(self.server.clone(), Some(self.from)).await?;
        let mut visitor = AdmittedClient { link, cid: 0, ledger: self.ledger.clone() };
        let name = Name::try_from("somebody".to_owned()).ok();
        let (kind, client) = (Kind::Person, "nim-bot siege".to_owned());
        let hello = ClientMessage::Hello { name, kind, client, token };
        visitor.ask(hello).await.map(|_| visitor)
    }
}

/// A client that the server has welcomed.
pub(crate) struct AdmittedClient {
    pub(crate) link: Link,
    cid: u32,
    ledger: Ledger,
}

impl AdmittedClient {
    /// Sends a request without waiting; returns its `cid`.
    pub(crate) fn say(&mut self, message: ClientMessage) -> u32 {
        self.cid = self.cid.wrapping_add(1);
        self.link.send(&Request { cid: self.cid, message });
        self.cid
    }

    /// Sends a request and waits for its answer; skips events.
    pub(crate) async fn ask(
        &mut self,
        message: ClientMessage,
    ) -> Result<ServerMessage, Disconnect> {
        let wanted = self.say(message);
        let answered = async {
            loop {
                match self.link.message().await? {
                    Some(answer) if answer.cid() == Some(wanted) => {
                        return Ok::<_, Disconnect>(answer);
                    }
                    _ => {}
                }
            }
        };
        let answer =
            timeout(ANSWER_TIMEOUT, answered).await.map_err(|_| Disconnect::Unanswered)??;
        match &answer {
            ServerMessage::Error { error, .. } => self.ledger.refused(&word(error.code)),
            _ => self.ledger.granted(),
        }
        Ok(answer)
    }

    /// Offers a game to anybody who has its id.
    pub(crate) async fn seek(
        &mut self,
        game: GameRequest,
        clock: Option<TimeControl>,
    ) -> Result<Option<SeekId>, Disconnect> {
        let offer = Proposal {
            game,
            seat: SeatChoice::Random,
            clock,
            rated: false,
            pair: false,
            open: false,
            pie: false,
            bid: false,
            handicap: false,
            delay: 0,
            excluded: Default::default(),
        };
        let seek = ClientMessage::Seek { offer, private: true, window: None };
        Ok(match self.ask(seek).await? {
            ServerMessage::Seeking { seek, .. } => Some(seek),
            _ => None,
        })
    }

    pub(crate) async fn accept(&mut self, seek: SeekId) -> Result<bool, Disconnect> {
        let answer = self.ask(ClientMessage::Accept { seek }).await?;
        Ok(matches!(answer, ServerMessage::Ok { .. }))
    }

    /// Waits for a game to begin and returns its table.
    pub(crate) async fn seated(&mut self) -> Result<TableId, Disconnect> {
        let seated = async {
            loop {
                if let Some(ServerMessage::Seated { view, .. }) = self.link.message().await? {
                    return Ok(view.state.table);
                }
            }
        };
        timeout(ANSWER_TIMEOUT, seated).await.map_err(|_| Disconnect::Unanswered)?
    }

    pub(crate) async fn resign(&mut self, table: TableId) -> Result<ServerMessage, Disconnect> {
        self.ask(ClientMessage::Resign { table }).await
    }
}

/// The wire name of an error code.
fn word(code: ErrorCode) -> String {
    let json = serde_json::to_value(code).unwrap_or_default();
    json.as_str().unwrap_or_default().to_owned()
}
