//! Finds the objects of a list that are, or could be, a sent object.

use adwright_model::{Document, EditableDocument, Id, Kind, Node};

use crate::outcome::SearchFailure;
use crate::reference::{
    REFERENCE_MEMBER, is_number, is_own_reference, is_truncated_reference, reference_of,
};

/// One listed object that is, or could be, the sent object.
#[derive(Debug, Clone)]
pub struct MatchCandidate {
    /// The object as the list shows it.
    pub object: EditableDocument,
    /// Whether it carries the reference that was sent. Otherwise only its content matches.
    pub by_reference: bool,
}

/// The matches in one list for a set of sent objects.
#[derive(Debug, Default)]
pub struct ListScan {
    candidates: Vec<EditableDocument>,
    /// What the rows show about our references: about those that are texts, then about numbers. A service may keep short
    /// references only.
    references: [ReferenceSupport; 2],
    /// Why the list is incomplete; none if it is complete.
    missing: Option<SearchFailure>,
    is_partly_unreadable: bool,
    /// Whether some rows omit the fields that would distinguish them from a sent object.
    is_partly_indistinguishable: bool,
}

/// What the rows show about our references of one form. The highest variant that any row shows counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum ReferenceSupport {
    #[default]
    None,
    /// The service keeps our references and its lists show them. Only then does a missing or different reference prove
    /// that a row is not ours.
    Shown,
    /// A list shows a truncated reference. Then references cannot prove that an object is absent.
    Truncated,
}

impl ReferenceSupport {
    fn of(reference: &str) -> Self {
        match reference {
            ours if is_own_reference(ours) => Self::Shown,
            part if is_truncated_reference(part) => Self::Truncated,
            _ => Self::None,
        }
    }
}

impl ListScan {
    /// Compares one row of the list with the sent objects.
    pub fn add_row(&mut self, row: Vec<u8>, sent: &[&EditableDocument]) {
        let Document::Editable(row) = Document::read(row) else {
            self.is_partly_unreadable = true;
            return;
        };
        if let Some(reference) = reference_of(&row) {
            let support = &mut self.references[usize::from(is_number(&reference))];
            *support = (*support).max(ReferenceSupport::of(&reference));
        }
        let mut is_candidate = false;
        for sent in sent {
            match match_level(&row, sent) {
                MatchLevel::SameReference | MatchLevel::SameContent => is_candidate = true,
                MatchLevel::Unknown => self.is_partly_indistinguishable = true,
                MatchLevel::Different => {}
            }
        }
        if is_candidate {
            self.candidates.push(row);
        }
    }

    /// Ends the scan, with the reason if the list is incomplete.
    pub fn finish(&mut self, missing: Option<SearchFailure>) {
        self.missing = missing;
    }

    /// Returns the rows that match by content only, by their indexes and ids.
    #[must_use]
    pub fn possible_matches(&self, sent: &[&EditableDocument]) -> Vec<(usize, Id)> {
        let matches = |row: &EditableDocument| {
            let mut sent = sent
                .iter()
                .filter(|sent| !self.is_decided_by_reference(sent));
            sent.any(|sent| match_level(row, sent) == MatchLevel::SameContent)
        };
        let rows = self.candidates.iter().enumerate();
        rows.filter(|(_, row)| matches(row))
            .filter_map(|(at, row)| Some((at, id_of(row)?)))
            .collect()
    }

    /// Replaces a row that the list showed in part with the full object.
    pub fn replace_with_full(&mut self, at: usize, full: EditableDocument) {
        self.candidates[at] = full;
    }

    fn is_decided_by_reference(&self, sent: &EditableDocument) -> bool {
        reference_of(sent).is_some_and(|reference| {
            self.references[usize::from(is_number(&reference))] == ReferenceSupport::Shown
        })
    }

    /// Returns the candidates for one sent object; otherwise why the search is inconclusive.
    pub fn candidates_for(
        &self,
        sent: &EditableDocument,
    ) -> Result<Vec<MatchCandidate>, SearchFailure> {
        let mut found = self.candidates_at(MatchLevel::SameReference, sent);
        let is_decided = self.is_decided_by_reference(sent);
        if found.is_empty() && !is_decided {
            found = self.candidates_at(MatchLevel::SameContent, sent);
        }
        match self.inconclusive_reason(sent) {
            // The object may be among the rows that are missing or inconclusive.
            Some(why) if found.is_empty() => Err(why),
            _ => Ok(found),
        }
    }

    fn candidates_at(&self, level: MatchLevel, sent: &EditableDocument) -> Vec<MatchCandidate> {
        let has_level = |row: &&EditableDocument| match_level(row, sent) == level;
        let candidate = |row: &EditableDocument| MatchCandidate {
            object: row.clone(),
            by_reference: level == MatchLevel::SameReference,
        };
        self.candidates
            .iter()
            .filter(has_level)
            .map(candidate)
            .collect()
    }

    /// Returns why the scan cannot prove that the sent object is absent; none if it can.
    fn inconclusive_reason(&self, sent: &EditableDocument) -> Option<SearchFailure> {
        if self.missing.is_some() {
            self.missing.clone()
        } else if self.is_partly_unreadable {
            Some(SearchFailure::UnreadableRows)
        } else if self.is_partly_indistinguishable && !self.is_decided_by_reference(sent) {
            Some(SearchFailure::IndistinguishableRows)
        } else {
            None
        }
    }
}

/// Returns the id of an object on the service.
pub(crate) fn id_of(object: &EditableDocument) -> Option<Id> {
    object.root().member("id")?.as_id().map(Id)
}

/// How well a listed object matches a sent object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MatchLevel {
    Different,
    Unknown,
    /// The content does not contradict it.
    SameContent,
    /// The row carries the same reference.
    SameReference,
}

fn match_level(row: &EditableDocument, sent: &EditableDocument) -> MatchLevel {
    match (reference_of(row), reference_of(sent)) {
        (Some(listed), Some(sent)) if listed == sent => MatchLevel::SameReference,
        // The row carries another reference of ours, so another send created it.
        (Some(listed), _) if is_own_reference(&listed) => MatchLevel::Different,
        _ => match_level_by_content(row, sent),
    }
}

/// Compares by content: the same name or value, and no listed member with another value than was sent. A null or
/// missing member proves nothing, because a list may omit it.
fn match_level_by_content(row: &EditableDocument, sent: &EditableDocument) -> MatchLevel {
    let (row, sent) = (row.root(), sent.root());
    let agrees = |name: &str| {
        let (listed, sent) = (row.member(name)?, sent.member(name)?);
        let is_comparable = !listed.is_null() && !sent.is_null();
        let are_equal = || {
            listed.equals_ignoring_id_type(&sent)
                || name == "type" && is_compatible_type(&listed, &sent)
        };
        is_comparable.then(are_equal)
    };
    // The name distinguishes most rows, so it is compared first: a list may be long.
    let same_name_or_value = agrees("name").or_else(|| agrees("value"));
    if same_name_or_value == Some(false) {
        return MatchLevel::Different;
    }
    let mut others = sent.members().filter(|(name, _)| name != REFERENCE_MEMBER);
    if others.any(|(name, _)| agrees(&name) == Some(false)) {
        return MatchLevel::Different;
    }
    match same_name_or_value {
        Some(_) => MatchLevel::SameContent,
        None => MatchLevel::Unknown,
    }
}

/// Returns whether a list may show the sent type like this: in its other spelling, or as the general type of an ad.
fn is_compatible_type(listed: &Node<'_>, sent: &Node<'_>) -> bool {
    let word = |node: &Node<'_>| node.as_str().map(std::borrow::Cow::into_owned);
    let (listed, sent) = (word(listed), word(sent));
    let kind = |word: &Option<String>| Kind::from_wire(word.as_deref()?);
    let (Some(listed), Some(sent)) = (listed.as_deref(), kind(&sent)) else {
        return false;
    };
    Kind::from_wire(listed) == Some(sent)
        || (listed == Kind::Ad.as_str() && sent.list_kind() == Kind::Ad)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which row is a candidate, by its id, and whether by reference.
    type Candidates = Result<Vec<(i64, bool)>, SearchFailure>;

    const BY_REFERENCE: bool = true;
    const BY_CONTENT: bool = false;

    /// Builds a list of these rows, and checks the candidates for the sent object.
    #[track_caller]
    fn check(sent: &str, rows: &[&str], expected: &Candidates) {
        let sent = EditableDocument::parse(sent).unwrap();
        let mut scan = ListScan::default();
        for row in rows {
            scan.add_row(row.as_bytes().to_vec(), &[&sent]);
        }
        let candidates = scan.candidates_for(&sent).map(|found| {
            let found = found.iter();
            let candidates = found.map(|one| (id_of(&one.object).unwrap().0, one.by_reference));
            candidates.collect()
        });
        assert_eq!(&candidates, expected);
    }

    const SENT: &str = r#"{"name":"a","clientRefId":"adwright-11111111111111111111111111111111","brandId":7,"note":null}"#;
    /// A row that shows one of our references.
    const OURS: &str =
        r#"{"id":9,"clientRefId":"adwright-00000000000000000000000000000000","name":"z"}"#;
    const OUR_NUMBER: &str = r#"{"id":9,"clientRefId":4503599627370497,"name":"z"}"#;

    #[test]
    fn sent_reference_is_proof_beside_a_twin() {
        let same = r#"{"id":1,"clientRefId":"adwright-11111111111111111111111111111111"}"#;
        let twin = r#"{"id":2,"clientRefId":null,"name":"a","brandId":7}"#;
        check(SENT, &[same, twin], &Ok(vec![(1, BY_REFERENCE)]));
    }

    #[test]
    fn truncated_reference_proves_nothing_but_padded_one_does() {
        let row = |id: u8, reference: &str, name: &str| {
            format!(r#"{{"id":{id},"clientRefId":"{reference}","name":"{name}","brandId":7}}"#)
        };
        let whole = format!("adwright-{}", "1".repeat(32));
        let cut = row(1, &whole[..36], "a");
        check(SENT, &[&cut], &Ok(vec![(1, BY_CONTENT)]));
        check(SENT, &[&row(1, &whole[..36], "b")], &Ok(vec![]));
        check(SENT, &[&cut, OURS], &Ok(vec![(1, BY_CONTENT)]));
        let filled = row(1, &format!("{whole}   "), "b");
        check(SENT, &[&filled], &Ok(vec![(1, BY_REFERENCE)]));
    }

    #[test]
    fn missing_reference_proves_nothing_without_one_of_ours() {
        for nothing in ["", r#","clientRefId":null"#, r#","clientRefId":"theirs""#] {
            let row = |name: &str| format!(r#"{{"id":1,"name":"{name}"{nothing}}}"#);
            check(SENT, &[&row("a")], &Ok(vec![(1, BY_CONTENT)]));
            check(SENT, &[&row("b")], &Ok(vec![]));
            check(SENT, &[&row("a"), OURS], &Ok(vec![]));
            // The service may keep numbers, and no long texts.
            check(SENT, &[&row("a"), OUR_NUMBER], &Ok(vec![(1, BY_CONTENT)]));
            let bare = format!(r#"{{"id":1{nothing}}}"#);
            check(SENT, &[&bare, OURS], &Ok(vec![]));
            check(SENT, &[&bare], &Err(SearchFailure::IndistinguishableRows));
        }
    }

    #[test]
    fn content_is_compared_as_the_list_shows_it() {
        let sent = r#"{"name":"a","brandId":7,"note":"x"}"#;
        for row in [
            r#"{"id":1,"name":"a"}"#,
            r#"{"id":1,"name":"a","brandId":7.0,"note":null}"#,
        ] {
            check(sent, &[row], &Ok(vec![(1, BY_CONTENT)]));
            check(sent, &[row, OURS], &Ok(vec![(1, BY_CONTENT)]));
        }
        // An id matches in any JSON type.
        let nested = r#"{"name":"a","brandId":7,"of":{"advertiserId":1003}}"#;
        let shown = r#"{"id":"1","name":"a","brandId":"7","of":{"advertiserId":"1003"}}"#;
        check(nested, &[shown], &Ok(vec![(1, BY_CONTENT)]));
        let sent_by_us = r#"{"id":1,"name":"a","brandId":7,"clientRefId":"adwright-22222222222222222222222222222222"}"#;
        check(sent, &[sent_by_us], &Ok(vec![]));
        check(sent, &[r#"{"id":1,"name":"a","brandId":8}"#], &Ok(vec![]));
        check(sent, &[r#"{"id":1,"brandId":8}"#], &Ok(vec![]));
        check(
            r#"{"value":"v","brandId":7}"#,
            &[
                r#"{"id":1,"value":"v","name":null}"#,
                r#"{"id":2,"value":"w"}"#,
            ],
            &Ok(vec![(1, BY_CONTENT)]),
        );
    }

    #[test]
    fn ambiguous_row_counts_for_each_sent_object() {
        let (named, unnamed) = (r#"{"name":"a"}"#, r#"{"value":"v"}"#);
        let sent = [named, unnamed].map(|text| EditableDocument::parse(text).unwrap());
        let mut scan = ListScan::default();
        scan.add_row(br#"{"id":1,"name":"a"}"#.to_vec(), &[&sent[0], &sent[1]]);
        assert_eq!(scan.candidates_for(&sent[0]).unwrap().len(), 1);
        assert!(scan.candidates_for(&sent[1]).is_err());
    }

    #[test]
    fn full_object_shows_what_the_list_omits() {
        let sent = EditableDocument::parse(SENT).unwrap();
        let mut scan = ListScan::default();
        for row in [
            r#"{"id":1,"name":"a"}"#,
            r#"{"id":2,"name":"a"}"#,
            r#"{"id":3,"name":"a"}"#,
        ] {
            scan.add_row(row.as_bytes().to_vec(), &[&sent]);
        }
        assert_eq!(
            scan.possible_matches(&[&sent]),
            [(0, Id(1)), (1, Id(2)), (2, Id(3))]
        );
        let whole = |text: &str| EditableDocument::parse(text).unwrap();
        scan.replace_with_full(0, whole(r#"{"id":1,"name":"a","brandId":8}"#));
        assert_eq!(scan.candidates_for(&sent).unwrap().len(), 2);
        scan.replace_with_full(
            1,
            whole(
                r#"{"id":2,"name":"a","clientRefId":"adwright-11111111111111111111111111111111"}"#,
            ),
        );
        let found = scan.candidates_for(&sent).unwrap();
        assert!(found.len() == 1 && found[0].by_reference);
    }

    #[test]
    fn incomplete_list_proves_only_its_rows() {
        let sent = EditableDocument::parse(SENT).unwrap();
        let mut scan = ListScan::default();
        scan.add_row(b"{broken".to_vec(), &[&sent]);
        scan.add_row(OURS.as_bytes().to_vec(), &[&sent]);
        let unreadable = scan.candidates_for(&sent).unwrap_err();
        assert_eq!(unreadable, SearchFailure::UnreadableRows);
        scan.finish(Some(SearchFailure::Stopped));
        let stopped = scan.candidates_for(&sent).unwrap_err();
        assert_eq!(stopped, SearchFailure::Stopped);
        scan.add_row(SENT.as_bytes().to_vec(), &[&sent]);
        assert_eq!(scan.candidates_for(&sent).unwrap().len(), 1);
    }

    #[test]
    fn ad_is_found_by_any_type_spelling() {
        let like = |sent: &str, row: &str| {
            let document = |ty: &str| {
                EditableDocument::parse(&format!(r#"{{"type":"{ty}","name":"a"}}"#)).unwrap()
            };
            match_level(&document(row), &document(sent))
        };
        let (single, banner) = ("HTML5SingleExpandableBannerAd", "ExpandableBannerAd");
        assert_eq!(
            like(single, "HTML5ExpandableBannerAd"),
            MatchLevel::SameContent
        );
        assert_eq!(like(single, "Ad"), MatchLevel::SameContent);
        assert_eq!(like(single, banner), MatchLevel::Different);
        assert_eq!(like("Campaign", "Ad"), MatchLevel::Different);
    }
}
