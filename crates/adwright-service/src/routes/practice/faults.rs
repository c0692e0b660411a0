//! Faults on demand.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use serde_json::json;

use super::{Admin, json_reply};
use crate::app::{App, lock};
use crate::faults::Fault;
use crate::reply::{Refusal, ServiceReply};
use crate::request_body::RequestBody;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FaultRequest {
    fault: Fault,
    #[serde(default = "default_times")]
    times: u32,
}

fn default_times() -> u32 {
    1
}

/// Sets the faults of the next writes or reads, and releases held replies.
pub(crate) async fn arm(
    State(app): State<Arc<App>>,
    _: Admin,
    body: RequestBody,
) -> Result<ServiceReply, Refusal> {
    let FaultRequest { fault, times } = body.deserialize()?;
    lock(&app.faults).arm(fault, times);
    Ok(json_reply(&json!({ "times": times })))
}

/// Returns the numbers of held replies and of affected calls since faults were set.
pub(crate) async fn fault_status(State(app): State<Arc<App>>, _: Admin) -> ServiceReply {
    let faults = lock(&app.faults);
    json_reply(&json!({ "held": faults.held_count(), "struck": faults.affected_count() }))
}
