//! Decides by name whether a value is a secret. This is the only such list.

/// Parts that mark a secret anywhere inside a word, such as the `session` of `PHPSessionId`.
const PARTS: [&str; 19] = [
    "accesskey",
    "apikey",
    "appkey",
    "authkey",
    "authentication",
    "authoris",
    "authoriz",
    "bearer",
    "cookie",
    "credential",
    "csrf",
    "passcode",
    "passphrase",
    "passw",
    "privatekey",
    "secret",
    "session",
    "signature",
    "token",
];

/// Words that mark a secret only as a whole word. Inside others they mean something else, as in `author` and `keyword`.
const WORDS: [&str; 9] = [
    "auth", "hmac", "jwt", "key", "keys", "oauth", "pwd", "sig", "xsrf",
];

/// Returns whether a name looks like the name of a secret or of a login. When in doubt it answers yes, because
/// redacting a harmless value costs less than showing a secret.
#[must_use]
pub fn is_secret_like(name: &str) -> bool {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    let run_together = letters.collect::<String>().to_lowercase();
    PARTS.iter().any(|part| run_together.contains(part))
        || split_words(name)
            .iter()
            .any(|word| WORDS.contains(&&**word))
}

/// Splits a name into lower-case words, at punctuation and at capitals.
fn split_words(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut words = vec![String::new()];
    for (at, &letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| letters[before]);
        if !letter.is_alphanumeric() || is_word_start(before, letter, letters.get(at + 1)) {
            words.push(String::new());
        }
        if letter.is_alphanumeric() {
            let word = words.last_mut().expect("there is a word from the start");
            word.extend(letter.to_lowercase());
        }
    }
    words
}

/// Returns whether a capital begins a word: after a small letter, or as the last of several before a small one.
fn is_word_start(before: Option<char>, letter: char, after: Option<&char>) -> bool {
    let is_small = |letter: char| letter.is_lowercase() || letter.is_numeric();
    letter.is_uppercase()
        && before.is_some_and(|before| {
            is_small(before)
                || (before.is_uppercase() && after.is_some_and(|after| after.is_lowercase()))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secret_names_are_recognised_by_their_parts() {
        for name in [
            "Authorization",
            "proxy-authorization",
            "X-Authorisation",
            "Authentication-Info",
            "Cookie",
            "Set-Cookie",
            "X-Api-Key",
            "apikey",
            "apiKey",
            "X-APIKey",
            "Ocp-Apim-Subscription-Key",
            "X-Auth-Key",
            "X-Authkey",
            "X-Functions-Key",
            "X-AuthKey",
            "accessKeyId",
            "X-Auth",
            "X-Auth-User",
            "X-OAuth-Scopes",
            "X-Session-Id",
            "x_session_id",
            "PHPSessionId",
            "X-Session-Token",
            "X-Csrf",
            "X-XSRF",
            "Private-Token",
            "X-Amz-Security-Token",
            "X-Client-Secret",
            "X-Hub-Signature-256",
            "X-Sig",
            "X-JWT",
            "X-User-Password",
            "passwd",
            "userPwd",
            "X-Amz-Credential",
        ] {
            assert!(is_secret_like(name), "{name}");
        }
    }

    #[test]
    fn harmless_names_are_not_secret() {
        for name in [
            "",
            "-",
            "X-Tenant",
            "Accept",
            "Accept-Language",
            "X-Account-Id",
            "X-Author",
            "X-Authority",
            "X-Coauthors",
            "X-Keyword",
            "X-Keyboard",
            "X-Monkey",
            "X-Pass-Through",
            "X-Design",
            "X-Region",
            "X-Request-Id",
            "User-Agent",
            "Content-Type",
            "Retry-After",
            "X-RateLimit-Remaining",
            // The doctor reads this header. It asks for a secret and does not contain one.
            "WWW-Authenticate",
        ] {
            assert!(!is_secret_like(name), "{name}");
        }
    }
}
