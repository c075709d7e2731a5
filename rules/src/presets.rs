//! Named starts: well-known ones, and ones that show the point of a variant. Each variant's
//! file lists its own.

use crate::{Setup, Variant};

/// A named start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Preset {
    /// Its name: `3-4-5`.
    pub name: &'static str,
    /// The setup in the notation.
    pub game: &'static str,
    /// One sentence about it.
    pub about: &'static str,
}

impl Preset {
    pub(crate) const fn new(name: &'static str, game: &'static str, about: &'static str) -> Preset {
        Preset { name, game, about }
    }

    /// Returns all presets: every variant has at least one, its usual one first; the variants
    /// that are easiest to understand come first.
    pub fn all() -> impl Iterator<Item = &'static Preset> {
        Variant::CATALOGUES.iter().flat_map(|catalogue| catalogue.presets)
    }

    /// Returns the preset with this name.
    ///
    /// ```
    /// use rules::Preset;
    ///
    /// let marienbad = Preset::named("Marienbad").expect("a well-known start");
    /// assert_eq!(marienbad.setup().to_string(), "misere nim 1,3,5,7");
    /// ```
    pub fn named(name: &str) -> Option<&'static Preset> {
        Preset::all().find(|preset| preset.name == name)
    }

    /// Returns the setup. Never panics: a test reads every preset.
    pub fn setup(&self) -> Setup {
        self.game.parse().expect("the tests read every preset")
    }
}

/// A variant's named starts, and its other names.
#[derive(Debug)]
pub(crate) struct Catalogue {
    /// Named starts, the usual one first.
    pub(crate) presets: &'static [Preset],
    /// Other names for particular parameters: `("kayles", "octal(0.77)")`.
    pub(crate) families: &'static [(&'static str, &'static str)],
}

impl Variant {
    /// Returns the variant with this name and the parameters of its first preset.
    pub fn usual(name: &str) -> Option<Variant> {
        let mut variants = Preset::all().map(|preset| preset.setup().variant().clone());
        variants.find(|variant| variant.name() == name)
    }

    /// Returns the variant that people mean by `moore:2`, `moore(2)`, `kayles`, or a bare
    /// name, which means the [usual](Variant::usual) parameters.
    ///
    /// ```
    /// use rules::Variant;
    ///
    /// let kayles = Variant::called("kayles").expect("a well-known name");
    /// assert_eq!(kayles, "octal(0.77)".parse()?);
    /// assert_eq!(Variant::called("chess"), None);
    /// # Ok::<(), rules::Refusal>(())
    /// ```
    pub fn called(name: &str) -> Option<Variant> {
        let mut families = Variant::CATALOGUES.iter().flat_map(|catalogue| catalogue.families);
        let name = families.find(|(short, _)| *short == name).map_or(name, |(_, long)| long);
        match name.split_once(':') {
            Some((name, params)) => format!("{name}({params})").parse().ok(),
            None => Variant::usual(name).or_else(|| name.parse().ok()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_a_setup_in_its_shortest_form() {
        for preset in Preset::all() {
            let setup: Setup =
                preset.game.parse().unwrap_or_else(|e| panic!("{}: {e}", preset.game));
            assert_eq!(setup.to_string(), preset.game);
            assert_eq!(preset.setup(), setup);
            assert_eq!(Preset::named(preset.name), Some(preset));
            let rules = setup.variant().rules();
            assert!(rules.moves(setup.start()).next().is_some(), "{}", preset.name);
            assert!(
                preset.about.ends_with('.') && !preset.about.contains(". "),
                "{}",
                preset.about
            );
        }
    }

    #[test]
    fn every_variant_has_a_preset() {
        for name in Variant::NAMES {
            assert!(Preset::all().any(|preset| preset.setup().variant().name() == *name), "{name}");
        }
    }

    #[test]
    fn names_of_families_are_short_for_variants() {
        for (short, long) in Variant::CATALOGUES.iter().flat_map(|catalogue| catalogue.families) {
            assert_eq!(Variant::called(short), long.parse().ok(), "{short}");
            assert!(Variant::called(short).is_some() && Variant::usual(short).is_none(), "{short}");
        }
        assert_eq!(Variant::called("moore:2"), "moore(2)".parse().ok());
        assert_eq!(Variant::called("chess"), None);
    }
}
