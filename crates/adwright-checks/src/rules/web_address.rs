use adwright_model::{Edit, Facet, Path, is_address_name, to_json_string};
use url::Url;

use super::MOST_FINDINGS;
use super::tidy_name::is_invisible;
use crate::address::{called_addresses, fill_placeholders, placeholders};
use crate::document_index::{DocumentIndex, FieldInstance};
use crate::finding::Finding;
use crate::rule::{Rule, error, warning};

/// An address that no browser opens, or that leads elsewhere than intended.
///
/// Only the first problem of an address is reported, because its fix often removes the others.
pub(super) const RULE: Rule = Rule {
    id: "web-address",
    code: None,
    title: "Address that does not open",
    about: "A browser can call an address that begins with https:// or http:// and names a site. Blanks and invisible \
           characters are not allowed. With a typo in the address, the click leads nowhere or the tracker counts \
           nothing, and nobody notices. An address that begins with javascript:, vbscript:, data:, file: or blob: \
           runs code or reads a file instead. Such an address is an error in every address field, even in a field \
           that only its name identifies.",
    source: "URL Standard, WHATWG, as read in 2026: \"URL parsing\", \"URL writing\". The interface, \
            Nested object shapes: url String, redirectURL String, jumpURL, thumbnailUrl String, proxyUrl, \
            clickthrough.",
    kinds: &[],
    cases: &[
        warning(
            "tag",
            "{field} contains a piece of a web page, beginning with \"{start}\", not an address. Copy only the \
            address after src= or href=.",
        ),
        warning(
            "invisible",
            "{field} contains invisible characters, such as a line break or a zero-width space, probably from a \
            paste. Remove them.",
        ),
        warning(
            "blanks",
            "{field} starts or ends with a blank, so some servers will not find the address. Remove it.",
        ),
        error(
            "script",
            "{field} begins with {scheme}:, so it runs code or carries data instead of opening a page. Browsers \
            and publishers block that. Enter the address of a page.",
        ),
        warning(
            "scheme",
            "{field} begins with {scheme}:, which a browser may hand to another program or not open at all. Use an \
            address that begins with https://.",
        ),
        warning(
            "bare",
            "{field} does not begin with https:// or http://, so a browser looks for it on the publisher's own \
            site. Add https:// in front.",
        ),
        warning(
            "host",
            "{field} has no site that a browser could find: {reason}. Check the address.",
        ),
        warning(
            "inside",
            "{field} contains a blank, and some servers cut the address off there. Write %20 for a blank, or \
            remove it.",
        ),
        warning(
            "escaped",
            "{field} contains &amp;, which is how & is written inside a web page. As an address, it loses the text \
            after it. Write & alone.",
        ),
    ],
    check,
};

/// Schemes that run code, carry data, or read files of the computer that shows the ad.
const ACTIVE_SCHEMES: [&str; 5] = ["javascript", "vbscript", "data", "file", "blob"];

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let mut findings = active_addresses(index);
    let addresses = called_addresses(index).filter(|(_, text)| !is_plain(text));
    let inactive = addresses.filter(|(_, text)| active_scheme(text).is_none());
    findings.extend(inactive.filter_map(|(instance, text)| first_finding(&instance, &text)));
    findings
}

/// Checks every member with an address, by its meaning or, if the catalog does not describe it, by its name.
fn active_addresses(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let active = |field: &str, path: Path, scheme: &str| {
        let finding = RULE.finding("script", path);
        finding.with_arg("field", field).with_arg("scheme", scheme)
    };
    let known = index.fields_with(Facet::Address).filter_map(|instance| {
        let scheme = active_scheme(&instance.node?.as_str()?)?;
        Some(active(&instance.field.title, instance.path(), scheme))
    });
    let mut findings: Vec<_> = known.take(MOST_FINDINGS).collect();
    index.visit_uncatalogued(&mut |name, node, path| {
        // Few texts begin with such a scheme, so the name is looked at last.
        if findings.len() < MOST_FINDINGS
            && let Some(scheme) = node.as_str().and_then(|text| active_scheme(&text))
            && is_address_name(name)
        {
            findings.push(active(name, path(), scheme));
        }
    });
    findings
}

/// Returns the active scheme of an address, such as `javascript`. Browsers skip blanks and control characters in a
/// scheme, so this function does too.
fn active_scheme(text: &str) -> Option<&'static str> {
    if text.starts_with("https:") {
        return None;
    }
    let (start, _) = text.split_once(':')?;
    let start = tidy(start);
    let mut schemes = ACTIVE_SCHEMES.into_iter();
    schemes.find(|scheme| start.eq_ignore_ascii_case(scheme))
}

/// A fast path: returns true if an address is so plain that no check can fail.
fn is_plain(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("https://") else {
        return false;
    };
    let bytes = rest.as_bytes();
    let is_end = |byte: &u8| matches!(byte, b'/' | b'?');
    let host = bytes.iter().position(is_end).unwrap_or(bytes.len());
    let (host, rest) = bytes.split_at(host);
    let is_label = |label: &[u8]| !label.is_empty() && label.iter().all(u8::is_ascii_lowercase);
    let mut labels = host.split(|byte| *byte == b'.');
    // An `&` may begin an escaped `&amp;`, which needs a full check.
    let is_part = |byte: &u8| matches!(byte, b'!'..=b'~') && *byte != b'&';
    labels.clone().count() > 1 && labels.all(is_label) && rest.iter().all(is_part)
}

fn first_finding(instance: &FieldInstance<'_>, text: &str) -> Option<Finding> {
    let tidied = tidy(text);
    let find = |case| RULE.finding_at(case, instance);
    let with_address_fix = |finding: Finding, label: &str, address: &str| {
        let set = Edit::Set {
            path: instance.path(),
            json: to_json_string(address),
        };
        finding.with_fix_if(instance.is_editable(), label, set)
    };
    if tidied.starts_with('<') {
        let start: String = tidied.chars().take(12).collect();
        return Some(find("tag").with_arg("start", start));
    }
    if text.contains(is_invisible) {
        return Some(with_address_fix(
            find("invisible"),
            "Take them out",
            &tidied,
        ));
    }
    if tidied != text {
        return Some(with_address_fix(find("blanks"), "Take it out", &tidied));
    }
    // A placeholder may bring its own scheme.
    if placeholders(text)
        .next()
        .is_some_and(|first| first.span.start == 0)
    {
        return None;
    }
    match parse_address(&fill_placeholders(text)) {
        Err(AddressError::Scheme(scheme)) => Some(find("scheme").with_arg("scheme", scheme)),
        Err(AddressError::Bare) => {
            let fixed = format!("https://{}", text.trim_start_matches('/'));
            let bare = find("bare");
            Some(match parse_address(&fill_placeholders(&fixed)) {
                Ok(()) => with_address_fix(bare, "Add https:// in front", &fixed),
                Err(_) => bare,
            })
        }
        Err(AddressError::Host(reason)) => Some(find("host").with_arg("reason", reason)),
        Ok(()) if text.contains(char::is_whitespace) => {
            let parts: Vec<_> = text.split(char::is_whitespace).collect();
            let fixed = parts.join("%20");
            Some(with_address_fix(find("inside"), "Write %20", &fixed))
        }
        Ok(()) if text.contains("&amp;") => {
            let fixed = text.replace("&amp;", "&");
            Some(with_address_fix(find("escaped"), "Write & alone", &fixed))
        }
        Ok(()) => None,
    }
}

fn tidy(text: &str) -> String {
    let visible = text.chars().filter(|c| !is_invisible(*c));
    visible.collect::<String>().trim().to_owned()
}

/// The reason why a browser does not open an address on the web.
enum AddressError {
    Scheme(String),
    Bare,
    Host(String),
}

fn parse_address(text: &str) -> Result<(), AddressError> {
    let Some((scheme, rest)) = split_scheme(text) else {
        return Err(AddressError::Bare);
    };
    match scheme.as_str() {
        "http" | "https" => {}
        _ => return Err(AddressError::Scheme(scheme)),
    }
    // Browsers tolerate another number of slashes; tracking servers do not.
    if !rest.starts_with("//") || rest.starts_with("///") {
        let reason = format!("two slashes must follow {scheme}:");
        return Err(AddressError::Host(reason));
    }
    let url = Url::parse(text).map_err(|error| AddressError::Host(error.to_string()))?;
    match url.host_str() {
        Some(host) if is_host(host) => Ok(()),
        host => Err(AddressError::Host(format!(
            "{} is not a site",
            host.unwrap_or("it")
        ))),
    }
}

/// Returns true for a name with an inner dot, or an IPv4 or IPv6 address.
fn is_host(host: &str) -> bool {
    host.starts_with('[')
        || host.trim_end_matches('.').split('.').count() > 1 && !host.starts_with('.')
}

/// Splits the scheme from the rest; `None` if the colon separates a host and its port.
fn split_scheme(text: &str) -> Option<(String, &str)> {
    let (scheme, rest) = text.split_once(':')?;
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    let is_scheme =
        scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.chars().all(is_allowed);
    let is_port = rest.starts_with(|c: char| c.is_ascii_digit()) && scheme.contains('.');
    (is_scheme && !is_port).then(|| (scheme.to_ascii_lowercase(), rest))
}

#[cfg(test)]
mod tests {
    use adwright_model::Kind;
    use expect_test::{Expect, expect};

    use super::*;
    use crate::testing::{TestCase, check};

    #[track_caller]
    fn check_page(address: &str, expected: &Expect) {
        let page = TestCase::update(&[("landingPage", &to_json_string(address))]);
        check(RULE.id, &page, expected);
    }

    #[test]
    fn browser_addresses_have_no_finding() {
        for address in [
            "https://shop.example.com/spring?src=[placement]&t=1",
            "http://example.com",
            "HTTPS://Example.com:8443/a%20b#c",
            "https://käse.example/straße?q=ä",
            "https://203.0.113.7/p.gif",
            "https://[2001:db8::1]/p",
            "https://example.com./",
            "%%CLICK_URL%%https://example.com",
            "[url]",
            "https://{host}.example.com/${path}",
            "https://%%HOST%%.example.com/",
            "https://example.com/r?to=javascript:void",
            "https://example.com/a,b;c=d?e=(f)&g='h'|i",
            "",
            "  ",
        ] {
            check_page(address, &expect![[""]]);
        }
        for value in ["null", "7", "[\"x\"]"] {
            check(
                RULE.id,
                &TestCase::update(&[("landingPage", value)]),
                &expect![[""]],
            );
        }
    }

    #[test]
    fn pasted_extras_are_removed() {
        check_page(
            " https://example.com\u{A0}",
            &expect![[r#"
                Warning at landingPage: Landing page starts or ends with a blank, so some servers will not find the address. Remove it.
                  fix: Take it out (set landingPage to "https://example.com")
            "#]],
        );
        check_page(
            "https://exam\u{200B}ple.com/\r\n",
            &expect![[r#"
                Warning at landingPage: Landing page contains invisible characters, such as a line break or a zero-width space, probably from a paste. Remove them.
                  fix: Take them out (set landingPage to "https://example.com/")
            "#]],
        );
        check_page(
            "https://example.com/a b",
            &expect![[r#"
                Warning at landingPage: Landing page contains a blank, and some servers cut the address off there. Write %20 for a blank, or remove it.
                  fix: Write %20 (set landingPage to "https://example.com/a%20b")
            "#]],
        );
        check_page(
            "https://example.com/a\u{2003}b",
            &expect![[r#"
                Warning at landingPage: Landing page contains a blank, and some servers cut the address off there. Write %20 for a blank, or remove it.
                  fix: Write %20 (set landingPage to "https://example.com/a%20b")
            "#]],
        );
        check_page(
            "https://example.com/?a=1&amp;b=2",
            &expect![[r#"
                Warning at landingPage: Landing page contains &amp;, which is how & is written inside a web page. As an address, it loses the text after it. Write & alone.
                  fix: Write & alone (set landingPage to "https://example.com/?a=1&b=2")
            "#]],
        );
        check_page(
            " <img src=\"https://example.com/p\">",
            &expect![[r#"
                Warning at landingPage: Landing page contains a piece of a web page, beginning with "<img src="ht", not an address. Copy only the address after src= or href=.
            "#]],
        );
    }

    #[test]
    fn an_address_begins_with_https() {
        check_page(
            "www.example.com/a",
            &expect![[r#"
                Warning at landingPage: Landing page does not begin with https:// or http://, so a browser looks for it on the publisher's own site. Add https:// in front.
                  fix: Add https:// in front (set landingPage to "https://www.example.com/a")
            "#]],
        );
        check_page(
            "//example.com/a",
            &expect![[r#"
                Warning at landingPage: Landing page does not begin with https:// or http://, so a browser looks for it on the publisher's own site. Add https:// in front.
                  fix: Add https:// in front (set landingPage to "https://example.com/a")
            "#]],
        );
        check_page(
            "example.com:8080/[t]",
            &expect![[r#"
                Warning at landingPage: Landing page does not begin with https:// or http://, so a browser looks for it on the publisher's own site. Add https:// in front.
                  fix: Add https:// in front (set landingPage to "https://example.com:8080/[t]")
            "#]],
        );
        check_page(
            "spring offers",
            &expect![[r#"
                Warning at landingPage: Landing page does not begin with https:// or http://, so a browser looks for it on the publisher's own site. Add https:// in front.
            "#]],
        );
        check_page(
            "1app://open",
            &expect![[r#"
                Warning at landingPage: Landing page does not begin with https:// or http://, so a browser looks for it on the publisher's own site. Add https:// in front.
            "#]],
        );
        check_page(
            "a b:c",
            &expect![[r#"
                Warning at landingPage: Landing page does not begin with https:// or http://, so a browser looks for it on the publisher's own site. Add https:// in front.
            "#]],
        );
    }

    #[test]
    fn active_scheme_is_an_error_however_spelled() {
        for address in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            " javascript:alert(1)",
            "java\tscript:alert(1)",
            "\u{1}javascript:alert(1)",
            "java\u{200B}script:alert(1)",
            "vbscript:x",
            "data:text/html,hi",
            "file:///etc/passwd",
            "blob:https://example.com/1",
        ] {
            let page = TestCase::update(&[("landingPage", &to_json_string(address))]);
            assert_eq!(
                page.outline(RULE.id),
                ["landingPage Error script"],
                "{address:?}"
            );
        }
    }

    #[test]
    fn active_scheme_is_found_in_every_address() {
        let wrong = r#""javascript:alert(1)""#;
        let asset = |members: &str| {
            format!(r#"{{"html5":{{"assets":[{{{members}}}]}}}}"#).replace("WRONG", wrong)
        };
        let video = Kind::InStreamInteractiveAd;
        let html5 = Kind::Html5ExpandableBannerAd;
        for (kind, json, path) in [
            (video, r#"{"linearSettings":{"clickthrough":WRONG}}"#.to_owned(), "linearSettings.clickthrough"),
            (video, r#"{"linearSettings":{"clickthrough":{"url":WRONG}}}"#.to_owned(), "linearSettings.clickthrough.url"),
            (video, r#"{"companions":[{"clickThroughUrl":WRONG}]}"#.to_owned(), "companions[0].clickThroughUrl"),
            (video, r#"{"advancedCompanions":[{"a":{"href":[WRONG]}}]}"#.to_owned(), "advancedCompanions[0].a.href[0]"),
            (video, r#"{"nonLinears":[{"url":WRONG}]}"#.to_owned(), "nonLinears[0].url"),
            (html5, r#"{"mainClickthrough":{"url":WRONG}}"#.to_owned(), "mainClickthrough.url"),
            (html5, r#"{"defaultImageClickthrough":{"url":WRONG}}"#.to_owned(), "defaultImageClickthrough.url"),
            (html5, r#"{"adURLs":[{"url":WRONG}]}"#.to_owned(), "adURLs[0].url"),
            (html5, r#"{"defaultImage":{"thumbnailUrl":WRONG}}"#.to_owned(), "defaultImage.thumbnailUrl"),
            (html5, r#"{"versionBasePath":WRONG}"#.to_owned(), "versionBasePath"),
            (html5, r#"{"customInteractions":[{"type":"AdUserActionInteraction","redirectURL":WRONG}]}"#.to_owned(), "customInteractions[0].redirectURL"),
            (html5, r#"{"customInteractions":[{"type":"AdClickthroughInteraction","url":WRONG}]}"#.to_owned(), "customInteractions[0].url"),
            (html5, asset(r#""jsContext":{"customInteractions":[{"jumpURL":WRONG}]}"#), "html5.assets[0].jsContext.customInteractions[0].jumpURL"),
            (html5, asset(r#""htmlContext":{"customInteractions":[{"jumpURL":WRONG}]}"#), "html5.assets[0].htmlContext.customInteractions[0].jumpURL"),
            (html5, asset(r#""htmlContext":{"clickTag":WRONG}"#), "html5.assets[0].htmlContext.clickTag"),
            (html5, asset(r#""htmlContext":{"scriptSource":[{"source":WRONG}]}"#), "html5.assets[0].htmlContext.scriptSource[0].source"),
            (html5, asset(r#""thumbnails":[{"url":WRONG}]"#), "html5.assets[0].thumbnails[0].url"),
            (html5, asset(r#""relatedProxies":[{"proxyUrl":WRONG}]"#), "html5.assets[0].relatedProxies[0].proxyUrl"),
            (Kind::Campaign, r#"{"landing":{"pageUrl":WRONG}}"#.to_owned(), "landing.pageUrl"),
        ] {
            let case = TestCase::new_of(kind, &json.replace("WRONG", wrong));
            assert_eq!(case.outline(RULE.id), [format!("{path} Error script")]);
        }
    }

    #[test]
    fn macros_relative_addresses_and_other_texts_are_fine() {
        for (kind, json) in [
            (
                Kind::InStreamInteractiveAd,
                r#"{"linearSettings":{"clickthrough":"%%CLICK_URL%%"}}"#,
            ),
            (
                Kind::InStreamInteractiveAd,
                r#"{"companions":[{"clickThroughUrl":"[url]","note":"data: see below"}]}"#,
            ),
            (
                Kind::Html5ExpandableBannerAd,
                r#"{"versionBasePath":"versions/1.json","defaultImage":{"thumbnailUrl":"/t/1.png"}}"#,
            ),
        ] {
            let case = TestCase::new_of(kind, json);
            assert!(case.outline(RULE.id).is_empty(), "{json}");
        }
    }

    #[test]
    fn address_of_another_program_is_reported() {
        check_page(
            "mailto:ana@example.com",
            &expect![[r#"
                Warning at landingPage: Landing page begins with mailto:, which a browser may hand to another program or not open at all. Use an address that begins with https://.
            "#]],
        );
        check_page(
            "tel:123",
            &expect![[r#"
                Warning at landingPage: Landing page begins with tel:, which a browser may hand to another program or not open at all. Use an address that begins with https://.
            "#]],
        );
        check_page(
            "com.example.app://open",
            &expect![[r#"
                Warning at landingPage: Landing page begins with com.example.app:, which a browser may hand to another program or not open at all. Use an address that begins with https://.
            "#]],
        );
        check_page(
            "shop-app://open",
            &expect![[r#"
                Warning at landingPage: Landing page begins with shop-app:, which a browser may hand to another program or not open at all. Use an address that begins with https://.
            "#]],
        );
    }

    #[test]
    fn an_address_names_a_site() {
        check_page(
            "https://",
            &expect![[r#"
                Warning at landingPage: Landing page has no site that a browser could find: empty host. Check the address.
            "#]],
        );
        check_page(
            "https:/example.com",
            &expect![[r#"
                Warning at landingPage: Landing page has no site that a browser could find: two slashes must follow https:. Check the address.
            "#]],
        );
        check_page(
            "https:///example.com",
            &expect![[r#"
                Warning at landingPage: Landing page has no site that a browser could find: two slashes must follow https:. Check the address.
            "#]],
        );
        check_page(
            "https://example/a",
            &expect![[r#"
                Warning at landingPage: Landing page has no site that a browser could find: example is not a site. Check the address.
            "#]],
        );
        check_page(
            "https://.com",
            &expect![[r#"
                Warning at landingPage: Landing page has no site that a browser could find: .com is not a site. Check the address.
            "#]],
        );
        check_page(
            "https://exam ple.com",
            &expect![[r#"
                Warning at landingPage: Landing page has no site that a browser could find: invalid international domain name. Check the address.
            "#]],
        );
        check_page(
            "https://example.com:99999/",
            &expect![[r#"
                Warning at landingPage: Landing page has no site that a browser could find: invalid port number. Check the address.
            "#]],
        );
    }

    #[test]
    fn every_called_address_is_checked() {
        let ad = TestCase::new_of(
            Kind::Html5ExpandableBannerAd,
            r#"{"mainClickthrough":{"url":"a.example"},"defaultImageClickthrough":{"url":"b.example"},
            "adURLs":[{"url":"https://c.example"},{"url":"d.example"}],
            "customInteractions":[{"type":"AdUserActionInteraction","redirectURL":"e.example"}],
            "defaultImage":{"thumbnailUrl":"/t/1.png"}}"#,
        );
        check(
            RULE.id,
            &ad,
            &expect![[r#"
                Warning at mainClickthrough.url: Address does not begin with https:// or http://, so a browser looks for it on the publisher's own site. Add https:// in front.
                  fix: Add https:// in front (set mainClickthrough.url to "https://a.example")
                Warning at defaultImageClickthrough.url: Address does not begin with https:// or http://, so a browser looks for it on the publisher's own site. Add https:// in front.
                  fix: Add https:// in front (set defaultImageClickthrough.url to "https://b.example")
                Warning at adURLs[1].url: Address does not begin with https:// or http://, so a browser looks for it on the publisher's own site. Add https:// in front.
                  fix: Add https:// in front (set adURLs[1].url to "https://d.example")
                Warning at customInteractions[0].redirectURL: Leads to does not begin with https:// or http://, so a browser looks for it on the publisher's own site. Add https:// in front.
                  fix: Add https:// in front (set customInteractions[0].redirectURL to "https://e.example")
            "#]],
        );
    }

    #[test]
    fn plain_address_differs_from_readable_address() {
        for plain in [
            "https://a.example",
            "https://count.example.net/x?a=1#b",
            "https://a.b?c",
            "https://a.example/[t]/%%t%%?t=${t}#{t}<|>\"`^@\\",
        ] {
            assert!(
                is_plain(plain) && parse_address(&fill_placeholders(plain)).is_ok(),
                "{plain}"
            );
        }
        for other in [
            "http://a.example",
            "https://a",
            "https://a..b",
            "https://a.example:80/",
            "https://a.example/x y",
            "https://a.example/&amp;",
            "https://a@b.example/",
            "https://a.7/",
            "https://A.example/",
            "https://.example/",
            "https://",
        ] {
            assert!(!is_plain(other), "{other}");
        }
    }
}
