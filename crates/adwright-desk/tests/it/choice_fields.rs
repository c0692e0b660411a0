//! Fields whose value is chosen from a list.

use adwright_testkit::TestApp;
use adwright_views::{
    BulkChange, BulkFormInput, BulkPreviewResult, BulkRequest, Detail, DocumentRef, EditRequest,
    FailureCode, FieldInput, FieldKind, Severity,
};

use crate::bulk::every;
use crate::form::rules_at;
use crate::{SPRING, campaign, draft_of, edit, fetched, id_of, request};

const VERIFICATION: &str = "adminSettings.campaignSettings.verification";

fn half_word(path: &str, text: &str) -> EditRequest {
    EditRequest {
        path: path.to_owned(),
        input: FieldInput::Partial(text.to_owned()),
    }
}

fn type_half(desktop: &TestApp, target: &DocumentRef, path: &str, text: &str) -> Detail {
    let request = half_word(path, text);
    desktop.drafts.edit_draft(target, &request).unwrap()
}

#[tokio::test]
async fn partial_word_stays_and_blocks_sending() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    let draft = draft_of(&type_half(&desktop, &target, "status", "pa"));
    let kept = desktop.details.open_detail(&target).await.unwrap();
    let field = kept.field("status").unwrap();
    assert_eq!((field.kind, field.text.as_str()), (FieldKind::Choice, "pa"));
    assert_eq!(
        rules_at(&kept, "status"),
        [(Severity::Error, "unchosen".to_owned())]
    );
    let sent = desktop
        .outbox
        .send(&request(&desktop, &[&draft]), |_| {})
        .await;
    assert_eq!(sent.unwrap_err().failure().code, FailureCode::Invalid);
    let chosen = edit(&desktop, &target, "status", "PAUSED");
    assert_eq!(rules_at(&chosen, "status"), []);
}

#[tokio::test]
async fn partial_word_is_not_an_id() {
    let desktop = fetched().await;
    let created = desktop.drafts.create_draft().unwrap();
    let asked = desktop.details.field(&created.target, "advertiserId");
    let first = asked.unwrap().choices[0].clone();
    let half = type_half(&desktop, &created.target, "advertiserId", "petri");
    let field = half.field("advertiserId").unwrap();
    assert_eq!(
        (field.kind, field.text.as_str()),
        (FieldKind::Choice, "petri")
    );
    let unchosen = (Severity::Error, "unchosen".to_owned());
    assert_eq!(rules_at(&half, "advertiserId")[0], unchosen);
    let chosen = edit(&desktop, &created.target, "advertiserId", &first.value);
    assert!(
        chosen
            .source
            .contains(&format!(r#""advertiserId":{}"#, first.value))
    );
    assert!(!rules_at(&chosen, "advertiserId").contains(&unchosen));
}

#[tokio::test]
async fn form_holds_only_the_chosen_id() {
    let desktop = fetched().await;
    let created = desktop.drafts.create_draft().unwrap();
    let asked = desktop.details.field(&created.target, "advertiserId");
    let asked = asked.unwrap();
    assert!(asked.choices.len() > 1);
    assert!(!asked.more_choices);
    let shown = |detail: &Detail| {
        let field = detail.field("advertiserId").unwrap();
        (field.kind, field.choices.clone(), field.more_choices)
    };
    assert_eq!(shown(&created), (FieldKind::Choice, vec![], true));
    let last = asked.choices.last().unwrap().clone();
    let chosen = edit(&desktop, &created.target, "advertiserId", &last.value);
    assert_eq!(shown(&chosen), (FieldKind::Choice, vec![last], true));
    let status = chosen.field("status").unwrap();
    assert!(!status.more_choices && status.choices.len() > 1);
}

#[tokio::test]
async fn partial_word_survives_a_restart() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    type_half(&desktop, &target, "status", "pa");
    let desktop = desktop.restart().await;
    let kept = desktop.details.open_detail(&target).await.unwrap();
    assert_eq!(kept.field("status").unwrap().text, "pa");
    assert_eq!(
        rules_at(&kept, "status"),
        [(Severity::Error, "unchosen".to_owned())]
    );
}

#[tokio::test]
async fn unknown_value_is_used_when_confirmed() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    let half = type_half(&desktop, &target, "status", "FROZEN");
    let fix = half.findings.iter().find(|found| found.rule == "unchosen");
    let fix = fix.and_then(|found| found.fix.clone()).unwrap();
    let fixed = desktop.drafts.edit_draft(&target, &fix.edit).unwrap();
    let noted = [(Severity::Note, "values".to_owned())];
    assert_eq!(rules_at(&fixed, "status"), noted);
    type_half(&desktop, &target, "status", "FRO");
    assert_eq!(
        rules_at(&edit(&desktop, &target, "status", "FROZEN"), "status"),
        noted
    );
}

#[tokio::test]
async fn partial_word_creates_its_typed_group() {
    let desktop = fetched().await;
    let target = desktop.drafts.create_draft().unwrap().target;
    type_half(&desktop, &target, VERIFICATION, "no");
    let half = type_half(&desktop, &target, VERIFICATION, "non");
    assert_eq!(half.field(VERIFICATION).unwrap().text, "non");
    let chosen = edit(&desktop, &target, VERIFICATION, "None");
    assert!(
        chosen.source.contains(
            r#""adminSettings":{"type":"AdminSettings","campaignSettings":{"type":"CampaignSettings","verification":"None"}}"#
        ),
        "{}",
        chosen.source
    );
    let draft = draft_of(&chosen);
    let mut undone = chosen;
    while undone.draft.as_ref().unwrap().undo.is_some() {
        undone = desktop.drafts.undo_draft(&draft).unwrap();
    }
    assert!(
        !undone.source.contains("adminSettings"),
        "{}",
        undone.source
    );
}

#[tokio::test]
async fn bulk_edit_refuses_a_partial_word() {
    let desktop = fetched().await;
    let request = BulkRequest {
        operation: "preview".to_owned(),
        scope: every(&desktop.desk),
        change: BulkChange::Set(vec![half_word("status", "pa")]),
    };
    let answer = desktop.bulk.preview_bulk(&request, |_| {}).await.unwrap();
    let BulkPreviewResult::Refused(problem) = answer else {
        panic!("a preview");
    };
    assert_eq!(problem.part, BulkFormInput::Value("status".to_owned()));
}
