//! Users, advertisers, brands and activities, with what of them the rules ask about.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::id::Id;
use super::facts::facts_json;
use super::{Admin, found};
use crate::app::App;
use crate::body::Body;
use crate::facts;
use crate::reply::{Refusal, Reply};
use crate::storage::activities::{self, Activity};
use crate::storage::parties::{self, Advertiser, Brand, User};

/// All advertisers.
pub(crate) async fn advertisers(State(app): State<Arc<App>>, _: Admin) -> Result<Reply, Refusal> {
    app.look(|data| {
        let all = parties::advertisers(data)?;
        Ok(found(&all.iter().map(advertiser_json).collect()))
    })
    .await
}

/// The settings of an advertiser; what is not given stays.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Settings {
    privacy_section: Option<bool>,
    disable_cookies: Option<bool>,
    use_retargeting_data_value_object: Option<bool>,
}

/// Changes settings of an advertiser.
pub(crate) async fn set_advertiser(
    State(app): State<Arc<App>>,
    _: Admin,
    Id(id): Id,
    body: Body,
) -> Result<Reply, Refusal> {
    let settings: Settings = body.structure()?;
    app.change(move |data| {
        let advertiser = parties::advertiser(data, id)?;
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
        parties::set_settings(data, &advertiser)?;
        Ok(found(&advertiser_json(&advertiser)))
    })
    .await
}

/// All users.
pub(crate) async fn users(State(app): State<Arc<App>>, _: Admin) -> Result<Reply, Refusal> {
    app.look(|data| {
        let all = parties::users(data)?;
        Ok(found(&all.iter().map(user_json).collect()))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Privileges {
    may_write: bool,
}

/// Changes what a user may do.
pub(crate) async fn set_user(
    State(app): State<Arc<App>>,
    _: Admin,
    Id(id): Id,
    body: Body,
) -> Result<Reply, Refusal> {
    let Privileges { may_write } = body.structure()?;
    app.change(move |data| {
        parties::set_may_write(data, id, may_write)?;
        let user = parties::user(data, id)?;
        let user = user.ok_or_else(|| Refusal::missing("user", id))?;
        Ok(found(&user_json(&user)))
    })
    .await
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfAdvertiser {
    advertiser_id: Option<i64>,
}

/// All brands, or those of one advertiser.
pub(crate) async fn brands(
    State(app): State<Arc<App>>,
    _: Admin,
    query: Result<Query<OfAdvertiser>, QueryRejection>,
) -> Result<Reply, Refusal> {
    let Query(asked) = query.map_err(|error| Refusal::Malformed(error.body_text()))?;
    app.look(move |data| {
        let brands = parties::brands(data, asked.advertiser_id)?;
        Ok(found(&brands.iter().map(brand_json).collect()))
    })
    .await
}

/// All retargeting activities, or those of one advertiser.
pub(crate) async fn activities(
    State(app): State<Arc<App>>,
    _: Admin,
    query: Result<Query<OfAdvertiser>, QueryRejection>,
) -> Result<Reply, Refusal> {
    let Query(asked) = query.map_err(|error| Refusal::Malformed(error.body_text()))?;
    app.look(move |data| {
        let activities = activities::activities(data, asked.advertiser_id)?;
        Ok(found(&activities.iter().map(activity_json).collect()))
    })
    .await
}

pub(super) fn advertiser_json(advertiser: &Advertiser) -> Value {
    let keeps = facts::keeps_objects(advertiser);
    let facts = facts::of_advertiser(advertiser).into_iter().chain([keeps]);
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
