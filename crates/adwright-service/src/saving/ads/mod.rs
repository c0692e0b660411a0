//! The parties of an ad, and the members that follow from them.

mod sizes;

use adwright_checks::{Fact, FactValue};
use adwright_model::{Catalog, EditableDocument, Kind, Path};
use serde_json::json;

use super::assigned_members::{AssignedMember, integer_member};
use super::refusal::missing_party;
use super::{DocumentReferences, SaveContext};
use crate::filterable_fields::kind_of;
use crate::reply::Refusal;
use crate::resource::{ADS, Resource};
use crate::storage::campaigns;
use crate::storage::parties::{self, Account};

pub(crate) use sizes::{ad_sizes as sizes_of, affects_ad_size as counts_for_size};

/// The account and the campaign of an ad.
pub(crate) struct AdReferences {
    account: Option<Account>,
    /// The account of the ad's campaign, if that campaign exists.
    account_of_campaign: Option<i64>,
}

impl DocumentReferences for AdReferences {
    const RESOURCE: &'static Resource = &ADS;

    fn kind(sent: &EditableDocument) -> Result<Kind, Refusal> {
        let kind = kind_of(sent).filter(|kind| ADS.kinds.contains(kind));
        kind.ok_or_else(|| {
            let types = ADS.kinds.iter().map(|kind| kind.as_str());
            let types = types.collect::<Vec<_>>();
            Refusal::Malformed(format!("type: An ad is one of {}.", types.join(", ")))
        })
    }

    fn resolve(
        context: &SaveContext<'_>,
        sent: &EditableDocument,
        _: Option<&EditableDocument>,
    ) -> Result<Self, Refusal> {
        Ok(Self {
            account: match integer_member(sent, "accountId") {
                Some(id) => parties::account(context.tx, id)?,
                None => None,
            },
            account_of_campaign: match campaign_id(sent) {
                Some(id) => campaigns::account_of(context.tx, id)?,
                None => None,
            },
        })
    }

    fn account(&self) -> Option<i64> {
        Some(self.account.as_ref()?.id)
    }

    fn facts(&self) -> Vec<(Fact, FactValue)> {
        Vec::new()
    }

    fn assigned_members(
        &self,
        sent: &EditableDocument,
        base: Option<&EditableDocument>,
    ) -> Result<Vec<AssignedMember>, Refusal> {
        let account = self.account.as_ref();
        let account = account.ok_or_else(|| missing_party("account"))?;
        let campaign = campaign_id(sent);
        if campaign.is_some() && self.account_of_campaign != Some(account.id) {
            return Err(missing_party("campaign of this account"));
        }
        let kind = Self::kind(sent)?;
        let mut assigned = base.map_or_else(
            || new_ad_members(campaign),
            |base| read_only_members(kind, base),
        );
        assigned.push(("accountName", json!(account.name).to_string()));
        assigned.push(("adFormatName", json!(format_name(kind)).to_string()));
        assigned.extend(sizes_of(sent));
        Ok(assigned)
    }
}

fn campaign_id(ad: &EditableDocument) -> Option<i64> {
    let path = Path::root().child("adAssignmentData").child("campaignId");
    ad.get(&path)?.as_i64()
}

/// Returns the first members of a new ad.
fn new_ad_members(campaign: Option<i64>) -> Vec<AssignedMember> {
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

/// Returns the read-only members of the base. They overwrite what was sent.
fn read_only_members(kind: Kind, base: &EditableDocument) -> Vec<AssignedMember> {
    let fields = Catalog::bundled().root(kind).fields.iter();
    let members = fields.filter(|field| field.read_only).filter_map(|field| {
        let member = base.root().member(&field.name)?;
        Some((field.name.as_str(), member.raw().to_owned()))
    });
    members.collect()
}

/// Returns the service's format name for all ads of a type.
pub(crate) fn format_name(kind: Kind) -> &'static str {
    match kind {
        Kind::InStreamInteractiveAd => "In-stream interactive",
        Kind::ExpandableBannerAd => "Expandable banner",
        _ => "HTML5 expandable banner",
    }
}
