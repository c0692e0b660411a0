//! What the rules ask.

use std::sync::Arc;

use adwright_checks::{Fact, Known};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::id::Id;
use super::parties::advertiser_json;
use super::placements::placement_json;
use super::{Admin, found};
use crate::app::App;
use crate::facts;
use crate::reply::{Refusal, Reply};
use crate::storage::activities;
use crate::storage::campaigns;
use crate::storage::parties;
use crate::storage::placements;

/// What the rules ask about a campaign, its placements, and its advertiser.
pub(crate) async fn of_campaign(
    State(app): State<Arc<App>>,
    _: Admin,
    Id(id): Id,
) -> Result<Reply, Refusal> {
    app.look(move |data| {
        let Some(advertiser) = campaigns::advertiser_of(data, id)? else {
            return Ok(Reply::empty());
        };
        let placements = placements::of_campaign(data, id)?;
        let mut facts = facts::of_placements(&placements).to_vec();
        if let Some(advertiser) = parties::advertiser(data, advertiser)? {
            facts.extend(facts::of_advertiser(&advertiser));
        }
        let placements: Vec<_> = placements.iter().map(placement_json).collect();
        Ok(found(
            &json!({ "placements": placements, "facts": facts_json(&facts) }),
        ))
    })
    .await
}

/// What the rules ask about an advertiser.
pub(crate) async fn of_advertiser(
    State(app): State<Arc<App>>,
    _: Admin,
    Id(id): Id,
) -> Result<Reply, Refusal> {
    app.look(move |data| {
        let advertiser = parties::advertiser(data, id)?;
        Ok(advertiser.map_or_else(Reply::empty, |advertiser| {
            found(&advertiser_json(&advertiser))
        }))
    })
    .await
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfValue {
    advertiser_id: i64,
    retargeting_activity_id: i64,
}

/// What the rules ask about a retargeting value of this advertiser and this activity.
pub(crate) async fn of_value(
    State(app): State<Arc<App>>,
    _: Admin,
    query: Result<Query<OfValue>, QueryRejection>,
) -> Result<Reply, Refusal> {
    let Query(asked) = query.map_err(|error| Refusal::Malformed(error.body_text()))?;
    app.look(move |data| {
        let Some(advertiser) = parties::advertiser(data, asked.advertiser_id)? else {
            return Ok(Reply::empty());
        };
        let activity = activities::activity(data, asked.retargeting_activity_id)?;
        let facts = facts::of_value(&advertiser, activity.as_ref());
        Ok(found(&json!({ "facts": facts_json(&facts) })))
    })
    .await
}

pub(super) fn facts_json(facts: &[(Fact, Known)]) -> Value {
    let fact = |(fact, known): &(Fact, Known)| json!({ "fact": fact.as_str(), "value": known.value, "detail": known.detail });
    facts.iter().map(fact).collect()
}
