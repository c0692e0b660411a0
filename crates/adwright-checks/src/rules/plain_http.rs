use crate::address::called_addresses;
use crate::document_index::{DocumentIndex, FieldInstance};
use crate::finding::Finding;
use crate::rule::{Rule, note};

/// An address without encryption.
///
/// There is no fix, because only a request could show if the site supports https.
pub(super) const RULE: Rule = Rule {
    id: "plain-http",
    code: None,
    title: "Address without encryption",
    about: "An encrypted page does not load unencrypted content. So a tracker at http:// often counts nothing, and \
           a landing page shows a warning.",
    source: "Mixed Content, W3C, October 2023: \"blockable content\". The interface, Nested object shapes: \
            url String.",
    kinds: &[],
    cases: &[note(
        "plain",
        "{field} begins with http://, without encryption. Browsers block or mark such addresses on encrypted \
        pages. Use https:// if {host} answers there.",
    )],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let addresses = called_addresses(index);
    addresses
        .filter_map(|(instance, text)| finding(&instance, &text))
        .collect()
}

fn finding(instance: &FieldInstance<'_>, text: &str) -> Option<Finding> {
    let (scheme, rest) = text.trim_start().split_at_checked(7)?;
    if !scheme.eq_ignore_ascii_case("http://") {
        return None;
    }
    let host = rest.split(['/', '?', '#', ':']).next()?;
    (!host.is_empty()).then(|| RULE.finding_at("plain", instance).with_arg("host", host))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    fn page(address: &str) -> TestCase {
        TestCase::update(&[("landingPage", &format!("\"{address}\""))])
    }

    #[test]
    fn an_encrypted_address_is_fine() {
        for address in [
            "https://example.com/?to=http://example.com",
            "http://",
            "http:",
            "käse.example",
            "[url]",
        ] {
            check(RULE.id, &page(address), &expect![[""]]);
        }
    }

    #[test]
    fn plain_address_is_reported() {
        check(
            RULE.id,
            &page(" HTTP://Example.com:80/a"),
            &expect![[r#"
                Note at landingPage: Landing page begins with http://, without encryption. Browsers block or mark such addresses on encrypted pages. Use https:// if Example.com answers there.
            "#]],
        );
        check(
            RULE.id,
            &page("http://a?b"),
            &expect![[r#"
                Note at landingPage: Landing page begins with http://, without encryption. Browsers block or mark such addresses on encrypted pages. Use https:// if a answers there.
            "#]],
        );
    }
}
