//! The hosts that may be asked for addresses in documents: a document must not reach this computer or its network
//! unnoticed.

use std::error::Error;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host, Url};

/// The hosts that an address in a document may lead to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostScope {
    /// Hosts on the public internet only.
    Public,
    /// Any host: the person agreed to this one.
    Any,
}

impl HostScope {
    /// Returns whether the URL's host is in scope by its spelling. A name is judged when it is resolved.
    pub(crate) fn allows(self, url: &Url) -> bool {
        match url.host() {
            _ if self == Self::Any => true,
            Some(Host::Ipv4(address)) => is_public(address.into()),
            Some(Host::Ipv6(address)) => is_public(address.into()),
            Some(Host::Domain(name)) => {
                let name = name.trim_end_matches('.');
                name != "localhost" && !name.ends_with(".localhost")
            }
            None => false,
        }
    }
}

/// The name leads only to this computer or its own network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the host is not on the public internet")]
struct PrivateHost;

/// Returns whether a request failed because its host is on a private network.
pub(crate) fn is_private_host(error: &(dyn Error + 'static)) -> bool {
    let mut causes = std::iter::successors(Some(error), |error| (*error).source());
    causes.any(<dyn Error>::is::<PrivateHost>)
}

/// A resolver that returns public addresses only, so that a name cannot lead elsewhere after the check.
#[derive(Debug)]
pub(crate) struct PublicResolver;

impl Resolve for PublicResolver {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let (public, private): (Vec<SocketAddr>, Vec<SocketAddr>) =
                found.partition(|address| is_public(address.ip()));
            if public.is_empty() && !private.is_empty() {
                return Err(PrivateHost.into());
            }
            Ok(Box::new(public.into_iter()) as Addrs)
        })
    }
}

fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => !is_reserved(address),
        IpAddr::V6(address) => {
            !(address.is_loopback()
                || address.is_unspecified()
                || address.is_unique_local()
                || address.is_unicast_link_local()
                || address.is_multicast())
        }
    }
}

/// Returns whether the address belongs to no host on the public internet (RFC 6890).
fn is_reserved(address: Ipv4Addr) -> bool {
    let [first, second, ..] = address.octets();
    let is_carrier_grade_nat = first == 100 && (64..128).contains(&second);
    first == 0
        || is_carrier_grade_nat
        || address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_broadcast()
        || address.is_multicast()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_addresses_are_out_of_scope() {
        for (address, is_public) in [
            ("https://pictures.example/a.png", true),
            ("https://93.184.216.34/", true),
            ("https://[2606:2800:220:1::1]/", true),
            ("http://127.0.0.1:8080/", false),
            ("http://2130706433/", false),
            ("http://localhost/", false),
            ("http://a.localhost./", false),
            ("http://0.0.0.0/", false),
            ("http://10.1.2.3/", false),
            ("http://172.16.0.1/", false),
            ("http://192.168.1.1/", false),
            ("http://100.64.0.1/", false),
            ("http://169.254.169.254/latest", false),
            ("http://[::1]/", false),
            ("http://[fe80::1]/", false),
            ("http://[fd00::1]/", false),
            ("http://[::ffff:192.168.1.1]/", false),
        ] {
            let url = Url::parse(address).expect("a URL");
            assert_eq!(HostScope::Public.allows(&url), is_public, "{address}");
            assert!(HostScope::Any.allows(&url), "{address}");
        }
    }

    #[tokio::test]
    async fn name_of_private_host_is_not_resolved() {
        let name: Name = "localhost".parse().expect("a name");
        let refused = PublicResolver
            .resolve(name)
            .await
            .err()
            .expect("no address");
        assert!(is_private_host(&*refused));
    }
}
