//! The ids in a path.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;

use crate::app::App;
use crate::reply::Refusal;

/// The whole number in the path's `{id}`.
#[derive(Debug, Clone, Copy)]
pub(super) struct PathId(pub(super) i64);

/// The two whole numbers in a path, in their order.
#[derive(Debug, Clone, Copy)]
pub(super) struct PathIdPair(pub(super) i64, pub(super) i64);

impl FromRequestParts<Arc<App>> for PathId {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refusal> {
        match Path::from_request_parts(parts, app).await {
            Ok(Path(id)) => Ok(Self(id)),
            Err(_) => Err(Refusal::Malformed(
                "The id in the path must be a whole number.".to_owned(),
            )),
        }
    }
}

impl FromRequestParts<Arc<App>> for PathIdPair {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refusal> {
        match Path::from_request_parts(parts, app).await {
            Ok(Path((first, second))) => Ok(Self(first, second)),
            Err(_) => Err(Refusal::Malformed(
                "Both ids in the path must be whole numbers.".to_owned(),
            )),
        }
    }
}
