//! The store's functions besides the games: backups, scrubs, deletion of expired data, and disk
//! space.

use crate::admission::address_range::AddressRange;
use std::path::PathBuf;

use protocol::{Name, PlayerId, TournamentId};

use super::archive::{Archive, KEPT_LOG};
use super::check::{self, Scrubbed};
use super::error::StoreError;
use super::reports::ReportsToList;
use super::{
    Checked, FILE, NameOccurrences, Old, SetAside, Store, audit, backup, erasure, free_bytes,
    people, quarantine, reports, retention,
};
use crate::admission::background_thread;
use crate::records::audit::AuditEntry;
use crate::records::report::NumberedReport;

impl Store {
    /// Makes a backup in a folder of backups, checks it, and removes the oldest beyond a given
    /// number; `None` if nothing is stored.
    pub(crate) async fn rotate_backups(
        &self,
        copies: PathBuf,
        keep: usize,
    ) -> Result<Option<(PathBuf, Checked)>, StoreError> {
        let Some(kept) = &self.kept else { return Ok(None) };
        let (data, now) = (kept.storage.clone(), self.calendar.now_ms());
        let made = background_thread::run(move || backup::rotate(&data, &copies, keep, now));
        made.await?.map(Some)
    }

    /// Reads and replays everything, in a low-priority thread; `None` if nothing is stored.
    pub(crate) async fn scrub(&self) -> Result<Option<Scrubbed>, StoreError> {
        let Some(kept) = &self.kept else { return Ok(None) };
        let storage = kept.storage.clone();
        let read = background_thread::run(move || check::scrub(&storage));
        read.await?.map(Some)
    }

    /// Returns the damaged games that are set aside.
    pub(crate) async fn set_aside(&self) -> Result<Vec<SetAside>, StoreError> {
        Ok(self.read(|archive| archive.read(quarantine::all)).await?.unwrap_or_default())
    }

    /// Returns the operator's actions before this number, latest first.
    pub(crate) async fn audited(
        &self,
        before: i64,
        most: u32,
    ) -> Result<Vec<AuditEntry>, StoreError> {
        let read = move |archive: &Archive| archive.read(|db| audit::latest(db, before, most));
        Ok(self.read(read).await?.unwrap_or_default())
    }

    /// Returns reports before this number, latest first, at most a hundred.
    pub(crate) async fn reports(
        &self,
        which: ReportsToList,
        before: i64,
    ) -> Result<Vec<NumberedReport>, StoreError> {
        let read = move |archive: &Archive| archive.read(|db| reports::latest(db, which, before));
        Ok(self.read(read).await?.unwrap_or_default())
    }

    /// Returns the number of open reports: by a player, and in all.
    pub(crate) async fn open_reports(&self, by: PlayerId) -> Result<(usize, usize), StoreError> {
        let read = move |archive: &Archive| archive.read(|db| reports::count_open(db, by));
        Ok(self.read(read).await?.unwrap_or_default())
    }

    /// Whether a report is open.
    pub(crate) async fn is_report_open(&self, number: i64) -> Result<bool, StoreError> {
        let read = move |archive: &Archive| archive.read(|db| reports::is_open(db, number));
        Ok(self.read(read).await?.unwrap_or_default())
    }

    /// Returns the banned addresses, and when each ban ends.
    pub(crate) fn address_bans(&self) -> Result<Vec<(AddressRange, i64)>, StoreError> {
        match &self.kept {
            Some(kept) => kept.readers.read_now(|archive| archive.read(people::address_bans)),
            None => Ok(Vec::new()),
        }
    }

    /// Returns some of the records that contain a name of the player other than this one.
    pub(crate) async fn bearing_names(
        &self,
        player: PlayerId,
        name: Name,
        most: usize,
    ) -> Result<NameOccurrences, StoreError> {
        let read =
            move |archive: &Archive| archive.read(|db| erasure::bearing(db, player, &name, most));
        Ok(self.read(read).await?.unwrap_or_default())
    }

    /// Returns casual games of guests that ended before this time, among some games after this
    /// number.
    pub(crate) async fn old_games(&self, after: i64, before: i64) -> Result<Old, StoreError> {
        let read =
            move |archive: &Archive| archive.read(|db| retention::old_games(db, after, before));
        Ok(self.read(read).await?.unwrap_or_default())
    }

    /// Returns some tournaments that were over before this time.
    pub(crate) async fn old_tournaments(
        &self,
        before: i64,
        most: u32,
    ) -> Result<Vec<TournamentId>, StoreError> {
        let read = move |archive: &Archive| {
            archive.read(|db| retention::old_tournaments(db, before, most))
        };
        Ok(self.read(read).await?.unwrap_or_default())
    }

    /// Returns the bytes that the store takes, without the length that its log may keep, however few
    /// the games, and those left in the file system, if known; `None` if nothing is stored on this
    /// machine.
    pub(crate) fn disk(&self) -> Option<(u64, Option<u64>)> {
        let kept = self.kept.as_ref()?;
        // A database on another machine has its own watch.
        let folder = kept.storage.as_folder()?;
        let file = folder.join(FILE).metadata().map_or(0, |file| file.len());
        let log = self.log_bytes().saturating_sub(KEPT_LOG.into());
        Some((file + log, free_bytes(folder)))
    }
}
