//! The subject of a shared address, as it is shown with the link.

use rules::Setup;

use crate::api::page::previews::PREVIEWS;

/// The name of the site.
pub(super) const SITE: &str = "Nim";
const ABOUT: &str = "Play Nim and its family: against a friend, or against a bot that never errs.";

/// The subject of an address.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Subject {
    /// The title, as in the browser's tab.
    pub(super) title: String,
    /// One sentence.
    pub(super) about: String,
    /// The variant whose picture is shown.
    pub(super) variant: String,
    /// The text beside the picture.
    pub(super) lines: Vec<String>,
}

impl Subject {
    /// The default subject, for pages about which nothing else is known.
    pub(super) fn page(name: &str) -> Subject {
        let title = PREVIEWS.titles.get(name).map_or(SITE, String::as_str);
        let lines = vec!["A game that you can learn to win".to_owned()];
        Subject {
            title: title.to_owned(),
            about: ABOUT.to_owned(),
            variant: "nim".to_owned(),
            lines,
        }
    }

    /// A game between the players in the title.
    pub(super) fn game(title: String, about: String, setup: &Setup) -> Subject {
        let lines = vec![game_in_short(setup), about.clone()];
        Subject { title, about, variant: setup.variant().name().to_owned(), lines }
    }
}

/// For example "Nim 3,5,7".
pub(super) fn game_in_short(setup: &Setup) -> String {
    let text = setup.to_string();
    let position = text.rsplit(' ').next().unwrap_or_default();
    format!("{} {position}", name_of(setup.variant().name()))
}

/// The name of a variant.
pub(super) fn name_of(variant: &str) -> &str {
    PREVIEWS.games.get(variant).map_or(variant, |game| game.name.as_str())
}
