//! TLS without a proxy: `wss` for programs, `https` for the page, and nothing else on that port.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use rcgen::{CertifiedKey, generate_simple_self_signed};
use server::{Config, ListenEndpoint, Server, TlsCertificate};
use tests::process::{Folder, ServerProcess, binaries};
use tests::raw::{Raw, upgrade_request};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// A self-signed certificate for this machine, as two files.
struct Certified {
    folder: Folder,
    /// The certificate, as it was made.
    pem: String,
}

impl Certified {
    fn new() -> Certified {
        let CertifiedKey { cert, signing_key } =
            generate_simple_self_signed(["localhost".to_owned()]).expect("a name");
        let certified = Certified { folder: Folder::new(), pem: cert.pem() };
        std::fs::write(certified.chain(), &certified.pem).expect("the folder is there");
        std::fs::write(certified.key(), signing_key.serialize_pem()).expect("it is there");
        certified
    }

    fn chain(&self) -> PathBuf {
        self.folder.path().join("cert.pem")
    }

    fn key(&self) -> PathBuf {
        self.folder.path().join("key.pem")
    }

    async fn connect(&self, at: SocketAddr) -> TlsStream<TcpStream> {
        let root = CertificateDer::from_pem_slice(self.pem.as_bytes()).expect("PEM");
        handshake(at, root).await.expect("a handshake")
    }

    /// Sends a request and reads the whole answer.
    async fn ask(&self, at: SocketAddr, request: &str) -> String {
        let mut stream = self.connect(at).await;
        stream.write_all(request.as_bytes()).await.expect("it is open");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("a clean end");
        answer
    }
}

/// A server with TLS inside the test, until the sender is dropped.
async fn serve(certified: &Certified, config: Config) -> (SocketAddr, oneshot::Sender<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let at = listener.local_addr().expect("bound");
    let certificate = TlsCertificate::read(&certified.chain(), &certified.key()).expect("both");
    let entrance = ListenEndpoint::tls(listener, certificate);
    let (stop, stopped) = oneshot::channel();
    tokio::spawn(Server::new(config).serve([entrance], async {
        let _ = stopped.await;
    }));
    (at, stop)
}

fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
}

fn bot(port: u16, trusting: Option<&Path>, flags: &[&str]) -> Child {
    let url = format!("wss://localhost:{port}");
    let mut bot = Command::new(binaries().join("nim-bot"));
    bot.args(["play", "--url", &url, "--games", "1", "--patience", "2"]).args(flags);
    if let Some(file) = trusting {
        bot.arg("--ca").arg(file);
    }
    bot.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("nim-bot starts")
}

#[tokio::test]
async fn two_bots_play_over_wss_and_the_house_bots_are_there_too() {
    let (data, certified) = (Folder::new(), Certified::new());
    let (chain, key) = (certified.chain(), certified.key());
    let flags = ["--tls-cert", path(&chain), "--tls-key", path(&key)];
    let server = ServerProcess::start(data.path(), &flags);
    let port = server.at.port();
    let ada = bot(port, Some(&chain), &["--name", "Ada", "--seek"]);
    let bob = bot(port, Some(&chain), &["--name", "Bob", "--accept"]);
    for player in [ada, bob] {
        let played = player.wait_with_output().expect("it can be waited for");
        let said = String::from_utf8_lossy(&played.stdout);
        assert!(played.status.success() && said.starts_with("games=1 "), "{said}");
    }
    // The house bots connect through a separate listener.
    for _ in 0..1_000 {
        if certified.ask(server.at, &get("/metrics")).await.contains("\nnim_players 4\n") {
            return;
        }
    }
    panic!("the house bots have not come");
}

#[tokio::test]
async fn a_new_certificate_is_read_at_a_hangup_and_a_broken_one_is_not() {
    let (data, certified) = (Folder::new(), Certified::new());
    let (chain, key) = (certified.chain(), certified.key());
    let flags = ["--house-bots", "off", "--tls-cert", path(&chain), "--tls-key", path(&key)];
    let server = ServerProcess::start(data.path(), &flags);
    let mut before = certified.connect(server.at).await;
    std::fs::write(certified.chain(), "not PEM").expect("it is writable");
    server.hang_up();
    let renewed = Certified::new();
    // The old files still vouch for the server, whenever it reads the broken one.
    let old = CertificateDer::from_pem_slice(certified.pem.as_bytes()).expect("PEM");
    assert!(handshake(server.at, old.clone()).await.is_some());
    std::fs::copy(renewed.chain(), certified.chain()).expect("it is there");
    std::fs::copy(renewed.key(), certified.key()).expect("it is there");
    server.hang_up();
    let new = CertificateDer::from_pem_slice(renewed.pem.as_bytes()).expect("PEM");
    let mut renewals = 0;
    while handshake(server.at, new.clone()).await.is_none() {
        renewals += 1;
        assert!(renewals < 10_000, "the new certificate is never used");
    }
    assert!(handshake(server.at, old).await.is_none());
    // A connection from before goes on.
    before.write_all(get("/healthz").as_bytes()).await.expect("it is open");
    let mut answer = String::new();
    before.read_to_string(&mut answer).await.expect("a clean end");
    assert!(answer.ends_with("ok\n"), "{answer}");
}

/// A connection to a server that this certificate vouches for.
async fn handshake(at: SocketAddr, root: CertificateDer<'static>) -> Option<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(root).expect("a root");
    let config = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
    let tcp = TcpStream::connect(at).await.expect("the server accepts");
    let name = "localhost".try_into().expect("a name");
    TlsConnector::from(Arc::new(config)).connect(name, tcp).await.ok()
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

#[tokio::test(flavor = "multi_thread")]
async fn untrusted_certificates_are_refused() {
    let certified = Certified::new();
    let (at, _stop) = serve(&certified, Config::default()).await;
    for trusting in [None, Some(Certified::new())] {
        let file = trusting.as_ref().map(Certified::chain);
        let bot = bot(at.port(), file.as_deref(), &["--name", "Ada"]);
        let ended = bot.wait_with_output().expect("it can be waited for");
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(!ended.status.success() && said.contains("not trusted"), "{said}");
    }
}

#[tokio::test]
async fn under_tls_the_cookie_is_secure_and_a_plain_page_is_foreign() {
    let certified = Certified::new();
    let (at, _stop) = serve(&certified, Config::default()).await;
    let page = certified.ask(at, &get("/")).await;
    let cookie = page.lines().find(|line| line.to_ascii_lowercase().starts_with("set-cookie:"));
    assert!(cookie.expect("a cookie").ends_with("; HttpOnly; SameSite=Strict; Secure"), "{page}");
    for (origin, status) in [("https://nim.test", "101"), ("http://nim.test", "403")] {
        let mut stream = certified.connect(at).await;
        let request = upgrade_request(&[("Origin", origin)]);
        stream.write_all(request.as_bytes()).await.expect("it is open");
        let mut head = [0; 12];
        stream.read_exact(&mut head).await.expect("an answer");
        assert_eq!(std::str::from_utf8(&head[9..]), Ok(status), "{origin}");
    }
}

#[tokio::test]
async fn a_connection_without_a_tls_handshake_is_closed_and_counts_until_then() {
    let certified = Certified::new();
    let config = Config { max_handshakes_per_address: 3, ..Config::default() };
    let (at, _stop) = serve(&certified, config).await;
    // Plain text is not a TLS handshake.
    let mut plain = Raw::connect(at).await;
    plain.write(get("/healthz").as_bytes()).await;
    assert_eq!(plain.status().await, 0);
    let mut silent = Vec::new();
    for _ in 0..3 {
        silent.push(Raw::connect(at).await);
    }
    assert_eq!(Raw::connect(at).await.status().await, 0, "a fourth is too many");
    for mut raw in silent {
        assert_eq!(raw.status().await, 0, "closed in its time");
    }
    assert!(certified.ask(at, &get("/healthz")).await.ends_with("ok\n"));
}
