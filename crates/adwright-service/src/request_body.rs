//! Reads the body of a request.

use std::sync::Arc;

use adwright_model::{EditableDocument, JsonType, Node};
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::app::App;
use crate::reply::Refusal;

/// A request's whole body as text.
pub(crate) struct RequestBody(String);

impl FromRequest<Arc<App>> for RequestBody {
    type Rejection = Refusal;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Refusal> {
        let bytes = Bytes::from_request(request, app);
        let bytes = timeout(app.limits.read_timeout, bytes)
            .await
            .map_err(|_| Refusal::TooSlow)?
            .map_err(|rejection| {
                let why = rejection.body_text();
                match rejection.into_response().status() {
                    StatusCode::PAYLOAD_TOO_LARGE => Refusal::TooLarge,
                    _ => Refusal::Malformed(why),
                }
            })?;
        match String::from_utf8(bytes.into()) {
            Ok(text) => Ok(Self(text)),
            Err(error) => Err(Refusal::Malformed(format!(
                "The body is not UTF-8: {error}."
            ))),
        }
    }
}

impl RequestBody {
    /// Returns the one object in `entities`, byte for byte as it was sent.
    pub(crate) fn entity(&self) -> Result<EditableDocument, Refusal> {
        let [entity] = <[_; 1]>::try_from(self.entities()?)
            .or_else(|_| malformed("\"entities\" must hold exactly one object."))?;
        Ok(entity)
    }

    /// Returns the objects in `entities`, byte for byte as they were sent.
    pub(crate) fn entities(&self) -> Result<Vec<EditableDocument>, Refusal> {
        let envelope = self.json_object()?;
        let entities = envelope.root().member("entities");
        let Some(entities) = entities.filter(|node| node.json_type() == JsonType::Array) else {
            return malformed("The body must be an object with the array \"entities\".");
        };
        let entity = |item: Node<'_>| match item.json_type() {
            JsonType::Object => parse_json(item.raw()),
            _ => malformed("Each item of \"entities\" must be an object."),
        };
        entities.items().map(entity).collect()
    }

    /// Returns the whole body as a JSON object.
    pub(crate) fn json_object(&self) -> Result<EditableDocument, Refusal> {
        let whole = parse_json(&self.0)?;
        match whole.root().json_type() {
            JsonType::Object => Ok(whole),
            _ => malformed("The body must be a JSON object."),
        }
    }

    /// Deserializes the whole body.
    pub(crate) fn deserialize<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        serde_json::from_str(&self.0)
            .map_err(|error| Refusal::Malformed(format!("The body cannot be used: {error}.")))
    }
}

fn parse_json(text: &str) -> Result<EditableDocument, Refusal> {
    EditableDocument::parse(text).map_err(|unreadable| Refusal::Malformed(unreadable.to_string()))
}

fn malformed<T>(why: &str) -> Result<T, Refusal> {
    Err(Refusal::Malformed(why.to_owned()))
}
