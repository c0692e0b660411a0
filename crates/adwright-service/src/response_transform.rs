//! Rewrites documents into the shape of a variant, and back.

use adwright_model::{Edit, EditableDocument, JsonType, Path};

use crate::filterable_fields::kind_of;
use crate::resource::ADS;
use crate::variants::{Variant, VariantSet};

/// The activity of a value, which some services nest.
const ACTIVITY: &str = "retargetingActivityId";
const ACTIVITY_OBJECT: &str = "reporting";
const REFERENCE: &str = "clientRefId";

/// The kind of reply that shows a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReplyKind {
    List,
    Single,
}

/// Returns a stored text in the form of these variants.
pub(crate) fn to_variant_form(text: String, variants: VariantSet, place: ReplyKind) -> String {
    let in_list = |variant| place == ReplyKind::List && variants.has(variant);
    let mut text = text;
    if variants.has(Variant::ActivityElsewhere) {
        text = map_document(text, nest_activity);
    }
    if variants.has(Variant::DropsReference) || in_list(Variant::UnlistedReference) {
        text = map_document(text, |document| without_member(document, REFERENCE));
    }
    if in_list(Variant::ShortLists) {
        text = to_list_form(text);
    }
    if variants.has(Variant::TextIds) {
        text = map_document(text, with_text_ids);
    }
    text
}

/// Returns a received document in the stored form.
pub(crate) fn from_variant_form(
    entity: EditableDocument,
    variants: VariantSet,
) -> EditableDocument {
    let mut entity = entity;
    if variants.has(Variant::TextIds) {
        entity = with_number_ids(&entity).unwrap_or(entity);
    }
    if variants.has(Variant::ActivityElsewhere) {
        entity = unnest_activity(&entity).unwrap_or(entity);
    }
    entity
}

fn map_document(
    text: String,
    change: impl Fn(&EditableDocument) -> Option<EditableDocument>,
) -> String {
    let document = EditableDocument::parse(&text).ok();
    let changed = document.and_then(|document| change(&document));
    changed.map_or(text, |document| document.text().to_owned())
}

fn without_member(document: &EditableDocument, name: &str) -> Option<EditableDocument> {
    let path = Path::root().child(name);
    document.apply(&Edit::Remove { path }).ok()
}

fn nest_activity(document: &EditableDocument) -> Option<EditableDocument> {
    let activity = document.root().member(ACTIVITY)?;
    let edit = Edit::Set {
        path: Path::root().child(ACTIVITY_OBJECT),
        json: format!("{{\"{ACTIVITY}\":{}}}", activity.raw()),
    };
    without_member(&document.apply(&edit).ok()?, ACTIVITY)
}

/// Moves a nested activity to its usual place. Drops one at the usual place, because such a service does not know it.
fn unnest_activity(document: &EditableDocument) -> Option<EditableDocument> {
    let usual = Path::root().child(ACTIVITY);
    let nested = Path::root().child(ACTIVITY_OBJECT).child(ACTIVITY);
    let Some(json) = document.get(&nested).map(|node| node.raw().to_owned()) else {
        return without_member(document, ACTIVITY);
    };
    let moved = document.apply(&Edit::Set { path: usual, json }).ok()?;
    without_member(&moved, ACTIVITY_OBJECT)
}

/// Returns the short form of a document that some services list.
fn to_list_form(text: String) -> String {
    let Ok(document) = EditableDocument::parse(&text) else {
        return text;
    };
    let is_ad = kind_of(&document).is_some_and(|kind| ADS.kinds.contains(&kind));
    let member = |name: &str| {
        let node = document.root().member(name)?;
        let raw = if is_ad && name == "type" {
            "\"Ad\""
        } else {
            node.raw()
        };
        Some(format!("\"{name}\":{raw}"))
    };
    let names = ["type", "id", REFERENCE, "relationsBag", "name"];
    let members: Vec<_> = names.into_iter().filter_map(member).collect();
    format!("{{{}}}", members.join(","))
}

/// Returns the document with its outermost ids as texts.
fn with_text_ids(document: &EditableDocument) -> Option<EditableDocument> {
    with_ids(document, JsonType::Number, |raw| format!("\"{raw}\""))
}

/// Returns the document with numbers for those of its outermost ids that are texts of digits.
fn with_number_ids(document: &EditableDocument) -> Option<EditableDocument> {
    let bare = |raw: &str| {
        let digits = raw.trim_matches('"');
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        (if is_number { digits } else { raw }).to_owned()
    };
    with_ids(document, JsonType::String, bare)
}

fn with_ids(
    document: &EditableDocument,
    shape: JsonType,
    spelled: impl Fn(&str) -> String,
) -> Option<EditableDocument> {
    let ids = document.root().members().filter(|(name, node)| {
        (name == "id" || name.ends_with("Id")) && name != REFERENCE && node.json_type() == shape
    });
    let mut ids = ids.map(|(name, node)| Edit::Set {
        path: Path::root().child(name),
        json: spelled(node.raw()),
    });
    ids.try_fold(document.clone(), |document, edit| {
        document.apply(&edit).ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks both forms of a text, and that the single form is read back as `read_again`.
    fn check(variant: Variant, text: &str, (alone, listed): (&str, &str), read_again: &str) {
        let variants = VariantSet::from_variants(&[variant]).unwrap();
        let shown = |place| to_variant_form(text.to_owned(), variants, place);
        assert_eq!(shown(ReplyKind::Single), alone);
        assert_eq!(shown(ReplyKind::List), listed);
        let again = from_variant_form(EditableDocument::parse(alone).unwrap(), variants);
        assert_eq!(again.text(), read_again);
    }

    #[test]
    fn ids_become_texts_and_numbers_without_other_changes() {
        let text = r#"{ "id":7,"advertiserId" : 12,"name":"7","clientRefId":"9","version":3,"x":{"id":1}}"#;
        let texts = r#"{ "id":"7","advertiserId" : "12","name":"7","clientRefId":"9","version":3,"x":{"id":1}}"#;
        check(Variant::TextIds, text, (texts, texts), text);
    }

    #[test]
    fn activity_moves_to_its_place_only() {
        let text = r#"{"id":7,"value":"v","retargetingActivityId":52024}"#;
        let there = r#"{"id":7,"value":"v","reporting":{"retargetingActivityId":52024}}"#;
        check(Variant::ActivityElsewhere, text, (there, there), text);
        let variants = VariantSet::from_variants(&[Variant::ActivityElsewhere]).unwrap();
        let unknown = from_variant_form(EditableDocument::parse(text).unwrap(), variants);
        assert_eq!(unknown.text(), r#"{"id":7,"value":"v"}"#);
    }

    #[test]
    fn references_are_dropped_everywhere_or_from_lists() {
        let text = r#"{"id":7,"clientRefId":"a","name":"A"}"#;
        let bare = r#"{"id":7,"name":"A"}"#;
        check(Variant::DropsReference, text, (bare, bare), bare);
        check(Variant::UnlistedReference, text, (text, bare), text);
    }
}
