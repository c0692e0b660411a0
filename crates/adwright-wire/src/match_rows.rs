//! Matches the objects of a reply to the objects that were sent together.

use std::borrow::Cow;
use std::collections::HashMap;

use adwright_model::{EditableDocument, Node};

/// The member that contains the client reference of an object.
const REFERENCE: &str = "clientRefId";

/// Returns, for each sent object, the index of its item in the reply; `None` if it cannot be determined.
///
/// The client reference decides first. Otherwise the position decides if the reply is in order: it has as many items as
/// were sent, and no item contradicts its position. The remaining items and objects are matched only if each fits
/// exactly one of the others.
///
/// `received` has the items of the reply in their order; `None` for an item that shows no object.
#[must_use]
pub fn match_rows(
    sent: &[&EditableDocument],
    received: &[Option<EditableDocument>],
) -> Vec<Option<usize>> {
    let mut matched = match_by_reference(sent, received);
    let mut is_matched = vec![false; received.len()];
    for index in matched.iter().flatten() {
        is_matched[*index] = true;
    }
    if is_in_order(sent, received, &matched) {
        for at in 0..sent.len() {
            matched[at] = Some(at);
            is_matched[at] = true;
        }
    }
    let unmatched: Vec<_> = (0..sent.len())
        .filter(|at| matched[*at].is_none())
        .collect();
    let free: Vec<_> = (0..received.len())
        .filter(|index| !is_matched[*index])
        .collect();
    let fits = |at: usize, index: usize| {
        let received = received[index].as_ref();
        received.is_some_and(|received| is_consistent(sent[at], received))
    };
    for at in &unmatched {
        // It is not clear which of two equal objects an item belongs to.
        let fitting = find_unique(&free, |index| fits(*at, index));
        let unambiguous =
            fitting.filter(|index| find_unique(&unmatched, |other| fits(other, *index)).is_some());
        matched[*at] = unambiguous;
    }
    matched
}

/// Returns whether every item of the reply may belong to the object in its position. If one item shows another order, an
/// item without an object belongs to no row: its error may be about any of them.
fn is_in_order(
    sent: &[&EditableDocument],
    received: &[Option<EditableDocument>],
    by_reference: &[Option<usize>],
) -> bool {
    let may_belong = |at: usize| match by_reference[at] {
        Some(index) => index == at,
        None => received[at]
            .as_ref()
            .is_none_or(|received| is_consistent(sent[at], received)),
    };
    received.len() == sent.len() && (0..sent.len()).all(may_belong)
}

/// Returns the only index that fulfils the condition; `None` if there are several or none.
fn find_unique(indices: &[usize], fits: impl Fn(usize) -> bool) -> Option<usize> {
    let mut found = indices.iter().copied().filter(|index| fits(*index));
    match (found.next(), found.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

/// A reference that occurs twice, on either side, matches nothing.
fn match_by_reference(
    sent: &[&EditableDocument],
    received: &[Option<EditableDocument>],
) -> Vec<Option<usize>> {
    let mut indices: HashMap<Cow<'_, str>, Option<usize>> = HashMap::new();
    for (index, received) in received.iter().enumerate() {
        if let Some(reference) = received.as_ref().and_then(client_reference) {
            let is_duplicate = indices.contains_key(&reference);
            indices.insert(reference, (!is_duplicate).then_some(index));
        }
    }
    let mut matched: Vec<_> = sent
        .iter()
        .map(|sent| *indices.get(&client_reference(sent)?)?)
        .collect();
    let mut counts = HashMap::new();
    for index in matched.iter().flatten() {
        *counts.entry(*index).or_insert(0_usize) += 1;
    }
    for index in &mut matched {
        *index = index.filter(|index| counts[index] == 1);
    }
    matched
}

fn client_reference(object: &EditableDocument) -> Option<Cow<'_, str>> {
    let node = object.root().member(REFERENCE)?;
    (!node.is_null()).then(|| node.as_str().unwrap_or(Cow::Borrowed(node.raw())))
}

/// Returns whether no sent member has another value in the reply. A service may shorten the reference.
fn is_consistent(sent: &EditableDocument, received: &EditableDocument) -> bool {
    let received = received.root();
    sent.root().members().all(|(name, sent)| {
        let value = received.member(&name).filter(|value| !value.is_null());
        let is_same = |value: Node<'_>| {
            value.equals_ignoring_id_type(&sent) || name == REFERENCE && is_prefix_of(&value, &sent)
        };
        sent.is_null() || value.is_none_or(is_same)
    })
}

/// Returns whether a text is the beginning of another one, apart from trailing spaces.
fn is_prefix_of(value: &Node<'_>, sent: &Node<'_>) -> bool {
    let (Some(value), Some(sent)) = (value.as_str(), sent.as_str()) else {
        return false;
    };
    sent.starts_with(value.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sent: &[&str], came: &[&str], expected: &[Option<usize>]) {
        let parse = |text: &&str| EditableDocument::parse(text).unwrap();
        let sent: Vec<_> = sent.iter().map(parse).collect();
        let sent: Vec<_> = sent.iter().collect();
        let came: Vec<_> = came
            .iter()
            .map(|text| (!text.is_empty()).then(|| parse(text)))
            .collect();
        assert_eq!(match_rows(&sent, &came), expected);
    }

    const A: &str = r#"{"clientRefId":"a","value":"1"}"#;
    const B: &str = r#"{"clientRefId":"b","value":"1"}"#;

    #[test]
    fn reference_matches_rows_in_any_order() {
        check(&[A, B], &[B, A], &[Some(1), Some(0)]);
        check(&[A, B], &[B], &[None, Some(0)]);
    }

    #[test]
    fn shortened_reference_agrees_but_another_one_contradicts() {
        let long = r#"{"clientRefId":"ref-0001","value":"1"}"#;
        for kept in ["ref-00", "ref-0001   "] {
            let came = format!(r#"{{"clientRefId":"{kept}","value":"1"}}"#);
            check(&[long], &[&came], &[Some(0)]);
        }
        let other = r#"{"clientRefId":"ref-1","value":"1"}"#;
        check(&[long], &[other], &[None]);
    }

    #[test]
    fn duplicate_reference_matches_nothing() {
        check(&[A], &[A, A], &[None]);
        check(&[A, A], &[A], &[None, None]);
    }

    #[test]
    fn without_references_position_decides_unless_contradicted() {
        let (one, two) = (r#"{"value":"1"}"#, r#"{"value":"2","note":null}"#);
        check(
            &[one, two],
            &[r#"{"id":7,"value":"1"}"#, ""],
            &[Some(0), Some(1)],
        );
        check(&[one, two], &[two, one], &[Some(1), Some(0)]);
        check(&[one, two], &[two], &[None, Some(0)]);
        check(&[one, one], &[one], &[None, None]);
    }

    #[test]
    fn item_without_object_counts_only_in_order() {
        let (one, two) = (r#"{"value":"1"}"#, r#"{"value":"2"}"#);
        check(&[one, two], &[two, ""], &[None, Some(0)]);
        check(&[A, B, one], &[B, "", ""], &[None, Some(0), None]);
        check(&[A, B, one], &[A, "", ""], &[Some(0), Some(1), Some(2)]);
    }

    #[test]
    fn id_matches_across_json_types() {
        let sent = r#"{"clientRefId":81,"advertiserId":4401,"of":{"id":7}}"#;
        let came = r#"{"clientRefId":"81","id":"1003","advertiserId":"4401","of":{"id":"7"}}"#;
        let bare = r#"{"id":"1003","advertiserId":"4401","of":{"id":"7"}}"#;
        let other = r#"{"id":"1004","advertiserId":"4402","of":{"id":"7"}}"#;
        check(&[sent], &[other, came], &[Some(1)]);
        check(&[sent], &[other, bare], &[Some(1)]);
    }

    #[test]
    fn unsent_object_matches_nothing() {
        check(&[A], &[r#"{"clientRefId":"x","value":"9"}"#], &[None]);
        check(&[r#"{"value":"1"}"#], &[r#"{"value":"9"}"#], &[None]);
    }
}
