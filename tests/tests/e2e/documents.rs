//! The documents match the tree: links and paths resolve, the map lists exactly the existing
//! folders, and commands have the options shown.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_owned()
}

/// The folders in this one that belong to the project.
fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable"));
    let ours = entries.filter(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        let made = ["target", "node_modules", "nim-data", "pictures"].contains(&name.as_str());
        entry.path().is_dir() && !made && !name.starts_with(['.', '_'])
    });
    ours.map(|entry| entry.path()).collect()
}

/// All files with this extension, with their text.
fn files(folder: &Path, extension: &str) -> Vec<(PathBuf, String)> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable"));
    let paths = entries.map(|entry| entry.path());
    let paths = paths.filter(|path| path.extension().is_some_and(|other| other == extension));
    let mut found: Vec<_> =
        paths.map(|path| (path.clone(), fs::read_to_string(path).expect("text"))).collect();
    found.extend(folders(folder).iter().flat_map(|folder| files(folder, extension)));
    found
}

/// The lines outside code blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.lines().filter(move |line| {
        let fence = line.starts_with("```");
        inside ^= fence;
        !inside && !fence && !line.starts_with("    ")
    })
}

/// The code spans in a line.
fn code(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// The targets of the links in a line.
fn links(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| rest.split(')').next())
}

/// The anchor of a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().chars();
    let kept = kept.filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

#[test]
fn every_link_leads_somewhere() {
    for (path, text) in files(&root(), "md") {
        let folder = path.parent().expect("a file is in a folder");
        for target in prose(&text).flat_map(links).filter(|target| !target.contains("://")) {
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let file = if file.is_empty() { path.clone() } else { folder.join(file) };
            assert!(file.exists(), "{}: {target} is not there", path.display());
            if !heading.is_empty() {
                let text = fs::read_to_string(&file).expect("text");
                let mut headings = prose(&text).filter(|line| line.starts_with('#')).map(anchor);
                assert!(headings.any(|other| other == heading), "{}: {target}", path.display());
            }
        }
    }
}

/// Whether this looks like a path from the root: it begins with one of our folders.
fn is_path(code: &str, tops: &BTreeSet<String>) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    let first = code.split_once('/').map(|(first, _)| first);
    code.chars().all(plain) && first.is_some_and(|first| tops.contains(first) || first == ".ci")
}

#[test]
fn every_path_is_there() {
    let name = |path: PathBuf| path.file_name().expect("a name").to_string_lossy().into_owned();
    let tops: BTreeSet<String> = folders(&root()).into_iter().map(name).collect();
    let mut seen = 0;
    for (path, text) in files(&root(), "md") {
        for code in prose(&text).flat_map(code).filter(|code| is_path(code, &tops)) {
            assert!(root().join(code).exists(), "{}: `{code}` is not there", path.display());
            seen += 1;
        }
    }
    assert!(seen > 20, "only {seen} paths");
}

#[test]
fn sources_name_documents_that_are_there() {
    let named = |text: &str| -> Vec<String> {
        let rests = text.split("docs/").skip(1);
        let names = rests.filter_map(|rest| rest.split_once(".md").map(|(name, _)| name));
        let plain = names.filter(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '-'));
        plain.map(str::to_owned).collect()
    };
    for extension in ["rs", "js", "py", "json", "toml"] {
        for (path, text) in files(&root(), extension) {
            for name in named(&text) {
                let document = root().join(format!("docs/{name}.md"));
                assert!(document.exists(), "{}: docs/{name}.md", path.display());
            }
        }
    }
}

/// The folders that a table of the map lists: its first cells, from the folder in the
/// heading above it (the root if there is none).
fn map(text: &str) -> Vec<(String, BTreeSet<String>)> {
    let mut tables = Vec::new();
    for line in prose(text) {
        if line.starts_with('#') {
            let base = code(line).next().unwrap_or_default();
            tables.push((base.to_owned(), BTreeSet::new()));
        } else if let (Some(cell), Some((_, named))) =
            (line.strip_prefix("| ").and_then(|row| row.split('|').next()), tables.last_mut())
        {
            let folders = code(cell).filter_map(|code| code.strip_suffix('/'));
            named.extend(folders.map(str::to_owned));
        }
    }
    tables.retain(|(_, named)| !named.is_empty());
    tables
}

/// The direct subfolders of this folder.
fn below(folder: &Path) -> BTreeSet<String> {
    let name = |path: PathBuf| path.file_name().expect("a name").to_string_lossy().into_owned();
    folders(folder).into_iter().map(name).collect()
}

#[test]
fn the_map_names_every_folder_and_nothing_else() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the map");
    let tables = map(&text);
    let (crates, inside): (Vec<_>, Vec<_>) = tables.into_iter().partition(|(b, _)| b.is_empty());
    let [(_, crates)] = crates.as_slice() else { panic!("one table of crates: {crates:?}") };
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("a manifest");
    let members = manifest.lines().find_map(|line| line.strip_prefix("members = [")).expect("it");
    let members = members.split('"').skip(1).step_by(2).map(str::to_owned);
    assert_eq!(crates, &members.chain(below(&root())).collect());
    assert!(inside.len() > 4, "{inside:?}");
    for (base, named) in inside {
        assert_eq!(named, below(&root().join(&base)), "{base}");
    }
}

/// The number of files changed by a commit that are not generated, from `git`'s output.
fn written_by_hand(stat: &str) -> usize {
    let generated = |line: &&str| line.contains("server/schema/") || line.contains("/texts/");
    stat.lines().filter(|line| line.contains(" | ") && !generated(line)).count()
}

#[test]
#[cfg_attr(not(feature = "tools"), ignore = "needs git and the history; see .ci/test")]
fn the_commits_to_copy_are_as_shown_and_small() {
    let text = fs::read_to_string(root().join("CONTRIBUTING.md")).expect("readable");
    let shown: Vec<(&str, &str)> = text
        .split("\n$ git show --stat ")
        .skip(1)
        .filter_map(|rest| rest.split_once("\n```")?.0.split_once('\n'))
        .collect();
    for (command, stat) in &shown {
        let commit = command.split(' ').next().expect("an id");
        let mut git = std::process::Command::new("git");
        let git = git.args(["show", "--stat=80", "--format=", commit]).current_dir(root());
        let printed = String::from_utf8(git.output().expect("git runs").stdout).expect("text");
        let (files, _summary) = printed.trim_end().rsplit_once('\n').expect(commit);
        assert_eq!(files, *stat, "{commit}");
    }
    let sizes: Vec<usize> = shown.iter().map(|(_, stat)| written_by_hand(stat)).collect();
    assert!(matches!(sizes[..], [0..=8, 0..=6]), "{sizes:?}");
}

/// The number of words in a line outside code.
fn words(line: &str) -> usize {
    let text: String = line.split('`').step_by(2).collect();
    text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count()
}

/// README and manuals stay short enough to be read: an addition must replace something.
#[test]
fn the_manuals_stay_short() {
    let mut manuals = files(&root().join("docs"), "md");
    manuals.push((
        root().join("README.md"),
        fs::read_to_string(root().join("README.md")).expect("it"),
    ));
    let of = |text: &str| prose(text).map(words).sum::<usize>();
    let counts: Vec<_> = manuals.iter().map(|(path, text)| (of(text), path.display())).collect();
    let sum: usize = counts.iter().map(|(count, _)| count).sum();
    assert!((8_000..=13_300).contains(&sum), "{sum} words: {counts:?}");
}

/// The targets of an HTML page's links to the same server, except pictures, which are not text.
fn addresses(html: &str) -> BTreeSet<String> {
    let rests = html.split(" href=\"").skip(1).chain(html.split(" src=\"").skip(1));
    let targets = rests.filter_map(|rest| rest.split('"').next());
    let ours = targets.filter(|target| target.starts_with('/') && !target.ends_with(".webp"));
    ours.map(str::to_owned).collect()
}

#[tokio::test]
async fn the_server_has_the_manual_and_its_links_lead_somewhere() {
    let server = tests::TestServer::open().await;
    let mut unseen = BTreeSet::from(["/docs".to_owned()]);
    let (mut seen, mut pages) = (BTreeSet::new(), 0);
    while let Some(address) = unseen.pop_first() {
        let (path, heading) = address.split_once('#').unwrap_or((&address, ""));
        let (status, page) = tests::raw::get(server.at, path).await;
        assert_eq!(status, 200, "{address}");
        assert!(heading.is_empty() || page.contains(&format!(" id=\"{heading}\"")), "{address}");
        if path.starts_with("/docs") && page.starts_with("<!doctype html>") {
            pages += 1;
            unseen.extend(addresses(&page).into_iter().filter(|other| !seen.contains(other)));
        }
        seen.insert(address);
    }
    let documents = fs::read_dir(root().join("docs")).expect("the manuals").count();
    assert!(pages >= documents, "{seen:?}");
}
