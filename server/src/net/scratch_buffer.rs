//! Where a thread writes before what is written is copied into just the room that
//! it needs.

use std::cell::RefCell;

use serde::Serialize;

/// Memory that a thread keeps; more is given back at once.
const KEPT: usize = 64 * 1024;

thread_local! {
    static DESK: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Hands an empty desk to `write`, which must not ask for it again.
pub(crate) fn at_the_desk<T>(write: impl FnOnce(&mut Vec<u8>) -> T) -> T {
    DESK.with_borrow_mut(|desk| {
        desk.clear();
        let written = write(desk);
        desk.shrink_to(KEPT);
        written
    })
}

/// Adds `value` as JSON.
pub(crate) fn add_json(bytes: &mut Vec<u8>, value: &impl Serialize) {
    // Into memory, from structs without maps of odd keys: cannot fail.
    serde_json::to_writer(bytes, value).expect("what the server writes has a JSON form");
}
