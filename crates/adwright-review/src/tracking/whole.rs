//! Texts that are one address from beginning to end.

use adwright_checks::filled;
use url::Url;

/// Whether a member is an address: by its name, or by its text.
pub(super) fn is_address(name: &str, text: &str) -> bool {
    let is_called_so = ["url", "redirectURL", "jumpURL"].contains(&name);
    is_called_so && !text.trim().is_empty() || is_whole(text)
}

/// Whether a text is one address, and no list of several.
pub(super) fn is_whole(text: &str) -> bool {
    let mut words = text.split_whitespace();
    words.next().is_some_and(begins_as_address) && !words.any(begins_as_address)
}

/// The address as a browser reads it. One that begins with `//` has the scheme of the page, which today is HTTPS.
pub(super) fn parsed(text: &str) -> Option<Url> {
    let text = filled(text.trim());
    let page = Url::parse("https://page.invalid").ok()?;
    if text.starts_with("//") {
        page.join(&text).ok()
    } else {
        Url::parse(&text).ok()
    }
}

fn begins_as_address(text: &str) -> bool {
    ["http://", "https://", "//"].into_iter().any(|start| {
        let begins = text.get(..start.len());
        begins.is_some_and(|begins| begins.eq_ignore_ascii_case(start))
    })
}
