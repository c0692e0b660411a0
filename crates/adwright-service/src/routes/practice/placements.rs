//! The placements of a campaign, which no path of the interface attaches or detaches.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::id::PathId;
use super::{Admin, json_reply};
use crate::app::App;
use crate::reply::{Refusal, ServiceReply};
use crate::request_body::RequestBody;
use crate::storage::campaigns;
use crate::storage::placements::{self, Placement};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct AttachRequest {
    name: String,
    #[serde(rename = "type")]
    kind: String,
    site_id: i64,
}

/// Attaches a new placement to a campaign.
pub(crate) async fn attach(
    State(app): State<Arc<App>>,
    _: Admin,
    PathId(campaign): PathId,
    body: RequestBody,
) -> Result<ServiceReply, Refusal> {
    let AttachRequest {
        name,
        kind,
        site_id,
    } = body.deserialize()?;
    app.write_without_faults(move |tx| {
        if campaigns::advertiser_of(tx, campaign)?.is_none() {
            return Err(Refusal::missing("campaign", campaign));
        }
        let id = placements::next_id(tx)?;
        let placement = Placement {
            id,
            site_id,
            name,
            kind,
        };
        placements::insert(tx, campaign, &placement)?;
        Ok(json_reply(&placement_json(&placement)))
    })
    .await
}

/// Detaches and deletes a placement.
pub(crate) async fn detach(
    State(app): State<Arc<App>>,
    _: Admin,
    PathId(id): PathId,
) -> Result<ServiceReply, Refusal> {
    app.write_without_faults(move |tx| {
        if placements::remove(tx, id)? {
            return Ok(json_reply(&json!({ "id": id })));
        }
        Err(Refusal::missing("placement", id))
    })
    .await
}

pub(super) fn placement_json(placement: &Placement) -> Value {
    json!({
        "id": placement.id,
        "name": placement.name,
        "type": placement.kind,
        "siteId": placement.site_id,
    })
}
