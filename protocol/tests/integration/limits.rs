//! Limits that are computed, as numbers: a constant compared with itself says nothing.

use protocol::DeclaredProgram;
use protocol::costs::{Allowance, ExpensiveRequest, Payer};
use protocol::limits::{
    MAX_AHEAD, MAX_BASE_MS, MAX_LISTED_BYTES, MAX_MESSAGE_BYTES, MAX_OUTBOX_BYTES, RENAME_COOLDOWN,
    TURN_TIMEOUT,
};

#[test]
fn computed_limits_are_these_numbers() {
    assert_eq!(MAX_MESSAGE_BYTES, 65_536);
    assert_eq!(MAX_OUTBOX_BYTES, 262_144);
    assert_eq!(MAX_LISTED_BYTES, 32_768);
    assert_eq!(MAX_BASE_MS, 10_800_000);
    assert_eq!(RENAME_COOLDOWN.as_secs(), 2_592_000);
    assert_eq!(TURN_TIMEOUT.as_secs(), 86_400);
    assert_eq!(MAX_AHEAD.as_secs(), 2_419_200);
    assert_eq!(DeclaredProgram::MAX_SEED, 9_007_199_254_740_991);
}

/// Whoever stands for so many guests may ask for so much more at once, and so much more often.
#[test]
fn everybody_has_their_share_of_each_allowance() {
    assert_eq!(Payer::ALL.iter().map(|payer| payer.share()).collect::<Vec<_>>(), [1, 2, 4, 16, 64]);
    for request in ExpensiveRequest::ALL {
        let one = request.allowance();
        assert!(one.at_once > 1 && !one.every.is_zero(), "{request:?}");
        for payer in Payer::ALL {
            let Allowance { at_once, every } = payer.allowance(*request);
            assert_eq!(at_once, one.at_once * payer.share(), "{request:?} {payer:?}");
            let whole = every * payer.share();
            let rounded = one.every - whole;
            assert!(rounded.as_nanos() < u128::from(payer.share()), "{request:?} {payer:?}");
        }
    }
    let game = Payer::Account.allowance(ExpensiveRequest::Game);
    assert_eq!((game.at_once, game.every.as_millis()), (4_096, 50));
}
