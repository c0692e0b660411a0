//! The site contact of a campaign.

use std::sync::Arc;

use axum::extract::State;

use super::Parameters;
use super::id::Ids;
use crate::app::{App, Session};
use crate::listener::Cut;
use crate::reply::{Refusal, Reply};
use crate::resource::CAMPAIGNS;
use crate::said::Said;
use crate::storage::documents;
use crate::storage::site_contacts::{Level, of_site};

const FROM_ADVERTISER: &str = "getSiteContactFromAdvertiserLevel";

/// One site contact, or nothing. The interface does not say what the second id is; here it is that of a site.
pub(super) async fn get(
    State(app): State<Arc<App>>,
    session: Session,
    cut: Cut,
    Ids(campaign, site): Ids,
    parameters: Parameters,
) -> Result<Reply, Refusal> {
    let parameters = parameters.map_err(|error| Refusal::Malformed(error.body_text()))?;
    let level = level(&parameters)?;
    app.read(session, cut, move |data, user| {
        // Whoever does not see the campaign does not see its contacts.
        if documents::owned(data, &CAMPAIGNS, user.id, campaign)?.is_none() {
            return Ok(Said::Nothing);
        }
        let contact = of_site(data, campaign, site, level)?;
        Ok(contact.map_or(Said::Nothing, Said::One))
    })
    .await
}

fn level(parameters: &[(String, String)]) -> Result<Level, Refusal> {
    let mut level = None;
    for (name, value) in parameters {
        if name != FROM_ADVERTISER {
            let why = format!("The site contact has no parameter \"{name}\".");
            return Err(Refusal::Malformed(why));
        }
        level = match value.to_ascii_lowercase().as_str() {
            "true" => Some(Level::Advertiser),
            "false" => Some(Level::Campaign),
            _ => None,
        };
    }
    level.ok_or_else(|| {
        Refusal::Malformed(format!(
            "The parameter \"{FROM_ADVERTISER}\" is required: true or false."
        ))
    })
}
