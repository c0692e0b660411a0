//! The facts for the rules.

use std::sync::Arc;

use adwright_checks::{Fact, FactValue};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::id::PathId;
use super::parties::advertiser_json;
use super::placements::placement_json;
use super::{Admin, json_reply};
use crate::app::App;
use crate::facts;
use crate::reply::{Refusal, ServiceReply};
use crate::storage::activities;
use crate::storage::campaigns;
use crate::storage::parties;
use crate::storage::placements;

/// Returns the facts about a campaign, its placements and its advertiser.
pub(crate) async fn campaign(
    State(app): State<Arc<App>>,
    _: Admin,
    PathId(id): PathId,
) -> Result<ServiceReply, Refusal> {
    app.read_without_faults(move |tx| {
        let Some(advertiser) = campaigns::advertiser_of(tx, id)? else {
            return Ok(ServiceReply::empty());
        };
        let placements = placements::list_by_campaign(tx, id)?;
        let mut facts = facts::placement_facts(&placements).to_vec();
        if let Some(advertiser) = parties::find_advertiser(tx, advertiser)? {
            facts.extend(facts::advertiser_facts(&advertiser));
        }
        let placements: Vec<_> = placements.iter().map(placement_json).collect();
        Ok(json_reply(
            &json!({ "placements": placements, "facts": facts_json(&facts) }),
        ))
    })
    .await
}

/// Returns the facts about an advertiser.
pub(crate) async fn advertiser(
    State(app): State<Arc<App>>,
    _: Admin,
    PathId(id): PathId,
) -> Result<ServiceReply, Refusal> {
    app.read_without_faults(move |tx| {
        let advertiser = parties::find_advertiser(tx, id)?;
        Ok(advertiser.map_or_else(ServiceReply::empty, |advertiser| {
            json_reply(&advertiser_json(&advertiser))
        }))
    })
    .await
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ValueQuery {
    advertiser_id: i64,
    retargeting_activity_id: i64,
}

/// Returns the facts about a retargeting value of this advertiser and this activity.
pub(crate) async fn value(
    State(app): State<Arc<App>>,
    _: Admin,
    query: Result<Query<ValueQuery>, QueryRejection>,
) -> Result<ServiceReply, Refusal> {
    let Query(asked) = query.map_err(|error| Refusal::Malformed(error.body_text()))?;
    app.read_without_faults(move |tx| {
        let Some(advertiser) = parties::find_advertiser(tx, asked.advertiser_id)? else {
            return Ok(ServiceReply::empty());
        };
        let activity = activities::find_activity(tx, asked.retargeting_activity_id)?;
        let facts = facts::value_facts(&advertiser, activity.as_ref());
        Ok(json_reply(&json!({ "facts": facts_json(&facts) })))
    })
    .await
}

pub(super) fn facts_json(facts: &[(Fact, FactValue)]) -> Value {
    let fact = |(fact, known): &(Fact, FactValue)| json!({ "fact": fact.as_str(), "value": known.value, "detail": known.detail });
    facts.iter().map(fact).collect()
}
