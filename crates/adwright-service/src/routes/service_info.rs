//! The service's description of itself: its health and its interface.

use std::sync::LazyLock;

use adwright_model::Catalog;
use axum::extract::Path;
use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse};
use serde_json::{Value, json};

use crate::docs_page;
use crate::reply::{Refusal, ServiceReply};

/// The description as clients see it. Its paths are relative to the service's own address.
static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    let text = include_str!("../../../../schemas/openapi.json");
    let mut document: Value = serde_json::from_str(text).unwrap_or_default();
    document["servers"] = json!([{ "url": "/" }]);
    document
});

/// Confirms that the service is up.
pub(super) async fn health() -> ServiceReply {
    ServiceReply::ok(adwright_wire::single_body(r#"{"status":"ok"}"#))
}

/// Returns the description of every path.
pub(super) async fn openapi() -> ServiceReply {
    static TEXT: LazyLock<String> = LazyLock::new(|| DOCUMENT.to_string());
    ServiceReply::ok(TEXT.clone())
}

/// Returns one of the objects that the description refers to.
pub(super) async fn object(Path(file): Path<String>) -> Result<impl IntoResponse, Refusal> {
    let name = file.strip_suffix(".json").ok_or(Refusal::NoSuchPath)?;
    let text = Catalog::schema_text(name).ok_or(Refusal::NoSuchPath)?;
    Ok(([(CONTENT_TYPE, "application/schema+json")], text))
}

/// Returns the description as a page.
pub(super) async fn docs() -> Html<&'static str> {
    static PAGE: LazyLock<String> = LazyLock::new(|| docs_page::render(&DOCUMENT));
    Html(&PAGE)
}

#[cfg(test)]
mod tests {
    use super::DOCUMENT;

    #[test]
    fn service_description_is_readable() {
        assert_eq!(DOCUMENT["servers"][0]["url"], "/");
        assert!(DOCUMENT["paths"].is_object());
    }
}
