//! Text as outlines in the page's own typeface, because a picture must not depend on the fonts of a
//! machine.

use std::fmt::Write;

use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// Besley 680, Latin: the subset of the page, as TrueType.
const FONT: &[u8] = include_bytes!("../../../previews/besley-680-latin.ttf");

/// Outlines as SVG path data, and their width.
pub(super) struct Lettering {
    pub(super) path: String,
    pub(super) width: f32,
}

/// Draws one line of text, beginning at (0, 0) on the baseline, `size` pixels high. Characters that
/// the typeface lacks are left out.
pub(super) fn letter(text: &str, size: f32) -> Lettering {
    let mut pen = GlyphPen { path: String::new(), x: 0.0, scale: 1.0 };
    let Ok(face) = Face::parse(FONT, 0) else {
        return Lettering { path: String::new(), width: 0.0 };
    };
    pen.scale = size / f32::from(face.units_per_em());
    for glyph in glyphs(&face, text) {
        face.outline_glyph(glyph, &mut pen);
        pen.x += f32::from(face.glyph_hor_advance(glyph).unwrap_or_default()) * pen.scale;
    }
    Lettering { path: pen.path, width: pen.x }
}

/// Whether the typeface has all characters of the text.
pub(super) fn can_letter(text: &str) -> bool {
    Face::parse(FONT, 0).is_ok_and(|face| glyphs(&face, text).count() == text.chars().count())
}

fn glyphs(face: &Face<'_>, text: &str) -> impl Iterator<Item = GlyphId> {
    text.chars().filter_map(|letter| face.glyph_index(letter))
}

/// Draws glyphs one after another.
struct GlyphPen {
    path: String,
    x: f32,
    scale: f32,
}

impl GlyphPen {
    fn draw(&mut self, step: char, points: &[(f32, f32)]) {
        self.path.push(step);
        for (x, y) in points {
            let (x, y) = (self.x + x * self.scale, -y * self.scale);
            // Writing to memory cannot fail.
            let _ = write!(self.path, "{x:.1} {y:.1} ");
        }
    }
}

impl OutlineBuilder for GlyphPen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.draw('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.draw('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.draw('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.draw('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.path.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_becomes_outlines_as_wide_as_it_is_long() {
        let (one, two) = (letter("n", 40.0), letter("nn", 40.0));
        assert!(one.path.starts_with('M') && one.path.ends_with('Z'), "{}", one.path);
        assert!((two.width - 2.0 * one.width).abs() < 0.01);
        assert!((letter("n", 80.0).width - two.width).abs() < 0.01);
        assert!(letter("", 40.0).path.is_empty());
    }

    /// The numbers of a path.
    fn points(path: &str) -> Vec<f32> {
        let numbers = path.split(|c: char| c.is_ascii_alphabetic() || c == ' ');
        numbers.filter_map(|number| number.parse().ok()).collect()
    }

    #[test]
    fn letters_stand_on_their_line_one_beside_the_other_in_their_size() {
        let (small, large) = (letter("n", 40.0), letter("n", 80.0));
        let ends = |path: &str, at: usize| {
            let numbers = points(path).into_iter().skip(at).step_by(2);
            numbers.fold((f32::MAX, f32::MIN), |(low, high), n| (low.min(n), high.max(n)))
        };
        let (left, right) = ends(&small.path, 0);
        let (top, bottom) = ends(&small.path, 1);
        assert!(left >= 0.0 && right <= small.width && right - left > small.width / 2.0);
        assert!((-30.0..-10.0).contains(&top) && bottom.abs() < 1.0, "{top} {bottom}");
        for (at, (low, high)) in [(0, (left, right)), (1, (top, bottom))] {
            let (twice_low, twice_high) = ends(&large.path, at);
            assert!((twice_low - 2.0 * low).abs() < 0.2 && (twice_high - 2.0 * high).abs() < 0.2);
        }
        let two = letter("nn", 40.0).path;
        let (_, second) = two.split_at(two.len() / 2 - 1);
        let moved = ends(second, usize::from(points(second).len() % 2 == 1));
        assert!(moved.1 > small.width, "the second begins where the first ends: {moved:?}");
    }

    #[test]
    fn characters_missing_from_the_typeface_are_recognised() {
        assert!(can_letter("Ada – Zoë 3,5,7"));
        assert!(!can_letter("Ада"));
    }

    #[test]
    fn a_pen_draws_each_step_where_it_stands_with_the_line_below() {
        let mut pen = GlyphPen { path: String::new(), x: 1.0, scale: 2.0 };
        pen.move_to(1.0, 1.0);
        pen.line_to(2.0, 0.0);
        pen.quad_to(3.0, 1.0, 4.0, 2.0);
        pen.curve_to(1.0, 1.0, 2.0, 2.0, 3.0, 3.0);
        pen.close();
        let drawn = "M3.0 -2.0 L5.0 -0.0 Q7.0 -2.0 9.0 -4.0 C3.0 -2.0 5.0 -4.0 7.0 -6.0 Z";
        assert_eq!(pen.path, drawn);
    }
}
