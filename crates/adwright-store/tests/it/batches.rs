use adwright_store::{
    BatchStep, BatchUpdate, NewBatch, NewBatchOperation, OrderCheckpoint, Store, StoreError,
    StoredBatch, rows_written,
};

use crate::home::Home;

/// Creates a batch without rows.
pub(crate) fn batch(home: &Home) -> StoredBatch {
    let new = NewBatch {
        workspace: &home.workspace,
        name: "Spring",
        columns: &["name".parse().unwrap()],
        order: b"empty",
        rows: None,
    };
    home.store.batch_create(&new, 10).unwrap()
}

/// Returns an operation that changes chunk 7.
pub(crate) fn operation(label: &str) -> NewBatchOperation<'_> {
    NewBatchOperation {
        label,
        columns: &[],
        splice: None,
        changes: &[(7, b"change")],
    }
}

/// Returns an update that takes a step and writes a text into chunk 7.
fn update<'a>(
    batch: &'a StoredBatch,
    step: BatchStep<'a>,
    chunks: &'a [(u32, &'a [u8])],
) -> BatchUpdate<'a> {
    BatchUpdate {
        batch: &batch.id,
        revision: batch.revision,
        step,
        columns: &batch.columns,
        row_count: batch.row_count,
        next_row: batch.next_row,
        chunks,
        order: None,
    }
}

pub(crate) fn append(
    store: &Store,
    batch: &StoredBatch,
    new: NewBatchOperation<'_>,
) -> Result<StoredBatch, StoreError> {
    let chunk = [(7, new.label.as_bytes())];
    store.batch_update(&update(batch, BatchStep::Append(new), &chunk), 20)
}

fn step(
    store: &Store,
    batch: &StoredBatch,
    step: BatchStep<'_>,
) -> Result<StoredBatch, StoreError> {
    store.batch_update(&update(batch, step, &[]), 30)
}

/// Returns the labels of all operations, and of those that "Undo" and "Redo" name.
fn history(store: &Store, batch: &StoredBatch) -> String {
    let operations = store.batch_operations(&batch.id).unwrap();
    let labels: Vec<_> = operations.iter().map(|one| one.label.as_str()).collect();
    let label = |label: &Option<String>| label.clone().unwrap_or_default();
    let (undo, redo) = (label(&batch.undo_label), label(&batch.redo_label));
    format!("{} < {undo} > {redo}", labels.join(" "))
}

fn chunk(store: &Store, batch: &StoredBatch, number: u32) -> Option<Vec<u8>> {
    let chunks = store.batch_chunks(&batch.id, batch.revision, &[number]);
    chunks.unwrap().remove(0)
}

#[test]
fn operations_are_undone_and_redone() {
    let home = Home::new();
    let store = &home.store;
    let empty = batch(&home);
    assert_eq!(history(store, &empty), " <  > ");
    let one = append(store, &empty, operation("a")).unwrap();
    let two = append(store, &one, operation("b")).unwrap();
    assert_eq!(history(store, &two), "a b < b > ");
    let undone = step(store, &two, BatchStep::Undo).unwrap();
    assert_eq!((undone.head, undone.revision), (1, 3));
    assert_eq!(history(&home.again(), &undone), "a b < a > b");
    let redone = step(store, &undone, BatchStep::Redo).unwrap();
    assert_eq!(history(store, &redone), "a b < b > ");
    let error = step(store, &redone, BatchStep::Redo).unwrap_err();
    assert!(matches!(error, StoreError::NotFound { .. }), "{error}");
}

#[test]
fn operation_after_undo_removes_redo_steps() {
    let home = Home::new();
    let store = &home.store;
    let one = append(store, &batch(&home), operation("a")).unwrap();
    let undone = step(store, &one, BatchStep::Undo).unwrap();
    let error = step(store, &undone, BatchStep::Undo).unwrap_err();
    assert!(matches!(error, StoreError::NotFound { .. }), "{error}");
    let other = append(store, &undone, operation("b")).unwrap();
    assert_eq!(history(store, &other), "b < b > ");
    let content = store
        .batch_operation_content(&other.id, other.revision, 1)
        .unwrap();
    assert_eq!(content.changes, [(7, b"change".to_vec())]);
    let sql = "SELECT count(*) FROM batch_change";
    let changes: i64 = home.raw().query_row(sql, [], |row| row.get(0)).unwrap();
    assert_eq!(changes, 1);
}

#[test]
fn change_from_an_older_revision_is_refused() {
    let home = Home::new();
    let seen = batch(&home);
    let one = append(&home.again(), &seen, operation("a")).unwrap();
    // The head is the same again, but the content may differ.
    let undone = step(&home.store, &one, BatchStep::Undo).unwrap();
    assert_eq!(undone.head, seen.head);
    let is_conflict = |error: &StoreError| matches!(error, StoreError::BatchConflict { .. });
    for refused in [
        append(&home.store, &seen, operation("b")),
        step(&home.store, &one, BatchStep::Undo),
        home.store
            .batch_duplicate((&seen.id, seen.revision), "Copy", b"", 40),
    ] {
        assert!(refused.as_ref().is_err_and(is_conflict), "{refused:?}");
    }
    let content = home
        .store
        .batch_operation_content(&seen.id, one.revision, 1);
    assert!(content.as_ref().is_err_and(is_conflict), "{content:?}");
    let chunks = home.store.batch_chunks(&seen.id, seen.revision, &[7]);
    assert!(chunks.as_ref().is_err_and(is_conflict), "{chunks:?}");
    assert_eq!(chunk(&home.store, &undone, 7).as_deref(), Some(&b"a"[..]));
    assert_eq!(home.store.batch_get(&seen.id).unwrap(), undone);
}

#[test]
fn splices_lead_from_stored_order_to_head() {
    let home = Home::new();
    let store = &home.store;
    let mut now = batch(&home);
    for splice in [Some(&b"s1"[..]), None, Some(b"s3"), Some(b"s4")] {
        let new = NewBatchOperation {
            splice,
            ..operation("o")
        };
        let mut change = update(&now, BatchStep::Append(new), &[]);
        if splice == Some(b"s3") {
            change.order = Some(OrderCheckpoint {
                seq: 3,
                bytes: b"third",
            });
        }
        now = store.batch_update(&change, 20).unwrap();
    }
    let mut splices = vec![vec![b"s4".to_vec()], vec![], vec![b"s3".to_vec()]];
    splices.push(splices[2].clone());
    splices.push(vec![b"s1".to_vec(), b"s3".to_vec()]);
    for (expected, head) in splices.into_iter().zip((0..=4).rev()) {
        let (loaded, order) = home.again().batch_load(&now.id).unwrap();
        assert_eq!(
            (loaded.head, order.seq, &*order.bytes),
            (head, 3, &b"third"[..])
        );
        assert_eq!(order.splices, expected, "head {head}");
        if head > 0 {
            now = step(store, &now, BatchStep::Undo).unwrap();
        }
    }
}

#[test]
fn duplicate_has_the_rows_but_no_operations() {
    let home = Home::new();
    let store = &home.store;
    let one = append(store, &batch(&home), operation("a")).unwrap();
    let copy = store.batch_duplicate((&one.id, one.revision), "Copy", b"now", 40);
    let copy = copy.unwrap();
    assert_eq!((&*copy.name, copy.head, copy.created_at), ("Copy", 0, 40));
    assert_eq!(copy.columns, one.columns);
    assert_eq!(history(store, &copy), " <  > ");
    assert_eq!(store.batch_load(&copy.id).unwrap().1.bytes, b"now");
    let changed = append(store, &copy, operation("b")).unwrap();
    assert_eq!(chunk(store, &changed, 7).as_deref(), Some(&b"b"[..]));
    assert_eq!(chunk(store, &one, 7).as_deref(), Some(&b"a"[..]));
    assert_eq!(chunk(store, &one, 8), None);
}

#[test]
fn discarded_batch_is_restored_unchanged() {
    let home = Home::new();
    let store = &home.store;
    let one = append(store, &batch(&home), operation("a")).unwrap();
    let other = batch(&home);
    store.batch_discard(&one.id, 50).unwrap();
    let ids = |batches: Vec<StoredBatch>| -> Vec<_> {
        batches.into_iter().map(|batch| batch.id).collect()
    };
    assert_eq!(
        ids(store.batch_list(&home.workspace).unwrap()),
        [&*other.id]
    );
    let discarded = store.batch_list_discarded(&home.workspace).unwrap();
    assert_eq!(ids(discarded), [&*one.id]);
    let error = append(store, &one, operation("b")).unwrap_err();
    assert!(
        matches!(error, StoreError::BatchDiscarded { .. }),
        "{error}"
    );
    assert_eq!(store.batch_restore(&one.id).unwrap(), one);
    assert_eq!(
        store.batch_rename(&one.id, "Summer").unwrap().name,
        "Summer"
    );
    assert!(append(store, &one, operation("b")).is_ok());
}

#[test]
fn an_edit_writes_a_fixed_number_of_rows() {
    let home = Home::new();
    let mut counts = Vec::new();
    for chunks in [2_u32, 2_000] {
        let mut now = batch(&home);
        let bytes = [0; 700];
        let all: Vec<_> = (0..chunks).map(|number| (number, &bytes[..])).collect();
        let step = BatchStep::Append(operation("import"));
        now = home
            .store
            .batch_update(&update(&now, step, &all), 20)
            .unwrap();
        let before = rows_written();
        append(&home.store, &now, operation("edit")).unwrap();
        counts.push(rows_written() - before);
    }
    assert_eq!(counts, [4, 4], "operation, changed cells, chunk and batch");
}
