//! Addresses that are banned together: one, or all of a network.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use serde::Deserialize;

use crate::admission::ip_prefix::IpPrefix;

/// The lengths that a range may have, in bits: an address, its network, and its provider's.
const LENGTHS: [u8; 3] = [32, 24, 16];
const LENGTHS_V6: [u8; 3] = [64, 48, 32];

/// A range of addresses, written like `203.0.113.7`, `203.0.113.0/24` or `2001:db8::/48`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct AddressRange {
    first: IpAddr,
    bits: u8,
}

/// Why a text names no range that can be banned.
#[derive(Debug, thiserror::Error)]
#[error("an address, or a network of 24 or 16 bits (IPv6: 64, 48 or 32)")]
pub(crate) struct BadRange;

impl AddressRange {
    /// Returns the range of this many bits that an address belongs to.
    fn around(address: IpAddr, bits: u8) -> AddressRange {
        let first = match address {
            IpAddr::V4(at) => Ipv4Addr::from_bits(at.to_bits() & cut(u32::MAX, 32 - bits)).into(),
            IpAddr::V6(at) => {
                Ipv6Addr::from_bits(at.to_bits() >> (128 - bits) << (128 - bits)).into()
            }
        };
        AddressRange { first, bits }
    }

    /// Returns every range that contains an address, the smallest first.
    pub(crate) fn all_around(prefix: IpPrefix) -> [AddressRange; 3] {
        lengths(prefix.address()).map(|bits| AddressRange::around(prefix.address(), bits))
    }

    /// Whether an address belongs to it.
    pub(crate) fn contains(self, prefix: IpPrefix) -> bool {
        AddressRange::all_around(prefix).contains(&self)
    }
}

/// All bits but the last ones.
fn cut(all: u32, last: u8) -> u32 {
    all >> last << last
}

fn lengths(address: IpAddr) -> [u8; 3] {
    if address.is_ipv4() { LENGTHS } else { LENGTHS_V6 }
}

impl From<IpPrefix> for AddressRange {
    fn from(prefix: IpPrefix) -> AddressRange {
        let [one, ..] = AddressRange::all_around(prefix);
        one
    }
}

impl FromStr for AddressRange {
    type Err = BadRange;

    fn from_str(text: &str) -> Result<AddressRange, BadRange> {
        let Some((address, bits)) = text.split_once('/') else {
            let address: IpAddr = text.parse().map_err(|_| BadRange)?;
            return Ok(IpPrefix::from(address).into());
        };
        let address: IpAddr = address.parse().map_err(|_| BadRange)?;
        let bits: u8 = bits.parse().map_err(|_| BadRange)?;
        match lengths(address).contains(&bits) {
            true => Ok(AddressRange::around(address, bits)),
            false => Err(BadRange),
        }
    }
}

impl TryFrom<String> for AddressRange {
    type Error = BadRange;

    fn try_from(text: String) -> Result<AddressRange, BadRange> {
        text.parse()
    }
}

impl fmt::Display for AddressRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.first, self.bits) {
            (IpAddr::V4(address), 32) => address.fmt(f),
            (address, bits) => write!(f, "{address}/{bits}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(text: &str) -> AddressRange {
        text.parse().expect("a range")
    }

    #[test]
    fn a_range_is_written_as_it_is_read_and_contains_its_addresses() {
        for (text, written, inside, outside) in [
            ("203.0.113.7", "203.0.113.7", "203.0.113.7", "203.0.113.8"),
            ("203.0.113.7/24", "203.0.113.0/24", "203.0.113.255", "203.0.112.7"),
            ("203.0.113.7/16", "203.0.0.0/16", "203.0.255.1", "203.1.113.7"),
            ("2001:db8:1:2:3::4", "2001:db8:1:2::/64", "2001:db8:1:2:ffff::", "2001:db8:1:3::"),
            ("2001:db8:1:2::/48", "2001:db8:1::/48", "2001:db8:1:ffff::", "2001:db8:2::"),
            ("2001:db8:1:2::/32", "2001:db8::/32", "2001:db8:ffff::", "2001:db9::"),
        ] {
            let address = |text: &str| text.parse::<IpAddr>().expect("an address").into();
            assert_eq!(range(text).to_string(), written);
            assert_eq!(range(written), range(text));
            assert!(range(text).contains(address(inside)), "{text}");
            assert!(!range(text).contains(address(outside)), "{text}");
        }
    }

    #[test]
    fn half_the_internet_is_no_range() {
        for text in ["", "0.0.0.0/0", "1.2.3.4/8", "1.2.3.4/33", "::/0", "::1/128", "1.2.3/24", "x"]
        {
            assert!(text.parse::<AddressRange>().is_err(), "{text:?}");
        }
    }
}
