//! How a service knows who asks.

use std::fmt;

use adwright_model::Path;
use serde::{Deserialize, Serialize};

/// How the service knows who asks. It names secrets; none is ever in it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Authentication {
    /// It does not ask.
    #[default]
    None,
    /// Name and password go with every request (`Authorization: Basic`).
    Basic,
    /// A token that was given once goes with every request (`Authorization: Bearer`).
    Bearer,
    /// These headers go with every request; the value of each is a secret.
    Headers(Vec<String>),
    /// A login answers with a token, which goes with every later request.
    Session(SessionLogin),
}

/// What stands before a session's token in its header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum TokenScheme {
    /// Nothing.
    #[default]
    None,
    /// `Bearer`.
    Bearer,
}

/// A login that answers with a session token. All defaults are public ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct SessionLogin {
    /// The path of the login, relative to the base URL. Default `login/login`.
    pub path: String,
    /// The member of the login's body for the name. Default `username`.
    pub username_member: String,
    /// The member of the login's body for the password. Default `password`.
    pub password_member: String,
    /// Where the login's reply has the token. Default `result.sessionId`.
    pub token: Path,
    /// The header that carries the token. Default `Authorization`.
    pub header: String,
    /// What stands before the token in its header. Default nothing.
    pub scheme: TokenScheme,
    /// Headers that go with every request, the login included, such as an API key; the value of each is a secret.
    /// Default none.
    pub headers: Vec<String>,
}

impl Default for SessionLogin {
    fn default() -> Self {
        Self {
            path: "login/login".to_owned(),
            username_member: "username".to_owned(),
            password_member: "password".to_owned(),
            token: Path::root().child("result").child("sessionId"),
            header: "Authorization".to_owned(),
            scheme: TokenScheme::None,
            headers: Vec::new(),
        }
    }
}

/// Which secret it is, of those that one service is shown.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SecretName {
    /// The password that goes with the name.
    Password,
    /// The token of [`Authentication::Bearer`].
    Token,
    /// The value of the header of this name.
    Header(String),
}

/// The last part of its name in the keyring.
impl fmt::Display for SecretName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Password => formatter.write_str("password"),
            Self::Token => formatter.write_str("token"),
            Self::Header(name) => write!(formatter, "header/{}", name.to_ascii_lowercase()),
        }
    }
}

impl Authentication {
    /// Whether a name goes with the secrets.
    #[must_use]
    pub const fn has_username(&self) -> bool {
        matches!(self, Self::Basic | Self::Session(_))
    }

    /// The secrets that it takes.
    #[must_use]
    pub fn secret_names(&self) -> Vec<SecretName> {
        let headers = |names: &[String]| -> Vec<_> {
            names.iter().cloned().map(SecretName::Header).collect()
        };
        match self {
            Self::None => Vec::new(),
            Self::Basic => vec![SecretName::Password],
            Self::Bearer => vec![SecretName::Token],
            Self::Headers(names) => headers(names),
            Self::Session(login) => {
                let mut secrets = vec![SecretName::Password];
                secrets.extend(headers(&login.headers));
                secrets
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_form_names_the_secrets_that_it_takes() {
        let session = SessionLogin {
            headers: vec!["X-Api-Key".to_owned()],
            ..SessionLogin::default()
        };
        let forms = [
            (Authentication::None, ""),
            (Authentication::Basic, "password"),
            (Authentication::Bearer, "token"),
            (
                Authentication::Headers(vec!["X-User".to_owned(), "X-Key".to_owned()]),
                "header/x-user header/x-key",
            ),
            (
                Authentication::Session(session),
                "password header/x-api-key",
            ),
        ];
        for (form, expected) in forms {
            let names: Vec<_> = form
                .secret_names()
                .iter()
                .map(ToString::to_string)
                .collect();
            assert_eq!(names.join(" "), expected);
            let text = serde_json::to_string(&form).unwrap();
            assert_eq!(serde_json::from_str::<Authentication>(&text).unwrap(), form);
        }
    }
}
