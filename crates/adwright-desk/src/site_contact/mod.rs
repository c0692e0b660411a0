//! The site contact of a campaign. The interface leaves its second id unexplained, so this module learns from
//! replies.

mod candidates;
mod contact_card;
mod contact_id_meaning;
mod fetch_contact;

use std::sync::Arc;

use adwright_model::{Document, Id, Kind};
use adwright_store::{ContactAnswer, ContactQuestion};
use adwright_views::{ContactCandidate, DocumentRef};
use candidates::ContactCandidates;
use derive_new::new;

use crate::context::Context;
use crate::error::Error;
use crate::host::rfc3339;
use crate::object::Objects;
use crate::wording::{CONTACT_ID_EXPLANATION, ContactIdReason, NO_CONTACT, UNNAMED_CONTACT};

/// The most suggested ids that worked for other campaigns.
const FROM_ELSEWHERE: usize = 5;

/// The contacts of sites.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct SiteContacts {
    context: Arc<Context>,
    objects: Arc<Objects>,
}

impl SiteContacts {
    /// Returns what is known about a campaign's site contact, from the local database. The result includes the reply
    /// to `looked_at`, or to the last question that worked.
    pub fn site_contact(
        &self,
        campaign: &str,
        looked_at: Option<&adwright_views::ContactQuestionView>,
    ) -> Result<adwright_views::SiteContact, Error> {
        let id: Id = parse_contact_id(campaign)?;
        let all = self
            .context
            .store
            .site_contact_answers(&self.context.workspace.id)?;
        let (ours, elsewhere): (Vec<_>, Vec<_>) = all
            .iter()
            .partition::<Vec<&ContactAnswer>, _>(|answer| answer.question.campaign == id);
        let worked = ours.iter().copied().find(|answer| answer.contact.is_some());
        let looked_at = looked_at.map(parse_question).transpose()?;
        let shown = match looked_at {
            Some(question) => ours
                .iter()
                .copied()
                .find(|answer| answer.question == question),
            None => worked,
        };
        Ok(adwright_views::SiteContact {
            explanation: CONTACT_ID_EXPLANATION.to_owned(),
            learned: contact_id_meaning::summarize_answers(&all, &self.context.catalog()),
            question: worked.map_or_else(
                || empty_question(id),
                |answer| question_view(&answer.question),
            ),
            candidates: self.contact_candidates(id, &ours, &elsewhere)?,
            answers: ours
                .iter()
                .map(|answer| self.contact_answer_view(answer))
                .collect::<Result<_, _>>()?,
            current: shown
                .map(|answer| self.contact_result(answer))
                .transpose()?,
        })
    }

    /// Removes the stored answer to one question. The contact stays among the fetched versions.
    pub fn remove_contact_answer(
        &self,
        question: &adwright_views::ContactQuestionView,
    ) -> Result<adwright_views::SiteContact, Error> {
        self.context
            .store
            .site_contact_delete(&self.context.workspace.id, &parse_question(question)?)?;
        self.site_contact(&question.campaign, None)
    }

    /// Suggests ids. The id that worked for this campaign is left out, because the window shows it separately.
    fn contact_candidates(
        &self,
        campaign: Id,
        ours: &[&ContactAnswer],
        elsewhere: &[&ContactAnswer],
    ) -> Result<Vec<ContactCandidate>, Error> {
        let mut candidates = ContactCandidates::default();
        let object = self
            .objects
            .find(&DocumentRef::Campaign(campaign.to_string()))?;
        if let Document::Editable(document) = &object.document {
            candidates.add_members(document);
        }
        // During a practised outage, the admin interface is out of reach too.
        let practice = self.context.backend.practice();
        let sites = practice.and_then(|practice| practice.campaign_sites(campaign.0).ok());
        candidates.add_sites(&sites.unwrap_or_default());
        let mut worked: Vec<_> = elsewhere
            .iter()
            .filter(|answer| answer.contact.is_some())
            .collect();
        let mut seen = Vec::new();
        worked.retain(|answer| {
            let is_new = !seen.contains(&answer.question.second_id);
            seen.push(answer.question.second_id);
            is_new
        });
        for answer in worked.into_iter().take(FROM_ELSEWHERE) {
            let name = self.cached_name(Kind::Campaign, answer.question.campaign)?;
            let name = name.unwrap_or_else(|| answer.question.campaign.to_string());
            candidates.add(
                answer.question.second_id.0,
                &ContactIdReason::WorkedFor(name),
            );
        }
        let mut list = candidates.into_vec();
        list.retain(|candidate| {
            let is_answered =
                |answer: &&ContactAnswer| answer.question.second_id.to_string() == candidate.id;
            !ours.iter().any(is_answered)
        });
        Ok(list)
    }

    fn contact_answer_view(
        &self,
        answer: &ContactAnswer,
    ) -> Result<adwright_views::ContactAnswerView, Error> {
        let summary = match answer.contact {
            Some(contact) => self
                .cached_name(Kind::SiteContact, contact)?
                .unwrap_or_else(|| UNNAMED_CONTACT.to_owned()),
            None => NO_CONTACT.to_owned(),
        };
        Ok(adwright_views::ContactAnswerView {
            question: question_view(&answer.question),
            has_contact: answer.contact.is_some(),
            summary,
            lesson: contact_id_meaning::explain_answer(answer, &self.context.catalog()),
            at: rfc3339(answer.at),
        })
    }

    fn cached_name(&self, kind: Kind, id: Id) -> Result<Option<String>, Error> {
        let cached = self
            .context
            .store
            .cache_get(&self.context.workspace.id, kind, id)?;
        Ok(cached.and_then(|cached| cached.entry.columns.name))
    }
}

/// Parses a question into the form that the store uses.
fn parse_question(
    question: &adwright_views::ContactQuestionView,
) -> Result<ContactQuestion, Error> {
    Ok(ContactQuestion {
        campaign: parse_contact_id(&question.campaign)?,
        second_id: parse_contact_id(&question.id)?,
        from_advertiser: question.from_advertiser,
    })
}

fn parse_contact_id(typed: &str) -> Result<Id, Error> {
    let id = typed.trim().parse();
    id.map_err(|_| Error::NotAnId(typed.trim().to_owned()))
}

fn question_view(question: &ContactQuestion) -> adwright_views::ContactQuestionView {
    adwright_views::ContactQuestionView {
        campaign: question.campaign.to_string(),
        id: question.second_id.to_string(),
        from_advertiser: question.from_advertiser,
    }
}

/// Returns an empty question. The interface names its call after the advertiser level, so this is the first choice.
fn empty_question(campaign: Id) -> adwright_views::ContactQuestionView {
    adwright_views::ContactQuestionView {
        campaign: campaign.to_string(),
        id: String::new(),
        from_advertiser: true,
    }
}
