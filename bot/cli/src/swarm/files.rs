//! The files of a load: reports, which can be read again to compare or merge them.

use std::path::{Path, PathBuf};

use anyhow::Context;
use load::LoadOutcome;

/// The files to which reports are written
#[derive(Debug, clap::Args)]
pub(super) struct FileArgs {
    /// Write the outcome as JSON, for compare and merge
    #[arg(long)]
    json: Option<PathBuf>,
    /// Write an HTML page with plots
    #[arg(long)]
    html: Option<PathBuf>,
    /// Write a CSV file with one line per second
    #[arg(long)]
    csv: Option<PathBuf>,
    /// Write the totals in Prometheus' text format
    #[arg(long)]
    prometheus: Option<PathBuf>,
}

impl FileArgs {
    /// Writes the requested files.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub(super) fn write(&self, outcome: &LoadOutcome) -> anyhow::Result<()> {
        if let Some(path) = &self.json {
            write(path, &serde_json::to_string(outcome)?)?;
        }
        if let Some(path) = &self.html {
            write(path, &outcome.page())?;
            say!("report: {}", path.display());
        }
        if let Some(path) = &self.csv {
            write(path, &outcome.csv())?;
        }
        if let Some(path) = &self.prometheus {
            write(path, &outcome.prometheus())?;
        }
        Ok(())
    }
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Reads a report from a JSON file.
///
/// # Errors
/// When the file cannot be read or is not a report.
pub(super) fn read(path: &Path) -> anyhow::Result<LoadOutcome> {
    let text = std::fs::read_to_string(path);
    let text = text.with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is not a report", path.display()))
}
