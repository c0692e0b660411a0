//! Fields with any name and any JSON: added, fixed, and kept as typed until they are fixed.

use adwright_desk::{DocumentError, DraftError, Error};
use adwright_testkit::TestApp;
use adwright_views::{
    Detail, DocumentRef, EditRequest, FailureCode, FieldInput, FieldKind, FieldView, NewMember,
    Severity,
};

use crate::{SPRING, campaign, draft_of, edit, fetched, id_of, request};

/// A campaign with members that the catalog does not know.
const FILM: &str = "Brand film, EMEA";

fn add(
    desktop: &TestApp,
    target: &DocumentRef,
    holder: &str,
    (name, value): (&str, &str),
    is_text: bool,
) -> Result<Detail, Error> {
    let new = NewMember {
        name: name.to_owned(),
        value: value.to_owned(),
        is_text,
    };
    let request = EditRequest {
        path: holder.to_owned(),
        input: FieldInput::Member(new),
    };
    desktop.drafts.edit_draft(target, &request)
}

#[track_caller]
fn field<'a>(detail: &'a Detail, path: &str) -> &'a FieldView {
    detail
        .field(path)
        .unwrap_or_else(|| panic!("no field {path}"))
}

#[tokio::test]
async fn custom_field_can_be_added_and_undone() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    let before = desktop.details.open_detail(&target).await.unwrap();
    let json = |holder: &str, name: &str, value: &str| {
        add(&desktop, &target, holder, (name, value), false)
    };
    let detail = json("", "seat.code", " {\"a\": [1.50e0]} ").unwrap();
    let added = field(&detail, r#"["seat.code"]"#);
    assert_eq!(
        (added.known, added.kind, added.text.as_str()),
        (false, FieldKind::Json, r#"{"a": [1.50e0]}"#)
    );
    assert!(
        detail
            .source
            .starts_with(before.source.strip_suffix('}').unwrap()),
        "the rest is as it was"
    );
    let undo = detail.draft.as_ref().unwrap().undo.as_deref();
    assert_eq!(undo, Some("add field seat.code"));
    json("flights[1]", "perUser", "3").unwrap();
    json("flights[1].frequencyCap", "perUser", "null").unwrap();
    json("adminSettings", "", "true").unwrap();
    let detail = add(&desktop, &target, "", ("note2", "see, the \"plan\""), true).unwrap();
    assert_eq!(field(&detail, "note2").text, r#""see, the \"plan\"""#);
    assert_eq!(field(&detail, "flights[1].perUser").text, "3");
    assert_eq!(
        field(&detail, "flights[1].frequencyCap.perUser").text,
        "null"
    );
    assert_eq!(field(&detail, r#"adminSettings[""]"#).label, "(empty name)");

    let twice = json("", "seat.code", "1").unwrap_err();
    let Error::Draft(DraftError::MemberExists(name)) = twice else {
        panic!("{twice}")
    };
    assert_eq!(name, "seat.code");
    let broken = json("", "other", "{\n \"a\"").unwrap_err();
    let Error::Document(DocumentError::NotJson(broken)) = broken else {
        panic!("{broken}")
    };
    assert_eq!((broken.position.line, broken.position.column), (2, 5));
    let draft = draft_of(&detail);
    let mut last = detail;
    for _ in 0..5 {
        last = desktop.drafts.undo_draft(&draft).unwrap();
    }
    assert_eq!(last.source, before.source);
}

#[tokio::test]
async fn broken_json_survives_restart_and_blocks_sending() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, FILM));
    let before = desktop.details.open_detail(&target).await.unwrap();
    let typed = "{\n  \"a\":,";
    let draft = draft_of(&edit(&desktop, &target, "legacyFlags", typed));
    let desktop = desktop.restart().await;
    let detail = desktop.details.open_detail(&target).await.unwrap();
    let shown = field(&detail, "legacyFlags");
    assert_eq!((shown.kind, shown.text.as_str()), (FieldKind::Json, typed));
    let finding = &detail.findings[0];
    assert_eq!(
        (
            finding.path.as_str(),
            finding.severity,
            finding.rule.as_str()
        ),
        ("legacyFlags", Severity::Error, "json")
    );
    assert!(
        finding.message.starts_with("Line 2, column 7: "),
        "{}",
        finding.message
    );
    let sent = desktop
        .outbox
        .send(&request(&desktop, &[&draft]), |_| {})
        .await;
    assert_eq!(sent.unwrap_err().failure().code, FailureCode::Invalid);

    // The person types on and fixes the JSON.
    let on = edit(&desktop, &target, "legacyFlags", "{\n  \"a\":1");
    assert_eq!(field(&on, "legacyFlags").text, "{\n  \"a\":1");
    let mended = edit(&desktop, &target, "legacyFlags", "{\n  \"a\":1}");
    assert_eq!(field(&mended, "legacyFlags").text, "{\n  \"a\":1}");
    assert!(mended.findings.iter().all(|finding| finding.rule != "json"));
    // The person meant a text: the finding offers that fix.
    let text = edit(&desktop, &target, "legacyFlags", "none any more");
    let fix = text.findings[0].fix.clone().unwrap();
    let fixed = desktop.drafts.edit_draft(&target, &fix.edit).unwrap();
    assert_eq!(field(&fixed, "legacyFlags").text, r#""none any more""#);
    assert!(fixed.findings.iter().all(|finding| finding.rule != "json"));
    let reverted = EditRequest {
        path: "legacyFlags".to_owned(),
        input: FieldInput::Revert,
    };
    let reverted = desktop.drafts.edit_draft(&target, &reverted).unwrap();
    assert_eq!(reverted.source, before.source);
}

#[tokio::test]
async fn broken_json_moves_with_item_and_survives_redo() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    let place = "flights[2].frequencyCap.perDevice";
    let draft = draft_of(&edit(&desktop, &target, place, "tru"));
    let up = EditRequest {
        path: "flights[2]".to_owned(),
        input: FieldInput::MoveUp,
    };
    let moved = desktop.drafts.edit_draft(&target, &up).unwrap();
    let found = |detail: &Detail| {
        let found = detail
            .findings
            .iter()
            .find(|finding| finding.rule == "json");
        found.map(|finding| finding.path.clone())
    };
    assert_eq!(
        found(&moved).as_deref(),
        Some("flights[1].frequencyCap.perDevice")
    );
    assert_eq!(
        field(&moved, "flights[1].frequencyCap.perDevice").text,
        "tru"
    );
    desktop.drafts.undo_draft(&draft).unwrap();
    assert_eq!(found(&desktop.drafts.undo_draft(&draft).unwrap()), None);
    let again = desktop.drafts.redo_draft(&draft).unwrap();
    assert_eq!(found(&again).as_deref(), Some(place));
}
