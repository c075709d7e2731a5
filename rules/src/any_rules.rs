//! Any variant's rules behind one interface, for code that handles many variants:
//! positions and moves come as [`Position`] and [`Move`].

use crate::notation::compact::{self, Digits};
use crate::{Admitted, Ending, Move, MoveForm, Position, Refusal, Rules, Shape};

/// [`Rules`] with the types erased, for tables, which can hold any variant. Every `Rules`
/// implements it.
///
/// ```
/// use rules::Variant;
///
/// let nim: Variant = "nim".parse()?;
/// let start = nim.rules().admit(nim.rules().read_position("3,4,5")?)?;
/// assert_eq!(nim.rules().moves(&start).count(), 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait AnyRules {
    /// See [`Rules::admit`]; also refuses a position of another shape.
    fn admit(&self, position: Position) -> Result<Admitted, Refusal>;
    /// See [`Rules::apply`]; also refuses a move of another form.
    fn apply(&self, position: &Admitted, mv: &Move) -> Result<Admitted, Refusal>;
    /// See [`Rules::moves`]; a position of another shape has none.
    fn moves<'a>(&'a self, position: &'a Admitted) -> Box<dyn Iterator<Item = Move> + 'a>;
    /// Returns whether no move is left.
    fn is_over(&self, position: &Admitted) -> bool;
    /// See [`Rules::count`].
    ///
    /// # Panics
    /// It may, like all methods that take a position, on one that another variant of the same
    /// shape has admitted.
    fn count(&self, position: &Admitted) -> Option<u64>;
    /// See [`Rules::draw`].
    fn draw(&self, position: &Admitted, below: &mut dyn FnMut(u64) -> u64) -> Option<Move>;
    /// See [`Rules::deal`].
    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Position;
    /// See [`Rules::seats`].
    fn seats(&self) -> u8;
    /// See [`Rules::endings`].
    fn endings(&self) -> &'static [Ending];
    /// Writes the position in the notation (docs/notation.md).
    fn write_position(&self, position: &Position) -> String;
    /// Reads what [`write_position`](AnyRules::write_position) wrote; the
    /// position is not yet admitted.
    fn read_position(&self, text: &str) -> Result<Position, Refusal>;
    /// Writes the move in the notation.
    fn write_move(&self, mv: &Move) -> String;
    /// Reads what [`write_move`](AnyRules::write_move) wrote, or a move in JSON.
    fn read_move(&self, text: &str) -> Result<Move, Refusal>;
}

impl<R: Rules<Position: Shape>> AnyRules for R {
    fn admit(&self, position: Position) -> Result<Admitted, Refusal> {
        Rules::admit(self, shape::<R>(&position)?)?;
        Ok(Admitted(position))
    }

    fn apply(&self, position: &Admitted, mv: &Move) -> Result<Admitted, Refusal> {
        let typed = R::Move::read(mv).ok_or(Refusal::IllegalMove(R::Move::FORM))?;
        Rules::apply(self, shape::<R>(position)?, &typed).map(|next| Admitted(next.into()))
    }

    fn moves<'a>(&'a self, position: &'a Admitted) -> Box<dyn Iterator<Item = Move> + 'a> {
        match R::Position::from_position(position) {
            Some(position) => Box::new(Rules::moves(self, position).map(Into::into)),
            None => Box::new(std::iter::empty()),
        }
    }

    fn is_over(&self, position: &Admitted) -> bool {
        let position = R::Position::from_position(position);
        position.is_none_or(|position| Rules::moves(self, position).next().is_none())
    }

    fn count(&self, position: &Admitted) -> Option<u64> {
        Rules::count(self, R::Position::from_position(position)?)
    }

    fn draw(&self, position: &Admitted, below: &mut dyn FnMut(u64) -> u64) -> Option<Move> {
        Rules::draw(self, R::Position::from_position(position)?, below).map(Into::into)
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

fn shape<R: Rules<Position: Shape>>(position: &Position) -> Result<&R::Position, Refusal> {
    R::Position::from_position(position).ok_or(Refusal::BadPosition(R::Position::FORM))
}
