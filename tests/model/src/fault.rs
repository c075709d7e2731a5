//! Faults that are planted in the model: each must be found.

/// A planted fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
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

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 8] = [
        Fault::NoKeyShare,
        Fault::FenceNotRead,
        Fault::DoubtTakenAsMade,
        Fault::DoubtTakenAsLost,
        Fault::DoubtUnfenced,
        Fault::LetterLost,
        Fault::ConfirmedOnArrival,
        Fault::EarlyAnswer,
    ];
}
