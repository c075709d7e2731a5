//! Addresses as they are counted: all IPv6 addresses of one household count as one.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The part of an address that counts as one: of IPv6 the first half, because the owner can vary
/// the second half at will.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct IpPrefix(IpAddr);

impl From<IpAddr> for IpPrefix {
    fn from(address: IpAddr) -> IpPrefix {
        IpPrefix(match address.to_canonical() {
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
            address => address,
        })
    }
}

/// A network around an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Network(IpAddr);

impl IpPrefix {
    /// Whether it is an address on the internet, rather than one of this machine or of a private
    /// network (RFC 1918, RFC 4193).
    pub(crate) fn is_public(self) -> bool {
        match self.0 {
            IpAddr::V4(at) => {
                !(at.is_loopback() || at.is_private() || at.is_link_local() || at.is_unspecified())
            }
            IpAddr::V6(at) => {
                // The second half is not stored, so `::1` equals the unspecified address here.
                !(at.is_unspecified() || at.is_unique_local() || at.is_unicast_link_local())
            }
        }
    }

    /// Returns the first address of the prefix.
    pub(crate) fn address(self) -> IpAddr {
        self.0
    }

    /// Returns the network of the provider that the address belongs to: of IPv4 the first two bytes,
    /// of IPv6 the first 32 bits, which is what one provider commonly has.
    pub(crate) fn provider(self) -> Network {
        Network(match self.0 {
            IpAddr::V4(address) => Ipv4Addr::from_bits(address.to_bits() >> 16 << 16).into(),
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 96 << 96).into(),
        })
    }

    /// Returns the network that the address belongs to: of IPv4 the first three bytes, of IPv6 the
    /// first 48 bits, which is what one customer commonly gets.
    pub(crate) fn network(self) -> Network {
        Network(match self.0 {
            IpAddr::V4(address) => Ipv4Addr::from_bits(address.to_bits() >> 8 << 8).into(),
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 80 << 80).into(),
        })
    }
}

impl std::fmt::Display for IpPrefix {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            IpAddr::V6(address) => write!(f, "{address}/64"),
            address => write!(f, "{address}"),
        }
    }
}
