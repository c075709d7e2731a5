//! The messages as text: read back as they were written, as documented, and never a panic.

mod corpus;
mod document;
mod limits;
mod roundtrip;
