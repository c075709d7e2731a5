//! What the players agree on: taking a move back, and playing again.

use std::time::Instant;

use protocol::Cause;
use rules::{Game, Seat};

use super::Table;
use crate::records::game::Fact;
use crate::records::request_error::RequestError;

impl Table {
    /// Asks to take back the player's last move, or agrees to it.
    pub(super) fn take_back(
        &mut self,
        now: Instant,
        seat: Seat,
        ply: u32,
    ) -> Result<(), RequestError> {
        self.ensure_running()?;
        if self.terms.rated {
            return Err(Cause::NoTakebackInRatedGame.into());
        }
        let seats = self.seats.len();
        let last = self.game.ply().saturating_sub(seats as u32)..self.game.ply();
        let own = last.contains(&ply) && self.mover(ply) == seat;
        if !own && !self.agreement.is_asked(ply) {
            return Err(Cause::StalePly { ply: self.game.ply() }.into());
        }
        if self.agreement.take_back(seat, ply, seats) {
            self.go_back(now, ply)?;
            self.news = Some(Fact::TakenBack { ply });
        }
        Ok(())
    }

    /// Continues from an earlier ply. The clocks stay as they are: a player who agrees to take a
    /// move back does not agree to lose time.
    pub(super) fn go_back(&mut self, now: Instant, ply: u32) -> Result<(), RequestError> {
        let moves = self.game.moves().get(..ply as usize);
        let moves = moves.ok_or_else(|| Cause::FuturePly { ply: self.game.ply() })?;
        let mut game = Game::new(self.game.setup().clone());
        moves.iter().try_for_each(|mv| game.play(mv.clone()))?;
        self.game = game;
        self.times.truncate(ply as usize);
        self.agreement.forget_takeback();
        let timed = self.is_timed();
        self.turn.begin(now, timed);
        Ok(())
    }

    pub(super) fn play_again(&mut self, seat: Seat, want: bool) -> Result<(), RequestError> {
        if self.over.is_none() || self.goes_on() {
            return Err(Cause::NotOverYet.into());
        }
        self.agreement.play_again(seat, want);
        Ok(())
    }

    /// Whether all want to play again. Returns true only once.
    pub(crate) fn take_rematch(&mut self) -> bool {
        self.agreement.take_rematch(self.seats.len())
    }
}
