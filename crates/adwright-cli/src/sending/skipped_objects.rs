//! Messages about new objects that were skipped: a draft of them exists already, or they were sent.

use adwright_desk::CreatedDrafts;
use adwright_views::ItemState;

use super::item_outcomes;
use super::rows::SelectedBatch;
use crate::exit::Exit;

/// The objects of one create that were sent before.
#[derive(Debug, Default)]
pub(super) struct SkippedObjects {
    /// All objects, skipped or not.
    all: usize,
    confirmed: usize,
    /// When the last confirmed one was sent; none if that is not known.
    last_sent_at: Option<String>,
    waiting: usize,
    in_flight: usize,
}

/// Returns a sentence about the objects that already have a draft.
pub(super) fn existing_notice(made: &CreatedDrafts) -> Option<String> {
    let message = match (made.existing, made.drafts.len()) {
        (0, _) => return None,
        (1, 1) => "This draft exists already, so no second one was created.".to_owned(),
        (1, all) => {
            format!("1 of these {all} drafts exists already, so no second one was created.")
        }
        (existing, all) if existing == all => {
            format!("These {all} drafts exist already, so no second ones were created.")
        }
        (existing, all) => {
            format!(
                "{existing} of these {all} drafts exist already, so no second ones were created."
            )
        }
    };
    Some(message)
}

impl SkippedObjects {
    /// Returns the objects that became no draft.
    pub(super) fn of_drafts(made: &CreatedDrafts) -> Self {
        let mut skipped = Self {
            all: made.drafts.len() + made.sent.len(),
            ..Self::default()
        };
        for sent in &made.sent {
            match sent.state {
                ItemState::Confirmed => {
                    skipped.confirmed += 1;
                    let at = Some(sent.sent_at.clone());
                    skipped.last_sent_at = skipped.last_sent_at.max(at);
                }
                ItemState::NeedsYou => skipped.waiting += 1,
                _ => skipped.in_flight += 1,
            }
        }
        skipped
    }

    /// Returns sentences about the skipped objects; none if there are none. `again` is the option that creates them again.
    pub(super) fn notices(&self, again: &str) -> Vec<String> {
        let mut sentences = Vec::new();
        if self.confirmed > 0 {
            let [who, were, they_are, them] = group_words(self.confirmed, self.all);
            let when = match &self.last_sent_at {
                Some(at) => format!("at {at}"),
                None => "before".to_owned(),
            };
            sentences.push(format!(
                "{who} {were} sent {when}. {they_are} skipped. To create {them} once more, add {again}."
            ));
        }
        if self.waiting > 0 {
            let [who, were, they_are, _] = group_words(self.waiting, self.all);
            sentences.push(format!(
                "{who} {were} sent before, and the outcome needs you. {they_are} skipped. See `adwright sent list`."
            ));
        }
        if self.in_flight > 0 {
            let [who, were, they_are, _] = group_words(self.in_flight, self.all);
            sentences.push(format!(
                "{who} {were} sent before and may be in flight. {they_are} skipped. See `adwright sent list`."
            ));
        }
        sentences
    }

    /// Returns the exit code that follows from the skipped objects.
    pub(super) const fn exit(&self) -> Exit {
        if self.waiting + self.in_flight > 0 {
            item_outcomes::exit_for(ItemState::NeedsYou)
        } else {
            Exit::Success
        }
    }
}

impl SelectedBatch {
    /// Returns the rows that were sent before.
    pub(super) fn skipped(&self) -> SkippedObjects {
        let skipped = self.skipped_elsewhere();
        let confirmed = self.review.plan.confirmed as usize;
        SkippedObjects {
            all: skipped.all + confirmed,
            confirmed: skipped.confirmed + confirmed,
            ..skipped
        }
    }

    /// Returns the rows that were sent before, except those that this batch itself confirmed.
    pub(super) fn skipped_elsewhere(&self) -> SkippedObjects {
        let plan = &self.review.plan;
        let confirmed = plan.sent_before as usize;
        let waiting = plan.open as usize;
        SkippedObjects {
            all: self.review.rows.len() + confirmed + waiting,
            confirmed,
            waiting,
            ..SkippedObjects::default()
        }
    }
}

/// Returns the words for `count` of `all` objects.
fn group_words(count: usize, all: usize) -> [String; 4] {
    let who = match (count, all) {
        (1, 1) => "This one".to_owned(),
        (count, all) if count == all => format!("All {all}"),
        (count, all) => format!("{count} of these {all}"),
    };
    let [were, they_are, them] = match count {
        1 => ["was", "It is", "it"],
        _ => ["were", "They are", "them"],
    };
    [who, were.to_owned(), they_are.to_owned(), them.to_owned()]
}
