//! Admission: limits on what is open at once, in total and from one address, and banned
//! addresses. An entry lasts as long as something is open, or as its ban does.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::HeaderMap;

use crate::admission::address_range::AddressRange;
use crate::admission::ip_prefix::IpPrefix;
use crate::config::Config;

/// The maximum number of bans stored at once.
const MAX_BANS: usize = 10_000;

/// The header in which a website's proxies name the client they forward for.
const FORWARDED: &str = "x-forwarded-for";

/// The header with the scheme that the client used.
const FORWARDED_PROTO: &str = "x-forwarded-proto";

/// The origin of a connection, as the socket reports it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer {
    pub(crate) address: IpAddr,
    /// Whether the connection is encrypted.
    pub(crate) sealed: bool,
}

impl Peer {
    /// Describes the origin of a client to another server of ours.
    pub(crate) fn describe(self) -> String {
        let scheme = if self.sealed { "https" } else { "http" };
        format!("{} {scheme}", self.address)
    }

    /// Reads such a description.
    pub(crate) fn read(text: &str) -> Option<Peer> {
        let (address, scheme) = text.split_once(' ')?;
        Some(Peer { address: address.parse().ok()?, sealed: scheme == "https" })
    }
}

/// The purpose of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SlotKind {
    /// A connection that has not become a WebSocket.
    Handshake,
    /// A WebSocket.
    Session,
}

/// Why a connection is turned away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TurnedAway {
    /// Too much is open.
    Full,
    /// Too much is open from this address.
    TooMany,
    /// This address is banned.
    Banned,
}

/// The limits, and the current usage.
#[derive(Debug)]
pub(crate) struct Admission {
    /// The maximum in total and from one address, by slot kind.
    most: [(usize, usize); 2],
    proxies: Vec<IpAddr>,
    /// Whether the operator was told of an unreadable header from a proxy.
    has_warned: AtomicBool,
    book: Mutex<SlotBook>,
}

#[derive(Debug, Default)]
struct SlotBook {
    open: [usize; 2],
    /// The open slots of each address that has any.
    by_address: HashMap<IpPrefix, [usize; 2]>,
    /// When each ban ends.
    bans: HashMap<AddressRange, Instant>,
}

/// A slot in use. Dropping it releases it.
#[derive(Debug)]
pub(crate) struct SlotPermit {
    admission: Arc<Admission>,
    door: SlotKind,
    pub(crate) prefix: IpPrefix,
}

impl Admission {
    pub(crate) fn new(config: &Config) -> Admission {
        let all = config.max_connections;
        let bound = |most: usize| if most == 0 { usize::MAX } else { most };
        let handshakes = bound(config.max_handshakes_per_address);
        let sessions = bound(config.max_connections_per_address);
        Admission {
            // Connections that are not upgraded count separately, so that a crowd of silent
            // connections cannot keep players out.
            most: [(all, handshakes), (all, sessions)],
            proxies: config.proxies.clone(),
            has_warned: AtomicBool::new(false),
            book: Mutex::default(),
        }
    }

    /// The maximum number of players connected at once: in total, and from one address, if limited.
    pub(crate) fn most_players(&self) -> (usize, Option<usize>) {
        let (all, each) = self.most[SlotKind::Session as usize];
        (all, Some(each).filter(|each| *each != usize::MAX))
    }

    /// Returns the client's address, as reported by one of our proxies; headers from anybody else
    /// are ignored. The last address of the list is the one that our proxy has seen itself.
    pub(crate) fn source(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.is_proxy(peer) {
            return peer;
        }
        let lines = headers.get_all(FORWARDED).iter().filter_map(|value| value.to_str().ok());
        let mut list: Vec<&str> = lines.flat_map(|line| line.split(',')).map(str::trim).collect();
        while let Some(last) = list.pop() {
            match forwarded_address(last) {
                Some(address) if self.is_proxy(address) => {}
                Some(address) => return address,
                None => {
                    self.warn_of_unreadable(peer, last);
                    break;
                }
            }
        }
        peer
    }

    /// Warns once that a proxy does not say for whom it forwards: until that is mended, all its
    /// clients count as one address, which no ban and no limit by address can reach.
    fn warn_of_unreadable(&self, proxy: IpAddr, said: &str) {
        if !self.has_warned.swap(true, Ordering::Relaxed) {
            tracing::warn!(%proxy, ?said, "unreadable {FORWARDED}: its clients cannot be told apart");
        }
    }

    /// Whether TLS goes all the way to the client, terminated by this server or by our proxy.
    pub(crate) fn is_sealed(&self, peer: Peer, headers: &HeaderMap) -> bool {
        let said = || headers.get(FORWARDED_PROTO).is_some_and(|proto| proto == "https");
        peer.sealed || self.is_proxy(peer.address) && said()
    }

    /// Whether one of our proxies is among these addresses.
    pub(crate) fn has_proxy(&self, range: AddressRange) -> bool {
        self.proxies.iter().any(|proxy| range.contains(IpPrefix::from(*proxy)))
    }

    /// Whether this address is one of our proxies.
    pub(crate) fn is_proxy(&self, address: IpAddr) -> bool {
        self.proxies.contains(&address.to_canonical())
    }

    /// Takes a slot, if one is free for this address.
    pub(crate) fn admit(
        self: &Arc<Admission>,
        door: SlotKind,
        address: IpAddr,
        now: Instant,
    ) -> Result<SlotPermit, TurnedAway> {
        let prefix = IpPrefix::from(address);
        let (most, mut most_here) = self.most[door as usize];
        let by_proxy = self.is_proxy(address);
        if by_proxy {
            // A proxy connects on behalf of many clients.
            most_here = usize::MAX;
        }
        let mut book = self.lock();
        // An old ban of what is our proxy now does not lock everybody out.
        if !by_proxy && book.is_banned(prefix, now) {
            return Err(TurnedAway::Banned);
        }
        if book.by_address.get(&prefix).is_some_and(|open| open[door as usize] >= most_here) {
            return Err(TurnedAway::TooMany);
        }
        if book.open[door as usize] >= most {
            return Err(TurnedAway::Full);
        }
        book.open[door as usize] += 1;
        book.by_address.entry(prefix).or_default()[door as usize] += 1;
        drop(book);
        Ok(SlotPermit { admission: Arc::clone(self), door, prefix })
    }

    /// Returns the number of open slots of a kind.
    pub(crate) fn taken(&self, door: SlotKind) -> usize {
        self.lock().open[door as usize]
    }

    /// Returns the number of addresses that are remembered.
    pub(crate) fn remembered(&self) -> usize {
        self.lock().by_address.len()
    }

    /// Bans addresses for a while; returns false if there are too many bans already. Open
    /// connections stay open.
    pub(crate) fn ban(&self, range: AddressRange, now: Instant, time: Duration) -> bool {
        let mut book = self.lock();
        book.bans.retain(|_, until| *until > now);
        let room = book.bans.len() < MAX_BANS || book.bans.contains_key(&range);
        if room {
            book.bans.insert(range, now + time);
        }
        room
    }

    /// Lifts a ban; returns whether there was one.
    pub(crate) fn pardon(&self, range: AddressRange) -> bool {
        self.lock().bans.remove(&range).is_some()
    }

    /// Whether an address, or a network around it, is banned.
    pub(crate) fn is_banned(&self, prefix: IpPrefix, now: Instant) -> bool {
        self.lock().is_banned(prefix, now)
    }

    /// Returns the banned addresses, and how long each ban still lasts.
    pub(crate) fn bans(&self, now: Instant) -> Vec<(AddressRange, Duration)> {
        let mut book = self.lock();
        book.bans.retain(|_, until| *until > now);
        let left = |(range, until): (&AddressRange, &Instant)| {
            (*range, until.saturating_duration_since(now))
        };
        let mut bans: Vec<_> = book.bans.iter().map(left).collect();
        bans.sort_unstable();
        bans
    }

    fn lock(&self) -> MutexGuard<'_, SlotBook> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SlotBook {
    fn is_banned(&self, prefix: IpPrefix, now: Instant) -> bool {
        if self.bans.is_empty() {
            return false;
        }
        let ends = |range: &AddressRange| self.bans.get(range).is_some_and(|until| *until > now);
        AddressRange::all_around(prefix).iter().any(ends)
    }
}

impl Drop for SlotPermit {
    fn drop(&mut self) {
        let (door, mut book) = (self.door as usize, self.admission.lock());
        book.open[door] -= 1;
        if let Some(open) = book.by_address.get_mut(&self.prefix) {
            open[door] -= 1;
            if *open == [0; 2] {
                book.by_address.remove(&self.prefix);
            }
        }
    }
}

/// Reads one entry of the header: an address, which some proxies put in brackets or write a port
/// behind.
fn forwarded_address(entry: &str) -> Option<IpAddr> {
    let bare = || entry.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let with_port = || entry.parse::<SocketAddr>().ok().map(|socket| socket.ip());
    entry.parse().ok().or_else(with_port).or_else(bare)
}

#[cfg(test)]
mod tests;
