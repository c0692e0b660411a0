use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use adwright_model::UnparsedInputs;
use serde::{Deserialize, Serialize};

use crate::fact_subject::FactSubject;

/// Something that a rule needs and that no document contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Fact {
    /// A placement is attached to the campaign.
    PlacementAttached,
    /// A verification tracking placement is attached to the campaign.
    VerificationPlacementAttached,
    /// The advertiser's data has a privacy section.
    AdvertiserHasPrivacySection,
    /// The advertiser's own `DisableCookies` is true.
    AdvertiserDisablesCookies,
    /// The login may make this change.
    MayWrite,
    /// The retargeting activity of the value belongs to the value's advertiser.
    ActivityOfAdvertiser,
    /// The service stores retargeting values as objects: `UseRetargetingDataValueObject` is ON.
    KeepsValueObjects,
    /// The brand belongs to the advertiser.
    BrandOfAdvertiser,
    /// The advertiser belongs to the account.
    AdvertiserOfAccount,
    /// The campaign belongs to the account.
    CampaignOfAccount,
    /// The service accepts a new object with a `clientRefId`.
    AcceptsReference,
    /// The service accepts ids as texts.
    AcceptsTextIds,
    /// The service accepts an update that lacks members of the stored object, and removes them.
    AcceptsRemovedMembers,
    /// The service saves a change although it answers 62001.
    SavesDespite62001,
    /// The service has a value with the same content. The detail is its id.
    ValueOnService,
    /// Another batch has a row with the same content. The detail is its place in words.
    ValueInOtherBatch,
}

impl Fact {
    /// Every fact.
    pub const ALL: &[Self] = &[
        Self::PlacementAttached,
        Self::VerificationPlacementAttached,
        Self::AdvertiserHasPrivacySection,
        Self::AdvertiserDisablesCookies,
        Self::MayWrite,
        Self::ActivityOfAdvertiser,
        Self::KeepsValueObjects,
        Self::BrandOfAdvertiser,
        Self::AdvertiserOfAccount,
        Self::CampaignOfAccount,
        Self::AcceptsReference,
        Self::AcceptsTextIds,
        Self::AcceptsRemovedMembers,
        Self::SavesDespite62001,
        Self::ValueOnService,
        Self::ValueInOtherBatch,
    ];

    /// Returns the spelling in files, which is also the serialised one.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PlacementAttached => "placementAttached",
            Self::VerificationPlacementAttached => "verificationPlacementAttached",
            Self::AdvertiserHasPrivacySection => "advertiserHasPrivacySection",
            Self::AdvertiserDisablesCookies => "advertiserDisablesCookies",
            Self::MayWrite => "mayWrite",
            Self::ActivityOfAdvertiser => "activityOfAdvertiser",
            Self::KeepsValueObjects => "keepsValueObjects",
            Self::BrandOfAdvertiser => "brandOfAdvertiser",
            Self::AdvertiserOfAccount => "advertiserOfAccount",
            Self::CampaignOfAccount => "campaignOfAccount",
            Self::AcceptsReference => "acceptsReference",
            Self::AcceptsTextIds => "acceptsTextIds",
            Self::AcceptsRemovedMembers => "acceptsRemovedMembers",
            Self::SavesDespite62001 => "savesDespite62001",
            Self::ValueOnService => "valueOnService",
            Self::ValueInOtherBatch => "valueInOtherBatch",
        }
    }

    /// Returns the form of its subjects; `None` if the fact follows from fetched data.
    #[must_use]
    pub const fn subject_form(self) -> Option<&'static str> {
        Some(match self {
            Self::PlacementAttached | Self::VerificationPlacementAttached => "campaign/ID",
            Self::AdvertiserHasPrivacySection
            | Self::AdvertiserDisablesCookies
            | Self::KeepsValueObjects => "advertiser/ID",
            Self::MayWrite => "account/ID/login/NAME",
            Self::ActivityOfAdvertiser => "activity/ID/advertiser/ID",
            Self::BrandOfAdvertiser => "brand/ID/advertiser/ID",
            Self::AdvertiserOfAccount => "advertiser/ID/account/ID",
            Self::CampaignOfAccount => "campaign/ID/account/ID",
            Self::AcceptsReference
            | Self::AcceptsTextIds
            | Self::AcceptsRemovedMembers
            | Self::SavesDespite62001 => "service/KIND",
            Self::ValueOnService | Self::ValueInOtherBatch => return None,
        })
    }

    /// Returns true if a person or a reply can decide this fact about the subject.
    #[must_use]
    pub fn is_about(self, subject: &FactSubject) -> bool {
        self.subject_form() == Some(subject.form())
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text that is not the name of a [`Fact`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown fact {0}")]
pub struct UnknownFact(pub String);

impl FromStr for Fact {
    type Err = UnknownFact;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fact = Self::ALL.iter().copied().find(|fact| fact.as_str() == text);
        fact.ok_or_else(|| UnknownFact(text.to_owned()))
    }
}

/// The source of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FactSource {
    /// Another fetched document.
    Document,
    /// A person who answered a question.
    Person,
    /// A refusal or acceptance by the service.
    Service,
    /// The practice service's administration; only in Practice.
    PracticeAdmin,
}

impl FactSource {
    /// Returns the source's name for people.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Document => "a fetched document",
            Self::Person => "from a person",
            Self::Service => "a reply of the service",
            Self::PracticeAdmin => "practice admin",
        }
    }
}

/// The known value of a fact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FactValue {
    /// The value.
    pub value: bool,
    /// The source.
    pub source: FactSource,
    /// Details in words, such as `4 placements`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

impl FactValue {
    /// Describes the source: `practice admin: 4 placements`.
    #[must_use]
    pub fn source_text(&self) -> String {
        match &self.detail {
            Some(detail) => format!("{}: {detail}", self.source.label()),
            None => self.source.label().to_owned(),
        }
    }

    /// Returns a count in words, such as `4 placements`; `None` if the detail describes a reply or a person.
    pub(crate) fn count_text(&self) -> Option<&str> {
        let detail = self.detail.as_deref();
        detail.filter(|_| self.source == FactSource::PracticeAdmin)
    }
}

/// The known facts about one document's surroundings. A missing fact is unknown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Facts {
    known: BTreeMap<Fact, FactValue>,
    /// Typed texts that are not values yet. They belong to the document, but its text does not show them.
    #[serde(skip)]
    unparsed_inputs: UnparsedInputs,
}

impl Facts {
    /// Returns a fact; `None` if it is unknown.
    #[must_use]
    pub fn get(&self, fact: Fact) -> Option<&FactValue> {
        self.known.get(&fact)
    }

    /// Sets a fact and replaces its earlier value.
    pub fn set(&mut self, fact: Fact, known: FactValue) {
        self.known.insert(fact, known);
    }

    /// Returns the typed texts in the document that are not values yet.
    #[must_use]
    pub fn unparsed_inputs(&self) -> &UnparsedInputs {
        &self.unparsed_inputs
    }

    /// Sets the typed texts that are not values yet.
    pub fn set_unparsed_inputs(&mut self, inputs: UnparsedInputs) {
        self.unparsed_inputs = inputs;
    }

    /// Returns all known facts.
    pub fn iter(&self) -> impl Iterator<Item = (Fact, &FactValue)> {
        self.known.iter().map(|(&fact, known)| (fact, known))
    }
}

impl FromIterator<(Fact, FactValue)> for Facts {
    fn from_iter<I: IntoIterator<Item = (Fact, FactValue)>>(known: I) -> Self {
        Self {
            known: known.into_iter().collect(),
            unparsed_inputs: UnparsedInputs::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_facts_keep_their_wording() {
        let known = |value| FactValue {
            value,
            source: FactSource::Person,
            detail: None,
        };
        let facts_in = [
            (Fact::MayWrite, known(true)),
            (Fact::KeepsValueObjects, known(false)),
        ];
        let facts: Facts = facts_in.iter().cloned().collect();
        let facts_out: Vec<_> = facts
            .iter()
            .map(|(fact, known)| (fact, known.clone()))
            .collect();
        assert_eq!(facts_out, facts_in);
        assert_eq!(facts.get(Fact::PlacementAttached), None);
    }

    #[test]
    fn fact_has_one_spelling_in_text_and_files() {
        for &fact in Fact::ALL {
            assert_eq!(fact.as_str().parse(), Ok(fact));
            assert_eq!(serde_json::to_string(&fact).unwrap(), format!("\"{fact}\""));
        }
        assert_eq!(
            "mayRead".parse::<Fact>(),
            Err(UnknownFact("mayRead".to_owned()))
        );
    }
}
