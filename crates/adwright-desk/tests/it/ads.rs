//! The ads of a workspace: listed by kind, opened, and edited as drafts.

use adwright_testkit::TestApp;
use adwright_views::{
    DocumentRef, DraftFilter, DraftQuery, EditRequest, FieldInput, ListId, RowDraftFilter,
    RowsQuery, RowsWindow,
};
use expect_test::expect;

use crate::{query, with_ads};

const LISTS: [ListId; 4] = [
    ListId::InStream,
    ListId::Expandable,
    ListId::Html5Expandable,
    ListId::OtherAds,
];

fn rows(desktop: &TestApp, list: ListId, query: &RowsQuery) -> RowsWindow {
    desktop.lists.list_rows(list, query).unwrap()
}

#[tokio::test]
async fn every_ad_is_listed_by_its_kind() {
    let desktop = with_ads().await;
    let totals = LISTS.map(|list| rows(&desktop, list, &query("")).total);
    let counts = desktop.overview.workspace_view().unwrap().counts;
    assert_eq!(totals.iter().sum::<u32>(), counts.ads);
    assert!(totals[..3].iter().all(|total| *total > 0), "{totals:?}");
    let lists = counts.ad_lists.unwrap();
    let counted = [
        lists.in_stream,
        lists.expandable,
        lists.html5_expandable,
        lists.other,
    ];
    assert_eq!(counted, totals);
    // The fetched ads are still there after a restart, without a new fetch.
    let desktop = desktop.restart().await;
    assert_eq!(
        LISTS.map(|list| rows(&desktop, list, &query("")).total),
        totals
    );
}

#[tokio::test]
async fn list_has_columns_of_its_kind_and_search() {
    let desktop = with_ads().await;
    let has = |list, path: &str| {
        let columns = desktop.lists.list_columns(list);
        columns.all.iter().any(|column| column.path == path)
    };
    assert!(has(ListId::InStream, "linears") && !has(ListId::InStream, "panels"));
    assert!(has(ListId::Expandable, "panels") && !has(ListId::Expandable, "linears"));
    let usual = LISTS.map(|list| {
        let columns = desktop.lists.list_columns(list).usual;
        let paths: Vec<_> = columns.iter().map(|one| one.path.as_str()).collect();
        format!("{list:?}: {}\n", paths.join(" "))
    });
    expect![[r#"
        InStream: name adStatus figures.masterOrPlacement placementName figures.errorCount figures.warningCount figures.adSize linears companions linearSettings.skipEnabled overallSize mainClickthrough.url lastUpdateOn id
        Expandable: name adStatus figures.masterOrPlacement placementName figures.errorCount figures.warningCount figures.adSize panels initialSize figures.weightLimits mainClickthrough.url lastUpdateOn id
        Html5Expandable: name adStatus figures.masterOrPlacement placementName figures.errorCount figures.warningCount figures.adSize panels initialSize figures.weightLimits mainClickthrough.url lastUpdateOn id
        OtherAds: name type figures.masterOrPlacement placementName figures.summaryOnly adStatus lastUpdateOn id
    "#]].assert_eq(&usual.concat());
    for list in LISTS {
        let all = rows(&desktop, list, &query(""));
        let Some(first) = all.rows.first() else {
            continue;
        };
        let found = rows(&desktop, list, &query(&first.name));
        assert!(found.rows.iter().any(|row| row.id == first.id));
        assert!(found.matched <= all.matched);
    }
}

#[tokio::test]
async fn ads_with_errors_are_listed_unopened() {
    let desktop = with_ads().await;
    for list in [
        ListId::InStream,
        ListId::Expandable,
        ListId::Html5Expandable,
    ] {
        let counted = RowsQuery {
            columns: vec!["figures.errorCount".to_owned()],
            ..query("")
        };
        let mut with_errors = counted.clone();
        with_errors.filters.drafts = Some(RowDraftFilter::WithErrors);
        let mut all = rows(&desktop, list, &counted).rows;
        assert!(all.iter().all(|row| !row.cells[0].is_empty()));
        all.retain(|row| row.cells[0] != "0");
        assert_eq!(rows(&desktop, list, &with_errors).rows, all);
    }
}

#[tokio::test]
async fn edited_ad_has_its_own_draft() {
    let desktop = with_ads().await;
    let desk = &desktop.desk;
    let list = ListId::Expandable;
    let before = rows(&desktop, list, &query("")).rows.remove(0);
    let target = DocumentRef::Ad(before.id.clone());
    let opened = desk.details.open_detail(&target).await.unwrap();
    assert_eq!((opened.list, opened.draft), (list, None));
    let edit = EditRequest {
        path: "name".to_owned(),
        input: FieldInput::Text("Renamed".to_owned()),
    };
    let detail = desk.drafts.edit_draft(&target, &edit).unwrap();
    assert_eq!(
        (detail.target.clone(), detail.changes.len()),
        (target.clone(), 1)
    );
    let after = rows(&desktop, list, &query("")).rows;
    let marked = after.iter().find(|row| row.id == before.id).unwrap();
    assert_eq!((marked.name.as_str(), marked.draft), ("Renamed", true));
    // A campaign with the same id is another object.
    assert_eq!(desk.lists.campaigns(&query("")).unwrap().drafts, 0);
    let drafts = desk
        .drafts
        .draft_window(&DraftQuery {
            shown: DraftFilter::All,
            search: String::new(),
            sort: None,
            offset: 0,
            limit: 10,
        })
        .unwrap();
    assert_eq!((drafts.counts.all, drafts.counts.ready), (1, 1));
    assert_eq!(drafts.rows[0].target, target);
    let history = desk.history.history(&target).unwrap();
    assert_eq!(history.draft, detail.draft.map(|draft| draft.id));
    let undone = desk.drafts.undo_draft(&history.draft.unwrap()).unwrap();
    assert!(undone.changes.is_empty());
}
