#![doc = include_str!("../README.md")]
//!
//! [`ClientMessage`] and [`ServerMessage`] are the two directions, [`Request`] is a client's
//! message with its request id, [`limits`] are the bounds, and [`costs`] what dear requests cost.
//! [`ErrorCode`] and [`Cause`] say why a request was refused, [`CloseCode`] why a connection ended.

mod attestation;
mod bid;
mod cause;
mod client;
mod clock;
mod close;
mod commitment;
pub mod costs;
mod course;
mod declared_program;
mod entry;
mod error;
mod error_code;
mod format;
mod handicap;
mod id;
pub mod limits;
mod listing;
mod lobby;
mod name;
mod name_hash;
mod nonce;
mod offer;
mod phrase;
mod plan;
mod plan_field;
mod player;
mod published_bytes;
mod quick_pool;
mod request;
mod secret;
mod server;
mod sprt;
mod start_list;
mod table;
mod terms;
mod tournament;
mod version;

// A new message changes one file here.
pub use attestation::{MoveChain, PublicKey, Resignation, Signature};
pub use bid::{Bid, BidDecision, BidView, SettledBids};
pub use cause::{Cause, Missing};
pub use client::ClientMessage;
pub use clock::{BadClock, ByoyomiLeft, TimeControl};
pub use close::CloseCode;
pub use commitment::{Commitment, Salt};
pub use course::Course;
pub use declared_program::DeclaredProgram;
pub use entry::{Begin, Close, EntrantKinds, EntryRule};
pub use error::ErrorBody;
pub use error_code::ErrorCode;
pub use format::Format;
pub use handicap::{HandicapMeans, HandicapView};
pub use id::{ChallengeId, Number, PairId, PlayerId, SeekId, TableId, TournamentId};
pub use limits::Limits;
pub use listing::{ChallengeView, SeekView, TableLine};
pub use lobby::{
    ListDelta, LobbyDelta, LobbyGap, LobbyLine, LobbyList, LobbyLists, LobbyView, Rank,
};
pub use name::{BadName, Name};
pub use name_hash::NameHash;
pub use nonce::Nonce;
pub use offer::{
    Difficulty, Division, Draw, DrawnGame, GameRequest, GameView, PresetName, Proposal, Rating,
    Side, Window, WindowView,
};
pub use phrase::Phrase;
pub use plan::{EntrantClock, Plan};
pub use plan_field::PlanField;
pub use player::{Kind, Player};
pub use published_bytes::hex;
pub use quick_pool::QuickPool;
pub use request::{BadRequest, Request};
pub use secret::Secret;
pub use server::ServerMessage;
pub use sprt::{Sprt, SprtDecision, SprtModel, SprtView};
pub use start_list::StartList;
pub use table::{
    ClockView, EndReason, MoveTime, Over, PairView, TableState, TableView, TakebackView,
};
pub use terms::{Decline, ExcludedAction, SeatChoice};
pub use tournament::{Elo, EntrantView, Stage, TournamentLine, TournamentStanding, TournamentView};
pub use version::Version;

/// The WebSocket subprotocol that both sides must agree on.
pub const SUBPROTOCOL: &str = "nim.v1";

/// The path of the WebSocket endpoint.
pub const PATH: &str = "/ws";

/// Returns whether a flag has its default, which is left out on the wire.
fn is_false(said: &bool) -> bool {
    !said
}

/// How many times, where nothing is said.
fn default_one() -> u32 {
    1
}

/// Returns whether a number has its default, which is left out on the wire.
fn is_zero_u32(said: &u32) -> bool {
    *said == 0
}

/// Returns whether a number has its default, which is left out on the wire.
fn is_zero(said: &u8) -> bool {
    *said == 0
}
