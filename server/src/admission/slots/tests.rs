use super::*;

fn address(text: &str) -> IpAddr {
    text.parse().expect("an address")
}

fn admission(all: usize, each: usize) -> Arc<Admission> {
    let proxies = vec![address("10.0.0.1")];
    Arc::new(Admission::new(&Config {
        max_connections: all,
        max_connections_per_address: each,
        max_handshakes_per_address: each,
        proxies,
        ..Config::default()
    }))
}

#[test]
fn one_address_leaves_room_for_the_others_and_gives_its_places_back() {
    let (admission, now) = (admission(3, 2), Instant::now());
    let enter = |from| admission.admit(SlotKind::Session, address(from), now);
    let first = enter("192.0.2.1").expect("room");
    let _second = enter("::ffff:192.0.2.1").expect("room: it is the same address");
    assert_eq!(enter("192.0.2.1").expect_err("too many"), TurnedAway::TooMany);
    let third = enter("192.0.2.2").expect("room");
    assert_eq!(enter("192.0.2.3").expect_err("full"), TurnedAway::Full);
    // Handshakes are counted separately.
    drop(admission.admit(SlotKind::Handshake, address("192.0.2.1"), now).expect("room"));
    drop((first, third));
    assert_eq!((admission.taken(SlotKind::Session), admission.remembered()), (1, 1));
    enter("192.0.2.1").expect("room again");
}

#[test]
fn a_front_describes_its_clients() {
    for (from, sealed) in [("192.0.2.1", true), ("2001:db8::1", false)] {
        let peer = Peer { address: address(from), sealed };
        let read = Peer::read(&peer.describe()).expect("it was described");
        assert_eq!((read.address, read.sealed), (peer.address, sealed));
    }
    assert!(Peer::read("192.0.2.1").is_none() && Peer::read("here https").is_none());
}

#[test]
fn half_an_ipv6_address_is_one_address() {
    let (admission, now) = (admission(9, 1), Instant::now());
    let enter = |from| admission.admit(SlotKind::Session, address(from), now);
    let _one = enter("2001:db8:1:2::1").expect("room");
    assert_eq!(enter("2001:db8:1:2:ffff::9").expect_err("the same"), TurnedAway::TooMany);
    enter("2001:db8:1:3::1").expect("another");
}

#[test]
fn a_ban_lasts_for_its_time_and_leaves_nothing() {
    let (admission, now) = (admission(9, 9), Instant::now());
    let at = |seconds| now + Duration::from_secs(seconds);
    let eve = address("192.0.2.66");
    let alone = AddressRange::from(IpPrefix::from(eve));
    assert!(admission.ban(alone, now, Duration::from_secs(60)));
    let refused = admission.admit(SlotKind::Handshake, eve, at(59)).expect_err("shut out");
    assert_eq!(refused, TurnedAway::Banned);
    assert_eq!(admission.bans(at(20)), [(alone, Duration::from_secs(40))]);
    assert!(admission.is_banned(eve.into(), at(59)) && !admission.is_banned(eve.into(), at(60)));
    admission.admit(SlotKind::Handshake, eve, at(60)).expect("the ban is over");
    assert!(admission.ban(alone, now, Duration::from_secs(60)));
    assert!(admission.pardon(alone) && !admission.pardon(alone));
    assert_eq!(admission.remembered(), 0);
}

#[test]
fn a_banned_network_shuts_out_all_of_it_and_nobody_else() {
    let (admission, now) = (admission(9, 9), Instant::now());
    let range: AddressRange = "192.0.2.0/24".parse().expect("a network");
    assert!(admission.ban(range, now, Duration::from_secs(60)));
    for (from, shut_out) in [("192.0.2.66", true), ("192.0.2.1", true), ("192.0.3.1", false)] {
        assert_eq!(admission.is_banned(address(from).into(), now), shut_out, "{from}");
    }
    assert!(!admission.has_proxy(range));
    assert!(admission.has_proxy("10.0.0.0/16".parse().expect("a network")));
}

#[test]
fn bans_are_bounded_and_the_old_make_room() {
    let (admission, now) = (admission(9, 9), Instant::now());
    let prefix =
        |n: usize| AddressRange::from(IpPrefix::from(IpAddr::from((n as u32).to_be_bytes())));
    let minute = Duration::from_secs(60);
    assert!((0..MAX_BANS).all(|n| admission.ban(prefix(n), now, minute)));
    assert!(!admission.ban(prefix(MAX_BANS), now, minute));
    assert!(admission.ban(prefix(0), now, minute), "it is one of them already");
    assert!(admission.ban(prefix(MAX_BANS), now + minute, minute));
    assert_eq!(admission.bans(now + minute).len(), 1);
}

#[test]
fn only_a_proxy_of_ours_is_believed() {
    let admission = admission(9, 1);
    let forwarded = |lines: &[&str]| {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FORWARDED, line.parse().expect("plain"));
        }
        headers
    };
    let (proxy, eve) = (address("10.0.0.1"), address("192.0.2.66"));
    let list = forwarded(&["1.1.1.1, 192.0.2.5"]);
    assert_eq!(admission.source(proxy, &list), address("192.0.2.5"));
    assert_eq!(admission.source(eve, &list), eve);
    for same in ["192.0.2.5:4711", "192.0.2.5:4711, 10.0.0.1:80"] {
        assert_eq!(admission.source(proxy, &forwarded(&[same])), address("192.0.2.5"));
    }
    for same in ["2001:db8::5", "[2001:db8::5]", "[2001:db8::5]:4711"] {
        assert_eq!(admission.source(proxy, &forwarded(&[same])), address("2001:db8::5"));
    }
    assert!(!admission.has_warned.load(Ordering::Relaxed));
    assert_eq!(
        admission.source(proxy, &forwarded(&["192.0.2.5", "10.0.0.1"])),
        address("192.0.2.5")
    );
    assert_eq!(admission.source(proxy, &forwarded(&["192.0.2.5, nonsense"])), proxy);
    assert!(admission.has_warned.load(Ordering::Relaxed));
    assert_eq!(admission.source(proxy, &forwarded(&[])), proxy);
    let now = Instant::now();
    let _one = admission.admit(SlotKind::Handshake, proxy, now).expect("room");
    admission.admit(SlotKind::Handshake, proxy, now).expect("it speaks for many");
    // Nobody gets in any more if it is banned.
    let [ours, foreign] = [proxy, eve].map(|one| AddressRange::from(IpPrefix::from(one)));
    assert!(admission.has_proxy(ours) && !admission.has_proxy(foreign));
    assert!(admission.ban(ours, now, Duration::from_secs(60)));
    admission.admit(SlotKind::Handshake, proxy, now).expect("an old ban, from before");
}
