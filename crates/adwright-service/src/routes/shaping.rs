//! Brings the answers of the interface into the form of the variants, as far as that is not a matter of one route.

use std::sync::Arc;

use adwright_wire::codes;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::LOCATION;
use axum::http::{HeaderValue, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::reply::Failure;
use crate::said::error_body;
use crate::variants::{Variant, Variants};

/// Redirects where a variant wants a slash, and gives failures the form that a variant wants.
pub(super) async fn shape(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let variants = app.variants();
    if variants.has(Variant::SlashRedirects)
        && let Some(slashed) = slashed(request.uri())
    {
        return (StatusCode::PERMANENT_REDIRECT, [(LOCATION, slashed)]).into_response();
    }
    let mut response = next.run(request).await;
    if let Some(failure) = response.extensions_mut().remove::<Failure>() {
        *response.status_mut() = status(variants, response.status(), failure.code);
        let body = error_body(variants, failure.code, &failure.message);
        *response.body_mut() = Body::from(body);
    }
    response
}

/// The same with a slash at the end of the path; none where there is one.
fn slashed(uri: &Uri) -> Option<HeaderValue> {
    let path = uri.path();
    if path.ends_with('/') {
        return None;
    }
    let query = uri.query().map(|query| format!("?{query}"));
    let slashed = format!("{path}/{}", query.unwrap_or_default());
    HeaderValue::try_from(slashed).ok()
}

/// Only the refusals of rules come with another status: what HTTP itself has a status for keeps it.
fn status(variants: Variants, status: StatusCode, code: u32) -> StatusCode {
    let is_rule = codes::meaning(code).is_some() && code != codes::PAGING;
    if is_rule && variants.has(Variant::Refusals200) {
        StatusCode::OK
    } else if is_rule && variants.has(Variant::Refusals400) {
        StatusCode::BAD_REQUEST
    } else {
        status
    }
}
