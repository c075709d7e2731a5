//! The list of all variants, each in a file of its own. Each stands here once; the compiler
//! asks for the rest.

mod building;
mod candy;
mod chomp;
mod circular;
mod circular_stacks;
mod cram;
mod euclid;
mod fibonacci;
mod game21_nplayer;
mod graph;
mod greedy;
mod grundy;
mod hackenbush;
mod lasker;
mod moore;
mod multiheap;
mod ndim;
mod nim;
mod nim_pass;
mod nimble;
mod node_kayles;
mod notakto;
mod octal;
mod poset;
mod race_to;
mod rwythoff;
mod silver_dollar;
mod staircase;
mod subtraction;
mod turning;
mod welter;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::notation::compact::{self, Digits};
use crate::presets::Catalogue;
use crate::{AnyRules, Refusal};

/// Lists the variants once: the enum, its names, and the way to their rules. Two variants may
/// share their rules, as 21 and 100 do.
macro_rules! variants {
    ($($module:ident {$($(#[$doc:meta])* $name:literal => $case:ident($rules:ty),)*})*) => {
        $(pub use $module::*;)*

        /// A variant with its parameters: `{"variant": "nim", "params": {}}`.
        #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
        #[serde(tag = "variant", content = "params")]
        pub enum Variant { $($($(#[$doc])* #[serde(rename = $name)] $case($rules),)*)* }

        impl Variant {
            /// The names of all variants, in the order of the list.
            pub const NAMES: &'static [&'static str] = &[$($($name),*),*];

            /// The presets and other names of each variant.
            pub(crate) const CATALOGUES: &'static [Catalogue] = &[$($module::CATALOGUE),*];

            /// Returns the variant with this name and these parameters.
            ///
            /// # Errors
            /// [`Refusal::UnknownVariant`], or [`Refusal::BadParams`] with what
            /// is wrong with them.
            pub fn parse(name: &str, params: Value) -> Result<Variant, Refusal> {
                match name {
                    $($($name => read_params(params).map(Variant::$case),)*)*
                    _ => Err(unknown(name)),
                }
            }

            /// Reads a variant from its name and its parameters in the notation.
            pub(crate) fn read(name: &str, params: &str) -> Result<Variant, Refusal> {
                match name {
                    $($($name => {
                        compact::read::<$rules>(params).map(Variant::$case).map_err(bad_params)
                    })*)*
                    _ => Err(unknown(name)),
                }
            }

            /// Writes the parameters in the notation; empty where there are none.
            pub(crate) fn write_params(&self) -> String {
                let first = match self {
                    $($(Variant::$case(_) => compact::first_field::<$rules>(),)*)*
                };
                compact::write(&self.params(), first, Digits::Quoted)
            }

            /// Returns the name on the wire: `nim`.
            pub fn name(&self) -> &'static str {
                match self { $($(Variant::$case(_) => $name,)*)* }
            }

            /// Returns the parameters as JSON: `{}`.
            pub fn params(&self) -> Value {
                let params = match self { $($(Variant::$case(rules) => serde_json::to_value(rules),)*)* };
                // Parameters are structs of numbers and strings, which always have a
                // JSON form.
                params.unwrap_or_default()
            }

            /// Returns the rules, for code that does not depend on the variant.
            pub fn rules(&self) -> &dyn AnyRules {
                match self { $($(Variant::$case(rules) => rules,)*)* }
            }
        }
    };
}

variants! {
    nim {
        /// Nim: take any number from one heap.
        "nim" => Nim(Nim),
    }
    race_to {
        /// 21: the player who says the target loses.
        "game21" => Game21(RaceTo),
        /// 100: the player who says the target wins.
        "game100" => Game100(RaceTo),
    }
    subtraction {
        /// Nim with a set of numbers that may be taken.
        "subtraction" => Subtraction(Subtraction),
    }
    multiheap {
        /// Wythoff's game on any number of heaps.
        "multiheap" => Multiheap(Multiheap),
    }
    fibonacci {
        /// At most twice what the last move took.
        "fibonacci" => Fibonacci(Fibonacci),
    }
    octal {
        /// Takes and splits that a code of octal digits allows.
        "octal" => Octal(Octal),
    }
    grundy {
        /// Split a heap into two different ones.
        "grundy" => Grundy(Grundy),
    }
    lasker {
        /// Take from a heap, or split it.
        "lasker" => Lasker(Lasker),
    }
    chomp {
        /// A bar of chocolate.
        "chomp" => Chomp(Chomp),
    }
    notakto {
        /// Crosses on several boards; a line kills a board.
        "notakto" => Notakto(Notakto),
    }
    ndim {
        /// Neighbouring pieces of a line on a board.
        "ndim" => Ndim(Ndim),
    }
    circular {
        /// Neighbouring objects of a circle.
        "circular" => Circular(Circular),
    }
    moore {
        /// Nim on several heaps at a time.
        "moore" => Moore(Moore),
    }
    greedy {
        /// Nim on the largest heaps only.
        "greedy" => Greedy(Greedy),
    }
    candy {
        /// Nim in which the candies taken are counted.
        "candy" => Candy(Candy),
    }
    building {
        /// Build the heaps first, then play Nim on them.
        "building" => Building(Building),
    }
    circular_stacks {
        /// Nim on neighbouring stacks of a circle.
        "circular_stacks" => CircularStacks(CircularStacks),
    }
    graph {
        /// Vertices of a graph.
        "graph" => Graph(Graph),
    }
    poset {
        /// An element of an order and all above it.
        "poset" => Poset(Poset),
    }
    game21_nplayer {
        /// 21 for two to sixteen players.
        "game21_nplayer" => Game21NPlayer(Game21NPlayer),
    }
    nimble {
        /// Coins on a strip, any number on a square.
        "nimble" => Nimble(Nimble),
    }
    staircase {
        /// Coins that move down a staircase, step by step.
        "staircase" => Staircase(Staircase),
    }
    silver_dollar {
        /// Coins on a strip that cannot pass each other.
        "silver_dollar" => SilverDollar(SilverDollar),
    }
    euclid {
        /// Multiples of the smaller number are subtracted from the larger.
        "euclid" => Euclid(Euclid),
    }
    rwythoff {
        /// Wythoff's game with amounts that may differ a little.
        "rwythoff" => RWythoff(RWythoff),
    }
    nim_pass {
        /// Nim with one pass in the whole game.
        "nim_pass" => NimPass(NimPass),
    }
    turning {
        /// Coins in a row that are turned over.
        "turning" => Turning(Turning),
    }
    welter {
        /// Coins on different squares of a strip.
        "welter" => Welter(Welter),
    }
    node_kayles {
        /// A vertex of a graph and its neighbours.
        "node_kayles" => NodeKayles(NodeKayles),
    }
    cram {
        /// Dominoes on a board.
        "cram" => Cram(Cram),
    }
    hackenbush {
        /// Edges of a picture that stands on the ground.
        "hackenbush" => Hackenbush(Hackenbush),
    }
}

fn unknown(name: &str) -> Refusal {
    Refusal::UnknownVariant(name.chars().take(40).collect())
}

/// Reads the parameters; without `params` the variant must have none.
fn read_params<P: DeserializeOwned>(params: Value) -> Result<P, Refusal> {
    let params = if params.is_null() { Value::Object(Default::default()) } else { params };
    // Serde would also read a list, field by field.
    if !params.is_object() {
        return Err(Refusal::BadParams("params must be an object".to_owned()));
    }
    serde_json::from_value(params).map_err(bad_params)
}

/// Describes bad parameters. Parameters that check themselves while being read already say
/// what is wrong.
fn bad_params(error: impl std::fmt::Display) -> Refusal {
    let why = error.to_string();
    Refusal::BadParams(why.strip_prefix("bad params: ").unwrap_or(&why).to_owned())
}

impl<'de> Deserialize<'de> for Variant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Variant, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Named {
            variant: String,
            #[serde(default)]
            params: Value,
        }
        let Named { variant, params } = Named::deserialize(deserializer)?;
        Variant::parse(&variant, params).map_err(D::Error::custom)
    }
}
