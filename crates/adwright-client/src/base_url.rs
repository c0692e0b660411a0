use std::net::IpAddr;

use url::{Host, Url, form_urlencoded};

use adwright_wire::RequestFailure;

/// The hosts that plain HTTP is allowed for. Everyone on the network path can read plain HTTP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PlainHttp {
    /// This computer only.
    #[default]
    LoopbackOnly,
    /// Any host: the person allowed it for this service.
    Anywhere,
}

/// A checked base URL of a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseUrl(Url);

impl BaseUrl {
    /// Checks the URL: HTTPS, or plain HTTP if allowed, with only a scheme, host, port and path.
    pub fn new(url: Url, plain: PlainHttp) -> Result<Self, RequestFailure> {
        // A name or password in the URL would end up in logs and errors.
        if !url.username().is_empty() || url.password().is_some() {
            return Err(RequestFailure::LoginInUrl);
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(RequestFailure::BaseHasQuery);
        }
        let origin = || url.origin().ascii_serialization();
        match url.scheme() {
            "https" => {}
            "http" if plain == PlainHttp::Anywhere || is_loopback_host(&url) => {}
            "http" => return Err(RequestFailure::PlainHttp { origin: origin() }),
            other => return Err(RequestFailure::NotHttp(other.to_owned())),
        }
        Ok(Self(url))
    }

    /// Returns the scheme, host and port.
    pub(crate) fn origin(&self) -> String {
        self.0.origin().ascii_serialization()
    }

    /// Returns whether the service is on this computer. No proxy is used for this computer.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        is_loopback_host(&self.0)
    }

    pub(crate) fn is_plain_http(&self) -> bool {
        self.0.scheme() == "http"
    }

    /// Returns the path of a URL below the base. Returns `None` for another origin or if the URL has more than a path.
    pub(crate) fn relative_path(&self, url: &Url) -> Option<String> {
        let is_same_origin = url.origin() == self.0.origin() && url.query().is_none();
        let path = url.path().strip_prefix(self.0.path().trim_end_matches('/'));
        let path = path.filter(|_| is_same_origin)?.strip_prefix('/')?;
        (!path.is_empty()).then(|| path.to_owned())
    }

    /// Returns the URL of a path below the base, with a query.
    pub(crate) fn join(&self, path: &str, query: &[(&str, String)]) -> Url {
        let mut url = self.0.clone();
        let below = self.0.path().trim_end_matches('/');
        url.set_path(&format!("{below}/{}", path.trim_start_matches('/')));
        if !query.is_empty() {
            let mut encoded = form_urlencoded::Serializer::new(String::new());
            let encoded = encoded.extend_pairs(query).finish();
            // Every server reads %20 as a space. Only servers that read queries as forms read a plus sign as a space.
            url.set_query(Some(&encoded.replace('+', "%20")));
        }
        url
    }
}

fn is_loopback_host(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => IpAddr::V4(address).is_loopback(),
        Some(Host::Ipv6(address)) => IpAddr::V6(address).is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{BaseUrl, PlainHttp};
    use adwright_wire::RequestFailure;

    fn base(url: &str, plain: PlainHttp) -> Result<BaseUrl, RequestFailure> {
        BaseUrl::new(url.parse().unwrap(), plain)
    }

    fn check(url: &str, plain: PlainHttp, is_allowed: bool) {
        assert_eq!(base(url, plain).is_ok(), is_allowed, "{url}, {plain:?}");
    }

    #[test]
    fn plain_http_to_other_hosts_needs_consent() {
        for url in [
            "http://127.0.0.1:8080",
            "http://127.8.0.1/sas",
            "http://[::1]:1/",
            "http://localhost:9",
            "https://service.example/rest",
            "https://127.0.0.1",
        ] {
            check(url, PlainHttp::LoopbackOnly, true);
        }
        for url in [
            "http://service.example",
            "http://127.0.0.1.example",
            "http://localhost.example",
            "http://10.0.0.1",
        ] {
            check(url, PlainHttp::LoopbackOnly, false);
            check(url, PlainHttp::Anywhere, true);
        }
        check("ftp://127.0.0.1", PlainHttp::Anywhere, false);
        expect_test::expect!["http://service.example uses plain HTTP, which everyone on the network path can read: use https, or allow plain HTTP for this service"]
            .assert_eq(&base("http://service.example/rest", PlainHttp::LoopbackOnly).unwrap_err().to_string());
    }

    #[test]
    fn secret_in_url_is_refused_and_not_repeated() {
        let here = PlainHttp::LoopbackOnly;
        let error = base("http://user:opensesame@127.0.0.1/", here).unwrap_err();
        let error = error.to_string();
        assert!(!error.contains("opensesame"), "{error}");
        assert!(base("http://127.0.0.1/?key=opensesame", here).is_err());
    }

    #[test]
    fn address_below_the_base_yields_its_path() {
        let base = base("https://a.example/sas/", PlainHttp::LoopbackOnly).unwrap();
        let below = |url: &str| base.relative_path(&url.parse().unwrap());
        let login = below("https://a.example/sas/login/");
        assert_eq!(login.as_deref(), Some("login/"));
        for elsewhere in [
            "https://a.example/sas/",
            "https://a.example/sasquatch",
            "https://a.example/login/",
            "https://a.example/sas/login?next=1",
            "https://b.example/sas/login/",
            "http://a.example/sas/login/",
            "https://a.example:444/sas/login/",
        ] {
            assert_eq!(below(elsewhere), None, "{elsewhere}");
        }
    }

    #[test]
    fn paths_are_put_below_the_base_path() {
        let query = [("sort", "a b&+ä".to_owned())];
        let below = |url| {
            let base = base(url, PlainHttp::LoopbackOnly).unwrap();
            base.join("/campaigns", &query).to_string()
        };
        assert_eq!(
            below("http://127.0.0.1:1/sas/"),
            "http://127.0.0.1:1/sas/campaigns?sort=a%20b%26%2B%C3%A4"
        );
        assert_eq!(
            below("https://127.0.0.1:1"),
            "https://127.0.0.1:1/campaigns?sort=a%20b%26%2B%C3%A4"
        );
    }
}
