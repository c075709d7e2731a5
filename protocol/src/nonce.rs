//! An entrant's contribution to the lots of a tournament. Unlike a
//! [`Secret`](crate::Secret) it proves nothing and is published.

use crate::published_bytes::published_bytes;

published_bytes! {
    /// 32 bytes that an entrant chooses, written as 64 hexadecimal digits. They should come from a
    /// source of randomness.
    Nonce, 32, "a nonce has 64 hexadecimal digits"
}
