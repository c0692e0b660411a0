//! A demo campaign as its JSON text, members in the order of the practice documents.

use super::extras::Extras;
use super::parties::{ADVERTISERS, Advertiser, PLANNER, Person, account_of};

/// Everything that differs between demo campaigns.
pub(crate) struct Campaign {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) advertiser: &'static Advertiser,
    pub(crate) brand: (i64, &'static str),
    pub(crate) advanced: bool,
    pub(crate) status: &'static str,
    /// Epoch milliseconds.
    pub(crate) start: i64,
    /// Epoch milliseconds.
    pub(crate) end: i64,
    /// As it is spelled in the document.
    pub(crate) budget: String,
    pub(crate) notes: Option<&'static str>,
    pub(crate) verification: &'static str,
    pub(crate) disable_cookies: bool,
    pub(crate) record: Record,
    pub(crate) extras: Extras,
    /// More members, as JSON; no schema knows them.
    pub(crate) unknown: &'static str,
}

/// Who made and last changed a campaign, and when.
pub(crate) struct Record {
    pub(crate) version: i64,
    pub(crate) creator: &'static Person,
    /// Epoch milliseconds.
    pub(crate) created: i64,
    pub(crate) updater: &'static Person,
    /// Epoch milliseconds.
    pub(crate) updated: i64,
}

impl Campaign {
    /// A campaign with nothing special about it.
    pub(crate) fn plain(id: i64, name: &str, advertiser: i64, record: Record) -> Self {
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
            start: record.updated,
            end: record.updated,
            budget: "0".to_owned(),
            notes: None,
            verification: "None",
            disable_cookies: advertiser.disable_cookies,
            record,
            extras: Extras::default(),
            unknown: "",
        }
    }

    pub(crate) fn text(&self) -> String {
        format!(
            r#"{{"type":"Campaign","id":{},"clientRefId":null,"relationsBag":null,"uiPermissions":null,{},{},{},{}{}}}"#,
            self.id,
            self.record.members(),
            self.identity(),
            self.plan(),
            self.settings(),
            self.unknown,
        )
    }

    fn identity(&self) -> String {
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

    fn plan(&self) -> String {
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

    fn settings(&self) -> String {
        format!(
            r#""traffickingMode":"{}","adminSettings":{{"type":"AdminSettings","campaignSettings":{{"type":"CampaignSettings","verification":"{}"}},"privacy":{{"type":"PrivacySettings","disableCookies":{}}}}}"#,
            if self.advanced { "advanced" } else { "simple" },
            self.verification,
            self.disable_cookies,
        )
    }
}

impl Record {
    /// Made by the planner and never changed since.
    pub(crate) fn first(created: i64) -> Self {
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
            signature("createdBy", self.creator),
            self.created,
            signature("lastUpdatedBy", self.updater),
            self.updated,
        )
    }
}

/// The members of an object that the planner made and nobody changed since, `createdOn` in epoch milliseconds.
pub(super) fn untouched(created: i64) -> String {
    Record::first(created).members()
}

/// The four members that name a person, after `createdBy` or `lastUpdatedBy`.
fn signature(prefix: &str, person: &Person) -> String {
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
