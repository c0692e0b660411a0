//! The parties of a campaign, and the members that follow from them.

use adwright_checks::{Fact, FactValue};
use adwright_model::{EditableDocument, Kind};
use serde_json::json;

use super::assigned_members::{AssignedMember, integer_member};
use super::refusal::missing_party;
use super::{DocumentReferences, SaveContext};
use crate::facts;
use crate::reply::Refusal;
use crate::resource::{CAMPAIGNS, Resource};
use crate::storage::parties::{self, Advertiser, Brand};
use crate::storage::placements::{self, Placement};

/// The parties and placements of a campaign.
pub(crate) struct CampaignReferences {
    advertiser: Option<Advertiser>,
    brand: Option<Brand>,
    placements: Vec<Placement>,
}

impl DocumentReferences for CampaignReferences {
    const RESOURCE: &'static Resource = &CAMPAIGNS;

    fn kind(_: &EditableDocument) -> Result<Kind, Refusal> {
        Ok(Kind::Campaign)
    }

    fn resolve(
        context: &SaveContext<'_>,
        sent: &EditableDocument,
        base: Option<&EditableDocument>,
    ) -> Result<Self, Refusal> {
        let tx = context.tx;
        let campaign = base.and_then(|base| integer_member(base, "id"));
        Ok(Self {
            advertiser: context.find_advertiser(sent)?,
            brand: match integer_member(sent, "brandId") {
                Some(id) => parties::brand(tx, id)?,
                None => None,
            },
            placements: match campaign {
                Some(id) => placements::list_by_campaign(tx, id)?,
                None => Vec::new(),
            },
        })
    }

    fn account(&self) -> Option<i64> {
        Some(self.advertiser.as_ref()?.account_id)
    }

    fn facts(&self) -> Vec<(Fact, FactValue)> {
        let advertiser = self.advertiser.as_ref().map(facts::advertiser_facts);
        let placements = facts::placement_facts(&self.placements).into_iter();
        placements.chain(advertiser.into_iter().flatten()).collect()
    }

    fn assigned_members(
        &self,
        sent: &EditableDocument,
        _: Option<&EditableDocument>,
    ) -> Result<Vec<AssignedMember>, Refusal> {
        let advertiser = self.advertiser.as_ref();
        let advertiser = advertiser.ok_or_else(|| missing_party("advertiser"))?;
        let brand = self.brand.as_ref();
        let brand = brand
            .filter(|brand| brand.advertiser_id == advertiser.id)
            .ok_or_else(|| missing_party("brand of this advertiser"))?;
        if integer_member(sent, "accountId").is_some_and(|account| account != advertiser.account_id)
        {
            return Err(missing_party("account of this advertiser"));
        }
        Ok(vec![
            ("accountId", advertiser.account_id.to_string()),
            ("accountName", json!(advertiser.account_name).to_string()),
            ("advertiserName", json!(advertiser.name).to_string()),
            ("brandName", json!(brand.name).to_string()),
        ])
    }
}
