use adwright_model::Kind;

use super::MOST_FINDINGS;
use crate::address::{Placeholder, PlaceholderSyntax, called_addresses, placeholders};
use crate::document_index::{DocumentIndex, FieldInstance};
use crate::finding::Finding;
use crate::rule::{Rule, note, warning};

/// The macros in square brackets that a service fills in, without separators between words.
const SERVED: [&str; 24] = [
    "timestamp",
    "random",
    "randomnumber",
    "cachebuster",
    "cachebusting",
    "placement",
    "placementid",
    "placementname",
    "site",
    "siteid",
    "sitename",
    "campaign",
    "campaignid",
    "campaignname",
    "advertiser",
    "advertiserid",
    "ad",
    "adid",
    "adname",
    "creativeid",
    "clickurl",
    "referrer",
    "width",
    "height",
];

/// The macros of VAST 4.2 that a video player fills in and that are not listed above.
const PLAYED: [&str; 25] = [
    "errorcode",
    "contentplayhead",
    "mediaplayhead",
    "asseturi",
    "breakposition",
    "blockedadcategories",
    "adcategories",
    "adcount",
    "transactionid",
    "placementtype",
    "adtype",
    "universaladid",
    "breakmaxduration",
    "breakminduration",
    "ifa",
    "ifatype",
    "clientua",
    "serverua",
    "deviceip",
    "latlong",
    "pageurl",
    "domain",
    "playersize",
    "limitadtracking",
    "regulations",
];

/// Words in templates that ask a person to fill something in.
const REMINDERS: [&str; 7] = ["insert", "replace", "your", "here", "todo", "tbd", "xxx"];

/// A placeholder that nobody will replace.
pub(super) const RULE: Rule = Rule {
    id: "url-macro",
    code: None,
    title: "Placeholder left in an address",
    about: "An address may contain a placeholder such as [timestamp], which is filled in when the ad is served. Each \
           system has its own placeholders. A placeholder of another system stays in the address, which then counts \
           nothing or breaks. Adwright knows the URL tokens that an ad lists, and for in-stream ads the macros of \
           VAST. In square brackets, Adwright also knows facts of serving, such as timestamp, placement, site and \
           campaign.",
    source: "The interface, Ad objects (shared layout): urlTokens; it shows no list of them. VAST 4.2, IAB \
            Tech Lab, June 2019: the macros of video players.",
    kinds: &[],
    cases: &[
        warning(
            "reminder",
            "{field} still contains {macro}, which a person should replace. Replace it, or remove the placeholder.",
        ),
        warning(
            "foreign",
            "{field} contains {macro}, a placeholder of another system. This service is not known to fill it in, \
            so it would stay in the address. Use the service's own placeholder, such as [timestamp].",
        ),
        note(
            "unknown",
            "{field} contains {macro}. Adwright cannot tell offline if the service fills it in. Check how the \
            service spells it.",
        ),
    ],
    check,
};

/// Only this many bytes of a token list are searched, because each placeholder needs a search.
const LONGEST_TOKENS: usize = 10_000;

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let tokens = index.objects("Ad").next();
    let tokens = tokens
        .and_then(|ad| ad.text("urlTokens"))
        .unwrap_or_default();
    let tokens = &tokens[..tokens.floor_char_boundary(LONGEST_TOKENS)];
    let mut findings = Vec::new();
    for (instance, text) in called_addresses(index) {
        let open = placeholders(&text).filter(|open| !tokens.contains(open.name));
        let found = open.filter_map(|open| finding(&instance, &text, &open));
        // A single address could have millions.
        findings.extend(found.take(MOST_FINDINGS - findings.len()));
    }
    findings
}

fn finding(instance: &FieldInstance<'_>, text: &str, open: &Placeholder<'_>) -> Option<Finding> {
    let is_one_of = |known: &[&str]| known.iter().any(|known| is_same_name(open.name, known));
    let is_played = || instance.input().kind == Kind::InStreamInteractiveAd && is_one_of(&PLAYED);
    let case = match open.mark {
        PlaceholderSyntax::Brackets if is_one_of(&SERVED) || is_played() => return None,
        _ if is_reminder(open.name) => "reminder",
        PlaceholderSyntax::Brackets => "unknown",
        PlaceholderSyntax::Percents
        | PlaceholderSyntax::Dollar
        | PlaceholderSyntax::DoubleBraces
        | PlaceholderSyntax::Braces => "foreign",
    };
    Some(
        RULE.finding_at(case, instance)
            .with_arg("macro", &text[open.span.clone()]),
    )
}

/// Returns true if a name is a known one, in any letter case and with any separators.
fn is_same_name(name: &str, known: &str) -> bool {
    let letters = name.bytes().filter(|byte| !b"_-. ".contains(byte));
    letters
        .map(|byte| byte.to_ascii_lowercase())
        .eq(known.bytes())
}

fn is_reminder(name: &str) -> bool {
    let mut words = name.split(|c: char| !c.is_alphanumeric());
    words.any(|word| {
        REMINDERS
            .iter()
            .any(|known| word.eq_ignore_ascii_case(known))
    })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    fn ad(kind: Kind, tokens: &str, address: &str) -> TestCase {
        let json = format!(r#"{{"urlTokens":{tokens},"mainClickthrough":{{"url":"{address}"}}}}"#);
        TestCase::new_of(kind, &json)
    }

    fn expandable(address: &str) -> TestCase {
        ad(Kind::ExpandableBannerAd, "null", address)
    }

    #[test]
    fn service_macro_has_no_finding() {
        check(
            RULE.id,
            &expandable("https://example.com/[PlacementID]?t=[timestamp]&s=[%Site_Name%]"),
            &expect![[""]],
        );
        check(RULE.id, &expandable("https://[::1]/a%20b"), &expect![[""]]);
        let listed = ad(
            Kind::ExpandableBannerAd,
            "\"ORDER;SHOP\"",
            "https://example.com/[ORDER]?{SHOP}",
        );
        check(RULE.id, &listed, &expect![[""]]);
    }

    #[test]
    fn player_macro_is_accepted_in_video_only() {
        let address = "https://example.com/e?c=[ERRORCODE]";
        let video = ad(Kind::InStreamInteractiveAd, "null", address);
        check(RULE.id, &video, &expect![[""]]);
        check(
            RULE.id,
            &expandable(address),
            &expect![[r#"
                Note at mainClickthrough.url: Address contains [ERRORCODE]. Adwright cannot tell offline if the service fills it in. Check how the service spells it.
            "#]],
        );
    }

    #[test]
    fn unknown_macro_is_reported() {
        check(
            RULE.id,
            &expandable("https://example.com/%%CACHEBUSTER%%?${GDPR}&{{id}}&{site}"),
            &expect![[r#"
                Warning at mainClickthrough.url: Address contains %%CACHEBUSTER%%, a placeholder of another system. This service is not known to fill it in, so it would stay in the address. Use the service's own placeholder, such as [timestamp].
                Warning at mainClickthrough.url: Address contains ${GDPR}, a placeholder of another system. This service is not known to fill it in, so it would stay in the address. Use the service's own placeholder, such as [timestamp].
                Warning at mainClickthrough.url: Address contains {{id}}, a placeholder of another system. This service is not known to fill it in, so it would stay in the address. Use the service's own placeholder, such as [timestamp].
                Warning at mainClickthrough.url: Address contains {site}, a placeholder of another system. This service is not known to fill it in, so it would stay in the address. Use the service's own placeholder, such as [timestamp].
            "#]],
        );
        check(
            RULE.id,
            &expandable("https://example.com/[INSERT_ID_HERE]?u={your-site}"),
            &expect![[r#"
                Warning at mainClickthrough.url: Address still contains [INSERT_ID_HERE], which a person should replace. Replace it, or remove the placeholder.
                Warning at mainClickthrough.url: Address still contains {your-site}, which a person should replace. Replace it, or remove the placeholder.
            "#]],
        );
        check(
            RULE.id,
            &TestCase::update(&[("landingPage", r#""%%URL%%""#)]),
            &expect![[r#"
                Warning at landingPage: Landing page contains %%URL%%, a placeholder of another system. This service is not known to fill it in, so it would stay in the address. Use the service's own placeholder, such as [timestamp].
            "#]],
        );
    }

    #[test]
    fn no_word_is_listed_twice() {
        let all = || SERVED.iter().chain(&PLAYED);
        for word in all() {
            assert_eq!(all().filter(|other| *other == word).count(), 1, "{word}");
            assert!(is_same_name(word, word), "{word}");
        }
    }
}
