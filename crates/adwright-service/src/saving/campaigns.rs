//! What a campaign names.

use adwright_checks::{Fact, Known};
use adwright_model::{Editable, Kind};
use serde_json::json;

use super::assigned::{Assigned, whole};
use super::refused::nobody;
use super::{Named, Saving};
use crate::facts;
use crate::reply::Refusal;
use crate::resource::{CAMPAIGNS, Resource};
use crate::storage::parties::{self, Advertiser, Brand};
use crate::storage::placements::{self, Placement};

/// Whom a campaign is for, and what is attached to it.
pub(crate) struct CampaignNamed {
    advertiser: Option<Advertiser>,
    brand: Option<Brand>,
    attached: Vec<Placement>,
}

impl Named for CampaignNamed {
    const RESOURCE: &'static Resource = &CAMPAIGNS;

    fn kind(_: &Editable) -> Result<Kind, Refusal> {
        Ok(Kind::Campaign)
    }

    fn look_up(
        saving: &Saving<'_>,
        sent: &Editable,
        base: Option<&Editable>,
    ) -> Result<Self, Refusal> {
        let data = saving.data;
        let attached = base.and_then(|base| whole(base, "id"));
        Ok(Self {
            advertiser: saving.advertiser_of(sent)?,
            brand: match whole(sent, "brandId") {
                Some(id) => parties::brand(data, id)?,
                None => None,
            },
            attached: match attached {
                Some(id) => placements::of_campaign(data, id)?,
                None => Vec::new(),
            },
        })
    }

    fn account(&self) -> Option<i64> {
        Some(self.advertiser.as_ref()?.account_id)
    }

    fn facts(&self) -> Vec<(Fact, Known)> {
        let advertiser = self.advertiser.as_ref().map(facts::of_advertiser);
        let placements = facts::of_placements(&self.attached).into_iter();
        placements.chain(advertiser.into_iter().flatten()).collect()
    }

    fn assigned(&self, sent: &Editable, _: Option<&Editable>) -> Result<Vec<Assigned>, Refusal> {
        let advertiser = self.advertiser.as_ref();
        let advertiser = advertiser.ok_or_else(|| nobody("advertiser"))?;
        let brand = self.brand.as_ref();
        let brand = brand
            .filter(|brand| brand.advertiser_id == advertiser.id)
            .ok_or_else(|| nobody("brand of this advertiser"))?;
        if whole(sent, "accountId").is_some_and(|account| account != advertiser.account_id) {
            return Err(nobody("account of this advertiser"));
        }
        Ok(vec![
            ("accountId", advertiser.account_id.to_string()),
            ("accountName", json!(advertiser.account_name).to_string()),
            ("advertiserName", json!(advertiser.name).to_string()),
            ("brandName", json!(brand.name).to_string()),
        ])
    }
}
