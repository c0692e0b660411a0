//! The parties of a retargeting value, and the members that follow from them.

use adwright_checks::{Fact, FactValue};
use adwright_model::{EditableDocument, Kind};
use serde_json::json;

use super::assigned_members::{AssignedMember, integer_member};
use super::refusal::missing_party;
use super::{DocumentReferences, SaveContext};
use crate::facts;
use crate::reply::Refusal;
use crate::resource::{Resource, VALUES};
use crate::storage::activities::{self, Activity};
use crate::storage::parties::Advertiser;

/// The advertiser and the activity of a value.
pub(crate) struct RetargetingValueReferences {
    advertiser: Option<Advertiser>,
    activity: Option<Activity>,
}

impl DocumentReferences for RetargetingValueReferences {
    const RESOURCE: &'static Resource = &VALUES;

    fn kind(_: &EditableDocument) -> Result<Kind, Refusal> {
        Ok(Kind::RetargetingDataValue)
    }

    fn resolve(
        context: &SaveContext<'_>,
        sent: &EditableDocument,
        _: Option<&EditableDocument>,
    ) -> Result<Self, Refusal> {
        Ok(Self {
            advertiser: context.find_advertiser(sent)?,
            activity: match integer_member(sent, "retargetingActivityId") {
                Some(id) => activities::find_activity(context.tx, id)?,
                None => None,
            },
        })
    }

    fn account(&self) -> Option<i64> {
        Some(self.advertiser.as_ref()?.account_id)
    }

    fn facts(&self) -> Vec<(Fact, FactValue)> {
        let Some(advertiser) = &self.advertiser else {
            return Vec::new();
        };
        facts::value_facts(advertiser, self.activity.as_ref())
    }

    fn assigned_members(
        &self,
        _: &EditableDocument,
        _: Option<&EditableDocument>,
    ) -> Result<Vec<AssignedMember>, Refusal> {
        let advertiser = self.advertiser.as_ref();
        let advertiser = advertiser.ok_or_else(|| missing_party("advertiser"))?;
        let activity = self.activity.as_ref();
        let activity = activity.ok_or_else(|| missing_party("retargeting activity"))?;
        Ok(vec![
            ("advertiserName", json!(advertiser.name).to_string()),
            ("retargetingActivityName", json!(activity.name).to_string()),
            ("accountId", advertiser.account_id.to_string()),
            ("accountName", json!(advertiser.account_name).to_string()),
        ])
    }
}
