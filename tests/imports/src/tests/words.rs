//! Players are *they*: no source and no document uses another pronoun.

use super::*;

const NEVER: &[&str] = &["he", "him", "his", "himself", "she", "her", "hers", "herself"];

/// Justified uses of other pronouns.
const BUT: &[(&str, &str)] = &[
    ("tests/golden/", "kept as it was given"),
    ("tests/imports/src/tests/words.rs", "names the words"),
    ("server/web/texts/de.", "German: \"her\""),
];

/// The extensions of files that people write and read.
const ENDINGS: &[&str] =
    &["rs", "md", "js", "ts", "css", "html", "json", "toml", "py", "sh", "yml"];

/// All such files below a folder, except generated ones.
fn texts(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable")) {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        let made = ["target", "node_modules", "nim-data", "pictures", ".git"];
        if path.is_dir() && !path.is_symlink() && !made.contains(&name.as_str()) {
            texts(&path, found);
        } else if ENDINGS.iter().any(|ending| name.ends_with(&format!(".{ending}"))) {
            found.push(path);
        }
    }
}

fn is_he(line: &str) -> bool {
    let words = line.split(|c: char| !c.is_alphabetic());
    words.map(str::to_lowercase).any(|word| NEVER.contains(&word.as_str()))
}

#[test]
fn players_are_they() {
    let (mut files, mut broken, mut used) = (Vec::new(), Vec::new(), BTreeSet::new());
    texts(&root(), &mut files);
    assert!(files.len() > 500, "only {} files were read", files.len());
    for path in files {
        let name = path.strip_prefix(root()).expect("below").display().to_string();
        let text = fs::read_to_string(&path).expect("text");
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| is_he(line)) {
            match BUT.iter().find(|(place, _)| name.starts_with(place)) {
                Some((place, _)) => drop(used.insert(*place)),
                None => broken.push(format!("{name}:{number}: {}", line.trim())),
            }
        }
    }
    assert_eq!(broken, [""; 0]);
    assert!(BUT.iter().all(|(place, _)| used.contains(place)), "used are only {used:?}");
}

#[test]
fn the_words_are_found_alone() {
    assert!(is_he("What he plays.") && is_he("if HE: his") && is_he("\"Her_page\""));
    assert!(!is_he("the other cherished theirs; Erhöhe, stört") && !is_he("hero, hiss"));
}
