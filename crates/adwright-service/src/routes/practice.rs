//! Our own interface beside the specified one: what no interface tells, and trouble to train with.

use std::borrow::Cow;
use std::sync::Arc;

use adwright_checks::{Fact, Known};
use adwright_model::{Edit, Editable, Node, Path as Member};
use adwright_wire::single_body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequestParts, Query, State};
use axum::http::request::Parts;
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Value, json};

use super::id::Id;
use crate::app::{App, locked};
use crate::body::Body;
use crate::demo::parties::SPECIALIST;
use crate::facts;
use crate::faults::Fault;
use crate::reply::{Refusal, Reply};
use crate::resource::CAMPAIGNS;
use crate::saving::Saving;
use crate::storage::campaigns;
use crate::storage::parties::{self, Advertiser, Brand};
use crate::storage::placements::{self, Placement};

/// Proof that the request carries the practice token.
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

/// What the rules ask about a campaign, its placements, and its advertiser.
pub(super) async fn campaign_facts(
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
pub(super) async fn advertiser_facts(
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

/// All advertisers.
pub(super) async fn advertisers(State(app): State<Arc<App>>, _: Admin) -> Result<Reply, Refusal> {
    app.look(|data| {
        let all = parties::advertisers(data)?;
        Ok(found(&all.iter().map(advertiser_json).collect()))
    })
    .await
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BrandQuery {
    advertiser_id: Option<i64>,
}

/// All brands, or those of one advertiser.
pub(super) async fn brands(
    State(app): State<Arc<App>>,
    _: Admin,
    query: Result<Query<BrandQuery>, QueryRejection>,
) -> Result<Reply, Refusal> {
    let Query(query) = query.map_err(|error| Refusal::Malformed(error.body_text()))?;
    app.look(move |data| {
        let brands = parties::brands(data, query.advertiser_id)?;
        Ok(found(&brands.iter().map(brand_json).collect()))
    })
    .await
}

/// Changes a campaign as another person would: the body's members, by path, are set past all rules.
pub(super) async fn touch(
    State(app): State<Arc<App>>,
    _: Admin,
    Id(id): Id,
    body: Body,
) -> Result<Reply, Refusal> {
    let edits = edits(&body.editable()?)?;
    app.change(move |data| {
        let someone_else = parties::user(data, SPECIALIST.id)?;
        let saving = Saving {
            data,
            user: &someone_else
                .ok_or_else(|| Refusal::Failed("the demo users are gone".to_owned()))?,
            now: Timestamp::now(),
        };
        Ok(Reply::ok(single_body(
            &saving.touch(&CAMPAIGNS, id, &edits)?,
        )))
    })
    .await
}

fn edits(members: &Editable) -> Result<Vec<Edit>, Refusal> {
    let edit = |(name, node): (Cow<'_, str>, Node<'_>)| {
        let path: Member = name.parse().map_err(|error| {
            Refusal::Malformed(format!("\"{name}\" is not a member's path: {error}."))
        })?;
        Ok(Edit::Set {
            path,
            json: node.raw().to_owned(),
        })
    };
    members.root().members().map(edit).collect()
}

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
pub(super) async fn arm(
    State(app): State<Arc<App>>,
    _: Admin,
    body: Body,
) -> Result<Reply, Refusal> {
    let Arming { fault, times } = body.structure()?;
    locked(&app.faults).arm(fault, times);
    Ok(found(&json!({ "times": times })))
}

/// How many answers are held.
pub(super) async fn held(State(app): State<Arc<App>>, _: Admin) -> Reply {
    found(&json!({ "held": locked(&app.faults).held() }))
}

fn found(result: &Value) -> Reply {
    Reply::ok(single_body(&result.to_string()))
}

fn facts_json(facts: &[(Fact, Known)]) -> Value {
    let fact = |(fact, known): &(Fact, Known)| json!({ "fact": fact.as_str(), "value": known.value, "detail": known.detail });
    facts.iter().map(fact).collect()
}

fn placement_json(placement: &Placement) -> Value {
    json!({
        "id": placement.id,
        "name": placement.name,
        "type": placement.kind,
        "siteId": placement.site_id,
    })
}

fn advertiser_json(advertiser: &Advertiser) -> Value {
    json!({
        "id": advertiser.id,
        "name": advertiser.name,
        "accountId": advertiser.account_id,
        "accountName": advertiser.account_name,
        "facts": facts_json(&facts::of_advertiser(advertiser)),
    })
}

fn brand_json(brand: &Brand) -> Value {
    json!({ "id": brand.id, "name": brand.name, "advertiserId": brand.advertiser_id })
}
