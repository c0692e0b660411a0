//! What a settled item teaches about the service.

use std::borrow::Cow;

use adwright_model::EditableDocument;
use adwright_planner::{SendTask, Settlement};

use super::item_runner::ItemRunner;

use crate::document::parse_editable;
use crate::error::Error;
use crate::fact::{SentWrite, lessons_of};

impl ItemRunner<'_> {
    /// Keeps the settings and facts that a settlement shows.
    pub(super) fn learn_from_settlement(&self, settlement: &Settlement) -> Result<(), Error> {
        if let Some(unsupported_reference) = &settlement.unsupported_reference {
            let kind = self.item.kind.specific(&parse_editable(&self.item.body)?);
            self.outbox
                .learn_reference_off(kind, unsupported_reference)?;
        }
        let Some(body) = self.sent_body()? else {
            return Ok(());
        };
        let before = self.item.before_image.as_deref();
        let before = before.map(parse_editable).transpose()?;
        let context = &self.outbox.context;
        let sent = SentWrite {
            stored_kind: self.item.kind,
            target: self.update_target(),
            body: &body,
            before: before.as_ref(),
            is_alone: self.is_alone,
            bindings: &context.dialect.bindings,
            login: &context.login,
        };
        let lessons = lessons_of(&sent, settlement);
        self.outbox.checker.known_facts.learn(&lessons)
    }

    /// Returns the object as it was last sent; none if a settlement without a reply ended the item.
    fn sent_body(&self) -> Result<Option<Cow<'_, EditableDocument>>, Error> {
        match &self.task {
            SendTask::Create { body, .. } => Ok(Some(Cow::Borrowed(body))),
            SendTask::Update { .. } if self.item.before_image.is_none() => Ok(None),
            SendTask::Update { .. } => {
                let body = parse_editable(&self.item.body)?;
                Ok(Some(Cow::Owned(body)))
            }
        }
    }
}
