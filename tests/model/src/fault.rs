//! Faults that are planted in the model: each must be found.

/// A planted fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelFault {
    /// A commit reads the row of the lease, but does not lock it.
    NoKeyShare,
    /// A commit does not look at the lease at all.
    FenceNotRead,
    /// A commit in doubt is taken as made.
    DoubtTakenAsMade,
    /// A commit in doubt is taken as lost, and made again.
    DoubtTakenAsLost,
    /// A commit in doubt is looked up without the fence: another server, which has taken over in the
    /// meantime, may have written a page of the same number.
    DoubtUnfenced,
    /// The link loses a message, but does not end.
    LetterLost,
    /// The lease counts as confirmed from the answer on, not from the question.
    ConfirmedOnArrival,
    /// A move is acknowledged before its commit.
    EarlyAnswer,
}

impl ModelFault {
    /// All of them.
    pub const ALL: [ModelFault; 8] = [
        ModelFault::NoKeyShare,
        ModelFault::FenceNotRead,
        ModelFault::DoubtTakenAsMade,
        ModelFault::DoubtTakenAsLost,
        ModelFault::DoubtUnfenced,
        ModelFault::LetterLost,
        ModelFault::ConfirmedOnArrival,
        ModelFault::EarlyAnswer,
    ];
}
