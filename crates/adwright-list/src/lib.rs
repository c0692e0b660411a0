//! Lists of 100,000 objects and more in memory, so that search, filters and sort never wait for the disk: pure.
//!
//! [`ListFields`] says which fields a list has, and turns an object into the values of one row. A [`ListIndexBuilder`]
//! collects rows into a [`ListIndex`]: one column per field, each distinct value once. A [`QueryCache`] answers with
//! the matching rows in order, and remembers the last answers, so that scrolling and typing need not repeat them.

mod ad_metrics;
mod index_column;
mod list_fields;
mod list_index;
mod query_cache;
mod row_codes;
mod row_id;
mod sort_key;
mod string_pool;

pub use ad_metrics::{AdMetric, AdMetricCalculator};
pub use list_fields::{ListField, ListFields, split_values};
pub use list_index::{ListIndex, ListIndexBuilder, NamedRow, RowChange};
pub use query_cache::{ListOrder, QueryCache, RowQuery};
pub use row_id::RowId;
pub use sort_key::plain_text;
