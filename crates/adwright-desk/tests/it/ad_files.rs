//! Ads from files and pasted text.

use adwright_desk::Error;
use std::fs;
use std::path::{Path, PathBuf};

use adwright_testkit::TestApp;
use adwright_views::{
    AdImportResult, AdImportSource, Collection, DocumentRef, EditLockKind, EditRequest,
    FailureCode, FieldInput, FilterConditionInput, FilterGroupInput, FilterValueInput, LayoutView,
    ListId, MasterAd, Palette, RowsQuery, RowsWindow,
};
use expect_test::{Expect, expect};
use tempfile::TempDir;

use crate::large_ad::worst_ad;
use crate::{ids_of, query};

const LISTS: [ListId; 4] = [
    ListId::InStream,
    ListId::Expandable,
    ListId::Html5Expandable,
    ListId::OtherAds,
];

/// Imports a text as if it were pasted.
pub(crate) fn pasted(desktop: &TestApp, text: &str) -> AdImportResult {
    import(desktop, AdImportSource::Text(text.to_owned()))
}

fn import(desktop: &TestApp, source: AdImportSource) -> AdImportResult {
    desktop
        .ad_files
        .import_ads(source, "import", |_| {})
        .unwrap()
}

pub(crate) fn from_paths(desktop: &TestApp, paths: &[&Path]) -> AdImportResult {
    let paths = paths.iter().map(|path| path.to_str().unwrap().to_owned());
    import(desktop, AdImportSource::Paths(paths.collect()))
}

fn rows(desktop: &TestApp, list: ListId, query: &RowsQuery) -> RowsWindow {
    desktop.lists.list_rows(list, query).unwrap()
}

/// Returns the number of ads in each list.
pub(crate) fn totals(desktop: &TestApp) -> [u32; 4] {
    LISTS.map(|list| rows(desktop, list, &query("")).total)
}

/// Checks the number of imported ads, the stop before the end, and the place of each problem.
pub(crate) fn check(import: &AdImportResult, expect: &Expect) {
    let end = if import.complete { "" } else { ", stopped" };
    let troubles = import.troubles.iter();
    let troubles = troubles.map(|one| format!("\n{}{}", one.file, position(&one.message)));
    expect.assert_eq(&format!(
        "ads: {}{end}{}",
        import.ads,
        troubles.collect::<String>()
    ));
}

/// Returns the position with which the message about a problem begins, if it has one.
fn position(message: &str) -> String {
    let place = message.split(':').next().unwrap_or_default();
    let (line, column) = place.split_once(", column ").unwrap_or_default();
    match line.strip_prefix("Line ") {
        Some(line) => format!(":{line}:{column}"),
        None => String::new(),
    }
}

pub(crate) fn ad(kind: &str, id: &str, name: &str) -> String {
    format!(r#"{{"type":"{kind}","id":{id},"name":"{name}","width":300,"height":250}}"#)
}

pub(crate) fn banner(id: i64, name: &str) -> String {
    ad("ExpandableBannerAd", &id.to_string(), name)
}

/// Creates a folder with these files.
pub(crate) fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, text) in files {
        let path = folder.path().join("ads").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

pub(crate) fn ads_in(folder: &TempDir) -> PathBuf {
    folder.path().join("ads")
}

#[tokio::test]
async fn every_import_form_fills_the_lists_by_kind() {
    let desktop = TestApp::first_start().await;
    let forms = folder(&[
        ("one.json", &banner(1, "One")),
        (
            "reply.json",
            &format!(
                r#"{{"result":[{},{}],"error":null}}"#,
                banner(2, "Two"),
                ad("InStreamInteractiveAd", "3", "Three")
            ),
        ),
        (
            "in/deep/sent.JSON",
            &format!(
                r#"{{"entities":[{}]}}"#,
                ad("HTML5SingleExpandableBannerAd", "4", "Four")
            ),
        ),
        (
            "list.json",
            &format!(
                "[{}, {}]",
                ad("Ad", "5", "Five"),
                ad("CarouselAd", "6", "Six")
            ),
        ),
        ("notes.txt", "not looked at"),
    ]);
    let came = from_paths(&desktop, &[&ads_in(&forms)]);
    check(&came, &expect!["ads: 6"]);
    assert_eq!((came.ads, came.complete, came.only), (6, true, None));
    assert_eq!(totals(&desktop), [1, 2, 1, 2]);
    let counts = desktop.overview.workspace_view().unwrap().counts;
    assert_eq!((counts.ads, counts.ad_lists.unwrap().expandable), (6, 2));
    // The ads are still there after a restart without the service.
    let desktop = desktop.restart_offline().await;
    assert_eq!(totals(&desktop), [1, 2, 1, 2]);
    let summary = rows(&desktop, ListId::OtherAds, &query("Five")).rows;
    let summary_ad = DocumentRef::Ad(summary[0].id.clone());
    let opened = desktop.details.open_detail(&summary_ad).await;
    let mark = opened.unwrap().file.unwrap();
    assert!(mark.summary);
    let mut others = query("");
    others.columns = vec!["figures.summaryOnly".to_owned()];
    let others = rows(&desktop, ListId::OtherAds, &others).rows;
    let summaries = others
        .iter()
        .map(|row| (row.name.as_str(), row.cells[0].as_str()));
    assert_eq!(
        summaries.collect::<Vec<_>>(),
        [("Five", "yes"), ("Six", "no")]
    );
    assert_eq!((mark.name.as_str(), mark.copy), ("list.json", None));
    assert_eq!(summary[0].file.as_deref(), Some("list.json"));
}

#[tokio::test]
async fn file_ad_coexists_with_the_service_ad() {
    let desktop = TestApp::first_start().await;
    let fetched = desktop
        .fetches
        .fetch(Collection::Ads, "fetch", |_| {})
        .await;
    let fetched = fetched.unwrap().fetched;
    let on_service = rows(&desktop, ListId::Expandable, &query(""))
        .rows
        .remove(0);
    let id: i64 = on_service.id.parse().unwrap();
    let came = pasted(&desktop, &banner(id, "Of the file"));
    let of_file = came.only.unwrap();
    let detail = desktop.details.open_detail(&of_file).await.unwrap();
    assert_eq!(detail.title, "Of the file");
    assert_eq!(detail.id, Some(on_service.id.clone()));
    assert_eq!(detail.target, of_file);
    assert_eq!(detail.file.unwrap().copy, Some(on_service.id.clone()));
    // Neither a fetch nor a look-up replaces one with the other.
    desktop
        .fetches
        .fetch(Collection::Ads, "fetch", |_| {})
        .await
        .unwrap();
    let counts = desktop.overview.workspace_view().unwrap().counts;
    assert_eq!(counts.ads, fetched + 1);
    let held = DocumentRef::Ad(on_service.id);
    let other = desktop.details.open_detail(&held).await.unwrap();
    assert_eq!((other.title, other.file), (on_service.name, None));
    let compared = desktop
        .ad_reviews
        .compare_ads(&[held, of_file])
        .await
        .unwrap();
    assert!(!compared.differences.rows.is_empty());
    let names = compared
        .ads
        .iter()
        .map(|ad| ad.name.ends_with("in pasted text)"));
    assert_eq!(names.collect::<Vec<_>>(), [false, true]);
}

#[tokio::test]
async fn imported_ads_are_searchable_and_reviewable() {
    let desktop = TestApp::first_start().await;
    desktop
        .fetches
        .fetch(Collection::Ads, "fetch", |_| {})
        .await
        .unwrap();
    let list = ListId::Expandable;
    let before = rows(&desktop, list, &query("")).total;
    pasted(
        &desktop,
        &format!(
            "[{},{}]",
            banner(1, "Zzz brought"),
            banner(2, "Aaa brought")
        ),
    );
    let found = rows(&desktop, list, &query("brought"));
    assert_eq!((found.total, found.matched), (before + 2, 2));
    let from_file = |answer: &str, search: &str| {
        let condition = FilterConditionInput {
            field: "FROMFILE".to_owned(),
            values: vec![FilterValueInput::Text(answer.to_owned())],
        };
        let mut wanted = query(search);
        wanted.filters.q = vec![FilterGroupInput {
            conditions: vec![condition],
        }];
        wanted.columns = vec!["figures.fromFile".to_owned(), "figures.file".to_owned()];
        rows(&desktop, list, &wanted)
    };
    let yes = from_file("true", "");
    assert_eq!(yes.problems, []);
    let names: Vec<_> = yes.rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, ["Aaa brought", "Zzz brought"]);
    assert_eq!(yes.rows[0].cells, ["yes", "pasted text"]);
    assert_eq!(from_file("false", "").matched, before);
    let key = &yes.rows[0].id;
    let place = RowsQuery {
        locate: Some(key.clone()),
        ..query("")
    };
    assert!(rows(&desktop, list, &place).position.is_some());
    let shown = DocumentRef::Ad(key.clone());
    let review = desktop.ad_reviews.ad_review(&shown).unwrap();
    assert_eq!(
        (review.head.name.as_str(), &review.target),
        ("Aaa brought", &shown)
    );
    assert!(!review.findings.is_empty());
    let svg = desktop
        .ad_reviews
        .ad_svg(&shown, Some(LayoutView::All), Palette::Light)
        .unwrap();
    assert!(svg.starts_with("<svg"));
}

#[tokio::test]
async fn imported_ad_stays_unchanged_and_read_only() {
    let desktop = TestApp::first_start().await;
    let text = banner(7, "As it came").replace(':', " : ");
    let Some(target) = pasted(&desktop, &text).only else {
        panic!("one ad came")
    };
    let detail = desktop.details.open_detail(&target).await.unwrap();
    assert_eq!((detail.source, detail.draft), (text, None));
    let fields = detail.groups.iter().flat_map(|group| &group.fields);
    let locks: Vec<_> = fields
        .map(|field| field.lock.as_ref().map(|lock| lock.kind))
        .collect();
    assert!(
        locks
            .iter()
            .all(|lock| *lock == Some(EditLockKind::ReadOnly)),
        "{locks:?}"
    );
    let edit = EditRequest {
        path: "name".to_owned(),
        input: FieldInput::Text("Another".to_owned()),
    };
    let refused = desktop.drafts.edit_draft(&target, &edit).unwrap_err();
    assert_eq!(refused.failure().code, FailureCode::Invalid);
    let Error::FileAdReadOnly(file) = refused else {
        panic!("{refused}")
    };
    assert_eq!(file, "pasted text");
    let history = desktop.history.history(&target).unwrap();
    assert!(history.entries.is_empty() && history.note.unwrap().contains("pasted text"));
    assert_eq!(desktop.overview.workspace_view().unwrap().counts.drafts, 0);
}

#[tokio::test]
async fn unknown_types_are_not_imported() {
    let desktop = TestApp::first_start().await;
    let files = folder(&[
        (
            "package.json",
            r#"{"name":"tool","version":"1.0.0","type":"module","main":"a.js"}"#,
        ),
        (
            "place.json",
            r#"{"type":"Feature","id":7,"geometry":null,"properties":{}}"#,
        ),
        ("sky.json", r#"{"type":"SkyAd","id":8,"name":"Sky"}"#),
        (
            "wall.json",
            r#"{"type":"Wallpaper","id":9,"name":"Wall","mainClickthrough":null}"#,
        ),
    ]);
    check(
        &from_paths(&desktop, &[&ads_in(&files)]),
        &expect![[r#"
            ads: 2
            ads/package.json:1:1
            ads/place.json:1:1"#]],
    );
}

#[tokio::test]
async fn imports_and_removals_can_be_undone() {
    let desktop = TestApp::first_start().await;
    let desk = &desktop.desk;
    let first = pasted(
        &desktop,
        &format!("[{},{}]", banner(1, "A"), banner(2, "B")),
    );
    pasted(&desktop, &banner(3, "C"));
    let undone = desk.ad_files.undo_ad_import(&first.id).unwrap();
    assert_eq!((undone.ads, totals(&desktop)[1]), (2, 1));
    assert_eq!(
        desk.ad_files.restore_file_ads(&undone.removal_id).unwrap(),
        2
    );
    assert_eq!(totals(&desktop)[1], 3);
    let keys: Vec<_> = rows(&desktop, ListId::Expandable, &query(""))
        .rows
        .into_iter()
        .map(|row| row.id)
        .collect();
    let chosen = [keys[0].clone(), "17".to_owned()];
    let list = ListId::Expandable;
    let removed = desk.ad_files.remove_file_ads(list, &chosen).unwrap();
    assert_eq!((removed.ads, totals(&desktop)[1]), (1, 2));
    let gone = desk
        .details
        .open_detail(&DocumentRef::Ad(keys[0].clone()))
        .await
        .unwrap_err();
    assert_eq!(gone.failure().code, FailureCode::NotFound);
    assert!(matches!(gone, Error::FileAdMissing), "{gone}");
    desk.ad_files.restore_file_ads(&removed.removal_id).unwrap();
    assert!(
        desk.details
            .open_detail(&DocumentRef::Ad(keys[0].clone()))
            .await
            .is_ok()
    );
}

#[tokio::test]
async fn removing_all_matches_affects_only_file_ads() {
    let desktop = TestApp::first_start().await;
    let desk = &desktop.desk;
    desk.fetches
        .fetch(Collection::Ads, "fetch", |_| {})
        .await
        .unwrap();
    let list = ListId::Expandable;
    let before = totals(&desktop)[1];
    pasted(
        &desktop,
        &format!("[{},{}]", banner(1, "A"), banner(2, "B")),
    );
    let removed = desk
        .ad_files
        .remove_file_ads(list, &ids_of(&desktop.desk, list))
        .unwrap();
    assert_eq!((removed.ads, totals(&desktop)[1]), (2, before));
}

#[tokio::test]
async fn bad_files_are_located_and_affect_nothing_else() {
    let desktop = TestApp::first_start().await;
    let deep = format!("{}1{}", r#"{"type":"Ad","a":"#.repeat(200), "}".repeat(200));
    let mixed = format!(
        "[\n{},\n{{\"type\":\"Campaign\",\"id\":1}},\n{},\n{{\"type\":\"Ad\",\"id\":1,\"id\":2}},\n{{\"a\":1}},\n7,\n{{\"type\":\"Ad\",\"n\":tru}},\n{}]",
        banner(1, "A"),
        deep,
        banner(2, "B"),
    );
    let files = folder(&[
        ("mixed.json", &mixed),
        ("broken.json", "{\"type\":\"Ad\",\n \"name\": }"),
        ("cut.json", "[{\"type\":\"Ad\"},\n{\"type\""),
        ("empty.json", "[]"),
        ("nothing.json", ""),
    ]);
    fs::write(
        ads_in(&files).join("latin.json"),
        b"{\"type\":\"Ad\",\n\"name\":\"\xe9\"}",
    )
    .unwrap();
    let came = from_paths(&desktop, &[&ads_in(&files)]);
    check(
        &came,
        &expect![[r#"
            ads: 2
            ads/broken.json:2:10
            ads/cut.json:2:8
            ads/empty.json
            ads/latin.json:2:9
            ads/mixed.json:3:1
            ads/mixed.json:4:2177
            ads/mixed.json:5:21
            ads/mixed.json:6:1
            ads/mixed.json:7:1
            ads/mixed.json:8:18
            ads/nothing.json:1:1"#]],
    );
    assert_eq!((came.ads, totals(&desktop)[1]), (2, 2));
}

#[tokio::test]
async fn ids_of_any_form_are_kept_unchanged() {
    let desktop = TestApp::first_start().await;
    let ids = [
        "-7",
        "99999999999999999999999",
        "\"x\"",
        "\"7\"",
        "null",
        "7.5",
        "0",
    ];
    let ads: Vec<_> = ids
        .iter()
        .map(|id| ad("ExpandableBannerAd", id, "One"))
        .collect();
    let came = pasted(&desktop, &format!("[{}]", ads.join(",")));
    assert_eq!(came.ads as usize, ids.len());
    for row in rows(&desktop, ListId::Expandable, &query("")).rows {
        let target = DocumentRef::Ad(row.id);
        let opened = desktop.details.open_detail(&target).await.unwrap();
        assert!(opened.source.contains("\"name\":\"One\""));
        assert!(desktop.ad_reviews.ad_review(&target).is_ok());
    }
}

#[tokio::test]
async fn ten_thousand_ads_are_imported_and_open() {
    let desktop = TestApp::first_start().await;
    let many: Vec<_> = (0..10_000)
        .map(|at| banner(at, &format!("Ad {at}")))
        .collect();
    let came = pasted(&desktop, &format!("[{}]", many.join(",")));
    expect!["Imported 10,000 ads from “pasted text”."].assert_eq(&came.message);
    let window = rows(
        &desktop,
        ListId::Expandable,
        &RowsQuery {
            offset: 9_000,
            limit: 50,
            ..query("")
        },
    );
    assert_eq!((window.total, window.rows.len()), (10_000, 50));
    let undone = desktop.ad_files.undo_ad_import(&came.id).unwrap();
    assert_eq!((undone.ads, totals(&desktop)[1]), (10_000, 0));
    let worst = pasted(&desktop, &worst_ad()).only.unwrap();
    let review = desktop.ad_reviews.ad_review(&worst).unwrap();
    assert!(!review.layout.sentences.is_empty());
}

#[tokio::test]
async fn master_of_an_ad_is_found_or_named() {
    let desktop = TestApp::first_start().await;
    let placed = |id, name: &str, master: &str| {
        let member = format!("\"masterAdId\":{master},\"width\"");
        banner(id, name).replace("\"width\"", &member)
    };
    let ads = [
        banner(1, "Master"),
        placed(2, "Child", "\"1\""),
        placed(3, "Orphan", "4"),
        placed(5, "None", "\"\""),
        placed(6, "Zero", "0"),
    ];
    pasted(&desktop, &format!("[{}]", ads.join(",")));
    let master = |name: &str| {
        let found = rows(&desktop, ListId::Expandable, &query(name)).rows;
        let target = DocumentRef::Ad(found[0].id.clone());
        desktop.details.read_detail(&target).unwrap().master
    };
    let document_ref = master("Child").unwrap().document_ref.unwrap();
    let found = desktop.ad_reviews.ad_review(&document_ref).unwrap();
    assert_eq!(found.head.name, "Master");
    let missing = MasterAd {
        id: "4".to_owned(),
        document_ref: None,
    };
    assert_eq!(master("Orphan"), Some(missing));
    assert_eq!([master("None"), master("Zero")], [None, None]);
}
