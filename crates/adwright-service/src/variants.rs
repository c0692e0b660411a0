//! The points that the interface leaves open or contradicts, each as a switch. Other services may behave that way.

mod set;

use serde::{Deserialize, Serialize};

pub use set::VariantError;
pub(crate) use set::VariantSet;

/// A behaviour in which a service may differ from the defaults of this one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub enum Variant {
    /// A list is a bare array without a total.
    BareList,
    /// The total of a list is beside the result.
    TopTotal,
    /// A single object has no envelope.
    BareSingle,
    /// A single object is the only item of a list.
    SingleInList,
    /// An object that is not found is a result of null.
    NullNotFound,
    /// An object that is not found is a 404.
    NotFound404,
    /// An error is inside `fault`.
    FaultErrors,
    /// Errors are a list, with other member names.
    ErrorList,
    /// An error is inside `status`.
    StatusErrors,
    /// A rule's refusal has HTTP status 200.
    Refusals200,
    /// A rule's refusal has HTTP status 400.
    Refusals400,
    /// A path without a trailing slash is redirected.
    SlashRedirects,
    /// A list ends at 10,000 rows, and a page has fewer than 500.
    PagingWindow,
    /// A list ignores unknown parameters and fields.
    LenientLists,
    /// A list is sorted in ascending order if `sort` comes without `order`.
    OptionalOrder,
    /// A list has only the short form of each document.
    ShortLists,
    /// The ids of a document are texts.
    TextIds,
    /// `clientRefId` is not stored.
    ForgetsReference,
    /// An update that lacks a member is refused.
    MissingRefused,
    /// A member that an update lacks stays as it is.
    MissingKept,
    /// A change that is answered with 62001 is saved anyway.
    SavedWith62001,
    /// If some values of a call are valid, they are created, and a 207 reports each value.
    PartialCreate,
    /// One call creates at most 50 values.
    SmallBatches,
    /// The documents of a list are in `items`.
    ItemsEnvelope,
    /// An error is an HTML page.
    HtmlErrors,
    /// An expired session is reported in `fault`.
    FaultOnExpiry,
    /// Every call has a name and a password.
    BasicLogin,
    /// Every call has a token.
    BearerLogin,
    /// Every call has a custom header.
    HeaderLogin,
    /// Calls are counted, and their number in a day is limited.
    RateLimits,
    /// Replies are compressed.
    Gzip,
    /// An error is in a member with another name, and so are its parts.
    ProblemErrors,
    /// `clientRefId` is not stored, and no reply has it.
    DropsReference,
    /// A list leaves `clientRefId` out.
    UnlistedReference,
    /// The retargeting activity of a value is in a nested object.
    ActivityElsewhere,
    /// The total of a list is too small.
    SmallTotal,
    /// The total of a list is too large.
    LargeTotal,
    /// Rows move down between two pages.
    RowsMoveDown,
    /// Rows move up between two pages.
    RowsMoveUp,
    /// Every call has the number of an account, beside the login.
    AccountHeader,
    /// Nothing is at a path with a trailing slash.
    SlashNotFound,
    /// The login is redirected.
    LoginRedirects,
    /// Only the beginning of a `clientRefId` is stored.
    CutsReference,
    /// The code of an error is beside its message, in no nested object.
    FlatErrors,
    /// The code of an error is only in its message.
    TextErrors,
    /// An expired session is reported with 403.
    ForbiddenOnExpiry,
    /// Every call has the token of a session as a Bearer token.
    BearerSession,
    /// The documents of a list are in a nested object.
    WrappedList,
    /// A list refuses filters and sorting that the interface does not describe.
    StrictFilters,
    /// If some values of a call are valid, they are created, and the errors of the others are beside them.
    ResultsAndErrors,
    /// The code of an error is in `fault.detail`, its message in `fault`.
    FaultDetails,
    /// A new document with a `clientRefId` is refused.
    RefusesReference,
}

/// The description of a variant.
struct VariantInfo {
    variant: Variant,
    name: &'static str,
    about: &'static str,
    /// The point that it concerns. Only one variant of each point can be on.
    point: &'static str,
}

const KNOWN: [VariantInfo; 52] = [
    info(
        Variant::BareList,
        "bare-list",
        "list envelope",
        "A list is a bare array without a total.",
    ),
    info(
        Variant::TopTotal,
        "top-total",
        "list envelope",
        "The total of a list is beside the result: {\"total\":7,\"result\":[]}.",
    ),
    info(
        Variant::BareSingle,
        "bare-single",
        "single envelope",
        "A single object has no envelope.",
    ),
    info(
        Variant::SingleInList,
        "single-in-list",
        "single envelope",
        "A single object is the only one of a list: {\"result\":[{}]}.",
    ),
    info(
        Variant::NullNotFound,
        "null-not-found",
        "not found",
        "The reply for a missing object is {\"result\":null}.",
    ),
    info(
        Variant::NotFound404,
        "not-found-404",
        "not found",
        "The reply for a missing object is a 404 with code 404.",
    ),
    info(
        Variant::FaultErrors,
        "fault-errors",
        "error body",
        "An error is in fault: {\"fault\":{\"code\":62000,\"message\":\"\"}}.",
    ),
    info(
        Variant::ErrorList,
        "error-list",
        "error body",
        "Errors are a list with other names: {\"errors\":[{\"errorCode\":62000,\"errorMessage\":\"\"}]}.",
    ),
    info(
        Variant::StatusErrors,
        "status-errors",
        "error body",
        "An error is in status: {\"status\":{\"code\":62000,\"message\":\"\"},\"result\":null}.",
    ),
    info(
        Variant::Refusals200,
        "refusals-200",
        "status of refusals",
        "A refusal of a rule comes with HTTP 200.",
    ),
    info(
        Variant::Refusals400,
        "refusals-400",
        "status of refusals",
        "A refusal of a rule comes with HTTP 400.",
    ),
    info(
        Variant::SlashRedirects,
        "slash-redirects",
        "trailing slash",
        "A path without a slash at its end is redirected to the one with it (308).",
    ),
    info(
        Variant::PagingWindow,
        "paging-window",
        "paging",
        "from must be below 10,000 and max below 500; otherwise 9199.",
    ),
    info(
        Variant::LenientLists,
        "lenient-lists",
        "unknown parameters",
        "A list ignores parameters and fields of q that it does not know.",
    ),
    info(
        Variant::OptionalOrder,
        "optional-order",
        "sort without order",
        "A list is sorted in ascending order if sort comes without order.",
    ),
    info(
        Variant::ShortLists,
        "short-lists",
        "list items",
        "A list has only type, id, clientRefId, relationsBag and name of each document; of an ad the type is Ad.",
    ),
    info(
        Variant::TextIds,
        "text-ids",
        "ids",
        "The ids of a document are texts; the service also accepts ids as texts.",
    ),
    info(
        Variant::ForgetsReference,
        "forgets-reference",
        "clientRefId",
        "The service drops each clientRefId and returns null.",
    ),
    info(
        Variant::MissingRefused,
        "missing-refused",
        "missing members",
        "An update that lacks a member of the stored document is refused with 400.",
    ),
    info(
        Variant::MissingKept,
        "missing-kept",
        "missing members",
        "A member that an update lacks stays as it is.",
    ),
    info(
        Variant::SavedWith62001,
        "saved-with-62001",
        "62001",
        "A change that is answered with 207 and 62001 is saved anyway.",
    ),
    info(
        Variant::PartialCreate,
        "partial-create",
        "several values",
        "Of several values, the service creates the valid ones; a 207 reports each of them.",
    ),
    info(
        Variant::SmallBatches,
        "small-batches",
        "cap of a call",
        "One call creates at most 50 values; more are refused with 66109.",
    ),
    info(
        Variant::ItemsEnvelope,
        "items-envelope",
        "list envelope",
        "The documents of a list are in items: {\"items\":[],\"total\":7}.",
    ),
    info(
        Variant::HtmlErrors,
        "html-errors",
        "error body",
        "An error is a web page, without any code.",
    ),
    info(
        Variant::FaultOnExpiry,
        "fault-on-expiry",
        "expired session",
        "An ended session is reported by a 500 with the message in fault.",
    ),
    info(
        Variant::BasicLogin,
        "basic-login",
        "login",
        "Name and password go with every call (Basic); sessions are not accepted.",
    ),
    info(
        Variant::BearerLogin,
        "bearer-login",
        "login",
        "The token NAME.PASSWORD goes with every call (Bearer); sessions are not accepted.",
    ),
    info(
        Variant::HeaderLogin,
        "header-login",
        "login",
        "The header X-Api-Key: NAME.PASSWORD goes with every call; sessions are not accepted.",
    ),
    info(
        Variant::RateLimits,
        "rate-limits",
        "rate limits",
        "Every answer has the remaining calls of 1,000 a day and 30,000 a month; when none remain, the answer is \
         429 with the date of the next day.",
    ),
    info(
        Variant::Gzip,
        "gzip",
        "compression",
        "An answer is compressed if the call allows it.",
    ),
    info(
        Variant::ProblemErrors,
        "problem-errors",
        "error body",
        "An error is in problem: {\"problem\":{\"number\":62000,\"text\":\"\"}}.",
    ),
    info(
        Variant::DropsReference,
        "drops-reference",
        "clientRefId",
        "The service drops each clientRefId and returns the object without that member.",
    ),
    info(
        Variant::UnlistedReference,
        "unlisted-reference",
        "clientRefId",
        "A list leaves clientRefId out of each document; a get has it.",
    ),
    info(
        Variant::ActivityElsewhere,
        "activity-elsewhere",
        "place of the activity",
        "The activity of a value is in reporting: {\"reporting\":{\"retargetingActivityId\":52024}}, and nowhere \
         else.",
    ),
    info(
        Variant::SmallTotal,
        "small-total",
        "total",
        "The total of a list is half of the real number.",
    ),
    info(
        Variant::LargeTotal,
        "large-total",
        "total",
        "The total of a list is seven more than the real number.",
    ),
    info(
        Variant::RowsMoveDown,
        "rows-move-down",
        "order of lists",
        "With every page after the first, the last row of the whole list moves to the top.",
    ),
    info(
        Variant::RowsMoveUp,
        "rows-move-up",
        "order of lists",
        "With every page after the first, the first row of the whole list moves to the end.",
    ),
    info(
        Variant::AccountHeader,
        "account-header",
        "header beside the login",
        "Every call needs the header X-Account-Id, such as 3310. A call without a number is refused with 400, and with \
         an account that the user does not own with 403.",
    ),
    info(
        Variant::SlashNotFound,
        "slash-not-found",
        "trailing slash",
        "A path with a slash at its end does not exist (404).",
    ),
    info(
        Variant::LoginRedirects,
        "login-redirects",
        "path of the login",
        "The login is redirected to its path with a slash at the end (307).",
    ),
    info(
        Variant::CutsReference,
        "cuts-reference",
        "clientRefId",
        "The service keeps the first 36 characters of a clientRefId.",
    ),
    info(
        Variant::FlatErrors,
        "flat-errors",
        "error body",
        "The code of an error is beside its message: {\"code\":62000,\"message\":\"\"}.",
    ),
    info(
        Variant::TextErrors,
        "text-errors",
        "error body",
        "The code of an error is only in its message: {\"message\":\"62000: …\"}.",
    ),
    info(
        Variant::ForbiddenOnExpiry,
        "forbidden-on-expiry",
        "expired session",
        "An expired session is reported by a 403.",
    ),
    info(
        Variant::BearerSession,
        "bearer-session",
        "login",
        "The token of a session goes with every call as Authorization: Bearer TOKEN.",
    ),
    info(
        Variant::WrappedList,
        "wrapped-list",
        "list envelope",
        "The documents of a list are in data.rows: {\"data\":{\"rows\":[],\"total\":7}}.",
    ),
    info(
        Variant::StrictFilters,
        "strict-filters",
        "unknown parameters",
        "The filter q has the keys \"1\", \"2\" and so on, upper-case names of fields and arrays of strings; a list is sorted by fields that it has. Anything else is refused with 400.",
    ),
    info(
        Variant::ResultsAndErrors,
        "results-and-errors",
        "several values",
        "Of several values, the service creates the valid ones. A 207 has them in result, and the refusals of the others \
         in errors.",
    ),
    info(
        Variant::FaultDetails,
        "fault-details",
        "error body",
        "The code of an error is in fault.detail: \
         {\"fault\":{\"faultstring\":\"\",\"detail\":{\"errorcode\":62000}}}.",
    ),
    info(
        Variant::RefusesReference,
        "refuses-reference",
        "clientRefId",
        "A new object with a clientRefId is refused with 400.",
    ),
];

const fn info(
    variant: Variant,
    name: &'static str,
    point: &'static str,
    about: &'static str,
) -> VariantInfo {
    VariantInfo {
        variant,
        name,
        about,
        point,
    }
}

impl Variant {
    /// Every variant.
    pub fn all() -> impl Iterator<Item = Self> {
        KNOWN.iter().map(|known| known.variant)
    }

    /// Returns its name on the command line and in the practice interface.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.info().name
    }

    /// Returns a sentence about its behaviour.
    #[must_use]
    pub fn description(self) -> &'static str {
        self.info().about
    }

    /// Returns the point that it concerns. Only one variant of each point can be on.
    #[must_use]
    pub fn point(self) -> &'static str {
        self.info().point
    }

    fn info(self) -> &'static VariantInfo {
        // The table is in the order of the variants, which a test asserts.
        &KNOWN[self as usize]
    }
}

impl From<Variant> for &'static str {
    fn from(variant: Variant) -> Self {
        variant.as_str()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_name_parses_back() {
        for (at, known) in KNOWN.iter().enumerate() {
            assert_eq!(known.variant as usize, at);
            assert_eq!(known.name.parse(), Ok(known.variant));
            assert!(known.about.ends_with('.'), "{}", known.name);
        }
    }

    #[test]
    fn at_most_one_variant_per_point() {
        let both = [Variant::BareList, Variant::TextIds, Variant::TopTotal];
        let clash = VariantSet::from_variants(&both).unwrap_err();
        assert_eq!(
            clash.to_string(),
            "bare-list and top-total concern the same point (list envelope), so choose only one of them"
        );
        let set = VariantSet::from_variants(&both[..2]).unwrap();
        assert!(set.has(Variant::TextIds) && !set.has(Variant::TopTotal));
        assert_eq!(
            VariantSet::from_variants(&[Variant::TextIds; 2]).map(|set| set.has(Variant::TextIds)),
            Ok(true)
        );
    }
}
