//! Games as text, and the manuals that describe them.

mod document;
mod notation;
