//! The practice service: a real server of the interface, with demo data.
//!
//! It is not a mock. It has its own SQLite database and answers over HTTP like any other service. It runs inside the
//! window program, so that a first start needs no account and no network, and as a program (`adwright-service --help`).
//! It listens on 127.0.0.1 unless the program is started with another address. It decides with the rules of
//! `adwright-checks`, with every fact known.
//!
//! Campaigns, retargeting values and ads share one code path: `resource` says how they differ, and `saving` applies the
//! rules. Each point that the interface leaves open is a [`Variant`]. `api_outcome` shapes the replies by the
//! variants, and `response_transform` the documents in them. A [`Fault`] is a failure on demand.

mod api_outcome;
mod app;
mod auth;
mod demo;
mod demo_user;
mod docs_page;
mod error_class;
mod facts;
mod faults;
mod filterable_fields;
mod gate;
mod host_check;
mod listener;
mod query;
mod quota;
mod reply;
mod request_body;
mod resource;
mod response_transform;
mod routes;
mod saving;
mod server;
mod sessions;
mod storage;
mod variants;

pub use demo_user::DemoUser;
pub use error_class::ErrorClass;
pub use faults::{Fault, FaultError};
pub use saving::winning_refusal;
pub use server::{
    ConnectionLimits, DataLocation, FactIds, RunningService, ServiceError, ServiceOptions, start,
};
pub use variants::{Variant, VariantError};

/// The number of retargeting values that one call may create. More values are refused with 66109.
pub(crate) const MOST_AT_ONCE: usize = 500;

/// The limit of [`MOST_AT_ONCE`] under the variant `small-batches`.
pub(crate) const FEW_AT_ONCE: usize = 50;

/// The largest request body in bytes. A larger body is answered with 413.
pub(crate) const BODY_LIMIT: usize = 8 * 1024 * 1024;
