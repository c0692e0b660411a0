//! Trouble on demand.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use serde_json::json;

use super::{Admin, found};
use crate::app::{App, locked};
use crate::body::Body;
use crate::faults::Fault;
use crate::reply::{Refusal, Reply};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arming {
    fault: Fault,
    #[serde(default = "once")]
    times: u32,
}

fn once() -> u32 {
    1
}

/// Sets what happens to the next writes or reads, and lets go of the answers that are held.
pub(crate) async fn arm(
    State(app): State<Arc<App>>,
    _: Admin,
    body: Body,
) -> Result<Reply, Refusal> {
    let Arming { fault, times } = body.structure()?;
    locked(&app.faults).arm(fault, times);
    Ok(found(&json!({ "times": times })))
}

/// How many answers are held, and how many calls were struck since faults were set.
pub(crate) async fn held(State(app): State<Arc<App>>, _: Admin) -> Reply {
    let faults = locked(&app.faults);
    found(&json!({ "held": faults.held(), "struck": faults.struck() }))
}
