//! List, get, create and update, the same for every resource.

use std::sync::Arc;

use adwright_wire::{list_body, single_body};
use axum::extract::{Query, State};
use axum::routing::{MethodRouter, get, post, put};
use jiff::Timestamp;

use super::Parameters;
use super::id::Id;
use crate::MOST_AT_ONCE;
use crate::app::App;
use crate::body::Body;
use crate::listener::Cut;
use crate::query;
use crate::reply::{Refusal, Reply};
use crate::saving::{Named, Saving};
use crate::storage::documents;
use crate::storage::parties::User;

/// The documents that match and that the user owns, a page of them.
pub(super) fn list<N: Named + 'static>() -> MethodRouter<Arc<App>> {
    get(
        async |State(app): State<Arc<App>>, user: User, parameters: Parameters| {
            let Query(parameters) =
                parameters.map_err(|error| Refusal::Malformed(error.body_text()))?;
            let selection = query::selection(N::RESOURCE, &parameters)?;
            app.read(move |data| {
                let page = documents::list(data, N::RESOURCE, user.id, &selection)?;
                Ok(Reply::ok(list_body(&page.texts, page.total)))
            })
            .await
        },
    )
}

/// One document, or an empty body.
pub(super) fn one<N: Named + 'static>() -> MethodRouter<Arc<App>> {
    get(
        async |State(app): State<Arc<App>>, user: User, Id(id): Id| {
            app.read(move |data| {
                let document = documents::owned(data, N::RESOURCE, user.id, id)?;
                Ok(document.map_or_else(Reply::empty, |text| Reply::ok(single_body(&text))))
            })
            .await
        },
    )
}

/// A new document.
pub(super) fn create<N: Named + 'static>() -> MethodRouter<Arc<App>> {
    post(
        async |State(app): State<Arc<App>>, user: User, cut: Cut, body: Body| {
            let entity = body.entity()?;
            save(app, user, cut, move |saving| {
                Ok(single_body(&saving.create::<N>(&entity)?))
            })
            .await
        },
    )
}

/// New documents: all of them, or none.
pub(super) fn create_all<N: Named + 'static>() -> MethodRouter<Arc<App>> {
    post(
        async |State(app): State<Arc<App>>, user: User, cut: Cut, body: Body| {
            let entities = body.entities()?;
            save(app, user, cut, move |saving| {
                let texts = saving.create_all::<N>(&entities, MOST_AT_ONCE)?;
                Ok(list_body(&texts, texts.len() as u64))
            })
            .await
        },
    )
}

/// A whole document in the place of the one that is kept.
pub(super) fn update<N: Named + 'static>() -> MethodRouter<Arc<App>> {
    put(
        async |State(app): State<Arc<App>>, user: User, cut: Cut, Id(id): Id, body: Body| {
            let entity = body.entity()?;
            save(app, user, cut, move |saving| {
                Ok(single_body(&saving.update::<N>(id, &entity)?))
            })
            .await
        },
    )
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
        Ok(Reply::ok(act(&saving)?))
    })
    .await
}
