use adwright_model::Id;
use adwright_store::{
    BulkDraft, BulkDraftEdit, BulkRevision, Draft, Fullness, NewBulkEdit, Store, StoreError,
    StoredBulkEdit,
};
use expect_test::expect;

use crate::home::{Home, KIND, append, check, history, set_name, text_of};

fn part_of(draft: &Draft, value: &str) -> BulkDraftEdit {
    let draft = BulkDraft::Existing {
        id: draft.id.clone(),
        revision: draft.revision,
        kept_edits: draft.position,
    };
    part(draft, value)
}

fn new_part(target: i64, value: &str) -> BulkDraftEdit {
    let draft = BulkDraft::New {
        target: Id(target),
        base_text: "{}".to_owned(),
        base_fullness: Fullness::Full,
    };
    part(draft, value)
}

fn part(draft: BulkDraft, value: &str) -> BulkDraftEdit {
    BulkDraftEdit {
        draft,
        edits: vec![set_name(value)],
        text: text_of(value),
    }
}

fn create(home: &Home, parts: &[BulkDraftEdit]) -> Result<StoredBulkEdit, StoreError> {
    let new = NewBulkEdit {
        workspace: &home.workspace,
        label: "bulk",
        kind: KIND,
        parts,
    };
    home.store.bulk_apply(&new, 50)
}

/// Removes the bulk edit from a draft that has nothing else.
fn removal(store: &Store, draft: &Draft) -> BulkRevision {
    BulkRevision {
        draft: draft.id.clone(),
        revision: draft.revision,
        edits: Vec::new(),
        position: 0,
        text: "{}".to_owned(),
        removed: store.draft_edits(&draft.id).unwrap(),
    }
}

fn draft_of(home: &Home, target: i64) -> Draft {
    let found = home
        .store
        .draft_by_target(&home.workspace, KIND, Id(target));
    found.unwrap().unwrap()
}

#[test]
fn bulk_edit_changes_existing_and_creates_new_drafts() {
    let home = Home::new();
    let draft = home.draft_of(Some(1)).unwrap();
    let draft = append(&home.store, &draft, "a", false).unwrap();
    let bulk_edit = create(&home, &[part_of(&draft, "b"), new_part(2, "b")]).unwrap();
    assert_eq!((bulk_edit.applied, bulk_edit.removed), (2, 0));
    let other = home.again();
    assert_eq!(other.bulk_list(&home.workspace).unwrap(), [bulk_edit]);
    check(
        history(&other, &draft_of(&home, 1)),
        expect![[r#"a bulk |  -> {"name":"b"}"#]],
    );
    check(
        history(&other, &draft_of(&home, 2)),
        expect![[r#"bulk |  -> {"name":"b"}"#]],
    );
}

#[test]
fn one_edited_draft_aborts_the_bulk_edit() {
    let home = Home::new();
    let draft = home.draft_of(Some(1)).unwrap();
    append(&home.store, &draft, "a", false).unwrap();
    let refused = create(&home, &[new_part(2, "b"), part_of(&draft, "b")]);
    assert!(matches!(refused, Err(StoreError::RevisionConflict { .. })));
    let created = home.store.draft_by_target(&home.workspace, KIND, Id(2));
    assert_eq!(created.unwrap(), None);
    assert!(home.store.bulk_list(&home.workspace).unwrap().is_empty());
}

#[test]
fn sending_or_newly_created_draft_is_refused() {
    let home = Home::new();
    home.planned(1);
    let sending = create(&home, &[part_of(&draft_of(&home, 1), "b")]);
    assert!(matches!(sending, Err(StoreError::AlreadyBeingSent { .. })));
    home.draft_of(Some(2)).unwrap();
    let refused = create(&home, &[new_part(2, "b")]);
    assert!(matches!(refused, Err(StoreError::DraftExists { .. })));
}

#[test]
fn undone_bulk_edit_can_be_redone() {
    let home = Home::new();
    let bulk_edit = create(&home, &[new_part(1, "b"), new_part(2, "b")]).unwrap();
    let undo: Vec<BulkRevision> = [1, 2]
        .map(|target| removal(&home.store, &draft_of(&home, target)))
        .into();
    home.store.bulk_revise(&bulk_edit.id, &undo, 60).unwrap();
    let store = home.again();
    let bulk = store.bulk_get(&home.workspace, &bulk_edit.id).unwrap();
    assert_eq!((bulk.applied, bulk.removed), (0, 2));
    let emptied = store.draft_get(&undo[0].draft).unwrap();
    assert!(emptied.is_emptied());
    check(history(&store, &emptied), expect![[r#" |  -> {}"#]]);
    let removed = store.bulk_removed_edits(&bulk_edit.id).unwrap();
    let redo: Vec<BulkRevision> = removed
        .into_iter()
        .map(|(draft, edit)| BulkRevision {
            revision: store.draft_get(&draft).unwrap().revision,
            draft,
            edits: vec![edit],
            position: 1,
            text: text_of("b"),
            removed: Vec::new(),
        })
        .collect();
    store.bulk_revise(&bulk_edit.id, &redo, 70).unwrap();
    assert_eq!(store.bulk_list(&home.workspace).unwrap(), [bulk_edit]);
}

#[test]
fn one_edited_draft_prevents_the_bulk_undo() {
    let home = Home::new();
    let bulk_edit = create(&home, &[new_part(1, "b"), new_part(2, "b")]).unwrap();
    let undo: Vec<BulkRevision> = [1, 2]
        .map(|target| removal(&home.store, &draft_of(&home, target)))
        .into();
    append(&home.store, &draft_of(&home, 2), "c", false).unwrap();
    let refused = home.store.bulk_revise(&bulk_edit.id, &undo, 60);
    assert!(matches!(refused, Err(StoreError::RevisionConflict { .. })));
    assert_eq!(
        home.store.bulk_applied_drafts(&bulk_edit.id).unwrap().len(),
        2
    );
    assert!(
        home.store
            .bulk_removed_edits(&bulk_edit.id)
            .unwrap()
            .is_empty()
    );
}

#[test]
fn bulk_edit_is_listed_while_live_drafts_remain() {
    let home = Home::new();
    let bulk_edit = create(&home, &[new_part(1, "b"), new_part(2, "b")]).unwrap();
    let drafts = [1, 2].map(|target| draft_of(&home, target).id);
    for draft in &drafts {
        home.store.draft_discard(draft, 60).unwrap();
    }
    assert!(home.store.bulk_list(&home.workspace).unwrap().is_empty());
    home.store.draft_restore(&drafts[0]).unwrap();
    let [listed] = &home.store.bulk_list(&home.workspace).unwrap()[..] else {
        panic!("it is not listed")
    };
    assert_eq!((&listed.id, listed.applied), (&bulk_edit.id, 1));
}

#[test]
fn a_step_of_one_draft_is_not_listed() {
    let home = Home::new();
    create(&home, &[new_part(1, "b")]).unwrap();
    assert!(home.store.bulk_list(&home.workspace).unwrap().is_empty());
}
