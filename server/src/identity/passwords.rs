//! Passwords: hashed with Argon2id (RFC 9106), off the network threads and few at a time, because
//! each hash is meant to cost memory and time.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use protocol::limits::PASSWORD_CHARS;
use protocol::{Cause, Name};
use serde::Deserialize;
use tracing::error;
use zxcvbn::{Score, zxcvbn};

use crate::admission::background_thread;
use crate::admission::ip_prefix::IpPrefix;
use crate::admission::work_queue::WorkQueue;
use crate::records::request_error::RequestError;

/// The number of hashes computed at once, of 19 MiB each.
const AT_WORK: usize = 2;

/// The number of hashes that may wait; further ones are refused.
const WAITING: usize = 30;

/// How hard a password must be to guess: a hundred million guesses, for which strangers would need
/// sixty years here (Wheeler, "zxcvbn", USENIX Security 2016).
const LEAST_SCORE: Score = Score::Three;

/// A password, which never appears in a log.
#[derive(Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub(crate) struct Password(String);

impl std::fmt::Debug for Password {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Password(..)")
    }
}

/// Hashes passwords, queued.
#[derive(Debug)]
pub(crate) struct Hasher {
    queue: WorkQueue,
}

impl Default for Hasher {
    fn default() -> Hasher {
        Hasher { queue: WorkQueue::new(AT_WORK, WAITING) }
    }
}

impl Hasher {
    /// Returns the hash of a new password, with its salt and parameters. A password close to `name`
    /// is weak.
    pub(crate) async fn hash(
        &self,
        from: IpPrefix,
        password: Password,
        name: &Name,
    ) -> Result<String, RequestError> {
        if !PASSWORD_CHARS.contains(&password.0.chars().count()) {
            let (least, most) = PASSWORD_CHARS.into_inner();
            return Err(Cause::BadPassword { min: least, max: most }.into());
        }
        let name = name.clone();
        let hashed = self.run(from, move || {
            let strong = zxcvbn(&password.0, &[name.as_str()]).score() >= LEAST_SCORE;
            strong.then(|| Argon2::default().hash_password(password.0.as_bytes()))
        });
        let hashed = hashed.await?.ok_or_else(|| RequestError::from(Cause::WeakPassword))?;
        hashed.map(|hash| hash.to_string()).map_err(|error| defect(&error))
    }

    /// Whether the password matches the hash. Without a hash it does not, and that takes as long,
    /// so that timing does not reveal which names exist.
    pub(crate) async fn fits(
        &self,
        from: IpPrefix,
        password: Password,
        hash: Option<String>,
    ) -> Result<bool, RequestError> {
        self.run(from, move || {
            let Some(hash) = hash else {
                // The hash is computed only for its duration.
                let _ = Argon2::default().hash_password(password.0.as_bytes());
                return false;
            };
            let hash = PasswordHash::new(&hash).inspect_err(|error| drop(defect(error)));
            let fits = |hash| Argon2::default().verify_password(password.0.as_bytes(), &hash);
            hash.is_ok_and(|hash| fits(hash).is_ok())
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        from: IpPrefix,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, RequestError> {
        let busy = || RequestError::from(Cause::LoginQueueFull);
        let permit = self.queue.acquire(from).await.ok_or_else(busy)?;
        let done = background_thread::run(move || {
            let _permit = permit;
            work()
        });
        done.await.map_err(|error| defect(&error))
    }
}

fn defect(error: &dyn std::fmt::Display) -> RequestError {
    error!(%error, "a password could not be hashed");
    RequestError::from(Cause::InternalError)
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;
    use protocol::ErrorCode;

    use super::*;

    fn here() -> IpPrefix {
        std::net::IpAddr::from([127, 0, 0, 1]).into()
    }

    fn ada() -> Name {
        Name::try_from("Ada".to_owned()).expect("plain")
    }

    fn password(text: &str) -> Password {
        Password(text.to_owned())
    }

    #[tokio::test]
    async fn only_the_same_password_fits_and_no_two_hashes_are_alike() {
        let hasher = Hasher::default();
        let hash = hasher.hash(here(), password("correct horse"), &ada()).await.expect("good");
        assert!(hash.starts_with("$argon2id$") && !hash.contains("horse"));
        assert_ne!(
            hash,
            hasher.hash(here(), password("correct horse"), &ada()).await.expect("good")
        );
        let fits = |text, hash: Option<&String>| hasher.fits(here(), password(text), hash.cloned());
        assert_eq!(fits("correct horse", Some(&hash)).await, Ok(true));
        assert_eq!(fits("correct horsf", Some(&hash)).await, Ok(false));
        assert_eq!(fits("correct horse", None).await, Ok(false));
        assert_eq!(fits("correct horse", Some(&"nonsense".to_owned())).await, Ok(false));
        assert_eq!(format!("{:?}", password("correct horse")), "Password(..)");
    }

    #[tokio::test]
    async fn passwords_have_bounds() {
        let hasher = Hasher::default();
        for text in ["", "too short", &"x".repeat(201)] {
            let refused = hasher.hash(here(), password(text), &ada()).await.expect_err("bounds");
            assert_eq!(refused, Cause::BadPassword { min: 10, max: 200 }.into());
        }
    }

    #[tokio::test]
    async fn the_most_common_passwords_are_refused() {
        let hasher = Hasher::default();
        for text in ["aaaaaaaaaa", "password123", "1234567890", "qwertyuiop", "iloveyou12"] {
            let refused = hasher.hash(here(), password(text), &ada()).await.expect_err("weak");
            assert_eq!(refused, Cause::WeakPassword.into(), "{text}");
        }
        let own = Name::try_from("Xavierodoro".to_owned()).expect("plain");
        let refused = hasher.hash(here(), password("xavierodoro"), &own).await;
        assert_eq!(refused, Err(Cause::WeakPassword.into()), "the name itself");
    }

    #[tokio::test]
    async fn a_crowd_is_turned_away() {
        let hasher = Hasher::default();
        let mut crowd: Vec<_> = (0..32).map(|_| Box::pin(hasher.queue.acquire(here()))).collect();
        let _turns: Vec<_> = crowd.iter_mut().map(|one| one.as_mut().now_or_never()).collect();
        let refused = hasher.fits(here(), password("correct horse"), None).await.expect_err("full");
        assert_eq!(refused.code(), ErrorCode::Busy);
    }
}
