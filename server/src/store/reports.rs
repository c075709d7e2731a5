//! Reports of players in the database.

use super::database::{self, Database, params};
use protocol::PlayerId;

use super::encoding::{json, parse};
use super::error::StoreError;
use crate::records::report::{NumberedReport, ReportChange};

/// The maximum number of reports in one answer.
const MAX_REPORTS: u32 = 100;

/// The reports to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReportsToList {
    Open,
    All,
}

/// Stores a report, or that it has been closed.
pub(super) fn keep(db: &Database, change: &ReportChange, at: i64) -> database::Result<()> {
    match change {
        ReportChange::Made(report) => db
            .prepare("INSERT INTO report (at, by, report) VALUES (?1, ?2, ?3)")?
            .execute(params![at, report.by.0, json(report)])?,
        ReportChange::Closed(number) => db
            .prepare("UPDATE report SET closed_at = ?2 WHERE number = ?1")?
            .execute(params![number, at])?,
    };
    Ok(())
}

/// Returns the number of open reports: by a player, and in all.
pub(super) fn count_open(db: &Database, by: PlayerId) -> Result<(usize, usize), StoreError> {
    let mut query = db.prepare(
        "SELECT count(*) FILTER (WHERE by = ?1), count(*) FROM report WHERE closed_at IS NULL",
    )?;
    let (own, all): (u32, u32) = query.query_row([by.0], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok((own as usize, all as usize))
}

/// Whether a report is open.
pub(super) fn is_open(db: &Database, number: i64) -> Result<bool, StoreError> {
    let mut query = db.prepare("SELECT 1 FROM report WHERE number = ?1 AND closed_at IS NULL")?;
    Ok(query.exists([number])?)
}

/// Returns the latest reports before this number, latest first.
pub(super) fn latest(
    db: &Database,
    which: ReportsToList,
    before: i64,
) -> Result<Vec<NumberedReport>, StoreError> {
    let mut query = db.prepare(
        "SELECT number, at, closed_at IS NOT NULL, report FROM report
         WHERE number < ?1 AND (?2 OR closed_at IS NULL) ORDER BY number DESC LIMIT ?3",
    )?;
    let mut rows = query.query(params![before, which == ReportsToList::All, MAX_REPORTS])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let (number, text): (i64, String) = (row.get(0)?, row.get(3)?);
        let damaged = |error| StoreError::Damaged(format!("report {number}: {error}"));
        let (at, closed) = (row.get(1)?, row.get(2)?);
        found.push(NumberedReport { number, at, closed, report: parse(&text).map_err(damaged)? });
    }
    Ok(found)
}
