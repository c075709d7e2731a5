//! An arena: whoever is free is paired again, with somebody of about his score.

use protocol::Number;

/// One who waits for an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub(crate) number: Number,
    pub(crate) score: u32,
    pub(crate) last: Option<Number>,
    /// Times that he began, less those that his opponent did.
    pub(crate) balance: i32,
}

/// Pairs those who wait, the highest scores first, each with the next one below
/// who is not the last opponent of either; with the last opponent only when
/// nobody else waits. Who has begun less often begins.
pub(crate) fn pair(mut waiting: Vec<Waiting>) -> Vec<(Number, Number)> {
    waiting.sort_by_key(|one| (std::cmp::Reverse(one.score), one.number));
    let mut pairs = Vec::new();
    while waiting.len() >= 2 {
        let one = waiting.remove(0);
        let fresh =
            |other: &Waiting| one.last != Some(other.number) && other.last != Some(one.number);
        let place = waiting.iter().position(fresh).unwrap_or(0);
        let other = waiting.remove(place);
        let begins = (one.balance, one.number) < (other.balance, other.number);
        let (first, second) = if begins { (one, other) } else { (other, one) };
        pairs.push((first.number, second.number));
    }
    pairs
}

/// Half points of a pair for who has won so many in a row before it: from the
/// third win on a win counts twice.
pub(crate) fn points(points: u32, streak: u32) -> u32 {
    if streak >= 2 && points == 2 { 4 } else { points }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(number: u32, score: u32, last: u32) -> Waiting {
        let last = Some(Number(last)).filter(|last| last.0 > 0);
        Waiting { number: Number(number), score, last, balance: 0 }
    }

    fn written(waiting: Vec<Waiting>) -> Vec<(u32, u32)> {
        pair(waiting).into_iter().map(|(a, b)| (a.0, b.0)).collect()
    }

    #[test]
    fn like_meets_like_and_not_the_same_twice_in_a_row() {
        let all = vec![waiting(1, 0, 0), waiting(2, 4, 0), waiting(3, 3, 0), waiting(4, 0, 0)];
        assert_eq!(written(all), [(2, 3), (1, 4)]);
        let all = vec![waiting(1, 4, 2), waiting(2, 4, 1), waiting(3, 0, 0)];
        assert_eq!(written(all), [(1, 3)]);
        assert_eq!(written(vec![waiting(1, 4, 2), waiting(2, 4, 1)]), [(1, 2)]);
        assert_eq!(written(vec![waiting(1, 4, 2)]), []);
    }

    #[test]
    fn who_has_begun_less_often_begins() {
        let mut two = vec![waiting(1, 0, 0), waiting(2, 0, 0)];
        two[0].balance = 1;
        assert_eq!(written(two), [(2, 1)]);
    }

    #[test]
    fn a_streak_begins_with_the_third_win() {
        assert_eq!([0, 1, 2, 3].map(|streak| points(2, streak)), [2, 2, 4, 4]);
        assert_eq!([0, 1, 2, 3].map(|streak| points(1, streak)), [1, 1, 1, 1]);
    }
}
