//! What the players of a table may agree on: taking a move back, and playing again. Draws cannot be
//! agreed on, since these games have none: in the end some player cannot move and has lost, or won.

use protocol::TakebackView;
use rules::Seat;

/// The requests so far. They are not stored: after a restart players ask again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Agreement {
    takeback: Option<TakebackView>,
    rematch: Vec<Seat>,
}

impl Agreement {
    /// `seat` asks to take back the move at `ply`, or agrees to it. Returns true when all have
    /// agreed; then the request is forgotten.
    pub(crate) fn take_back(&mut self, seat: Seat, ply: u32, seats: usize) -> bool {
        let asked = self.takeback.take().filter(|asked| asked.ply == ply);
        let mut asked = asked.unwrap_or(TakebackView { ply, agreed: Vec::new() });
        agree(&mut asked.agreed, seat);
        let all = asked.agreed.len() == seats;
        self.takeback = Some(asked).filter(|_| !all);
        all
    }

    /// Whether a player has asked to take back the move at `ply`.
    pub(crate) fn is_asked(&self, ply: u32) -> bool {
        self.takeback.as_ref().is_some_and(|asked| asked.ply == ply)
    }

    /// Forgets the request: a player has declined, or the game has continued.
    pub(crate) fn forget_takeback(&mut self) {
        self.takeback = None;
    }

    /// `seat` wants to play again, or no longer does.
    pub(crate) fn play_again(&mut self, seat: Seat, want: bool) {
        self.rematch.retain(|&other| other != seat);
        if want {
            agree(&mut self.rematch, seat);
        }
    }

    /// Whether all want to play again; then the request is forgotten, so that it happens only once.
    pub(crate) fn take_rematch(&mut self, seats: usize) -> bool {
        let all = self.rematch.len() == seats;
        if all {
            self.rematch.clear();
        }
        all
    }

    pub(crate) fn takeback(&self) -> Option<&TakebackView> {
        self.takeback.as_ref()
    }

    pub(crate) fn rematch(&self) -> &[Seat] {
        &self.rematch
    }
}

fn agree(agreed: &mut Vec<Seat>, seat: Seat) {
    if !agreed.contains(&seat) {
        agreed.push(seat);
        agreed.sort_unstable();
    }
}
