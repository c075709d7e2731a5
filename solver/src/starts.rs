//! Where games begin: drawn starts, and starts of a wanted kind.

pub(crate) mod drawing;
pub(crate) mod request;
