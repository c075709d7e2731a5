//! Forgeries of tournament files by somebody who has the key: each changes signed content and signs
//! it again, correctly. `cargo run -p verify --example forge` does the same to any file.

/// A list of forgeries: name, base, what the refusal must say, and the change.
macro_rules! forgeries {
    ($($name:literal, $base:literal, $why:literal, $change:expr;)*) => {
        pub(super) fn all() -> Vec<super::Forgery> {
            vec![$(super::Forgery { name: $name, base: $base, why: $why, change: $change }),*]
        }
    };
}

mod arenas;
mod attested;
mod corrections;
mod games;
pub(crate) mod lines;
mod people;
mod records;
mod schedule;
mod sequential;
mod steps;
mod tables;

use ed25519_dalek::SigningKey;

pub(crate) use lines::Lines;

/// Returns all forgeries.
pub(crate) fn all() -> Vec<Forgery> {
    [
        schedule::all,
        arenas::all,
        corrections::all,
        sequential::all,
        games::all,
        attested::all,
        people::all,
        records::all,
        steps::all,
        tables::all,
    ]
    .into_iter()
    .flat_map(|some| some())
    .collect()
}

/// A forgery.
pub(crate) struct Forgery {
    pub(crate) name: &'static str,
    /// The kind of tournament that it needs.
    pub(crate) base: &'static str,
    /// What the refusal must say: this text, or one of several where lots may happen to agree.
    pub(crate) why: &'static str,
    change: fn(&mut Lines) -> Option<()>,
}

impl Forgery {
    /// Returns the forged file; `None` if there is nothing to change.
    pub(crate) fn forge(&self, text: &str, key: &SigningKey) -> Option<String> {
        let mut lines = Lines::read(text);
        (self.change)(&mut lines)?;
        Some(lines.seal(key))
    }
}
