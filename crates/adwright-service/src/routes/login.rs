//! The session login, as public sources describe it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::LOCATION;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::json;

use super::reply_middleware::with_trailing_slash;
use crate::app::{App, Caller, lock};
use crate::reply::{Refusal, ServiceReply};
use crate::request_body::RequestBody;
use crate::storage::parties;
use crate::variants::Variant;

#[derive(Deserialize)]
struct LoginRequest {
    username: String,
    password: String,
}

/// Opens a session. Under a variant, redirects to the path with a trailing slash.
pub(super) async fn login(
    State(app): State<Arc<App>>,
    uri: Uri,
    body: RequestBody,
) -> Result<Response, Refusal> {
    if app.variants().has(Variant::LoginRedirects)
        && let Some(slashed) = with_trailing_slash(&uri)
    {
        return Ok((StatusCode::TEMPORARY_REDIRECT, [(LOCATION, slashed)]).into_response());
    }
    let opened = open_session(app, body.deserialize()?).await?;
    Ok(opened.into_response())
}

async fn open_session(
    app: Arc<App>,
    LoginRequest { username, password }: LoginRequest,
) -> Result<ServiceReply, Refusal> {
    if password != app.password {
        return Err(Refusal::WrongLogin);
    }
    let sessions = Arc::clone(&app);
    app.read_without_faults(move |tx| {
        let user = parties::user_id(tx, &username)?.ok_or(Refusal::WrongLogin)?;
        let token = lock(&sessions.sessions).open(user, Timestamp::now());
        Ok(ServiceReply::ok(adwright_wire::single_body(
            &json!({ "sessionId": token }).to_string(),
        )))
    })
    .await
}

/// Confirms that the session is valid, and returns its user.
pub(super) async fn check_session(
    State(app): State<Arc<App>>,
    session: Caller,
) -> Result<ServiceReply, Refusal> {
    app.read_without_faults(move |tx| {
        let user = session.user(tx)?;
        Ok(ServiceReply::ok(adwright_wire::single_body(
            &json!({ "userId": user.id, "name": user.name }).to_string(),
        )))
    })
    .await
}
