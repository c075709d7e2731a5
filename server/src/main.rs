//! nim-server.

fn main() {}
