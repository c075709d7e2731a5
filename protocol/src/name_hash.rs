//! What is left of a name that is forgotten.

use crate::published_bytes::published_bytes;

published_bytes!(
    /// The SHA-256 of a name under which somebody entered a tournament. It remains when they have
    /// deleted their account, because lots were drawn from it.
    NameHash, 32, "the hash of a name has 64 hexadecimal digits"
);
