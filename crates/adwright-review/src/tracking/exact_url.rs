//! Texts that are exactly one address.

use adwright_checks::{fill_placeholders, placeholders};
use url::Url;

use crate::object_reader::shorten;

/// Returns true if a member is an address, by its name or by its text.
pub(super) fn is_address(name: &str, text: &str) -> bool {
    let has_address_name = ["url", "redirectURL", "jumpURL"].contains(&name);
    has_address_name && !text.trim().is_empty() || is_exact_url(text)
}

/// Returns true if a text is one address and not a list.
pub(super) fn is_exact_url(text: &str) -> bool {
    let mut words = text.split_whitespace();
    words.next().is_some_and(starts_like_url) && !words.any(starts_like_url)
}

/// Parses the address as a browser does. An address that begins with `//` has the scheme of the page, which today
/// is HTTPS.
pub(super) fn parse_url(text: &str) -> Option<Url> {
    let text = fill_placeholders(text.trim());
    let page = Url::parse("https://page.invalid").ok()?;
    if text.starts_with("//") {
        page.join(&text).ok()
    } else {
        Url::parse(&text).ok()
    }
}

/// Returns scheme and host of an address. If a part contains a placeholder, both are as written.
pub(super) fn scheme_and_host(text: &str) -> [Option<String>; 2] {
    let url = parse_url(text);
    let scheme = url.as_ref().map(|url| url.scheme().to_owned());
    let host = url.and_then(|url| url.host_str().map(str::to_owned));
    let Some([written_scheme, written_host]) = split_written(text.trim()) else {
        return [scheme.or_else(|| leading_placeholder(text.trim())), host];
    };
    let written_part = |written: &str| has_placeholder(written).then(|| shorten(written));
    [
        written_part(written_scheme).or(scheme),
        written_part(written_host).or(host),
    ]
}

/// Returns the placeholder at the start, if any. Its value may contain the host, so the destination is unknown.
fn leading_placeholder(text: &str) -> Option<String> {
    let first = placeholders(text)
        .next()
        .filter(|placeholder| placeholder.span.start == 0)?;
    Some(shorten(&text[first.span]))
}

/// Returns true if a scheme or a host contains a placeholder.
pub(super) fn has_placeholder(text: &str) -> bool {
    placeholders(text).next().is_some()
}

/// Splits off scheme and host as written; `None` if the text has no host.
fn split_written(text: &str) -> Option<[&str; 2]> {
    let (scheme, rest) = text.split_once("//")?;
    if scheme.contains(['/', '?', '#']) {
        return None;
    }
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let host = host.split(':').next().unwrap_or_default();
    Some([scheme.strip_suffix(':').unwrap_or(scheme), host])
}

fn starts_like_url(text: &str) -> bool {
    ["http://", "https://", "//"].into_iter().any(|start| {
        let prefix = text.get(..start.len());
        prefix.is_some_and(|prefix| prefix.eq_ignore_ascii_case(start))
    })
}
