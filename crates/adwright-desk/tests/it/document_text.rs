//! Editing a document's text: differences become edits, and broken JSON is kept until it is fixed.

use adwright_testkit::TestApp;
use adwright_views::{Detail, DocumentRef, FailureCode, Severity};

use crate::ad_files::pasted;
use crate::{SPRING, campaign, draft_of, edit, fetched, id_of, request, typed};

/// Returns the text with every member on its own line, similar to the editor's layout.
fn laid_out(text: &str) -> String {
    let mut in_text = false;
    let mut before = ' ';
    let mut lines = String::new();
    for char in text.chars() {
        in_text ^= char == '"' && before != '\\';
        before = char;
        lines.push(char);
        match char {
            '{' | '[' | ',' if !in_text => lines.push_str("\n  "),
            ':' if !in_text => lines.push(' '),
            _ => {}
        }
    }
    lines
}

fn write(desktop: &TestApp, target: &DocumentRef, text: &str) -> Detail {
    desktop.source.write_source(target, text).unwrap()
}

async fn spring() -> (TestApp, DocumentRef, Detail) {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    let detail = desktop.details.open_detail(&target).await.unwrap();
    (desktop, target, detail)
}

fn changes(detail: &Detail) -> Vec<&str> {
    let changes = detail.changes.iter();
    changes.map(|change| change.path.as_str()).collect()
}

#[tokio::test]
async fn whitespace_changes_nothing_and_additions_are_exact() {
    let (desktop, target, before) = spring().await;
    let text = laid_out(&before.source);
    let same = write(&desktop, &target, &text);
    assert_eq!((same.draft.is_none(), &same.source), (true, &before.source));

    let renamed = text.replace(SPRING, "Spring \\u0026 more");
    let detail = write(&desktop, &target, &renamed);
    assert_eq!(
        detail.source,
        before.source.replace(SPRING, "Spring \\u0026 more")
    );
    assert_eq!(changes(&detail), ["name"]);
    let undo = detail.draft.as_ref().unwrap().undo.as_deref();
    assert_eq!(undo, Some("change of Name"));

    let more = renamed.replacen('{', "{ \"seat\": {\n \"code\": 1.50 },", 1);
    let detail = write(&desktop, &target, &more.replace("\"EUR\"", "\"USD\""));
    assert!(
        detail.source.contains(r#""seat":{"code":1.50}"#),
        "{}",
        detail.source
    );
    let undo = detail.draft.as_ref().unwrap().undo.as_deref();
    assert_eq!(undo, Some("change of the text"), "one step, of two fields");
    let undone = desktop.drafts.undo_draft(&draft_of(&detail)).unwrap();
    assert_eq!(changes(&undone), ["name"]);
}

#[tokio::test]
async fn broken_text_is_stored_located_and_unsent() {
    let (desktop, target, before) = spring().await;
    let text = laid_out(&before.source);
    let broken = text.replacen("\"name\":", "\"name\" \u{e9}", 1);
    let detail = write(&desktop, &target, &broken);
    let why = detail.text_only.as_ref().unwrap();
    assert_eq!(detail.source, broken);
    assert!(why.written && why.line > 1, "{why:?}");
    let [finding] = detail.findings.as_slice() else {
        panic!("{:?}", detail.findings);
    };
    assert_eq!(
        (finding.severity, finding.path.as_str()),
        (Severity::Error, "")
    );
    assert!(
        finding.message.starts_with(&why.reason),
        "{}",
        finding.message
    );
    assert_eq!(detail.title, SPRING);

    // Broken text survives a restart, is listed among the drafts, and is not sent.
    let desktop = desktop.restart().await;
    let again = desktop.details.open_detail(&target).await.unwrap();
    assert_eq!(
        (&again.source, &again.findings),
        (&broken, &detail.findings)
    );
    let draft = draft_of(&again);
    let review = desktop.outbox.review().unwrap();
    assert_eq!(review.rows[0].blocked.as_ref(), Some(&why.reason));
    let sent = request(&desktop, &[&draft]);
    let sent = desktop.outbox.send(&sent, |_| {}).await;
    assert_eq!(sent.unwrap_err().failure().code, FailureCode::Invalid);
    let form = desktop.drafts.edit_draft(&target, &typed("name", "Other"));
    assert_eq!(form.unwrap_err().failure().code, FailureCode::Invalid);

    // More broken text belongs to the same step, however late. After a fix, only the differences are changes.
    desktop.clock.advance_ms(60_000);
    let worse = write(&desktop, &target, &broken.replacen('{', "", 1));
    assert_eq!(worse.text_only.as_ref().unwrap().line, 2);
    let mended = write(&desktop, &target, &text.replace(SPRING, "Spring again"));
    assert_eq!(
        (changes(&mended), mended.text_only.is_none()),
        (vec!["name"], true)
    );
    let undone = desktop.drafts.undo_draft(&draft).unwrap();
    assert_eq!(
        (&undone.source, undone.draft.unwrap().undo),
        (&before.source, None)
    );
}

#[tokio::test]
async fn broken_text_fixed_to_original_leaves_no_change() {
    let (desktop, target, before) = spring().await;
    edit(&desktop, &target, "name", "Spring again");
    let named = desktop.details.open_detail(&target).await.unwrap();
    for broken in [
        "",
        "[]",
        "\"text\"",
        "{\"a\":1,\"a\":2}",
        "\u{feff}{",
        "{}}",
    ] {
        let detail = write(&desktop, &target, broken);
        assert_eq!((detail.source.as_str(), detail.findings.len()), (broken, 1));
        let mended = write(&desktop, &target, &laid_out(&named.source));
        assert_eq!(mended.source, named.source, "after {broken}");
        assert_eq!(
            mended.draft.as_ref().unwrap().redo.as_deref(),
            Some("change of the text")
        );
    }
    let undone = desktop.drafts.undo_draft(&draft_of(&named)).unwrap();
    assert_eq!(undone.source, before.source);
}

#[tokio::test]
async fn text_is_compared_with_the_service_version() {
    let (desktop, target, before) = spring().await;
    write(&desktop, &target, &before.source.replace(SPRING, "Other"));
    let base = desktop.source.source_base(&target).unwrap();
    assert_eq!(base, Some(before.source));
    let new = desktop.drafts.create_draft().unwrap();
    assert_eq!(desktop.source.source_base(&new.target).unwrap(), None);
}

#[tokio::test]
async fn completion_offers_members_of_the_ads_kind() {
    let desktop = TestApp::first_start().await;
    let names = |ad: &DocumentRef, path: &str| {
        let members = desktop.source.source_completion(ad, path).unwrap().members;
        members
            .into_iter()
            .map(|member| member.name)
            .collect::<Vec<_>>()
    };
    let ad = |kind: &str, id: i64| {
        let text =
            format!(r#"{{"type":"{kind}","id":{id},"name":"A","panels":[{{}}],"linears":[{{}}]}}"#);
        pasted(&desktop, &text).only.unwrap()
    };
    let (banner, spot) = (ad("ExpandableBannerAd", 1), ad("InStreamInteractiveAd", 2));
    let has = |names: &[String], name: &str| names.iter().any(|one| one == name);
    let (of_banner, of_spot) = (names(&banner, ""), names(&spot, ""));
    assert_eq!(
        [has(&of_banner, "panels"), has(&of_banner, "linears")],
        [true, false]
    );
    assert_eq!(
        [has(&of_spot, "panels"), has(&of_spot, "linears")],
        [false, true]
    );
    assert!(has(&names(&banner, "panels[0]"), "retraction"));
    let retraction = desktop
        .source
        .source_completion(&banner, "panels[0].retraction")
        .unwrap();
    let values: Vec<_> = retraction
        .values
        .into_iter()
        .map(|value| value.json)
        .collect();
    assert!(
        values.contains(&"\"MOUSE_OFF_AD\"".to_owned()),
        "{values:?}"
    );
}

#[tokio::test]
async fn completion_works_while_the_text_is_broken() {
    let (desktop, target, _) = spring().await;
    write(&desktop, &target, "{ \"na");
    let help = |path: &str| desktop.source.source_completion(&target, path).unwrap();
    let names = |path: &str| {
        let members = help(path).members.into_iter();
        members.map(|member| member.name).collect::<Vec<_>>()
    };
    assert!(names("").contains(&"name".to_owned()));
    assert!(names("flights[0].frequencyCap").contains(&"days".to_owned()));
    assert_eq!(names("name"), Vec::<String>::new());
    let name = help("name").field.unwrap();
    assert_eq!(
        (
            name.label.as_str(),
            name.takes.as_str(),
            name.start.as_str()
        ),
        ("Name", "a text", "\"\"")
    );
    let currency = help("currency").values.into_iter().map(|value| value.json);
    assert!(currency.collect::<Vec<_>>().contains(&"\"EUR\"".to_owned()));
    assert_eq!(help("nobodyKnows.this").field, None);
    let nowhere = desktop.source.source_completion(&target, "a[");
    assert_eq!(nowhere.unwrap_err().failure().code, FailureCode::Invalid);
}
