//! Makes what the server has besides the files of `web/`: the manual at `/docs`, which is README.md
//! and docs/ as HTML, and the page's modules at `/bundles`, joined.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

/// The pages that come first in the contents, in this order; the others follow by name.
const FIRST: &[&str] = &[
    "first-bot",
    "first-tournament",
    "first-load-test",
    "hosting",
    "cluster",
    "games",
    "notation",
    "ladder",
    "tournaments",
    "bots",
    "protocol",
];

/// What fills in the reader's own bot.
const FIRST_BOT: &str = "<script type=\"module\" src=\"/manual/first_bot.js\"></script>";

/// The entries of the page's bundles: what is always needed, what home and a table both need, and
/// what each needs besides. Most games of the day have heaps, and home begins with a question over
/// HTTP.
const BUNDLES: &[&[&str]] = &[
    &["app.js"],
    &["views/board.js", "views/fields.js", "views/hinting.js", "boards/heaps.js", "shell/query.js"],
    // Also part of an invitation, which needs nothing else of home.
    &["views/tile.js", "views/qr.js"],
    &["views/home.js"],
    &["views/table.js"],
    // Also part of an invitation.
    &["state/puzzles.js"],
    &["views/review.js"],
    &["views/learn.js"],
];

/// A document: its title in the manual, and its text.
struct Document {
    name: String,
    text: String,
}

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> Result<()> {
    let server = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = manual(server.parent().ok_or("the workspace")?)?;
    let page = server.join("web");
    println!("cargo::rerun-if-changed={}", page.display());
    println!("cargo::rerun-if-changed={}", page.join("client/").display());
    let mut modules = BTreeMap::new();
    add_modules(&page, "", &mut modules)?;
    let bundled = bundle::bundle(&modules, "/bundles", BUNDLES);
    let bundled = bundled.map_err(|error| format!("server/web/{error}"))?;
    let bundled = bundled.into_iter().map(|(path, text)| (format!("bundles/{path}"), text.into()));
    files.extend(bundled);
    let mut packed = Vec::new();
    for (path, data) in files {
        packed.extend(format!("{path} {}\n", data.len()).into_bytes());
        packed.extend(data);
    }
    Ok(fs::write(PathBuf::from(std::env::var("OUT_DIR")?).join("made"), packed)?)
}

/// Adds the sources of all modules in a folder of the page, by path.
fn add_modules(page: &Path, folder: &str, modules: &mut BTreeMap<String, String>) -> Result<()> {
    for entry in fs::read_dir(page.join(folder))? {
        let entry = entry?.path();
        let name = entry.file_name().unwrap_or_default().to_string_lossy();
        let path = format!("{folder}{name}");
        if entry.is_dir() {
            add_modules(page, &format!("{path}/"), modules)?;
        } else if path.ends_with(".js") {
            modules.insert(path, fs::read_to_string(entry)?);
        }
    }
    Ok(())
}

/// The files of the manual, by path.
fn manual(root: &Path) -> Result<Vec<(String, Vec<u8>)>> {
    println!("cargo::rerun-if-changed={}", root.join("docs").display());
    println!("cargo::rerun-if-changed={}", root.join("README.md").display());
    let text = fs::read_to_string(root.join("README.md"))?;
    let mut documents = vec![Document { name: String::new(), text }];
    let mut files = Vec::new();
    for entry in fs::read_dir(root.join("docs"))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match name.strip_suffix(".md") {
            Some(name) => {
                let text = fs::read_to_string(&path)?;
                documents.push(Document { name: name.to_owned(), text });
            }
            None => files.push((format!("docs/{name}"), fs::read(&path)?)),
        }
    }
    let place = |name: &str| FIRST.iter().position(|first| *first == name);
    documents[1..]
        .sort_by_cached_key(|it| (place(&it.name).unwrap_or(FIRST.len()), it.name.clone()));
    let contents: String = documents.iter().map(Document::line).collect();
    for document in &documents {
        let name = if document.name.is_empty() { "index" } else { &document.name };
        files.push((format!("docs/{name}.html"), document.page(&contents).into_bytes()));
    }
    Ok(files)
}

impl Document {
    /// Its first heading.
    fn title(&self) -> String {
        let heading = self.text.lines().next().unwrap_or_default();
        heading.trim_start_matches("# ").replace('`', "")
    }

    /// Its line in the contents.
    fn line(&self) -> String {
        format!("<li><a href=\"{}\">{}</a></li>", address(&self.name), self.title())
    }

    /// The whole page.
    fn page(&self, contents: &str) -> String {
        // The README alone lies in the root of the repository.
        let folder = if self.name.is_empty() { "" } else { "docs/" };
        let mut body = String::new();
        html::push_html(&mut body, events(folder, &self.text).into_iter());
        let script = if self.name == "first-bot" { FIRST_BOT } else { "" };
        format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <meta name=\"color-scheme\" content=\"light dark\"><title>{} – Nim</title>\
             <link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\">\
             <link rel=\"stylesheet\" href=\"/styles/manual.css\">{script}</head><body>\
             <nav aria-label=\"Manual\"><a href=\"/\">Play</a><ul>{contents}\
             <li><a href=\"/docs/console\">Console</a></li></ul></nav>\
             <main>{body}</main></body></html>\n",
            self.title()
        )
    }
}

/// Where a page of the manual is; the README without a name.
fn address(name: &str) -> String {
    format!("/docs/{name}").trim_end_matches('/').to_owned()
}

/// The document with anchors at its headings and links that lead to the manual's pages.
/// Links to files that the server does not have become plain text.
fn events<'a>(folder: &str, text: &'a str) -> Vec<Event<'a>> {
    let mut events: Vec<Event<'a>> = Vec::new();
    let (mut heading, mut words) = (None, String::new());
    let mut plain_links = 0;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => {
                (heading, words) = (Some(events.len()), String::new());
                events.push(event);
            }
            Event::End(TagEnd::Heading(_)) => {
                if let Some(Event::Start(Tag::Heading { id, .. })) =
                    heading.take().and_then(|at| events.get_mut(at))
                {
                    *id = Some(anchor(&words).into());
                }
                events.push(event);
            }
            Event::Text(ref said) | Event::Code(ref said) => {
                words.push_str(said);
                events.push(event);
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                match target(folder, &dest_url) {
                    Some(dest_url) => {
                        events.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
                    }
                    None => plain_links += 1,
                }
            }
            Event::End(TagEnd::Link) if plain_links > 0 => plain_links -= 1,
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                let dest_url = target(folder, &dest_url).unwrap_or(dest_url);
                events.push(Event::Start(Tag::Image { link_type, dest_url, title, id }));
            }
            // How a column is aligned would be a style in the page, which its policy forbids.
            Event::Start(Tag::Table(_)) => events.push(Event::Start(Tag::Table(Vec::new()))),
            other => events.push(other),
        }
    }
    events
}

/// Where a link leads in the manual; `None` if the server does not have it.
fn target<'a>(folder: &str, link: &str) -> Option<CowStr<'a>> {
    if link.contains("://") || link.starts_with('#') {
        return Some(link.to_owned().into());
    }
    let (file, heading) = link.split_once('#').unwrap_or((link, ""));
    let path = format!("{folder}{file}").replace("docs/../", "");
    let heading = if heading.is_empty() { String::new() } else { format!("#{heading}") };
    if path == "README.md" {
        return Some(format!("{}{heading}", address("")).into());
    }
    let name = path.strip_prefix("docs/")?;
    Some(format!("{}{heading}", address(name.trim_end_matches(".md"))).into())
}

/// A heading as an address has it.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}
