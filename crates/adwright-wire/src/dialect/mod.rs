//! The named settings for what the interface leaves unsaid.

mod authentication;
mod client_ref_format;
mod plain_header;
mod settings;
mod trailing_slash;

use adwright_model::{Binding, Bindings, Path};
use serde::{Deserialize, Serialize};

pub use authentication::{Authentication, SecretName, SessionLogin, TokenScheme};
pub use client_ref_format::{ClientRefFormat, ClientRefFormats};
pub use plain_header::{PlainHeader, parse_plain_headers, reserved_header_problem};
pub use settings::{
    DefaultSource, Setting, SettingCategory, SettingError, SettingOption, SettingType,
};
pub use trailing_slash::{TrailingSlash, TrailingSlashError};

use crate::query::{Sort, SortDirection};

/// How one service differs from what the interface says, or fills in what it does not say.
///
/// Stored with each workspace. A setting that a stored dialect lacks has its default. Each setting names the source of
/// its default: INTERFACE.md ("interface"), PUBLIC-FACTS.md ("public") or our own choice ("ours").
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Dialect {
    /// Which paths end in `/`. Default none (interface; public examples have both).
    pub trailing_slash: TrailingSlash,
    /// Whether the paths of retargeting values begin with `/rest`. Default no (interface: both).
    pub rest_prefix: bool,
    /// Where ads are, such as `/ads`; none where the service has no such path. Default none (interface: not shown).
    pub ads_path: Option<String>,
    /// Whether drafts of ads may be sent to that path. Default no (ours; interface: how a service takes ads is not shown).
    pub ads_may_send: bool,
    /// How the service knows who asks. Default none (interface: not shown).
    pub authentication: Authentication,
    /// Headers that go with every request, the login included, and are no secret, such as the number of an account.
    /// Default none (ours).
    pub plain_headers: Vec<PlainHeader>,
    /// How many entities a page is asked for. Default 250 (public: the smallest of the three caps seen).
    pub page_size: u32,
    /// In which order a list is asked for, so that nothing moves between its pages while they are fetched; none asks
    /// for no order. Default ascending by `id` (ours; public: a field that cannot be sorted by is no error).
    pub list_sort: Option<Sort>,
    /// The index from which on no page of a list is asked for; none finds out where the service refuses one. Default none
    /// (ours; public: a service that refuses pages from 10,000 on).
    pub paging_window: Option<u64>,
    /// By what a list is asked for in parts, where the service does not give all of it. Default by advertiser (ours;
    /// interface: lists can be filtered by it).
    pub partition: Partition,
    /// Where a reply has the rows of a list; none looks in the usual places. What is not there is looked for as usual.
    /// Default none (ours; interface: not shown).
    pub list_at: Option<Path>,
    /// Where a reply has how many rows there are on all pages; none looks in the usual places. Default none (ours;
    /// interface: not shown).
    pub total_at: Option<Path>,
    /// Where a reply has a single entity; none looks in the usual places. Default none (interface: `result`).
    pub single_at: Option<Path>,
    /// By what a service says that there is no such entity. Default automatic (interface: the response is empty).
    pub not_found: NotFoundRule,
    /// Where a reply says what went wrong, beside the usual places. Default nowhere (ours; interface: not shown).
    pub errors: ErrorPaths,
    /// Whether, and as what, a reference of ours goes in `clientRefId` of a create, for each kind. Default text (interface:
    /// it appears in all objects; off once a service refuses or drops it).
    pub client_ref_id: ClientRefFormats,
    /// How many new entities go out in one call at most, at least 1. Default 500 (ours; interface: not shown, its example
    /// asks for as many rows; halved while a service answers 66109).
    pub batch_cap: u32,
    /// Where the documents have the fields that rules need. Default none: each is searched for (ours).
    pub bindings: Bindings,
    /// How long to wait between two looks for a create whose fate is unknown, in milliseconds. Default 5000 (ours).
    pub quiet_period_ms: u64,
    /// The longest time to connect, in milliseconds. Default 10,000 (ours).
    pub connect_timeout_ms: u64,
    /// The longest silence of the service within an answer, in milliseconds. Default 30,000 (ours).
    pub read_timeout_ms: u64,
    /// The longest time for a request and its whole answer, in milliseconds. Default 120,000 (ours).
    pub answer_timeout_ms: u64,
    /// The largest reply, in bytes; the rest of a larger one is not read. Default 33,554,432 (ours).
    pub reply_limit_bytes: u64,
    /// How many requests may be under way at once, one at least. Default 4 (ours).
    pub concurrency: u32,
    /// How many requests may go out in a second; 0 for as many as come. Default 0 (ours: a service that minds says so).
    pub requests_per_second: u32,
}

impl Dialect {
    /// Where the service's replies have what they hold.
    #[must_use]
    pub fn reply_paths(&self) -> ReplyPaths {
        ReplyPaths {
            list: self.list_at.clone(),
            single: self.single_at.clone(),
            errors: self.errors.clone(),
        }
    }

    /// The dialect of the practice service.
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
            trailing_slash: TrailingSlash::No,
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

/// By what a list is asked for in parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Partition {
    /// It is not.
    Off,
    /// One advertiser after the other.
    #[default]
    Advertiser,
    /// One brand after the other.
    Brand,
}

impl Partition {
    /// What holds the id by which parts are told apart; none where there are none.
    #[must_use]
    pub const fn binding(self) -> Option<Binding> {
        match self {
            Self::Off => None,
            Self::Advertiser => Some(Binding::AdvertiserId),
            Self::Brand => Some(Binding::BrandId),
        }
    }
}

/// By what a service says that there is no such entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum NotFoundRule {
    /// By an empty answer, or by a 404 that is no web page: that one would be about the path.
    #[default]
    Auto,
    /// By any 404, also a web page.
    #[serde(rename = "404")]
    Status404,
}

/// Where the replies of a service have what was asked for and what went wrong, as far as that is set.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReplyPaths {
    /// Where the rows of a list are.
    pub list: Option<Path>,
    /// Where a single entity is.
    pub single: Option<Path>,
    /// Where else it is said what went wrong.
    pub errors: ErrorPaths,
}

/// Where replies say what went wrong, beside `error`, `errors`, `fault` and `status`, which count in any case.
///
/// A place is looked for in an envelope and in a per-item result, never in an entity.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ErrorPaths {
    /// Where the code is, such as `problem.number`. A reply with a code there is a failure.
    pub code_at: Option<Path>,
    /// Where the words for a person are. They alone make no failure.
    pub message_at: Option<Path>,
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::{Dialect, TrailingSlash};

    #[test]
    fn the_practice_dialect_as_it_is_stored() {
        let text = serde_json::to_string_pretty(&Dialect::practice()).unwrap();
        expect![[r#"
            {
              "trailingSlash": "no",
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
    fn a_setting_that_a_stored_dialect_lacks_has_its_default() {
        let stored: Dialect =
            serde_json::from_str(r#"{"trailingSlash":true,"listSort":null,"gone":1}"#).unwrap();
        let expected = Dialect {
            trailing_slash: TrailingSlash::All,
            list_sort: None,
            ..Dialect::default()
        };
        assert_eq!(stored, expected);
    }
}
