mod encodings;

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use adwright_wire::SecretName;
use aho_corasick::{AhoCorasick, AhoCorasickKind};
use encodings::{base64_forms, embedded_base64_forms, escaped_forms};
use secrecy::{ExposeSecret, SecretString};

use crate::credentials::Credentials;

/// Replaces a secret.
const HIDDEN: &str = "[hidden]";

/// Shorter secrets occur in any text by chance, so they are not searched.
const MIN_LENGTH: usize = 4;
/// A secret of at least this length cannot occur in a reply by chance.
const UNAMBIGUOUS_LENGTH: usize = 8;

/// Redacts the secrets that were sent to a service, in every encoding in which the service may repeat them.
///
/// A reply is foreign text that is shown, logged and stored. A repeated secret must not get there.
#[derive(Clone, Default)]
pub(crate) struct Redactor(Arc<SecretPatterns>);

#[derive(Default)]
struct SecretPatterns {
    patterns: Vec<SecretPattern>,
    /// Finds all patterns at once; `None` without a pattern.
    search: Option<AhoCorasick>,
}

/// One encoding of a secret.
#[derive(Clone)]
struct SecretPattern {
    text: String,
    is_unambiguous: bool,
    /// The name of the secret; `None` for a session token.
    name: Option<SecretName>,
}

impl Redactor {
    /// Creates a redactor of all secrets in these credentials.
    pub(crate) fn from_credentials(credentials: &Credentials) -> Self {
        let secrets = credentials.secrets.iter().flat_map(|(name, secret)| {
            let pair = format!("{}:{}", credentials.username, secret.expose_secret());
            let pair = escaped_base64(&base64_forms(pair.as_bytes()));
            let pair = to_patterns(pair, Some(name), UNAMBIGUOUS_LENGTH);
            secret_patterns(secret, Some(name)).chain(pair)
        });
        Self::from_patterns(secrets.collect())
    }

    /// Returns a redactor that also hides this session token.
    pub(crate) fn with_token(&self, token: &SecretString) -> Self {
        let mut patterns = self.0.patterns.clone();
        patterns.extend(secret_patterns(token, None));
        Self::from_patterns(patterns)
    }

    fn from_patterns(patterns: Vec<SecretPattern>) -> Self {
        // A DFA for a long token would take longer to build than most requests.
        let search = AhoCorasick::builder()
            .kind(Some(AhoCorasickKind::ContiguousNFA))
            .build(patterns.iter().map(|pattern| &pattern.text))
            .expect("secrets are short enough to search for");
        let search = (!patterns.is_empty()).then_some(search);
        Self(Arc::new(SecretPatterns { patterns, search }))
    }

    /// Returns whether the bytes contain a secret that is too long to occur by chance.
    pub(crate) fn has_secret_in(&self, bytes: &[u8]) -> bool {
        self.matches(bytes)
            .any(|(pattern, _)| pattern.is_unambiguous)
    }

    /// Returns the header whose secret value these bytes contain; `None` for another secret, or without a secret.
    pub(crate) fn leaked_header(&self, bytes: &[u8]) -> Option<&str> {
        self.matches(bytes)
            .find_map(|(pattern, _)| match &pattern.name {
                Some(SecretName::Header(name)) if pattern.is_unambiguous => Some(name.as_str()),
                _ => None,
            })
    }

    /// Returns the text without any secret.
    pub(crate) fn redact(&self, text: &str) -> String {
        replace_ranges(text, self.ranges(text))
    }

    /// Returns the text without any secret, also if the text ends within a secret.
    pub(crate) fn redact_truncated(&self, text: &str) -> String {
        // A character of several bytes may be cut as well.
        let text = text.trim_end_matches(char::REPLACEMENT_CHARACTER);
        let mut ranges = self.ranges(text);
        let cut_lengths =
            self.0
                .patterns
                .iter()
                .filter_map(|SecretPattern { text: secret, .. }| {
                    let mut prefixes = secret.char_indices().rev().map(|(end, _)| &secret[..end]);
                    prefixes.find(|prefix| text.ends_with(prefix)).map(str::len)
                });
        let cut_length = cut_lengths.max().unwrap_or_default();
        if cut_length > 0 {
            ranges.push(text.len() - cut_length..text.len());
        }
        replace_ranges(text, ranges)
    }

    fn ranges(&self, text: &str) -> Vec<Range<usize>> {
        self.matches(text.as_bytes())
            .map(|(_, range)| range)
            .collect()
    }

    /// Returns all matches, also those that overlap, because a secret may begin within another.
    fn matches<'p, 'b>(
        &'p self,
        bytes: &'b [u8],
    ) -> impl Iterator<Item = (&'p SecretPattern, Range<usize>)> + use<'p, 'b> {
        let SecretPatterns { patterns, search } = &*self.0;
        let found = search
            .iter()
            .flat_map(move |search| search.find_overlapping_iter(bytes));
        found.map(|found| (&patterns[found.pattern()], found.range()))
    }
}

/// Returns the encodings of a secret; none for a short one.
fn secret_patterns(
    secret: &SecretString,
    name: Option<&SecretName>,
) -> impl Iterator<Item = SecretPattern> {
    let secret = secret.expose_secret();
    let mut forms = BTreeSet::new();
    if secret.len() >= MIN_LENGTH {
        forms.extend(escaped_forms(secret));
        // JSON within JSON, or within a URL, is escaped twice.
        let json = serde_json::Value::from(secret).to_string();
        forms.extend(escaped_forms(&json[1..json.len() - 1]));
        forms.extend(escaped_base64(&base64_forms(secret.as_bytes())));
    }
    if secret.len() >= UNAMBIGUOUS_LENGTH {
        forms.extend(escaped_base64(&embedded_base64_forms(secret.as_bytes())));
    }
    to_patterns(forms, name, secret.len())
}

fn escaped_base64(coded: &[String]) -> BTreeSet<String> {
    coded
        .iter()
        .flat_map(|coded| escaped_forms(coded))
        .collect()
}

fn to_patterns(
    forms: BTreeSet<String>,
    name: Option<&SecretName>,
    length: usize,
) -> impl Iterator<Item = SecretPattern> {
    let name = name.cloned();
    forms.into_iter().map(move |text| SecretPattern {
        text,
        is_unambiguous: length >= UNAMBIGUOUS_LENGTH,
        name: name.clone(),
    })
}

/// Replaces these ranges of the text by a mark. Overlapping ranges become one.
fn replace_ranges(text: &str, mut ranges: Vec<Range<usize>>) -> String {
    ranges.sort_by_key(|range| (range.start, range.end));
    let mut redacted = Vec::new();
    let (mut copied_to, mut hidden_to) = (0, 0);
    for range in ranges {
        if range.start >= hidden_to {
            redacted.extend_from_slice(&text.as_bytes()[copied_to..range.start]);
            redacted.extend_from_slice(HIDDEN.as_bytes());
        }
        hidden_to = hidden_to.max(range.end);
        copied_to = hidden_to;
    }
    redacted.extend_from_slice(&text.as_bytes()[copied_to..]);
    String::from_utf8(redacted).expect("a range begins and ends between characters")
}

/// Shows no secret.
impl fmt::Debug for Redactor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Redactor")
            .field("patterns", &self.0.patterns.len())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::prelude::BASE64_STANDARD;
    use proptest::prelude::*;
    use url::{Url, form_urlencoded};

    use super::*;
    use crate::auth_headers::encode_basic_credentials;

    fn redactor() -> Redactor {
        let mut credentials = Credentials::with_password("user-a", "pass \"wörd\"+1".into());
        let key = SecretName::Header("X-Key".to_owned());
        credentials.secrets.insert(key, "short".into());
        credentials.secrets.insert(SecretName::Token, "abc".into());
        Redactor::from_credentials(&credentials).with_token(&"pass \"wörd\"+1 and more".into())
    }

    #[test]
    fn secret_is_redacted_in_every_encoding() {
        let forms = [
            "pass \"wörd\"+1",
            "pass+%22w%C3%B6rd%22%2B1",
            "pass+%22w%c3%b6rd%22%2b1",
            "pass%20%22w%C3%B6rd%22%2B1",
            "pass%20%22w%c3%b6rd%22%2b1",
            "pass%20%22w%C3%B6rd%22+1",
            "pass \\\"wörd\\\"+1",
            "pass \\\"w\\u00f6rd\\\"+1",
            "pass \\u0022w\\u00F6rd\\u0022\\u002B1",
            "pass \\u0022w\\u00f6rd\\u0022\\u002b1",
            "pass \\\\\\\"wörd\\\\\\\"+1",
            "pass%20%5C%22w%C3%B6rd%5C%22%2B1",
            "pass &quot;wörd&quot;+1",
            "pass &quot;w&ouml;rd&quot;+1",
            "pass &#34;w&#246;rd&#34;&#43;1",
            "pass &#x22;w&#xF6;rd&#x22;&#x2B;1",
            "cGFzcyAid8O2cmQiKzE",
        ];
        for form in forms {
            let told = format!("<{form}>");
            assert_eq!(redactor().redact(&told), "<[hidden]>", "{form}");
            assert!(redactor().has_secret_in(told.as_bytes()), "{form}");
        }
        let pair = encode_basic_credentials("user-a", &"pass \"wörd\"+1".into());
        let pair = pair.expose_secret().trim_end_matches('=').to_owned();
        for form in [pair.replace('+', "%2b"), pair.replace('/', "\\/"), pair] {
            assert_eq!(redactor().redact(&form), "[hidden]");
        }
    }

    #[test]
    fn the_header_of_a_repeated_value_is_named() {
        let mut credentials = Credentials::with_password("user-a", "opensesame".into());
        let account = SecretName::Header("X-Account-Id".to_owned());
        credentials.secrets.insert(account, "account-1021".into());
        let redactor = Redactor::from_credentials(&credentials).with_token(&"t0ken-of-gold".into());
        assert_eq!(
            redactor.leaked_header(b"\"account%2D1021\""),
            Some("X-Account-Id")
        );
        assert_eq!(redactor.leaked_header(b"opensesame, t0ken-of-gold"), None);
    }

    #[test]
    fn overlapping_secrets_are_fully_redacted() {
        assert_eq!(redactor().redact("pass \"wörd\"+1 and more"), "[hidden]");
        let redactor = Redactor::default().with_token(&"open-sesame".into());
        let redactor = redactor.with_token(&"same-again".into());
        assert_eq!(redactor.redact("<open-sesame-again>"), "<[hidden]>");
    }

    #[test]
    fn short_secret_is_redacted_but_not_searched() {
        assert_eq!(redactor().redact("a short word"), "a [hidden] word");
        assert!(!redactor().has_secret_in(b"a short word"));
        assert_eq!(redactor().redact("abc"), "abc");
        assert!(!format!("{:?}", redactor()).contains("short"));
    }

    #[test]
    fn secret_prefix_at_text_end_is_redacted() {
        for end in [
            "p",
            "pass \"w",
            "pass+%22w%C3%B6",
            "pass+%22w%C3%B",
            "pass+%",
            "pass &quot;w&ou",
            "pass \\u0022w\\u00f",
            "cGFzcyAi",
        ] {
            let text = format!("<{end}");
            assert_eq!(redactor().redact_truncated(&text), "<[hidden]", "{end}");
            assert_eq!(redactor().redact(&text), text);
            let text = format!("<{end}.");
            assert_eq!(redactor().redact_truncated(&text), text);
        }
    }

    /// Returns the text as encoders in wide use write it, each in something around it.
    fn as_encoded(secret: &str, (before, after): (&str, &str)) -> Vec<String> {
        let json = |text: &str| serde_json::Value::from(text).to_string();
        let form: String = form_urlencoded::byte_serialize(secret.as_bytes()).collect();
        let mut url: Url = "http://localhost".parse().unwrap();
        url.set_query(Some(secret));
        vec![
            json(secret),
            json(&json(secret)),
            form,
            form_urlencoded::byte_serialize(json(secret).as_bytes()).collect(),
            url.query().unwrap_or_default().to_owned(),
            BASE64_STANDARD.encode(secret),
            BASE64_STANDARD.encode(format!("{before}{secret}{after}")),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn secret_is_redacted_as_libraries_encode_it(
            secret in "([ -~]|\\PC){8,20}",
            before in "[a-z]{0,4}",
            after in "[a-z]{0,4}",
        ) {
            let redactor = Redactor::default().with_token(&secret.as_str().into());
            for text in as_encoded(&secret, (&before, &after)) {
                prop_assert!(redactor.has_secret_in(text.as_bytes()), "{}", text);
                prop_assert!(redactor.redact(&text).contains(HIDDEN), "{}", text);
            }
        }

        #[test]
        fn a_text_without_secrets_does_not_change(text in "(\\PC|\\\\u00|%[cC]3|&#x?|[a-d+;/\"])*") {
            let redactor = redactor();
            prop_assert_eq!(&redactor.redact(&text), &text);
            prop_assert!(!redactor.has_secret_in(text.as_bytes()));
        }
    }
}
