//! Shows one site contact in full, to read and copy.

use adwright_checks::Phase;
use adwright_model::{Document, EditableDocument, Kind, UnparsedInputs};
use adwright_store::{CachedObject, ContactAnswer};
use adwright_views::{ContactCard, ContactResult, FieldGroup, FieldView};

use super::question_view;

use crate::detail::FormContext;
use crate::error::Error;
use crate::host::rfc3339;
use crate::list::IdSuggestions;
use crate::site_contact::SiteContacts;
use crate::wording::{LockReason, UNNAMED_CONTACT, edit_lock};

/// Locks a field and all its parts.
fn lock_field(field: &mut FieldView) {
    field.lock = Some(edit_lock(LockReason::SiteContact));
    field.parts.iter_mut().for_each(lock_field);
}

impl SiteContacts {
    pub(super) fn contact_result(&self, answer: &ContactAnswer) -> Result<ContactResult, Error> {
        let cached = match answer.contact {
            Some(id) => {
                self.context
                    .store
                    .cache_get(&self.context.workspace.id, Kind::SiteContact, id)?
            }
            None => None,
        };
        Ok(ContactResult {
            question: question_view(&answer.question),
            at: rfc3339(answer.at),
            contact: cached.map(|cached| self.contact_card(cached)),
        })
    }

    fn contact_card(&self, cached: CachedObject) -> ContactCard {
        let entry = cached.entry;
        let title = entry
            .columns
            .name
            .unwrap_or_else(|| UNNAMED_CONTACT.to_owned());
        let (groups, text_only_reason) = match Document::read(entry.text.clone().into_bytes()) {
            Document::Editable(contact) => (self.contact_groups(&contact), None),
            Document::TextOnly(text) => (Vec::new(), Some(text.to_string())),
        };
        ContactCard {
            title,
            groups,
            source: entry.text,
            text_only_reason,
        }
    }

    /// Returns the read-only form of a contact. The interface has no call that saves a contact.
    fn contact_groups(&self, contact: &EditableDocument) -> Vec<FieldGroup> {
        let form = FormContext {
            document: contact,
            base: Some(contact),
            phase: Phase::Update,
            kind: Kind::SiteContact,
            catalog: &self.context.catalog(),
            bindings: &self.context.dialect.bindings,
            pickers: &IdSuggestions::default(),
            zone: &self.context.zone,
            typed: &UnparsedInputs::new(),
            lock: None,
            open: None,
            findings: &[],
        };
        let mut groups = form.groups();
        for group in &mut groups {
            let unknown = group.fields.iter().any(|field| !field.known);
            group.note =
                unknown.then(|| "Not in the catalog. They are shown unchanged.".to_owned());
            group.fields.iter_mut().for_each(lock_field);
        }
        groups
    }
}
