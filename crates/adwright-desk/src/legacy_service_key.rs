//! Finds the workspaces that an earlier version stored for services named on the command line. If no login name
//! identified the person, the key contained a fingerprint of the secrets. These workspaces are still found, even
//! with a new token.

use std::collections::{BTreeMap, BTreeSet};

use adwright_store::{Store, Workspace, sha256_hex};
use adwright_wire::{Authentication, Dialect, SecretName};
use secrecy::{ExposeSecret, SecretString};

use crate::error::Error;
use crate::service_key::{normalized_address, plain_headers_key, service_key};
use crate::workspace_selector::UnlistedService;

/// The preference with the key that fingerprints were made with on this computer.
const KEY: &str = "terminal.fingerprint-key";

/// The number of digits in a fingerprint.
const DIGITS: usize = 64;

/// Returns the key of the workspace that stores the data for this service.
///
/// The key is [`service_key`]. If only an earlier version stored a workspace, this key finds that workspace from now
/// on. The workspace for the same secrets comes first, then the last used one. If there are several, the others stay
/// reachable with their own secrets.
pub(crate) fn resolve_service_key(
    store: &Store,
    service: &UnlistedService,
) -> Result<String, Error> {
    let now = service_key(service);
    let Some(earlier) = LegacyKey::of(service) else {
        return Ok(now);
    };
    let known = store.workspace_list_unlisted()?;
    let is_there = known.iter().any(|(asked, _)| *asked == now);
    let mut like_it = known
        .iter()
        .filter(|(asked, at)| earlier.is_match(asked, at));
    let key = store.preference_get(KEY)?;
    let own = key.and_then(|key| {
        let own = earlier.key_with(&keyed_fingerprint(&key, &shown(service)));
        like_it.clone().find(|(asked, _)| *asked == own)
    });
    let found = match own {
        None if !is_there => like_it.next(),
        own => own,
    };
    match found {
        Some((before, _)) if is_there => Ok(before.clone()),
        Some((before, _)) => {
            store.workspace_set_service_key(before, &now)?;
            Ok(now)
        }
        None => Ok(now),
    }
}

/// The parts of a legacy key around the fingerprint, and the names of the secrets in it.
struct LegacyKey {
    before: String,
    after: String,
    secrets: BTreeSet<String>,
}

impl LegacyKey {
    /// Returns none if a name alone identified the person, or if there was no login.
    fn of(service: &UnlistedService) -> Option<Self> {
        let address = normalized_address(&service.address);
        let authentication = &service.dialect.authentication;
        let beside = plain_headers_key(&service.dialect.plain_headers);
        let login = service.login.as_deref().unwrap_or_default();
        let (way, after) = match authentication {
            Authentication::Bearer => ("bearer", beside),
            Authentication::Headers(_) => ("headers", beside),
            Authentication::Session(session) if !session.headers.is_empty() => {
                ("session-with-headers", format!(" {login}{beside}"))
            }
            Authentication::None | Authentication::Basic | Authentication::Session(_) => {
                return None;
            }
        };
        Some(Self {
            before: format!("{address} {way} "),
            after,
            secrets: secret_name_set(authentication),
        })
    }

    fn key_with(&self, print: &str) -> String {
        [&self.before, print, &self.after].concat()
    }

    fn is_match(&self, asked: &str, workspace: &Workspace) -> bool {
        let print = asked.strip_prefix(&self.before);
        let print = print.and_then(|rest| rest.strip_suffix(&self.after));
        let is_print = |print: &str| {
            print.len() == DIGITS && print.bytes().all(|byte| byte.is_ascii_hexdigit())
        };
        let dialect = serde_json::from_str::<Dialect>(&workspace.settings.dialect);
        print.is_some_and(is_print)
            && dialect.is_ok_and(|dialect| secret_name_set(&dialect.authentication) == self.secrets)
    }
}

fn secret_name_set(authentication: &Authentication) -> BTreeSet<String> {
    let names = authentication.secret_names().into_iter();
    names.map(|name| name.to_string()).collect()
}

/// Returns the secrets that identified the person. The password never did.
fn shown(service: &UnlistedService) -> BTreeMap<&SecretName, &SecretString> {
    let secrets = service.secrets.iter();
    secrets
        .filter(|(name, _)| **name != SecretName::Password)
        .collect()
}

/// Returns a fingerprint that is equal for equal secrets on this computer and reveals nothing about them.
fn keyed_fingerprint(key: &str, secrets: &BTreeMap<&SecretName, &SecretString>) -> String {
    let print = |text: &str| {
        let keyed = SecretString::from([key, text].concat());
        sha256_hex(keyed.expose_secret().as_bytes())
    };
    let each = secrets
        .iter()
        .map(|(name, secret)| format!("{name} {}\n", print(secret.expose_secret())));
    print(&each.collect::<String>())
}

#[cfg(test)]
mod tests {
    use adwright_store::WorkspaceSettings;

    use super::*;

    /// Creates a store with workspaces as the earlier version stored them. The last workspace was used last.
    fn kept(asked: &[(&str, &Authentication)]) -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("adwright.db")).unwrap();
        store.preference_set(KEY, "key").unwrap();
        for ((asked, authentication), at) in asked.iter().zip(1..) {
            let dialect = dialect(authentication);
            let dialect = serde_json::to_string(&dialect).unwrap();
            let new = WorkspaceSettings {
                listed: false,
                ..WorkspaceSettings::new("n", "https://ads.example", &dialect, None)
            };
            let made = store.workspace_ensure_unlisted(asked, &new, Clone::clone, at);
            store.workspace_mark_opened(&made.unwrap().id, at).unwrap();
        }
        (folder, store)
    }

    fn dialect(authentication: &Authentication) -> Dialect {
        Dialect {
            authentication: authentication.clone(),
            ..Dialect::default()
        }
    }

    fn service(authentication: &Authentication, secret: &str) -> UnlistedService {
        let secrets = authentication.secret_names().into_iter();
        UnlistedService {
            address: "https://ads.example/".to_owned(),
            plain_http: false,
            dialect: dialect(authentication),
            chosen: Vec::new(),
            login: None,
            secrets: secrets.map(|name| (name, secret.into())).collect(),
        }
    }

    fn earlier(authentication: &Authentication, secret: &str) -> String {
        let service = service(authentication, secret);
        let print = keyed_fingerprint("key", &shown(&service));
        LegacyKey::of(&service).unwrap().key_with(&print)
    }

    fn headers(name: &str) -> Authentication {
        Authentication::Headers(vec![name.to_owned()])
    }

    #[test]
    fn what_an_earlier_version_kept_is_found_with_a_new_token_too() {
        let (one, other) = (headers("X-Key"), headers("X-Other"));
        for authentication in [&Authentication::Bearer, &one] {
            let monday = earlier(authentication, "monday");
            let others = earlier(&other, "monday");
            let (_folder, store) = kept(&[(&monday, authentication), (&others, &other)]);
            let id = store.workspace_list_unlisted().unwrap()[1].1.id.clone();
            for secret in ["tuesday", "monday", "wednesday"] {
                let found = resolve_service_key(&store, &service(authentication, secret)).unwrap();
                assert_eq!(found, service_key(&service(authentication, secret)));
                let known = store.workspace_list_unlisted().unwrap();
                let is_found = |(asked, at): &(String, Workspace)| *asked == found && at.id == id;
                assert!(known.iter().any(is_found), "{found}");
            }
        }
    }

    #[test]
    fn of_several_that_were_kept_each_stays_with_its_token_and_a_new_one_has_the_last() {
        let bearer = Authentication::Bearer;
        let (monday, tuesday) = (earlier(&bearer, "monday"), earlier(&bearer, "tuesday"));
        let (_folder, store) = kept(&[(&monday, &bearer), (&tuesday, &bearer)]);
        let [last, first] = &store.workspace_list_unlisted().unwrap()[..] else {
            panic!("two were kept");
        };
        for (secret, expected) in [
            ("wednesday", last),
            ("monday", first),
            ("tuesday", last),
            ("monday", first),
        ] {
            let found = resolve_service_key(&store, &service(&bearer, secret)).unwrap();
            let known = store.workspace_list_unlisted().unwrap();
            let found = known.iter().find(|(asked, _)| *asked == found).unwrap();
            assert_eq!(found.1.id, expected.1.id, "{secret}");
        }
    }

    #[test]
    fn whose_name_says_who_asks_has_nothing_of_what_tokens_found() {
        let bearer = Authentication::Bearer;
        let monday = earlier(&bearer, "monday");
        let (_folder, store) = kept(&[(&monday, &bearer)]);
        for authentication in [
            Authentication::None,
            Authentication::Basic,
            headers("X-Key"),
        ] {
            let asks = service(&authentication, "monday");
            assert_eq!(
                resolve_service_key(&store, &asks).unwrap(),
                service_key(&asks)
            );
        }
        assert_eq!(store.workspace_list_unlisted().unwrap()[0].0, monday);
    }

    #[test]
    fn a_fingerprint_is_of_names_values_and_key_together() {
        let header = |name: &str, value: &str| {
            let name = SecretName::Header(name.to_owned());
            (name, SecretString::from(value))
        };
        let print = |key: &str, shown: &[(SecretName, SecretString)]| {
            keyed_fingerprint(
                key,
                &shown.iter().map(|(name, value)| (name, value)).collect(),
            )
        };
        let first = print("key", &[header("a", "one"), header("b", "two")]);
        assert_eq!(
            first,
            print("key", &[header("b", "two"), header("a", "one")])
        );
        for other in [
            print("other", &[header("a", "one"), header("b", "two")]),
            print("key", &[header("a", "two"), header("b", "one")]),
            print("key", &[header("a", "one8:header/b3:two")]),
            print("key", &[header("a", "one")]),
        ] {
            assert_ne!(first, other);
        }
    }
}
