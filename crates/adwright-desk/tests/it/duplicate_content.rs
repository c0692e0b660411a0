//! A new campaign with content that this workspace sent before is sent again only if the person says so.

use adwright_desk::SENT_BEFORE;
use adwright_testkit::TestApp;
use adwright_views::{DocumentRef, FailureCode, ItemState, RuleOverride};

use crate::{edit, ended, fetched, new_campaign, request, send};

const ONCE: &str = "Only once";

async fn text_of(desktop: &TestApp, draft: &str) -> String {
    let target = DocumentRef::Draft(draft.to_owned());
    desktop.details.open_detail(&target).await.unwrap().source
}

/// Returns the rules of the errors that the review shows for a draft, in its row and in its fields.
fn errors(desktop: &TestApp, draft: &str) -> [Vec<String>; 2] {
    let item = desktop.outbox.review_item(draft).unwrap().unwrap();
    let rows = desktop.outbox.review().unwrap().rows;
    let row = rows.into_iter().find(|row| row.draft == draft).unwrap();
    assert_eq!(row, item.row);
    let errors = row.errors.into_iter().map(|error| error.rule);
    let found = item.findings.into_iter().map(|finding| finding.rule);
    [
        errors.collect(),
        found.filter(|rule| rule == SENT_BEFORE).collect(),
    ]
}

/// Sends a campaign, and creates a new draft with its text, pasted under Source in another order.
async fn pasted() -> (TestApp, String) {
    let desktop = fetched().await;
    let first = new_campaign(&desktop, ONCE);
    let text = text_of(&desktop, &first).await;
    send(&desktop, &first).await;
    ended(&desktop, ItemState::Confirmed);
    let target = desktop.drafts.create_draft().unwrap().target;
    let mut members: serde_json::Map<_, _> = serde_json::from_str(&text).unwrap();
    let name = members.remove("name").unwrap();
    members.insert("name".to_owned(), name);
    let text = serde_json::to_string_pretty(&members).unwrap();
    desktop.source.write_source(&target, &text).unwrap();
    let DocumentRef::Draft(draft) = target else {
        panic!("{target:?}")
    };
    (desktop, draft)
}

#[tokio::test]
async fn equal_content_is_sent_again_only_if_overridden() {
    let (desktop, draft) = pasted().await;
    assert_eq!(errors(&desktop, &draft), [[SENT_BEFORE], [SENT_BEFORE]]);
    let mut anyway = request(&desktop, &[&draft]);
    let refused = desktop.outbox.send(&anyway, |_| {}).await.unwrap_err();
    assert_eq!(refused.failure().code, FailureCode::Invalid);
    assert_eq!(desktop.practice.count_named(ONCE).await, 1);

    anyway.overrides.push(RuleOverride {
        draft,
        rule: SENT_BEFORE.to_owned(),
        path: String::new(),
    });
    desktop.outbox.send(&anyway, |_| {}).await.unwrap();
    let item = ended(&desktop, ItemState::Confirmed).item;
    assert_eq!(desktop.outbox.receipt(&item).unwrap().overrides.len(), 1);
    assert_eq!(desktop.practice.count_named(ONCE).await, 2);
}

#[tokio::test]
async fn other_content_is_sent_without_a_question() {
    let (desktop, draft) = pasted().await;
    edit(
        &desktop,
        &DocumentRef::Draft(draft.clone()),
        "notes",
        "another one",
    );
    assert_eq!(errors(&desktop, &draft), [[""; 0]; 2]);
    send(&desktop, &draft).await;
    ended(&desktop, ItemState::Confirmed);
}
