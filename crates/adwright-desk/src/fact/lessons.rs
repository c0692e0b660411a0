//! What the outcome of a write proves.

use std::borrow::Cow;
use std::cell::LazyCell;

use adwright_checks::{Fact, FactSubject};
use adwright_model::{Binding, Bindings, EditableDocument, Id, Kind};
use adwright_planner::{
    Confirmation, ConfirmedBy, REFERENCE_MEMBER, SendOutcome, Settlement, UnsupportedReference,
};
use adwright_wire::codes;

use super::FactKeys;

use crate::document::bound_id;

/// A fact that a reply of the service proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FactLesson {
    pub(crate) subject: FactSubject,
    pub(crate) fact: Fact,
    pub(crate) value: bool,
    /// The code of the refusal that proves it; none for an acceptance.
    pub(crate) code: Option<u32>,
}

/// An object as it was sent.
pub(crate) struct SentWrite<'a> {
    pub(crate) stored_kind: Kind,
    /// The id on the service; none for a new object.
    pub(crate) target: Option<Id>,
    pub(crate) body: &'a EditableDocument,
    /// The object before an update; none for a create.
    pub(crate) before: Option<&'a EditableDocument>,
    /// Whether no other object was in the same call. Otherwise a refusal of the call may concern another one.
    pub(crate) is_alone: bool,
    pub(crate) bindings: &'a Bindings,
    pub(crate) login: &'a str,
}

/// Returns the fact that decides about a refusal with this code, and the value that causes the refusal.
pub(crate) const fn refusing_value(code: u32) -> Option<(Fact, bool)> {
    Some(match code {
        codes::TRAFFICKING_MODE => (Fact::PlacementAttached, true),
        codes::VERIFICATION => (Fact::VerificationPlacementAttached, true),
        codes::PRIVACY_SECTION => (Fact::AdvertiserHasPrivacySection, false),
        codes::DISABLE_COOKIES => (Fact::AdvertiserDisablesCookies, true),
        codes::PRIVILEGES => (Fact::MayWrite, false),
        codes::ACTIVITY_OF_ADVERTISER => (Fact::ActivityOfAdvertiser, false),
        codes::LOOSE_DATA => (Fact::KeepsValueObjects, true),
        _ => return None,
    })
}

/// Returns what the outcome of a write proves.
pub(crate) fn lessons_of(sent: &SentWrite<'_>, settlement: &Settlement) -> Vec<FactLesson> {
    let subjects = LazyCell::new(|| sent.subjects(settlement.object.as_ref()));
    let lesson = |fact: Fact, value, code| {
        let subject = subjects.iter().find(|subject| fact.is_about(subject))?;
        Some(FactLesson {
            subject: subject.clone(),
            fact,
            value,
            code,
        })
    };
    let mut lessons: Vec<(Fact, bool, Option<u32>)> = Vec::new();
    match &settlement.outcome {
        SendOutcome::Confirmed(confirmation) => {
            let despite = code_despite(confirmation);
            let facts = sent.accepted_facts(despite, settlement.object.as_ref());
            lessons.extend(facts.into_iter().map(|(fact, value)| (fact, value, None)));
            if despite == Some(codes::VERIFICATION) {
                lessons.push((Fact::SavesDespite62001, true, None));
                lessons.push((Fact::VerificationPlacementAttached, true, despite));
            }
        }
        SendOutcome::Refused(error) => {
            if let Some(UnsupportedReference::Refused(_)) = settlement.unsupported_reference {
                lessons.push((Fact::AcceptsReference, false, error.code));
            }
            lessons.extend(
                error
                    .code
                    .into_iter()
                    .flat_map(|code| sent.refused_facts(code)),
            );
        }
        // The service reported a code, but saved a part of the change.
        outcome @ SendOutcome::NeedsYou(_) => {
            let code = outcome.code().filter(|code| *code == codes::VERIFICATION);
            let fact = Fact::VerificationPlacementAttached;
            lessons.extend(code.map(|code| (fact, true, Some(code))));
        }
        SendOutcome::Withdrawn(_) => {}
    }
    let lessons = lessons.into_iter();
    lessons
        .filter_map(|(fact, value, code)| lesson(fact, value, code))
        .collect()
}

/// Returns the code that the service answered although it saved the change.
fn code_despite(confirmation: &Confirmation) -> Option<u32> {
    match &confirmation.by {
        ConfirmedBy::HeldDespite(error) => error.code,
        _ => None,
    }
}

impl SentWrite<'_> {
    fn refused_facts(&self, code: u32) -> Vec<(Fact, bool, Option<u32>)> {
        let concerns_rows = matches!(code, codes::ACTIVITY_OF_ADVERTISER | codes::LOOSE_DATA);
        if concerns_rows && !self.is_alone {
            return Vec::new();
        }
        let known = refusing_value(code).map(|(fact, value)| (fact, value, Some(code)));
        let saves =
            (code == codes::VERIFICATION).then_some((Fact::SavesDespite62001, false, Some(code)));
        known.into_iter().chain(saves).collect()
    }

    /// Returns the facts that an accepted write proves. `despite` is the code that the service answered nevertheless.
    fn accepted_facts(
        &self,
        despite: Option<u32>,
        stored: Option<&EditableDocument>,
    ) -> Vec<(Fact, bool)> {
        let mut facts = vec![(Fact::MayWrite, true)];
        match self.stored_kind {
            Kind::Campaign => self.add_campaign_facts(despite, &mut facts),
            Kind::RetargetingDataValue => {
                facts.push((Fact::ActivityOfAdvertiser, true));
                let loose = self.bindings.find(Binding::RetargetingData, self.body);
                if loose.is_some_and(|(_, list)| list.items().next().is_some()) {
                    facts.push((Fact::KeepsValueObjects, false));
                }
            }
            _ => {}
        }
        let has_reference = |document: &EditableDocument| {
            let reference = document.root().member(REFERENCE_MEMBER);
            reference.is_some_and(|reference| !reference.is_null())
        };
        match self.before {
            None if has_reference(self.body) => facts.push((Fact::AcceptsReference, true)),
            None => {}
            Some(before) => {
                let lacks = |document: &EditableDocument, name: &str| {
                    document.root().member(name).is_none()
                };
                let mut names = before.root().members().map(|(name, _)| name);
                if names.any(|name| {
                    lacks(self.body, &name) && stored.is_some_and(|stored| lacks(stored, &name))
                }) {
                    facts.push((Fact::AcceptsRemovedMembers, true));
                }
            }
        }
        if has_text_id(self.body) {
            facts.push((Fact::AcceptsTextIds, true));
        }
        facts
    }

    fn add_campaign_facts(&self, despite: Option<u32>, facts: &mut Vec<(Fact, bool)>) {
        let is_word = |document: &EditableDocument, binding, word: &str| {
            let found = self.bindings.find(binding, document);
            let text = found.and_then(|(_, node)| node.as_str().map(Cow::into_owned));
            text.is_some_and(|text| text.eq_ignore_ascii_case(word))
        };
        let mode = Binding::TraffickingMode;
        if let Some(before) = self.before {
            if is_word(before, mode, "advanced") && is_word(self.body, mode, "simple") {
                facts.push((Fact::PlacementAttached, false));
            }
            let is_none = is_word(self.body, Binding::Verification, "None");
            if is_none && despite != Some(codes::VERIFICATION) {
                facts.push((Fact::VerificationPlacementAttached, false));
            }
        } else {
            facts.push((Fact::AdvertiserHasPrivacySection, true));
        }
        let cookies = self.bindings.find(Binding::DisableCookies, self.body);
        let allows_cookies = cookies.is_some_and(|(_, node)| node.as_bool() == Some(false))
            || is_word(self.body, Binding::DisableCookies, "false");
        if allows_cookies {
            facts.push((Fact::AdvertiserDisablesCookies, false));
        }
    }

    /// Returns everything that a fact of this write may be about. `stored` is the object on the service.
    fn subjects(&self, stored: Option<&EditableDocument>) -> Vec<FactSubject> {
        let keys = FactKeys::of(self.stored_kind, self.target, self.body, self.bindings);
        // The service assigns the account of many new objects.
        let account = || bound_id(stored.or(self.before)?, self.bindings, Binding::AccountId);
        let keys = FactKeys {
            account: keys.account.or_else(account),
            ..keys
        };
        let mut subjects = keys.subjects(self.login);
        let kind = self.stored_kind.specific(self.body);
        subjects.push(FactSubject::Service(kind));
        subjects
    }
}

/// Returns whether an id of the outermost object is a text.
fn has_text_id(document: &EditableDocument) -> bool {
    let mut members = document.root().members();
    members.any(|(name, node)| {
        let is_id = name == "id" || name.ends_with("Id");
        is_id && node.as_str().is_some() && node.as_id().is_some()
    })
}

#[cfg(test)]
mod tests {
    use adwright_planner::ReportedError;

    use super::*;

    fn lessons(is_alone: bool, outcome: SendOutcome) -> Vec<String> {
        let body = r#"{"type":"RetargetingDataValue","advertiserId":4401,"accountId":3310,
                       "retargetingActivityId":52024,"retargetingData":[{}],"clientRefId":"ours"}"#;
        let body = EditableDocument::parse(body).unwrap();
        let sent = SentWrite {
            stored_kind: Kind::RetargetingDataValue,
            target: None,
            body: &body,
            before: None,
            is_alone,
            bindings: &Bindings::default(),
            login: "mara",
        };
        let settlement = Settlement {
            outcome,
            object: None,
            service_changes: Vec::new(),
            concurrent: None,
            unsupported_reference: None,
        };
        let lessons = lessons_of(&sent, &settlement).into_iter();
        let line =
            |lesson: FactLesson| format!("{} {} {}", lesson.subject, lesson.fact, lesson.value);
        lessons.map(line).collect()
    }

    fn refused(code: u32) -> SendOutcome {
        SendOutcome::Refused(ReportedError {
            status: 500,
            code: Some(code),
            message: None,
        })
    }

    #[test]
    fn refused_call_teaches_only_about_one_row() {
        let activity = "activity/52024/advertiser/4401 activityOfAdvertiser false";
        for (code, alone) in [
            (codes::ACTIVITY_OF_ADVERTISER, activity),
            (codes::LOOSE_DATA, "advertiser/4401 keepsValueObjects true"),
        ] {
            assert_eq!(lessons(true, refused(code)), [alone]);
            assert!(lessons(false, refused(code)).is_empty());
        }
        let login = "account/3310/login/mara mayWrite false";
        assert_eq!(lessons(false, refused(codes::PRIVILEGES)), [login]);
        assert!(lessons(true, refused(codes::BATCH_SIZE)).is_empty());
    }

    #[test]
    fn accepted_value_teaches_all_its_facts() {
        let confirmed = SendOutcome::Confirmed(Confirmation {
            by: ConfirmedBy::Created,
            includes_foreign_changes: false,
            has_interleaved_save: false,
            read_failure: None,
        });
        assert_eq!(
            lessons(false, confirmed),
            [
                "account/3310/login/mara mayWrite true",
                "activity/52024/advertiser/4401 activityOfAdvertiser true",
                "advertiser/4401 keepsValueObjects false",
                "service/RetargetingDataValue acceptsReference true",
            ]
        );
    }
}
