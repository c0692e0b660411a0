//! How a client authenticates itself to a service.

use std::fmt;

use adwright_model::Path;
use serde::{Deserialize, Serialize};

/// How a client authenticates itself to a service. Contains the names of secrets, never a secret.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Authentication {
    /// No authentication.
    #[default]
    None,
    /// Sends a user name and a password with every request (`Authorization: Basic`).
    Basic,
    /// Sends a fixed token with every request (`Authorization: Bearer`).
    Bearer,
    /// Sends these headers with every request. The value of each is a secret.
    Headers(Vec<String>),
    /// Logs in and sends the returned token with every later request.
    Session(SessionLogin),
}

/// The word before a session's token in its header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum TokenScheme {
    /// No word.
    #[default]
    None,
    /// `Bearer`.
    Bearer,
}

/// A login that returns a session token. The source of all defaults is public.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct SessionLogin {
    /// The login's path, relative to the base URL. Default `login/login`.
    pub path: String,
    /// The member of the login's body with the user name. Default `username`.
    pub username_member: String,
    /// The member of the login's body with the password. Default `password`.
    pub password_member: String,
    /// The token's path in the login's reply. Default `result.sessionId`.
    pub token: Path,
    /// The header that carries the token. Default `Authorization`.
    pub header: String,
    /// The word before the token in its header. Default none.
    pub scheme: TokenScheme,
    /// Headers of every request, including the login, such as an API key. The value of each is a secret. Default none.
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

/// One of the secrets of a workspace's authentication.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SecretName {
    /// The password of the user name.
    Password,
    /// The token of [`Authentication::Bearer`].
    Token,
    /// The value of the header with this name.
    Header(String),
}

/// The last part of the secret's name in the keyring.
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
    /// Returns whether this authentication needs a user name.
    #[must_use]
    pub const fn has_username(&self) -> bool {
        matches!(self, Self::Basic | Self::Session(_))
    }

    /// Returns the secrets that this authentication needs.
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
