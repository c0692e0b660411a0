//! Retargeting values that are created many at a time.

mod begin;
mod review;

pub(crate) use begin::NEW_VALUE;
pub use begin::{BegunValues, BlankRows, ValueRows};
