//! The page: its files are part of the binary, so that the server is one file and serves exactly
//! what it was tested with.

mod card;
mod head;
mod lettering;
mod made;
pub(crate) mod pictures;
mod place;
mod previews;
mod qr;
mod subject;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{
    ACCEPT, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
    IF_NONE_MATCH, REFERRER_POLICY, RETRY_AFTER, SET_COOKIE, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{AppendHeaders, IntoResponse, Response};
use bytes::Bytes;
use flate2::Compression;
use protocol::{Cause, Missing};
use rust_embed::{EmbeddedFile, RustEmbed};
use sha2::{Digest, Sha256};

use crate::admission::ip_prefix::IpPrefix;
use crate::admission::slots::Peer;
use crate::api::conditional::{gzip, is_known, tag, takes, takes_gzip};
use crate::api::page::head::{origin, with_head};
use crate::api::page::place::PageAddress;
use crate::api::page::subject::Subject;
use crate::api::state::AppState;
use crate::identity::renew_cookie;
use crate::net::problem::Problem;
use crate::records::request_error::RequestError;

/// Nothing from other origins and nothing inline: a name or a notation that gets into the page as
/// markup would still do nothing.
const POLICY: &str = "default-src 'self'; base-uri 'none'; form-action 'self'; \
                      frame-ancestors 'none'; object-src 'none'";

#[derive(RustEmbed)]
#[folder = "web/"]
struct Files;

/// The files as gzip, each compressed when it is first requested: they are text and shrink to a
/// third.
static PACKED: LazyLock<HashMap<String, OnceLock<Bytes>>> = LazyLock::new(|| {
    let paths = Files::iter().chain(made::paths().map(Into::into));
    paths.map(|path| (path.into_owned(), OnceLock::new())).collect()
});

/// The requested address, and the client's address.
struct Asked<'a> {
    state: &'a AppState,
    path: &'a str,
    headers: &'a HeaderMap,
    peer: Peer,
}

/// Serves a file by its path. Addresses inside the page (a table, an invitation) all get the page
/// itself, each with its own head.
pub(crate) async fn file(
    State(state): State<AppState>,
    Extension(peer): Extension<Peer>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let path = uri.path().trim_start_matches('/');
    let asked = Asked { state: &state, path, headers: &headers, peer };
    if let Some(place) = path.strip_prefix("preview/").and_then(|path| path.strip_suffix(".png")) {
        return asked.picture(place).await;
    }
    if let Some(place) = path.strip_suffix("/qr.svg") {
        return asked.code(place);
    }
    if let Some(place) = PageAddress::parse(path) {
        return asked.page(StatusCode::OK, place.subject(&state, asked.source()).await);
    }
    if let Some(made) = made::file(path) {
        return respond(made.path, Cow::Borrowed(made.data), &made.hash, &headers);
    }
    let path = match path {
        "admin" => "admin.html",
        "docs/console" => "manual/console.html",
        other => other,
    };
    match Files::get(path) {
        Some(EmbeddedFile { data, metadata }) => {
            respond(path, data, &metadata.sha256_hash(), &headers)
        }
        None if path.starts_with("api/") || path.starts_with("admin/") => {
            Problem::from(RequestError::from(Cause::NotFound { what: Missing::Path }))
                .into_response()
        }
        // A reader gets the answer as a page, a program as one word.
        None if takes(&headers, ACCEPT, "text/html") == Some(true) => {
            asked.page(StatusCode::NOT_FOUND, Subject::page("none"))
        }
        None => not_found(),
    }
}

fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "no such page\n").into_response()
}

impl Asked<'_> {
    /// Serves the page itself. From then on its visitor is a player.
    fn page(&self, status: StatusCode, subject: Subject) -> Response {
        let Some(index) = Files::get("index.html") else { return not_found() };
        let index = String::from_utf8_lossy(&index.data);
        let sealed = self.is_sealed();
        let page = with_head(&index, &subject, self.path, &origin(self.headers, sealed));
        // A shared cache must not hand the cookie to others.
        let cookie = renew_cookie(self.headers, sealed).map(|cookie| {
            let private = HeaderValue::from_static("private");
            AppendHeaders([(SET_COOKIE, cookie), (CACHE_CONTROL, private)])
        });
        let hash = Sha256::digest(&page);
        let packed = takes_gzip(self.headers).then(|| gzip(page.as_bytes(), Compression::fast()));
        let known =
            CachedAnswer { kind: "text/html; charset=utf-8", hash: &hash, headers: self.headers };
        (cookie, known.respond(status, packed, || page.into())).into_response()
    }

    /// Serves the preview picture of an address, for sites that show links.
    async fn picture(&self, place: &str) -> Response {
        let Some(place) = PageAddress::parse(if place == "home" { "" } else { place }) else {
            return not_found();
        };
        let from = self.source();
        let subject = place.subject(self.state, from).await;
        match self.state.pictures.picture(subject, from).await {
            Some(png) => {
                let headers = [(CONTENT_TYPE, "image/png"), (CACHE_CONTROL, "public, max-age=300")];
                (headers, png).into_response()
            }
            None => {
                let again = [(RETRY_AFTER, "10")];
                let why = "too many pictures are being drawn\n";
                (StatusCode::SERVICE_UNAVAILABLE, again, why).into_response()
            }
        }
    }

    /// Serves the address of an invitation as a QR code.
    fn code(&self, place: &str) -> Response {
        let Some(PageAddress::Seek(id)) = PageAddress::parse(place) else { return not_found() };
        let address = format!("{}/seek/{id}", origin(self.headers, self.is_sealed()));
        match qr::svg(&address) {
            Some(svg) => ([(CONTENT_TYPE, "image/svg+xml")], svg).into_response(),
            None => not_found(),
        }
    }

    /// The address that the request is charged to.
    fn source(&self) -> IpPrefix {
        self.state.hub.admission.source(self.peer.address, self.headers).into()
    }

    fn is_sealed(&self) -> bool {
        self.state.hub.admission.is_sealed(self.peer, self.headers)
    }
}

fn respond(path: &str, data: Cow<'static, [u8]>, hash: &[u8], headers: &HeaderMap) -> Response {
    let kind = content_type(path);
    let packed = takes_gzip(headers).then(|| packed(path, kind, &data)).flatten();
    CachedAnswer { kind, hash, headers }.respond(StatusCode::OK, packed, || data.into())
}

/// An answer that the client may have cached.
struct CachedAnswer<'a> {
    kind: &'static str,
    hash: &'a [u8],
    headers: &'a HeaderMap,
}

impl CachedAnswer<'_> {
    fn respond(
        &self,
        status: StatusCode,
        packed: Option<Bytes>,
        plain: impl FnOnce() -> Body,
    ) -> Response {
        let tag = tag(self.hash, packed.is_some());
        let known = is_known(self.headers.get(IF_NONE_MATCH), &tag);
        let encoding = packed.is_some().then_some(AppendHeaders([(CONTENT_ENCODING, "gzip")]));
        let (status, body) = match (known, packed) {
            (true, _) => (StatusCode::NOT_MODIFIED, Body::empty()),
            (false, Some(packed)) => (status, Body::from(packed)),
            (false, None) => (status, plain()),
        };
        let headers = [
            (CONTENT_TYPE, self.kind),
            (ETAG, &tag),
            (CACHE_CONTROL, "no-cache"),
            (VARY, "accept-encoding"),
            (CONTENT_SECURITY_POLICY, POLICY),
            (REFERRER_POLICY, "no-referrer"),
        ];
        (status, headers, encoding, body).into_response()
    }
}

/// Returns the file as gzip; `None` for fonts and pictures, which are compressed already.
fn packed(path: &str, kind: &str, data: &[u8]) -> Option<Bytes> {
    if kind.starts_with("font/") || matches!(kind, "image/png" | "image/webp") {
        return None;
    }
    let pack = || gzip(data, Compression::best());
    PACKED.get(path).map(|packed| packed.get_or_init(pack).clone())
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("txt") => "text/plain; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webp") => "image/webp",
        Some("woff2") => "font/woff2",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
