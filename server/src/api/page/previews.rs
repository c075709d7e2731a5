//! Titles and drawings of the page's own modules for each game and page, written for the server by
//! `npm run previews`; a test of the page compares them.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// Names, titles and drawings.
#[derive(Deserialize)]
pub(super) struct Previews {
    /// Titles by page, such as `ladder`.
    pub(super) titles: HashMap<String, String>,
    /// Gradients and symbols that the drawings refer to, as SVG.
    pub(super) shared: String,
    /// By the variant's name on the wire.
    pub(super) games: HashMap<String, Preview>,
}

/// A game and its drawing.
#[derive(Deserialize)]
pub(super) struct Preview {
    pub(super) name: String,
    pub(super) ground: Ground,
    /// The drawing, 200 wide and 140 high.
    pub(super) svg: String,
}

/// The background of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Ground {
    Slate,
    Felt,
    Oak,
    Linen,
}

/// The parsed file. If it cannot be read, there are no pictures; a test reads it.
pub(super) static PREVIEWS: LazyLock<Previews> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../previews/previews.json")).unwrap_or_else(|_| {
        Previews { titles: HashMap::new(), shared: String::new(), games: HashMap::new() }
    })
});

impl Ground {
    /// The colours of its gradient, from one corner to the other, as in the page's light theme.
    pub(super) fn colours(self) -> [&'static str; 2] {
        match self {
            Ground::Slate => ["#3a484f", "#2c383e"],
            Ground::Felt => ["#3f6b58", "#294a3c"],
            Ground::Oak => ["#ddb985", "#c79a62"],
            Ground::Linen => ["#efe9da", "#dfd7c4"],
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::Variant;

    use super::*;

    #[test]
    fn every_variant_has_a_name_and_a_picture() {
        for &name in Variant::NAMES {
            let game = PREVIEWS.games.get(name).unwrap_or_else(|| panic!("{name} has none"));
            assert!(!game.name.is_empty() && !game.svg.is_empty(), "{name}");
        }
        assert!(PREVIEWS.titles.contains_key("ladder"));
    }
}
