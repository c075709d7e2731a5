//! Coin turning: in normal play each coin with heads up is a game by itself, and the value
//! is the nim-sum over the heads (Lenstra 1977; Berlekamp, Conway and Guy 1982, chapter
//! 14). Misère play, in which heads are no games by themselves, is decided for all rows of
//! some twenty coins at once, and searched beyond.

use rules::{CoinRow, Faces, Places, Turning, TurningRule};

use crate::engine::normal_play::{NormalPlay, NormalTheory};

/// The theory of coin turning.
pub(super) fn theory(rules: Turning) -> NormalTheory<Turning> {
    NormalTheory::new(rules)
}

/// The `n`-th number, from 0, with an odd number of binary ones: an odious one.
fn odious(n: u64) -> u64 {
    2 * n + u64::from(n.count_ones().is_multiple_of(2))
}

/// The value of a head at this place, counted from 0.
fn value(rule: TurningRule, place: usize) -> u64 {
    let place = place as u64;
    match rule {
        TurningRule::Turtles => place + 1,
        TurningRule::MockTurtles => odious(place),
        TurningRule::Ruler => 1 << (place + 1).trailing_zeros(),
        TurningRule::Twins => place,
        TurningRule::Triplets => place.checked_sub(2).map_or(0, odious),
    }
}

/// The places, ascending, at which a head is worth so much; not for the ruler.
fn places_worth(rule: TurningRule, worth: u64) -> impl Iterator<Item = usize> {
    let odious = |worth: u64| (worth.count_ones() % 2 == 1).then_some(worth / 2);
    let place = match rule {
        TurningRule::Turtles => worth.checked_sub(1),
        TurningRule::MockTurtles => odious(worth),
        TurningRule::Twins => Some(worth),
        TurningRule::Triplets => odious(worth).map(|place| place + 2),
        TurningRule::Ruler => None,
    };
    let both = rule == TurningRule::Triplets && worth == 0;
    let first = if both { 0..2 } else { 0..0 };
    first.chain(place.and_then(|place| usize::try_from(place).ok()))
}

impl NormalPlay for Turning {
    fn values(&self, position: &CoinRow) -> Vec<u64> {
        position.heads().map(|place| value(self.rule, place)).collect()
    }

    /// A set of coins changes the nim-sum by their values, heads or tails: the first of
    /// them is looked up.
    fn winning(&self, position: &CoinRow, sum: u64) -> impl Iterator<Item = Places> {
        let rule = self.rule;
        let worth = move |place| value(rule, place);
        let is = move |rules: &[TurningRule]| rules.contains(&rule);
        let (one, two, three) = (
            is(&[TurningRule::Turtles, TurningRule::MockTurtles]),
            is(&[TurningRule::Turtles, TurningRule::MockTurtles, TurningRule::Twins]),
            is(&[TurningRule::MockTurtles, TurningRule::Triplets]),
        );
        position.heads().flat_map(move |head| {
            let rest = sum ^ worth(head);
            let alone = (one && rest == 0).then(|| [head].into_iter().collect());
            let pairs = places_worth(rule, rest).filter(move |&a| two && a < head);
            let middles = (0..if three { head } else { 0 }).flat_map(move |b| {
                let firsts = places_worth(rule, rest ^ worth(b)).filter(move |&a| a < b);
                firsts.map(move |a| [a, b, head].into_iter().collect())
            });
            let run = (0..if rule == TurningRule::Ruler { head + 1 } else { 0 }).rev();
            let runs = run.scan(sum, move |left, first| {
                *left ^= worth(first);
                Some((first, *left))
            });
            let runs = runs.filter(|&(_, left)| left == 0);
            alone
                .into_iter()
                .chain(pairs.map(move |a| [a, head].into_iter().collect()))
                .chain(middles)
                .chain(runs.map(move |(first, _)| (first..=head).collect()))
        })
    }

    fn meaning(&self) -> String {
        match self.rule {
            TurningRule::Turtles => "a head is worth its place, counted from 1",
            TurningRule::MockTurtles => {
                "the n-th head is worth the n-th odious number: 1, 2, 4, 7, 8, 11, .."
            }
            TurningRule::Ruler => "a head is worth the largest power of two in its place",
            TurningRule::Twins => "a head is worth its place, counted from 0",
            TurningRule::Triplets => {
                "heads are worth 0, 0, and then the odious numbers 1, 2, 4, 7, 8, 11, .."
            }
        }
        .to_owned()
    }

    fn heads(&self, position: &CoinRow) -> Option<u32> {
        position
            .heads()
            .try_fold(0, |heads: u32, head| Some(heads | 1u32.checked_shl(head as u32)?))
    }

    fn turned(&self, pieces: u32) -> impl Iterator<Item = u32> {
        let row = CoinRow { coins: Faces(vec![true; pieces as usize]) };
        let sets: Vec<u32> = rules::Rules::moves(self, &row)
            .map(|places| places.0.iter().fold(0, |set, place| set | 1 << place))
            .collect();
        sets.into_iter()
    }

    /// Tails behind the last head are never turned.
    fn canon(&self, position: &CoinRow) -> Option<CoinRow> {
        let last = position.heads().last()?;
        Some(CoinRow { coins: Faces(position.coins.0[..=last].to_vec()) })
    }
}

#[cfg(test)]
mod tests {
    use rules::Ending;

    use super::*;
    use crate::oracle::agree;
    use crate::{Budget, Outcome, Theory};

    #[test]
    fn the_heads_decide_normal_play() {
        for rule in [
            TurningRule::Turtles,
            TurningRule::MockTurtles,
            TurningRule::Ruler,
            TurningRule::Twins,
            TurningRule::Triplets,
        ] {
            let rows = (0..=8).flat_map(|coins| (0..1u32 << coins).map(move |bits| (coins, bits)));
            let rows = rows.map(|(coins, bits)| {
                let faces = (0..coins).map(|coin| bits >> coin & 1 == 1).collect();
                CoinRow { coins: Faces(faces) }
            });
            agree(&mut theory(Turning { rule }), rows);
        }
    }

    /// As long as a default start of that size, within what a bot looks at.
    #[test]
    fn twenty_coins_are_decided_in_misere_play() {
        for rule in [TurningRule::Turtles, TurningRule::MockTurtles, TurningRule::Ruler] {
            let mut theory = theory(Turning { rule });
            let row = CoinRow { coins: Faces((0..20).map(|coin| coin % 3 < 2).collect()) };
            let budget = &mut Budget::positions(2_000_000);
            let verdict = theory.verdict(Ending::Misere, &row, budget);
            assert!(verdict.outcome.is_some(), "{rule:?}");
            let winning = theory.winning_move(Ending::Misere, &row, budget);
            assert_eq!(winning.is_some(), verdict.outcome == Some(Outcome::N), "{rule:?}");
        }
    }
}
