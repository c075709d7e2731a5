//! Statements on PostgreSQL. A client is used by one thread, which waits for answers; the bytes
//! travel in the runtime that [`Postgres`] starts for all its clients.
//!
//! What need not be waited for is *posted*: many statements then travel together, and a commit takes
//! one round trip however many rows it has. A posted statement that fails makes its transaction
//! fail, so nothing behind it is kept.

mod types;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Waker};
use std::time::Duration;

use futures::executor::block_on;
use futures::{StreamExt, stream};
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::config::{Config, Host, SslMode, TargetSessionAttrs};
use tokio_postgres::error::SqlState;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, NoTls, Row, Socket, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tracing::warn;

use super::value::{SqlValue, SqlValueRef, ToSqlValue};
use super::{DatabaseError, Result};
use types::Stored;

/// Starts a transaction that reads one snapshot.
pub(super) const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// How long a connection may take to be made, and how long a machine may be silent before it is
/// taken for lost.
const PATIENCE: Duration = Duration::from_secs(5);

/// A silent machine is asked so often, this far apart, whether it is still there: a commit may wait
/// for the standby for long, and a lost machine must not look like that.
const PROBES: u32 = 3;
const PROBE: Duration = Duration::from_secs(1);

/// The maximum number of statements whose answers are not awaited: a copy has millions of rows, and a
/// commit at most some thousands.
const MOST_POSTED: usize = 10_000;

/// Said when the wait for the standby was cancelled: what was committed may exist on one machine
/// only, although the commit succeeds.
const UNREPLICATED: &str = "canceling wait for synchronous replication";

/// A database on a server, and what travels to it.
#[derive(Clone, Debug)]
pub(in crate::store) struct Postgres {
    config: Arc<Config>,
    carrier: Arc<Carrier>,
}

/// The thread in which bytes are sent and received.
#[derive(Debug)]
struct Carrier(Option<Runtime>);

/// One connection.
pub(in crate::store) struct PostgresClient {
    client: Arc<Client>,
    prepared: RefCell<HashMap<String, Statement>>,
    /// Statements whose answers have not been awaited, in their order.
    posted: RefCell<Vec<Posted>>,
    /// Whether a snapshot lasts as long as the connection.
    frozen: Cell<bool>,
    /// Whether the database has ever committed without waiting for its standby.
    unreplicated: Arc<AtomicBool>,
    /// Where its bytes travel.
    _carrier: Arc<Carrier>,
}

type Posted = Pin<Box<dyn Future<Output = Result<u64, tokio_postgres::Error>> + Send>>;

impl Postgres {
    /// Reads an address such as `postgres://nim@db/nim`; several hosts are tried until one of them
    /// can be written to.
    pub(in crate::store) fn new(address: &str) -> Result<Postgres> {
        let mut config: Config = address.parse()?;
        config
            .target_session_attrs(TargetSessionAttrs::ReadWrite)
            .connect_timeout(PATIENCE)
            .keepalives_idle(PATIENCE)
            .keepalives_interval(PROBE)
            .keepalives_retries(PROBES)
            .tcp_user_timeout(PATIENCE)
            .application_name("nim-server");
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("database")
            .enable_all()
            .build()
            .expect("the system has a thread to spare");
        let carrier = Arc::new(Carrier(Some(runtime)));
        Ok(Postgres { config: Arc::new(config), carrier })
    }

    /// Connects.
    pub(in crate::store) fn connect(&self) -> Result<PostgresClient> {
        match self.config.get_ssl_mode() {
            SslMode::Require => self.connect_by(MakeRustlsConnect::new(trust())),
            _ => self.connect_by(NoTls),
        }
    }

    fn connect_by<T>(&self, tls: T) -> Result<PostgresClient>
    where
        T: MakeTlsConnect<Socket> + Send + 'static,
        T::Stream: Send,
        T::TlsConnect: Send,
        <T::TlsConnect as tokio_postgres::tls::TlsConnect<Socket>>::Future: Send,
    {
        let Some(runtime) = &self.carrier.0 else { unreachable!("it is taken when dropped") };
        let config = Arc::clone(&self.config);
        let unreplicated = Arc::new(AtomicBool::new(false));
        let said = Arc::clone(&unreplicated);
        let connecting = runtime.spawn(async move {
            let (client, mut connection) = config.connect(tls).await?;
            tokio::spawn(async move {
                let mut messages = stream::poll_fn(move |cx| connection.poll_message(cx));
                while let Some(Ok(message)) = messages.next().await {
                    if let AsyncMessage::Notice(notice) = message
                        && notice.message().starts_with(UNREPLICATED)
                    {
                        said.store(true, Ordering::Release);
                    }
                }
            });
            Ok::<_, tokio_postgres::Error>(client)
        });
        let client = block_on(connecting).expect("connecting does not panic")?;
        let client = PostgresClient {
            client: Arc::new(client),
            prepared: RefCell::default(),
            posted: RefCell::default(),
            frozen: Cell::new(false),
            unreplicated,
            _carrier: Arc::clone(&self.carrier),
        };
        // A session may wait for more than the disk, but not for less.
        client.batch(
            "SET client_min_messages = warning; SET idle_in_transaction_session_timeout = 0;
             SELECT set_config('synchronous_commit', 'on', false)
             WHERE current_setting('synchronous_commit') IN ('off', 'local', 'remote_write')",
        )?;
        Ok(client)
    }

    /// The address, without its password, for people.
    pub(in crate::store) fn describe(&self) -> String {
        let hosts: Vec<String> = self.config.get_hosts().iter().map(name_of).collect();
        format!("{} at {}", self.config.get_dbname().unwrap_or("the database"), hosts.join(", "))
    }
}

impl Drop for Carrier {
    fn drop(&mut self) {
        // Without waiting: this may happen in another runtime.
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

impl PostgresClient {
    pub(super) fn prepare(&self, sql: &str) -> Result<Statement> {
        if let Some(statement) = self.prepared.borrow().get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.prepare_once(sql)?;
        self.prepared.borrow_mut().insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }

    /// Prepares a statement that is not needed again.
    pub(super) fn prepare_once(&self, sql: &str) -> Result<Statement> {
        self.answer(self.client.prepare(&numbered(sql)))
    }

    pub(super) fn execute(
        &self,
        statement: &Statement,
        values: &[&dyn ToSqlValue],
    ) -> Result<usize> {
        let values = stored(values);
        let changed = self.answer(self.client.execute_raw(statement, parameters(&values)))?;
        Ok(usize::try_from(changed).unwrap_or(usize::MAX))
    }

    pub(super) fn query(
        &self,
        statement: &Statement,
        values: &[&dyn ToSqlValue],
    ) -> Result<Vec<Row>> {
        let values = stored(values);
        let values: Vec<&(dyn ToSql + Sync)> =
            values.iter().map(|value| value as &(dyn ToSql + Sync)).collect();
        self.answer(self.client.query(statement, &values))
    }

    pub(super) fn batch(&self, sql: &str) -> Result<()> {
        self.answer(self.client.batch_execute(sql))
    }

    pub(super) fn post(&self, statement: &Statement, values: &[&dyn ToSqlValue]) -> Result<()> {
        let (client, statement) = (Arc::clone(&self.client), statement.clone());
        let values = stored(values);
        self.send(async move { client.execute_raw(&statement, parameters(&values)).await });
        if self.posted.borrow().len() < MOST_POSTED { Ok(()) } else { self.settle() }
    }

    pub(super) fn post_batch(&self, sql: &'static str) {
        let client = Arc::clone(&self.client);
        self.send(async move { client.batch_execute(sql).await.map(|()| 0) });
    }

    /// Commits, after everything that was posted.
    pub(super) fn commit(&self) -> Result<()> {
        self.post_batch("COMMIT");
        // If a statement has failed, this was a rollback.
        self.settle()?;
        match self.unreplicated.load(Ordering::Acquire) {
            false => Ok(()),
            true => {
                warn!("the database committed without waiting for its standby");
                Err(DatabaseError::Unreplicated)
            }
        }
    }

    pub(super) fn freeze(&self) -> Result<()> {
        self.frozen.set(true);
        self.batch("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT 1")
    }

    pub(super) fn is_frozen(&self) -> bool {
        self.frozen.get()
    }

    pub(super) fn is_open(&self) -> bool {
        !self.client.is_closed()
    }

    /// Sends a statement, whose answer is awaited later: the first poll sends it.
    fn send(
        &self,
        statement: impl Future<Output = Result<u64, tokio_postgres::Error>> + Send + 'static,
    ) {
        let mut statement: Posted = Box::pin(statement);
        let polled = statement.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        self.posted.borrow_mut().push(match polled {
            std::task::Poll::Pending => statement,
            std::task::Poll::Ready(answer) => Box::pin(std::future::ready(answer)),
        });
    }

    /// Waits for everything that was posted; returns the first error.
    fn settle(&self) -> Result<()> {
        let posted = std::mem::take(&mut *self.posted.borrow_mut());
        let answers = posted.into_iter().map(block_on);
        let mut first = Ok(());
        for answer in answers {
            if let (Ok(()), Err(error)) = (&first, answer) {
                first = Err(error.into());
            }
        }
        first
    }

    /// Sends a statement and waits for its answer. The error of what was posted before comes first:
    /// it is the reason of all that follow.
    fn answer<T>(
        &self,
        statement: impl Future<Output = Result<T, tokio_postgres::Error>>,
    ) -> Result<T> {
        let mut statement = std::pin::pin!(statement);
        let polled = statement.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        self.settle()?;
        match polled {
            std::task::Poll::Ready(answer) => Ok(answer?),
            std::task::Poll::Pending => Ok(block_on(statement)?),
        }
    }
}

impl fmt::Debug for PostgresClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PostgresClient(..)")
    }
}

pub(super) fn value(row: &Row, column: usize) -> Result<SqlValueRef<'_>> {
    types::read(row, column)
}

/// An error with its reason, which the library keeps apart.
pub(super) fn reason(error: &tokio_postgres::Error) -> String {
    match std::error::Error::source(error) {
        Some(reason) => format!("{error}: {reason}"),
        None => error.to_string(),
    }
}

/// Whether an error is about the connection, or about a server that is going down, starting, or no
/// longer the one that is written to: the statement may succeed elsewhere or later.
pub(super) fn is_lost(error: &tokio_postgres::Error) -> bool {
    match error.code() {
        Some(code) => {
            code.code().starts_with("08")
                || code.code().starts_with("57P")
                || *code == SqlState::READ_ONLY_SQL_TRANSACTION
        }
        None => true,
    }
}

fn name_of(host: &Host) -> String {
    match host {
        Host::Tcp(name) => name.clone(),
        Host::Unix(folder) => folder.display().to_string(),
    }
}

/// Parameters are `?1` in our statements, and `$1` here.
fn numbered(sql: &str) -> String {
    let mut numbered = sql.to_owned();
    let places: Vec<usize> = sql
        .match_indices('?')
        .filter(|(place, _)| sql.as_bytes().get(place + 1).is_some_and(u8::is_ascii_digit))
        .map(|(place, _)| place)
        .collect();
    places.into_iter().for_each(|place| numbered.replace_range(place..=place, "$"));
    numbered
}

fn stored(values: &[&dyn ToSqlValue]) -> Vec<Stored> {
    values.iter().map(|value| Stored(SqlValue::from(value.to_value()))).collect()
}

fn parameters(values: &[Stored]) -> impl ExactSizeIterator<Item = &(dyn ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn ToSql + Sync))
}

/// Trusts what this machine trusts.
fn trust() -> ClientConfig {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    ClientConfig::builder().with_root_certificates(roots).with_no_client_auth()
}

#[cfg(test)]
mod tests {
    use super::numbered;

    #[test]
    fn parameters_are_numbered_as_the_database_wants_them() {
        assert_eq!(numbered("a = ?1 AND b < ?12"), "a = $1 AND b < $12");
        assert_eq!(numbered("'why?'"), "'why?'");
    }
}
