//! The part of a report in which games are played back: the page's own boards, fetched from
//! the server that ran the tournament and put into one file, which then needs no network.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use bot::ServerUrl;
use bot::http::request;
use protocol::Number;
use report::Report;
use rules::Game;
use serde_json::{Value, json};
use solver::{Budget, MoveMark, review};

use crate::Failed;
use crate::outcome::{FileGame, TournamentOutcome};

/// Games that a report plays back, and the bytes of them: more would be no report that a
/// browser opens at once.
const MAX_GAMES: usize = 2_000;
const MAX_BYTES: usize = 16 << 20;

/// Files of the page; today it takes about fifty.
const MAX_FILES: usize = 300;

/// Positions that the solver looks at for one game, and how long it works on all.
const REVIEW_WORK: u64 = 100_000;
const REVIEW_TIMEOUT: Duration = Duration::from_secs(20);

/// Nothing from anywhere: what is in the file is all there is.
const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
                      script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; img-src data:\">";

/// How the part looks besides the boards.
const STYLE: &str = "\
#replay{max-width:46rem}#replay .rim,#replay .flame{opacity:0}#replay .definitions{position:absolute;width:0;height:0}\
#replay label{display:flex;gap:.6rem;align-items:baseline;margin-bottom:.75rem}\
#replay select,#replay button{font:inherit;color:inherit;background:var(--surface);\
border:1px solid var(--edge);border-radius:.4rem;padding:.3rem .7rem}#replay select{max-width:100%}\
#replay .steps{display:flex;gap:.5rem;margin:.5rem 0}#replay ol{display:flex;flex-wrap:wrap;\
gap:.35rem;list-style:none;padding:0}#replay ol button{padding:.15rem .5rem;font-size:.9rem}\
#replay .kept{color:var(--moss)}#replay .threw{color:var(--ember)}\
#replay [aria-current]{outline:2px solid var(--link)}#replay svg text{stroke:none}\
#replay .hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}";

/// The files of the page that play games back.
#[derive(Clone, Debug, Default)]
pub struct ReplayFiles {
    /// By path, their imports already renamed.
    modules: BTreeMap<String, String>,
    style: String,
}

impl ReplayFiles {
    /// Fetches them from a server, with the boards of these variants.
    ///
    /// # Errors
    /// When it does not answer or does not have them.
    pub async fn fetch(
        server: &ServerUrl,
        variants: &BTreeSet<String>,
    ) -> Result<ReplayFiles, Failed> {
        let mut wanted: Vec<String> = [
            "replay.js",
            "texts/en.js",
            "texts/en.variants.js",
            "texts/en.board.js",
            "texts/en.table.js",
        ]
        .map(str::to_owned)
        .to_vec();
        wanted.extend(variants.iter().map(|variant| format!("variants/{variant}.js")));
        let mut files = ReplayFiles::default();
        while let Some(path) = wanted.pop() {
            if files.modules.contains_key(&path) || files.modules.len() >= MAX_FILES {
                continue;
            }
            let (text, imports) = renamed(&path, &file(server, &path).await?);
            wanted.extend(imports);
            files.modules.insert(path, text);
        }
        let page = file(server, "styles/style.css").await?;
        files.style = style(&page, &file(server, "styles/board.css").await?);
        Ok(files)
    }

    /// The import map: each file under its name, as text in an address.
    fn import_map(&self) -> String {
        let address = |text: &str| format!("data:text/javascript,{}", in_address(text));
        let named = self.modules.iter().map(|(path, text)| (format!("nim/{path}"), address(text)));
        in_script(&json!({ "imports": named.collect::<BTreeMap<_, _>>() }))
    }
}

async fn file(server: &ServerUrl, path: &str) -> Result<String, Failed> {
    match request(server, "GET", &format!("/{path}"), "").await? {
        (200, text) => Ok(text),
        (status, _) => Err(Failed::Refused(format!("{path}: {status}"))),
    }
}

/// A module whose imports have names instead of places, and the places of those that are
/// not put together only when it runs.
fn renamed(path: &str, text: &str) -> (String, Vec<String>) {
    let (mut out, mut imports, mut rest) = (String::new(), Vec::new(), text);
    let marks = ["from \"", "import \"", "import(`"];
    while let Some((at, mark)) =
        marks.iter().filter_map(|mark| Some((rest.find(mark)?, *mark))).min()
    {
        let (before, after) = rest.split_at(at + mark.len());
        out += before;
        rest = after;
        let close = if mark.ends_with('`') { '`' } else { '"' };
        let Some(end) = rest.find(close).filter(|_| rest.starts_with('.')) else { continue };
        let target = resolved(path, &rest[..end]);
        out += &format!("nim/{target}");
        rest = &rest[end..];
        if close == '"' {
            imports.push(target);
        }
    }
    (out + rest, imports)
}

/// `boards/draw.js` for `./draw.js` in `boards/heaps.js`.
fn resolved(path: &str, import: &str) -> String {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in import.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The colours of the page and the rules of its boards, for this part of the report alone.
fn style(page: &str, board: &str) -> String {
    let block = |mark: &str| {
        let block = page.split_once(mark).and_then(|(_, rest)| rest.split_once('}'));
        block.map_or(String::new(), |(block, _)| block.to_owned())
    };
    let (light, dark) = (block(":root {"), block(":root[data-theme=\"dark\"] {"));
    let style = format!(
        "#replay{{{light}}}@media(prefers-color-scheme:dark){{#replay{{{dark}}}}}\n#replay{{{board}}}\n{STYLE}"
    );
    style.replace("</", "")
}

/// JSON that ends no element.
fn in_script(value: &Value) -> String {
    value.to_string().replace('<', "\\u003c")
}

fn in_address(text: &str) -> String {
    let mut address = String::with_capacity(text.len() * 5 / 4);
    for byte in text.bytes() {
        match byte {
            b'%' | b'#' | b'"' | b'\\' | b'<' | b'>' | ..=0x1f | 0x7f.. => {
                address += &format!("%{byte:02X}");
            }
            plain => address.push(char::from(plain)),
        }
    }
    address
}

impl TournamentOutcome {
    /// The variants that were played.
    pub fn variants(&self) -> BTreeSet<String> {
        let games = self.games.iter().filter_map(|game| game.record.parse::<Game>().ok());
        games.map(|game| game.setup().variant().name().to_owned()).collect()
    }

    /// Adds the section in which games are played back.
    pub(crate) fn add_replay(&self, report: &mut Report, files: &ReplayFiles) {
        let late = Instant::now() + REVIEW_TIMEOUT;
        let (mut games, mut bytes) = (Vec::new(), 0);
        let played: Vec<&FileGame> = self.games.iter().filter(|game| game.was_played()).collect();
        for game in &played {
            let Some(reviewed) = self.reviewed(game, late) else { continue };
            bytes += reviewed.to_string().len();
            if bytes > MAX_BYTES || games.len() == MAX_GAMES {
                break;
            }
            games.push(reviewed);
        }
        report.section("Games");
        report.text(
            "Arrow keys step through a game, page up and down change it. ✓ kept the win, ✗ threw \
             it away, · had no choice, ? is not decided.",
        );
        if games.len() < played.len() {
            let (shown, all) = (games.len(), played.len());
            report.text(&format!("These are the first {shown} of {all} games."));
        }
        report.head(POLICY);
        let data = in_script(&json!({ "games": games, "words": words() }));
        report.html(&format!(
            "<style>{}</style><div id=\"replay\"></div>\
             <script type=\"application/json\" id=\"games\">{data}</script>\
             <script type=\"importmap\">{}</script>\
             <script type=\"module\">import \"nim/replay.js\";</script>",
            files.style,
            files.import_map()
        ));
    }

    /// A game with all its positions and what the solver says of its moves.
    fn reviewed(&self, game: &FileGame, late: Instant) -> Option<Value> {
        let played: Game = game.record.parse().ok()?;
        let stop = move || Instant::now() > late;
        let budget = &mut Budget::positions(REVIEW_WORK).until(&stop);
        let review = review(played.setup(), played.moves(), budget).ok()?;
        let positions: Vec<_> = review.plies.iter().map(|ply| &ply.position).collect();
        let made = &review.plies[..played.moves().len()];
        let mark = |mark: Option<MoveMark>| json!(mark.unwrap_or(MoveMark::Unknown));
        let marks: Vec<Value> = made.iter().map(|ply| mark(ply.mark)).collect();
        let best: Vec<_> = made
            .iter()
            .map(|ply| ply.winning_moves.as_ref().and_then(|some| some.first()))
            .collect();
        let end = match game.winner {
            Some(winner) => {
                format!("{} wins ({}).", self.name_of(winner), game.how.replace('_', " "))
            }
            None => format!("Nobody wins ({}).", game.how.replace('_', " ")),
        };
        Some(json!({
            "name": game.place.map(|n| n.to_string()).join("."),
            "players": game.seats.map(|number: Number| self.name_of(number)),
            "end": end,
            "game": played.setup(),
            "positions": positions,
            "moves": played.moves(),
            "marks": marks,
            "best": best,
        }))
    }
}

/// The words of the part.
fn words() -> Value {
    json!({
        "game": "Game",
        "start": "The start.",
        "first": "⏮ First",
        "back": "◀ Back",
        "next": "Next ▶",
        "last": "Last ⏭",
        "kept": "It keeps the win.",
        "threw": "It throws the win away.",
        "safe": "Every move wins.",
        "lost": "Every move loses.",
        "unknown": "Nobody knows yet who wins.",
        "better": "This would have won:",
    })
}

#[cfg(test)]
mod tests;
