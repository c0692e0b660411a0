//! New campaigns from copies and from templates.

use adwright_desk::Error;
use adwright_testkit::TestApp;
use adwright_views::{DocumentRef, FailureCode, ItemState, TemplateRequest};

use crate::{SPRING, campaign, draft_of, edit, ended, fetched, id_of, live, reviewed, send};

/// A campaign with members that no schema knows, in the demo data.
const UNKNOWN: &str = "Brand film, EMEA";

fn request(target: &DocumentRef, name: &str, open: &[&str]) -> TemplateRequest {
    TemplateRequest {
        target: target.clone(),
        name: name.to_owned(),
        description: " For launches ".to_owned(),
        open: open.iter().map(|path| (*path).to_owned()).collect(),
        replace: false,
    }
}

async fn saved(desktop: &TestApp, name: &str, open: &[&str]) -> String {
    let target = campaign(&id_of(desktop, UNKNOWN));
    let request = request(&target, name, open);
    let saved = desktop.templates.save_template(&request).await.unwrap();
    saved.template.id
}

fn names(desktop: &TestApp) -> Vec<String> {
    let all = desktop.templates.templates().unwrap();
    all.into_iter().map(|template| template.name).collect()
}

#[tokio::test]
async fn copy_preserves_bytes_except_assigned_fields() {
    let desktop = fetched().await;
    let begun = desktop
        .drafts
        .copy_draft(&campaign(&id_of(&desktop, UNKNOWN)))
        .await
        .unwrap();
    let detail = begun.detail;
    assert_eq!(detail.title, "Copy of Brand film, EMEA");
    assert_eq!((detail.id, begun.note), (None, None));
    assert_eq!(begun.focus.as_deref(), Some("name"));
    let source = detail.source;
    let unknown = r#""mediaPlanRef":"MP-2041","pacing":4.50e-1,"legacyFlags":[1,2]"#;
    assert!(source.contains(unknown), "{source}");
    for gone in [
        "\"id\"",
        "\"version\"",
        "createdBy",
        "lastUpdate",
        "advertiserName",
        "relationsBag",
    ] {
        assert!(!source.contains(gone), "{gone} in {source}");
    }
    let mut advertiser = detail.groups.iter().flat_map(|group| &group.fields);
    let advertiser = advertiser
        .find(|field| field.path == "advertiserId")
        .unwrap();
    assert!(advertiser.lock.is_none() && !advertiser.text.is_empty());
    assert!(detail.findings.is_empty(), "{:?}", detail.findings);
}

#[tokio::test]
async fn copy_is_reviewed_and_sent_as_new_campaign() {
    let desktop = fetched().await;
    let original = id_of(&desktop, UNKNOWN);
    let begun = desktop
        .drafts
        .copy_draft(&campaign(&original))
        .await
        .unwrap();
    let item = reviewed(&desktop);
    let reviewed: Vec<&str> = item
        .changes
        .iter()
        .map(|change| change.path.as_str())
        .collect();
    assert!(
        reviewed.contains(&"name") && reviewed.contains(&"pacing"),
        "{reviewed:?}"
    );
    assert_eq!(item.proof.dropped, 0);
    send(&desktop, &draft_of(&begun.detail)).await;
    let row = ended(&desktop, ItemState::Confirmed);
    assert_ne!(row.id.as_deref(), Some(original.as_str()));
    let sent = campaign(&row.id.unwrap());
    let sent = desktop.details.open_detail(&sent).await.unwrap();
    assert!(
        sent.source.contains(r#""pacing":4.50e-1"#),
        "{}",
        sent.source
    );
}

#[tokio::test]
async fn copying_a_draft_leaves_it_unchanged() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    edit(&desktop, &target, "name", "Mine");
    let begun = desktop.drafts.copy_draft(&target).await.unwrap();
    assert_eq!(begun.detail.title, "Copy of Mine");
    let again = desktop
        .drafts
        .copy_draft(&begun.detail.target)
        .await
        .unwrap();
    assert_eq!(again.detail.title, "Copy of Copy of Mine");
    assert_eq!(live(&desktop.desk).len(), 3);
}

#[tokio::test]
async fn copied_summary_has_a_note() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    let desktop = desktop.restart_offline().await;
    let copy = desktop.drafts.copy_draft(&target).await.unwrap();
    assert!(copy.note.is_some());
}

#[tokio::test]
async fn frequently_changed_fields_are_offered_as_open() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, UNKNOWN));
    let form = desktop.templates.template_form(&target).await.unwrap();
    let open = form.fields.iter().filter(|field| field.open);
    let open: Vec<&str> = open.map(|field| field.path.as_str()).collect();
    assert_eq!(open, ["name", "startDate", "endDate"]);
    assert!(form.fields.iter().any(|field| field.path == "pacing"));
    assert!(form.fields.iter().all(|field| field.path != "id"));
    assert_eq!((form.name.as_str(), form.note), (UNKNOWN, None));
}

#[tokio::test]
async fn template_lists_its_open_fields() {
    let desktop = fetched().await;
    let id = saved(&desktop, "Film", &["name", "startDate"]).await;
    let desktop = desktop.restart().await;
    let row = desktop.templates.templates().unwrap().remove(0);
    assert_eq!(
        (row.name.as_str(), row.description.as_str()),
        ("Film", "For launches")
    );
    assert_eq!(row.prompts, ["Name", "Start"]);
    let begun = desktop.templates.use_template(&id).unwrap();
    assert_eq!(begun.focus.as_deref(), Some("name"));
    let note = begun.note.unwrap();
    for word in ["Film", "Name", "Start"] {
        assert!(note.contains(word), "{note}");
    }
    assert!(begun.detail.source.contains(r#""pacing":4.50e-1"#));
    let missing = begun
        .detail
        .findings
        .iter()
        .any(|finding| finding.path == "name");
    assert!(
        missing && begun.detail.title == "New campaign",
        "{}",
        begun.detail.title
    );
    let history = desktop.history.history(&begun.detail.target).unwrap();
    assert_eq!(history.entries[0].title, "From the template “Film”");
}

#[tokio::test]
async fn template_name_is_unique_unless_replaced() {
    let desktop = fetched().await;
    let old = saved(&desktop, "Film", &[]).await;
    let target = campaign(&id_of(&desktop, SPRING));
    let mut again = request(&target, "film", &[]);
    let error = desktop
        .templates
        .save_template(&again)
        .await
        .unwrap_err()
        .failure();
    assert_eq!(error.code, FailureCode::Conflict);
    again.replace = true;
    let new = desktop.templates.save_template(&again).await.unwrap();
    assert_eq!(
        (new.replaced.as_deref(), names(&desktop)),
        (Some(old.as_str()), vec!["film".to_owned()])
    );
    desktop
        .templates
        .restore_template(&old, Some(&new.template.id))
        .unwrap();
    assert_eq!(names(&desktop), ["Film"]);
    again.name = "  ".to_owned();
    let error = desktop.templates.save_template(&again).await.unwrap_err();
    assert!(matches!(error, Error::NoTemplateName), "{error}");
}

#[tokio::test]
async fn templates_are_renamed_copied_deleted_and_restored() {
    let desktop = fetched().await;
    let film = saved(&desktop, "Film", &["name"]).await;
    let row = desktop
        .templates
        .rename_template(&film, "Brand film", "")
        .unwrap();
    assert_eq!(row.name, "Brand film");
    for name in ["Copy of Brand film", "Copy 2 of Brand film"] {
        assert_eq!(
            desktop.templates.duplicate_template(&film).unwrap().name,
            name
        );
    }
    desktop.templates.delete_template(&film).unwrap();
    assert_eq!(
        names(&desktop),
        ["Copy 2 of Brand film", "Copy of Brand film"]
    );
    desktop.templates.restore_template(&film, None).unwrap();
    assert_eq!(names(&desktop).len(), 3);
}
