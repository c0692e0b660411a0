//! Looks through a list for what a write without a clear answer may have created.

use adwright_model::{Document, Editable, Kind, Node, Path};
use adwright_wire::ListQuery;

use crate::desk::Desk;
use crate::error::Error;
use crate::fetch::shortcoming;
use crate::operation::Stop;

/// How many rows more than twice the total that it says a list may have before it counts as endless.
const MARGIN: u64 = 10_000;
/// How many rows are looked through at most.
const MOST: u64 = 1_000_000;

impl Desk {
    /// Everything in the list that is, or could be, what was sent; otherwise a sentence that says why nobody can tell.
    pub(super) async fn find_created(
        &self,
        kind: Kind,
        sent: &Editable,
        stop: &Stop,
    ) -> Result<Vec<Editable>, String> {
        self.find_all_created(kind, &[sent], stop).await?.of(sent)
    }

    /// The same for several that were sent, going through the list once.
    pub(super) async fn find_all_created(
        &self,
        kind: Kind,
        sent: &[&Editable],
        stop: &Stop,
    ) -> Result<Found, String> {
        let query = ListQuery::page(0, self.dialect.page_size);
        let pages = self.pages(kind, query, None);
        let mut pages = pages.map_err(|error| sentence(&error))?;
        let mut found = Vec::new();
        let mut untold = None;
        let missing = loop {
            let (came, total) = (pages.came(), pages.total());
            if came > most(total) {
                break Some(format!("it goes on and on, with {came} so far"));
            }
            let Some(page) = self.next_page(&mut pages, stop, &|_| {}).await else {
                break Some("you stopped before its end".to_owned());
            };
            let Some(page) = page.map_err(|error| sentence(&error))? else {
                break shortcoming(pages.ended());
            };
            for row in page.items {
                let Some(candidate) = readable(row) else {
                    untold = Some("some of it cannot be read");
                    continue;
                };
                match sent.iter().map(|sent| likeness(&candidate, sent)).max() {
                    Some(Likeness::CouldBe) => found.push(candidate),
                    Some(Likeness::CannotTell) => {
                        untold = Some("it does not show by what this could be told from others");
                    }
                    Some(Likeness::IsNot) | None => {}
                }
            }
        };
        Ok(Found {
            candidates: found,
            missing: missing.map(|why| format!("The list is not whole: {why}.")),
            untold: untold.map(|why| format!("The list is whole, but {why}.")),
        })
    }
}

/// What the list shows of objects that were sent.
pub(super) struct Found {
    candidates: Vec<Editable>,
    /// Why the list is not whole; none where it is.
    missing: Option<String>,
    /// Why rows of it may be what was sent and nobody can tell; none where every row tells.
    untold: Option<String>,
}

impl Found {
    /// What is, or could be, this one of them; otherwise a sentence that says why nobody can tell.
    pub(super) fn of(&self, sent: &Editable) -> Result<Vec<Editable>, String> {
        let candidates = self.candidates.iter();
        let found: Vec<_> = candidates
            .filter(|candidate| likeness(candidate, sent) == Likeness::CouldBe)
            .cloned()
            .collect();
        match self.missing.as_ref().or(self.untold.as_ref()) {
            // Whether it is among those that did not come or do not tell, nobody knows.
            Some(reason) if found.is_empty() => Err(reason.clone()),
            _ => Ok(found),
        }
    }
}

/// How many rows are believed, where the service says that there are so many.
fn most(total: Option<u64>) -> u64 {
    let believed = |total: u64| total.saturating_mul(2).saturating_add(MARGIN);
    total.map_or(MOST, |total| believed(total).min(MOST))
}

fn sentence(error: &Error) -> String {
    format!("{}.", error.reason())
}

fn readable(raw: Vec<u8>) -> Option<Editable> {
    match Document::read(raw) {
        Document::Editable(document) => Some(document),
        Document::TextOnly(_) => None,
    }
}

/// Whether a listed object may be what was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    IsNot,
    CannotTell,
    CouldBe,
}

/// By the reference that it carried, where the list shows references; otherwise by its content, as far as the list shows
/// that.
fn likeness(candidate: &Editable, sent: &Editable) -> Likeness {
    let reference = Path::root().child("clientRefId");
    let carried = sent.get(&reference).filter(|node| !node.is_null());
    match (carried, candidate.get(&reference)) {
        (Some(carried), Some(held)) if held.same_value(&carried) => Likeness::CouldBe,
        (Some(_), Some(_)) => Likeness::IsNot,
        _ => by_content(candidate, sent),
    }
}

/// The same name, or the same value, and no member that the list shows with another value than was sent.
fn by_content(candidate: &Editable, sent: &Editable) -> Likeness {
    let (candidate, sent) = (candidate.root(), sent.root());
    let agrees = |name: &str| {
        let (held, meant) = (candidate.member(name)?, sent.member(name)?);
        Some(held.same_value(&meant) || name == "type" && could_be_of_type(&held, &meant))
    };
    let mut members = sent.members().filter(|(_, node)| !node.is_null());
    if members.any(|(name, _)| agrees(&name) == Some(false)) {
        return Likeness::IsNot;
    }
    match agrees("name").or_else(|| agrees("value")) {
        Some(true) => Likeness::CouldBe,
        Some(false) => Likeness::IsNot,
        None => Likeness::CannotTell,
    }
}

/// Whether a list may show the type of what was sent so: under its other spelling, or an ad as no more than an ad.
fn could_be_of_type(held: &Node<'_>, meant: &Node<'_>) -> bool {
    let word = |node: &Node<'_>| node.as_str().map(std::borrow::Cow::into_owned);
    let (held, meant) = (word(held), word(meant));
    let kind = |word: &Option<String>| Kind::from_wire(word.as_deref()?);
    let (Some(held), Some(meant)) = (held.as_deref(), kind(&meant)) else {
        return false;
    };
    Kind::from_wire(held) == Some(meant)
        || (held == Kind::Ad.as_str() && meant.collection() == Kind::Ad)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_does_not_show_what_tells_is_no_proof() {
        let sent = r#"{"name":"a","clientRefId":"r1","brandId":7,"note":null}"#;
        for (row, likeness_of_row) in [
            (r#"{"id":1,"clientRefId":"r1"}"#, Likeness::CouldBe),
            (r#"{"id":1,"clientRefId":"r2","name":"a"}"#, Likeness::IsNot),
            (r#"{"id":1,"clientRefId":null,"name":"a"}"#, Likeness::IsNot),
            (r#"{"id":1,"name":"a"}"#, Likeness::CouldBe),
            (r#"{"id":1,"name":"a","brandId":8}"#, Likeness::IsNot),
            (r#"{"id":1,"name":"b"}"#, Likeness::IsNot),
            (r#"{"id":1,"brandId":7}"#, Likeness::CannotTell),
            (r#"{"id":1}"#, Likeness::CannotTell),
        ] {
            let row = (row, Editable::parse(row).unwrap());
            let sent = Editable::parse(sent).unwrap();
            assert_eq!(likeness(&row.1, &sent), likeness_of_row, "{}", row.0);
        }
    }

    #[test]
    fn an_ad_is_found_whatever_the_list_calls_its_type() {
        let like = |sent: &str, row: &str| {
            let document =
                |ty: &str| Editable::parse(&format!(r#"{{"type":"{ty}","name":"a"}}"#)).unwrap();
            likeness(&document(row), &document(sent))
        };
        let (single, banner) = ("HTML5SingleExpandableBannerAd", "ExpandableBannerAd");
        assert_eq!(like(single, "HTML5ExpandableBannerAd"), Likeness::CouldBe);
        assert_eq!(like(single, "Ad"), Likeness::CouldBe);
        assert_eq!(like(single, banner), Likeness::IsNot);
        assert_eq!(like("Campaign", "Ad"), Likeness::IsNot);
    }
}
