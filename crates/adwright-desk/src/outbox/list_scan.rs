//! Finds the objects of a list that are, or could be, a sent object.

use adwright_model::{Document, Editable, Id, Kind, Node};

use super::reference::{MEMBER, is_own_reference, is_truncated_reference, reference_of};
use crate::document::id_of;

/// One listed object that is, or could be, the sent object.
#[derive(Debug, Clone)]
pub(crate) struct MatchCandidate {
    /// The object as the list shows it.
    pub(crate) object: Editable,
    /// Whether it carries the reference that was sent. Otherwise only its content matches.
    pub(crate) by_reference: bool,
}

/// Why a search of a list is inconclusive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SearchFailure {
    /// The reason, as a sentence.
    pub(crate) why: String,
    /// Whether another search may succeed.
    pub(crate) may_pass: bool,
}

/// The matches in one list for a set of sent objects.
#[derive(Debug, Default)]
pub(super) struct ListScan {
    candidates: Vec<Editable>,
    /// What the rows show about our references.
    references: ReferenceSupport,
    /// Why the list is incomplete; none if it is complete.
    missing: Option<SearchFailure>,
    is_partly_unreadable: bool,
    /// Whether some rows omit the fields that would distinguish them from a sent object.
    is_partly_untold: bool,
}

/// What the rows show about our references. The highest variant that any row shows counts.
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
    pub(super) fn add_row(&mut self, row: Vec<u8>, sent: &[&Editable]) {
        let Document::Editable(row) = Document::read(row) else {
            self.is_partly_unreadable = true;
            return;
        };
        if let Some(reference) = reference_of(&row) {
            self.references = self.references.max(ReferenceSupport::of(&reference));
        }
        let mut is_candidate = false;
        for sent in sent {
            match match_level(&row, sent) {
                MatchLevel::SameReference | MatchLevel::SameContent => is_candidate = true,
                MatchLevel::Unknown => self.is_partly_untold = true,
                MatchLevel::Different => {}
            }
        }
        if is_candidate {
            self.candidates.push(row);
        }
    }

    /// Ends the scan, with the reason if the list is incomplete.
    pub(super) fn finish(&mut self, missing: Option<SearchFailure>) {
        self.missing = missing;
    }

    /// Returns the rows that match by content only, by their indexes and ids.
    pub(super) fn possible_matches(&self, sent: &[&Editable]) -> Vec<(usize, Id)> {
        let is_alike = |row: &Editable| {
            let mut sent = sent
                .iter()
                .filter(|sent| !self.is_decided_by_reference(sent));
            sent.any(|sent| match_level(row, sent) == MatchLevel::SameContent)
        };
        let rows = self.candidates.iter().enumerate();
        rows.filter(|(_, row)| is_alike(row))
            .filter_map(|(at, row)| Some((at, id_of(row)?)))
            .collect()
    }

    /// Replaces a row that the list showed in part with the full object.
    pub(super) fn replace_with_full(&mut self, at: usize, whole: Editable) {
        self.candidates[at] = whole;
    }

    fn is_decided_by_reference(&self, sent: &Editable) -> bool {
        self.references == ReferenceSupport::Shown && reference_of(sent).is_some()
    }

    /// Returns the candidates for one sent object; otherwise why the search is inconclusive.
    pub(super) fn candidates_for(
        &self,
        sent: &Editable,
    ) -> Result<Vec<MatchCandidate>, SearchFailure> {
        let mut found = self.candidates_at(MatchLevel::SameReference, sent);
        let is_told_by_reference = self.is_decided_by_reference(sent);
        if found.is_empty() && !is_told_by_reference {
            found = self.candidates_at(MatchLevel::SameContent, sent);
        }
        match self.incomplete_reason(is_told_by_reference) {
            // The object may be among the rows that are missing or inconclusive.
            Some(why) if found.is_empty() => Err(why),
            _ => Ok(found),
        }
    }

    fn candidates_at(&self, wanted: MatchLevel, sent: &Editable) -> Vec<MatchCandidate> {
        let are = |row: &&Editable| match_level(row, sent) == wanted;
        let candidate = |row: &Editable| MatchCandidate {
            object: row.clone(),
            by_reference: wanted == MatchLevel::SameReference,
        };
        self.candidates.iter().filter(are).map(candidate).collect()
    }

    fn incomplete_reason(&self, is_told_by_reference: bool) -> Option<SearchFailure> {
        if let Some(SearchFailure { why, may_pass }) = &self.missing {
            return Some(SearchFailure {
                why: format!("The list is not whole: {why}."),
                may_pass: *may_pass,
            });
        }
        let why = if self.is_partly_unreadable {
            "The list is whole, but some of it cannot be read."
        } else if self.is_partly_untold && !is_told_by_reference {
            "The list is whole, but it does not show by what this could be told from others."
        } else {
            return None;
        };
        Some(SearchFailure {
            why: why.to_owned(),
            may_pass: false,
        })
    }
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

fn match_level(row: &Editable, sent: &Editable) -> MatchLevel {
    match (reference_of(row), reference_of(sent)) {
        (Some(held), Some(carried)) if held == carried => MatchLevel::SameReference,
        // The row carries another reference of ours, so another send created it.
        (Some(held), _) if is_own_reference(&held) => MatchLevel::Different,
        _ => match_level_by_content(row, sent),
    }
}

/// Compares by content: the same name or value, and no listed member with another value than was sent. A null or
/// missing member proves nothing, because a list may omit it.
fn match_level_by_content(row: &Editable, sent: &Editable) -> MatchLevel {
    let (row, sent) = (row.root(), sent.root());
    let agrees = |name: &str| {
        let (held, meant) = (row.member(name)?, sent.member(name)?);
        let tells = !held.is_null() && !meant.is_null();
        let agrees = || {
            held.equals_ignoring_id_type(&meant)
                || name == "type" && is_compatible_type(&held, &meant)
        };
        tells.then(agrees)
    };
    // The name distinguishes most rows, so it is compared first: a list may be long.
    let told = agrees("name").or_else(|| agrees("value"));
    if told == Some(false) {
        return MatchLevel::Different;
    }
    let mut others = sent.members().filter(|(name, _)| name != MEMBER);
    if others.any(|(name, _)| agrees(&name) == Some(false)) {
        return MatchLevel::Different;
    }
    match told {
        Some(_) => MatchLevel::SameContent,
        None => MatchLevel::Unknown,
    }
}

/// Returns whether a list may show the sent type like this: in its other spelling, or as the general type of an ad.
fn is_compatible_type(held: &Node<'_>, meant: &Node<'_>) -> bool {
    let word = |node: &Node<'_>| node.as_str().map(std::borrow::Cow::into_owned);
    let (held, meant) = (word(held), word(meant));
    let kind = |word: &Option<String>| Kind::from_wire(word.as_deref()?);
    let (Some(held), Some(meant)) = (held.as_deref(), kind(&meant)) else {
        return false;
    };
    Kind::from_wire(held) == Some(meant)
        || (held == Kind::Ad.as_str() && meant.list_kind() == Kind::Ad)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    /// Builds a list of these rows, and checks the candidates for the sent object.
    fn check(sent: &str, rows: &[&str], expected: &Expect) {
        let sent = Editable::parse(sent).unwrap();
        let mut found = ListScan::default();
        for row in rows {
            found.add_row(row.as_bytes().to_vec(), &[&sent]);
        }
        let told = match found.candidates_for(&sent) {
            Err(failure) => failure.why,
            Ok(found) => found
                .iter()
                .map(describe_candidate)
                .collect::<Vec<_>>()
                .join(", "),
        };
        expected.assert_eq(&told);
    }

    fn describe_candidate(candidate: &MatchCandidate) -> String {
        let id = candidate.object.root().member("id").unwrap();
        let by = if candidate.by_reference {
            "reference"
        } else {
            "content"
        };
        format!("{} by {by}", id.raw())
    }

    const SENT: &str = r#"{"name":"a","clientRefId":"adwright-11111111111111111111111111111111","brandId":7,"note":null}"#;
    /// A row that shows one of our references.
    const OURS: &str =
        r#"{"id":9,"clientRefId":"adwright-00000000000000000000000000000000","name":"z"}"#;

    #[test]
    fn the_reference_that_was_sent_is_proof_and_a_twin_beside_it_counts_no_more() {
        let same = r#"{"id":1,"clientRefId":"adwright-11111111111111111111111111111111"}"#;
        let twin = r#"{"id":2,"clientRefId":null,"name":"a","brandId":7}"#;
        check(SENT, &[same, twin], &expect!["1 by reference"]);
    }

    #[test]
    fn what_is_left_of_a_reference_proves_nothing_and_spaces_take_nothing_from_it() {
        let row = |id: u8, reference: &str, name: &str| {
            format!(r#"{{"id":{id},"clientRefId":"{reference}","name":"{name}","brandId":7}}"#)
        };
        let whole = format!("adwright-{}", "1".repeat(32));
        let cut = row(1, &whole[..36], "a");
        check(SENT, &[&cut], &expect!["1 by content"]);
        check(SENT, &[&row(1, &whole[..36], "b")], &expect![""]);
        check(SENT, &[&cut, OURS], &expect!["1 by content"]);
        let filled = row(1, &format!("{whole}   "), "b");
        check(SENT, &[&filled], &expect!["1 by reference"]);
    }

    #[test]
    fn no_reference_proves_nothing_where_the_list_shows_none_of_ours() {
        for nothing in ["", r#","clientRefId":null"#, r#","clientRefId":"theirs""#] {
            let row = |name: &str| format!(r#"{{"id":1,"name":"{name}"{nothing}}}"#);
            check(SENT, &[&row("a")], &expect!["1 by content"]);
            check(SENT, &[&row("b")], &expect![""]);
            check(SENT, &[&row("a"), OURS], &expect![""]);
            let bare = format!(r#"{{"id":1{nothing}}}"#);
            check(SENT, &[&bare, OURS], &expect![""]);
            check(
                SENT,
                &[&bare],
                &expect![
                    "The list is whole, but it does not show by what this could be told from others."
                ],
            );
        }
    }

    #[test]
    fn by_content_it_is_what_the_list_shows_that_counts() {
        let sent = r#"{"name":"a","brandId":7,"note":"x"}"#;
        for row in [
            r#"{"id":1,"name":"a"}"#,
            r#"{"id":1,"name":"a","brandId":7.0,"note":null}"#,
        ] {
            check(sent, &[row], &expect!["1 by content"]);
            check(sent, &[row, OURS], &expect!["1 by content"]);
        }
        // An id matches in any JSON type.
        let nested = r#"{"name":"a","brandId":7,"of":{"advertiserId":1003}}"#;
        let shown = r#"{"id":"1","name":"a","brandId":"7","of":{"advertiserId":"1003"}}"#;
        check(nested, &[shown], &expect![[r#""1" by content"#]]);
        let sent_by_us = r#"{"id":1,"name":"a","brandId":7,"clientRefId":"adwright-22222222222222222222222222222222"}"#;
        check(sent, &[sent_by_us], &expect![""]);
        check(sent, &[r#"{"id":1,"name":"a","brandId":8}"#], &expect![""]);
        check(sent, &[r#"{"id":1,"brandId":8}"#], &expect![""]);
        check(
            r#"{"value":"v","brandId":7}"#,
            &[
                r#"{"id":1,"value":"v","name":null}"#,
                r#"{"id":2,"value":"w"}"#,
            ],
            &expect!["1 by content"],
        );
    }

    #[test]
    fn a_row_that_does_not_tell_of_one_is_not_forgotten_for_another() {
        let (named, unnamed) = (r#"{"name":"a"}"#, r#"{"value":"v"}"#);
        let sent = [named, unnamed].map(|text| Editable::parse(text).unwrap());
        let mut found = ListScan::default();
        found.add_row(br#"{"id":1,"name":"a"}"#.to_vec(), &[&sent[0], &sent[1]]);
        assert_eq!(found.candidates_for(&sent[0]).unwrap().len(), 1);
        assert!(found.candidates_for(&sent[1]).is_err());
    }

    #[test]
    fn one_that_is_seen_whole_shows_what_the_list_left_out() {
        let sent = Editable::parse(SENT).unwrap();
        let mut found = ListScan::default();
        for row in [
            r#"{"id":1,"name":"a"}"#,
            r#"{"id":2,"name":"a"}"#,
            r#"{"id":3,"name":"a"}"#,
        ] {
            found.add_row(row.as_bytes().to_vec(), &[&sent]);
        }
        assert_eq!(
            found.possible_matches(&[&sent]),
            [(0, Id(1)), (1, Id(2)), (2, Id(3))]
        );
        let whole = |text: &str| Editable::parse(text).unwrap();
        found.replace_with_full(0, whole(r#"{"id":1,"name":"a","brandId":8}"#));
        assert_eq!(found.candidates_for(&sent).unwrap().len(), 2);
        found.replace_with_full(
            1,
            whole(
                r#"{"id":2,"name":"a","clientRefId":"adwright-11111111111111111111111111111111"}"#,
            ),
        );
        let found = found.candidates_for(&sent).unwrap();
        assert!(found.len() == 1 && found[0].by_reference);
    }

    #[test]
    fn a_list_that_is_not_whole_or_not_readable_tells_only_what_it_shows() {
        let sent = Editable::parse(SENT).unwrap();
        let mut found = ListScan::default();
        found.add_row(b"{broken".to_vec(), &[&sent]);
        found.add_row(OURS.as_bytes().to_vec(), &[&sent]);
        let unreadable = found.candidates_for(&sent).unwrap_err();
        assert!(unreadable.why.contains("cannot be read") && !unreadable.may_pass);
        let stopped = |why: &str| SearchFailure {
            why: why.to_owned(),
            may_pass: true,
        };
        found.finish(Some(stopped("you stopped before its end")));
        assert_eq!(
            found.candidates_for(&sent).unwrap_err(),
            stopped("The list is not whole: you stopped before its end.")
        );
        found.add_row(SENT.as_bytes().to_vec(), &[&sent]);
        assert_eq!(found.candidates_for(&sent).unwrap().len(), 1);
    }

    #[test]
    fn an_ad_is_found_whatever_the_list_calls_its_type() {
        let like = |sent: &str, row: &str| {
            let document =
                |ty: &str| Editable::parse(&format!(r#"{{"type":"{ty}","name":"a"}}"#)).unwrap();
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
