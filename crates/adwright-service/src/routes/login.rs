//! The session login, as it is publicly known.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::LOCATION;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::json;

use super::shaping::slashed;
use crate::app::{App, Session, locked};
use crate::body::Body;
use crate::reply::{Refusal, Reply};
use crate::storage::parties;
use crate::variants::Variant;

#[derive(Deserialize)]
struct Login {
    username: String,
    password: String,
}

/// Opens a session, or sends there under a variant.
pub(super) async fn login(
    State(app): State<Arc<App>>,
    uri: Uri,
    body: Body,
) -> Result<Response, Refusal> {
    if app.variants().has(Variant::LoginRedirects)
        && let Some(slashed) = slashed(&uri)
    {
        return Ok((StatusCode::TEMPORARY_REDIRECT, [(LOCATION, slashed)]).into_response());
    }
    let opened = open(app, body.structure()?).await?;
    Ok(opened.into_response())
}

async fn open(app: Arc<App>, Login { username, password }: Login) -> Result<Reply, Refusal> {
    if password != app.password {
        return Err(Refusal::WrongLogin);
    }
    let sessions = Arc::clone(&app);
    app.look(move |data| {
        let user = parties::user_id(data, &username)?.ok_or(Refusal::WrongLogin)?;
        let token = locked(&sessions.sessions).open(user, Timestamp::now());
        Ok(Reply::ok(adwright_wire::single_body(
            &json!({ "sessionId": token }).to_string(),
        )))
    })
    .await
}

/// Tells that the session still lives, and whose it is.
pub(super) async fn check(State(app): State<Arc<App>>, session: Session) -> Result<Reply, Refusal> {
    app.look(move |data| {
        let user = session.user(data)?;
        Ok(Reply::ok(adwright_wire::single_body(
            &json!({ "userId": user.id, "name": user.name }).to_string(),
        )))
    })
    .await
}
