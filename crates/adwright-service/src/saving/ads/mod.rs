//! What an ad names.

mod sizes;

use adwright_checks::{Fact, Known};
use adwright_model::{Catalog, Editable, Kind, Path};
use serde_json::json;

use super::assigned::{Assigned, whole};
use super::refused::nobody;
use super::{Named, Saving};
use crate::fields::kind_of;
use crate::reply::Refusal;
use crate::resource::{ADS, Resource};
use crate::storage::campaigns;
use crate::storage::parties::{self, Account};

pub(crate) use sizes::{counts as counts_for_size, of_ad as sizes_of};

/// The account and the campaign of an ad.
pub(crate) struct AdNamed {
    account: Option<Account>,
    /// The account of the campaign that the ad is assigned to, where that is there.
    account_of_campaign: Option<i64>,
}

impl Named for AdNamed {
    const RESOURCE: &'static Resource = &ADS;

    fn kind(sent: &Editable) -> Result<Kind, Refusal> {
        let kind = kind_of(sent).filter(|kind| ADS.kinds.contains(kind));
        kind.ok_or_else(|| {
            let types = ADS.kinds.iter().map(|kind| kind.as_str());
            let types = types.collect::<Vec<_>>();
            Refusal::Malformed(format!("type: An ad is one of {}.", types.join(", ")))
        })
    }

    fn look_up(
        saving: &Saving<'_>,
        sent: &Editable,
        _: Option<&Editable>,
    ) -> Result<Self, Refusal> {
        Ok(Self {
            account: match whole(sent, "accountId") {
                Some(id) => parties::account(saving.data, id)?,
                None => None,
            },
            account_of_campaign: match campaign(sent) {
                Some(id) => campaigns::account_of(saving.data, id)?,
                None => None,
            },
        })
    }

    fn account(&self) -> Option<i64> {
        Some(self.account.as_ref()?.id)
    }

    fn facts(&self) -> Vec<(Fact, Known)> {
        Vec::new()
    }

    fn assigned(&self, sent: &Editable, base: Option<&Editable>) -> Result<Vec<Assigned>, Refusal> {
        let account = self.account.as_ref();
        let account = account.ok_or_else(|| nobody("account"))?;
        let campaign = campaign(sent);
        if campaign.is_some() && self.account_of_campaign != Some(account.id) {
            return Err(nobody("campaign of this account"));
        }
        let kind = Self::kind(sent)?;
        let mut assigned = base.map_or_else(|| first(campaign), |base| kept(kind, base));
        assigned.push(("accountName", json!(account.name).to_string()));
        assigned.push(("adFormatName", json!(format_name(kind)).to_string()));
        assigned.extend(sizes_of(sent));
        Ok(assigned)
    }
}

fn campaign(ad: &Editable) -> Option<i64> {
    let path = Path::root().child("adAssignmentData").child("campaignId");
    ad.get(&path)?.as_i64()
}

/// What a new ad begins with.
fn first(campaign: Option<i64>) -> Vec<Assigned> {
    let status = if campaign.is_some() {
        "ASSIGNED"
    } else {
        "NEW"
    };
    vec![
        ("adStatus", json!(status).to_string()),
        ("numberOfPlacementAds", "0".to_owned()),
        ("overallNumberOfPlacementAds", "0".to_owned()),
    ]
}

/// The read-only members of an ad stay what they were, whatever was sent.
fn kept(kind: Kind, base: &Editable) -> Vec<Assigned> {
    let fields = Catalog::bundled().root(kind).fields.iter();
    let kept = fields.filter(|field| field.read_only).filter_map(|field| {
        let member = base.root().member(&field.name)?;
        Some((field.name.as_str(), member.raw().to_owned()))
    });
    kept.collect()
}

/// What the service calls the format of all ads of a type.
pub(crate) fn format_name(kind: Kind) -> &'static str {
    match kind {
        Kind::InStreamInteractiveAd => "In-stream interactive",
        Kind::ExpandableBannerAd => "Expandable banner",
        _ => "HTML5 expandable banner",
    }
}
