//! The campaign resource.

use std::sync::Arc;

use adwright_wire::{list_body, single_body};
use axum::extract::{Query, State};
use jiff::Timestamp;

use super::Parameters;
use super::id::Id;
use crate::app::App;
use crate::body::Body;
use crate::listener::Cut;
use crate::query;
use crate::reply::{Refusal, Reply};
use crate::saving::Saving;
use crate::storage::campaigns;
use crate::storage::parties::User;

/// The campaigns that match and that the user owns, a page of them.
pub(super) async fn list(
    State(app): State<Arc<App>>,
    user: User,
    parameters: Parameters,
) -> Result<Reply, Refusal> {
    let Query(parameters) = parameters.map_err(|error| Refusal::Malformed(error.body_text()))?;
    let selection = query::selection(&parameters)?;
    app.read(move |data| {
        let page = campaigns::list(data, user.id, &selection)?;
        let texts: Vec<&str> = page.texts.iter().map(String::as_str).collect();
        Ok(Reply::ok(list_body(&texts, page.total)))
    })
    .await
}

/// One campaign, or an empty body.
pub(super) async fn get(
    State(app): State<Arc<App>>,
    user: User,
    Id(id): Id,
) -> Result<Reply, Refusal> {
    app.read(move |data| {
        let campaign = campaigns::owned(data, user.id, id)?;
        Ok(campaign.map_or_else(Reply::empty, |text| Reply::ok(single_body(&text))))
    })
    .await
}

/// A new campaign.
pub(super) async fn create(
    State(app): State<Arc<App>>,
    user: User,
    cut: Cut,
    body: Body,
) -> Result<Reply, Refusal> {
    let entity = body.entity()?;
    save(app, user, cut, move |saving| saving.create(&entity)).await
}

/// A whole campaign in the place of the one that is kept.
pub(super) async fn update(
    State(app): State<Arc<App>>,
    user: User,
    cut: Cut,
    Id(id): Id,
    body: Body,
) -> Result<Reply, Refusal> {
    let entity = body.entity()?;
    save(app, user, cut, move |saving| saving.update(id, &entity)).await
}

async fn save(
    app: Arc<App>,
    user: User,
    cut: Cut,
    act: impl FnOnce(&Saving<'_>) -> Result<String, Refusal> + Send + 'static,
) -> Result<Reply, Refusal> {
    app.write(cut, move |data| {
        let saving = Saving {
            data,
            user: &user,
            now: Timestamp::now(),
        };
        Ok(Reply::ok(single_body(&act(&saving)?)))
    })
    .await
}
