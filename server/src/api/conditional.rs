//! Conditional requests (RFC 9110, 13) and compression: a client that asks again for what it has is
//! told so in a line, and what it has not shrinks to a fifth.

use std::io::Write;

use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG,
    IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;

use crate::admission::background_thread;

/// Answers up to this size, in bytes, take less than 20 us; larger ones are packed away from the
/// network's threads.
const SMALL: usize = 2 * 1024;

/// Answers below this size, in bytes, are not packed: they fit into one packet anyway.
const WORTH_PACKING: usize = 1024;

/// Answers above this size, in bytes, are sent as they are.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// The number of answers that are packed at once, away from the network's threads.
static TURNS: Semaphore = Semaphore::const_new(4);

/// Gives each answer in JSON a tag, answers 304 to a client that has it, and packs it for one that
/// reads gzip. What must not be kept is left alone: how well a secret packs would tell of it.
pub(super) async fn conditional(request: Request, next: Next) -> Response {
    let is_read = request.method() == Method::GET;
    let headers = request.headers();
    let known = headers.get(IF_NONE_MATCH).cloned();
    let packs = takes_gzip(headers);
    let answer = next.run(request).await;
    match length(&answer) {
        Some(length) if is_read && may_be_kept(&answer) => {
            tagged(answer, length, known, packs).await
        }
        _ => answer,
    }
}

/// The length in bytes of a complete answer that is not too long.
fn length(answer: &Response) -> Option<usize> {
    let length = answer.body().size_hint().exact().filter(|&length| length <= MAX_BYTES)?;
    usize::try_from(length).ok()
}

fn may_be_kept(answer: &Response) -> bool {
    let headers = answer.headers();
    let is_json = headers.get(CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    let decided = headers.contains_key(CACHE_CONTROL) || headers.contains_key(ETAG);
    answer.status() == StatusCode::OK && is_json && !decided
}

async fn tagged(
    answer: Response,
    length: usize,
    known: Option<HeaderValue>,
    packs: bool,
) -> Response {
    let (mut parts, body) = answer.into_parts();
    // It is in memory: nothing is waited for, and nothing can fail.
    let plain = to_bytes(body, length).await.unwrap_or_default();
    let packs = packs && length >= WORTH_PACKING && !parts.headers.contains_key(CONTENT_ENCODING);
    let described = if length <= SMALL {
        Described::new(plain.clone(), packs)
    } else {
        // Without a turn or a thread, which only a server in need lacks, it is sent as it is.
        let turn = TURNS.acquire().await;
        let body = plain.clone();
        let described = background_thread::run(move || Described::new(body, packs)).await;
        drop(turn);
        match described {
            Ok(described) => described,
            Err(_) => return Response::from_parts(parts, plain.into()),
        }
    };
    let Described { tag, body, is_packed } = described;
    let headers = &mut parts.headers;
    if is_packed {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    let is_known = is_known(known.as_ref(), &tag);
    headers.extend(HeaderValue::from_str(&tag).map(|tag| (ETAG, tag)));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    headers.remove(CONTENT_LENGTH);
    if is_known {
        parts.status = StatusCode::NOT_MODIFIED;
        return Response::from_parts(parts, Body::empty());
    }
    Response::from_parts(parts, body.into())
}

/// An answer as it is sent.
struct Described {
    tag: String,
    body: Bytes,
    is_packed: bool,
}

impl Described {
    fn new(plain: Bytes, packs: bool) -> Described {
        let tag = tag(&Sha256::digest(&plain), packs);
        let body = if packs { gzip(&plain, Compression::fast()) } else { plain };
        Described { tag, body, is_packed: packs }
    }
}

/// The entity tag of what has this hash.
pub(super) fn tag(hash: &[u8], is_packed: bool) -> String {
    let hash: String = hash.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    format!("\"{hash}{}\"", if is_packed { "-gz" } else { "" })
}

/// Whether a client that sent this `If-None-Match` has what has this tag.
pub(super) fn is_known(if_none_match: Option<&HeaderValue>, tag: &str) -> bool {
    let tags = if_none_match.and_then(|tags| tags.to_str().ok());
    // A proxy that packs what we sent makes our tag a weak one.
    let mut tags = tags.unwrap_or_default().split(',').map(str::trim);
    tags.any(|known| known == "*" || known.trim_start_matches("W/") == tag)
}

/// Whether the client reads gzip.
pub(super) fn takes_gzip(headers: &HeaderMap) -> bool {
    let said = |what| takes(headers, ACCEPT_ENCODING, what);
    said("gzip").or_else(|| said("*")).unwrap_or(false)
}

/// Whether a list in a request header accepts an item (RFC 9110, 12.4.2); `None` if it does not name
/// it.
pub(super) fn takes(headers: &HeaderMap, list: HeaderName, what: &str) -> Option<bool> {
    let lines = headers.get_all(list).iter().filter_map(|value| value.to_str().ok());
    let items = lines.flat_map(|line| line.split(',')).map(|item| item.split(';').map(str::trim));
    let mut named = items.filter_map(|mut item| {
        let is_named = item.next()?.eq_ignore_ascii_case(what);
        let weight = item.find_map(|one| one.strip_prefix("q=").or(one.strip_prefix("Q=")));
        is_named.then(|| weight.is_none_or(|weight| weight.parse::<f32>().is_ok_and(|q| q > 0.0)))
    });
    named.next()
}

/// Compresses something.
pub(super) fn gzip(data: &[u8], how: Compression) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), how);
    // Writing to memory cannot fail.
    let _ = encoder.write_all(data);
    Bytes::from(encoder.finish().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_json_of_which_nothing_else_is_decided_may_be_kept() {
        let answer = |status: u16, headers: &[(&str, &str)]| {
            let response = axum::http::Response::builder().status(status);
            let response =
                headers.iter().fold(response, |all, (name, value)| all.header(*name, *value));
            may_be_kept(&response.body(axum::body::Body::empty()).expect("an answer"))
        };
        let json = ("content-type", "application/json");
        assert!(answer(200, &[json]) && answer(200, &[json, ("age", "3")]));
        for (status, headers) in [
            (404, &[json][..]),
            (201, &[json]),
            (200, &[]),
            (200, &[("content-type", "text/html")]),
            (200, &[json, ("cache-control", "no-store")]),
            (200, &[json, ("etag", "\"7\"")]),
        ] {
            assert!(!answer(status, headers), "{status} {headers:?}");
        }
    }

    #[test]
    fn gzip_is_sent_to_those_who_take_it_in_any_words() {
        let takes = |sent: &'static [&str]| {
            let lines = sent.iter().map(|line| (ACCEPT_ENCODING, HeaderValue::from_static(line)));
            takes_gzip(&lines.collect())
        };
        for sent in [
            &["gzip"][..],
            &["br, GZip;q=0.5"],
            &["*"],
            &["gzip ; q=1, *;q=0"],
            &["identity;q=0, *;q=0.001"],
            &["br", "gzip"],
        ] {
            assert!(takes(sent), "{sent:?}");
        }
        for sent in
            [&[][..], &["br"], &["xgzip"], &["gzip;q=0"], &["gzip;q=0, *"], &["*;Q=0.000"], &[""]]
        {
            assert!(!takes(sent), "{sent:?}");
        }
    }

    #[test]
    fn a_tag_is_known_in_a_list_and_when_a_proxy_has_weakened_it() {
        let tag = tag(&[1; 32], false);
        assert_eq!(tag, "\"010101010101010101010101\"");
        let is_known = |sent: &str| is_known(HeaderValue::from_str(sent).ok().as_ref(), &tag);
        assert!(is_known(&tag) && is_known(&format!("W/{tag}")) && is_known("*"));
        assert!(is_known(&format!("\"other\", {tag}")));
        assert!(!is_known("") && !is_known("\"other\"") && !is_known(&tag.replace('"', "")));
        assert!(!super::is_known(None, &tag));
    }
}
