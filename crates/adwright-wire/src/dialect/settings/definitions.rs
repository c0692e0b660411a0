//! The definitions of all settings, by category, in display order.

use adwright_model::{Binding, Kind};

use super::accessor::{BYTES, Bounds, MS, SettingAccessor};
use super::choices::{
    AUTHENTICATIONS, FOREIGN_CHANGES, NOT_FOUND, PARTITIONS, authentication_word, session_login,
    set_authentication,
};
use super::{DefaultSource, Setting};
use crate::dialect::{Authentication, ForeignChangeRule, NotFoundRule, Partition};

use DefaultSource::{Interface, Ours, Public};

pub(super) const PATHS: &[Setting] = &[
    Setting {
        key: "trailingSlash",
        title: "Paths end with a slash",
        help: "Some services answer only to /campaigns/, others only to /campaigns. The doctor detects the form.",
        source: Interface,
        accessor: SettingAccessor::YesNo(|dialect| &mut dialect.trailing_slash),
    },
    Setting {
        key: "restPrefix",
        title: "Retargeting paths begin with /rest",
        help: "The interface shows the paths of retargeting values with /rest before them and without.",
        source: Interface,
        accessor: SettingAccessor::YesNo(|dialect| &mut dialect.rest_prefix),
    },
    Setting {
        key: "adsPath",
        title: "Path of ads",
        help: "The path of the service’s ads, such as /ads. If it is empty, ads are not fetched.",
        source: Interface,
        accessor: SettingAccessor::UrlPath(|dialect| &mut dialect.ads_path),
    },
    Setting {
        key: "adsMaySend",
        title: "Ads may be sent",
        help: "Drafts of ads are sent to the path of ads: new ads by POST, changes by PUT. Switch it on if the service \
               accepts them.",
        source: Ours,
        accessor: SettingAccessor::YesNo(|dialect| &mut dialect.ads_may_send),
    },
];

pub(super) const LOGIN: &[Setting] = &[
    Setting {
        key: "authentication",
        title: "Way to log in",
        help: "The way that the service identifies the caller. Passwords and tokens are entered in the workspace’s \
               form.",
        source: Interface,
        accessor: SettingAccessor::Choice {
            choices: AUTHENTICATIONS,
            get: authentication_word,
            set: set_authentication,
        },
    },
    Setting {
        key: "authentication.headers",
        title: "Headers with secret values",
        help: "The names of the headers that are sent with every request. The keyring keeps their values.",
        source: Ours,
        accessor: SettingAccessor::Headers(|dialect| match &mut dialect.authentication {
            Authentication::Headers(names) => Some(names),
            _ => None,
        }),
    },
    Setting {
        key: "authentication.session.path",
        title: "Path of the login",
        help: "The path for name and password, below the address.",
        source: Public,
        accessor: SettingAccessor::LoginPath(|dialect| Some(&mut session_login(dialect)?.path)),
    },
    Setting {
        key: "authentication.session.usernameMember",
        title: "Member for the name",
        help: "The member of the login’s body with the name.",
        source: Public,
        accessor: SettingAccessor::RequiredText(|dialect| {
            Some(&mut session_login(dialect)?.username_member)
        }),
    },
    Setting {
        key: "authentication.session.passwordMember",
        title: "Member for the password",
        help: "The member of the login’s body with the password.",
        source: Public,
        accessor: SettingAccessor::RequiredText(|dialect| {
            Some(&mut session_login(dialect)?.password_member)
        }),
    },
    Setting {
        key: "authentication.session.token",
        title: "Place of the token",
        help: "The place of the session’s token in the login’s reply.",
        source: Public,
        accessor: SettingAccessor::DocumentPath(|dialect| Some(&mut session_login(dialect)?.token)),
    },
    Setting {
        key: "authentication.session.header",
        title: "Header of the token",
        help: "The header for the session’s token in every later request.",
        source: Public,
        accessor: SettingAccessor::Header(|dialect| Some(&mut session_login(dialect)?.header)),
    },
    Setting {
        key: "authentication.session.scheme",
        title: "How the token is sent",
        help: "The text before the token in its header.",
        source: Ours,
        accessor: SettingAccessor::Scheme(|dialect| Some(&mut session_login(dialect)?.scheme)),
    },
    Setting {
        key: "authentication.session.headers",
        title: "Further headers with secret values",
        help: "The names of headers that are sent with every request in addition to the session, such as an API key.",
        source: Public,
        accessor: SettingAccessor::Headers(|dialect| Some(&mut session_login(dialect)?.headers)),
    },
    Setting {
        key: "plainHeaders",
        title: "Plain headers",
        help: "Headers without secrets that are sent with every request, such as X-Account-Id: 1021. Separate them \
               with semicolons.",
        source: Ours,
        accessor: SettingAccessor::PlainHeaders(|dialect| &mut dialect.plain_headers),
    },
];

pub(super) const READING: &[Setting] = &[
    Setting {
        key: "pageSize",
        title: "Page size",
        help: "The number of entities in a requested page of a list. Services refuse pages that are too large.",
        source: Public,
        accessor: SettingAccessor::U32(
            |dialect| &mut dialect.page_size,
            Bounds {
                least: 1,
                most: 10_000,
                unit: "",
            },
        ),
    },
    Setting {
        key: "listSort",
        title: "Order of lists",
        help: "The field by which the service sorts a list, so that rows do not move between its pages. Leave it \
               empty if the service refuses it.",
        source: Ours,
        accessor: SettingAccessor::Sort(|dialect| &mut dialect.list_sort),
    },
    Setting {
        key: "pagingWindow",
        title: "End of paging",
        help: "The first row that is never requested. If it is empty, Adwright learns it when the service refuses \
               a page.",
        source: Ours,
        accessor: SettingAccessor::OptionalU64(
            |dialect| &mut dialect.paging_window,
            Bounds {
                least: 1,
                most: 1_000_000_000,
                unit: "",
            },
        ),
    },
    Setting {
        key: "partition",
        title: "Beyond the end of paging",
        help: "The way to fetch the rest of a list if the service returns no more pages.",
        source: Ours,
        accessor: SettingAccessor::Choice {
            choices: PARTITIONS,
            get: |dialect| match dialect.partition {
                Partition::Off => "off",
                Partition::Advertiser => "advertiser",
                Partition::Brand => "brand",
            },
            set: |dialect, word| {
                dialect.partition = match word {
                    "off" => Partition::Off,
                    "brand" => Partition::Brand,
                    _ => Partition::Advertiser,
                }
            },
        },
    },
    Setting {
        key: "listAt",
        title: "Rows of a list",
        help: "The place of a list’s rows in a reply, such as page.rows. If it is empty, Adwright searches the \
               usual places.",
        source: Ours,
        accessor: SettingAccessor::OptionalDocumentPath(|dialect| &mut dialect.list_at),
    },
    Setting {
        key: "totalAt",
        title: "Number of rows",
        help: "The place of the total number of rows in a reply. If it is empty, Adwright searches for it.",
        source: Ours,
        accessor: SettingAccessor::OptionalDocumentPath(|dialect| &mut dialect.total_at),
    },
    Setting {
        key: "singleAt",
        title: "A single entity",
        help: "The place of the single requested entity in a reply. If it is empty, Adwright searches for it.",
        source: Interface,
        accessor: SettingAccessor::OptionalDocumentPath(|dialect| &mut dialect.single_at),
    },
    Setting {
        key: "notFound",
        title: "Nothing found",
        help: "The service’s reply for an entity that does not exist. A web page with status 404 may also mean a \
               wrong path.",
        source: Interface,
        accessor: SettingAccessor::Choice {
            choices: NOT_FOUND,
            get: |dialect| match dialect.not_found {
                NotFoundRule::Auto => "auto",
                NotFoundRule::Status404 => "404",
            },
            set: |dialect, word| {
                dialect.not_found = match word {
                    "404" => NotFoundRule::Status404,
                    _ => NotFoundRule::Auto,
                }
            },
        },
    },
    Setting {
        key: "errors.codeAt",
        title: "Error code",
        help: "An additional place of the error code in a reply, such as problem.number. The usual places are \
               always searched.",
        source: Ours,
        accessor: SettingAccessor::OptionalDocumentPath(|dialect| &mut dialect.errors.code_at),
    },
    Setting {
        key: "errors.messageAt",
        title: "Error message",
        help: "An additional place of the error message in a reply, such as problem.text.",
        source: Ours,
        accessor: SettingAccessor::OptionalDocumentPath(|dialect| &mut dialect.errors.message_at),
    },
];

pub(super) const WRITING: &[Setting] = &[
    reference_setting(
        "clientRefId.Campaign",
        "Our reference in new campaigns",
        Kind::Campaign,
    ),
    reference_setting(
        "clientRefId.RetargetingDataValue",
        "Our reference in new retargeting values",
        Kind::RetargetingDataValue,
    ),
    reference_setting(
        "clientRefId.InStreamInteractiveAd",
        "Our reference in new in-stream interactive ads",
        Kind::InStreamInteractiveAd,
    ),
    reference_setting(
        "clientRefId.ExpandableBannerAd",
        "Our reference in new expandable banner ads",
        Kind::ExpandableBannerAd,
    ),
    reference_setting(
        "clientRefId.HTML5ExpandableBannerAd",
        "Our reference in new HTML5 expandable banner ads",
        Kind::Html5ExpandableBannerAd,
    ),
    Setting {
        key: "batchCap",
        title: "Values in one call",
        help: "The maximum number of new retargeting values in one call. If the service refuses a call as too large, \
               Adwright sends it again in halves.",
        source: Ours,
        accessor: SettingAccessor::U32(
            |dialect| &mut dialect.batch_cap,
            Bounds {
                least: 1,
                most: 10_000,
                unit: "",
            },
        ),
    },
    Setting {
        key: "foreignChanges",
        title: "Changes by others",
        help: "What a send does if someone else changed the object since you fetched it. Changes of the same field \
               always stop it.",
        source: Ours,
        accessor: SettingAccessor::Choice {
            choices: FOREIGN_CHANGES,
            get: |dialect| match dialect.foreign_changes {
                ForeignChangeRule::Merge => "merge",
                ForeignChangeRule::Stop => "stop",
            },
            set: |dialect, word| {
                dialect.foreign_changes = match word {
                    "stop" => ForeignChangeRule::Stop,
                    _ => ForeignChangeRule::Merge,
                }
            },
        },
    },
];

pub(super) const LIMITS: &[Setting] = &[
    Setting {
        key: "quietPeriodMs",
        title: "Pause between two look-ups",
        help: "The pause between two look-ups of a sent object whose reply was lost.",
        source: Ours,
        accessor: SettingAccessor::U64(|dialect| &mut dialect.quiet_period_ms, up_to_minutes(10)),
    },
    Setting {
        key: "connectTimeoutMs",
        title: "Connection timeout",
        help: "The maximum time to connect. After it, the service counts as unreachable.",
        source: Ours,
        accessor: SettingAccessor::U64(
            |dialect| &mut dialect.connect_timeout_ms,
            up_to_minutes(10),
        ),
    },
    Setting {
        key: "readTimeoutMs",
        title: "Idle timeout",
        help: "The maximum time without a byte. After it, the reply counts as interrupted.",
        source: Ours,
        accessor: SettingAccessor::U64(|dialect| &mut dialect.read_timeout_ms, up_to_minutes(60)),
    },
    Setting {
        key: "answerTimeoutMs",
        title: "Request timeout",
        help: "The maximum time for a request with its complete reply.",
        source: Ours,
        accessor: SettingAccessor::U64(|dialect| &mut dialect.answer_timeout_ms, up_to_minutes(60)),
    },
    Setting {
        key: "replyLimitBytes",
        title: "Maximum reply size",
        help: "Adwright reads at most this much of a reply.",
        source: Ours,
        accessor: SettingAccessor::U64(
            |dialect| &mut dialect.reply_limit_bytes,
            Bounds {
                least: 1,
                most: 1024 * 1024 * 1024,
                unit: BYTES,
            },
        ),
    },
    Setting {
        key: "concurrency",
        title: "Simultaneous requests",
        help: "The maximum number of simultaneous requests. Objects are always sent one by one.",
        source: Ours,
        accessor: SettingAccessor::U32(
            |dialect| &mut dialect.concurrency,
            Bounds {
                least: 1,
                most: 64,
                unit: "",
            },
        ),
    },
    Setting {
        key: "requestsPerSecond",
        title: "Requests per second",
        help: "The maximum number of requests per second; 0 means no limit. Adwright always obeys the limits that \
               the service announces.",
        source: Ours,
        accessor: SettingAccessor::U32(
            |dialect| &mut dialect.requests_per_second,
            Bounds {
                least: 0,
                most: 1_000,
                unit: "",
            },
        ),
    },
];

pub(super) const BINDINGS: &[Setting] = &[
    binding_setting(
        "bindings.traffickingMode",
        "Trafficking mode",
        Binding::TraffickingMode,
    ),
    binding_setting(
        "bindings.verification",
        "Verification",
        Binding::Verification,
    ),
    binding_setting(
        "bindings.disableCookies",
        "Disable cookies",
        Binding::DisableCookies,
    ),
    binding_setting(
        "bindings.advertiserId",
        "Advertiser’s id",
        Binding::AdvertiserId,
    ),
    binding_setting(
        "bindings.advertiserName",
        "Advertiser’s name",
        Binding::AdvertiserName,
    ),
    binding_setting("bindings.brandId", "Brand’s id", Binding::BrandId),
    binding_setting("bindings.brandName", "Brand’s name", Binding::BrandName),
    binding_setting("bindings.accountId", "Account’s id", Binding::AccountId),
    binding_setting(
        "bindings.accountName",
        "Account’s name",
        Binding::AccountName,
    ),
    binding_setting("bindings.name", "Own name", Binding::Name),
    binding_setting("bindings.updatedOn", "Last update", Binding::UpdatedOn),
    binding_setting("bindings.version", "Version", Binding::Version),
    binding_setting(
        "bindings.retargetingActivity",
        "Activity of a value",
        Binding::RetargetingActivity,
    ),
    binding_setting(
        "bindings.retargetingData",
        "Loose retargeting data",
        Binding::RetargetingData,
    ),
];

const fn reference_setting(key: &'static str, title: &'static str, kind: Kind) -> Setting {
    Setting {
        key,
        title,
        help: "Adwright finds a sent object by its reference if the reply was lost. If the service refuses or drops the \
               reference, it is switched off, unless you set it.",
        source: Interface,
        accessor: SettingAccessor::Reference(kind),
    }
}

const fn binding_setting(key: &'static str, title: &'static str, binding: Binding) -> Setting {
    Setting {
        key,
        title,
        help: "The place of this field in the service’s documents. If it is empty, Adwright finds the field by its \
               name.",
        source: Ours,
        accessor: SettingAccessor::Binding(binding),
    }
}

const fn up_to_minutes(minutes: u64) -> Bounds {
    Bounds {
        least: 1,
        most: minutes * 60_000,
        unit: MS,
    }
}
