//! What a variant must say, and the list of all variants. The list stands here
//! once; the compiler asks for the rest.

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::compact::{self, Digits};
use crate::{
    Building, Candy, Chomp, Circular, CircularStacks, Ending, Fibonacci, Game21NPlayer, Graph,
    Greedy, Grundy, MAX_COUNTED_MOVES, Moore, Move, MoveForm, Multiheap, Ndim, Nim, Notakto, Octal,
    Poset, Position, RaceTo, Refusal, Shape, Subtraction,
};

/// The rules of one variant. `self` is its parameters, legal once it exists.
///
/// `apply` and `moves` are two independent statements of the same rule, and the
/// tests compare them exhaustively on small positions: `moves` gives exactly
/// the moves that `apply` accepts, each once.
pub trait Rules {
    /// The shape of a position.
    type Position: Shape;
    /// The form of a move.
    type Move: MoveForm;

    /// Refuses a position that is not one of this variant or that is larger
    /// than its limits. All other methods expect an admitted position.
    fn admit(&self, position: &Self::Position) -> Result<(), Refusal>;

    /// The position after one move, or why the move cannot be made. Safe for
    /// any numbers in `mv`.
    fn apply(&self, position: &Self::Position, mv: &Self::Move) -> Result<Self::Position, Refusal>;

    /// All legal moves, ascending, made one at a time: some positions have more
    /// moves than memory.
    fn moves<'a>(&'a self, position: &'a Self::Position) -> impl Iterator<Item = Self::Move> + 'a;

    /// How many moves there are; `None` beyond what can be counted in good time
    /// (see [`MAX_COUNTED_MOVES`]). Variants with large heaps count by
    /// arithmetic instead.
    fn count(&self, position: &Self::Position) -> Option<u64> {
        let counted = self.moves(position).take(MAX_COUNTED_MOVES as usize + 1).count() as u64;
        (counted <= MAX_COUNTED_MOVES).then_some(counted)
    }

    /// A legal move by chance, for a game with more moves than memory: `below(n)`
    /// draws a number from 0 to n - 1, for n of at least 1. Every legal move can
    /// come out, if not always with the same chance. Variants that count by
    /// arithmetic draw by arithmetic too; beyond what can be counted, one of the
    /// first [`MAX_COUNTED_MOVES`] is drawn.
    fn draw(
        &self,
        position: &Self::Position,
        below: &mut dyn FnMut(u64) -> u64,
    ) -> Option<Self::Move> {
        let count = Rules::count(self, position).unwrap_or(MAX_COUNTED_MOVES);
        let counted = count.min(MAX_COUNTED_MOVES);
        if counted == 0 { None } else { self.moves(position).nth(below(counted) as usize) }
    }

    /// A start by chance with about `size` objects, or as near as the parameters
    /// allow, for whoever looks for starts of some kind. `below` as in
    /// [`draw`](Rules::draw).
    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Self::Position;

    /// How many seats the game has, from 2 to 8.
    fn seats(&self) -> u8 {
        2
    }

    /// The endings that the variant is played with.
    fn endings(&self) -> &'static [Ending] {
        Ending::BOTH
    }
}

/// [`Rules`] with the types erased: what a table, which can hold any variant,
/// asks. Every `Rules` is one.
pub trait AnyRules {
    /// See [`Rules::admit`]; also refuses a position of another shape.
    fn admit(&self, position: &Position) -> Result<(), Refusal>;
    /// See [`Rules::apply`]; also refuses a move of another form.
    fn apply(&self, position: &Position, mv: &Move) -> Result<Position, Refusal>;
    /// See [`Rules::moves`]; a position of another shape has none.
    fn moves<'a>(&'a self, position: &'a Position) -> Box<dyn Iterator<Item = Move> + 'a>;
    /// Whether no move is left.
    fn is_over(&self, position: &Position) -> bool;
    /// See [`Rules::count`].
    fn count(&self, position: &Position) -> Option<u64>;
    /// See [`Rules::draw`].
    fn draw(&self, position: &Position, below: &mut dyn FnMut(u64) -> u64) -> Option<Move>;
    /// See [`Rules::deal`].
    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Position;
    /// See [`Rules::seats`].
    fn seats(&self) -> u8;
    /// See [`Rules::endings`].
    fn endings(&self) -> &'static [Ending];
    /// The position in the notation (docs/notation.md).
    fn write_position(&self, position: &Position) -> String;
    /// Reads what [`write_position`](AnyRules::write_position) wrote; the
    /// position is not yet admitted.
    fn read_position(&self, text: &str) -> Result<Position, Refusal>;
    /// The move in the notation.
    fn write_move(&self, mv: &Move) -> String;
    /// Reads what [`write_move`](AnyRules::write_move) wrote, or a move in JSON.
    fn read_move(&self, text: &str) -> Result<Move, Refusal>;
}

impl<R: Rules> AnyRules for R {
    fn admit(&self, position: &Position) -> Result<(), Refusal> {
        Rules::admit(self, shape::<R>(position)?)
    }

    fn apply(&self, position: &Position, mv: &Move) -> Result<Position, Refusal> {
        let typed = R::Move::read(mv).ok_or(Refusal::IllegalMove(R::Move::FORM))?;
        Rules::apply(self, shape::<R>(position)?, &typed).map(Into::into)
    }

    fn moves<'a>(&'a self, position: &'a Position) -> Box<dyn Iterator<Item = Move> + 'a> {
        match R::Position::of(position) {
            Some(position) => Box::new(Rules::moves(self, position).map(Into::into)),
            None => Box::new(std::iter::empty()),
        }
    }

    fn is_over(&self, position: &Position) -> bool {
        let position = R::Position::of(position);
        position.is_none_or(|position| Rules::moves(self, position).next().is_none())
    }

    fn count(&self, position: &Position) -> Option<u64> {
        Rules::count(self, R::Position::of(position)?)
    }

    fn draw(&self, position: &Position, below: &mut dyn FnMut(u64) -> u64) -> Option<Move> {
        Rules::draw(self, R::Position::of(position)?, below).map(Into::into)
    }

    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Position {
        Rules::deal(self, size, below).into()
    }

    fn seats(&self) -> u8 {
        Rules::seats(self)
    }

    fn endings(&self) -> &'static [Ending] {
        Rules::endings(self)
    }

    fn write_position(&self, position: &Position) -> String {
        let value = serde_json::to_value(position).unwrap_or_default();
        compact::write(&value, compact::first_field::<R::Position>(), Digits::Bare)
    }

    fn read_position(&self, text: &str) -> Result<Position, Refusal> {
        let position = compact::read::<R::Position>(text);
        position.map(Into::into).map_err(|_| Refusal::BadPosition(R::Position::FORM))
    }

    fn write_move(&self, mv: &Move) -> String {
        match R::Move::read(mv) {
            Some(typed) => typed.write_text(),
            None => serde_json::to_string(mv).unwrap_or_default(),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, Refusal> {
        let typed = R::Move::read_text(text).or_else(|| {
            let mv: Move = serde_json::from_str(text).ok()?;
            R::Move::read(&mv)
        });
        typed.map(Into::into).ok_or(Refusal::IllegalMove(R::Move::FORM))
    }
}

fn shape<R: Rules>(position: &Position) -> Result<&R::Position, Refusal> {
    R::Position::of(position).ok_or(Refusal::BadPosition(R::Position::FORM))
}

/// Lists the variants once: the enum, its names, and the way to its rules. Two
/// names may share their rules, as 21 and 100 do.
macro_rules! variants {
    ($($(#[$doc:meta])* $name:literal => $case:ident($rules:ty),)*) => {
        /// A variant with its parameters: `{"variant": "nim", "params": {}}`.
        #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
        #[serde(tag = "variant", content = "params")]
        pub enum Variant { $($(#[$doc])* #[serde(rename = $name)] $case($rules),)* }

        impl Variant {
            /// The names of all variants, in the order of the list.
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            /// The variant of this name with these parameters.
            ///
            /// # Errors
            /// [`Refusal::UnknownVariant`], or [`Refusal::BadParams`] with what
            /// is wrong with them.
            pub fn parse(name: &str, params: Value) -> Result<Variant, Refusal> {
                match name {
                    $($name => read_params(params).map(Variant::$case),)*
                    _ => Err(unknown(name)),
                }
            }

            /// The variant of this name with parameters in the notation.
            pub(crate) fn read(name: &str, params: &str) -> Result<Variant, Refusal> {
                match name {
                    $($name => {
                        compact::read::<$rules>(params).map(Variant::$case).map_err(bad_params)
                    })*
                    _ => Err(unknown(name)),
                }
            }

            /// The parameters in the notation; empty where there are none.
            pub(crate) fn write_params(&self) -> String {
                let first = match self {
                    $(Variant::$case(_) => compact::first_field::<$rules>(),)*
                };
                compact::write(&self.params(), first, Digits::Quoted)
            }

            /// The name on the wire: `nim`.
            pub fn name(&self) -> &'static str {
                match self { $(Variant::$case(_) => $name,)* }
            }

            /// The parameters as JSON: `{}`.
            pub fn params(&self) -> Value {
                let params = match self { $(Variant::$case(rules) => serde_json::to_value(rules),)* };
                // Parameters are structs of numbers and strings; those always
                // have a JSON form.
                params.unwrap_or_default()
            }

            /// The rules, for whoever need not know which variant it is.
            pub fn rules(&self) -> &dyn AnyRules {
                match self { $(Variant::$case(rules) => rules,)* }
            }
        }
    };
}

variants! {
    /// Nim: take any number from one heap.
    "nim" => Nim(Nim),
    /// 21: who says the target loses.
    "game21" => Game21(RaceTo),
    /// 100: who says the target wins.
    "game100" => Game100(RaceTo),
    /// Nim with a set of numbers that may be taken.
    "subtraction" => Subtraction(Subtraction),
    /// 21 for two to eight players.
    "game21_nplayer" => Game21NPlayer(Game21NPlayer),
    /// Wythoff's game on any number of heaps.
    "multiheap" => Multiheap(Multiheap),
    /// Nim on the largest heaps only.
    "greedy" => Greedy(Greedy),
    /// Nim on several heaps at a time.
    "moore" => Moore(Moore),
    /// Build the heaps first, then play Nim on them.
    "building" => Building(Building),
    /// Nim, and the candies taken are counted.
    "candy" => Candy(Candy),
    /// At most twice what the last move took.
    "fibonacci" => Fibonacci(Fibonacci),
    /// Nim on neighbouring stacks of a circle.
    "circular_stacks" => CircularStacks(CircularStacks),
    /// Neighbouring objects of a circle.
    "circular" => Circular(Circular),
    /// Split a heap into two different ones.
    "grundy" => Grundy(Grundy),
    /// Take and split as a code of octal digits says.
    "octal" => Octal(Octal),
    /// Neighbouring pieces of a line on a board.
    "ndim" => Ndim(Ndim),
    /// Vertices of a graph.
    "graph" => Graph(Graph),
    /// Crosses on several boards; a line kills a board.
    "notakto" => Notakto(Notakto),
    /// A bar of chocolate.
    "chomp" => Chomp(Chomp),
    /// An element of an order and all above it.
    "poset" => Poset(Poset),
}

fn unknown(name: &str) -> Refusal {
    Refusal::UnknownVariant(name.chars().take(40).collect())
}

/// A missing `params` means a variant without any.
fn read_params<P: DeserializeOwned>(params: Value) -> Result<P, Refusal> {
    let params = if params.is_null() { Value::Object(Default::default()) } else { params };
    // Serde would also read a list, field by field.
    if !params.is_object() {
        return Err(Refusal::BadParams("params must be an object".to_owned()));
    }
    serde_json::from_value(params).map_err(bad_params)
}

/// Parameters that check themselves while they are read say already that they are bad.
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
