//! The start dealt to players who wait in quick play: drawn, and for a rated game one that leaves
//! something to decide.

use protocol::{DrawnGame, ErrorCode, QuickPool};
use rules::Setup;

use super::Hub;
use super::offer_terms::ensure_playable;
use crate::admission::ip_prefix::IpPrefix;
use crate::matchmaking::drawn_start;
use crate::matchmaking::offer::Drawn;
use crate::matchmaking::start_value::{self, StartOffer};
use crate::records::game::Outcome;
use crate::records::request_error::RequestError;

/// The maximum number of starts drawn for a rated game. Some are rejected because they play
/// themselves, and of a few nobody knows who wins them.
const DRAWS: u32 = 8;

impl Hub {
    /// Draws a start for players who wait in a pool, and finds who wins it, where that matters.
    pub(super) async fn draw_for(
        &self,
        from: IpPrefix,
        pool: &QuickPool,
    ) -> Result<(Setup, Drawn, Option<Outcome>), RequestError> {
        let asking = self.thinking.asked_from(from);
        let wanted = DrawnGame {
            variant: pool.variant.clone(),
            params: serde_json::Value::Null,
            ending: pool.ending,
            draw: protocol::Draw { difficulty: pool.difficulty, ..protocol::Draw::default() },
        };
        let mut draws = 1;
        loop {
            let (game, drawn) = drawn_start::draw(asking, wanted.clone()).await?;
            ensure_playable(&game)?;
            if !pool.rated {
                return Ok((game, drawn, None));
            }
            // If all draws leave little to decide, the last is as good as any.
            let offered = StartOffer { pair: pool.pair, chosen: draws < DRAWS };
            match start_value::rated_start(asking, &game, offered).await {
                Ok(start) => return Ok((game, drawn, start)),
                Err(refused) if draws == DRAWS || refused.code() != ErrorCode::BadGame => {
                    return Err(refused);
                }
                Err(_) => draws += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;
    use crate::session::tests::house::House;

    /// One in three starts of Grundy's game that are drawn decides too little for a rated game.
    #[tokio::test]
    async fn a_rated_game_of_quick_play_leaves_something_to_decide() {
        let house = House::open();
        let from: IpPrefix = IpAddr::from([127, 0, 0, 1]).into();
        let pool = |rated| QuickPool {
            variant: "grundy".to_owned(),
            rated,
            pair: true,
            ..QuickPool::default()
        };
        let asking = house.hub.thinking.asked_from(from);
        let enough = StartOffer { pair: true, chosen: true };
        let mut thin = 0;
        for _ in 0..20 {
            let (game, _, won_by) = house.hub.draw_for(from, &pool(true)).await.expect("drawn");
            assert!(won_by.is_some(), "it is small");
            thin += u32::from(start_value::rated_start(asking, &game, enough).await.is_err());
        }
        // All eight draws are thin once in 6,000 times.
        assert!(thin <= 1, "{thin} of 20");
        assert_eq!(house.hub.draw_for(from, &pool(false)).await.expect("drawn").2, None);
    }
}
