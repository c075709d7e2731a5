//! What a long computation has found so far: shown on a terminal as it grows and, if wanted, kept
//! in a file, from which a run that was stopped goes on.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, IsTerminal, Seek, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

/// The largest file that is read.
const MAX_FILE: u64 = 256 << 20;

/// The time between two lines about the progress.
const SHOWN_EVERY: Duration = Duration::from_secs(1);

/// Lines, each a result, under a heading that says of what.
#[derive(Debug)]
pub(super) struct SavedLines {
    file: Option<File>,
    lines: Vec<String>,
    wanted: usize,
    shown: Instant,
}

impl SavedLines {
    /// Opens a file, if one is named, and reads what an earlier run with the same heading has
    /// found; a last line that was cut off is dropped.
    ///
    /// # Errors
    /// When the file cannot be read and written, is too large, or has another heading.
    pub(super) fn open(
        path: Option<&Path>,
        heading: &str,
        wanted: u64,
    ) -> anyhow::Result<SavedLines> {
        let (file, lines) = match path {
            Some(path) => read(path, heading).with_context(|| path.display().to_string())?,
            None => (None, Vec::new()),
        };
        let wanted = usize::try_from(wanted)?;
        Ok(SavedLines { file, lines, wanted, shown: Instant::now() })
    }

    /// Returns the results so far.
    pub(super) fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Adds results.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(super) fn extend(&mut self, lines: Vec<String>) -> anyhow::Result<()> {
        if let Some(file) = &mut self.file {
            let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
            file.write_all(text.as_bytes())?;
        }
        self.lines.extend(lines);
        if self.shown.elapsed() >= SHOWN_EVERY && std::io::stderr().is_terminal() {
            eprintln!("{} of {}", self.lines.len(), self.wanted);
            self.shown = Instant::now();
        }
        Ok(())
    }
}

fn read(path: &Path, heading: &str) -> anyhow::Result<(Option<File>, Vec<String>)> {
    let mut file =
        OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    ensure!(file.metadata()?.len() <= MAX_FILE, "larger than {MAX_FILE} bytes");
    let heading = format!("# {heading}");
    let (mut lines, mut whole, mut line) = (Vec::new(), 0, String::new());
    let mut reader = BufReader::new(&file);
    while reader.read_line(&mut line)? > 0 && line.ends_with('\n') {
        whole += line.len() as u64;
        lines.push(line.trim_end().to_owned());
        line.clear();
    }
    ensure!(
        lines.first().is_none_or(|first| *first == heading),
        "this file is not of {heading:?}: name another one"
    );
    file.set_len(whole)?;
    file.seek(std::io::SeekFrom::Start(whole))?;
    if lines.is_empty() {
        writeln!(file, "{heading}")?;
    } else {
        lines.remove(0);
    }
    Ok((Some(file), lines))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_goes_on_after_the_last_whole_line_of_its_own_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("values");
        let open = |heading: &str| SavedLines::open(Some(&path), heading, 9);
        let mut saved = open("kayles").expect("a new file");
        assert_eq!(saved.lines(), [""; 0]);
        saved.extend(vec!["one".to_owned(), "two".to_owned()]).expect("writable");
        drop(saved);
        let whole = std::fs::read_to_string(&path).expect("readable");
        assert_eq!(whole, "# kayles\none\ntwo\n");
        std::fs::write(&path, whole + "thr").expect("writable");
        let mut saved = open("kayles").expect("the same");
        assert_eq!(saved.lines(), ["one", "two"], "the last line was cut off");
        saved.extend(vec!["three".to_owned()]).expect("writable");
        assert_eq!(saved.lines(), ["one", "two", "three"]);
        let whole = std::fs::read_to_string(&path).expect("readable");
        assert_eq!(whole, "# kayles\none\ntwo\nthree\n");
        let why = open("dawson").expect_err("another one");
        assert!(format!("{why:#}").contains("name another one"), "{why:#}");
    }
}
