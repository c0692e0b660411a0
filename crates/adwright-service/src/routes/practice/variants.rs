//! The variants: choices where the interface leaves the behaviour open.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Admin, json_reply};
use crate::app::App;
use crate::reply::{Refusal, ServiceReply};
use crate::request_body::RequestBody;
use crate::variants::{Variant, VariantSet};

/// Lists all variants, and marks those that are on.
pub(crate) async fn list(State(app): State<Arc<App>>, _: Admin) -> ServiceReply {
    json_reply(&variants_json(app.variants()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VariantRequest {
    variants: Vec<Variant>,
}

/// Switches on these variants, and switches off all others.
pub(crate) async fn set_variants(
    State(app): State<Arc<App>>,
    _: Admin,
    body: RequestBody,
) -> Result<ServiceReply, Refusal> {
    let VariantRequest { variants } = body.deserialize()?;
    let variants = VariantSet::from_variants(&variants)
        .map_err(|clash| Refusal::Malformed(format!("{clash}.")))?;
    app.set_variants(variants);
    Ok(json_reply(&variants_json(variants)))
}

fn variants_json(variants: VariantSet) -> Value {
    let one = |variant: Variant| {
        json!({
            "name": variant.as_str(),
            "point": variant.point(),
            "about": variant.description(),
            "on": variants.has(variant),
        })
    };
    Variant::all().map(one).collect()
}
