//! Writes a demo campaign as JSON text, with the members in the order of the practice documents.

use super::optional_members::OptionalMembers;
use super::parties::{ADVERTISERS, DemoAdvertiser, DemoPerson, PLANNER, account_of};

/// The values that differ between demo campaigns.
pub(crate) struct DemoCampaign {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) advertiser: &'static DemoAdvertiser,
    pub(crate) brand: (i64, &'static str),
    pub(crate) advanced: bool,
    pub(crate) status: &'static str,
    /// Epoch milliseconds.
    pub(crate) start: i64,
    /// Epoch milliseconds.
    pub(crate) end: i64,
    /// As the document spells it.
    pub(crate) budget: String,
    pub(crate) notes: Option<&'static str>,
    pub(crate) verification: &'static str,
    pub(crate) disable_cookies: bool,
    pub(crate) audit: AuditFields,
    pub(crate) extras: OptionalMembers,
    /// Additional members as JSON, which no schema knows.
    pub(crate) unknown: &'static str,
}

/// Who created and last changed a campaign, and when.
pub(crate) struct AuditFields {
    pub(crate) version: i64,
    pub(crate) creator: &'static DemoPerson,
    /// Epoch milliseconds.
    pub(crate) created: i64,
    pub(crate) updater: &'static DemoPerson,
    /// Epoch milliseconds.
    pub(crate) updated: i64,
}

impl DemoCampaign {
    /// Returns a campaign without special values.
    pub(crate) fn plain(id: i64, name: &str, advertiser: i64, audit: AuditFields) -> Self {
        let advertiser = ADVERTISERS
            .iter()
            .find(|known| known.id == advertiser)
            .expect("the demo data names its own advertisers");
        Self {
            id,
            name: name.to_owned(),
            advertiser,
            brand: advertiser.brands[0],
            advanced: false,
            status: "ACTIVE",
            start: audit.updated,
            end: audit.updated,
            budget: "0".to_owned(),
            notes: None,
            verification: "None",
            disable_cookies: advertiser.disable_cookies,
            audit,
            extras: OptionalMembers::default(),
            unknown: "",
        }
    }

    pub(crate) fn to_json(&self) -> String {
        format!(
            r#"{{"type":"Campaign","id":{},"clientRefId":null,"relationsBag":null,"uiPermissions":null,{},{},{},{}{}}}"#,
            self.id,
            self.audit.members(),
            self.identity_members(),
            self.plan_members(),
            self.settings_members(),
            self.unknown,
        )
    }

    fn identity_members(&self) -> String {
        let account = account_of(self.advertiser.account);
        let (brand, brand_name) = self.brand;
        format!(
            r#""name":{},"accountId":{},"accountName":{},"advertiserId":{},"advertiserName":{},"brandId":{brand},"brandName":{}"#,
            quoted(&self.name),
            account.id,
            quoted(account.name),
            self.advertiser.id,
            quoted(self.advertiser.name),
            quoted(brand_name),
        )
    }

    fn plan_members(&self) -> String {
        format!(
            r#""status":"{}","startDate":{},"endDate":{},"budget":{},"currency":"{}","notes":{}{}"#,
            self.status,
            self.start,
            self.end,
            self.budget,
            account_of(self.advertiser.account).currency,
            self.notes.map_or("null".to_owned(), quoted),
            self.extras.members(self.start, self.end),
        )
    }

    fn settings_members(&self) -> String {
        format!(
            r#""traffickingMode":"{}","adminSettings":{{"type":"AdminSettings","campaignSettings":{{"type":"CampaignSettings","verification":"{}"}},"privacy":{{"type":"PrivacySettings","disableCookies":{}}}}}"#,
            if self.advanced { "advanced" } else { "simple" },
            self.verification,
            self.disable_cookies,
        )
    }
}

impl AuditFields {
    /// Returns the fields of an object that the planner created and nobody changed since.
    pub(crate) fn created_by_planner(created: i64) -> Self {
        Self {
            version: 1,
            creator: &PLANNER,
            created,
            updater: &PLANNER,
            updated: created,
        }
    }

    fn members(&self) -> String {
        format!(
            r#""version":{},{},"createdOn":{},{},"lastUpdateOn":{}"#,
            self.version,
            person_members("createdBy", self.creator),
            self.created,
            person_members("lastUpdatedBy", self.updater),
            self.updated,
        )
    }
}

/// Returns the audit members of an object that the planner created and nobody changed since. `created` is in epoch
/// milliseconds.
pub(super) fn unmodified_members(created: i64) -> String {
    AuditFields::created_by_planner(created).members()
}

/// Returns the four members that name a person, each with this prefix (`createdBy` or `lastUpdatedBy`).
fn person_members(prefix: &str, person: &DemoPerson) -> String {
    format!(
        r#""{prefix}":{},"{prefix}Name":{},"{prefix}Account":{},"{prefix}AccountName":{}"#,
        person.id,
        quoted(person.name),
        person.account,
        quoted(account_of(person.account).name),
    )
}

pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
