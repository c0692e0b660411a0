//! A change by someone else.

use std::borrow::Cow;
use std::sync::Arc;

use adwright_model::{Edit, EditableDocument, Node, Path};
use adwright_wire::single_body;
use axum::extract::State;
use axum::routing::{MethodRouter, post};
use jiff::Timestamp;

use super::super::id::PathId;
use super::Admin;
use crate::app::App;
use crate::demo::parties::SPECIALIST;
use crate::reply::{Refusal, ServiceReply};
use crate::request_body::RequestBody;
use crate::saving::{DocumentReferences, SaveContext};
use crate::storage::parties;
use crate::variants::VariantSet;

/// Changes a document as another person would: sets the members of the body, by path, without any rule.
pub(crate) fn touch<N: DocumentReferences + 'static>() -> MethodRouter<Arc<App>> {
    post(
        async |State(app): State<Arc<App>>, _: Admin, PathId(id): PathId, body: RequestBody| {
            let edits = parse_edits(&body.json_object()?)?;
            app.write_without_faults(move |tx| {
                let someone_else = parties::user(tx, SPECIALIST.id)?;
                let context = SaveContext {
                    tx,
                    user: &someone_else
                        .ok_or_else(|| Refusal::Failed("the demo users are gone".to_owned()))?,
                    now: Timestamp::now(),
                    variants: VariantSet::default(),
                };
                let touched = context.touch(N::RESOURCE, id, &edits)?;
                Ok(ServiceReply::ok(single_body(&touched)))
            })
            .await
        },
    )
}

fn parse_edits(members: &EditableDocument) -> Result<Vec<Edit>, Refusal> {
    let edit = |(name, node): (Cow<'_, str>, Node<'_>)| {
        let path: Path = name.parse().map_err(|error| {
            Refusal::Malformed(format!("\"{name}\" is not a member's path: {error}."))
        })?;
        Ok(Edit::Set {
            path,
            json: node.raw().to_owned(),
        })
    };
    members.root().members().map(edit).collect()
}
