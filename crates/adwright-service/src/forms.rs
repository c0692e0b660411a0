//! How documents look at services that show them otherwise, and are read again from that.

use adwright_model::{Edit, Editable, Path, Shape};

use crate::fields::kind_of;
use crate::resource::ADS;
use crate::variants::{Variant, Variants};

/// The activity of a value, and where some services have it.
const ACTIVITY: &str = "retargetingActivityId";
const ACTIVITY_OBJECT: &str = "reporting";
const REFERENCE: &str = "clientRefId";

/// Where a document is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    List,
    Alone,
}

/// A kept text as these variants show it.
pub(crate) fn shown(text: String, variants: Variants, place: Place) -> String {
    let in_list = |variant| place == Place::List && variants.has(variant);
    let mut text = text;
    if variants.has(Variant::ActivityElsewhere) {
        text = changed(text, with_activity_elsewhere);
    }
    if variants.has(Variant::DropsReference) || in_list(Variant::UnlistedReference) {
        text = changed(text, |document| without(document, REFERENCE));
    }
    if in_list(Variant::ShortLists) {
        text = shortened(text);
    }
    if variants.has(Variant::TextIds) {
        text = changed(text, with_text_ids);
    }
    text
}

/// What was sent to a service of these variants, as it is kept.
pub(crate) fn read(entity: Editable, variants: Variants) -> Editable {
    let mut entity = entity;
    if variants.has(Variant::TextIds) {
        entity = with_number_ids(&entity).unwrap_or(entity);
    }
    if variants.has(Variant::ActivityElsewhere) {
        entity = with_activity_here(&entity).unwrap_or(entity);
    }
    entity
}

fn changed(text: String, change: impl Fn(&Editable) -> Option<Editable>) -> String {
    let document = Editable::parse(&text).ok();
    let changed = document.and_then(|document| change(&document));
    changed.map_or(text, |document| document.text().to_owned())
}

fn without(document: &Editable, name: &str) -> Option<Editable> {
    let path = Path::root().child(name);
    document.apply(&Edit::Remove { path }).ok()
}

fn with_activity_elsewhere(document: &Editable) -> Option<Editable> {
    let activity = document.root().member(ACTIVITY)?;
    let edit = Edit::Set {
        path: Path::root().child(ACTIVITY_OBJECT),
        json: format!("{{\"{ACTIVITY}\":{}}}", activity.raw()),
    };
    without(&document.apply(&edit).ok()?, ACTIVITY)
}

/// One that stands where others have it is nothing that such a service knows.
fn with_activity_here(document: &Editable) -> Option<Editable> {
    let here = Path::root().child(ACTIVITY);
    let place = Path::root().child(ACTIVITY_OBJECT).child(ACTIVITY);
    let Some(json) = document.get(&place).map(|node| node.raw().to_owned()) else {
        return without(document, ACTIVITY);
    };
    let moved = document.apply(&Edit::Set { path: here, json }).ok()?;
    without(&moved, ACTIVITY_OBJECT)
}

/// What lists of some services give of a document.
fn shortened(text: String) -> String {
    let Ok(document) = Editable::parse(&text) else {
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

/// The document with its outermost ids as texts.
fn with_text_ids(document: &Editable) -> Option<Editable> {
    with_ids(document, Shape::Number, |raw| format!("\"{raw}\""))
}

/// The document with those of its outermost ids that are texts of digits as numbers.
fn with_number_ids(document: &Editable) -> Option<Editable> {
    let bare = |raw: &str| {
        let digits = raw.trim_matches('"');
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        (if is_number { digits } else { raw }).to_owned()
    };
    with_ids(document, Shape::String, bare)
}

fn with_ids(
    document: &Editable,
    shape: Shape,
    spelled: impl Fn(&str) -> String,
) -> Option<Editable> {
    let ids = document.root().members().filter(|(name, node)| {
        (name == "id" || name.ends_with("Id")) && name != REFERENCE && node.shape() == shape
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

    /// How a text is shown alone and in a list; what is read from the former is the text again, save what is named.
    fn check(variant: Variant, text: &str, (alone, listed): (&str, &str), read_again: &str) {
        let variants = Variants::of(&[variant]).unwrap();
        let shown = |place| shown(text.to_owned(), variants, place);
        assert_eq!(shown(Place::Alone), alone);
        assert_eq!(shown(Place::List), listed);
        let again = read(Editable::parse(alone).unwrap(), variants);
        assert_eq!(again.text(), read_again);
    }

    #[test]
    fn ids_become_texts_and_numbers_again_and_nothing_else_changes() {
        let text = r#"{ "id":7,"advertiserId" : 12,"name":"7","clientRefId":"9","version":3,"x":{"id":1}}"#;
        let texts = r#"{ "id":"7","advertiserId" : "12","name":"7","clientRefId":"9","version":3,"x":{"id":1}}"#;
        check(Variant::TextIds, text, (texts, texts), text);
    }

    #[test]
    fn an_activity_stands_elsewhere_and_nowhere_else() {
        let text = r#"{"id":7,"value":"v","retargetingActivityId":52024}"#;
        let there = r#"{"id":7,"value":"v","reporting":{"retargetingActivityId":52024}}"#;
        check(Variant::ActivityElsewhere, text, (there, there), text);
        let variants = Variants::of(&[Variant::ActivityElsewhere]).unwrap();
        let unknown = read(Editable::parse(text).unwrap(), variants);
        assert_eq!(unknown.text(), r#"{"id":7,"value":"v"}"#);
    }

    #[test]
    fn references_are_left_out_of_everything_or_of_lists() {
        let text = r#"{"id":7,"clientRefId":"a","name":"A"}"#;
        let bare = r#"{"id":7,"name":"A"}"#;
        check(Variant::DropsReference, text, (bare, bare), bare);
        check(Variant::UnlistedReference, text, (text, bare), text);
    }
}
