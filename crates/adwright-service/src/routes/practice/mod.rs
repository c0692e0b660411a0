//! The practice interface beside the specified one: settings that no interface shows, and faults for training.

pub(super) mod facts;
pub(super) mod faults;
pub(super) mod parties;
pub(super) mod placements;
mod touch;
pub(super) mod variants;

use std::sync::Arc;

use adwright_wire::single_body;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde_json::Value;
pub(super) use touch::touch;

use crate::app::App;
use crate::reply::{Refusal, ServiceReply};

/// Proof that the request has the practice token.
pub(super) struct Admin;

impl FromRequestParts<Arc<App>> for Admin {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refusal> {
        match parts.headers.get("X-Practice-Token") {
            Some(token) if token.as_bytes() == app.practice_token.as_bytes() => Ok(Self),
            _ => Err(Refusal::NoPracticeToken),
        }
    }
}

fn json_reply(result: &Value) -> ServiceReply {
    ServiceReply::ok(single_body(&result.to_string()))
}
