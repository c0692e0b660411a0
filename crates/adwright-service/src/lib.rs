//! The practice service: a real server of the interface, with demo data, on this computer only.

mod app;
mod body;
mod demo;
mod entrance;
mod facts;
mod faults;
mod fields;
mod forms;
mod hosts;
mod listener;
mod page;
mod pass;
mod people;
mod query;
mod quota;
mod reply;
mod resource;
mod routes;
mod running;
mod said;
mod saving;
mod sessions;
mod storage;
mod trouble;
mod variants;

pub use faults::{Fault, FaultError};
pub use people::DemoUser;
pub use running::{Data, Limits, Options, Running, ServiceError, start};
pub use trouble::Trouble;
pub use variants::{Variant, VariantError};

/// How many retargeting values one call may create; more are refused with 66109.
pub(crate) const MOST_AT_ONCE: usize = 500;

/// The same under the variant `small-batches`.
pub(crate) const FEW_AT_ONCE: usize = 50;

/// The largest request body that is read, in bytes; a larger one is answered with 413.
pub(crate) const BODY_LIMIT: usize = 8 * 1024 * 1024;
