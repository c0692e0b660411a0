//! The named settings for what the interface leaves unsaid.

mod authentication;
mod client_ref_format;
mod plain_header;
mod settings;

use adwright_model::{Binding, Bindings, Path};
use serde::{Deserialize, Serialize};

pub use authentication::{Authentication, SecretName, SessionLogin, TokenScheme};
pub use client_ref_format::{ClientRefFormat, ClientRefFormats};
pub use plain_header::{HeaderError, PlainHeader, parse_plain_headers, reserved_header_error};
pub use settings::{
    DefaultSource, DialectError, Setting, SettingCategory, SettingError, SettingOption,
    SettingType, SettingValueError,
};

use crate::query::{Sort, SortDirection};

/// How one service differs from the interface, or what it does if the interface does not specify it.
///
/// Stored with each workspace. A setting that a stored dialect lacks has its default. Each setting names the source of
/// its default: INTERFACE.md ("interface"), PUBLIC-FACTS.md ("public") or our own choice ("ours").
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Dialect {
    /// Whether paths end with `/`. Default no (interface; public examples have both).
    pub trailing_slash: bool,
    /// Whether the paths of retargeting values begin with `/rest`. Default no (interface: both).
    pub rest_prefix: bool,
    /// The path of ads, such as `/ads`; `None` if the service has no such path. Default none (interface: not shown).
    pub ads_path: Option<String>,
    /// True if drafts of ads may be sent to that path. Default no (ours; the interface does not show how a service
    /// takes ads).
    pub ads_may_send: bool,
    /// How the client authenticates itself. Default none (interface: not shown).
    pub authentication: Authentication,
    /// Headers of every request, including the login, that are not secret, such as an account number. Default none
    /// (ours).
    pub plain_headers: Vec<PlainHeader>,
    /// How many entities a page request asks for. Default 250 (public: the smallest of the three caps seen).
    pub page_size: u32,
    /// The sort order of list requests, so that rows do not move between pages during a fetch; `None` sends no order.
    /// Default ascending by `id` (ours; public: a field that cannot be sorted by is no error).
    pub list_sort: Option<Sort>,
    /// The index from which on no page of a list is requested. `None`: Adwright learns from refusals where the limit
    /// is. Default none (ours; public: a service that refuses pages from 10,000 on).
    pub paging_window: Option<u64>,
    /// How to partition a list that the service does not return completely. Default by advertiser (ours; interface:
    /// lists can be filtered by it).
    pub partition: Partition,
    /// The path of a list's rows in a reply; `None` searches the usual places. If the path leads to nothing, the usual
    /// places count. Default none (ours; interface: not shown).
    pub list_at: Option<Path>,
    /// The path of the total over all pages in a reply; `None` searches the usual places. Default none (ours;
    /// interface: not shown).
    pub total_at: Option<Path>,
    /// The path of a single entity in a reply; `None` searches the usual places. Default none (interface: `result`).
    pub single_at: Option<Path>,
    /// Which replies mean that an entity does not exist. Default automatic (interface: the response is empty).
    pub not_found: NotFoundRule,
    /// Further paths of codes and messages in a reply. Default none (ours; interface: not shown).
    pub errors: ErrorPaths,
    /// Whether, and in which format, a create sends our reference in `clientRefId`, for each kind. Default text
    /// (interface: it appears in all objects; off once a service refuses or drops it).
    pub client_ref_id: ClientRefFormats,
    /// The greatest number of new entities in one call, at least 1. Default 500 (ours; interface: not shown, its
    /// example asks for as many rows; halved while a service answers 66109).
    pub batch_cap: u32,
    /// What an update does if someone else changed the object meanwhile. Default merge (ours).
    pub foreign_changes: ForeignChangeRule,
    /// The paths of the fields that rules need, in documents. Default none: each is searched for (ours).
    pub bindings: Bindings,
    /// The wait between two look-ups of a create with unknown outcome, in milliseconds. Default 5000 (ours).
    pub quiet_period_ms: u64,
    /// The longest time to connect, in milliseconds. Default 10,000 (ours).
    pub connect_timeout_ms: u64,
    /// The longest silence of the service within a reply, in milliseconds. Default 30,000 (ours).
    pub read_timeout_ms: u64,
    /// The longest time for a request and its whole reply, in milliseconds. Default 120,000 (ours).
    pub answer_timeout_ms: u64,
    /// The size limit of a reply, in bytes. The rest of a larger reply is not read. Default 33,554,432 (ours).
    pub reply_limit_bytes: u64,
    /// The greatest number of concurrent requests, at least 1. Default 4 (ours).
    pub concurrency: u32,
    /// The greatest number of requests in a second; 0 for no limit. Default 0 (ours: a service with a limit announces
    /// it).
    pub requests_per_second: u32,
}

impl Dialect {
    /// Returns the configured paths of values in the service's replies.
    #[must_use]
    pub fn reply_paths(&self) -> ReplyPaths {
        ReplyPaths {
            list: self.list_at.clone(),
            single: self.single_at.clone(),
            errors: self.errors.clone(),
        }
    }

    /// Returns the dialect of the practice service.
    #[must_use]
    pub fn practice() -> Self {
        Self {
            authentication: Authentication::Session(SessionLogin::default()),
            ads_path: Some("/ads".to_owned()),
            ads_may_send: true,
            ..Self::default()
        }
    }
}

impl Default for Dialect {
    fn default() -> Self {
        let by_id = Sort {
            field: "id".to_owned(),
            order: SortDirection::Asc,
        };
        Self {
            trailing_slash: false,
            rest_prefix: false,
            ads_path: None,
            ads_may_send: false,
            authentication: Authentication::None,
            plain_headers: Vec::new(),
            page_size: 250,
            list_sort: Some(by_id),
            paging_window: None,
            partition: Partition::Advertiser,
            list_at: None,
            total_at: None,
            single_at: None,
            not_found: NotFoundRule::Auto,
            errors: ErrorPaths::default(),
            client_ref_id: ClientRefFormats::default(),
            batch_cap: 500,
            foreign_changes: ForeignChangeRule::default(),
            bindings: Bindings::default(),
            quiet_period_ms: 5_000,
            connect_timeout_ms: 10_000,
            read_timeout_ms: 30_000,
            answer_timeout_ms: 120_000,
            reply_limit_bytes: 32 * 1024 * 1024,
            concurrency: 4,
            requests_per_second: 0,
        }
    }
}

/// How to partition a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Partition {
    /// No partitions.
    Off,
    /// One advertiser after the other.
    #[default]
    Advertiser,
    /// One brand after the other.
    Brand,
}

impl Partition {
    /// Returns where documents have the id that identifies a part; `None` without partitions.
    #[must_use]
    pub const fn binding(self) -> Option<Binding> {
        match self {
            Self::Off => None,
            Self::Advertiser => Some(Binding::AdvertiserId),
            Self::Brand => Some(Binding::BrandId),
        }
    }
}

/// What an update does if someone else changed the object since its base was fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ForeignChangeRule {
    /// It is sent with both sides' changes. It stops only if both sides changed the same value differently.
    #[default]
    Merge,
    /// It stops.
    Stop,
}

/// Which replies mean that an entity does not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum NotFoundRule {
    /// An empty reply, or a 404 that is not a web page. A web page with status 404 is about the path.
    #[default]
    Auto,
    /// Any 404, even a web page.
    #[serde(rename = "404")]
    Status404,
}

/// The configured paths of values in a service's replies.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReplyPaths {
    /// The path of a list's rows.
    pub list: Option<Path>,
    /// The path of a single entity.
    pub single: Option<Path>,
    /// Further paths of codes and messages.
    pub errors: ErrorPaths,
}

/// Further paths of codes and messages in replies. `error`, `errors`, `fault` and `status` always count.
///
/// The paths apply to an envelope and to a per-item result, never to an entity.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ErrorPaths {
    /// The path of the code, such as `problem.number`. A reply with a code there is a failure.
    pub code_at: Option<Path>,
    /// The path of the message. A message alone does not make a reply a failure.
    pub message_at: Option<Path>,
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::Dialect;

    #[test]
    fn practice_dialect_has_its_stored_form() {
        let text = serde_json::to_string_pretty(&Dialect::practice()).unwrap();
        expect![[r#"
            {
              "trailingSlash": false,
              "restPrefix": false,
              "adsPath": "/ads",
              "adsMaySend": true,
              "authentication": {
                "session": {
                  "path": "login/login",
                  "usernameMember": "username",
                  "passwordMember": "password",
                  "token": "result.sessionId",
                  "header": "Authorization",
                  "scheme": "none",
                  "headers": []
                }
              },
              "plainHeaders": [],
              "pageSize": 250,
              "listSort": {
                "field": "id",
                "order": "ASC"
              },
              "pagingWindow": null,
              "partition": "advertiser",
              "listAt": null,
              "totalAt": null,
              "singleAt": null,
              "notFound": "auto",
              "errors": {
                "codeAt": null,
                "messageAt": null
              },
              "clientRefId": {
                "Campaign": "text",
                "RetargetingDataValue": "text",
                "InStreamInteractiveAd": "text",
                "ExpandableBannerAd": "text",
                "HTML5ExpandableBannerAd": "text"
              },
              "batchCap": 500,
              "foreignChanges": "merge",
              "bindings": {},
              "quietPeriodMs": 5000,
              "connectTimeoutMs": 10000,
              "readTimeoutMs": 30000,
              "answerTimeoutMs": 120000,
              "replyLimitBytes": 33554432,
              "concurrency": 4,
              "requestsPerSecond": 0
            }"#]]
        .assert_eq(&text);
        assert_eq!(
            serde_json::from_str::<Dialect>(&text).unwrap(),
            Dialect::practice()
        );
    }

    #[test]
    fn missing_setting_in_stored_dialect_uses_default() {
        let stored: Dialect =
            serde_json::from_str(r#"{"trailingSlash":true,"listSort":null,"gone":1}"#).unwrap();
        let expected = Dialect {
            trailing_slash: true,
            list_sort: None,
            ..Dialect::default()
        };
        assert_eq!(stored, expected);
    }
}
