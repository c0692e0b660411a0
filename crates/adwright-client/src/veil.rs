use std::fmt;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use secrecy::{ExposeSecret, SecretString};
use url::form_urlencoded;

use crate::credentials::Credentials;
use crate::pass::basic_pair;

/// What stands where a secret stood.
const HIDDEN: &str = "[hidden]";

/// A shorter secret is found in any text: what holds it says nothing about the secret.
const SHORTEST: usize = 4;
/// How long a secret must be so that a reply that holds it cannot hold it by chance.
const TELLING: usize = 8;

/// Knows the secrets that a service was shown, in every form in which it may repeat them.
///
/// A reply is text from elsewhere, which is shown, logged and stored. What it repeats of a secret must not get there.
#[derive(Clone, Default)]
pub(crate) struct Veil {
    /// The longest first, so that no rest of a longer one stays when a shorter one is hidden.
    forms: Vec<Form>,
}

#[derive(Clone)]
struct Form {
    text: String,
    telling: bool,
}

impl Veil {
    /// Hides all secrets of these credentials.
    pub(crate) fn of(credentials: &Credentials) -> Self {
        let mut veil = Self::default();
        for secret in credentials.secrets.values() {
            veil.add(secret);
            let pair = basic_pair(&credentials.username, secret);
            veil.push(pair.expose_secret().to_owned(), TELLING);
        }
        veil.sorted()
    }

    /// Hides this secret, too.
    pub(crate) fn and(&self, secret: &SecretString) -> Self {
        let mut veil = self.clone();
        veil.add(secret);
        veil.sorted()
    }

    /// Whether the bytes hold a secret that they cannot hold by chance.
    pub(crate) fn is_pierced_by(&self, bytes: &[u8]) -> bool {
        let mut telling = self.forms.iter().filter(|form| form.telling);
        telling.any(|form| memchr::memmem::find(bytes, form.text.as_bytes()).is_some())
    }

    /// The text without any secret.
    pub(crate) fn over(&self, text: &str) -> String {
        let hidden = |text: String, form: &Form| text.replace(&form.text, HIDDEN);
        self.forms.iter().fold(text.to_owned(), hidden)
    }

    fn add(&mut self, secret: &SecretString) {
        let secret = secret.expose_secret();
        let length = secret.len();
        let json = serde_json::Value::from(secret).to_string();
        let percent: String = form_urlencoded::byte_serialize(secret.as_bytes()).collect();
        self.push(secret.to_owned(), length);
        self.push(json.trim_matches('"').to_owned(), length);
        self.push(percent.replace('+', "%20"), length);
        self.push(percent, length);
        self.push(BASE64_STANDARD.encode(secret), length);
    }

    fn push(&mut self, text: String, length: usize) {
        let known = self.forms.iter().any(|form| form.text == text);
        if length >= SHORTEST && !known {
            let telling = length >= TELLING;
            self.forms.push(Form { text, telling });
        }
    }

    fn sorted(mut self) -> Self {
        self.forms
            .sort_by_key(|form| std::cmp::Reverse(form.text.len()));
        self
    }
}

/// Says nothing of what it hides.
impl fmt::Debug for Veil {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Veil")
    }
}

#[cfg(test)]
mod tests {
    use adwright_wire::SecretName;

    use super::*;

    fn veil() -> Veil {
        let mut credentials = Credentials::of("user-a", "pass \"wörd\"+1".into());
        let key = SecretName::Header("X-Key".to_owned());
        credentials.secrets.insert(key, "short".into());
        credentials.secrets.insert(SecretName::Token, "abc".into());
        Veil::of(&credentials).and(&"pass \"wörd\"+1 and more".into())
    }

    #[test]
    fn a_secret_is_hidden_in_every_form_that_a_service_may_repeat() {
        let forms = [
            "pass \"wörd\"+1",
            "pass \\\"wörd\\\"+1",
            "pass+%22w%C3%B6rd%22%2B1",
            "pass%20%22w%C3%B6rd%22%2B1",
            "cGFzcyAid8O2cmQiKzE=",
        ];
        for form in forms {
            let told = format!("<{form}>");
            assert_eq!(veil().over(&told), "<[hidden]>", "{form}");
            assert!(veil().is_pierced_by(told.as_bytes()), "{form}");
        }
        let pair = basic_pair("user-a", &"pass \"wörd\"+1".into());
        assert_eq!(veil().over(pair.expose_secret()), "[hidden]");
    }

    #[test]
    fn of_a_longer_secret_nothing_stays() {
        assert_eq!(veil().over("pass \"wörd\"+1 and more"), "[hidden]");
    }

    #[test]
    fn what_is_short_is_hidden_in_failures_and_makes_no_reply_suspicious() {
        assert_eq!(veil().over("a short word"), "a [hidden] word");
        assert!(!veil().is_pierced_by(b"a short word"));
        assert_eq!(veil().over("abc"), "abc");
        assert_eq!(format!("{:?}", veil()), "Veil");
    }
}
