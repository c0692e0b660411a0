use std::path::Path;

use adwright_store::{NewBatch, NewBatchRows, Store};

use crate::batches;
use crate::home::{Actor, Home, append, database, role, say, text_of};

const THIS: &str = "kill::acknowledged_edits_survive_a_kill";

/// Appends edits to the first draft for as long as it lives, saying each once its commit is done.
fn append_until_killed(folder: &Path, draft: &str) {
    let store = Store::open(&database(folder)).unwrap();
    let mut draft = store.draft_get(draft).unwrap();
    loop {
        let value = format!("edit {}", draft.position + 1);
        draft = append(&store, &draft, &value, false).unwrap();
        say(&value);
    }
}

#[test]
fn acknowledged_edits_survive_a_kill() {
    if let Some((draft, folder)) = role() {
        append_until_killed(&folder, &draft);
    }
    let home = Home::new();
    let draft = home.draft_of(None).unwrap().id;
    let folder = home.close();
    let mut acknowledged = 0;
    for round in 1..=3 {
        let mut actor = Actor::start(THIS, &draft, folder.path());
        let mut heard: Vec<_> = (0..10 * round).map_while(|_| actor.hear()).collect();
        actor.kill();
        heard.extend(std::iter::from_fn(|| actor.hear()));
        assert!(heard.len() >= 10 * round);
        acknowledged = survivors(folder.path(), &draft, acknowledged, &heard);
    }
}

/// Opens the store after a kill and compares it with what was acknowledged; how many edits there are now.
fn survivors(folder: &Path, draft: &str, before: usize, heard: &[String]) -> usize {
    let store = Store::open(&database(folder)).unwrap();
    let draft = store.draft_get(draft).unwrap();
    let labels: Vec<_> = store
        .draft_edits(&draft.id)
        .unwrap()
        .into_iter()
        .map(|edit| edit.label)
        .collect();
    assert_eq!(labels[before..before + heard.len()], *heard);
    assert_eq!(
        draft.position as usize,
        labels.len(),
        "the text and the edits are one commit"
    );
    assert_eq!(draft.text, text_of(labels.last().unwrap()));
    labels.len()
}

const BATCH: &str = "kill::acknowledged_batch_operations_survive_a_kill";

/// Appends operations to the batch until the process is killed, and says each once its commit is done.
fn change_batch_until_killed(folder: &Path, batch: &str) {
    let store = Store::open(&database(folder)).unwrap();
    let mut batch = store.batch_get(batch).unwrap();
    loop {
        let label = format!("operation {}", batch.head + 1);
        batch = batches::append(&store, &batch, batches::operation(&label)).unwrap();
        say(&label);
    }
}

#[test]
fn acknowledged_batch_operations_survive_a_kill() {
    if let Some((batch, folder)) = role() {
        change_batch_until_killed(&folder, &batch);
    }
    let home = Home::new();
    let batch = batches::batch(&home).id;
    let folder = home.close();
    let mut acknowledged = 0;
    for round in 1..=3 {
        let mut actor = Actor::start(BATCH, &batch, folder.path());
        let mut heard: Vec<_> = (0..10 * round).map_while(|_| actor.hear()).collect();
        actor.kill();
        heard.extend(std::iter::from_fn(|| actor.hear()));
        assert!(heard.len() >= 10 * round);
        let store = Store::open(&database(folder.path())).unwrap();
        let now = store.batch_get(&batch).unwrap();
        let operations = store.batch_operations(&batch).unwrap();
        let labels: Vec<_> = operations.into_iter().map(|one| one.label).collect();
        assert_eq!(labels[acknowledged..acknowledged + heard.len()], *heard);
        assert_eq!(now.undo_label.as_ref(), labels.last());
        let chunk = store.batch_chunks(&batch, now.revision, &[7]).unwrap();
        let last = labels.last().unwrap().clone().into_bytes();
        assert_eq!(
            chunk,
            [Some(last)],
            "the rows and the operation are one commit"
        );
        acknowledged = labels.len();
    }
}

const CREATION: &str = "kill::killed_creation_leaves_no_empty_batch";

/// Creates batches with rows until the process is killed, and says each once its commit is done.
fn create_batches_until_killed(folder: &Path, workspace: &str) {
    let store = Store::open(&database(folder)).unwrap();
    let new = NewBatch {
        workspace,
        name: "Spring",
        columns: &["name".parse().unwrap()],
        order: b"empty",
        rows: Some(NewBatchRows {
            operation: batches::operation("import"),
            count: 2,
            chunks: &[(0, b"rows")],
        }),
    };
    loop {
        say(&store.batch_create(&new, 10).unwrap().id);
    }
}

#[test]
fn killed_creation_leaves_no_empty_batch() {
    if let Some((workspace, folder)) = role() {
        create_batches_until_killed(&folder, &workspace);
    }
    let home = Home::new();
    let workspace = home.workspace.clone();
    let folder = home.close();
    for round in 1..=3 {
        let mut actor = Actor::start(CREATION, &workspace, folder.path());
        let mut heard: Vec<_> = (0..10 * round).map_while(|_| actor.hear()).collect();
        actor.kill();
        heard.extend(std::iter::from_fn(|| actor.hear()));
        let store = Store::open(&database(folder.path())).unwrap();
        let batches = store.batch_list(&workspace).unwrap();
        let is_known = |id: &String| batches.iter().any(|batch| batch.id == *id);
        assert!(heard.iter().all(is_known));
        for batch in batches {
            assert_eq!((batch.row_count, batch.head), (2, 1));
            let chunk = store.batch_chunks(&batch.id, batch.revision, &[0]).unwrap();
            assert_eq!(chunk, [Some(b"rows".to_vec())]);
        }
    }
}
