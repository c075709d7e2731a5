//! The start that those who wait for quick play are dealt: drawn, and where it is rated one
//! that lets something be decided.

use protocol::{ErrorCode, QuickPool, ToDraw};
use rules::Setup;

use super::Hub;
use super::offers::expect_playable;
use crate::admission::ip_prefix::IpPrefix;
use crate::matchmaking::drawn_start;
use crate::matchmaking::offer::Drawn;
use crate::matchmaking::start_value::{self, StartOffer};
use crate::records::game::Outcome;
use crate::records::request_error::RequestError;

/// Starts that are drawn for a rated game before there seems to be none: some play
/// themselves, and of a few nobody knows who wins them.
const DRAWS: u32 = 8;

impl Hub {
    /// A start for those who wait in a pool, and who wins it, where that matters.
    pub(super) async fn draw_for(
        &self,
        from: IpPrefix,
        pool: &QuickPool,
    ) -> Result<(Setup, Drawn, Option<Outcome>), RequestError> {
        let asking = self.thinking.asked_from(from);
        let wanted = ToDraw {
            variant: pool.variant.clone(),
            params: serde_json::Value::Null,
            ending: pool.ending,
            draw: protocol::Draw { difficulty: pool.difficulty, ..protocol::Draw::default() },
        };
        let mut draws = 1;
        loop {
            let (game, drawn) = drawn_start::draw(asking, wanted.clone()).await?;
            expect_playable(&game)?;
            if !pool.rated {
                return Ok((game, drawn, None));
            }
            // Where all starts let little be decided, the last is as good as another.
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
