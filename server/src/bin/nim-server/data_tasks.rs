//! The subcommands about what is stored.

use std::fmt::Display;
use std::fs::File;
use std::path::Path;

use anyhow::{Context, bail};
use protocol::PlayerId;
use server::{Checked, Copied, Recomputed, Repaired, Storage, StoreError, Voided};
use uuid::Uuid;

use crate::data_lock::lock_data;
use crate::settings::Settings;

/// What to do about damage.
const HINT: &str = " (nim-server repair may help)";

/// Keeps servers and other tools away from the data folder. In a database, whoever writes takes the
/// lease.
pub(crate) fn lock(settings: &Settings) -> anyhow::Result<Option<File>> {
    settings.database.is_none().then(|| lock_data(&settings.data)).transpose()
}

pub(crate) fn check(storage: &Storage) -> anyhow::Result<()> {
    report(storage, server::check(storage).map_err(|error| failed("cannot check", error))?)
}

/// The error of a task that could not be done, with what helps if that is because of damage.
pub(crate) fn failed(task: impl Display, error: StoreError) -> anyhow::Error {
    let hint = if error.is_damage() { HINT } else { "" };
    anyhow::Error::from(error).context(format!("{task}{hint}"))
}

pub(crate) fn restore(data: &Path, file: &Path) -> anyhow::Result<()> {
    let _lock = lock_data(data)?;
    let checked = server::restore(file, data).context("nothing was restored")?;
    report(&Storage::folder(data), checked)
}

pub(crate) fn copy(settings: &Settings, back: bool) -> anyhow::Result<()> {
    if settings.database.is_none() {
        bail!("--database must say which one");
    }
    let (folder, database) = (Storage::folder(&settings.data), settings.storage()?);
    let _lock = lock_data(&settings.data)?;
    let (from, to) = if back { (&database, &folder) } else { (&folder, &database) };
    let Copied { rows, checked } = server::copy(from, to).context("nothing was copied")?;
    say!("{rows} rows are in {to} now");
    report(to, checked)
}

pub(crate) fn cluster(settings: &Settings) -> anyhow::Result<()> {
    let lines = server::cluster_status(&settings.storage()?).context("nothing is known")?;
    lines.iter().for_each(|line| say!("{line}"));
    Ok(())
}

pub(crate) fn repair(settings: &Settings) -> anyhow::Result<()> {
    let _lock = lock(settings)?;
    let Repaired { salvaged, lost, rebuilt, torn } =
        server::repair(&settings.storage()?).context("cannot repair")?;
    say!("{} games repaired, {} beyond repair", salvaged.len(), lost.len());
    if rebuilt {
        say!(
            "the file was made anew: what was written last, accounts and bans too, may be missing"
        );
        say!("what it was made of is kept under names that end in .damaged");
    }
    torn.iter().for_each(|table| say!("damaged: not all rows of {table} could be kept"));
    salvaged.iter().for_each(|line| say!("repaired: {line}"));
    lost.iter().for_each(|line| say!("beyond repair: {line}"));
    Ok(())
}

fn report(storage: &Storage, checked: Checked) -> anyhow::Result<()> {
    let Checked { games, running, facts, tournaments, accounts, wrong } = checked;
    say!(
        "{games} games, {running} of them running, {facts} facts, {accounts} accounts, \
         {tournaments} tournaments: {} wrong",
        wrong.len()
    );
    wrong.iter().for_each(|line| say!("{line}"));
    match wrong.is_empty() {
        true => Ok(()),
        false => bail!("the store in {storage} is damaged{HINT}"),
    }
}

pub(crate) fn recompute(settings: &Settings, only_compare: bool) -> anyhow::Result<()> {
    let storage = settings.storage()?;
    if !only_compare {
        let _lock = lock(settings)?;
        server::recompute(&storage).context("cannot recompute")?;
    }
    let Recomputed { rated_matches, counted, decisions, standings, wrong, .. } =
        server::compare(&storage).context("cannot compare")?;
    say!(
        "{rated_matches} rated matches, {counted} counted, {decisions} decisions, \
         {standings} standings: {} wrong",
        wrong.len()
    );
    wrong.iter().for_each(|line| say!("{line}"));
    match wrong.is_empty() {
        true => Ok(()),
        false => bail!("the ratings in {storage} do not follow from the games"),
    }
}

pub(crate) fn void(settings: &Settings, id: Uuid, player: bool, why: &str) -> anyhow::Result<()> {
    let _lock = lock(settings)?;
    let what = if player { Voided::Player(PlayerId(id)) } else { Voided::Match(id) };
    let voided = server::declare_void(&settings.storage()?, what, why)
        .context("nothing was declared void")?;
    say!("{voided} rated matches are void now, and all ratings are made again");
    match voided {
        0 => bail!("there is no rated match of {id} that was not void before"),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::tests::settings;

    #[test]
    fn whatever_is_wrong_with_the_store_makes_a_check_fail() {
        let storage = Storage::folder(Path::new("data"));
        let checked = |wrong: &[&str]| Checked {
            wrong: wrong.iter().map(|line| (*line).to_owned()).collect(),
            ..Checked::default()
        };
        assert!(report(&storage, checked(&[])).is_ok());
        let error = report(&storage, checked(&["a game"])).expect_err("something is wrong");
        assert!(error.to_string().ends_with(HINT), "{error}");
    }

    #[test]
    fn only_damage_is_said_to_be_for_a_repair() {
        let text = |error| failed("cannot check", error).to_string();
        assert_eq!(text(StoreError::Damaged("a page".to_owned())), format!("cannot check{HINT}"));
        assert_eq!(text(std::io::Error::other("no disk").into()), "cannot check");
    }

    #[test]
    fn a_folder_is_locked_and_a_database_guards_itself() {
        let folder = tempfile::tempdir().expect("a folder");
        let of_folder = Settings { data: folder.path().to_owned(), ..settings() };
        let locked = lock(&of_folder).expect("it is free");
        assert!(locked.is_some() && lock(&of_folder).is_err());
        let database = Some("postgres://nim@localhost/nim".to_owned());
        let of_database = Settings { database, ..of_folder };
        assert!(lock(&of_database).expect("nothing is locked").is_none());
        drop(locked);
    }

    #[test]
    fn an_empty_store_is_whole_and_has_nothing_to_void_or_copy() {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = Settings { data: folder.path().to_owned(), ..settings() };
        let storage = settings.storage().expect("a folder");
        assert!(check(&storage).is_err(), "nothing is there");
        drop(server::ladder_record(&storage));
        assert!(copy(&settings, false).is_err(), "no database");
        assert!(void(&settings, Uuid::nil(), false, "why").is_err());
    }
}
