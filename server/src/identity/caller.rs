//! The secret that comes with an HTTP request: a program's in the `Authorization` header, a page's
//! in a cookie that its own scripts cannot read. Never in an address, because addresses end up in
//! logs.

use axum::http::header::{AUTHORIZATION, COOKIE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use protocol::Secret;

const COOKIE_NAME: &str = "nim";

/// How long a browser keeps the cookie: a year.
const COOKIE_SECONDS: u32 = 365 * 24 * 3600;

/// The player in whose name a request is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Caller {
    pub(crate) secret: Option<Secret>,
    /// Whether it is our own page. Then its secret goes into the cookie.
    pub(crate) page: bool,
    /// Whether the connection is encrypted all the way to them.
    sealed: bool,
}

impl Caller {
    /// Reads the headers. A cookie counts only with the `Origin` of our own page, which browsers
    /// send with every request that can change something, so no other page can use it.
    ///
    /// # Errors
    /// The status of the answer to a foreign page, or to an invalid token.
    pub(crate) fn read(headers: &HeaderMap, sealed: bool) -> Result<Caller, StatusCode> {
        let page = headers.contains_key(ORIGIN);
        if page && !same_origin(headers, sealed) {
            return Err(StatusCode::FORBIDDEN);
        }
        let secret = match headers.get(AUTHORIZATION) {
            Some(value) => Some(bearer(value).ok_or(StatusCode::UNAUTHORIZED)?),
            None => cookie(headers).filter(|_| page),
        };
        Ok(Caller { secret, page, sealed })
    }

    /// Reads the headers of a request that changes nothing. Browsers send no `Origin` with such
    /// requests from our own page; they withhold the cookie and the answer from every other page
    /// (`SameSite`, and no CORS).
    ///
    /// # Errors
    /// As [`Caller::read`].
    pub(crate) fn read_safe(headers: &HeaderMap, sealed: bool) -> Result<Caller, StatusCode> {
        let caller = Caller::read(headers, sealed)?;
        Ok(Caller { secret: caller.secret.or_else(|| cookie(headers)), ..caller })
    }

    /// Returns a cookie with this secret for the caller.
    pub(crate) fn cookie(&self, secret: &Secret) -> Option<HeaderValue> {
        set_cookie(secret, self.sealed)
    }
}

fn bearer(value: &HeaderValue) -> Option<Secret> {
    Secret::read(value.to_str().ok()?.strip_prefix("Bearer ")?)
}

fn cookie(headers: &HeaderMap) -> Option<Secret> {
    let lines = headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.split_once('='));
    let value = pairs.find(|(name, _)| name.trim() == COOKIE_NAME)?.1;
    Secret::read(value.trim())
}

/// Returns the cookie for a browser that loads the page and has none yet: its player is a guest
/// from then on.
pub(crate) fn renew_cookie(headers: &HeaderMap, sealed: bool) -> Option<HeaderValue> {
    match cookie(headers) {
        Some(_) => None,
        None => set_cookie(&super::new_secret(), sealed),
    }
}

/// A cookie with this secret. A cookie set over TLS is never sent without it.
fn set_cookie(secret: &Secret, sealed: bool) -> Option<HeaderValue> {
    let secret = secret.reveal();
    let secure = if sealed { "; Secure" } else { "" };
    let cookie = format!(
        "{COOKIE_NAME}={secret}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Strict{secure}"
    );
    let mut value = HeaderValue::from_str(&cookie).ok()?;
    value.set_sensitive(true);
    Some(value)
}

/// Whether the page that connects is our own, which the browser says; a program says nothing.
fn same_origin(headers: &HeaderMap, sealed: bool) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let origin = origin.to_str().unwrap_or_default();
    // A proxy that terminates TLS need not say so; but where this server terminates TLS, a page
    // that was loaded without it is not ours.
    let plain = origin.strip_prefix("http://").filter(|_| !sealed);
    let host = plain.or_else(|| origin.strip_prefix("https://"));
    let own = headers.get(HOST).and_then(|host| host.to_str().ok());
    host.is_some() && host == own
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderName;

    use super::*;

    fn read(list: &[(&'static str, &str)]) -> Result<Caller, StatusCode> {
        let pair = |(name, value): &(&'static str, &str)| {
            (HeaderName::from_static(name), HeaderValue::from_str(value).expect("plain"))
        };
        Caller::read(&list.iter().map(pair).collect(), false)
    }

    #[test]
    fn only_our_own_page_or_no_page_may_connect() {
        let host = ("host", "nim.example:7070");
        let allowed = |origin| read(&[host, ("origin", origin)]).is_ok();
        assert!(read(&[host]).is_ok());
        assert!(allowed("http://nim.example:7070"));
        assert!(allowed("https://nim.example:7070"));
        for foreign in ["null", "", "http://evil.example", "http://nim.example:7070.evil.example"] {
            assert!(!allowed(foreign), "{foreign}");
        }
        assert!(read(&[("origin", "http://nim.example")]).is_err());
        let sealed = |origin: &'static str| {
            let host = (HOST, HeaderValue::from_static("nim.example"));
            let headers = [host, (ORIGIN, HeaderValue::from_static(origin))].into_iter().collect();
            Caller::read(&headers, true).is_ok()
        };
        assert!(sealed("https://nim.example") && !sealed("http://nim.example"));
    }

    #[test]
    fn a_cookie_counts_for_our_page_only_and_a_token_for_programs() {
        let secret = Secret::new([7; 32]);
        let cookie = format!("a=b; nim={}; c=d", secret.reveal());
        let token = format!("Bearer {}", secret.reveal());
        let page = [("host", "nim"), ("origin", "http://nim")];
        let said = |list: &[(&'static str, &str)]| read(list).map(|caller| caller.secret);
        assert_eq!(said(&[page[0], page[1], ("cookie", &cookie)]), Ok(Some(secret)));
        assert_eq!(said(&[page[0], ("cookie", &cookie)]), Ok(None), "no page, no cookie");
        let safe = [page[0], ("cookie", &*cookie)].map(|(name, value)| {
            (HeaderName::from_static(name), HeaderValue::from_str(value).expect("plain"))
        });
        let safe = Caller::read_safe(&HeaderMap::from_iter(safe), false);
        assert_eq!(safe.map(|caller| caller.secret), Ok(Some(secret)), "it changes nothing");
        let evil = ("origin", "http://evil");
        assert_eq!(said(&[page[0], evil, ("cookie", &cookie)]), Err(StatusCode::FORBIDDEN));
        assert_eq!(said(&[("authorization", &token)]), Ok(Some(secret)));
        assert_eq!(said(&[("authorization", "Bearer x")]), Err(StatusCode::UNAUTHORIZED));
        assert_eq!(said(&[page[0], page[1], ("cookie", "nim=x")]), Ok(None));
    }

    #[test]
    fn a_valid_cookie_is_kept() {
        let headers = |cookie: &str| {
            let value = HeaderValue::from_str(cookie).expect("plain");
            HeaderMap::from_iter([(COOKIE, value)])
        };
        let sealed = renew_cookie(&HeaderMap::new(), true).expect("a new one");
        assert!(sealed.to_str().expect("plain").ends_with("; SameSite=Strict; Secure"));
        let given = renew_cookie(&HeaderMap::new(), false).expect("a new one");
        let given = given.to_str().expect("plain");
        assert!(
            given.ends_with("; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict"),
            "{given}"
        );
        let (pair, _) = given.split_once(';').expect("attributes");
        assert_eq!(renew_cookie(&headers(pair), false), None);
        assert!(renew_cookie(&headers("nim=0"), false).is_some());
    }
}
