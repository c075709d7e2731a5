//! Per-thread scratch buffer: messages are serialised here, then copied into an exact-size
//! allocation.

use std::cell::RefCell;

use serde::Serialize;

/// The memory that a thread keeps, in bytes; more is freed at once.
const KEPT: usize = 64 * 1024;

thread_local! {
    static SCRATCH_BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Passes an empty buffer to `write`, which must not ask for it again.
pub(crate) fn with_scratch_buffer<T>(write: impl FnOnce(&mut Vec<u8>) -> T) -> T {
    SCRATCH_BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        let written = write(buffer);
        buffer.shrink_to(KEPT);
        written
    })
}

/// Appends `value` as JSON.
pub(crate) fn add_json(bytes: &mut Vec<u8>, value: &impl Serialize) {
    // Writing to memory, from structs without maps with non-string keys, cannot fail.
    serde_json::to_writer(bytes, value).expect("what the server writes has a JSON form");
}
