//! The page's files.

use axum::http::header::{CONTENT_ENCODING, X_CONTENT_TYPE_OPTIONS};

use super::*;

#[tokio::test]
async fn each_file_is_declared_for_what_it_is() {
    let site = Site::open();
    for (path, status, kind) in [
        ("/", 200, "text/html; charset=utf-8"),
        ("/index.html", 200, "text/html; charset=utf-8"),
        ("/admin", 200, "text/html; charset=utf-8"),
        ("/docs", 200, "text/html; charset=utf-8"),
        ("/docs/console", 200, "text/html; charset=utf-8"),
        ("/app.js", 200, "text/javascript; charset=utf-8"),
        ("/styles/live.css", 200, "text/css; charset=utf-8"),
        ("/favicon.svg", 200, "image/svg+xml"),
        ("/icon-512.png", 200, "image/png"),
        ("/docs/page.webp", 200, "image/webp"),
        ("/manifest.webmanifest", 200, "application/manifest+json"),
        ("/fonts/besley-OFL.txt", 200, "text/plain; charset=utf-8"),
        ("/no/such.js", 404, "text/plain; charset=utf-8"),
        ("/api/no/such", 404, "application/json"),
        ("/admin/no/such", 404, "application/json"),
    ] {
        let answer = site.ask(1, &Secret::new([1; 32]), (Method::GET, path), Value::Null).await;
        assert_eq!(
            (answer.status, &answer.headers[CONTENT_TYPE]),
            (status, &kind.parse().unwrap()),
            "{path}"
        );
        assert_eq!(answer.headers[X_CONTENT_TYPE_OPTIONS], "nosniff", "{path}");
        assert_eq!(answer.headers.get(CONTENT_ENCODING), None, "nobody has asked for it: {path}");
        let cause = if kind == "application/json" { "not_found" } else { "" };
        assert_eq!(answer.body["cause"]["kind"].as_str().unwrap_or_default(), cause, "{path}");
    }
}
