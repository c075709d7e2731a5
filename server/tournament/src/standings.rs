//! The table and its tie-breaks.

use std::collections::{BTreeMap, BTreeSet};

use protocol::{Number, TournamentStanding};

use super::arena;
use super::game_result::GameResult;
use super::pairing::PairingState;
use super::strength::PairCounts;

/// Two entrants who have met, with the half-points of each: for a pair or for a pairing, as the
/// format counts.
#[derive(Clone, Copy, Debug)]
struct Encounter {
    players: [Number; 2],
    points: [u32; 2],
    /// Who has gone berserk in the whole pair.
    berserk: [bool; 2],
}

/// The unit of the standings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Each pair.
    Pair,
    /// Each pairing, when it is over; a bye counts as a won one.
    Pairing,
    /// Each pair; from the third consecutive win on, wins count double.
    Streak,
}

/// Returns the table of entrants 1 to `n`, the leader first. `order` lists the pairs (the pairing's
/// index and the pair's number) in the order in which they ended, `half_byes` an entrant for each
/// half-point bye.
pub(crate) fn table(
    n: u32,
    pairings: &[PairingState],
    order: &[(usize, u32)],
    (half_byes, unit): (&[Number], Unit),
) -> Vec<TournamentStanding> {
    let mut lines: Vec<TournamentStanding> = (1..=n)
        .map(|i| TournamentStanding { number: Number(i), ..TournamentStanding::default() })
        .collect();
    pairings.iter().for_each(|state| count_played(&mut lines, state));
    estimate(&mut lines, pairings);
    let encounters = encounters(pairings, order, unit);
    score(&mut lines, &encounters, unit);
    if unit == Unit::Pairing {
        for state in pairings.iter().filter(|state| state.pairing.second.is_none()) {
            line(&mut lines, state.pairing.first).score += 2;
        }
    }
    half_byes.iter().for_each(|&number| line(&mut lines, number).score += 1);
    break_ties(&mut lines, &encounters, pairings, (half_byes, unit));
    lines.sort_by_key(|one| {
        let TournamentStanding { score, direct, sonneborn_berger, buchholz, wins, number, .. } =
            *one;
        (std::cmp::Reverse((score, direct, sonneborn_berger, buchholz, wins)), number)
    });
    (1..).zip(&mut lines).for_each(|(rank, line)| line.rank = rank);
    lines
}

fn line(lines: &mut [TournamentStanding], number: Number) -> &mut TournamentStanding {
    &mut lines[number.0 as usize - 1]
}

fn count_played(lines: &mut [TournamentStanding], state: &PairingState) {
    let Some(second) = state.pairing.second else { return };
    let games = state.games();
    let (one, two) = (state.pairing.first, second);
    for (number, [own, other]) in [(one, games), (two, [games[1], games[0]])] {
        let line = line(lines, number);
        line.games[0] += own;
        line.games[1] += other;
    }
    for [a, b] in state.pair_points() {
        for (number, own, other) in [(one, a, b), (two, b, a)] {
            let kind = match own.cmp(&other) {
                std::cmp::Ordering::Greater => 0,
                std::cmp::Ordering::Less => 2,
                // Nobody has won a game: both have lost the pair.
                std::cmp::Ordering::Equal if own == 0 => 2,
                std::cmp::Ordering::Equal => 1,
            };
            line(lines, number).pairs[kind] += 1;
        }
    }
}

/// Estimates each entrant's strength against all their opponents.
fn estimate(lines: &mut [TournamentStanding], pairings: &[PairingState]) {
    let mut counts = vec![PairCounts::default(); lines.len()];
    for state in pairings {
        let Some(second) = state.pairing.second else { continue };
        for [a, b] in state.contested() {
            for (number, points) in [(state.pairing.first, [a, b]), (second, [b, a])] {
                counts[number.0 as usize - 1].add(points);
            }
        }
    }
    lines.iter_mut().zip(counts).for_each(|(line, counts)| line.elo = counts.elo());
}

fn encounters(pairings: &[PairingState], order: &[(usize, u32)], unit: Unit) -> Vec<Encounter> {
    if unit == Unit::Pairing {
        let over = pairings.iter().filter(|state| state.is_over());
        return over
            .filter_map(|state| {
                let players = [state.pairing.first, state.pairing.second?];
                Some(Encounter { players, points: state.points(), berserk: [false; 2] })
            })
            .collect();
    }
    let pair = |&(pairing, pair): &(usize, u32)| {
        let state = pairings.get(pairing)?;
        let games = state.played.get(&pair)?;
        let (players, points) =
            ([state.pairing.first, state.pairing.second?], state.points_of(games));
        let seats = state.pairing.seats(pair)?;
        let berserk = players.map(|number| is_berserk(games, seats, number));
        Some(Encounter { players, points, berserk })
    };
    order.iter().filter_map(pair).collect()
}

/// Whether an entrant has played both games of a pair berserk; `seats` are those of the first.
fn is_berserk(games: &[GameResult; 2], seats: [Number; 2], number: Number) -> bool {
    let [one, two] = games;
    let seat = usize::from(seats[0] != number);
    let played = games.iter().all(GameResult::was_played);
    played && one.berserk[seat] && two.berserk[1 - seat]
}

fn score(lines: &mut [TournamentStanding], encounters: &[Encounter], unit: Unit) {
    let mut streaks = vec![0; lines.len() + 1];
    for Encounter { players, points, berserk } in encounters {
        for ((number, points), berserk) in players.iter().zip(points).zip(berserk) {
            let streak = &mut streaks[number.0 as usize];
            let line = line(lines, *number);
            line.score += match unit {
                Unit::Streak => arena::points(*points, *streak, *berserk),
                Unit::Pair | Unit::Pairing => *points,
            };
            line.wins += u32::from(*points == 2);
            *streak = if *points == 2 { *streak + 1 } else { 0 };
        }
    }
}

fn break_ties(
    lines: &mut [TournamentStanding],
    encounters: &[Encounter],
    pairings: &[PairingState],
    (half_byes, unit): (&[Number], Unit),
) {
    let scores: Vec<u32> = lines.iter().map(|line| line.score).collect();
    let score = |number: Number| scores[number.0 as usize - 1];
    let comparable = all_met(&scores, encounters);
    for Encounter { players: [one, two], points, .. } in encounters {
        for (me, other, own) in [(*one, *two, points[0]), (*two, *one, points[1])] {
            let line = line(lines, me);
            line.direct +=
                if comparable.contains(&score(me)) && score(me) == score(other) { own } else { 0 };
            line.sonneborn_berger += own * score(other);
            line.buchholz += score(other);
        }
    }
    if unit == Unit::Pairing {
        for state in pairings.iter().filter(|state| state.pairing.second.is_none()) {
            let own = score(state.pairing.first);
            line(lines, state.pairing.first).buchholz += own;
        }
    }
    for &number in half_byes {
        line(lines, number).buchholz += score(number);
    }
}

/// Returns the scores at which all tied entrants have met: only there does the direct encounter
/// decide (FIDE Handbook C.07).
fn all_met(scores: &[u32], encounters: &[Encounter]) -> BTreeSet<u32> {
    let mut tied: BTreeMap<u32, u64> = BTreeMap::new();
    scores.iter().for_each(|&score| *tied.entry(score).or_default() += 1);
    let mut met: BTreeMap<u32, BTreeSet<[Number; 2]>> = BTreeMap::new();
    for Encounter { players: [one, two], .. } in encounters {
        let score = scores[one.0 as usize - 1];
        if score == scores[two.0 as usize - 1] {
            met.entry(score).or_default().insert([*one.min(two), *one.max(two)]);
        }
    }
    let couples = |score: &u32| met.get(score).map_or(0, |met| met.len() as u64);
    let all = |(score, n): (u32, u64)| (couples(&score) == n * (n - 1) / 2).then_some(score);
    tied.into_iter().filter_map(all).collect()
}

#[cfg(test)]
mod tests {
    use super::super::game_result::ResultReason;
    use super::super::pairing::Pairing;
    use super::*;

    /// A pairing of two entrants with the games that the first and the second have won in each pair.
    fn pairing_state(first: u32, second: u32, pairs: &[(u32, u32)]) -> PairingState {
        let (one, two) = (Number(first), Number(second));
        let pairing = Pairing { round: 1, board: 1, first: one, second: Some(two) };
        let mut state = PairingState::new(pairing, pairs.len() as u32);
        for (pair, &(a, b)) in (1..).zip(pairs) {
            let won = std::iter::repeat_n(Some(one), a as usize)
                .chain(std::iter::repeat_n(Some(two), b as usize))
                .chain([None, None]);
            let games: Vec<GameResult> = won
                .take(2)
                .map(|winner| GameResult::new(winner, ResultReason::Played, String::new()))
                .collect();
            state.played.insert(pair, games.try_into().unwrap());
        }
        state
    }

    fn written(pairings: &[PairingState], unit: Unit) -> Vec<(u32, u32, [u32; 4])> {
        let order: Vec<(usize, u32)> = pairings
            .iter()
            .enumerate()
            .flat_map(|(i, state)| state.played.keys().map(move |&pair| (i, pair)))
            .collect();
        let lines = table(3, pairings, &order, (&[], unit));
        let ties = |s: &TournamentStanding| [s.direct, s.sonneborn_berger, s.buchholz, s.wins];
        lines.iter().map(|s| (s.number.0, s.score, ties(s))).collect()
    }

    #[test]
    fn pairs_or_pairings_count() {
        let pairings = [
            pairing_state(1, 2, &[(2, 0), (1, 1)]),
            pairing_state(2, 3, &[(2, 0), (2, 0)]),
            pairing_state(3, 1, &[]),
        ];
        let lines = table(3, &pairings, &[(0, 1), (0, 2), (1, 1), (1, 2)], (&[], Unit::Pair));
        assert_eq!(lines[0].number, Number(2));
        assert_eq!((lines[0].score, lines[0].pairs, lines[0].games), (5, [2, 1, 1], [5, 3]));
        assert_eq!((lines[2].number, lines[2].pairs), (Number(3), [0, 0, 2]));
        // By pairings 1 and 2 have one win each, and 1 has won their encounter.
        let by_pairing = written(&pairings[..2], Unit::Pairing);
        assert_eq!(by_pairing[0], (1, 2, [2, 4, 2, 1]));
        assert_eq!(by_pairing[1], (2, 2, [0, 0, 2, 1]));
    }

    #[test]
    fn an_unfinished_pairing_counts_for_nobody() {
        let mut open = pairing_state(1, 2, &[(2, 0)]);
        open.pairs = 2;
        assert!(written(&[open], Unit::Pairing).iter().all(|line| line.1 == 0));
    }

    #[test]
    fn sonneborn_berger_decides_where_direct_encounters_do_not() {
        let round = [
            pairing_state(1, 2, &[(2, 0)]),
            pairing_state(2, 3, &[(2, 0)]),
            pairing_state(3, 1, &[(2, 0)]),
        ];
        let lines = written(&round, Unit::Pair);
        assert!(lines.iter().all(|line| line.1 == 2 && line.2 == [2, 4, 4, 1]));
        assert_eq!(lines.iter().map(|line| line.0).collect::<Vec<_>>(), [1, 2, 3]);
    }

    #[test]
    fn a_bye_is_a_win_without_an_opponent() {
        let bye = Pairing { round: 1, board: 2, first: Number(3), second: None };
        let lines =
            written(&[pairing_state(1, 2, &[(1, 1)]), PairingState::new(bye, 1)], Unit::Pairing);
        assert_eq!(lines[0], (3, 2, [0, 0, 2, 0]));
        assert_eq!(lines[1], (1, 1, [1, 1, 1, 0]));
    }

    #[test]
    fn berserk_is_whoever_went_so_in_both_games_and_played_them() {
        let numbers = [Number(1), Number(2)];
        let is = |first, second, how| {
            let game =
                |berserk, how| GameResult { berserk, ..GameResult::new(None, how, String::new()) };
            let games = [game(first, ResultReason::Played), game(second, how)];
            numbers.map(|number| is_berserk(&games, numbers, number))
        };
        // The players change seats.
        for (first, second, expected) in [
            ([true, false], [false, true], [true, false]),
            ([false, true], [true, false], [false, true]),
            ([true, false], [true, false], [false, false]),
            ([true, true], [true, true], [true, true]),
        ] {
            assert_eq!(is(first, second, ResultReason::Played), expected, "{first:?} {second:?}");
            assert_eq!(is(first, second, ResultReason::NoShow), [false; 2]);
        }
    }

    #[test]
    fn streaks_count_twice() {
        let pairings = [pairing_state(1, 2, &[(2, 0), (2, 0), (2, 0), (1, 1), (2, 0)])];
        assert_eq!(written(&pairings, Unit::Streak)[0].1, 2 + 2 + 4 + 1 + 2);
    }

    #[test]
    fn strength_follows_from_what_was_played() {
        let mut pairings = [
            pairing_state(1, 2, &[(2, 0), (1, 1), (0, 0)]),
            pairing_state(3, 1, &[(2, 0), (2, 0)]),
        ];
        let pairs = |pairings: &[PairingState]| {
            let lines = table(3, pairings, &[], (&[], Unit::Pair));
            (1..=3).map(|n| lines.iter().find(|line| line.number.0 == n).unwrap().elo).collect()
        };
        let counted = |elo: Vec<Option<protocol::Elo>>| elo.into_iter().map(|e| e.map(|e| e.pairs));
        let all = [Some([1, 1, 2]), Some([0, 1, 1]), Some([2, 0, 0])];
        assert!(counted(pairs(&pairings)).eq(all));
        // An absent player loses the pair, but their strength estimate is unaffected.
        for games in pairings[1].played.values_mut().take(1) {
            games.iter_mut().for_each(|game| game.how = ResultReason::NoShow);
        }
        assert!(counted(pairs(&pairings)).eq([Some([1, 1, 1]), Some([0, 1, 1]), Some([1, 0, 0])]));
        assert_eq!(pairs(&[]), [None, None, None]);
    }

    #[test]
    fn who_did_not_come_has_lost_even_if_nobody_came() {
        let lines = table(3, &[pairing_state(1, 2, &[(0, 0)])], &[(0, 1)], (&[], Unit::Pair));
        let played: Vec<[u32; 3]> = lines.iter().map(|line| line.pairs).collect();
        assert_eq!(played, [[0, 0, 1], [0, 0, 1], [0, 0, 0]]);
    }
}
