//! Web addresses that a person opens in the browser.

use url::Url;

use crate::error::Error;

/// Returns the web address in a field, for the browser. An address that begins with `//` takes the scheme of its page,
/// which today is HTTPS.
///
/// # Errors
/// [`Error::NotAWebAddress`] for schemes other than http and https. A document may name files, scripts or programs, which
/// are never opened.
pub fn parse_web_address(text: &str) -> Result<Url, Error> {
    let text = text.trim();
    let of_page = text.starts_with("//").then(|| format!("https:{text}"));
    let address: Option<Url> = of_page.as_deref().unwrap_or(text).parse().ok();
    let address = address.filter(|url| matches!(url.scheme(), "http" | "https"));
    address.ok_or(Error::NotAWebAddress)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn web_addresses_are_opened_and_nothing_else() {
        let opened = |text: &str| parse_web_address(text).ok().map(String::from);
        let page = "https://shop.example/spring?a=1&b=%20x";
        assert_eq!(opened(page).as_deref(), Some(page));
        assert_eq!(
            opened(" HTTP://shop.example ").as_deref(),
            Some("http://shop.example/")
        );
        assert_eq!(
            opened("//thumbs.example/1.png").as_deref(),
            Some("https://thumbs.example/1.png")
        );
        for other in [
            "",
            "//",
            "shop.example",
            "file:///etc/passwd",
            "javascript:alert(1)",
            "mailto:a@b.example",
            "https://",
        ] {
            assert_eq!(opened(other), None, "{other}");
        }
    }
}
