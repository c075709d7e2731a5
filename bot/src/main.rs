//! nim-bot.

fn main() {}
