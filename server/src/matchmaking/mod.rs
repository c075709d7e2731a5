//! How players find each other: the lobby with its offers, the quick queue, and the starts that are
//! drawn or judged before a game is offered.

pub(crate) mod daily;
pub(crate) mod drawn_puzzle;
pub(crate) mod drawn_start;
pub(crate) mod handicap;
pub(crate) mod house_line;
pub(crate) mod lobby;
pub(crate) mod lobby_feed;
pub(crate) mod offer;
pub(crate) mod quick_queue;
pub(crate) mod start_value;
