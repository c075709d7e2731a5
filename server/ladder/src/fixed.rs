//! Integer arithmetic, so that a rating is the same on every machine: the logistic function and
//! square roots in millionths, without floats.

/// One, in millionths.
pub(crate) const ONE: i64 = 1_000_000;

/// Beyond this distance from 0, in millionths, the logistic function is practically 0 or 1.
const FARTHEST: i64 = 20 * ONE;

/// Fraction bits while an exponential is computed.
const BITS: u32 = 60;

/// ln 2 with [`BITS`] fraction bits.
const LN_2: i128 = 799_144_290_325_165_979;

/// The product of two numbers in millionths, rounded towards minus infinity.
pub(crate) fn times(a: i64, b: i64) -> i64 {
    narrow((i128::from(a) * i128::from(b)).div_euclid(i128::from(ONE)))
}

/// The quotient of two numbers in millionths, rounded towards minus infinity; `divisor`
/// is positive.
pub(crate) fn over(a: i64, divisor: i64) -> i64 {
    narrow((i128::from(a) * i128::from(ONE)).div_euclid(i128::from(divisor.max(1))))
}

/// The square root of a number in millionths; of a negative one, 0.
pub(crate) fn root(a: i64) -> i64 {
    narrow((i128::from(a.max(0)) * i128::from(ONE)).isqrt())
}

/// 1 / (1 + e^-x), in millionths, from 1 to 999,999: nothing is ever certain.
pub(crate) fn logistic(x: i64) -> i64 {
    let small = exp_of_minus(x.clamp(-FARTHEST, FARTHEST).abs());
    // e^-|x| / (1 + e^-|x|) is the smaller of the two probabilities.
    let one = 1i128 << BITS;
    let less = narrow((small * i128::from(ONE) + (one + small) / 2) / (one + small));
    let chance = if x < 0 { less } else { ONE - less };
    chance.clamp(1, ONE - 1)
}

/// e^-x with [`BITS`] fraction bits, for x >= 0 in millionths.
fn exp_of_minus(x: i64) -> i128 {
    let x = (i128::from(x) << BITS) / i128::from(ONE);
    let (halvings, rest) = (x / LN_2, x % LN_2);
    // The series of e^-rest; the rest is below 0.7, so the 20th term is below 2^-60.
    let (mut sum, mut term) = (1i128 << BITS, 1i128 << BITS);
    for n in 1..=20 {
        term = -((term * rest) >> BITS) / n;
        sum += term;
    }
    sum >> halvings
}

fn narrow(a: i128) -> i64 {
    i64::try_from(a).unwrap_or(if a < 0 { i64::MIN } else { i64::MAX })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logistic_function_is_right_to_a_millionth() {
        for x in (-21_000_000..=21_000_000).step_by(7_919) {
            let exact = 1.0 / (1.0 + (-(x as f64) / 1e6).exp());
            let exact = (exact * 1e6).clamp(1.0, 999_999.0);
            assert!((logistic(x) as f64 - exact).abs() <= 1.0, "{x}");
        }
        assert_eq!((logistic(i64::MIN), logistic(0), logistic(i64::MAX)), (1, 500_000, 999_999));
    }

    #[test]
    fn products_quotients_and_roots_are_right_to_a_millionth() {
        assert_eq!(
            (times(1_500_000, -2_000_000), over(3_000_000, 2_000_000)),
            (-3_000_000, 1_500_000)
        );
        assert_eq!((times(-1, 1), over(-1, 3_000_000)), (-1, -1), "towards minus infinity");
        assert_eq!((root(2_000_000), root(-5), root(0)), (1_414_213, 0, 0));
        assert_eq!(times(i64::MAX, i64::MAX), i64::MAX);
        assert_eq!(times(i64::MAX, i64::MIN), i64::MIN);
        assert_eq!(over(ONE, 0), ONE * ONE);
    }
}
