//! The picture of a shared link: the game on its background with its players beside it. An SVG made
//! from the page's own drawings, converted to PNG, which is what sites show.

use std::fmt::Write;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

use crate::api::page::lettering::{can_letter, letter};
use crate::api::page::previews::{Ground, PREVIEWS};
use crate::api::page::subject::{SITE, Subject};

/// The largest size at which sites show the picture.
pub(super) const WIDTH: u32 = 1200;
pub(super) const HEIGHT: u32 = 630;

/// The board: its left and top edges, width and height, and the width of its frame.
const BOARD: [f32; 5] = [56.0, 101.0, 612.0, 428.0, 16.0];
/// The left edge of the text, and the maximum width of a line.
const TEXT: (f32, f32) = (728.0, 416.0);
/// The maximum number of lines of a title or a sentence.
const MOST_LINES: usize = 3;
/// More letters than so many lines hold. What follows them is not looked at: whoever offers a
/// game of a thousand heaps writes its title.
const MOST_LETTERS: usize = 300;

const INK: &str = "#172025";
const INK2: &str = "#44525A";

/// The picture could not be drawn.
#[derive(Debug, Error)]
pub(super) enum BadPicture {
    /// The drawing is not SVG.
    #[error("the drawing cannot be read: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// There is no memory for the picture, or it cannot be encoded.
    #[error("the picture cannot be made")]
    Png,
}

/// Draws the picture of a subject as PNG, 1200 x 630 pixels. It takes some ten milliseconds.
///
/// # Errors
/// When the drawings that are part of this binary are faulty.
pub(super) fn png(subject: &Subject) -> Result<Vec<u8>, BadPicture> {
    let tree = Tree::from_str(&svg(subject), &Options::default())?;
    let mut pixmap = Pixmap::new(WIDTH, HEIGHT).ok_or(BadPicture::Png)?;
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|_| BadPicture::Png)
}

fn svg(subject: &Subject) -> String {
    let game = PREVIEWS.games.get(&subject.variant);
    let ground = game.map_or(Ground::Slate, |game| game.ground);
    let drawing = game.map_or("", |game| game.svg.as_str());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\">\
         <defs>{}{}</defs><rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#EFF1EF\"/>\
         {}{}</svg>",
        PREVIEWS.shared,
        gradient(ground),
        board(drawing),
        words(subject),
    )
}

fn gradient(ground: Ground) -> String {
    let [light, dark] = ground.colours();
    format!(
        "<linearGradient id=\"ground\" x1=\"0\" y1=\"0\" x2=\".4\" y2=\"1\">\
         <stop offset=\"0\" stop-color=\"{light}\"/><stop offset=\"1\" stop-color=\"{dark}\"/>\
         </linearGradient>"
    )
}

/// The drawing in a frame of beech, lit from above.
fn board(drawing: &str) -> String {
    let [x, y, width, height, frame] = BOARD;
    let (left, top) = (x - frame, y - frame);
    let (outer_width, outer_height) = (width + 2.0 * frame, height + 2.0 * frame);
    let (inner, scale) = (x + 6.0, width / 200.0);
    format!(
        "<rect x=\"{left}\" y=\"{top}\" width=\"{outer_width}\" height=\"{outer_height}\" \
         rx=\"18\" fill=\"#C9A06B\"/>\
         <path d=\"M{x} {top}h{width}l-6 {frame}H{inner}z\" fill=\"#E6C998\" opacity=\".7\"/>\
         <rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"6\" \
         fill=\"url(#ground)\"/>\
         <g transform=\"translate({x} {y}) scale({scale})\">{drawing}</g>"
    )
}

/// The title, the sentence, and the name of the site at the bottom.
fn words(subject: &Subject) -> String {
    let title = match can_letter(&subject.title) {
        true => subject.title.as_str(),
        false => SITE,
    };
    let mut text = CardText { out: String::new(), y: 150.0 };
    text.paragraph(title, 58.0, INK);
    for line in subject.lines.iter().filter(|line| can_letter(line)) {
        text.y += 14.0;
        text.paragraph(line, 30.0, INK2);
    }
    text.y = 529.0;
    text.paragraph(SITE, 40.0, INK);
    text.out
}

/// Lines of text, one below the other.
struct CardText {
    out: String,
    /// The baseline of the next line.
    y: f32,
}

impl CardText {
    fn paragraph(&mut self, text: &str, size: f32, fill: &str) {
        for line in broken(text, size) {
            let path = letter(&line, size).path;
            let (x, y) = (TEXT.0, self.y);
            // Writing to memory cannot fail.
            let _ = write!(
                self.out,
                "<path transform=\"translate({x} {y})\" fill=\"{fill}\" d=\"{path}\"/>"
            );
            self.y += size * 1.18;
        }
    }
}

/// Breaks text into lines that fit; text that is too long for the last line ends in an ellipsis.
fn broken(text: &str, size: f32) -> Vec<String> {
    let fits = |line: &str| letter(line, size).width <= TEXT.1;
    let mut lines: Vec<String> = Vec::new();
    let end = text.char_indices().nth(MOST_LETTERS).map_or(text.len(), |(end, _)| end);
    for word in text[..end].split_whitespace() {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match longer.filter(|line| fits(line)) {
            Some(line) => *lines.last_mut().unwrap_or(&mut String::new()) = line,
            None => lines.push(word.to_owned()),
        }
    }
    let cut = lines.len() > MOST_LINES;
    lines.truncate(MOST_LINES);
    let last = lines.len().saturating_sub(1);
    for (i, line) in lines.iter_mut().enumerate() {
        if fits(line) && !(cut && i == last) {
            continue;
        }
        while !line.is_empty() && !fits(&format!("{line}…")) {
            line.pop();
        }
        line.push('…');
    }
    lines
}

#[cfg(test)]
mod tests {
    use rules::Variant;

    use super::*;

    fn subject(variant: &str, title: &str) -> Subject {
        let about = "Ada won after 7 moves. See where it turned.".to_owned();
        let (title, variant) = (title.to_owned(), variant.to_owned());
        Subject { title, lines: vec!["Nim 3,5,7".to_owned(), about.clone()], about, variant }
    }

    /// The numbers after this word, wherever it stands.
    fn numbers(svg: &str, word: &str) -> Vec<f32> {
        let after = svg.split(word).skip(1);
        let number = |rest: &str| {
            let end = rest.find(|c: char| c != '.' && !c.is_ascii_digit()).unwrap_or(rest.len());
            rest[..end].parse().expect("a number")
        };
        after.map(number).collect()
    }

    #[test]
    fn the_words_stand_below_one_another_and_the_board_is_as_wide_as_its_frame() {
        let mut subject = subject("nim", "Ada – Bob");
        subject.title = "Wolfeschlegelsteinhausenbergerdorff plays Bouton".to_owned();
        let text = words(&subject);
        let of_letters = format!("translate({} ", TEXT.0);
        let lines = numbers(&text, &of_letters);
        assert_eq!(lines.len(), 6, "a title and a sentence of two lines each: {lines:?}");
        let steps: Vec<f32> = lines.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert_eq!(lines[0], 150.0);
        let (title, line) = (58.0 * 1.18, 30.0 * 1.18);
        for (found, expected) in steps.iter().zip([title, title + 14.0, line + 14.0, line]) {
            assert!((found - expected).abs() < 0.01, "{steps:?}");
        }
        assert_eq!(lines[5], 529.0);
        let [_, _, width, _, frame] = BOARD;
        let board = board("");
        assert_eq!(numbers(&board, "scale("), [width / 200.0], "drawings are 200 wide");
        let widths = numbers(&board, "width=\"");
        assert_eq!(widths, [width + 2.0 * frame, width]);
    }

    #[test]
    fn every_game_has_a_picture_of_its_own() {
        let pictures = Variant::NAMES.iter().map(|name| {
            let png = png(&subject(name, "Ada – Bob")).expect("the drawings are good");
            assert!(png.starts_with(b"\x89PNG"), "{name}");
            // The game is drawn: an empty board compresses into less.
            assert!(png.len() > 12_000, "{name} has {} bytes", png.len());
            png
        });
        // Some variants share the picture of a related one.
        let different: std::collections::HashSet<_> = pictures.collect();
        assert!(different.len() >= 19, "{}", different.len());
    }

    /// It would take minutes, were every letter tried.
    #[test]
    fn of_a_title_that_nobody_could_read_only_the_beginning_is_drawn() {
        let heaps = vec!["9007199254740991"; 1_000].join(",");
        let read: String = heaps.chars().take(MOST_LETTERS).collect();
        assert_eq!(broken(&heaps, 58.0), broken(&read, 58.0));
        assert!(broken(&heaps, 58.0)[0].ends_with('…'));
    }

    #[test]
    fn long_and_hostile_names_stay_within_their_lines() {
        let long = "Wolfeschlegelsteinhausenbergerdorff ".repeat(9);
        let lines = broken(&long, 58.0);
        assert_eq!(lines.len(), MOST_LINES);
        assert!(lines.iter().all(|line| letter(line, 58.0).width <= TEXT.1), "{lines:?}");
        assert!(lines.iter().all(|line| line.ends_with('…')), "{lines:?}");
        for name in ["\"/><script>", "", "Ада", "&amp;"] {
            png(&subject("nim", name)).expect("a name is outlines, never markup");
        }
    }
}
