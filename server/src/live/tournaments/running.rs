//! The single task that runs all tournaments, each when it is notified or when its next deadline
//! comes.

use std::sync::Arc;

use tracing::error;

use super::host::Host;
use super::ongoing::Ongoing;
use super::ongoing::steps::StepTime;
use super::{BUSY_RETRY, Tournaments, forgotten_after, now_ms};
use crate::store::StoreError;

impl Tournaments {
    /// Restores the tournaments that were ongoing when the server stopped.
    pub(crate) fn restore(&self, host: &impl Host) -> Result<(), StoreError> {
        for log in host.store().ongoing_tournaments()? {
            let id = log.id;
            let ongoing = match Ongoing::new(log, self.signer.public(), host.now()) {
                Ok(ongoing) => ongoing,
                Err(wrong) => {
                    error!(tournament = %id, %wrong, "a tournament is damaged, and set aside");
                    continue;
                }
            };
            ongoing.players().into_iter().for_each(|player| self.agenda.enter(player, id));
            self.lock().insert(id, Arc::new(ongoing));
            self.agenda.wake(id);
        }
        Ok(())
    }

    /// Runs all tournaments for as long as the server runs, each when it is notified or when its
    /// next deadline comes.
    pub(crate) async fn run(&self, host: &impl Host) {
        let all: Vec<Arc<Ongoing>> = self.lock().values().cloned().collect();
        for ongoing in all {
            ongoing.recover(host).await;
        }
        loop {
            for id in self.agenda.next(|| host.now()).await {
                let Ok(ongoing) = self.find(id) else { continue };
                let store = host.store();
                if ongoing.config.fill_to.is_some() {
                    // House bots have entered without a request.
                    ongoing.players().into_iter().for_each(|player| self.agenda.enter(player, id));
                }
                match ongoing.step(host, now_ms(store), forgotten_after(store)).await {
                    StepTime::Wait(until) => self.agenda.set(id, until),
                    // From now on it is read from the disk.
                    StepTime::Over if host.store().flush().await.is_ok() => {
                        self.retire(host, &ongoing).await
                    }
                    StepTime::Over => self.agenda.set(id, host.now() + BUSY_RETRY),
                }
            }
        }
    }

    /// Forgets a tournament that is over, once it can be read from the store.
    async fn retire(&self, host: &impl Host, ongoing: &Ongoing) {
        if matches!(host.store().tournament(ongoing.id).await, Ok(Some(_))) {
            self.lock().remove(&ongoing.id);
            self.agenda.forget(ongoing.id, &ongoing.players());
        } else {
            self.agenda.set(ongoing.id, host.now() + BUSY_RETRY);
        }
    }
}
