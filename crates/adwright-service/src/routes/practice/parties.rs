//! Users, advertisers, brands and activities, with the settings that the rules need.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::id::PathId;
use super::facts::facts_json;
use super::{Admin, json_reply};
use crate::app::App;
use crate::facts;
use crate::reply::{Refusal, ServiceReply};
use crate::request_body::RequestBody;
use crate::storage::activities::{self, Activity};
use crate::storage::parties::{self, Advertiser, Brand, User};

/// Lists all advertisers.
pub(crate) async fn advertisers(
    State(app): State<Arc<App>>,
    _: Admin,
) -> Result<ServiceReply, Refusal> {
    app.read_without_faults(|tx| {
        let all = parties::advertisers(tx)?;
        Ok(json_reply(&all.iter().map(advertiser_json).collect()))
    })
    .await
}

/// The new settings of an advertiser. Settings that are left out stay the same.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct AdvertiserSettings {
    privacy_section: Option<bool>,
    disable_cookies: Option<bool>,
    use_retargeting_data_value_object: Option<bool>,
}

/// Changes settings of an advertiser.
pub(crate) async fn set_advertiser(
    State(app): State<Arc<App>>,
    _: Admin,
    PathId(id): PathId,
    body: RequestBody,
) -> Result<ServiceReply, Refusal> {
    let settings: AdvertiserSettings = body.deserialize()?;
    app.write_without_faults(move |tx| {
        let advertiser = parties::find_advertiser(tx, id)?;
        let advertiser = advertiser.ok_or_else(|| Refusal::missing("advertiser", id))?;
        let advertiser = Advertiser {
            privacy_section: settings
                .privacy_section
                .unwrap_or(advertiser.privacy_section),
            disable_cookies: settings
                .disable_cookies
                .unwrap_or(advertiser.disable_cookies),
            value_objects: settings
                .use_retargeting_data_value_object
                .unwrap_or(advertiser.value_objects),
            ..advertiser
        };
        parties::set_settings(tx, &advertiser)?;
        Ok(json_reply(&advertiser_json(&advertiser)))
    })
    .await
}

/// Lists all users.
pub(crate) async fn users(State(app): State<Arc<App>>, _: Admin) -> Result<ServiceReply, Refusal> {
    app.read_without_faults(|tx| {
        let all = parties::users(tx)?;
        Ok(json_reply(&all.iter().map(user_json).collect()))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct PrivilegeRequest {
    may_write: bool,
}

/// Changes the privileges of a user.
pub(crate) async fn set_user(
    State(app): State<Arc<App>>,
    _: Admin,
    PathId(id): PathId,
    body: RequestBody,
) -> Result<ServiceReply, Refusal> {
    let PrivilegeRequest { may_write } = body.deserialize()?;
    app.write_without_faults(move |tx| {
        parties::set_may_write(tx, id, may_write)?;
        let user = parties::user(tx, id)?;
        let user = user.ok_or_else(|| Refusal::missing("user", id))?;
        Ok(json_reply(&user_json(&user)))
    })
    .await
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AdvertiserQuery {
    advertiser_id: Option<i64>,
}

/// Lists all brands, or those of one advertiser.
pub(crate) async fn brands(
    State(app): State<Arc<App>>,
    _: Admin,
    query: Result<Query<AdvertiserQuery>, QueryRejection>,
) -> Result<ServiceReply, Refusal> {
    let Query(asked) = query.map_err(|error| Refusal::Malformed(error.body_text()))?;
    app.read_without_faults(move |tx| {
        let brands = parties::brands(tx, asked.advertiser_id)?;
        Ok(json_reply(&brands.iter().map(brand_json).collect()))
    })
    .await
}

/// Lists all retargeting activities, or those of one advertiser.
pub(crate) async fn activities(
    State(app): State<Arc<App>>,
    _: Admin,
    query: Result<Query<AdvertiserQuery>, QueryRejection>,
) -> Result<ServiceReply, Refusal> {
    let Query(asked) = query.map_err(|error| Refusal::Malformed(error.body_text()))?;
    app.read_without_faults(move |tx| {
        let activities = activities::activities(tx, asked.advertiser_id)?;
        Ok(json_reply(&activities.iter().map(activity_json).collect()))
    })
    .await
}

pub(super) fn advertiser_json(advertiser: &Advertiser) -> Value {
    let keeps = facts::value_objects_fact(advertiser);
    let facts = facts::advertiser_facts(advertiser)
        .into_iter()
        .chain([keeps]);
    json!({
        "id": advertiser.id,
        "name": advertiser.name,
        "accountId": advertiser.account_id,
        "accountName": advertiser.account_name,
        "facts": facts_json(&facts.collect::<Vec<_>>()),
    })
}

fn user_json(user: &User) -> Value {
    json!({
        "id": user.id,
        "name": user.name,
        "accountId": user.account_id,
        "accountName": user.account_name,
        "mayWrite": user.may_write,
    })
}

fn brand_json(brand: &Brand) -> Value {
    json!({ "id": brand.id, "name": brand.name, "advertiserId": brand.advertiser_id })
}

fn activity_json(activity: &Activity) -> Value {
    json!({ "id": activity.id, "name": activity.name, "advertiserId": activity.advertiser_id })
}
