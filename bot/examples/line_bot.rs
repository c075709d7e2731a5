//! A complete bot for the line protocol of docs/bots.md, in Rust: makes the last of the
//! legal moves, in every game. `cargo run -p nim-client --example line_bot`

use std::io::{BufRead, stdin};

use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut chosen = Value::Null;
    for line in stdin().lock().lines() {
        let line = line?;
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "hello" => println!("hello {}", json!({"name": "Last"})),
            "position" => {
                let position: Value = serde_json::from_str(rest)?;
                let moves = position["legal_moves"].as_array().ok_or("a list of moves")?;
                chosen = moves.last().cloned().unwrap_or_default();
            }
            "go" => println!("bestmove {chosen}"),
            "quit" => break,
            _ => {}
        }
    }
    Ok(())
}
