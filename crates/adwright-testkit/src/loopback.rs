use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::{Router, serve};
use tokio::net::TcpListener;
use uuid::Uuid;

/// The header in which a client proves that it may call.
pub const TOKEN_HEADER: &str = "x-adwright-token";

/// A server that only programs of this computer with its token can use.
pub struct LoopbackServer {
    listener: TcpListener,
    caller: AllowedCaller,
}

#[derive(Clone)]
struct AllowedCaller {
    /// The address as a client writes it. A page of another site that resolves to this address has another host.
    host: String,
    token: String,
}

impl LoopbackServer {
    /// Takes a free port of 127.0.0.1 and makes a token.
    ///
    /// # Errors
    /// If the system refuses to listen.
    pub async fn bind() -> io::Result<Self> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await?;
        let caller = AllowedCaller {
            host: listener.local_addr()?.to_string(),
            token: Uuid::new_v4().to_string(),
        };
        Ok(Self { listener, caller })
    }

    /// Returns the base URL, without a trailing slash.
    #[must_use]
    pub fn base_url(&self) -> String {
        format!("http://{}", self.caller.host)
    }

    /// Returns the value that every request needs in the header [`TOKEN_HEADER`].
    #[must_use]
    pub fn token(&self) -> &str {
        &self.caller.token
    }

    /// Serves the routes until the process ends.
    ///
    /// # Errors
    /// If the system stops listening.
    pub async fn serve(self, routes: Router) -> io::Result<()> {
        let guarded = routes.layer(middleware::from_fn_with_state(self.caller, refuse_others));
        serve(self.listener, guarded).await
    }
}

async fn refuse_others(
    State(caller): State<AllowedCaller>,
    request: Request,
    next: Next,
) -> Response {
    if caller.is_allowed(request.headers()) {
        next.run(request).await
    } else {
        StatusCode::FORBIDDEN.into_response()
    }
}

impl AllowedCaller {
    fn is_allowed(&self, headers: &HeaderMap) -> bool {
        let has = |name: &str, value: &str| headers.get(name).is_some_and(|given| given == value);
        has(header::HOST.as_str(), &self.host) && has(TOKEN_HEADER, &self.token)
    }
}

#[cfg(test)]
mod tests {
    use axum::routing::get;

    use super::*;
    use crate::http_client;

    #[tokio::test]
    async fn only_token_and_own_host_are_accepted() {
        let server = LoopbackServer::bind().await.unwrap();
        let (url, host) = (server.base_url(), server.caller.host.clone());
        let token = server.token().to_owned();
        assert!(server.listener.local_addr().unwrap().ip().is_loopback());
        tokio::spawn(server.serve(Router::new().route("/", get(async || "in"))));
        let port = host.rsplit_once(':').unwrap().1;
        for (host, token, expected) in [
            (host.as_str(), Some(token.as_str()), StatusCode::OK),
            (&host, None, StatusCode::FORBIDDEN),
            (&host, Some(""), StatusCode::FORBIDDEN),
            (&host, Some("another"), StatusCode::FORBIDDEN),
            (
                &format!("adwright.example:{port}"),
                Some(&token),
                StatusCode::FORBIDDEN,
            ),
            ("127.0.0.1", Some(&token), StatusCode::FORBIDDEN),
        ] {
            let mut request = http_client().get(&url).header("host", host);
            if let Some(token) = token {
                request = request.header(TOKEN_HEADER, token);
            }
            let status = request.send().await.unwrap().status();
            assert_eq!(status.as_u16(), expected.as_u16(), "{host} {token:?}");
        }
    }
}
