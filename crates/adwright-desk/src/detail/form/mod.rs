//! The form: shows one document as the catalog's fields, group by group.

mod field_place;
mod known_field;
mod nested;
mod unknown_field;

use adwright_checks::{Finding, Phase};
use adwright_model::{
    self as model, Bindings, Catalog, EditableDocument, Kind, ObjectType, Path, UnparsedInputs,
};
use adwright_views::{EditLock, FieldGroup, FieldView};
use field_place::FieldPlace;

use crate::field::CompactFormatter;
use crate::host::Zone;
use crate::list::IdSuggestions;

/// The title of the group of members that are not in the catalog.
const UNKNOWN_GROUP: &str = "Other fields from the service";

const UNKNOWN_GROUP_NOTE: &str =
    "Not in the catalog. Unless you edit them, they are sent back unchanged.";

/// A document with everything that its form needs.
pub(crate) struct FormContext<'a> {
    pub(crate) document: &'a EditableDocument,
    pub(crate) base: Option<&'a EditableDocument>,
    pub(crate) phase: Phase,
    pub(crate) kind: Kind,
    pub(crate) catalog: &'a Catalog,
    pub(crate) bindings: &'a Bindings,
    pub(crate) pickers: &'a IdSuggestions,
    pub(crate) zone: &'a Zone,
    /// Text that was typed into JSON fields and is not valid JSON yet.
    pub(crate) typed: &'a UnparsedInputs,
    /// Why the whole document is locked; none if it can be edited.
    pub(crate) lock: Option<EditLock>,
    /// What the window asked for whole: an item of a long list with its fields, or a field with all its choices.
    pub(crate) open: Option<&'a Path>,
    /// The findings of the document. A hidden field with a finding is shown.
    pub(crate) findings: &'a [Finding],
}

impl<'a> FormContext<'a> {
    /// Returns the groups in the catalog's order. Members that are not in the catalog come last.
    pub(crate) fn groups(&self) -> Vec<FieldGroup> {
        let root = self.catalog.root(self.kind);
        let top = FieldPlace {
            path: Path::root(),
            node: Some(self.document.root()),
            before: self.base.map(EditableDocument::root),
            has_before: self.base.is_some(),
        };
        let mut groups = GroupedFields::default();
        let mut fields = self.known_fields_at(root, &top);
        fields.retain(|(field, place)| !field.hidden || self.needs_attention(place));
        fields.sort_by_key(|(field, _)| field.rank.unwrap_or(usize::MAX));
        for (field, place) in fields {
            groups.add(
                GroupKey::Known(&field.group),
                self.known_field(field, &place, self.lock.as_ref()),
            );
        }
        for place in unknown_members_at(root, &top) {
            groups.add(
                GroupKey::Unknown,
                self.unknown_field(&place, self.lock.as_ref()),
            );
        }
        groups.into_sorted(&root.groups)
    }

    /// Returns the fields of an object with their places. A field has two places if both spellings are present with
    /// different values.
    fn known_fields_at<'b>(
        &self,
        object: &'b ObjectType,
        at: &FieldPlace<'a>,
    ) -> Vec<(&'b model::Field, FieldPlace<'a>)> {
        let places = |field: &'b model::Field| {
            let places = spellings(field, at).into_iter();
            places.map(move |place| (field, place))
        };
        let fields = object.fields.iter().flat_map(places);
        fields
            .filter(|(field, place)| !self.is_hidden(object, field, place, at))
            .collect()
    }

    /// Returns whether a field is hidden. These are hidden: an absent or redundant `type`, a name that is shown beside
    /// its id, and absent read-only fields. An absent read-only field stays if its object exists, is not new, and the
    /// field has one spelling.
    fn is_hidden(
        &self,
        object: &ObjectType,
        field: &model::Field,
        place: &FieldPlace<'_>,
        object_place: &FieldPlace<'_>,
    ) -> bool {
        let Some(node) = place.node else {
            let is_object_absent_or_new =
                object_place.is_absent_or_null() || self.phase == Phase::Create;
            return field.name == "type"
                || field.read_only && (is_object_absent_or_new || field.alias.is_some());
        };
        let repeats_type = node.as_str().is_some_and(|name| name == object.name);
        field.name == "type" && repeats_type || is_shown_with_id(object, field, place)
    }

    /// Returns whether a hidden field has to be shown: it is changed or has a finding.
    fn needs_attention(&self, place: &FieldPlace<'_>) -> bool {
        let mut findings = self.findings.iter();
        place.is_changed() || findings.any(|finding| finding.path.starts_with(&place.path))
    }

    fn formatter(&self) -> CompactFormatter<'a> {
        CompactFormatter {
            catalog: self.catalog,
            zone: self.zone,
        }
    }
}

/// Returns the members of an object that are not in the catalog.
fn unknown_members_at<'a>(object: &ObjectType, at: &FieldPlace<'a>) -> Vec<FieldPlace<'a>> {
    let members = at.node.iter().flat_map(model::Node::members);
    members
        .filter(|(name, _)| object.field(name).is_none())
        .map(|(name, _)| at.child(&name))
        .collect()
}

/// Returns the place of a field under the spelling that is present, or under both if their values differ.
fn spellings<'a>(field: &model::Field, at: &FieldPlace<'a>) -> Vec<FieldPlace<'a>> {
    let one = at.child(&field.name);
    let Some(twin) = field.alias.as_ref().map(|name| at.child(name)) else {
        return vec![one];
    };
    match (one.node, twin.node) {
        (Some(first), Some(second)) if !first.same_value(&second) => vec![one, twin],
        (None, Some(_)) => vec![twin],
        (None, None) if one.before.is_none() && twin.before.is_some() => vec![twin],
        _ => vec![one],
    }
}

/// Returns whether a name is shown beside its id. A changed name is a field of its own.
fn is_shown_with_id(object: &ObjectType, field: &model::Field, place: &FieldPlace<'_>) -> bool {
    let Some(stem) = field.name.strip_suffix("Name").filter(|_| field.read_only) else {
        return false;
    };
    let is_unchanged = place.has_before && !place.is_changed();
    is_unchanged && object.fields.iter().any(|id| is_id_of(&id.name, stem))
}

/// Returns whether `member` is the id for the name of `stem`: `brandId` with `brandName`, `createdBy` with
/// `createdByName`.
fn is_id_of(member: &str, stem: &str) -> bool {
    member.strip_suffix("Id").unwrap_or(member) == stem
}

/// The key of a group of the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum GroupKey<'a> {
    /// A group of the catalog.
    Known(&'a str),
    /// The members that are not in the catalog.
    Unknown,
}

/// The fields by group, without empty groups.
#[derive(Default)]
struct GroupedFields<'a>(Vec<(GroupKey<'a>, Vec<FieldView>)>);

impl<'a> GroupedFields<'a> {
    fn add(&mut self, key: GroupKey<'a>, field: FieldView) {
        match self.0.iter_mut().find(|(known, _)| *known == key) {
            Some((_, fields)) => fields.push(field),
            None => self.0.push((key, vec![field])),
        }
    }

    /// Returns the groups in this order; the unknown members come last.
    fn into_sorted(mut self, order: &[String]) -> Vec<FieldGroup> {
        let place = |key: GroupKey<'_>| match key {
            GroupKey::Known(group) => order.iter().position(|known| known == group),
            GroupKey::Unknown => None,
        };
        self.0
            .sort_by_key(|(key, _)| place(*key).unwrap_or(order.len()));
        let groups = self.0.into_iter();
        groups
            .map(|(key, fields)| field_group(key, fields))
            .collect()
    }
}

fn field_group(key: GroupKey<'_>, fields: Vec<FieldView>) -> FieldGroup {
    match key {
        GroupKey::Known(title) => FieldGroup {
            title: title.to_owned(),
            note: None,
            fields,
        },
        GroupKey::Unknown => FieldGroup {
            title: UNKNOWN_GROUP.to_owned(),
            note: Some(UNKNOWN_GROUP_NOTE.to_owned()),
            fields,
        },
    }
}

#[cfg(test)]
mod tests;
