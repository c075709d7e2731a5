//! Starts that have a name, because people have played them for long or because
//! they show well what a variant is about.

use rules::{Setup, Variant};

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

    /// The variant of this name, with the parameters of its first preset.
    pub fn variant(name: &str) -> Option<Variant> {
        let mut variants = PRESETS.iter().map(|preset| preset.setup().variant().clone());
        variants.find(|variant| variant.name() == name)
    }

    /// What is played.
    pub fn setup(&self) -> Setup {
        self.game.parse().expect("the tests read every preset")
    }
}

const fn preset(name: &'static str, game: &'static str, about: &'static str) -> Preset {
    Preset { name, about, game }
}

/// All presets: every variant has at least one, the usual one first, and those
/// that are easiest to understand come first.
pub const PRESETS: &[Preset] = &[
    preset("3-5-7", "nim 3,5,7", "Nim on three heaps, where taking one from any heap wins."),
    preset("3-4-5", "nim 3,4,5", "Nim on three heaps, with a single winning first move."),
    preset("7-9-12-15", "nim 7,9,12,15", "Nim on four heaps, with three winning first moves."),
    preset("5-8-13", "nim 5,8,13", "Nim on three heaps, lost for whoever begins but for a slip."),
    preset("2-3-8-9", "nim 2,3,8,9", "Nim on two pairs of neighbours, whose nim-sum is 0."),
    preset("1-3-5-7", "nim 1,3,5,7", "The heaps of Marienbad where the last move wins."),
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
    preset("17", "misere game21(step=4;target=17) 0", "Count on by 1 to 4, and do not say 17."),
    preset("34", "misere game21(step=5;target=34) 0", "Count on by 1 to 5, and do not say 34."),
    preset("100", "game100(step=10;target=100) 0", "Count on by 1 to 10, and be who says 100."),
    preset("30", "game100(step=5;target=30) 0", "Count on by 1 to 5, and be who says 30."),
    preset(
        "one heap of 21",
        "subtraction(1,2,3) 21",
        "Take 1 to 3 from a heap of 21, the game that Bachet described in 1612.",
    ),
    preset("5-9-14 by 3", "subtraction(1,2,3) 5,9,14", "Take 1 to 3 from one of three heaps."),
    preset("10-17", "subtraction(1,3,4) 10,17", "Take 1, 3 or 4 from one of two heaps."),
    preset("8-12-15", "subtraction(2,5) 8,12,15", "Take 2 or 5 from one of three heaps."),
    preset("Wythoff 5-8", "multiheap(all) 5,8", "Wythoff's game on two small heaps."),
    preset("Wythoff", "multiheap(all) 10,15", "Take from one of two heaps, or equally from both."),
    preset(
        "Wythoff on three",
        "multiheap(all) 3,5,7",
        "Take from one heap, or equally from all three.",
    ),
    preset(
        "Wythoff to the end",
        "multiheap(nonempty) 3,4,6",
        "Take from one heap, or equally from every heap that has something left.",
    ),
    preset("Fibonacci 20", "fibonacci heap=20;limit=19", "Take at most twice what was taken last."),
    preset("Fibonacci 13", "fibonacci heap=13;limit=12", "Fibonacci Nim on a lost heap."),
    preset("Fibonacci 50", "fibonacci heap=50;limit=49", "Fibonacci Nim on a long heap."),
    preset("Kayles 10", "octal(0.77) 10", "Kayles on a row of ten pins."),
    preset(
        "Kayles",
        "octal(0.77) 1,11",
        "Bowl down one or two neighbouring pins of thirteen, the second of them gone (Dudeney 1908).",
    ),
    preset("Kayles 5-7", "octal(0.77) 5,7", "Kayles on two rows."),
    preset("Dawson's Kayles", "octal(0.07) 13", "Take two neighbouring pins out of thirteen."),
    preset("Officers", "octal(0.6) 11", "Take one pin, but never the last of a row."),
    preset(
        "Dawson's chess",
        "misere octal(0.137) 8",
        "Pawns on eight files that must take (Dawson 1935), told as a heap.",
    ),
    preset("Treblecross", "octal(0.007) 13", "Three crosses in a row on eleven squares win."),
    preset("Grundy 8", "grundy 8", "Grundy's game on a small heap."),
    preset("Grundy 20", "grundy 20", "Split a heap of twenty into unequal parts, again and again."),
    preset("Grundy 12", "grundy 12", "Grundy's game on a dozen."),
    preset("Grundy 5-9", "grundy 5,9", "Grundy's game on two heaps."),
    preset(
        "Chomp 4 x 7",
        "misere chomp 7,7,7,7",
        "Bites from a bar of chocolate, its corner poison.",
    ),
    preset("Chomp 3 x 5", "misere chomp 5,5,5", "A small bar of chocolate, its corner poison."),
    preset("Chomp 5 x 5", "misere chomp 5,5,5,5,5", "A square bar, which is won by symmetry."),
    preset(
        "Notakto on three boards",
        "misere notakto .........,.........,.........",
        "Crosses on three boards, and who makes the last line loses.",
    ),
    preset("Notakto", "misere notakto .........", "Both put crosses, and who makes a line loses."),
    preset(
        "Notakto on two boards",
        "misere notakto .........,.........",
        "Crosses on two boards, and who makes the last line loses.",
    ),
    preset("4 x 4 board", "ndim(4,4) 1111111111111111", "TacTix where the last move wins."),
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
    preset("3 x 3 board", "ndim(3,3) 111111111", "A small board, won from its centre."),
    preset(
        "2 x 3 x 3 block",
        "ndim(2,3,3) 111111111111111111",
        "Nim in space: lines along three axes.",
    ),
    preset("2 x 2 x 2 x 2", "ndim(2,2,2,2) 1111111111111111", "Nim in four dimensions."),
    preset(
        "ten in a circle",
        "circular(3) 1111111111",
        "Take up to three neighbours of ten in a circle; whoever goes second can mirror.",
    ),
    preset(
        "twelve in a circle",
        "circular(2) 111111111111",
        "Take one or two neighbours of twelve in a circle.",
    ),
    preset(
        "nine in a circle",
        "circular(4) 111111111",
        "Take up to four neighbours of nine in a circle.",
    ),
    preset("Moore 3-4-5-6", "moore(2) 3,4,5,6", "Moore's Nim on four small heaps, two at a time."),
    preset("Moore", "moore(2) 3,5,7,9", "Take from one heap or from two at a time (Moore 1910)."),
    preset("Moore by three", "moore(3) 2,3,4,5,6", "Take from up to three heaps at a time."),
    preset(
        "Moore capped",
        "moore(cap=2;k=2) 3,4,5",
        "Take from up to two heaps, at most 2 from each.",
    ),
    preset("greedy 3-5-7", "greedy 3,5,7", "Greedy Nim on three small heaps."),
    preset("greedy", "greedy 6,8,9,9,9", "Nim in which only the largest heaps may be touched."),
    preset("greedy 9-9-5", "greedy 9,9,5", "Greedy Nim with two tallest heaps."),
    preset("candy 3-4-5", "candy 3,4,5", "Candy Nim on three small heaps."),
    preset("candy", "candy 5,6,7", "Nim in which the candies that each has taken count as well."),
    preset(
        "candy 2-5-7",
        "candy 2,5,7",
        "Candy Nim where who begins loses, but not all the candies.",
    ),
    preset(
        "Building 8",
        "building remaining=8;stacks=0,0,0",
        "Put eight stones on three stacks in turn, then play Nim.",
    ),
    preset(
        "Building",
        "building remaining=12;stacks=0,0,0",
        "Put twelve stones on three stacks in turn, then play Nim with what you have built.",
    ),
    preset(
        "Building on five",
        "building remaining=10;stacks=0,0,0,0,0",
        "Put ten stones on five stacks in turn, then play Nim.",
    ),
    preset(
        "five stacks",
        "circular_stacks(2) 2,3,1,3,2",
        "Five stacks in a circle; take from two neighbours as much as you like.",
    ),
    preset(
        "four stacks",
        "circular_stacks(2) 3,5,4,6",
        "Four stacks in a circle; take from two neighbours as much as you like.",
    ),
    preset(
        "six stacks by three",
        "circular_stacks(3) 1,2,3,1,2,3",
        "Six stacks in a circle; take from three neighbours as much as you like.",
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
    preset(
        "ring of nine",
        "graph(edges=0-1,1-2,2-3,3-4,4-5,5-6,6-7,7-8,0-8;graph=cycle;max=2;min=1;rule=connected;\
         vertices=9) 0,1,2,3,4,5,6,7,8",
        "Kayles on a ring of nine.",
    ),
    preset(
        "pairs on a grid",
        "graph(edges=0-1,0-4,1-2,4-8,2-3,8-12,4-5,1-5,5-6,5-9,6-7,9-13,8-9,2-6,9-10,6-10,10-11,10-14,\
         12-13,3-7,13-14,7-11,14-15,11-15;graph=grid;max=2;min=2;rule=connected;vertices=16) \
         0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15",
        "Remove two neighbours of a grid of 4 x 4.",
    ),
    preset(
        "divisors of 60",
        "misere poset(covers=0-1,1-2,0-3,1-4,2-5,3-4,4-5,0-6,1-7,2-8,3-9,4-10,5-11,6-7,7-8,6-9,7-10,\
         8-11,9-10,10-11;elements=12;poset=\"divisors of 60\") 0,1,2,3,4,5,6,7,8,9,10,11",
        "Name a divisor of 60 that no named one divides, and not 1 (Schuh 1952).",
    ),
    preset(
        "tree of ten",
        "poset(covers=0-1,0-2,1-3,1-4,2-5,2-6,3-7,5-8,6-9;elements=10;poset=tree) \
         0,1,2,3,4,5,6,7,8,9",
        "Cut a tree: an element goes with all above it.",
    ),
    preset(
        "zigzag of seven",
        "poset(covers=0-1,2-1,2-3,4-3,4-5,6-5;elements=7;poset=zigzag) 0,1,2,3,4,5,6",
        "A fence of seven: what is above goes too.",
    ),
    preset(
        "21 for three",
        "game21_nplayer(players=3;step=3;target=21) 0",
        "Three players count on by 1 to 3, and who says 21 is out.",
    ),
    preset(
        "21 for four",
        "game21_nplayer(players=4;step=3;target=21) 0",
        "Four players count on by 1 to 3, and who says 21 is out.",
    ),
    preset(
        "34 for three",
        "game21_nplayer(players=3;step=5;target=34) 0",
        "Three players count on by 1 to 5, and who says 34 is out.",
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
