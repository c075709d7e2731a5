//! Coins on the squares of a strip: the position of several games that move coins to the left.

use serde::{Deserialize, Serialize};

use crate::notation::letters::{leading_place, letters};
use crate::{MAX_HEAPS, MAX_NUMBER, Move, MoveForm, Refusal};

/// `{"coins": [1, 3, 7]}`: the square of each coin, 0 being the lowest. Coins may be
/// given in any order; a coin keeps its place in the list when it is moved.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Coins {
    /// The square of each coin.
    pub coins: Vec<u64>,
}

impl Coins {
    /// Refuses more than [`MAX_HEAPS`] coins, or a square above [`MAX_NUMBER`].
    pub fn check_size(&self) -> Result<(), Refusal> {
        Refusal::above("coins", self.coins.len() as u64, MAX_HEAPS as u64)?;
        let highest = self.coins.iter().copied().max().unwrap_or(0);
        Refusal::above("the number of a square", highest, MAX_NUMBER)
    }

    /// Refuses two coins on one square.
    pub fn check_apart(&self) -> Result<(), Refusal> {
        if self.sorted().windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(Refusal::BadPosition("two coins are on one square"));
        }
        Ok(())
    }

    /// Returns the squares, ascending.
    pub fn sorted(&self) -> Vec<u64> {
        let mut sorted = self.coins.clone();
        sorted.sort_unstable();
        sorted
    }

    /// Returns the square of this coin; refuses a coin that does not exist, and a move that
    /// does not lower it.
    pub(crate) fn lowered(&self, mv: Slide) -> Result<u64, Refusal> {
        let coin = usize::try_from(mv.coin).ok().and_then(|coin| self.coins.get(coin).copied());
        let square = coin.ok_or(Refusal::IllegalMove("there is no such coin"))?;
        if mv.to >= square {
            return Err(Refusal::IllegalMove("move the coin to a lower square"));
        }
        Ok(square)
    }

    /// Returns the coins after a move known to be legal.
    pub(crate) fn after(&self, mv: Slide) -> Coins {
        let mut coins = self.coins.clone();
        coins[mv.coin as usize] = mv.to;
        Coins { coins }
    }

    /// Deals three to five coins on different squares that add up to about `size`. See
    /// [`Rules::deal`](crate::Rules::deal).
    pub(crate) fn deal_apart(size: u64, below: &mut dyn FnMut(u64) -> u64) -> Coins {
        let number = 3 + below(3);
        let squares = (size.min(MAX_NUMBER) * 2 / number).clamp(2 * number, MAX_NUMBER);
        let mut coins: Vec<u64> = Vec::new();
        for _ in 0..number {
            // Draws again where there is a coin already; this is rare, since there are
            // twice as many squares.
            let free = (0..20).map(|_| below(squares)).find(|square| !coins.contains(square));
            coins.extend(free);
        }
        Coins { coins }
    }
}

/// `[coin, to]`: moves a coin to a lower square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slide {
    /// The coin's place in the list, counted from 0.
    pub coin: u64,
    /// The square to which it moves.
    pub to: u64,
}

impl MoveForm for Slide {
    const FORM: &'static str = "a move is [coin, to]";

    fn read(mv: &Move) -> Option<Slide> {
        match mv {
            Move::List(numbers) => match numbers[..] {
                [coin, to] => Some(Slide { coin, to }),
                _ => None,
            },
            _ => None,
        }
    }

    /// `A=2`: coin A moves to square 2.
    fn write_text(&self) -> String {
        format!("{}={}", letters(self.coin), self.to)
    }

    fn read_text(text: &str) -> Option<Slide> {
        let (coin, to) = leading_place(text)?;
        let to = to.strip_prefix('=')?.parse().ok()?;
        Some(Slide { coin, to })
    }
}

impl From<Slide> for Move {
    fn from(Slide { coin, to }: Slide) -> Move {
        Move::List([coin, to].into())
    }
}
