//! The page: files that are part of the binary, so that the server is one file
//! and serves what it was tested with.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{LazyLock, OnceLock};

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
    IF_NONE_MATCH, REFERRER_POLICY, SET_COOKIE, VARY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{AppendHeaders, IntoResponse, Response};
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use protocol::{Cause, Missing};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::admission::slots::Peer;
use crate::api::problem::Problem;
use crate::api::state::AppState;
use crate::identity::renew_cookie;
use crate::records::refusal::Refused;

/// Nothing from elsewhere, nothing inline: a name or a notation that gets into
/// the page as markup would still do nothing.
const POLICY: &str = "default-src 'self'; base-uri 'none'; form-action 'self'; \
                      frame-ancestors 'none'; object-src 'none'";

#[derive(RustEmbed)]
#[folder = "web/"]
struct Files;

/// The files as gzip, each packed when it is first asked for: they are text, and come to
/// a third on the way.
static PACKED: LazyLock<HashMap<String, OnceLock<Bytes>>> =
    LazyLock::new(|| Files::iter().map(|path| (path.into_owned(), OnceLock::new())).collect());

/// A file by its path. Addresses inside the page (a table, an invitation) all
/// get the page itself.
pub(crate) async fn file(
    State(state): State<AppState>,
    Extension(peer): Extension<Peer>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let path = uri.path().trim_start_matches('/');
    if is_view(path) {
        // Whoever opens the page is somebody from then on.
        let sealed = state.hub.admission.is_sealed(peer, &headers);
        let cookie =
            renew_cookie(&headers, sealed).map(|cookie| AppendHeaders([(SET_COOKIE, cookie)]));
        return (cookie, serve("index.html", &headers)).into_response();
    }
    serve(path, &headers)
}

fn serve(path: &str, headers: &HeaderMap) -> Response {
    match Files::get(path) {
        Some(file) => respond(path, file, headers),
        None if path.starts_with("api/") || path.starts_with("admin/") => {
            Problem::from(Refused::from(Cause::NotFound { what: Missing::Path })).into_response()
        }
        None => (StatusCode::NOT_FOUND, "no such page\n").into_response(),
    }
}

fn is_view(path: &str) -> bool {
    let first = path.split('/').next().unwrap_or_default();
    matches!(
        first,
        "" | "new"
            | "watch"
            | "table"
            | "seek"
            | "game"
            | "analysis"
            | "learn"
            | "ladder"
            | "player"
            | "account"
            | "tournaments"
            | "tournament"
    )
}

fn respond(path: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let hash: String =
        file.metadata.sha256_hash()[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let kind = content_type(path);
    let packed = takes_gzip(headers).then(|| packed(path, kind, &file.data)).flatten();
    let tag = format!("\"{hash}{}\"", if packed.is_some() { "-gz" } else { "" });
    let known = headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let encoding = packed.is_some().then_some(AppendHeaders([(CONTENT_ENCODING, "gzip")]));
    let (status, body) = match (known, packed) {
        (true, _) => (StatusCode::NOT_MODIFIED, Body::empty()),
        (false, Some(packed)) => (StatusCode::OK, Body::from(packed)),
        (false, None) => (StatusCode::OK, Body::from(file.data)),
    };
    let headers = [
        (CONTENT_TYPE, kind),
        (ETAG, &tag),
        (CACHE_CONTROL, "no-cache"),
        (VARY, "accept-encoding"),
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
    ];
    (status, headers, encoding, body).into_response()
}

fn takes_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|list| list.split(',').any(|one| one.trim() == "gzip"))
}

/// The file as gzip; `None` for fonts and pictures, which are packed already.
fn packed(path: &str, kind: &str, data: &[u8]) -> Option<Bytes> {
    if kind.starts_with("font/") || kind == "image/png" {
        return None;
    }
    let pack = || {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to memory cannot fail.
        let _ = encoder.write_all(data);
        Bytes::from(encoder.finish().unwrap_or_default())
    };
    PACKED.get(path).map(|packed| packed.get_or_init(pack).clone())
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("ico") => "image/x-icon",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
