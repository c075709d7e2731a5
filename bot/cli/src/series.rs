//! `nim-bot series`: the index page of a folder of tournaments.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use runner::{TournamentOutcome, series_index};

/// Write the index page of a folder in which each tournament has its own
#[derive(Debug, clap::Args)]
pub(crate) struct SeriesArguments {
    /// The folder
    folder: PathBuf,
    /// The title of the page
    #[arg(long, default_value = "Tournaments")]
    title: String,
}

pub(crate) fn run(SeriesArguments { folder, title }: SeriesArguments) -> anyhow::Result<()> {
    let entries = fs::read_dir(&folder).with_context(|| format!("{}", folder.display()))?;
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| folder.join(name).join("export.ndjson").exists())
        .collect();
    names.sort();
    ensure!(!names.is_empty(), "no folder in {} has a finished tournament", folder.display());
    let mut tournaments = Vec::new();
    for name in names {
        let file = folder.join(&name).join("export.ndjson");
        let text = fs::read_to_string(&file).with_context(|| format!("{}", file.display()))?;
        let outcome = TournamentOutcome::read(&text, Vec::new());
        tournaments.push((name, outcome.with_context(|| format!("{}", file.display()))?));
    }
    let page = folder.join("index.html");
    fs::write(&page, series_index(&title, &tournaments))?;
    say!("{}: {} tournaments", page.display(), tournaments.len());
    Ok(())
}
