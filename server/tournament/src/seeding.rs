//! The numbers of the entrants: by rating, and by lot between equal ratings.

use super::seed::Seed;

/// Returns the order of entrants, as indices, given their ratings: the highest first, those without
/// one last, and equals by lot.
pub(crate) fn order(seed: &Seed, ratings: &[Option<u32>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..ratings.len()).collect();
    let mut chance = seed.chance("lots");
    // Fisher and Yates 1938; the sort keeps the order of equals.
    for i in (1..order.len()).rev() {
        order.swap(i, chance.below(i as u64 + 1) as usize);
    }
    order.sort_by_key(|&i| std::cmp::Reverse(ratings[i]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_come_before_lots() {
        let ratings = [None, Some(1500), None, Some(1800), Some(1500), None];
        let mut seen = std::collections::HashSet::new();
        for seed in 0..50 {
            let order = order(&Seed::new([seed; 32]), &ratings);
            assert_eq!(order[0], 3);
            assert!([1, 4].contains(&order[1]) && [1, 4].contains(&order[2]));
            let mut all = order.clone();
            all.sort_unstable();
            assert_eq!(all, [0, 1, 2, 3, 4, 5]);
            seen.insert(order);
        }
        assert!(seen.len() > 8, "lots differ from seed to seed: {}", seen.len());
    }
}
