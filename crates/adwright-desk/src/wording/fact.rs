//! The wording of facts that rules need and no document holds.

use adwright_checks::{Fact, FactSubject};
use adwright_store::StoredFact;

use crate::error::FactError;
use crate::host::Zone;

/// Returns the message of an error, with the remedy.
pub(crate) fn fact_error_message(error: &FactError) -> String {
    match error {
        FactError::Fact(unknown) => {
            let facts = Fact::ALL
                .iter()
                .filter(|fact| fact.subject_form().is_some());
            let names: Vec<_> = facts.map(|fact| fact.as_str()).collect();
            format!(
                "There is no fact “{}”. Use one of {}.",
                unknown.0,
                names.join(", ")
            )
        }
        FactError::Subject(unknown) => format!(
            "“{}” does not name a subject. Write it like campaign/700120, advertiser/4401 or \
             activity/52024/advertiser/4401.",
            unknown.0
        ),
        FactError::OtherSubject(fact) => match fact.subject_form() {
            Some(form) => format!("{fact} is a fact about {form}. Name such a subject."),
            None => format!("{fact} follows from the fetched data, so nobody can enter it."),
        },
    }
}

/// Returns the detail of the source for a finding.
pub(crate) fn fact_detail(stored: &StoredFact, zone: &Zone) -> String {
    let at = zone.format_short(stored.at).unwrap_or_default();
    match (&stored.person, stored.code) {
        (Some(person), _) => format!("{person}, {at}"),
        (None, Some(code)) => format!("it answered {code}, {at}"),
        // Every send refreshes the time of an acceptance. With it, every check would find other facts.
        (None, None) => "it accepted a change".to_owned(),
    }
}

/// Returns the source of a fact as a sentence.
pub(crate) fn fact_source_message(stored: &StoredFact) -> String {
    match (&stored.person, stored.code) {
        (Some(person), _) => format!("{person} said so."),
        (None, Some(code)) => format!("The service answered {code}."),
        (None, None) => "The service accepted a change.".to_owned(),
    }
}

/// Returns the question that a fact answers.
pub(crate) fn fact_question(fact: Fact, subject: &FactSubject) -> String {
    match (fact, subject) {
        (Fact::PlacementAttached, FactSubject::Campaign(campaign)) => {
            format!("Are placements attached to campaign {campaign}?")
        }
        (Fact::VerificationPlacementAttached, FactSubject::Campaign(campaign)) => {
            format!("Is a verification tracking placement attached to campaign {campaign}?")
        }
        (Fact::AdvertiserHasPrivacySection, FactSubject::Advertiser(advertiser)) => {
            format!("Does advertiser {advertiser} have a privacy section?")
        }
        (Fact::AdvertiserDisablesCookies, FactSubject::Advertiser(advertiser)) => {
            format!("Does advertiser {advertiser} disable cookies?")
        }
        (Fact::KeepsValueObjects, FactSubject::Advertiser(advertiser)) => format!(
            "Does the service keep values of advertiser {advertiser} as objects, without loose data?"
        ),
        (_, FactSubject::Login { account, name }) if name.is_empty() => {
            format!("May this login save objects of account {account}?")
        }
        (_, FactSubject::Login { account, name }) => {
            format!("May {name} save objects of account {account}?")
        }
        (
            _,
            FactSubject::Activity {
                activity,
                advertiser,
            },
        ) => format!("Does activity {activity} belong to advertiser {advertiser}?"),
        (_, FactSubject::Brand { brand, advertiser }) => {
            format!("Does brand {brand} belong to advertiser {advertiser}?")
        }
        (
            _,
            FactSubject::AdvertiserInAccount {
                advertiser,
                account,
            },
        ) => format!("Does advertiser {advertiser} belong to account {account}?"),
        (_, FactSubject::CampaignInAccount { campaign, account }) => {
            format!("Does campaign {campaign} belong to account {account}?")
        }
        (fact, subject) => service_question(fact, subject),
    }
}

fn service_question(fact: Fact, subject: &FactSubject) -> String {
    let FactSubject::Service(kind) = subject else {
        return format!("{fact} ({subject})?");
    };
    let kind = kind.as_str();
    match fact {
        Fact::AcceptsReference => {
            format!("Does the service accept a reference in clientRefId of a new {kind}?")
        }
        Fact::AcceptsTextIds => format!("Does the service accept ids as texts in a {kind}?"),
        Fact::AcceptsRemovedMembers => {
            format!("Does the service accept a {kind} that lacks members, and remove them?")
        }
        Fact::SavesDespite62001 => {
            format!("Does the service save a {kind} although it answers 62001?")
        }
        other => format!("{other} ({kind})?"),
    }
}
