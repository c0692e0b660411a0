//! List, get, create and update, the same for every resource.

use std::sync::Arc;

use axum::extract::{Query, State};
use axum::routing::{MethodRouter, get, post, put};
use jiff::Timestamp;

use super::QueryParameters;
use super::id::PathId;
use crate::api_outcome::ApiOutcome;
use crate::app::{App, Caller, WriteCall, WriteSize};
use crate::faults::Fault;
use crate::listener::ConnectionCutter;
use crate::query;
use crate::reply::{Refusal, ServiceReply};
use crate::request_body::RequestBody;
use crate::response_transform;
use crate::saving::{BatchCreateOptions, DocumentReferences, SaveContext};
use crate::storage::documents::{self, OwnedDocuments};
use crate::variants::{Variant, VariantSet};
use crate::{FEW_AT_ONCE, MOST_AT_ONCE};

/// Lists one page of the documents that match and that the user owns.
pub(super) fn list<N: DocumentReferences + 'static>() -> MethodRouter<Arc<App>> {
    get(
        async |State(app): State<Arc<App>>,
               session: Caller,
               cut: ConnectionCutter,
               parameters: QueryParameters| {
            let Query(parameters) =
                parameters.map_err(|error| Refusal::Malformed(error.body_text()))?;
            let selection = query::parse_selection(N::RESOURCE, &parameters, app.variants())?;
            let shift = app.row_shift(selection.from);
            let shared = Arc::clone(&app);
            app.read(session, cut, move |tx, user| {
                let owned = OwnedDocuments {
                    resource: N::RESOURCE,
                    user: user.id,
                };
                let page = documents::list_shifted(tx, &shared.cursors, owned, &selection, shift)?;
                let documents::DocumentPage { texts, total } = page;
                Ok(ApiOutcome::List { texts, total })
            })
            .await
        },
    )
}

/// Returns one document, or nothing.
pub(super) fn get_by_id<N: DocumentReferences + 'static>() -> MethodRouter<Arc<App>> {
    get(
        async |State(app): State<Arc<App>>,
               session: Caller,
               cut: ConnectionCutter,
               PathId(id): PathId| {
            app.read(session, cut, move |tx, user| {
                let document = documents::get_owned(tx, N::RESOURCE, user.id, id)?;
                Ok(document.map_or(ApiOutcome::Nothing, ApiOutcome::One))
            })
            .await
        },
    )
}

/// Creates a document.
pub(super) fn create<N: DocumentReferences + 'static>() -> MethodRouter<Arc<App>> {
    post(
        async |State(app): State<Arc<App>>,
               session: Caller,
               cut: ConnectionCutter,
               body: RequestBody| {
            let entity = response_transform::from_variant_form(body.entity()?, app.variants());
            save(app, session, one_write(cut), move |context, _| {
                Ok(ApiOutcome::One(context.create::<N>(&entity)?))
            })
            .await
        },
    )
}

/// Creates all documents or none, unless a variant or a fault decides otherwise.
pub(super) fn create_all<N: DocumentReferences + 'static>() -> MethodRouter<Arc<App>> {
    post(
        async |State(app): State<Arc<App>>,
               session: Caller,
               cut: ConnectionCutter,
               body: RequestBody| {
            let variants = app.variants();
            let entities = body.entities()?.into_iter();
            let entities: Vec<_> = entities
                .map(|entity| response_transform::from_variant_form(entity, variants))
                .collect();
            save(
                app,
                session,
                WriteCall {
                    cut,
                    size: WriteSize::Many,
                },
                move |context, fault| {
                    context.create_all::<N>(&entities, &batch_options(variants, fault))
                },
            )
            .await
        },
    )
}

fn batch_options(variants: VariantSet, fault: Option<Fault>) -> BatchCreateOptions {
    BatchCreateOptions {
        most: if variants.has(Variant::SmallBatches) {
            FEW_AT_ONCE
        } else {
            MOST_AT_ONCE
        },
        one_by_one: variants.has(Variant::PartialCreate) || variants.has(Variant::ResultsAndErrors),
        half: fault == Some(Fault::PartialCreate),
    }
}

/// Replaces a document as a whole.
pub(super) fn update<N: DocumentReferences + 'static>() -> MethodRouter<Arc<App>> {
    put(
        async |State(app): State<Arc<App>>,
               session: Caller,
               cut: ConnectionCutter,
               PathId(id): PathId,
               body: RequestBody| {
            let entity = response_transform::from_variant_form(body.entity()?, app.variants());
            save(app, session, one_write(cut), move |context, _| {
                context.update::<N>(id, &entity)
            })
            .await
        },
    )
}

fn one_write(cut: ConnectionCutter) -> WriteCall {
    WriteCall {
        cut,
        size: WriteSize::One,
    }
}

async fn save(
    app: Arc<App>,
    session: Caller,
    call: WriteCall,
    act: impl FnOnce(&SaveContext<'_>, Option<Fault>) -> Result<ApiOutcome, Refusal> + Send + 'static,
) -> Result<ServiceReply, Refusal> {
    let variants = app.variants();
    app.write(session, call, move |tx, user, fault| {
        let context = SaveContext {
            tx,
            user,
            now: Timestamp::now(),
            variants,
        };
        act(&context, fault)
    })
    .await
}
