//! The files that `build.rs` makes: the manual at `/docs`, and the page's modules at `/bundles`.

use std::collections::HashMap;
use std::sync::LazyLock;

use sha2::{Digest, Sha256};

/// All files, one after another, each preceded by a line with its path and its length.
const PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/made"));

/// A file that was made.
pub(super) struct File {
    pub(super) path: &'static str,
    pub(super) data: &'static [u8],
    pub(super) hash: [u8; 32],
}

static FILES: LazyLock<HashMap<&str, File>> = LazyLock::new(|| {
    let mut rest = PACKED;
    std::iter::from_fn(|| next(&mut rest)).map(|file| (file.path, file)).collect()
});

/// Splits off the first of these files.
fn next(packed: &mut &'static [u8]) -> Option<File> {
    let end = packed.iter().position(|&byte| byte == b'\n')?;
    let line = std::str::from_utf8(&packed[..end]).ok()?;
    let (path, length) = line.split_once(' ')?;
    let (data, rest) = packed[end + 1..].split_at_checked(length.parse().ok()?)?;
    *packed = rest;
    Some(File { path, data, hash: Sha256::digest(data).into() })
}

/// Iterates over the paths of all files.
pub(super) fn paths() -> impl Iterator<Item = &'static str> {
    FILES.keys().copied()
}

/// Returns the file at this address; pages of the manual are requested without their extension.
pub(super) fn file(address: &str) -> Option<&'static File> {
    let address = address.trim_end_matches('/');
    let page = if address == "docs" { "docs/index" } else { address };
    FILES.get(address).or_else(|| FILES.get(format!("{page}.html").as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_found_by_its_address() {
        for address in ["docs", "docs/", "docs/protocol", "docs/page.webp", "bundles/app.js"] {
            assert!(file(address).is_some_and(|file| file.data.len() > 1_000), "{address}");
        }
        assert_eq!(file("docs/protocol").map(|file| file.path), Some("docs/protocol.html"));
        assert!(file("docs/none").is_none() && file("").is_none());
        assert!(paths().count() > 10);
    }
}
