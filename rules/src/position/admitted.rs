//! A position that has been checked.

use std::ops::Deref;

use serde::Serialize;

use crate::Position;

/// A position that the rules of its variant admit: of the right shape, and within the limits.
/// [`AnyRules::admit`](crate::AnyRules::admit) makes it, and so do the functions that start
/// from one: a [`Setup`](crate::Setup) has one as its start, and each move gives the next.
///
/// Code that computes with positions takes this type, so that nothing unchecked reaches it
/// from outside.
///
/// ```
/// use rules::{AnyRules, Variant};
///
/// let nim: Variant = "nim".parse()?;
/// let read = nim.rules().read_position("3,4,5")?;
/// let start = nim.rules().admit(read.clone())?;
/// assert_eq!(*start, read);
/// assert_eq!(nim.rules().moves(&start).count(), 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Admitted(pub(crate) Position);

impl Deref for Admitted {
    type Target = Position;

    fn deref(&self) -> &Position {
        &self.0
    }
}

impl From<Admitted> for Position {
    fn from(Admitted(position): Admitted) -> Position {
        position
    }
}
