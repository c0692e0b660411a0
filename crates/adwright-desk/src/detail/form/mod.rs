//! The form: the catalog's fields over one document, section by section.

mod known;
mod parts;
mod spot;
mod tree;

use adwright_checks::Phase;
use adwright_model::{self as model, Bindings, Catalog, Editable, Kind, Object, Path, TypedTexts};

use super::brief::Brief;
use crate::pickers::Pickers;
use crate::views::{Field, Group, Lock};
use crate::zone::Zone;
use spot::Spot;

pub(super) use known::lock;
pub(super) use parts::noun;

/// The section of members that the catalog does not know.
const UNKNOWN_GROUP: &str = "Other fields from the service";

/// One document, with everything that its form is drawn from.
pub(crate) struct Shown<'a> {
    pub(crate) document: &'a Editable,
    pub(crate) base: Option<&'a Editable>,
    pub(crate) phase: Phase,
    pub(crate) kind: Kind,
    pub(crate) catalog: &'a Catalog,
    pub(crate) bindings: &'a Bindings,
    pub(crate) pickers: &'a Pickers,
    pub(crate) zone: &'a Zone,
    /// What was typed where JSON belongs and is none yet.
    pub(crate) typed: &'a TypedTexts,
    /// Why nothing of it can be edited, where that is so.
    pub(crate) lock: Option<Lock>,
    /// An item of a long list that is wanted with its fields.
    pub(crate) open: Option<&'a Path>,
}

impl<'a> Shown<'a> {
    /// The sections in the catalog's order; what the catalog does not know comes last.
    pub(crate) fn groups(&self) -> Vec<Group> {
        let root = self.catalog.root(self.kind);
        let top = Spot {
            path: Path::root(),
            node: Some(self.document.root()),
            before: self.base.map(Editable::root),
            has_before: self.base.is_some(),
        };
        let mut sections = Sections::default();
        for (field, spot) in self.known_spots(root, &top) {
            sections.add(&field.group, self.known(field, &spot, self.lock.as_ref()));
        }
        for spot in unknown_spots(root, &top) {
            sections.add(UNKNOWN_GROUP, self.unknown(&spot, self.lock.as_ref()));
        }
        sections.in_order(&root.groups)
    }

    /// The fields of an object with the places that they have, or could have, in it: a field of which both spellings
    /// are there with different values has two.
    fn known_spots<'b>(
        &self,
        object: &'b Object,
        at: &Spot<'a>,
    ) -> Vec<(&'b model::Field, Spot<'a>)> {
        let spots = |field: &'b model::Field| {
            let spots = spellings(field, at).into_iter();
            spots.map(move |spot| (field, spot))
        };
        let fields = object.fields.iter().flat_map(spots);
        fields
            .filter(|(field, spot)| !self.is_hidden(object, field, spot, at))
            .collect()
    }

    /// Hidden: a `type` that says what is known anyway, a name that stands beside its id, what the service will supply
    /// once a new campaign is created, and what it could have supplied in either of two spellings.
    fn is_hidden(
        &self,
        object: &Object,
        field: &model::Field,
        spot: &Spot<'_>,
        at: &Spot<'_>,
    ) -> bool {
        let Some(node) = spot.node else {
            let is_missing = at.is_nothing() || self.phase == Phase::Create;
            return field.name == "type"
                || field.read_only && (is_missing || field.same_as.is_some());
        };
        let says_the_obvious = node.as_str().is_some_and(|name| name == object.name);
        field.name == "type" && says_the_obvious || is_shown_with_id(object, field, spot)
    }

    fn brief(&self) -> Brief<'a> {
        Brief {
            catalog: self.catalog,
            zone: self.zone,
        }
    }
}

/// The members of an object that the catalog does not know.
fn unknown_spots<'a>(object: &Object, at: &Spot<'a>) -> Vec<Spot<'a>> {
    let members = at.node.iter().flat_map(model::Node::members);
    members
        .filter(|(name, _)| object.field(name).is_none())
        .map(|(name, _)| at.child(&name))
        .collect()
}

/// Where a field is: under the spelling that came; under both where they differ.
fn spellings<'a>(field: &model::Field, at: &Spot<'a>) -> Vec<Spot<'a>> {
    let one = at.child(&field.name);
    let Some(twin) = field.same_as.as_ref().map(|name| at.child(name)) else {
        return vec![one];
    };
    match (one.node, twin.node) {
        (Some(first), Some(second)) if !first.same_value(&second) => vec![one, twin],
        (None, Some(_)) => vec![twin],
        (None, None) if one.before.is_none() && twin.before.is_some() => vec![twin],
        _ => vec![one],
    }
}

/// Whether a name is shown beside the id that it belongs to. One that was changed stands for itself.
fn is_shown_with_id(object: &Object, field: &model::Field, spot: &Spot<'_>) -> bool {
    let Some(stem) = field.name.strip_suffix("Name").filter(|_| field.read_only) else {
        return false;
    };
    let is_unchanged = spot.has_before && !spot.is_changed();
    is_unchanged && object.fields.iter().any(|id| is_id_of(&id.name, stem))
}

/// Whether `member` is the id that goes with the name of `stem`: `brandId` with `brandName`, `createdBy` with
/// `createdByName`.
fn is_id_of(member: &str, stem: &str) -> bool {
    member.strip_suffix("Id").unwrap_or(member) == stem
}

/// The sections that have a field.
#[derive(Default)]
struct Sections(Vec<Group>);

impl Sections {
    fn add(&mut self, title: &str, field: Field) {
        match self.0.iter_mut().find(|group| group.title == title) {
            Some(group) => group.fields.push(field),
            None => self.0.push(Group {
                title: title.to_owned(),
                note: note(title),
                fields: vec![field],
            }),
        }
    }

    fn in_order(mut self, order: &[String]) -> Vec<Group> {
        let place = |group: &Group| order.iter().position(|title| *title == group.title);
        self.0
            .sort_by_key(|group| place(group).unwrap_or(order.len()));
        self.0
    }
}

fn note(title: &str) -> Option<String> {
    (title == UNKNOWN_GROUP).then(|| {
        "Not in the catalog. What you do not edit goes back to the service exactly as it came."
            .to_owned()
    })
}

#[cfg(test)]
mod tests;
