//! Spearman's rank correlation.

/// Spearman's rank correlation (1904) of two lists of equal length; equal values share their mean
/// rank.
pub(super) fn spearman(xs: &[f64], ys: &[f64]) -> f64 {
    let (xs, ys) = (ranks(xs), ranks(ys));
    let mean = (xs.len() as f64 - 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum()
    };
    let spread = (product(&xs, &xs) * product(&ys, &ys)).sqrt();
    if spread > 0.0 { product(&xs, &ys) / spread } else { 0.0 }
}

fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut rank = 0;
    for equal in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let mean = rank as f64 + (equal.len() as f64 - 1.0) / 2.0;
        equal.iter().for_each(|&index| ranks[index] = mean);
        rank += equal.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_correlated_as_spearman_says() {
        assert_eq!(spearman(&[1.0, 2.0, 3.0], &[10.0, 20.0, 30.0]), 1.0);
        assert_eq!(spearman(&[1.0, 2.0, 3.0], &[3.0, 2.0, 1.0]), -1.0);
        assert_eq!(spearman(&[1.0, 1.0, 1.0], &[3.0, 2.0, 1.0]), 0.0);
        // 1 - 6 (1 + 1 + 0 + 0) / (4 * 15)
        assert!((spearman(&[1.0, 2.0, 3.0, 4.0], &[2.0, 1.0, 3.0, 4.0]) - 0.8).abs() < 1e-12);
    }
}
