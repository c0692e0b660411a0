//! Applies the variants to the replies of the interface, if they concern more than one route.

use std::io::Write as _;
use std::sync::Arc;

use adwright_wire::codes;
use axum::body::{Body, HttpBody as _, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, LOCATION, RETRY_AFTER,
    WWW_AUTHENTICATE,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use jiff::Timestamp;

use crate::api_outcome::{error_body, expiry_body};
use crate::app::{App, lock};
use crate::auth::AuthScheme;
use crate::listener::ConnectionCutter;
use crate::quota::next_day_http_date;
use crate::reply::{ErrorParts, Refusal};
use crate::variants::{Variant, VariantSet};

/// What a variant does with a request because of the end of its path.
enum TrailingSlashAction {
    Accept,
    /// Redirect to the path with a slash.
    Redirect(HeaderValue),
    /// Answer that nothing is there.
    NotFound,
}

/// Redirects to a slash and counts calls if a variant requires it, and applies the other variants to the reply.
pub(super) async fn apply_variants(
    State(app): State<Arc<App>>,
    cut: ConnectionCutter,
    request: Request,
    next: Next,
) -> Response {
    let variants = app.variants();
    let slash_action = trailing_slash_action(variants, request.uri());
    if let TrailingSlashAction::Redirect(slashed) = slash_action {
        return (StatusCode::PERMANENT_REDIRECT, [(LOCATION, slashed)]).into_response();
    }
    let compresses = variants.has(Variant::Gzip) && accepts_gzip(request.headers());
    let mut response = match slash_action {
        TrailingSlashAction::NotFound => Refusal::NoSuchPath.into_response(),
        _ if variants.has(Variant::RateLimits) => enforce_quota(&app, request, next).await,
        _ => next.run(request).await,
    };
    if let Some(failure) = response.extensions_mut().remove::<ErrorParts>() {
        write_failure(variants, &mut response, &failure);
    }
    if compresses {
        response = compress(response).await;
    }
    if let Some(length) = response.body().size_hint().exact() {
        cut.adjust_to_body(usize::try_from(length).unwrap_or(usize::MAX));
    }
    response
}

/// Rewrites a failure as a variant requires.
fn write_failure(variants: VariantSet, response: &mut Response, failure: &ErrorParts) {
    let is_expiry = response.status() == StatusCode::UNAUTHORIZED;
    if is_expiry && variants.has(Variant::FaultOnExpiry) {
        *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
        *response.body_mut() = Body::from(expiry_body());
        return;
    }
    let is_forbidden = is_expiry && variants.has(Variant::ForbiddenOnExpiry);
    if is_forbidden {
        *response.status_mut() = StatusCode::FORBIDDEN;
    } else if let Some(challenge) = AuthScheme::from_variants(variants)
        .challenge()
        .filter(|_| is_expiry)
    {
        let challenge = HeaderValue::from_static(challenge);
        response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
    }
    *response.status_mut() = failure_status(variants, response.status(), failure.code);
    let code = if is_forbidden {
        StatusCode::FORBIDDEN.as_u16().into()
    } else {
        failure.code
    };
    let body = error_body(variants, code, &failure.message);
    *response.body_mut() = Body::from(body);
    if variants.has(Variant::HtmlErrors) {
        let html = HeaderValue::from_static("text/html; charset=utf-8");
        response.headers_mut().insert(CONTENT_TYPE, html);
    }
}

/// Answers while calls are left, and reports the remaining number with every reply.
async fn enforce_quota(app: &App, request: Request, next: Next) -> Response {
    let now = Timestamp::now();
    let (is_left, quota) = {
        let mut quota = lock(&app.quota);
        (quota.count_call(now), *quota)
    };
    let mut response = if is_left {
        next.run(request).await
    } else {
        let mut refused = Refusal::TooMany.into_response();
        let date = next_day_http_date(now).unwrap_or(HeaderValue::from_static("86400"));
        refused.headers_mut().insert(RETRY_AFTER, date);
        refused
    };
    quota.write_headers(response.headers_mut());
    response
}

fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(ACCEPT_ENCODING);
    accepted
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.contains("gzip"))
}

async fn compress(response: Response) -> Response {
    let (mut parts, body) = response.into_parts();
    let compressed = async {
        let plain = to_bytes(body, usize::MAX)
            .await
            .map_err(std::io::Error::other)?;
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&plain)?;
        encoder.finish()
    };
    match compressed.await {
        Ok(compressed) => {
            parts.headers.remove(CONTENT_LENGTH);
            let gzip = HeaderValue::from_static("gzip");
            parts.headers.insert(CONTENT_ENCODING, gzip);
            Response::from_parts(parts, Body::from(compressed))
        }
        Err(error) => Refusal::Failed(error.to_string()).into_response(),
    }
}

fn trailing_slash_action(variants: VariantSet, uri: &Uri) -> TrailingSlashAction {
    if variants.has(Variant::SlashNotFound) && uri.path().ends_with('/') {
        return TrailingSlashAction::NotFound;
    }
    let slashed = with_trailing_slash(uri).filter(|_| variants.has(Variant::SlashRedirects));
    slashed.map_or(TrailingSlashAction::Accept, TrailingSlashAction::Redirect)
}

/// Returns the URI with a slash at the end of its path; `None` if there already is one.
pub(super) fn with_trailing_slash(uri: &Uri) -> Option<HeaderValue> {
    let path = uri.path();
    if path.ends_with('/') {
        return None;
    }
    let query = uri.query().map(|query| format!("?{query}"));
    let slashed = format!("{path}/{}", query.unwrap_or_default());
    HeaderValue::try_from(slashed).ok()
}

/// Returns the status of a failure. Only rule refusals change theirs: statuses of HTTP itself stay.
fn failure_status(variants: VariantSet, status: StatusCode, code: u32) -> StatusCode {
    let is_rule = codes::meaning(code).is_some() && code != codes::PAGING;
    if is_rule && variants.has(Variant::Refusals200) {
        StatusCode::OK
    } else if is_rule && variants.has(Variant::Refusals400) {
        StatusCode::BAD_REQUEST
    } else {
        status
    }
}
