use std::net::IpAddr;

use url::{Host, Url, form_urlencoded};

use crate::error::ClientError;

/// A service's base URL, checked.
#[derive(Debug, Clone)]
pub(crate) struct Base(Url);

impl Base {
    /// Checks the URL: plain HTTP to this computer, and nothing in it but scheme, host, port and path.
    pub(crate) fn new(url: Url) -> Result<Self, ClientError> {
        // A name or password in the URL would end up in logs and errors.
        if !url.username().is_empty() || url.password().is_some() {
            return Err(ClientError::LoginInUrl);
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(ClientError::NotABase);
        }
        if url.scheme() != "http" || !is_this_computer(&url) {
            let origin = url.origin().ascii_serialization();
            return Err(ClientError::NotThisComputer { origin });
        }
        Ok(Self(url))
    }

    /// Where the service is: scheme, host and port.
    pub(crate) fn origin(&self) -> String {
        self.0.origin().ascii_serialization()
    }

    /// The URL of a path below the base, with a query.
    pub(crate) fn url(&self, path: &str, query: &[(&str, String)]) -> Url {
        let mut url = self.0.clone();
        let below = self.0.path().trim_end_matches('/');
        url.set_path(&format!("{below}/{}", path.trim_start_matches('/')));
        if !query.is_empty() {
            let mut encoded = form_urlencoded::Serializer::new(String::new());
            let encoded = encoded.extend_pairs(query).finish();
            // Every server takes %20 for a space; the plus sign only those that read queries as forms.
            url.set_query(Some(&encoded.replace('+', "%20")));
        }
        url
    }
}

fn is_this_computer(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => IpAddr::V4(address).is_loopback(),
        Some(Host::Ipv6(address)) => IpAddr::V6(address).is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::Base;

    fn base(url: &str) -> Result<Base, String> {
        Base::new(url.parse().unwrap()).map_err(|error| error.to_string())
    }

    #[test]
    fn only_this_computer_is_spoken_to_in_plain_http() {
        for url in [
            "http://127.0.0.1:8080",
            "http://127.8.0.1/sas",
            "http://[::1]:1/",
            "http://localhost:9",
        ] {
            assert!(base(url).is_ok(), "{url}");
        }
        for url in [
            "http://service.example",
            "https://127.0.0.1",
            "http://127.0.0.1.example",
            "ftp://127.0.0.1",
        ] {
            let error = base(url).unwrap_err();
            assert!(
                error.contains("only plain HTTP to this computer"),
                "{url}: {error}"
            );
        }
    }

    #[test]
    fn a_secret_in_the_url_is_refused_and_not_repeated() {
        let error = base("http://user:opensesame@127.0.0.1/").unwrap_err();
        assert!(!error.contains("opensesame"), "{error}");
        assert!(base("http://127.0.0.1/?key=opensesame").is_err());
    }

    #[test]
    fn paths_are_put_below_the_base_path() {
        let query = [("sort", "a b&+ä".to_owned())];
        let below = |url| base(url).unwrap().url("/campaigns", &query).to_string();
        assert_eq!(
            below("http://127.0.0.1:1/sas/"),
            "http://127.0.0.1:1/sas/campaigns?sort=a%20b%26%2B%C3%A4"
        );
        assert_eq!(
            below("http://127.0.0.1:1"),
            "http://127.0.0.1:1/campaigns?sort=a%20b%26%2B%C3%A4"
        );
    }
}
