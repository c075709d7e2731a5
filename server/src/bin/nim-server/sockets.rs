//! The sockets on which the server listens: its own, or one that another process holds and that
//! therefore outlives it, so that an upgrade refuses nobody.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, bail};
use listenfd::ListenFd;
use server::{ListenEndpoint, TlsCertificate};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tracing::{info, warn};

use crate::settings::{Settings, Switch};

/// How long a server that was given a socket waits for the one before it, besides the time that
/// its games get: for its last messages, and for the disk.
const HANDOVER: Duration = Duration::from_secs(60);

/// The socket for players that systemd or another parent has passed (`LISTEN_FDS`), if any.
pub(crate) fn passed() -> anyhow::Result<Option<TcpListener>> {
    let mut passed = ListenFd::from_env();
    if passed.len() > 1 {
        bail!("one socket can be passed, and not {}", passed.len());
    }
    let Some(listener) = passed.take_tcp_listener(0).context("what was passed")? else {
        return Ok(None);
    };
    listener.set_nonblocking(true)?;
    Ok(Some(TcpListener::from_std(listener)?))
}

/// How long to wait for a server that still uses the data.
pub(crate) fn wait(passed: Option<&TcpListener>, settings: &Settings) -> Duration {
    let drain = Duration::from_secs(settings.drain_seconds.into());
    passed.map_or(Duration::ZERO, |_| HANDOVER + drain)
}

/// The socket for players: the one that was passed, or else a new one.
pub(crate) async fn front(
    passed: Option<TcpListener>,
    settings: &Settings,
) -> anyhow::Result<TcpListener> {
    match passed {
        Some(listener) => Ok(listener),
        None => TcpListener::bind(settings.listen)
            .await
            .with_context(|| format!("cannot listen on {}; try --listen", settings.listen)),
    }
}

/// The addresses where clients, house bots, monitoring and fronts connect. House bots know this machine by
/// a name that is not the certificate's, so with TLS they get a plain listener that only this
/// machine can reach.
pub(crate) async fn entrances(
    front: TcpListener,
    certificate: Option<TlsCertificate>,
    settings: &Settings,
) -> anyhow::Result<(Vec<ListenEndpoint>, SocketAddr)> {
    let mut inside = front.local_addr()?;
    let mut entrances = match certificate {
        None => vec![front.into()],
        Some(certificate) => vec![ListenEndpoint::tls(front, certificate)],
    };
    if settings.tls_cert.is_some() && settings.house_bots == Switch::On {
        let side = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        inside = side.local_addr()?;
        entrances.push(side.into());
    }
    if let Some(metrics) = settings.metrics {
        let listener = TcpListener::bind(metrics)
            .await
            .with_context(|| format!("cannot listen on {metrics}; try another --metrics"))?;
        info!(at = %listener.local_addr()?, "metrics");
        entrances.push(ListenEndpoint::monitoring(listener));
    }
    if let Some(link) = settings.link {
        let listener = TcpListener::bind(link)
            .await
            .with_context(|| format!("cannot listen on {link}; try another --link"))?;
        entrances.push(ListenEndpoint::fronts(listener));
    }
    Ok((entrances, inside))
}

/// Reads the certificate again at each SIGHUP. Without TLS there is nothing to read.
pub(crate) async fn read_certificate_again(
    certificate: Option<TlsCertificate>,
    settings: Settings,
) {
    let Ok(mut hangup) = signal(SignalKind::hangup()) else { return };
    while hangup.recv().await.is_some() {
        let (Some(certificate), Some(chain), Some(key)) =
            (&certificate, &settings.tls_cert, &settings.tls_key)
        else {
            info!("no certificate to read again");
            continue;
        };
        match certificate.read_again(chain, key) {
            Ok(()) => info!(file = %chain.display(), "a new certificate"),
            Err(error) => warn!(%error, "the old certificate stays"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::tests::settings;

    async fn any_port() -> TcpListener {
        TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port")
    }

    #[tokio::test]
    async fn a_server_with_a_passed_socket_waits_as_long_as_games_get_and_for_the_last_messages() {
        let settings = Settings { drain_seconds: 5, ..settings() };
        assert_eq!(wait(None, &settings), Duration::ZERO);
        let listener = any_port().await;
        assert_eq!(wait(Some(&listener), &settings), Duration::from_secs(65));
    }

    #[tokio::test]
    async fn the_passed_socket_is_taken_and_otherwise_one_is_opened() {
        let nowhere = any_port().await;
        let listen = nowhere.local_addr().expect("bound");
        let settings = Settings { listen, ..settings() };
        let refused = front(None, &settings).await.expect_err("it is taken").to_string();
        assert!(refused.contains("try --listen"), "{refused}");
        let other = any_port().await;
        let at = other.local_addr().expect("bound");
        let passed = front(Some(other), &settings).await.expect("it was passed");
        assert_eq!(passed.local_addr().expect("bound"), at);
    }

    #[tokio::test]
    async fn there_is_an_entrance_for_each_kind_of_client_that_is_configured() {
        let any = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let plain = || Settings { metrics: None, link: None, tls_cert: None, ..settings() };
        let tls = || Settings { tls_cert: Some("chain.pem".into()), ..plain() };
        for (settings, expected, at_the_front) in [
            (plain(), 1, true),
            (Settings { metrics: Some(any), ..plain() }, 2, true),
            (Settings { metrics: Some(any), link: Some(any), ..plain() }, 3, true),
            (Settings { house_bots: Switch::On, ..tls() }, 2, false),
            (Settings { house_bots: Switch::Off, ..tls() }, 1, true),
            (Settings { house_bots: Switch::On, ..plain() }, 1, true),
        ] {
            let listener = any_port().await;
            let at = listener.local_addr().expect("bound");
            let (all, inside) = entrances(listener, None, &settings).await.expect("free ports");
            assert_eq!((all.len(), inside == at), (expected, at_the_front));
        }
        let taken = any_port().await;
        let at = Some(taken.local_addr().expect("bound"));
        for (settings, flag) in [
            (Settings { metrics: at, ..plain() }, "--metrics"),
            (Settings { link: at, ..plain() }, "--link"),
        ] {
            let refused = entrances(any_port().await, None, &settings).await;
            assert!(refused.err().expect("taken").to_string().contains(flag));
        }
    }
}
