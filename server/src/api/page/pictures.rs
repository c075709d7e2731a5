//! The pictures of shared links: each is drawn once, one at a time, on a low-priority thread, and
//! the latest are cached.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use tracing::error;

use crate::admission::background_thread;
use crate::admission::ip_prefix::IpPrefix;
use crate::admission::work_queue::WorkQueue;
use crate::api::page::card;
use crate::api::page::subject::Subject;

/// The number of cached pictures, of some 80 kB each; when it is reached, all are dropped.
const KEPT: usize = 64;

/// Requests that may wait for the current drawing.
const WAITING: usize = 8;

/// The queue of drawings, and the finished ones.
#[derive(Clone)]
pub(crate) struct Pictures {
    queue: WorkQueue,
    made: Arc<Mutex<HashMap<Subject, Bytes>>>,
}

impl Pictures {
    pub(crate) fn new() -> Pictures {
        Pictures { queue: WorkQueue::new(1, WAITING), made: Arc::default() }
    }

    /// Returns the picture as PNG; `None` if too many requests wait for theirs.
    pub(super) async fn picture(&self, subject: Subject, from: IpPrefix) -> Option<Bytes> {
        if let Some(made) = self.made().get(&subject) {
            return Some(made.clone());
        }
        let permit = self.queue.acquire(from).await?;
        let drawn = subject.clone();
        let work = background_thread::run(move || {
            let png = card::png(&drawn);
            drop(permit);
            png
        });
        let png = match work.await {
            Ok(Ok(png)) => Bytes::from(png),
            Ok(Err(why)) => return self.failed(&why),
            Err(why) => return self.failed(&why),
        };
        let mut made = self.made();
        if made.len() >= KEPT {
            made.clear();
        }
        made.insert(subject, png.clone());
        Some(png)
    }

    fn failed(&self, why: &dyn std::error::Error) -> Option<Bytes> {
        error!(%why, "a picture could not be drawn");
        None
    }

    fn made(&self) -> MutexGuard<'_, HashMap<Subject, Bytes>> {
        // The map is consistent after every statement, so a panic elsewhere does not corrupt it.
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    #[tokio::test]
    async fn a_picture_is_drawn_once_and_the_store_of_them_is_bounded() {
        let pictures = Pictures::new();
        let from = || IpAddr::from([127, 0, 0, 1]).into();
        let subject = |n: usize| Subject {
            title: format!("Game {n}"),
            about: String::new(),
            variant: "notakto".to_owned(),
            lines: vec![],
        };
        let first = pictures.picture(subject(0), from()).await.expect("nobody waits");
        let again = pictures.picture(subject(0), from()).await.expect("nobody waits");
        assert_eq!(first.as_ptr(), again.as_ptr(), "the very same bytes");
        let kept = (1..=KEPT).map(|n| (subject(n), Bytes::new()));
        pictures.made().extend(kept);
        pictures.picture(subject(KEPT + 1), from()).await.expect("nobody waits");
        assert_eq!(pictures.made().len(), 1);
    }
}
