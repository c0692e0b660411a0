//! The rows, by group, in the order in which they are shown.

use adwright_model::{Binding, Kind};

use super::held::{BYTES, Bounds, Choice, Held, MS};
use super::{DefaultSource, Setting};
use crate::dialect::{Authentication, Dialect, NotFound, Partition, SessionLogin};

use DefaultSource::{Interface, Ours, Public};

pub(super) const PATHS: &[Setting] = &[
    Setting {
        key: "trailingSlash",
        title: "Paths end with a slash",
        help: "Some services answer only to /campaigns/, others only to /campaigns; some want the slash of their lists only. \
               A new object goes where the list is.",
        source: Interface,
        held: Held::Slash(|dialect| &mut dialect.trailing_slash),
    },
    Setting {
        key: "restPrefix",
        title: "Retargeting paths begin with /rest",
        help: "The interface shows the paths of retargeting values with /rest before them and without.",
        source: Interface,
        held: Held::YesNo(|dialect| &mut dialect.rest_prefix),
    },
    Setting {
        key: "adsPath",
        title: "Path of ads",
        help: "Where the service has its ads, such as /ads. Left empty, ads are not asked for.",
        source: Interface,
        held: Held::UrlPath(|dialect| &mut dialect.ads_path),
    },
    Setting {
        key: "adsMaySend",
        title: "Ads may be sent",
        help: "Whether drafts of ads go to the path of ads: new ones by POST, changes by PUT, as for campaigns. Switch it \
               on once you know that the service takes them.",
        source: Ours,
        held: Held::YesNo(|dialect| &mut dialect.ads_may_send),
    },
];

pub(super) const LOGIN: &[Setting] = &[
    Setting {
        key: "authentication",
        title: "Way to log in",
        help: "How the service knows who asks. Passwords and tokens are entered in the workspace’s form.",
        source: Interface,
        held: Held::Choice {
            choices: AUTHENTICATIONS,
            get: authentication_word,
            set: set_authentication,
        },
    },
    Setting {
        key: "authentication.headers",
        title: "Headers with secret values",
        help: "The names of the headers that go with every request. Their values are kept in the keyring.",
        source: Ours,
        held: Held::Headers(|dialect| match &mut dialect.authentication {
            Authentication::Headers(names) => Some(names),
            _ => None,
        }),
    },
    Setting {
        key: "authentication.session.path",
        title: "Path of the login",
        help: "Where name and password are sent, below the address.",
        source: Public,
        held: Held::LoginPath(|dialect| Some(&mut session(dialect)?.path)),
    },
    Setting {
        key: "authentication.session.usernameMember",
        title: "Member for the name",
        help: "What the login’s body calls the name.",
        source: Public,
        held: Held::Word(|dialect| Some(&mut session(dialect)?.username_member)),
    },
    Setting {
        key: "authentication.session.passwordMember",
        title: "Member for the password",
        help: "What the login’s body calls the password.",
        source: Public,
        held: Held::Word(|dialect| Some(&mut session(dialect)?.password_member)),
    },
    Setting {
        key: "authentication.session.token",
        title: "Where the token is",
        help: "Where the login’s reply has the token of the session.",
        source: Public,
        held: Held::Place(|dialect| Some(&mut session(dialect)?.token)),
    },
    Setting {
        key: "authentication.session.header",
        title: "Header of the token",
        help: "The header that carries the token of the session with every later request.",
        source: Public,
        held: Held::Header(|dialect| Some(&mut session(dialect)?.header)),
    },
    Setting {
        key: "authentication.session.scheme",
        title: "How the token is sent",
        help: "What stands before the token in its header.",
        source: Ours,
        held: Held::Scheme(|dialect| Some(&mut session(dialect)?.scheme)),
    },
    Setting {
        key: "authentication.session.headers",
        title: "Further headers with secret values",
        help: "The names of headers that go with every request beside the session, such as an API key.",
        source: Public,
        held: Held::Headers(|dialect| Some(&mut session(dialect)?.headers)),
    },
    Setting {
        key: "plainHeaders",
        title: "Plain headers",
        help: "Headers that go with every request and are no secret, such as X-Account-Id: 1021; with semicolons between them.",
        source: Ours,
        held: Held::PlainHeaders(|dialect| &mut dialect.plain_headers),
    },
];

pub(super) const READING: &[Setting] = &[
    Setting {
        key: "pageSize",
        title: "Page size",
        help: "How many entities a page of a list is asked for. Services refuse pages that are too large.",
        source: Public,
        held: Held::Small(
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
        help: "By which field a list is asked for, so that nothing moves between its pages. Leave it empty for a \
               service that refuses it.",
        source: Ours,
        held: Held::Sort(|dialect| &mut dialect.list_sort),
    },
    Setting {
        key: "pagingWindow",
        title: "End of paging",
        help: "No page of a list is asked for from this row on. Left empty, it is learned where the service refuses a page.",
        source: Ours,
        held: Held::Limit(
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
        help: "How the rest of a list is asked for where the service gives no more pages of it.",
        source: Ours,
        held: Held::Choice {
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
        help: "Where a reply has the rows of a list, such as page.rows. Left empty, they are looked for in the usual places.",
        source: Ours,
        held: Held::OpenPlace(|dialect| &mut dialect.list_at),
    },
    Setting {
        key: "totalAt",
        title: "Number of rows",
        help: "Where a reply says how many rows there are on all pages. Left empty, it is looked for.",
        source: Ours,
        held: Held::OpenPlace(|dialect| &mut dialect.total_at),
    },
    Setting {
        key: "singleAt",
        title: "A single entity",
        help: "Where a reply has the one entity that was asked for. Left empty, it is looked for.",
        source: Interface,
        held: Held::OpenPlace(|dialect| &mut dialect.single_at),
    },
    Setting {
        key: "notFound",
        title: "Nothing found",
        help: "How the service says that there is no such entity. A web page with status 404 may also mean a wrong path.",
        source: Interface,
        held: Held::Choice {
            choices: NOT_FOUND,
            get: |dialect| match dialect.not_found {
                NotFound::Auto => "auto",
                NotFound::Status404 => "404",
            },
            set: |dialect, word| {
                dialect.not_found = match word {
                    "404" => NotFound::Status404,
                    _ => NotFound::Auto,
                }
            },
        },
    },
    Setting {
        key: "errors.codeAt",
        title: "Code of an error",
        help: "Where else a reply has the code of what went wrong, such as problem.number. The usual places count in any case.",
        source: Ours,
        held: Held::OpenPlace(|dialect| &mut dialect.errors.code_at),
    },
    Setting {
        key: "errors.messageAt",
        title: "Words of an error",
        help: "Where else a reply says in words what went wrong, such as problem.text.",
        source: Ours,
        held: Held::OpenPlace(|dialect| &mut dialect.errors.message_at),
    },
];

pub(super) const WRITING: &[Setting] = &[
    reference(
        "clientRefId.Campaign",
        "Our reference in new campaigns",
        Kind::Campaign,
    ),
    reference(
        "clientRefId.RetargetingDataValue",
        "Our reference in new retargeting values",
        Kind::RetargetingDataValue,
    ),
    reference(
        "clientRefId.InStreamInteractiveAd",
        "Our reference in new in-stream interactive ads",
        Kind::InStreamInteractiveAd,
    ),
    reference(
        "clientRefId.ExpandableBannerAd",
        "Our reference in new expandable banner ads",
        Kind::ExpandableBannerAd,
    ),
    reference(
        "clientRefId.HTML5ExpandableBannerAd",
        "Our reference in new HTML5 expandable banner ads",
        Kind::Html5ExpandableBannerAd,
    ),
    Setting {
        key: "batchCap",
        title: "Values in one call",
        help: "How many new retargeting values go out in one call at most. A call that the service finds too large is \
               sent again in halves.",
        source: Ours,
        held: Held::Small(
            |dialect| &mut dialect.batch_cap,
            Bounds {
                least: 1,
                most: 10_000,
                unit: "",
            },
        ),
    },
];

pub(super) const LIMITS: &[Setting] = &[
    Setting {
        key: "quietPeriodMs",
        title: "Pause between two looks",
        help: "How long to wait between two looks for something sent whose answer was lost.",
        source: Ours,
        held: Held::Large(|dialect| &mut dialect.quiet_period_ms, up_to_minutes(10)),
    },
    Setting {
        key: "connectTimeoutMs",
        title: "Longest time to connect",
        help: "After this long without a connection the service counts as not there.",
        source: Ours,
        held: Held::Large(|dialect| &mut dialect.connect_timeout_ms, up_to_minutes(10)),
    },
    Setting {
        key: "readTimeoutMs",
        title: "Longest silence",
        help: "After this long without a byte the answer counts as broken off.",
        source: Ours,
        held: Held::Large(|dialect| &mut dialect.read_timeout_ms, up_to_minutes(60)),
    },
    Setting {
        key: "answerTimeoutMs",
        title: "Longest time for an answer",
        help: "The longest time for a request with its whole answer.",
        source: Ours,
        held: Held::Large(|dialect| &mut dialect.answer_timeout_ms, up_to_minutes(60)),
    },
    Setting {
        key: "replyLimitBytes",
        title: "Largest reply",
        help: "No more than this is read of a reply.",
        source: Ours,
        held: Held::Large(
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
        title: "Requests at once",
        help: "How many requests may be under way at once. What is sent goes one by one in any case.",
        source: Ours,
        held: Held::Small(
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
        title: "Requests in a second",
        help: "More than this do not go out in a second; 0 lets them go as they come. What the service itself says of \
               its limits is heeded in any case.",
        source: Ours,
        held: Held::Small(
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
    binding(
        "bindings.traffickingMode",
        "Trafficking mode",
        Binding::TraffickingMode,
    ),
    binding(
        "bindings.verification",
        "Verification",
        Binding::Verification,
    ),
    binding(
        "bindings.disableCookies",
        "Disable cookies",
        Binding::DisableCookies,
    ),
    binding(
        "bindings.advertiserId",
        "Advertiser’s id",
        Binding::AdvertiserId,
    ),
    binding(
        "bindings.advertiserName",
        "Advertiser’s name",
        Binding::AdvertiserName,
    ),
    binding("bindings.brandId", "Brand’s id", Binding::BrandId),
    binding("bindings.brandName", "Brand’s name", Binding::BrandName),
    binding("bindings.accountId", "Account’s id", Binding::AccountId),
    binding(
        "bindings.accountName",
        "Account’s name",
        Binding::AccountName,
    ),
    binding("bindings.name", "Own name", Binding::Name),
    binding("bindings.updatedOn", "Last update", Binding::UpdatedOn),
    binding("bindings.version", "Version", Binding::Version),
    binding(
        "bindings.retargetingActivity",
        "Activity of a value",
        Binding::RetargetingActivity,
    ),
    binding(
        "bindings.retargetingData",
        "Loose retargeting data",
        Binding::RetargetingData,
    ),
];

const fn reference(key: &'static str, title: &'static str, kind: Kind) -> Setting {
    Setting {
        key,
        title,
        help: "A new object carries a reference, by which a lost one is found again. It is switched off if the service refuses \
               or drops it, unless you set it.",
        source: Interface,
        held: Held::Reference(kind),
    }
}

const fn binding(key: &'static str, title: &'static str, binding: Binding) -> Setting {
    Setting {
        key,
        title,
        help: "The place of this field in the service’s documents. Left empty, it is looked for by its name.",
        source: Ours,
        held: Held::Binding(binding),
    }
}

const fn up_to_minutes(minutes: u64) -> Bounds {
    Bounds {
        least: 1,
        most: minutes * 60_000,
        unit: MS,
    }
}

const AUTHENTICATIONS: &[Choice] = &[
    choice("none", "It does not ask"),
    choice("session", "A login for each session"),
    choice("basic", "Name and password with every request"),
    choice("bearer", "A token with every request"),
    choice("headers", "Secret headers with every request"),
];

const PARTITIONS: &[Choice] = &[
    choice("advertiser", "In parts, by advertiser"),
    choice("brand", "In parts, by brand"),
    choice("off", "Not at all"),
];

const NOT_FOUND: &[Choice] = &[
    choice("auto", "An empty answer, or a 404 that is no web page"),
    choice("404", "Any 404"),
];

const fn choice(value: &'static str, label: &'static str) -> Choice {
    Choice { value, label }
}

fn session(dialect: &mut Dialect) -> Option<&mut SessionLogin> {
    match &mut dialect.authentication {
        Authentication::Session(login) => Some(login),
        _ => None,
    }
}

const fn authentication_word(dialect: &Dialect) -> &'static str {
    match dialect.authentication {
        Authentication::None => "none",
        Authentication::Basic => "basic",
        Authentication::Bearer => "bearer",
        Authentication::Headers(_) => "headers",
        Authentication::Session(_) => "session",
    }
}

/// Another way to log in begins with its defaults; the same one keeps what was set of it.
fn set_authentication(dialect: &mut Dialect, word: &str) {
    if word == authentication_word(dialect) {
        return;
    }
    dialect.authentication = match word {
        "basic" => Authentication::Basic,
        "bearer" => Authentication::Bearer,
        "headers" => Authentication::Headers(Vec::new()),
        "session" => Authentication::Session(SessionLogin::default()),
        _ => Authentication::None,
    };
}
