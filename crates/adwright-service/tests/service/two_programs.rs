//! Two programs with the same data open.

use rusqlite::Connection;

use crate::kill::start;

/// A page after the positions that the service remembers on its way there.
const LATE: u32 = 700;

#[tokio::test]
async fn page_is_correct_after_another_program_wrote() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("practice.db");
    let (_first, session) = start(&file).await;
    let page = |from: u32| format!("/campaigns?from={from}&max=1");
    let last = session.get("/campaigns?from=0&max=1").await["metadata"]["total"].take();
    let late = u32::try_from(last.as_u64().unwrap()).unwrap().min(LATE) - 1;
    let before = session.get(&page(late)).await["result"][0].take();
    let first = session.get(&page(0)).await["result"][0]["id"].take();
    // This campaign sorts before all others, so that every page starts one campaign later.
    let other = Connection::open(&file).unwrap();
    let copy = "INSERT INTO campaign (id, text) SELECT 1, text FROM campaign WHERE id = ?";
    assert_eq!(other.execute(copy, [first.as_i64()]).unwrap(), 1);
    let now = session.get(&page(late + 1)).await["result"][0].take();
    assert_eq!(now, before);
}
