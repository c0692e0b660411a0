//! The first rows of the list are shown before all campaigns are in memory, and equal the rows in memory.

use adwright_desk::Paths;
use adwright_model::{Id, Kind};
use adwright_store::{CachedColumns, FetchedObject, Fullness, RowCells, Store};
use adwright_testkit::TestApp;
use adwright_views::{RowsQuery, RowsWindow, SortBy};

use crate::{SPRING, campaign, edit, fetched, id_of, query};

/// Names that do not sort by their bytes, and names that are not texts.
const ODD: [&str; 9] = [
    r#""äpfel""#,
    r#""Zebra""#,
    r#""zebra""#,
    r#""APRIL \"x\"""#,
    r#""april""#,
    r#""""#,
    "null",
    "true",
    r#"["april"]"#,
];

fn put(desktop: &TestApp, names: &[&str]) {
    let workspace = desktop.overview.workspace_view().unwrap().id;
    let store = Store::open(&Paths::in_home(desktop.home()).store()).unwrap();
    let page: Vec<FetchedObject> = (1..)
        .zip(names)
        .map(|(id, name)| FetchedObject {
            id: Id(id),
            text: format!(r#"{{"id":{id},"name":{name},"budget":{id}}}"#),
            fullness: Fullness::Summary,
            columns: CachedColumns::default(),
        })
        .collect();
    store
        .cache_put_page(&workspace, Kind::Campaign, &page, 1)
        .unwrap();
}

fn wanted(offset: u32, limit: u32) -> RowsQuery {
    RowsQuery {
        columns: ["advertiserName", "lastUpdateOn", "budget", "nothing"]
            .map(str::to_owned)
            .to_vec(),
        offset,
        limit,
        ..query("")
    }
}

/// Reads rows before the campaigns are in memory, and afterwards.
fn check(desktop: &TestApp, query: &RowsQuery) -> RowsWindow {
    let first = desktop.lists.campaigns(query).unwrap();
    // A search loads all campaigns into memory.
    desktop.lists.campaigns(&crate::query("spring")).unwrap();
    let listed = desktop.lists.campaigns(query).unwrap();
    assert_eq!(first, listed);
    first
}

#[tokio::test]
async fn first_window_comes_from_memory() {
    let desktop = fetched().await;
    put(&desktop, &ODD);
    // Reading all rows stores the cells that were missing.
    let desktop = desktop.restart().await;
    desktop.lists.campaigns(&query("spring")).unwrap();
    let spring = id_of(&desktop, SPRING);
    edit(&desktop, &campaign(&spring), "name", "aa");
    for (offset, limit) in [(0, 1000), (0, 7), (5, 10), (100_000, 3)] {
        let desktop = TestApp::open(desktop.home()).await.unwrap();
        let first = desktop.lists.campaigns(&wanted(offset, limit)).unwrap();
        desktop.lists.campaigns(&query("spring")).unwrap();
        let listed = desktop.lists.campaigns(&wanted(offset, limit)).unwrap();
        assert_eq!(first, listed);
        assert_eq!(first.drafts, 1);
        assert!(first.total > 9 && first.matched == first.total);
    }
}

#[tokio::test]
async fn sort_unknown_to_cache_waits_for_memory() {
    let desktop = fetched().await;
    put(&desktop, &["12", "3.5", r#""name""#]);
    let desktop = desktop.restart().await;
    let first = check(&desktop, &wanted(0, 1000));
    assert_eq!(first.rows[0].id, "2");
    assert_eq!(first.rows[1].id, "1");
}

#[tokio::test]
async fn other_list_matches_its_request() {
    let desktop = fetched().await.restart().await;
    let sorted = RowsQuery {
        sort: Some(SortBy {
            path: "id".to_owned(),
            descending: true,
        }),
        ..wanted(0, 10)
    };
    let newest = check(&desktop, &sorted);
    let desktop = desktop.restart().await;
    let by_name = desktop.lists.campaigns(&wanted(0, 10)).unwrap();
    assert_ne!(newest.rows, by_name.rows);
    let last = by_name.rows.last().unwrap().id.clone();
    let desktop = desktop.restart().await;
    let located = RowsQuery {
        locate: Some(last),
        ..wanted(0, 10)
    };
    assert_eq!(check(&desktop, &located).position, Some(9));
}

/// Changes the name in the stored cells of the first campaign, and nothing else.
fn mark_cells(desktop: &TestApp, name: &str) {
    let workspace = desktop.overview.workspace_view().unwrap().id;
    let store = Store::open(&Paths::in_home(desktop.home()).store()).unwrap();
    let mut kept = None;
    let first = |id, cells: Option<&str>| kept = cells.map(|cells| (id, cells.to_owned()));
    store
        .cache_for_each_cells(&workspace, Kind::Campaign, (None, 1), first)
        .unwrap();
    let (id, cells) = kept.expect("a campaign with cells");
    let known = store.cache_get(&workspace, Kind::Campaign, id).unwrap();
    let mut entry = known.expect("it is in the cache").entry;
    let before = entry.columns.name.clone().expect("it has a name");
    entry.columns.cells = Some(RowCells {
        values: cells.replace(&before, name),
        sort_key: Some(Vec::new()),
    });
    store
        .cache_put_page(&workspace, Kind::Campaign, &[entry], 1)
        .unwrap();
}

#[tokio::test]
async fn unlisted_fetch_is_not_reread_at_next_start() {
    let desktop = fetched().await;
    mark_cells(&desktop, "From the cells");
    let desktop = desktop.restart().await;
    let first = desktop.lists.campaigns(&wanted(0, 1000)).unwrap();
    assert_eq!(first.rows[0].name, "From the cells");
}
