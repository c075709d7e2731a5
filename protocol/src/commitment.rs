//! The server's commitment to a start that it draws: it publishes a hash before it knows who will
//! play, and the seed with a salt when the game begins. So nobody can have chosen the start to suit
//! a player, and anybody can check it.

use sha2::{Digest, Sha256};

use crate::published_bytes::published_bytes;

published_bytes! {
    /// The SHA-256 of a salt's 64 digits, a space, and a seed in decimal digits, as text.
    Commitment, 32, "a commitment has 64 hexadecimal digits"
}

published_bytes! {
    /// 32 random bytes, without which all seeds could be tried.
    Salt, 32, "a salt has 64 hexadecimal digits"
}

impl Commitment {
    /// Returns the commitment to a seed.
    ///
    /// ```
    /// use protocol::{Commitment, Draw, Salt};
    ///
    /// let salt = Salt::new([7; 32]);
    /// let commitment = Some(Commitment::to(salt, 1907));
    /// let drawn = Draw { seed: Some(1907), salt: Some(salt), commitment, ..Draw::default() };
    /// assert_eq!(drawn.keeps_commitment(), Some(true));
    /// assert_eq!(Draw { seed: Some(1908), ..drawn }.keeps_commitment(), Some(false));
    /// ```
    pub fn to(salt: Salt, seed: u64) -> Commitment {
        Commitment::new(Sha256::digest(format!("{salt} {seed}")).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commitment_is_the_hash_of_salt_and_seed_as_text() {
        // printf '%064d 7' 0 | sha256sum
        let told = "bbe2c0cf29d1e35d9acbaa8aaf0fdc08f704eca587344147d22d2b3f2830ef25";
        assert_eq!(Commitment::to(Salt::new([0; 32]), 7).to_string(), told);
        assert_ne!(Commitment::to(Salt::new([1; 32]), 7).to_string(), told);
    }
}
