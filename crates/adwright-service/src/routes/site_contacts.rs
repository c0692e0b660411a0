//! The site contact of a campaign.

use std::sync::Arc;

use axum::extract::State;

use super::QueryParameters;
use super::id::PathIdPair;
use crate::api_outcome::ApiOutcome;
use crate::app::{App, Caller};
use crate::listener::ConnectionCutter;
use crate::reply::{Refusal, ServiceReply};
use crate::resource::CAMPAIGNS;
use crate::storage::documents;
use crate::storage::site_contacts::{ContactLevel, find_for_site};

const FROM_ADVERTISER: &str = "getSiteContactFromAdvertiserLevel";

/// Returns one site contact, or nothing. The interface leaves the second id unexplained; here it is a site's id.
pub(super) async fn get(
    State(app): State<Arc<App>>,
    session: Caller,
    cut: ConnectionCutter,
    PathIdPair(campaign, site): PathIdPair,
    parameters: QueryParameters,
) -> Result<ServiceReply, Refusal> {
    let parameters = parameters.map_err(|error| Refusal::Malformed(error.body_text()))?;
    let level = parse_level(&parameters)?;
    app.read(session, cut, move |tx, user| {
        // A user who does not see the campaign does not see its contacts.
        if documents::get_owned(tx, &CAMPAIGNS, user.id, campaign)?.is_none() {
            return Ok(ApiOutcome::Nothing);
        }
        let contact = find_for_site(tx, campaign, site, level)?;
        Ok(contact.map_or(ApiOutcome::Nothing, ApiOutcome::One))
    })
    .await
}

fn parse_level(parameters: &[(String, String)]) -> Result<ContactLevel, Refusal> {
    let mut level = None;
    for (name, value) in parameters {
        if name != FROM_ADVERTISER {
            let why = format!("The site contact has no parameter \"{name}\".");
            return Err(Refusal::Malformed(why));
        }
        level = match value.to_ascii_lowercase().as_str() {
            "true" => Some(ContactLevel::Advertiser),
            "false" => Some(ContactLevel::Campaign),
            _ => None,
        };
    }
    level.ok_or_else(|| {
        Refusal::Malformed(format!(
            "The parameter \"{FROM_ADVERTISER}\" is required: true or false."
        ))
    })
}
