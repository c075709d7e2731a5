//! The page with its own head for each address: title, sentence and picture, for sites that show
//! links and run no script. The rest of the page is the same for all addresses.

use axum::http::HeaderMap;
use axum::http::header::HOST;
use html_escape::encode_quoted_attribute;

use crate::api::page::card::{HEIGHT, WIDTH};
use crate::api::page::subject::{SITE, Subject};

/// The placeholder of the head in `index.html`.
const TITLE: &str = "<title>Nim</title>";

/// Around the links in `index.html` that are for home alone.
const HOME: [&str; 2] = ["<!-- home -->", "<!-- /home -->"];

/// The maximum length of an accepted host.
const MAX_HOST: usize = 255;

/// Returns `index` with the head of `subject`; `path` is its address, without the leading slash.
pub(super) fn with_head(index: &str, subject: &Subject, path: &str, origin: &str) -> String {
    let title = match subject.title.as_str() {
        SITE => SITE.to_owned(),
        title => format!("{} · {SITE}", encode_quoted_attribute(title)),
    };
    let (about, path) = (encode_quoted_attribute(&subject.about), encode_quoted_attribute(path));
    let image = format!("{origin}/preview/{}.png", if path.is_empty() { "home" } else { &path });
    let head = format!(
        "<title>{title}</title>\n    \
         <meta name=\"description\" content=\"{about}\" />\n    \
         <meta property=\"og:type\" content=\"website\" />\n    \
         <meta property=\"og:site_name\" content=\"{SITE}\" />\n    \
         <meta property=\"og:title\" content=\"{title}\" />\n    \
         <meta property=\"og:description\" content=\"{about}\" />\n    \
         <meta property=\"og:url\" content=\"{origin}/{path}\" />\n    \
         <meta property=\"og:image\" content=\"{image}\" />\n    \
         <meta property=\"og:image:width\" content=\"{WIDTH}\" />\n    \
         <meta property=\"og:image:height\" content=\"{HEIGHT}\" />\n    \
         <meta name=\"twitter:card\" content=\"summary_large_image\" />"
    );
    let index = index.replacen(TITLE, &head, 1);
    if path.is_empty() { index } else { without_home(&index) }
}

/// Cuts out what only home loads early.
fn without_home(index: &str) -> String {
    let [begin, end] = HOME;
    let whole = || Some((index.split_once(begin)?.0, index.split_once(end)?.1));
    whole().map_or_else(|| index.to_owned(), |(before, after)| [before, after].concat())
}

/// The origin of the request, as in `https://example.org`. Empty if the request names no host, or
/// an invalid one.
pub(super) fn origin(headers: &HeaderMap, sealed: bool) -> String {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b".:-[]".contains(&byte);
    if host.is_empty() || host.len() > MAX_HOST || !host.bytes().all(fits) {
        return String::new();
    }
    format!("{}://{host}", if sealed { "https" } else { "http" })
}

#[cfg(test)]
mod tests {
    use super::*;

    const INDEX: &str = "<head><title>Nim</title></head>";

    fn subject(title: &str) -> Subject {
        let variant = "nim".to_owned();
        Subject { title: title.to_owned(), about: "A sentence.".to_owned(), variant, lines: vec![] }
    }

    #[test]
    fn a_head_says_what_the_address_is_about() {
        let page = with_head(INDEX, &subject("Ada – Bob"), "table/1", "https://nim.example");
        for part in [
            "<title>Ada – Bob · Nim</title>",
            "content=\"A sentence.\"",
            "property=\"og:image\" content=\"https://nim.example/preview/table/1.png\"",
            "property=\"og:url\" content=\"https://nim.example/table/1\"",
        ] {
            assert!(page.contains(part), "{part} is missing in {page}");
        }
        let home = with_head(INDEX, &subject("Nim"), "", "");
        assert!(home.contains("<title>Nim</title>") && home.contains("\"/preview/home.png\""));
    }

    #[test]
    fn only_home_loads_early_what_home_needs() {
        let index = "<title>Nim</title><a><!-- home --><b><!-- /home --><c>";
        let page = |path| with_head(index, &subject("Nim"), path, "");
        assert!(page("").contains("<b>"));
        assert!(!page("table/1").contains("<b>") && page("table/1").ends_with("<a><c>"));
    }

    #[test]
    fn a_name_never_becomes_markup() {
        let page = with_head(INDEX, &subject("\"><script>alert('1')</script>&"), "x\"y", "");
        assert!(!page.contains("<script>") && !page.contains("x\"y"), "{page}");
    }

    #[test]
    fn only_a_host_that_can_be_one_is_believed() {
        let origin = |host: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, host.parse().expect("a header"));
            super::origin(&headers, true)
        };
        assert_eq!(origin("nim.example:8443"), "https://nim.example:8443");
        assert_eq!(origin("[::1]:80"), "https://[::1]:80");
        let longest = "a".repeat(MAX_HOST);
        assert_eq!(origin(&longest), format!("https://{longest}"));
        for bad in ["", "evil\"host", "a/b", &"a".repeat(MAX_HOST + 1)] {
            assert_eq!(origin(bad), "", "{bad}");
        }
        assert_eq!(super::origin(&HeaderMap::new(), false), "");
    }
}
