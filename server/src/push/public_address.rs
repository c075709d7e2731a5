//! Addresses that a notification may be sent to: those of the public internet. A subscription's
//! host is chosen by whoever subscribes, and must not lead into the operator's own network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether an address belongs to the public internet.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// Everything but the special blocks of RFC 6890 and its successors.
fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = match a {
        0 | 10 | 127 | 224.. => true,
        100 => (64..128).contains(&b),
        169 => b == 254,
        172 => (16..32).contains(&b),
        192 => b == 168 || (b == 0 && (c == 0 || c == 2)) || (b == 88 && c == 99),
        198 => b == 18 || b == 19 || (b == 51 && c == 100),
        203 => b == 0 && c == 113,
        _ => false,
    };
    !special
}

/// Global unicast, without what contains an address of another kind, documentation and benchmarks.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    let global = a & 0xe000 == 0x2000;
    // 2001::/23 has the special blocks, Teredo among them; 2002::/16 is 6to4.
    let special = (a == 0x2001 && (b < 0x200 || b == 0xdb8)) || a == 0x2002;
    global && !special && !(a == 0x3fff && b < 0x1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_special_is_not_public() {
        for special in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "127.255.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:8.8.8.8",
            "64:ff9b::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(special.parse().expect("an address")), "{special}");
        }
        for public in [
            "8.8.8.8",
            "100.128.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "198.20.0.1",
            "2001:4860:4860::8888",
            "2606:4700::1",
            "2a00:1450::1",
        ] {
            assert!(is_public(public.parse().expect("an address")), "{public}");
        }
    }

    /// The special blocks of RFC 6890, with those of RFC 6598 and 7526 and multicast.
    const BLOCKS: [([u8; 4], u32); 16] = [
        ([0, 0, 0, 0], 8),
        ([10, 0, 0, 0], 8),
        ([100, 64, 0, 0], 10),
        ([127, 0, 0, 0], 8),
        ([169, 254, 0, 0], 16),
        ([172, 16, 0, 0], 12),
        ([192, 0, 0, 0], 24),
        ([192, 0, 2, 0], 24),
        ([192, 88, 99, 0], 24),
        ([192, 168, 0, 0], 16),
        ([198, 18, 0, 0], 15),
        ([198, 51, 100, 0], 24),
        ([203, 0, 113, 0], 24),
        ([224, 0, 0, 0], 4),
        ([240, 0, 0, 0], 4),
        ([255, 255, 255, 255], 32),
    ];

    #[test]
    fn of_all_small_networks_those_in_special_blocks_are_not_public() {
        for network in 0..1_u32 << 24 {
            let address = network << 8;
            let [a, b, c, _] = address.to_be_bytes();
            // Those around the edges of blocks, and some of the others.
            if !BLOCKS.iter().any(|(block, _)| block[0] == a && block[1].abs_diff(b) < 3)
                && network % 251 != 0
            {
                continue;
            }
            let inside = |(block, bits): &([u8; 4], u32)| {
                (address ^ u32::from_be_bytes(*block)).leading_zeros() >= *bits
            };
            let special = BLOCKS.iter().any(inside);
            assert_eq!(is_public_v4(Ipv4Addr::new(a, b, c, 7)), !special, "{a}.{b}.{c}.0");
        }
    }
}
