//! Which of several servers on one database may write: the one that holds the lease.
//!
//! The database decides, in the transaction that it is about. Each commit begins by locking the row
//! of the lease against being taken, and fails if the row is gone; whoever takes the lease deletes
//! that row first, and so waits for commits that have begun. Hence a server that was paused, or cut
//! off, can never acknowledge anything after another has taken over, whatever its clock says.
//!
//! Whoever waits learns from the same row how to reach the holder, as a front.
//!
//! A holder counts a number up. It is taken for dead by a server that has looked again and again
//! for [`LIFETIME`], by its own clock, and always found the same number.

mod holder_watch;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use protocol::Secret;
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

use super::cluster_member::{ClusterMember, Leader};
use super::database::{Database, DatabaseError, DatabaseRow, OptionalRow, Postgres, params};
use super::error::StoreError;
use super::schema;
use crate::net::link::LinkCredentials;
use holder_watch::HolderWatch;

/// How long a holder may be silent before another server takes its place.
pub(super) const LIFETIME: Duration = Duration::from_millis(2_500);

/// How often the holder counts up.
pub(super) const BEAT: Duration = Duration::from_millis(500);

/// How often a waiting server looks.
const LOOK: Duration = Duration::from_millis(250);

/// A holder whose lease was not confirmed at so many beats in a row, each time for longer than
/// [`LIFETIME`], gives up: another server may have been serving for a while.
const UNCONFIRMED: u32 = 5;

/// How often a lost connection is tried again.
pub(super) const AGAIN: Duration = Duration::from_millis(200);

/// The right to write.
#[derive(Debug)]
pub(super) struct Lease {
    pub(super) postgres: Postgres,
    holder: i64,
    health: Arc<LeaseHealth>,
    lost: CancellationToken,
    stopping: Arc<AtomicBool>,
    beating: Option<(SyncSender<()>, JoinHandle<()>)>,
}

/// How the lease stands, for the operator.
#[derive(Debug)]
pub(crate) struct LeaseHealth {
    /// When the database last confirmed it.
    confirmed: Mutex<Instant>,
    /// Commits of which it was unknown for a while whether they had been made.
    doubts: AtomicU64,
}

impl LeaseHealth {
    /// How long ago the database last confirmed the lease.
    pub(crate) fn age(&self) -> Duration {
        self.confirmed.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }

    /// Whether no other server can have the lease yet: the database confirmed it just now.
    pub(crate) fn is_certain(&self) -> bool {
        self.age() < LIFETIME / 2
    }

    /// Whether another server may have taken over.
    pub(crate) fn is_doubtful(&self) -> bool {
        self.age() > LIFETIME
    }

    /// Waits until the lease has not been confirmed for about five seconds in which this process was
    /// not paused itself.
    pub(crate) async fn given_up(&self) {
        let mut looks = 0;
        while looks < UNCONFIRMED {
            tokio::time::sleep(BEAT).await;
            looks = if self.is_doubtful() { looks + 1 } else { 0 };
        }
    }

    /// The number of commits that have been in doubt.
    pub(crate) fn doubts(&self) -> u64 {
        self.doubts.load(Ordering::Relaxed)
    }

    /// Notes that the database has confirmed it, to a question of this moment: the answer may have
    /// been on its way for longer than the lease, while this server was paused.
    fn confirm(&self, asked: Instant) {
        *self.confirmed.lock().unwrap_or_else(PoisonError::into_inner) = asked;
    }
}

impl Lease {
    /// Takes the lease; waits until it is free as long as `wait` returns true. Meanwhile `member` is
    /// told where the holder is reached.
    ///
    /// # Errors
    /// When the database refuses, or somebody else holds the lease and there is no more waiting.
    pub(super) fn take(
        postgres: &Postgres,
        member: &ClusterMember,
        lost: CancellationToken,
        mut wait: impl FnMut() -> bool,
    ) -> Result<Lease, StoreError> {
        let (mut connection, mut watch, mut told) = (None, None, None);
        loop {
            let looked = match &connection {
                Some(db) => look(db, member, &mut watch).map_err(StoreError::from),
                None => open(postgres)
                    .and_then(|db| Ok(look(connection.insert(db), member, &mut watch)?)),
            };
            let why = match looked {
                Ok(Some(holder)) => {
                    info!(holder, "this server has the lease");
                    return Lease::start(postgres, holder, lost);
                }
                Ok(None) => "another server has the lease".to_owned(),
                // It may be starting, or about to be replaced by its standby.
                Err(StoreError::Database(error)) if error.is_lost() => {
                    (connection, watch) = (None, None);
                    error.to_string()
                }
                Err(error) => return Err(error),
            };
            if !wait() {
                return Err(StoreError::Damaged(why));
            }
            if told.as_ref() != Some(&why) {
                info!(why, "waiting");
                told = Some(why);
            }
            std::thread::sleep(LOOK);
        }
    }

    fn start(
        postgres: &Postgres,
        holder: i64,
        lost: CancellationToken,
    ) -> Result<Lease, StoreError> {
        let confirmed = Mutex::new(Instant::now());
        let health = Arc::new(LeaseHealth { confirmed, doubts: AtomicU64::new(0) });
        let (stop, stopped) = sync_channel(1);
        let beats = {
            let (postgres, lost) = (postgres.clone(), lost.clone());
            let health = Arc::clone(&health);
            move || {
                let mut connection = None;
                while stopped.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
                    let asked = Instant::now();
                    match beat(&postgres, &mut connection, holder) {
                        Ok(true) => health.confirm(asked),
                        Ok(false) => {
                            error!("another server has taken the lease");
                            return lost.cancel();
                        }
                        Err(error) => {
                            warn!(%error, "the lease could not be renewed");
                            connection = None;
                        }
                    }
                }
            }
        };
        let thread = std::thread::Builder::new().name("lease".to_owned()).spawn(beats)?;
        let beating = Some((stop, thread));
        Ok(Lease {
            postgres: postgres.clone(),
            holder,
            health,
            lost,
            stopping: Arc::default(),
            beating,
        })
    }

    /// Makes the current transaction fail unless this server holds the lease.
    pub(super) fn fence(&self, db: &Database) -> Result<(), DatabaseError> {
        db.prepare("SELECT fence(?1)")?.post([self.holder])
    }

    /// Asks the database whether this server holds the lease, unless it has just said so.
    pub(super) fn ensure_held(&self, db: &Database) -> Result<(), DatabaseError> {
        if self.health.is_certain() {
            return Ok(());
        }
        let asked = Instant::now();
        db.prepare("SELECT fence(?1)")?.query([self.holder]).map(drop)?;
        self.health.confirm(asked);
        Ok(())
    }

    /// Connects again, for as long as it takes; the first thing is a change, so that everything that
    /// is read afterwards is on the standby too.
    ///
    /// # Errors
    /// When another server has taken the lease, or this one stops.
    pub(super) fn reconnect(&self) -> Result<Database, StoreError> {
        let mut told = false;
        loop {
            let (mut connection, asked) = (None, Instant::now());
            match beat(&self.postgres, &mut connection, self.holder) {
                Ok(true) => {
                    self.health.confirm(asked);
                    if let Some(db) = connection {
                        return Ok(db);
                    }
                }
                Ok(false) => {
                    return Err(StoreError::Damaged("another server has taken the lease".into()));
                }
                Err(error) if error.is_lost() => {
                    if !told {
                        warn!(%error, "the database cannot be reached");
                    }
                    told = true;
                }
                Err(error) => return Err(error.into()),
            }
            if self.stopping.load(Ordering::Relaxed) {
                return Err(StoreError::Damaged("the database cannot be reached".to_owned()));
            }
            std::thread::sleep(AGAIN);
        }
    }

    pub(super) fn health(&self) -> Arc<LeaseHealth> {
        Arc::clone(&self.health)
    }

    /// Counts a commit that is in doubt.
    pub(super) fn doubt(&self) {
        self.health.doubts.fetch_add(1, Ordering::Relaxed);
    }

    /// Cancelled when this server may no longer write.
    pub(super) fn lost(&self) -> &CancellationToken {
        &self.lost
    }

    /// After this, nothing waits for a database that cannot be reached.
    pub(super) fn stopping(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stopping)
    }

    /// Gives the lease up, so that another server need not wait.
    pub(super) fn release(&mut self, db: &Database) {
        if let Some((stop, thread)) = self.beating.take() {
            drop(stop);
            // It waits for the database at most as long as the next server would wait for it.
            drop(thread);
        }
        if let Err(error) = db.execute("DELETE FROM lease WHERE holder = ?1", [self.holder]) {
            warn!(%error, "the lease could not be given up: it will expire");
        }
    }
}

/// Connects, and makes sure that there can be a lease.
fn open(postgres: &Postgres) -> Result<Database, StoreError> {
    let db = connect(postgres)?;
    schema::prepare_server(&db)?;
    Ok(db)
}

fn connect(postgres: &Postgres) -> Result<Database, DatabaseError> {
    postgres.connect().map(Database::Postgres)
}

/// Counts up; returns whether this server still holds the lease.
fn beat(
    postgres: &Postgres,
    connection: &mut Option<Database>,
    holder: i64,
) -> Result<bool, DatabaseError> {
    let db = match connection {
        Some(db) => db,
        None => connection.insert(connect(postgres)?),
    };
    let count = "UPDATE lease SET beat = beat + 1 WHERE holder = ?1";
    Ok(db.execute(count, [holder])? == 1)
}

/// Looks whether the lease is free, and takes it then; returns the number of this server's life.
fn look(
    db: &Database,
    member: &ClusterMember,
    watch: &mut Option<HolderWatch>,
) -> Result<Option<i64>, DatabaseError> {
    let query = "SELECT holder, beat, link, secret, certificate FROM lease";
    let read = |row: &DatabaseRow<'_>| {
        let leader = leader_of(row.get(2)?, row.get(3)?, row.get(4)?);
        Ok(((row.get(0)?, row.get(1)?), leader))
    };
    let row: Option<((i64, i64), Option<Leader>)> = db.query_row(query, [], read).optional()?;
    let (seen, leader) = row.unzip();
    member.saw(leader.flatten());
    let Some(seen) = seen else { return take_free(db, member, None) };
    let now = HolderWatch::saw(*watch, seen, Instant::now());
    *watch = Some(now);
    if now.is_dead() { take_free(db, member, Some(seen)) } else { Ok(None) }
}

fn leader_of(
    link: Option<String>,
    secret: Option<String>,
    certificate: Option<Vec<u8>>,
) -> Option<Leader> {
    let (secret, certificate) = (Secret::read(&secret?)?, certificate?.into());
    let credentials = LinkCredentials { secret, certificate };
    Some(Leader { address: link?.parse().ok()?, credentials })
}

/// Takes the lease from a dead holder, or from nobody; `None` if somebody else was quicker.
fn take_free(
    db: &Database,
    member: &ClusterMember,
    dead: Option<(i64, i64)>,
) -> Result<Option<i64>, DatabaseError> {
    let change = db.begin()?;
    if let Some((holder, beat)) = dead {
        // Waits for its commits that have begun.
        change
            .execute("DELETE FROM lease WHERE holder = ?1 AND beat = ?2", params![holder, beat])?;
    }
    let insert = "INSERT INTO lease (holder, name, link, secret, certificate)
         SELECT nextval('life'), ?1, ?2, ?3, ?4 ON CONFLICT DO NOTHING RETURNING holder";
    let leader = member.as_leader();
    let link = leader.as_ref().map(|leader| leader.address.to_string());
    let secret = leader.as_ref().map(|leader| leader.credentials.secret.reveal());
    let certificate = leader.as_ref().map(|leader| leader.credentials.certificate.to_vec());
    let values = params![here(), link, secret, certificate];
    let taken = change.query_row(insert, values, |row| row.get(0)).optional()?;
    change.commit()?;
    Ok(taken)
}

/// This process, for people.
fn here() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    format!("{} {}", host.trim(), std::process::id())
}

#[cfg(test)]
mod tests;
