//! Background work besides the games, in small pieces: checking the clock and the disk, making
//! backups, reading all stored data once a day, and deleting what has expired.

use std::collections::HashSet;
use std::time::Duration;

use protocol::{PlayerId, TableId};
use tokio::sync::Notify;
use tokio::time::sleep;
use tracing::{error, info, warn};

use crate::config::Upkeep;
use crate::identity::Identities;
use crate::ops::calendar;
use crate::ops::disk_space::{Fullness, fullness};
use crate::records::account::erased_name;
use crate::store::{Entry, NameOccurrences, Store, StoreError};

/// The number of records that are rewritten or deleted in one commit, which bounds how long a move
/// waits.
const SLICE: usize = 16;

/// The pause after each slice.
const REST: Duration = Duration::from_millis(50);

/// The number of pages by which the file shrinks at once.
const PAGES: u32 = 64;

/// The interval between checks for remaining work.
const EVERY: Duration = Duration::from_secs(3600);

/// How long nobody has to need anything of a player until they are dropped from memory, at least; at
/// most twice as long.
const IDLE: Duration = Duration::from_secs(60);

/// The interval between checks of the disk.
const DISK_EVERY: Duration = Duration::from_secs(5);

/// The delay after a start before the first backup and the first scrub: not while everybody
/// reconnects.
const SETTLED_AFTER: Duration = Duration::from_secs(600);

/// Decides when there is background work to do.
#[derive(Debug)]
pub(crate) struct Housekeeping {
    upkeep: Upkeep,
    woken: Notify,
}

impl Housekeeping {
    pub(crate) fn new(upkeep: Upkeep) -> Housekeeping {
        Housekeeping { upkeep, woken: Notify::new() }
    }

    /// Wakes the task, because an account has been deleted.
    pub(crate) fn wake(&self) {
        self.woken.notify_one();
    }

    /// Runs for as long as it is polled.
    pub(crate) async fn run(&self, store: &Store, identities: &Identities) {
        tokio::join!(
            watch_the_clock(store),
            self.watch_the_disk(store),
            self.tidy(store),
            drop_idle(identities),
            self.back_up(store),
            self.scrub(store),
        );
    }

    async fn watch_the_disk(&self, store: &Store) {
        loop {
            if let Some((used, free)) = store.disk() {
                let found = fullness(used, self.upkeep.disk_quota, free);
                match found {
                    _ if !store.space.note(found) => {}
                    Fullness::Room => info!(used, "there is room on the disk again"),
                    _ => warn!(used, free, ?found, "the disk fills: what is new is refused"),
                }
            }
            sleep(DISK_EVERY).await;
        }
    }

    async fn tidy(&self, store: &Store) {
        // Deleted players whose names no longer occur in any record.
        let mut clean = HashSet::new();
        loop {
            erase_names(store, &mut clean).await;
            if let Err(error) = self.forget(store).await {
                warn!(%error, "cannot read expired records");
            }
            tokio::select! {
                () = self.woken.notified() => {}
                () = sleep(EVERY) => {}
            }
        }
    }

    /// Deletes what has expired.
    async fn forget(&self, store: &Store) -> Result<(), StoreError> {
        let before = |kept: Duration| store.calendar.now_ms() - kept.as_millis() as i64;
        if let Some(kept) = self.upkeep.keep_guest_games {
            let (mut next, mut forgotten) = (Some(0), 0);
            while let Some(after) = next {
                let old = store.old_games(after, before(kept)).await?;
                for some in old.games.chunks(SLICE) {
                    let entries: Vec<_> = some.iter().map(|game| Entry::Forgotten(*game)).collect();
                    forgotten += entries.len();
                    next = if store.commit_now(&entries).await.is_ok() { old.next } else { None };
                    sleep(REST).await;
                }
                if old.games.is_empty() {
                    next = old.next;
                }
            }
            if forgotten > 0 {
                info!(forgotten, "expired casual games of guests deleted");
            }
        }
        if let Some(kept) = self.upkeep.keep_tournaments {
            let old = store.old_tournaments(before(kept), SLICE as u32).await?;
            for tournament in old {
                info!(%tournament, "expired tournament deleted");
                // If it cannot be stored, it is tried again later.
                let _ = store.commit_now(&[Entry::TournamentForgotten(tournament)]).await;
                sleep(REST).await;
            }
        }
        // If it cannot be stored, it is tried again later.
        let _ = store.commit_now(&[Entry::Swept { pages: PAGES }]).await;
        Ok(())
    }

    async fn back_up(&self, store: &Store) {
        let Some(backups) = &self.upkeep.backups else { return };
        sleep(SETTLED_AFTER.min(backups.every)).await;
        loop {
            match store.rotate_backups(backups.folder.clone(), backups.keep).await {
                Ok(Some((file, checked))) if checked.wrong.is_empty() => {
                    let games = checked.games;
                    info!(file = %file.display(), games, "a backup was made, and is whole");
                    store.metrics.backups.count();
                }
                Ok(Some((file, checked))) => {
                    let (file, wrong) = (file.display(), &checked.wrong);
                    error!(%file, ?wrong, "a backup is damaged: none was removed for it");
                    store.metrics.backups_failed.count();
                }
                Ok(None) => return,
                Err(error) => {
                    error!(%error, "no backup was made");
                    store.metrics.backups_failed.count();
                }
            }
            sleep(backups.every).await;
        }
    }

    async fn scrub(&self, store: &Store) {
        let Some(every) = self.upkeep.scrub_every else { return };
        sleep(SETTLED_AFTER.min(every)).await;
        loop {
            match store.scrub().await {
                Ok(Some(found)) => {
                    let (games, wrong) = (found.games, found.damaged.len());
                    info!(games, wrong, "everything that is kept was read");
                    set_aside(store, &found.damaged).await;
                }
                Ok(None) => return,
                Err(error) => warn!(%error, "what is kept could not be read"),
            }
            sleep(every).await;
        }
    }
}

/// Drops from memory the players of whom nobody needs anything.
async fn drop_idle(identities: &Identities) {
    loop {
        sleep(IDLE).await;
        identities.drop_idle().await;
    }
}

async fn watch_the_clock(store: &Store) {
    loop {
        store.calendar.check_jump();
        sleep(calendar::CLOCK_CHECK_INTERVAL).await;
    }
}

/// Sets damaged games aside.
async fn set_aside(store: &Store, damaged: &[(TableId, String)]) {
    for (table, why) in damaged {
        error!(%table, %why, "a game is damaged, and set aside");
        store.metrics.damaged.count();
        // If it cannot be stored, it is tried again later.
        let _ = store.commit_now(&[Entry::SetAside { table: *table, why }]).await;
    }
}

/// Removes the names of deleted players from all finished games and tournaments.
async fn erase_names(store: &Store, clean: &mut HashSet<PlayerId>) {
    let deleted = store.deleted_players().await.unwrap_or_else(|error| {
        warn!(%error, "cannot read which accounts were deleted");
        Vec::new()
    });
    for player in deleted {
        if clean.contains(&player) {
            continue;
        }
        let name = erased_name(player);
        let mut erased = 0;
        loop {
            let found = store.bearing_names(player, name.clone(), SLICE).await;
            let NameOccurrences { some, running } = found.unwrap_or_else(|error| {
                warn!(%error, %player, "cannot read the records with a deleted account's name");
                NameOccurrences { some: Vec::new(), running: true }
            });
            if some.is_empty() && !running {
                clean.insert(player);
            }
            if some.is_empty() {
                break;
            }
            erased += some.len();
            let erase = |&what| Entry::Erased { what, player, name: &name };
            if store.commit_now(&some.iter().map(erase).collect::<Vec<_>>()).await.is_err() {
                return;
            }
            sleep(REST).await;
        }
        if erased > 0 {
            info!(%player, erased, "the name of a deleted account is gone from its records");
        }
    }
}

#[cfg(test)]
mod tests;
