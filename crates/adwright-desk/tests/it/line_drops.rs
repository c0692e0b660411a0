//! The chapter "When the line drops" of the guide: what a person reads after each fault of the practice service, and in
//! each trouble of this computer.

use std::fmt::Write as _;

use adwright_testkit::TestApp;
use adwright_views::ItemState;

use crate::{SPRING, campaign, draft_of, edit, fetched, id_of, new_campaign, newest, request};

const GUIDE: &str = include_str!("../../../../docs/when-the-line-drops.md");

/// The faults of one write, and what happens, in the guide's words.
const FAULTS: [(&str, &str); 7] = [
    (
        "drop-before-commit",
        "The line breaks before the service saves",
    ),
    (
        "drop-after-commit",
        "The line breaks after the service saved",
    ),
    ("half-reply", "The reply breaks off in the middle"),
    ("empty-reply", "The reply is empty"),
    (
        "late-commit",
        "The line breaks, and the service saves much later",
    ),
    ("status-503", "The service is overloaded for a moment (503)"),
    ("status-429", "The service asks for a pause (429)"),
];

/// Fails unless the guide says what a person reads in this trouble.
pub(crate) fn assert_guide_says(trouble: &str, message: &str) {
    let line = format!("| {trouble} | {message} |\n");
    assert!(GUIDE.contains(&line), "the guide needs this line:\n{line}");
}

/// Sends a draft while a fault is armed. Returns what the list of sent items says, and its state.
async fn send_with(desktop: &TestApp, fault: &str, draft: &str) -> (String, ItemState) {
    desktop.practice.arm_fault(fault).await;
    let request = request(desktop, &[draft]);
    desktop.outbox.send(&request, |_| {}).await.unwrap();
    let row = newest(desktop);
    (without_reference(&row.outcome), row.state)
}

/// Leaves out our reference, which is new each time.
fn without_reference(text: &str) -> String {
    let words = text.split(' ').map(|word| {
        if word.contains("adwright-") {
            "…"
        } else {
            word
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

const fn state_word(state: ItemState) -> &'static str {
    match state {
        ItemState::Confirmed => "confirmed",
        ItemState::NeedsYou => "needs you",
        ItemState::Refused => "refused",
        _ => "not sent",
    }
}

#[tokio::test]
async fn guide_has_the_outcome_of_each_fault() {
    let mut table =
        "| what happens | a new campaign | a change |\n| --- | --- | --- |\n".to_owned();
    for (number, (fault, what)) in FAULTS.into_iter().enumerate() {
        let desktop = fetched().await;
        let create = new_campaign(&desktop, &format!("Line {number}"));
        let (created, created_state) = send_with(&desktop, fault, &create).await;
        let spring = campaign(&id_of(&desktop, SPRING));
        let update = draft_of(&edit(&desktop, &spring, "notes", "Sent"));
        let (updated, updated_state) = send_with(&desktop, fault, &update).await;
        let (created_state, updated_state) = (state_word(created_state), state_word(updated_state));
        writeln!(
            table,
            "| {what} | **{created_state}**: {created} | **{updated_state}**: {updated} |"
        )
        .unwrap();
    }
    assert!(
        GUIDE.contains(&table),
        "the guide needs this table:\n{table}"
    );
}
