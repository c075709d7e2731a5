//! The manual at `/docs`: the documents as HTML, rendered by `build.rs`.

use std::sync::LazyLock;

/// All files, one after another, each preceded by a line with its path and its length.
const PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/manual"));

/// A file of the manual.
#[derive(Clone, Copy)]
pub(super) struct File {
    pub(super) path: &'static str,
    pub(super) data: &'static [u8],
}

static FILES: LazyLock<Vec<File>> = LazyLock::new(|| {
    let mut rest = PACKED;
    std::iter::from_fn(|| next(&mut rest)).collect()
});

/// Splits off the first of these files.
fn next(packed: &mut &'static [u8]) -> Option<File> {
    let end = packed.iter().position(|&byte| byte == b'\n')?;
    let line = std::str::from_utf8(&packed[..end]).ok()?;
    let (path, length) = line.split_once(' ')?;
    let (data, rest) = packed[end + 1..].split_at_checked(length.parse().ok()?)?;
    *packed = rest;
    Some(File { path, data })
}

/// Iterates over the paths of all files.
pub(super) fn paths() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|file| file.path)
}

/// Returns the file at this address; pages are requested without their extension.
pub(super) fn file(address: &str) -> Option<File> {
    let address = address.trim_end_matches('/');
    let page = if address == "docs" { "docs/index" } else { address };
    let is_it = |path: &str| path == address || path.strip_suffix(".html") == Some(page);
    FILES.iter().copied().find(|file| is_it(file.path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_found_by_its_address() {
        for address in ["docs", "docs/", "docs/protocol", "docs/page.webp"] {
            assert!(file(address).is_some_and(|file| file.data.len() > 1_000), "{address}");
        }
        assert_eq!(file("docs/protocol").map(|file| file.path), Some("docs/protocol.html"));
        assert!(file("docs/none").is_none() && file("").is_none());
        assert!(paths().count() > 10);
    }
}
