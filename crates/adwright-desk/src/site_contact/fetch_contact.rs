//! Fetches a site contact and stores the reply.

use adwright_model::{Document, Id};
use adwright_store::{ContactAnswer, ContactQuestion, FetchedObject, Fullness};

use super::{contact_id_meaning, parse_question};

use crate::error::Error;
use crate::object::parse_page_entry;
use crate::site_contact::SiteContacts;

impl SiteContacts {
    /// Fetches a campaign's site contact. A reply that nothing was found is stored too. If the operation is stopped,
    /// the earlier state is returned.
    pub async fn fetch_site_contact(
        &self,
        operation: &str,
        question: &adwright_views::ContactQuestionView,
    ) -> Result<adwright_views::SiteContact, Error> {
        let running = self.context.operations.start(operation);
        let parsed = parse_question(question)?;
        let ContactQuestion {
            campaign,
            second_id: id,
            from_advertiser,
        } = parsed;
        let request = self
            .context
            .client
            .get_site_contact(campaign, id, from_advertiser);
        let Some(fetched) = running.stop.run_until_cancelled(request).await else {
            return self.site_contact(&question.campaign, None);
        };
        let contact = fetched?.map(|raw| self.contact_entry(raw, id));
        let answer = ContactAnswer {
            question: parsed,
            contact: contact.as_ref().map(|entry| entry.id),
            member: contact.as_ref().and_then(|entry| member_with_id(entry, id)),
            at: self.context.now(),
        };
        self.context.store.site_contact_put(
            &self.context.workspace.id,
            &answer,
            contact.as_ref(),
        )?;
        self.site_contact(&question.campaign, Some(question))
    }

    /// Returns the cache entry for a contact. A contact without an id is stored under the requested id.
    fn contact_entry(&self, raw: String, id: Id) -> FetchedObject {
        let fields = &self.context.fields();
        let named = parse_page_entry(raw.clone().into_bytes(), Fullness::Full, fields);
        named.unwrap_or_else(|| FetchedObject {
            id,
            text: raw,
            fullness: Fullness::Full,
            columns: adwright_store::CachedColumns::default(),
        })
    }
}

fn member_with_id(entry: &FetchedObject, id: Id) -> Option<String> {
    match Document::read(entry.text.clone().into_bytes()) {
        Document::Editable(contact) => contact_id_meaning::find_member_with_id(&contact, id.0),
        Document::TextOnly(_) => None,
    }
    .map(|path| path.to_string())
}
