//! Looks through a list for what a write without a clear answer may have created.

use adwright_client::Pages;
use adwright_model::{Document, Editable, Kind, Path};
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
        let mut pages = Pages::new(self.client.clone(), kind, query, None);
        let mut found = Vec::new();
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
            let candidates = page.items.into_iter().filter_map(readable);
            let is_meant = |candidate: &Editable| sent.iter().any(|sent| could_be(candidate, sent));
            found.extend(candidates.filter(is_meant));
        };
        Ok(Found {
            candidates: found,
            missing,
        })
    }
}

/// What the list shows of objects that were sent.
pub(super) struct Found {
    candidates: Vec<Editable>,
    /// Why the list is not whole; none where it is.
    missing: Option<String>,
}

impl Found {
    /// What is, or could be, this one of them; otherwise a sentence that says why nobody can tell.
    pub(super) fn of(&self, sent: &Editable) -> Result<Vec<Editable>, String> {
        let candidates = self.candidates.iter();
        let found: Vec<_> = candidates
            .filter(|candidate| could_be(candidate, sent))
            .cloned()
            .collect();
        match &self.missing {
            // Whether it is among those that did not come, nobody knows.
            Some(reason) if found.is_empty() => Err(format!("The list is not whole: {reason}.")),
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

/// Whether a listed object is, or could be, what was sent: by the reference that it carried; without one by its content,
/// as far as the list shows it.
fn could_be(candidate: &Editable, sent: &Editable) -> bool {
    let reference = Path::root().child("clientRefId");
    match sent.get(&reference).filter(|node| !node.is_null()) {
        Some(sent) => candidate
            .get(&reference)
            .is_some_and(|held| held.same_value(&sent)),
        None => contradicts_nothing(candidate, sent),
    }
}

/// The same name, or the same value, and no member that the list shows with another value than was sent.
fn contradicts_nothing(candidate: &Editable, sent: &Editable) -> bool {
    let (candidate, sent) = (candidate.root(), sent.root());
    let agrees = |name: &str| Some(candidate.member(name)?.same_value(&sent.member(name)?));
    let mut members = sent.members().filter(|(_, node)| !node.is_null());
    let is_alike = agrees("name").or_else(|| agrees("value")) == Some(true);
    is_alike && members.all(|(name, _)| agrees(&name) != Some(false))
}
