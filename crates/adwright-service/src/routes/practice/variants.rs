//! How the interface answers where nothing says how it should.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Admin, found};
use crate::app::App;
use crate::body::Body;
use crate::reply::{Refusal, Reply};
use crate::variants::{Variant, Variants};

/// All variants, and which of them are on.
pub(crate) async fn list(State(app): State<Arc<App>>, _: Admin) -> Reply {
    found(&listed(app.variants()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Choosing {
    variants: Vec<Variant>,
}

/// Switches these variants on, and all others off.
pub(crate) async fn choose(
    State(app): State<Arc<App>>,
    _: Admin,
    body: Body,
) -> Result<Reply, Refusal> {
    let Choosing { variants } = body.structure()?;
    let variants =
        Variants::of(&variants).map_err(|clash| Refusal::Malformed(format!("{clash}.")))?;
    app.set_variants(variants);
    Ok(found(&listed(variants)))
}

fn listed(variants: Variants) -> Value {
    let one = |variant: Variant| {
        json!({
            "name": variant.as_str(),
            "point": variant.point(),
            "about": variant.about(),
            "on": variants.has(variant),
        })
    };
    Variant::all().map(one).collect()
}
