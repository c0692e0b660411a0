use adwright_views::{EditRequest, FieldInput, Presence, Severity};

use crate::{SPRING, campaign, discarded, draft_of, edit, fetched, id_of, live, new_campaign};

#[tokio::test]
async fn answered_edit_is_on_disk() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    edit(&desktop, &target, "name", "Spring launch, Germany");
    let desktop = desktop.restart().await;
    let detail = desktop.details.open_detail(&target).await.unwrap();
    assert_eq!(detail.title, "Spring launch, Germany");
    assert_eq!(detail.draft.unwrap().changed, 1);
}

#[tokio::test]
async fn undo_and_redo_survive_a_restart() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    edit(&desktop, &target, "name", "One");
    let draft = draft_of(&edit(&desktop, &target, "notes", "two"));
    let desktop = desktop.restart().await;
    let detail = desktop.drafts.undo_draft(&draft).unwrap();
    assert_eq!(detail.changes.len(), 1);
    let detail = desktop.drafts.undo_draft(&draft).unwrap();
    assert!(detail.changes.is_empty() && detail.draft.as_ref().unwrap().undo.is_none());
    desktop.drafts.redo_draft(&draft).unwrap();
    let detail = desktop.drafts.redo_draft(&draft).unwrap();
    assert_eq!(detail.title, "One");
    assert_eq!(
        detail.draft.unwrap().undo.as_deref(),
        Some("change of Notes")
    );
}

#[tokio::test]
async fn continuous_typing_is_one_step_until_a_pause() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    edit(&desktop, &target, "name", "S");
    edit(&desktop, &target, "name", "Sp");
    desktop.clock.advance_ms(5_000);
    let draft = draft_of(&edit(&desktop, &target, "name", "Spring"));
    assert_eq!(desktop.drafts.undo_draft(&draft).unwrap().title, "Sp");
    assert_eq!(desktop.drafts.undo_draft(&draft).unwrap().title, SPRING);
}

#[tokio::test]
async fn predicted_refusal_is_found_while_typing_and_fixed() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    let detail = edit(&desktop, &target, "traffickingMode", "simple");
    let finding = detail
        .findings
        .iter()
        .find(|finding| finding.code == Some(62_000))
        .unwrap();
    assert_eq!(
        (finding.severity, finding.path.as_str()),
        (Severity::Error, "traffickingMode")
    );
    assert!(
        finding.message.contains("4 placements"),
        "{}",
        finding.message
    );
    let fix = finding.fix.clone().unwrap();
    let detail = desktop.drafts.edit_draft(&target, &fix.edit).unwrap();
    assert!(
        detail
            .findings
            .iter()
            .all(|finding| finding.code != Some(62_000))
    );
    assert!(detail.changes.is_empty());
}

#[tokio::test]
async fn unparsable_input_is_kept_and_reported() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    let detail = edit(&desktop, &target, "budget", "12,50");
    assert!(
        detail.source.contains(r#""budget":"12,50""#),
        "{}",
        detail.source
    );
    assert!(
        detail
            .findings
            .iter()
            .any(|finding| finding.path == "budget" && finding.severity == Severity::Error)
    );
}

#[tokio::test]
async fn members_unknown_to_the_catalog_are_shown() {
    let desktop = fetched().await;
    let rows = desktop.lists.campaigns(&crate::query("")).unwrap().rows;
    let mut unknown = 0;
    for row in &rows {
        let detail = desktop
            .details
            .open_detail(&campaign(&row.id))
            .await
            .unwrap();
        unknown += detail
            .groups
            .iter()
            .flat_map(|group| &group.fields)
            .filter(|field| !field.known)
            .count();
    }
    assert!(
        unknown > 0,
        "the demo data has members that no schema knows"
    );
}

#[tokio::test]
async fn null_absent_and_empty_are_distinguished() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    let presence = |input: FieldInput| {
        let request = EditRequest {
            path: "notes".to_owned(),
            input,
        };
        let detail = desktop.drafts.edit_draft(&target, &request).unwrap();
        let mut fields = detail.groups.into_iter().flat_map(|group| group.fields);
        fields.find(|field| field.path == "notes").unwrap().presence
    };
    assert_eq!(presence(FieldInput::Text("x".to_owned())), Presence::Value);
    assert_eq!(presence(FieldInput::Null), Presence::Null);
    assert_eq!(presence(FieldInput::Absent), Presence::Absent);
}

#[tokio::test]
async fn missing_parent_is_created_with_its_type() {
    let desktop = fetched().await;
    let detail = desktop.drafts.create_draft().unwrap();
    let detail = edit(
        &desktop,
        &detail.target,
        "adminSettings.privacy.disableCookies",
        "true",
    );
    assert!(
        detail.source.contains(r#""adminSettings":{"type":"AdminSettings","privacy":{"type":"PrivacySettings","disableCookies":true}}"#),
        "{}",
        detail.source
    );
}

#[tokio::test]
async fn discarded_draft_is_restored_unchanged() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    let draft = draft_of(&edit(&desktop, &target, "name", "Kept"));
    desktop.drafts.discard_draft(&draft).unwrap();
    assert!(live(&desktop.desk).is_empty());
    assert_eq!(
        desktop.details.open_detail(&target).await.unwrap().title,
        SPRING
    );
    assert_eq!(desktop.drafts.restore_draft(&draft).unwrap().title, "Kept");
}

#[tokio::test]
async fn new_campaign_lists_missing_fields() {
    let desktop = fetched().await;
    let detail = desktop.drafts.create_draft().unwrap();
    let needed: Vec<&str> = detail
        .findings
        .iter()
        .map(|finding| finding.path.as_str())
        .collect();
    for path in ["name", "advertiserId", "brandId"] {
        assert!(needed.contains(&path), "{path} is not in {needed:?}");
    }
    let draft = new_campaign(&desktop, "Complete");
    let row = live(&desktop.desk)
        .into_iter()
        .find(|row| row.draft == draft)
        .unwrap();
    assert_eq!(row.errors, 0);
}

#[cfg(unix)]
#[tokio::test]
async fn every_file_is_readable_by_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let desktop = fetched().await;
    edit(
        &desktop,
        &campaign(&id_of(&desktop, SPRING)),
        "name",
        "Mine",
    );
    for entry in std::fs::read_dir(desktop.home()).unwrap() {
        let entry = entry.unwrap();
        let metadata = entry.metadata().unwrap();
        let others = metadata.permissions().mode() & 0o077;
        assert_eq!(
            others,
            0,
            "{} is readable by others",
            entry.path().display()
        );
    }
}

#[tokio::test]
async fn form_starts_with_identity_and_delivery() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    let detail = desktop.details.open_detail(&target).await.unwrap();
    let titles: Vec<&str> = detail
        .groups
        .iter()
        .map(|group| group.title.as_str())
        .collect();
    assert_eq!(titles[..2], ["Identity", "Delivery"]);
    let brand = detail.groups[0]
        .fields
        .iter()
        .find(|field| field.path == "brandId")
        .unwrap();
    assert_eq!(
        brand.choices[0].label, "Outdoor",
        "an id is shown with its name"
    );
}

#[tokio::test]
async fn every_discarded_draft_can_be_restored_later() {
    let desktop = fetched().await;
    let drafts = [
        new_campaign(&desktop, "First"),
        new_campaign(&desktop, "Second"),
    ];
    for draft in &drafts {
        desktop.drafts.discard_draft(draft).unwrap();
        desktop.clock.advance_ms(1_000);
    }
    let desktop = desktop.restart().await;
    let rows = discarded(&desktop.desk);
    let titles: Vec<&str> = rows.iter().map(|row| row.title.as_str()).collect();
    assert_eq!(titles, ["Second", "First"]);
    desktop.drafts.restore_draft(&drafts[0]).unwrap();
    let desk = &desktop.desk;
    assert_eq!((live(desk).len(), discarded(desk).len()), (1, 1));
}

#[tokio::test]
async fn unchanged_draft_does_not_keep_an_old_base() {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let target = campaign(&id);
    let draft = draft_of(&edit(&desktop, &target, "name", "Mine"));
    desktop.drafts.undo_draft(&draft).unwrap();
    desktop
        .practice
        .touch(&id, serde_json::json!({ "name": "Theirs" }))
        .await;
    desktop
        .fetches
        .fetch_campaigns("fetch", |_| {})
        .await
        .unwrap();
    let detail = desktop.details.open_detail(&target).await.unwrap();
    assert_eq!(detail.title, "Theirs");
    assert!(
        detail.draft.unwrap().redo.is_some(),
        "what was typed can still be brought back"
    );
    edit(&desktop, &target, "notes", "on top");
    crate::send(&desktop, &draft).await;
    crate::ended(&desktop, adwright_views::ItemState::Confirmed);
}
