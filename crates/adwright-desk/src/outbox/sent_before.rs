//! A new object with the same content as an earlier send. No service refuses such a duplicate, so the person is asked.

use adwright_model::{Kind, Path};
use adwright_store::{ItemSource, OutboxState, SentObject};
use adwright_views::{FindingKey, FindingView, Severity};

use super::wording;

use crate::error::Error;
use crate::host::rfc3339;
use crate::object::LoadedObject;
use crate::outbox::Outbox;

/// The rule that a person overrides to create an object with the same content again.
pub const SENT_BEFORE: &str = "sent-before";

/// Returns the key of the finding, which is about the whole document.
pub(super) fn key() -> FindingKey {
    FindingKey {
        rule: SENT_BEFORE.to_owned(),
        path: Path::root().to_string(),
    }
}

impl Outbox {
    /// Returns the finding that asks whether to create an object again; none if this workspace did not send the same
    /// content.
    pub(super) fn sent_before_finding(
        &self,
        object: &LoadedObject,
    ) -> Result<Option<FindingView>, Error> {
        let content = object.create_content_hash();
        let draft = object.draft.as_ref();
        let draft = draft.map(|draft| ItemSource::Draft(draft.id.clone()));
        let sent = self.earlier_create(object.stored_kind, draft.as_ref(), content.as_deref())?;
        Ok(sent.map(|sent| {
            let at = sent.released_at;
            let at = self
                .context
                .zone
                .format_with_seconds(at)
                .unwrap_or_else(|| rfc3339(at));
            let noun = object.noun();
            let FindingKey { rule, path } = key();
            FindingView {
                rule,
                code: None,
                severity: Severity::Error,
                label: String::new(),
                path,
                message: wording::sent_before(&at, noun, sent.state != OutboxState::Confirmed),
                source: None,
                fix: None,
            }
        }))
    }

    /// Returns the last create of this content in this workspace, from another draft.
    pub(super) fn earlier_create(
        &self,
        kind: Kind,
        draft: Option<&ItemSource>,
        content: Option<&str>,
    ) -> Result<Option<SentObject>, Error> {
        let Some(content) = content else {
            return Ok(None);
        };
        let workspace = &self.context.workspace.id;
        Ok(self
            .context
            .store
            .sent_with_content(workspace, kind, content, draft)?)
    }
}
