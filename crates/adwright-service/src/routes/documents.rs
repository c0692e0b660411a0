//! List, get, create and update, the same for every resource.

use std::sync::Arc;

use axum::extract::{Query, State};
use axum::routing::{MethodRouter, get, post, put};
use jiff::Timestamp;

use super::Parameters;
use super::id::Id;
use crate::app::{App, Session, Write};
use crate::body::Body;
use crate::faults::Fault;
use crate::forms;
use crate::listener::Cut;
use crate::query;
use crate::reply::{Refusal, Reply};
use crate::said::Said;
use crate::saving::{Creating, Named, Saving};
use crate::storage::documents;
use crate::variants::{Variant, Variants};
use crate::{FEW_AT_ONCE, MOST_AT_ONCE};

/// The documents that match and that the user owns, a page of them.
pub(super) fn list<N: Named + 'static>() -> MethodRouter<Arc<App>> {
    get(
        async |State(app): State<Arc<App>>, session: Session, cut: Cut, parameters: Parameters| {
            let Query(parameters) =
                parameters.map_err(|error| Refusal::Malformed(error.body_text()))?;
            let selection = query::selection(N::RESOURCE, &parameters, app.variants())?;
            let places = app.rows_moved(selection.from);
            let reading = Arc::clone(&app);
            app.read(session, cut, move |data, user| {
                let all = (N::RESOURCE, user.id);
                let page =
                    documents::list_moved(data, &reading.bookmarks, all, (&selection, places))?;
                let documents::Page { texts, total } = page;
                Ok(Said::List { texts, total })
            })
            .await
        },
    )
}

/// One document, or nothing.
pub(super) fn one<N: Named + 'static>() -> MethodRouter<Arc<App>> {
    get(
        async |State(app): State<Arc<App>>, session: Session, cut: Cut, Id(id): Id| {
            app.read(session, cut, move |data, user| {
                let document = documents::owned(data, N::RESOURCE, user.id, id)?;
                Ok(document.map_or(Said::Nothing, Said::One))
            })
            .await
        },
    )
}

/// A new document.
pub(super) fn create<N: Named + 'static>() -> MethodRouter<Arc<App>> {
    post(
        async |State(app): State<Arc<App>>, session: Session, cut: Cut, body: Body| {
            let entity = forms::read(body.entity()?, app.variants());
            save(app, session, (cut, Write::One), move |saving, _| {
                Ok(Said::One(saving.create::<N>(&entity)?))
            })
            .await
        },
    )
}

/// New documents: all of them, or none, unless a variant or a fault says otherwise.
pub(super) fn create_all<N: Named + 'static>() -> MethodRouter<Arc<App>> {
    post(
        async |State(app): State<Arc<App>>, session: Session, cut: Cut, body: Body| {
            let variants = app.variants();
            let entities = body.entities()?.into_iter();
            let entities: Vec<_> = entities.map(|one| forms::read(one, variants)).collect();
            save(app, session, (cut, Write::Many), move |saving, fault| {
                saving.create_all::<N>(&entities, &creating(variants, fault))
            })
            .await
        },
    )
}

fn creating(variants: Variants, fault: Option<Fault>) -> Creating {
    Creating {
        most: if variants.has(Variant::SmallBatches) {
            FEW_AT_ONCE
        } else {
            MOST_AT_ONCE
        },
        one_by_one: variants.has(Variant::PartialCreate) || variants.has(Variant::ResultsAndErrors),
        half: fault == Some(Fault::PartialCreate),
    }
}

/// A whole document in the place of the one that is kept.
pub(super) fn update<N: Named + 'static>() -> MethodRouter<Arc<App>> {
    put(
        async |State(app): State<Arc<App>>, session: Session, cut: Cut, Id(id): Id, body: Body| {
            let entity = forms::read(body.entity()?, app.variants());
            save(app, session, (cut, Write::One), move |saving, _| {
                saving.update::<N>(id, &entity)
            })
            .await
        },
    )
}

async fn save(
    app: Arc<App>,
    session: Session,
    call: (Cut, Write),
    act: impl FnOnce(&Saving<'_>, Option<Fault>) -> Result<Said, Refusal> + Send + 'static,
) -> Result<Reply, Refusal> {
    let variants = app.variants();
    app.write(session, call, move |data, user, fault| {
        let saving = Saving {
            data,
            user,
            now: Timestamp::now(),
            variants,
        };
        act(&saving, fault)
    })
    .await
}
