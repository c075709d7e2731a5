//! Which offers and challenges of others a driver takes.

use protocol::{Decline, GameView, Kind, Player, Proposal};

/// The offers of others that are taken; by default all.
#[derive(Clone, Debug, Default)]
pub struct OfferFilter {
    /// The names of the variants that we play; `None` for all.
    pub variants: Option<Vec<String>>,
    /// Only rated games, or only casual ones.
    pub rated: Option<bool>,
    /// Only games with bots, or only with people.
    pub bots: Option<bool>,
}

impl OfferFilter {
    /// Returns why an offer by this player is not taken, if so.
    pub(crate) fn objection(&self, by: &Player, offer: &Proposal<GameView>) -> Option<Decline> {
        let variant = match &offer.game {
            GameView::Start(setup) => setup.variant().name(),
            GameView::Drawn(drawn) => &drawn.variant,
        };
        if self.variants.as_ref().is_some_and(|known| known.iter().all(|name| name != variant)) {
            return Some(Decline::Game);
        }
        if self.rated.is_some_and(|rated| rated != offer.rated) {
            return Some(if offer.rated { Decline::Casual } else { Decline::Rated });
        }
        let bots = self.bots.is_some_and(|bots| bots != (by.kind == Kind::Bot));
        bots.then_some(Decline::Later)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_not_wanted_is_declined_with_its_reason() {
        let player = |kind| {
            let player =
                json!({"id": "00000000-0000-0000-0000-000000000009", "name": "Bob", "kind": kind});
            serde_json::from_value::<Player>(player).expect("a player")
        };
        let offer = |variant, rated| {
            let start = json!({"variant": variant, "ending": "normal", "start": {"heaps": [3, 4]}});
            let offer = json!({"game": start, "seat": "random", "rated": rated});
            serde_json::from_value::<Proposal<GameView>>(offer).expect("an offer")
        };
        let (bob, bot) = (player("person"), player("bot"));
        let all = OfferFilter::default();
        assert_eq!(all.objection(&bob, &offer("lasker", true)), None);
        let variants = Some(vec!["nim".to_owned()]);
        let known = OfferFilter { variants, ..all.clone() };
        assert_eq!(known.objection(&bob, &offer("nim", false)), None);
        assert_eq!(known.objection(&bob, &offer("lasker", false)), Some(Decline::Game));
        let rated = OfferFilter { rated: Some(true), ..all.clone() };
        assert_eq!(rated.objection(&bob, &offer("nim", true)), None);
        assert_eq!(rated.objection(&bob, &offer("nim", false)), Some(Decline::Rated));
        let casual = OfferFilter { rated: Some(false), ..all.clone() };
        assert_eq!(casual.objection(&bob, &offer("nim", true)), Some(Decline::Casual));
        let bots = OfferFilter { bots: Some(true), ..all };
        assert_eq!(bots.objection(&bot, &offer("nim", false)), None);
        assert_eq!(bots.objection(&bob, &offer("nim", false)), Some(Decline::Later));
    }
}
