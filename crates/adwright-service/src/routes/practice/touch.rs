//! What someone else does meanwhile.

use std::borrow::Cow;
use std::sync::Arc;

use adwright_model::{Edit, Editable, Node, Path};
use adwright_wire::single_body;
use axum::extract::State;
use axum::routing::{MethodRouter, post};
use jiff::Timestamp;

use super::super::id::Id;
use super::Admin;
use crate::app::App;
use crate::body::Body;
use crate::demo::parties::SPECIALIST;
use crate::reply::{Refusal, Reply};
use crate::saving::{Named, Saving};
use crate::storage::parties;
use crate::variants::Variants;

/// Changes a document as another person would: the body's members, by path, are set past all rules.
pub(crate) fn touch<N: Named + 'static>() -> MethodRouter<Arc<App>> {
    post(
        async |State(app): State<Arc<App>>, _: Admin, Id(id): Id, body: Body| {
            let edits = edits(&body.editable()?)?;
            app.change(move |data| {
                let someone_else = parties::user(data, SPECIALIST.id)?;
                let saving = Saving {
                    data,
                    user: &someone_else
                        .ok_or_else(|| Refusal::Failed("the demo users are gone".to_owned()))?,
                    now: Timestamp::now(),
                    variants: Variants::default(),
                };
                let touched = saving.touch(N::RESOURCE, id, &edits)?;
                Ok(Reply::ok(single_body(&touched)))
            })
            .await
        },
    )
}

fn edits(members: &Editable) -> Result<Vec<Edit>, Refusal> {
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
