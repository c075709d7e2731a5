//! Games as text, and the manuals that describe them.

mod document;
mod limits;
mod notation;
mod parameters;
mod pinned;
