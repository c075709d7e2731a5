//! Coin turning: coins in a row, heads or tails; a move turns some over, the rightmost of them
//! from heads to tails. The rule says which coins may be turned together. (Lenstra 1977;
//! Berlekamp, Conway and Guy 1982, chapter 14.)

use serde::{Deserialize, Serialize};

use crate::presets::{Catalogue, Preset};
use crate::{Places, Refusal, Rules};

/// The most coins: with three turned at a time there are up to 166,750 moves.
const MAX_COINS: usize = 100;

/// Which coins may be turned together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turning {
    /// The rule.
    pub rule: TurningRule,
}

/// The sets of coins that a move may turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurningRule {
    /// One or two.
    Turtles,
    /// One, two or three.
    MockTurtles,
    /// Any number of neighbours.
    Ruler,
    /// Exactly three.
    Triplets,
    /// Exactly two.
    Twins,
}

impl TurningRule {
    /// Returns the fewest and the most coins of a move.
    fn sizes(self) -> (usize, usize) {
        match self {
            TurningRule::Turtles => (1, 2),
            TurningRule::MockTurtles => (1, 3),
            TurningRule::Ruler => (1, MAX_COINS),
            TurningRule::Triplets => (3, 3),
            TurningRule::Twins => (2, 2),
        }
    }
}

/// Coins from left to right, heads up or not: `"HTH"`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub struct Faces(pub Vec<bool>);

impl TryFrom<String> for Faces {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Faces, &'static str> {
        let face = |c| match c {
            'H' => Ok(true),
            'T' => Ok(false),
            _ => Err("coins are written with H and T"),
        };
        text.chars().map(face).collect::<Result<_, _>>().map(Faces)
    }
}

impl From<Faces> for String {
    fn from(Faces(faces): Faces) -> String {
        faces.into_iter().map(|heads| if heads { 'H' } else { 'T' }).collect()
    }
}

/// `{"coins": "HTH"}`: a row of coins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CoinRow {
    /// The coins, from left to right.
    pub coins: Faces,
}

impl CoinRow {
    /// Returns the places that show heads, ascending.
    pub fn heads(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.coins.0.len()).filter(|&coin| self.coins.0[coin])
    }
}

impl Rules for Turning {
    type Position = CoinRow;
    type Move = Places;

    fn admit(&self, position: &CoinRow) -> Result<(), Refusal> {
        Refusal::above("coins", position.coins.0.len() as u64, MAX_COINS as u64)
    }

    fn apply(&self, position: &CoinRow, mv: &Places) -> Result<CoinRow, Refusal> {
        mv.check_order()?;
        let mut faces = position.coins.0.clone();
        let (first, last) = (mv.0[0], mv.0[mv.0.len() - 1]);
        if last >= faces.len() as u64 {
            return Err(Refusal::IllegalMove("there is no such coin"));
        }
        if !faces[last as usize] {
            return Err(Refusal::IllegalMove("the rightmost coin turned must show heads before"));
        }
        let (fewest, most) = self.rule.sizes();
        let apart = last - first >= mv.0.len() as u64;
        if mv.0.len() < fewest || mv.0.len() > most || self.rule == TurningRule::Ruler && apart {
            return Err(Refusal::IllegalMove("the rule does not allow turning these together"));
        }
        for &coin in &mv.0 {
            faces[coin as usize] = !faces[coin as usize];
        }
        Ok(CoinRow { coins: Faces(faces) })
    }

    fn moves<'a>(&'a self, position: &'a CoinRow) -> impl Iterator<Item = Places> + 'a {
        let coins = position.coins.0.len();
        let heads = |coin: &usize| position.coins.0[*coin];
        let (fewest, most) = self.rule.sizes();
        (0..coins).flat_map(move |a| {
            let is_ruler = self.rule == TurningRule::Ruler;
            let run = (a..if is_ruler { coins } else { a }).filter(heads);
            let run = run.map(move |last| (a..=last).collect());
            let alone = (!is_ruler && fewest == 1 && heads(&a)).then(|| [a].into_iter().collect());
            let more = (a + 1..if is_ruler { a } else { coins }).flat_map(move |b| {
                let two = (fewest <= 2 && heads(&b)).then(|| [a, b].into_iter().collect());
                let thirds = (b + 1..if most == 3 { coins } else { 0 }).filter(heads);
                two.into_iter().chain(thirds.map(move |c| [a, b, c].into_iter().collect()))
            });
            run.chain(alone).chain(more)
        })
    }

    /// Counts by the rightmost coin: for each coin that shows heads, the sets of coins to its
    /// left.
    fn count(&self, position: &CoinRow) -> Option<u64> {
        let sets = |left: u64| match self.rule {
            TurningRule::Turtles | TurningRule::Ruler => 1 + left,
            TurningRule::MockTurtles => 1 + left + left * left.saturating_sub(1) / 2,
            TurningRule::Triplets => left * left.saturating_sub(1) / 2,
            TurningRule::Twins => left,
        };
        Some(position.heads().map(|coin| sets(coin as u64)).sum())
    }

    /// Each coin shows heads with a chance of one half.
    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> CoinRow {
        let coins = size.clamp(3, MAX_COINS as u64);
        CoinRow { coins: Faces((0..coins).map(|_| below(2) == 1).collect()) }
    }
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new("Turtles", "turning(turtles) THTTHTTTHHTH", "Turn one coin or two."),
        Preset::new("Mock Turtles", "turning(mock_turtles) THTHHTTH", "Turn up to three coins."),
        Preset::new("Ruler", "turning(ruler) HHTHTHHT", "Turn any number of neighbours."),
        Preset::new("Twins", "turning(twins) HTHTTHHT", "Turn exactly two coins."),
        Preset::new("Triplets", "turning(triplets) HHTHTHTH", "Turn exactly three coins."),
    ],
    families: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Move;
    use crate::agree::assert_agree;

    const RULES: [TurningRule; 5] = [
        TurningRule::Turtles,
        TurningRule::MockTurtles,
        TurningRule::Ruler,
        TurningRule::Triplets,
        TurningRule::Twins,
    ];

    #[test]
    fn apply_and_moves_agree() {
        let set = |bits: u32| (0..7).filter(move |coin| bits >> coin & 1 == 1);
        let mut candidates: Vec<Move> =
            (0..1 << 7).map(|bits| set(bits).collect::<Places>().into()).collect();
        candidates
            .extend([vec![1, 0], vec![0, 0], vec![u64::MAX]].map(|list| Move::List(list.into())));
        for rule in RULES {
            for coins in 0..=6 {
                for bits in 0..1u32 << coins {
                    let faces = Faces((0..coins).map(|coin| bits >> coin & 1 == 1).collect());
                    assert_agree(&Turning { rule }, &CoinRow { coins: faces }, &candidates);
                }
            }
        }
    }

    #[test]
    fn a_full_row_is_counted_without_a_list() {
        let all = CoinRow { coins: Faces(vec![true; MAX_COINS]) };
        for rule in RULES {
            let listed = Turning { rule }.moves(&all).count() as u64;
            assert_eq!(Turning { rule }.count(&all), Some(listed), "{rule:?}");
        }
    }
}
