//! Where a thread writes before what is written is copied into just the room that
//! it needs.

use std::cell::RefCell;

use serde::Serialize;

/// Memory that a thread keeps; more is given back at once.
const KEPT: usize = 64 * 1024;

thread_local! {
    static DESK: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Hands an empty buffer to `write`, which must not ask for it again.
pub(crate) fn with_scratch_buffer<T>(write: impl FnOnce(&mut Vec<u8>) -> T) -> T {
    DESK.with_borrow_mut(|buffer| {
        buffer.clear();
        let written = write(buffer);
        buffer.shrink_to(KEPT);
        written
    })
}

/// Adds `value` as JSON.
pub(crate) fn add_json(bytes: &mut Vec<u8>, value: &impl Serialize) {
    // Into memory, from structs without maps of odd keys: cannot fail.
    serde_json::to_writer(bytes, value).expect("what the server writes has a JSON form");
}
