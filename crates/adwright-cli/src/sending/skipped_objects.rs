//! Messages about new objects that were skipped: a draft of them exists already, or they were sent.

use adwright_desk::CreatedDrafts;
use adwright_views::ItemState;

use super::item_outcomes;
use crate::exit::Exit;

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

/// Returns sentences about the objects that were sent before; none if there are none.
pub(super) fn sent_notices(made: &CreatedDrafts) -> Vec<String> {
    let all = made.drafts.len() + made.sent.len();
    let (mut confirmed, mut waiting, mut on_the_way) = (Vec::new(), Vec::new(), Vec::new());
    for sent in &made.sent {
        match sent.state {
            ItemState::Confirmed => confirmed.push(sent),
            ItemState::NeedsYou => waiting.push(sent),
            _ => on_the_way.push(sent),
        }
    }
    let mut sentences = Vec::new();
    if let Some(last) = confirmed.iter().map(|sent| &sent.sent_at).max() {
        let [who, were, they_are, them] = group_words(confirmed.len(), all);
        sentences.push(format!(
            "{who} {were} sent at {last}. {they_are} skipped. To create {them} once more, add --again."
        ));
    }
    if !waiting.is_empty() {
        let [who, were, they_are, _] = group_words(waiting.len(), all);
        sentences.push(format!(
            "{who} {were} sent before, and the outcome needs you. {they_are} skipped. See `adwright sent list`."
        ));
    }
    if !on_the_way.is_empty() {
        let [who, were, they_are, _] = group_words(on_the_way.len(), all);
        sentences.push(format!(
            "{who} {were} sent before and may be in flight. {they_are} skipped. See `adwright sent list`."
        ));
    }
    sentences
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

/// Returns the exit code that follows from the skipped objects.
pub(super) fn exit_for(made: &CreatedDrafts) -> Exit {
    let states = made
        .sent
        .iter()
        .map(|sent| item_outcomes::exit_for(sent.state));
    states.fold(Exit::Success, Exit::worse)
}
