//! Reads and writes everything that crosses HTTP in both directions. Contains the dialect. Pure: no I/O.
//!
//! Reading is lenient and never changes a byte of an entity. Writing is strict. The client speaks one side, and the
//! practice service the other. `adwright-client` opens the connections.
//!
//! `verdict_table` decides what a reply means. `dialect/settings` lists every setting once, with its texts, its bounds
//! and the source of its default. `filter` evaluates `q` for the cached list and for the practice service.

mod body;
mod classify;
pub mod codes;
mod dialect;
mod envelope;
mod envelope_guess;
mod file_objects;
mod filter;
mod foreign_bodies;
mod list_end;
mod match_rows;
mod parsed_body;
mod paths;
mod query;
mod quota;
mod raw_row_key;
mod reply_error;
mod request_failure;
mod secret_names;
mod splitter;
mod verdict;
mod verdict_table;

pub use body::{error_body, list_body, post_body, put_body, single_body};
pub use classify::{ClassifierInput, Method, classify, extract_failure, is_not_found};
pub use dialect::{
    Authentication, ClientRefFormat, ClientRefFormats, DefaultSource, Dialect, DialectError,
    ErrorPaths, ForeignChangeRule, HeaderError, NotFoundRule, Partition, PlainHeader, ReplyPaths,
    SecretName, SessionLogin, Setting, SettingCategory, SettingError, SettingOption, SettingType,
    SettingValueError, TokenScheme, parse_plain_headers, reserved_header_error,
};
pub use envelope::{
    ListReply, has_value_at_configured_path, parse_list, parse_list_with, parse_single,
    parse_single_with,
};
pub use envelope_guess::{guess_error_paths, guess_list_path, guess_single_path, guess_total_path};
pub use file_objects::{FileEnvelope, FileObjects, FileObjectsError, split_file};
pub use filter::{
    DateRange, FieldLabel, FieldValue, Filter, FilterCondition, FilterError, FilterField,
    FilterFields, FilterGroup, FilterKind, FilterValue, FilterWording, Matcher,
};
pub use list_end::{IncompleteList, ListEnd};
pub use match_rows::match_rows;
pub use paths::{collection_path, entity_path, is_sortable, site_contact_path, update_path};
pub use query::{ListFilters, ListQuery, Sort, SortDirection};
pub use quota::{Quota, parse_quota};
pub use raw_row_key::{RawRowKey, integer_member, raw_row_key, raw_row_key_and_id};
pub use request_failure::{
    CertificateProblem, ConnectionFailure, CredentialsError, RequestFailure, describe_leaked_secret,
};
pub use secret_names::is_secret_like;
pub use splitter::{EnvelopeError, slice_offset, strip_bom};
pub use verdict::{Ambiguity, ItemOutcome, ItemReply, UnclearReply, Verdict};
