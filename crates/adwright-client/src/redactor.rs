mod encodings;
mod multi_pattern;

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use adwright_wire::SecretName;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use multi_pattern::MultiPattern;
use secrecy::{ExposeSecret, SecretString};

use crate::auth_headers::encode_basic_credentials;
use crate::credentials::Credentials;

/// Replaces a secret.
const HIDDEN: &str = "[hidden]";

/// Shorter secrets occur in any text by chance, so they are not searched.
const SHORTEST: usize = 4;
/// A secret of this length cannot occur in a reply by chance.
const TELLING: usize = 8;

/// Redacts the secrets that were sent to a service, in every spelling in which the service may repeat them.
///
/// A reply is foreign text that is shown, logged and stored. A repeated secret must not get there.
#[derive(Clone, Default)]
pub(crate) struct Redactor {
    forms: Vec<SecretPattern>,
    /// The patterns of all secrets.
    all: Arc<MultiPattern>,
    telling: Arc<MultiPattern>,
}

#[derive(Clone)]
struct SecretPattern {
    text: String,
    telling: bool,
    /// The name of the secret; `None` for a session token.
    of: Option<SecretName>,
}

impl Redactor {
    /// Creates a redactor of all secrets in these credentials.
    pub(crate) fn from_credentials(credentials: &Credentials) -> Self {
        let mut redactor = Self::default();
        for (name, secret) in &credentials.secrets {
            redactor.add(Some(name), secret);
            let pair = encode_basic_credentials(&credentials.username, secret);
            redactor.push_base64(Some(name), pair.expose_secret(), TELLING);
        }
        redactor.rebuild()
    }

    /// Returns a redactor that also hides this session token.
    pub(crate) fn with_token(&self, token: &SecretString) -> Self {
        let mut redactor = self.clone();
        redactor.add(None, token);
        redactor.rebuild()
    }

    /// Returns whether the bytes hold a secret that they cannot hold by chance.
    pub(crate) fn has_secret_in(&self, bytes: &[u8]) -> bool {
        self.telling.has_match(bytes)
    }

    /// Returns the header whose secret value these bytes hold; `None` for another secret, or without a secret.
    pub(crate) fn leaked_header(&self, bytes: &[u8]) -> Option<&str> {
        let telling = self.forms.iter().filter(|form| form.telling);
        let mut named = telling.filter_map(|form| match &form.of {
            Some(SecretName::Header(name)) => Some((name, &form.text)),
            _ => None,
        });
        let found =
            named.find(|(_, text)| MultiPattern::new([text.as_str()].into_iter()).has_match(bytes));
        found.map(|(name, _)| name.as_str())
    }

    /// Returns the text without any secret.
    pub(crate) fn redact(&self, text: &str) -> String {
        replace_ranges(text, self.all.find_ranges(text.as_bytes(), false))
    }

    /// Returns the text without any secret, also if the text ends within a secret.
    pub(crate) fn redact_truncated(&self, text: &str) -> String {
        // A character of several bytes may be cut as well.
        let text = text.trim_end_matches(char::REPLACEMENT_CHARACTER);
        replace_ranges(text, self.all.find_ranges(text.as_bytes(), true))
    }

    fn rebuild(mut self) -> Self {
        let texts = self.forms.iter().map(|form| form.text.as_str());
        self.all = Arc::new(MultiPattern::new(texts));
        let telling = self.forms.iter().filter(|form| form.telling);
        self.telling = Arc::new(MultiPattern::new(telling.map(|form| form.text.as_str())));
        self
    }

    fn add(&mut self, of: Option<&SecretName>, secret: &SecretString) {
        let secret = secret.expose_secret();
        let length = secret.len();
        self.push(of, secret.to_owned(), length);
        // Escapes of single characters are decoded by the search. JSON within JSON, or within a URL, is escaped twice.
        let json = serde_json::Value::from(secret).to_string();
        self.push(of, json[1..json.len() - 1].to_owned(), length);
        self.push_base64(of, &BASE64_STANDARD.encode(secret), length);
    }

    /// Adds a text in base64, also in its URL alphabet. Some services omit the padding.
    fn push_base64(&mut self, of: Option<&SecretName>, coded: &str, length: usize) {
        let coded = coded.trim_end_matches('=');
        self.push(of, coded.to_owned(), length);
        self.push(of, coded.replace('+', "-").replace('/', "_"), length);
    }

    fn push(&mut self, of: Option<&SecretName>, text: String, length: usize) {
        let known = self.forms.iter().any(|form| form.text == text);
        if length >= SHORTEST && !known {
            let telling = length >= TELLING;
            let of = of.cloned();
            self.forms.push(SecretPattern { text, telling, of });
        }
    }
}

/// Replaces these ranges of the text by a mark. Overlapping ranges become one.
fn replace_ranges(text: &str, mut places: Vec<Range<usize>>) -> String {
    places.sort_by_key(|place| (place.start, place.end));
    let mut told = Vec::new();
    let (mut kept, mut hidden) = (0, 0);
    for place in places {
        if place.start >= hidden {
            told.extend_from_slice(&text.as_bytes()[kept..place.start]);
            told.extend_from_slice(HIDDEN.as_bytes());
        }
        hidden = hidden.max(place.end);
        kept = hidden;
    }
    told.extend_from_slice(&text.as_bytes()[kept..]);
    String::from_utf8(told).expect("a place begins and ends between characters")
}

/// Shows nothing of the secrets.
impl fmt::Debug for Redactor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Veil")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn redactor() -> Redactor {
        let mut credentials = Credentials::with_password("user-a", "pass \"wörd\"+1".into());
        let key = SecretName::Header("X-Key".to_owned());
        credentials.secrets.insert(key, "short".into());
        credentials.secrets.insert(SecretName::Token, "abc".into());
        Redactor::from_credentials(&credentials).with_token(&"pass \"wörd\"+1 and more".into())
    }

    #[test]
    fn a_secret_is_hidden_in_every_form_that_a_service_may_repeat() {
        let forms = [
            "pass \"wörd\"+1",
            "pass \\\"wörd\\\"+1",
            "pass+%22w%C3%B6rd%22%2B1",
            "pass%20%22w%C3%B6rd%22%2B1",
            "pass \\u0022w\\u00F6rd\\u0022\\u002b1",
            "pass%20%22w%c3%b6rd%22%2b1",
            "pass &quot;w&#246;rd&quot;&#x2B;1",
            "pass+\\\"w&ouml;rd%22+1",
            "pass%20%5C%22w%C3%B6rd%5c%22%2B1",
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
    fn it_is_told_which_header_has_the_value_that_is_repeated() {
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
    fn of_a_longer_secret_nothing_stays() {
        assert_eq!(redactor().redact("pass \"wörd\"+1 and more"), "[hidden]");
    }

    #[test]
    fn what_is_short_is_hidden_in_failures_and_makes_no_reply_suspicious() {
        assert_eq!(redactor().redact("a short word"), "a [hidden] word");
        assert!(!redactor().has_secret_in(b"a short word"));
        assert_eq!(redactor().redact("abc"), "abc");
        assert_eq!(format!("{:?}", redactor()), "Veil");
    }

    /// The characters of a secret, each with the number of the spelling that it comes in.
    fn spelled_secret() -> impl Strategy<Value = (String, String)> {
        let letter = prop_oneof![any::<char>(), proptest::char::range(' ', '~')];
        prop::collection::vec((letter, 0..9_u8), 4..24).prop_map(|letters| {
            let secret = letters.iter().map(|(letter, _)| *letter);
            let spelled = letters.iter().map(|(letter, how)| spelling(*letter, *how));
            (secret.collect(), spelled.collect())
        })
    }

    fn spelling(letter: char, how: u8) -> String {
        let percent = |code: fn(u8) -> String| letter.to_string().bytes().map(code).collect();
        let json = |code: fn(&u16) -> String| {
            let mut units = [0; 2];
            letter.encode_utf16(&mut units).iter().map(code).collect()
        };
        match how {
            0 => percent(|byte| format!("%{byte:02x}")),
            1 => percent(|byte| format!("%{byte:02X}")),
            2 => json(|unit| format!("\\u{unit:04x}")),
            3 => json(|unit| format!("\\u{unit:04X}")),
            4 => format!("&#{};", u32::from(letter)),
            5 => format!("&#x{:X};", u32::from(letter)),
            6 if letter.is_ascii_punctuation() => format!("\\{letter}"),
            7 if letter == ' ' => "+".to_owned(),
            _ => letter.to_string(),
        }
    }

    proptest! {
        #[test]
        fn any_secret_is_hidden_in_any_mix_of_spellings((secret, spelled) in spelled_secret()) {
            // What is around it cannot be a part of it.
            let secret = format!("a{secret}b");
            let redactor = Redactor::default().with_token(&secret.as_str().into());
            prop_assert_eq!(redactor.redact(&format!("\t\ta{spelled}b\t\t")), "\t\t[hidden]\t\t");
        }

        #[test]
        fn what_holds_no_secret_does_not_change(text in "(\\PC|\\\\u00|%[cC]3|&#x?|[a-d+;/\"])*") {
            prop_assert_eq!(&redactor().redact(&text), &text);
            prop_assert!(!redactor().has_secret_in(text.as_bytes()));
        }
    }
}
