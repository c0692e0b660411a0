//! Templates: list, use, remove and restore.

use adwright_desk::WorkspaceSelector;
use adwright_views::{BatchTemplateRequest, DocumentRef, TemplateRequest};
use expect_test::{Expect, expect};
use serde_json::Value;
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::live_workspace::opened;
use crate::sending::without_ids;
use crate::{adwright, elements, folder, shown};

/// Saves a draft as a template that asks for the name, as the window does.
pub(crate) fn save_template(home: &TempDir, workspace: &str, draft: &str) {
    Runtime::new().unwrap().block_on(async {
        let desk = opened(home, &WorkspaceSelector::Named(workspace.to_owned())).await;
        let request = TemplateRequest {
            target: DocumentRef::Draft(draft.to_owned()),
            name: "Launch".to_owned(),
            description: "For launches".to_owned(),
            open: vec!["name".to_owned()],
            replace: false,
        };
        desk.templates.save_template(&request).await.unwrap();
    });
}

fn save_batch_template(home: &TempDir, batch: &str) {
    Runtime::new().unwrap().block_on(async {
        let desk = opened(home, &WorkspaceSelector::Practice).await;
        let request = BatchTemplateRequest {
            batch: batch.to_owned(),
            name: "Segments".to_owned(),
            description: String::new(),
            replace: false,
        };
        desk.templates.save_batch_template(&request).unwrap();
    });
}

fn run(home: &TempDir, arguments: &[&str]) -> String {
    shown(&adwright(home.path(), arguments, b""))
}

fn check(home: &TempDir, arguments: &[&str], expected: &Expect) {
    expected.assert_eq(&without_ids(&run(home, arguments)));
}

/// Creates a home with a template of the new campaign “Spring”.
fn home_with_template() -> TempDir {
    let home = folder(&[]);
    let create = ["campaign", "create", "--set", "name=\"Spring\""];
    let create = [&create[..], &["--set", "advertiserId=4401", "--json"]].concat();
    let planned = elements(&adwright(home.path(), &create, b""));
    let draft = planned[0]["draft"].as_str().unwrap();
    save_template(&home, "Practice", draft);
    run(&home, &["draft", "discard", draft]);
    home
}

#[test]
fn template_becomes_a_draft_with_the_set_values() {
    check(
        &folder(&[]),
        &["template", "list"],
        &expect![[r#"
        There are no templates.
        ended with 0
    "#]],
    );
    let home = home_with_template();
    check(
        &home,
        &["template", "list"],
        &expect![[r#"
        TEMPLATE                              CREATES   VALUES  NAME    STILL OPEN
        DRAFT  campaign  1       Launch  Name
        ended with 0
    "#]],
    );
    check(
        &home,
        &["template", "use", "launch"],
        &expect![[r#"
        Created from the template “Launch”. Still to fill in: Name. The draft is DRAFT.
        ended with 0
    "#]],
    );
    let named = ["template", "use", "Launch", "--set", "name=\"Autumn\""];
    check(
        &home,
        &named,
        &expect![[r#"
        Created the draft DRAFT from the template “Launch”. To send: adwright send DRAFT --go
        ended with 0
    "#]],
    );
    let drafts = elements(&adwright(home.path(), &["draft", "list", "--json"], b""));
    let titles: Vec<_> = drafts.iter().map(|draft| &draft["title"]).collect();
    assert_eq!(titles.len(), 2, "{titles:?}");
    assert_eq!(titles[1], "Autumn");
    let wrong = ["template", "use", "Launch", "--set", "name=Autumn"];
    check(
        &home,
        &wrong,
        &expect![[r#"
        --set name=Autumn: the value is not JSON. Put a text in quotes: '"like this"'.
        ended with 2
    "#]],
    );
}

#[test]
fn batch_template_becomes_a_batch() {
    let home = folder(&[("v.csv", b"name,value,advertiserId\nA,1,4401\n")]);
    run(&home, &["value", "create", "v.csv"]);
    let batches = || elements(&adwright(home.path(), &["batch", "list", "--json"], b""));
    save_batch_template(&home, batches()[0]["batch"].as_str().unwrap());
    let set = ["template", "use", "segments", "--set", "name=1"];
    check(
        &home,
        &set,
        &expect![[r#"
        --set is only for templates of campaigns. Nothing was created.
        ended with 2
    "#]],
    );
    check(
        &home,
        &["template", "use", "segments"],
        &expect![[r#"
        Created the batch DRAFT from the template “Segments”. To show: adwright batch show DRAFT
        ended with 0
    "#]],
    );
    assert_eq!(batches().len(), 2);
}

#[test]
fn removed_template_can_be_restored() {
    let home = home_with_template();
    let list =
        || -> Vec<Value> { elements(&adwright(home.path(), &["template", "list", "--json"], b"")) };
    let id = list()[0]["template"].as_str().unwrap().to_owned();
    check(
        &home,
        &["template", "remove", "Launch"],
        &expect![[r#"
        Removed the template “Launch”. To restore: adwright template restore DRAFT
        ended with 0
    "#]],
    );
    assert!(list().is_empty());
    check(
        &home,
        &["template", "remove", "Launch"],
        &expect![[r#"
        There is no template “Launch”. `adwright template list` lists the templates.
        ended with 2
    "#]],
    );
    check(
        &home,
        &["template", "restore", &id],
        &expect![[r#"
        Restored the template “Launch”.
        ended with 0
    "#]],
    );
    assert_eq!(list().len(), 1);
    check(
        &home,
        &["template", "restore", "7"],
        &expect![[r#"
            There is no template 7 in the local database.
            ended with 2
        "#]],
    );
}
