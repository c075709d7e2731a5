//! Starts that have a name, because people have played them for long or because
//! they show well what a variant is about.

use rules::Setup;

/// A start with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// What it is called: `3-4-5`.
    pub name: &'static str,
    /// One sentence on it.
    pub about: &'static str,
    /// The setup in the notation.
    pub game: &'static str,
}

impl Preset {
    /// The preset of this name.
    pub fn named(name: &str) -> Option<&'static Preset> {
        PRESETS.iter().find(|preset| preset.name == name)
    }

    /// What is played.
    pub fn setup(&self) -> Setup {
        self.game.parse().expect("the tests read every preset")
    }
}

const fn preset(name: &'static str, game: &'static str, about: &'static str) -> Preset {
    Preset { name, about, game }
}

/// All presets; every variant has at least one.
pub const PRESETS: &[Preset] = &[
    preset("3-4-5", "nim 3,4,5", "Nim on three heaps, with a single winning first move."),
    preset("3-5-7", "nim 3,5,7", "Nim on three heaps, where taking one from any heap wins."),
    preset("7-9-12-15", "nim 7,9,12,15", "Nim on four heaps, with three winning first moves."),
    preset(
        "Marienbad",
        "misere nim 1,3,5,7",
        "Misère Nim as in the film Last Year at Marienbad (1961), lost for whoever begins.",
    ),
    preset(
        "Nimatron",
        "nim 3,4,6,7",
        "Four rows of at most seven lamps, as the Nimatron of the 1940 World's Fair had them.",
    ),
    preset("21", "misere game21(step=3;target=21) 0", "Count on by 1 to 3, and do not say 21."),
    preset("100", "game100(step=10;target=100) 0", "Count on by 1 to 10, and be who says 100."),
    preset(
        "21 for three",
        "game21_nplayer(players=3;step=3;target=21) 0",
        "Three players count on by 1 to 3, and who says 21 is out.",
    ),
    preset(
        "one heap of 21",
        "subtraction(1,2,3) 21",
        "Take 1 to 3 from a heap of 21, the game that Bachet described in 1612.",
    ),
    preset("Wythoff", "multiheap(all) 10,15", "Take from one of two heaps, or equally from both."),
    preset("greedy", "greedy 6,8,9,9,9", "Nim in which only the largest heaps may be touched."),
    preset("Moore", "moore(2) 3,5,7,9", "Take from one heap or from two at a time (Moore 1910)."),
    preset(
        "Building",
        "building remaining=12;stacks=0,0,0",
        "Put twelve stones on three stacks in turn, then play Nim with what you have built.",
    ),
    preset("candy", "candy 5,6,7", "Nim in which the candies that each has taken count as well."),
    preset("Fibonacci 20", "fibonacci heap=20;limit=19", "Take at most twice what was taken last."),
    preset(
        "four stacks",
        "circular_stacks(2) 3,5,4,6",
        "Four stacks in a circle; take from two neighbours as much as you like.",
    ),
    preset(
        "ten in a circle",
        "circular(3) 1111111111",
        "Take up to three neighbours of ten in a circle; whoever goes second can mirror.",
    ),
    preset("Grundy 20", "grundy 20", "Split a heap of twenty into unequal parts, again and again."),
    preset(
        "Kayles",
        "octal(0.77) 1,11",
        "Bowl down one or two neighbouring pins of thirteen, the second of them gone (Dudeney 1908).",
    ),
    preset(
        "Dawson's chess",
        "misere octal(0.137) 8",
        "Pawns on eight files that must take (Dawson 1935), told as a heap.",
    ),
    preset("Treblecross", "octal(0.007) 13", "Three crosses in a row on eleven squares win."),
    preset(
        "TacTix",
        "misere ndim(4,4) 1111111111111111",
        "Take neighbours in a row or column of a 4 x 4 square, and not the last (Hein 1950).",
    ),
    preset(
        "3 x 5 board",
        "ndim(3,5) 111111111111111",
        "TacTix on 3 x 5, where the last move wins.",
    ),
    preset(
        "Petersen graph",
        "graph(edges=0-1,1-2,2-3,3-4,4-0,0-5,1-6,2-7,3-8,4-9,5-7,7-9,9-6,6-8,8-5;graph=Petersen;\
         max=2;min=1;rule=connected;vertices=10) 0,1,2,3,4,5,6,7,8,9",
        "Kayles on the Petersen graph: remove a vertex, or two that share an edge.",
    ),
    preset(
        "star of a cube",
        "graph(edges=0-1,1-3,3-2,2-0,4-5,5-7,7-6,6-4,0-4,1-5,2-6,3-7;graph=cube;rule=star;vertices=8) \
         0,1,2,3,4,5,6,7",
        "Remove a corner of a cube with any of its neighbours.",
    ),
    preset("Notakto", "misere notakto .........", "Both put crosses, and who makes a line loses."),
    preset(
        "Notakto on two boards",
        "misere notakto .........,.........",
        "Crosses on two boards, and who makes the last line loses.",
    ),
    preset(
        "Notakto on three boards",
        "misere notakto .........,.........,.........",
        "Crosses on three boards, and who makes the last line loses.",
    ),
    preset(
        "Chomp 4 x 7",
        "misere chomp 7,7,7,7",
        "Bites from a bar of chocolate, its corner poison.",
    ),
    preset(
        "divisors of 60",
        "misere poset(covers=0-1,1-2,0-3,1-4,2-5,3-4,4-5,0-6,1-7,2-8,3-9,4-10,5-11,6-7,7-8,6-9,7-10,\
         8-11,9-10,10-11;elements=12;poset=\"divisors of 60\") 0,1,2,3,4,5,6,7,8,9,10,11",
        "Name a divisor of 60 that no named one divides, and not 1 (Schuh 1952).",
    ),
];

#[cfg(test)]
mod tests {
    use rules::Variant;

    use super::*;

    #[test]
    fn every_preset_is_a_setup_in_its_shortest_form() {
        for preset in PRESETS {
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
            assert!(
                PRESETS.iter().any(|preset| preset.setup().variant().name() == *name),
                "{name}"
            );
        }
    }
}
