//! The members that the service assigns. Every other byte stays as it was sent.

use adwright_model::{Edit, EditableDocument, Path};
use jiff::Timestamp;
use serde_json::json;

use crate::reply::Refusal;
use crate::storage::parties::User;

/// A member of the outermost object, and its JSON.
pub(crate) type AssignedMember = (&'static str, String);

const CREATED: [&str; 5] = [
    "createdBy",
    "createdByName",
    "createdByAccount",
    "createdByAccountName",
    "createdOn",
];

const UPDATED: [&str; 5] = [
    "lastUpdatedBy",
    "lastUpdatedByName",
    "lastUpdatedByAccount",
    "lastUpdatedByAccountName",
    "lastUpdateOn",
];

/// The user who saves, and the time.
pub(super) struct AuditStamp<'a> {
    pub(super) user: &'a User,
    pub(super) now: Timestamp,
}

impl AuditStamp<'_> {
    pub(super) fn created_members(&self) -> [AssignedMember; 5] {
        self.members(CREATED)
    }

    pub(super) fn updated_members(&self) -> [AssignedMember; 5] {
        self.members(UPDATED)
    }

    fn members(
        &self,
        [id, name, account, account_name, time]: [&'static str; 5],
    ) -> [AssignedMember; 5] {
        [
            (id, self.user.id.to_string()),
            (name, json!(self.user.name).to_string()),
            (account, self.user.account_id.to_string()),
            (account_name, json!(self.user.account_name).to_string()),
            (time, self.now.as_millisecond().to_string()),
        ]
    }
}

/// Returns the version after the base's.
pub(super) fn next_version(base: &EditableDocument) -> AssignedMember {
    let version = integer_member(base, "version")
        .unwrap_or(0)
        .saturating_add(1);
    ("version", version.to_string())
}

/// Returns the members that an update keeps from the base, whatever was sent.
pub(super) fn unchanged_members(base: &EditableDocument) -> impl Iterator<Item = AssignedMember> {
    CREATED.into_iter().filter_map(|name| {
        let member = base.root().member(name)?;
        Some((name, member.raw().to_owned()))
    })
}

/// Sets the members that do not already have the assigned value.
pub(super) fn assign(
    document: &EditableDocument,
    assigned: impl IntoIterator<Item = AssignedMember>,
) -> Result<EditableDocument, Refusal> {
    assigned
        .into_iter()
        .try_fold(document.clone(), |document, (name, json)| {
            if document
                .root()
                .member(name)
                .is_some_and(|node| node.raw() == json)
            {
                return Ok(document);
            }
            let path = Path::root().child(name);
            let set = document.apply(&Edit::Set { path, json });
            set.map_err(|error| Refusal::Failed(format!("assigning {name}: {error}")))
        })
}

/// Returns a member of the outermost object that holds a whole number.
pub(super) fn integer_member(document: &EditableDocument, member: &str) -> Option<i64> {
    document.root().member(member)?.as_i64()
}
