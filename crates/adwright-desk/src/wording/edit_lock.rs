//! The wording of locks: why a field or a draft cannot be edited.

use adwright_views::{EditLock, EditLockKind};

use super::{VALUE_READ_ONLY, file_ad_read_only_message};

/// Why a field or a draft cannot be edited.
#[derive(Debug, Clone, Copy)]
pub(crate) enum LockReason<'a> {
    /// The service writes the field.
    SuppliedByService,
    /// The field belongs to a site contact.
    SiteContact,
    /// The retargeting value exists on the service.
    ExistingValue,
    /// The ad came from the file with this name.
    FromFile(&'a str),
    /// The field is fixed when the campaign is created.
    SetOnce,
    /// The draft was discarded.
    Discarded,
    /// The draft was sent, and a person has to decide about it.
    NeedsYou,
    /// The draft is being sent.
    BeingSent,
}

/// Returns the view of a lock, with its label.
pub(crate) fn edit_lock(reason: LockReason<'_>) -> EditLock {
    let (kind, label) = match reason {
        LockReason::SuppliedByService
        | LockReason::SiteContact
        | LockReason::ExistingValue
        | LockReason::FromFile(_) => (EditLockKind::ReadOnly, "read-only"),
        LockReason::SetOnce => (EditLockKind::SetOnce, "set once"),
        LockReason::Discarded => (EditLockKind::Discarded, "discarded"),
        LockReason::NeedsYou => (EditLockKind::NeedsYou, "needs you"),
        LockReason::BeingSent => (EditLockKind::BeingSent, "being sent"),
    };
    EditLock {
        kind,
        label: label.to_owned(),
        reason: lock_message(reason),
    }
}

fn lock_message(reason: LockReason<'_>) -> String {
    let fixed = match reason {
        LockReason::SuppliedByService => "The service supplies this field.",
        LockReason::SiteContact => "Site contacts are read-only.",
        LockReason::ExistingValue => VALUE_READ_ONLY,
        LockReason::FromFile(name) => return file_ad_read_only_message(name),
        LockReason::SetOnce => "This field can only be set while the campaign is new.",
        LockReason::Discarded => "The draft was discarded. Restore it under Drafts to continue.",
        LockReason::NeedsYou => {
            "The draft was sent, and its outcome needs your decision under Sent."
        }
        LockReason::BeingSent => "The draft is being sent. See its outcome under Sent.",
    };
    fixed.to_owned()
}
