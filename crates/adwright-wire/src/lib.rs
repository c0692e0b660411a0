//! What crosses HTTP in both directions, and the dialect: pure.
//!
//! Reading is lenient and never changes a byte of an entity; writing is strict. The client speaks one side of it, the
//! practice service the other. Nothing here opens a connection: that is `adwright-client`.

mod body;
mod classify;
pub mod codes;
mod cut;
mod dialect;
mod elsewhere;
mod envelope;
mod failure;
mod file;
mod filter;
mod match_rows;
mod paths;
mod query;
mod quota;
mod reading;
mod row;
mod secret_like;
mod sent;
mod table;
mod verdict;

pub use body::{error_body, list_body, post_body, put_body, single_body};
pub use classify::{Answer, Method, classify, failure_of, finds_nothing};
pub use cut::{Unreadable, offset, without_mark};
pub use dialect::{
    Authentication, Choice, ClientRefId, DefaultSource, Dialect, ErrorPlaces, NoSuchSlash,
    NotFound, Partition, Places, PlainHeader, References, SecretName, SessionLogin, Setting,
    SettingError, SettingForm, SettingGroup, TokenScheme, TrailingSlash, plain_headers, why_ours,
};
pub use elsewhere::{error_elsewhere, list_elsewhere, single_elsewhere, total_elsewhere};
pub use envelope::{
    ListReply, is_set_for, parse_list, parse_list_in, parse_single, parse_single_in,
};
pub use file::{FileForm, FileObjects, NoObjects, file_objects};
pub use filter::{
    DateRange, FieldWords, Filter, FilterCondition, FilterError, FilterField, FilterFields,
    FilterGroup, FilterKind, FilterValue, Found, Matcher, Wording,
};
pub use match_rows::match_rows;
pub use paths::{collection_path, entity_path, is_sortable, site_contact_path, update_path};
pub use query::{ListFilters, ListQuery, Order, Sort};
pub use quota::{Quota, quota};
pub use row::{RowKey, row_key, row_key_and_id, whole_number};
pub use secret_like::is_secret_like;
pub use verdict::{ItemOutcome, ItemReply, Verdict};
