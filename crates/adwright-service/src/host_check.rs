//! Checks the `Host` header: a web page of another host that reaches this address is not a valid caller.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::http::header::HOST;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::reply::Refusal;

/// Refuses calls for a host other than this computer. If others may reach the service, any host name is valid.
pub(crate) async fn check_host(
    State(address): State<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    if address.ip().is_loopback() && !is_own_host(request.headers(), address) {
        return Refusal::OtherHost.into_response();
    }
    next.run(request).await
}

fn is_own_host(headers: &HeaderMap, address: SocketAddr) -> bool {
    let mut hosts = headers.get_all(HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else {
        return false;
    };
    let Ok(host) = host.to_str() else {
        return false;
    };
    // A tunnel on this computer may use another port.
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => name,
        _ => host,
    };
    let ours = [
        SocketAddr::new(address.ip(), 0),
        (Ipv4Addr::LOCALHOST, 0).into(),
        (Ipv6Addr::LOCALHOST, 0).into(),
    ];
    let is_ours = |ours: SocketAddr| ours.to_string().strip_suffix(":0") == Some(name);
    name.eq_ignore_ascii_case("localhost") || ours.into_iter().any(is_ours)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loopback_host_names_are_accepted() {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 8123));
        let names_us = |host: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, host.parse().unwrap());
            is_own_host(&headers, address)
        };
        for host in [
            "127.0.0.1:8123",
            "localhost:8123",
            "LOCALHOST:8123",
            "[::1]:8123",
            "[::1]",
            "localhost",
            "127.0.0.1:9000",
        ] {
            assert!(names_us(host), "{host}");
        }
        for host in [
            "evil.example:8123",
            "evil.example",
            "127.0.0.1.evil.example:8123",
            "localhost.evil.example:8123",
            "evil.localhost:8123",
            "localhost:evil.example",
            "127.0.0.2:8123",
            "[::2]:8123",
            "::1",
            "",
        ] {
            assert!(!names_us(host), "{host}");
        }
        let twice = HeaderMap::from_iter([
            (HOST, "localhost:80".parse().unwrap()),
            (HOST, "evil.example:80".parse().unwrap()),
        ]);
        assert!(!super::is_own_host(&twice, address));
        assert!(!super::is_own_host(&HeaderMap::new(), address));
    }
}
