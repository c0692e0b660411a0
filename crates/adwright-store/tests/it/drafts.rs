use adwright_model::{Edit, Id, UnparsedInputs, unparsed_inputs};
use adwright_store::{
    Draft, DraftClash, DraftRebase, Fullness, NewDraft, NewDraftEdit, PositionChange, RebasedEdits,
    Store, StoreError, WorkspaceSettings,
};
use expect_test::expect;
use proptest::prelude::*;

use crate::home::{Home, KIND, append, check, history, named_edit, set_name, text_of};

fn move_to(store: &Store, draft: &Draft, position: u32) -> Result<Draft, StoreError> {
    let edits = store.draft_edits(&draft.id).unwrap();
    let text = match position {
        0 => draft.start_text.clone(),
        _ => edits
            .get(position as usize - 1)
            .map_or_else(String::new, |edit| text_of(&edit.label)),
    };
    let to = PositionChange {
        draft: &draft.id,
        revision: draft.revision,
        position,
        text: &text,
    };
    store.draft_move_position(&to, 40)
}

/// A draft of a new campaign with these edits.
fn edited(home: &Home, values: &[&str]) -> Draft {
    values
        .iter()
        .fold(home.draft_of(None).unwrap(), |draft, value| {
            append(&home.store, &draft, value, false).unwrap()
        })
}

#[test]
fn edits_are_read_back_in_order_unchanged() {
    let home = Home::new();
    let draft = edited(&home, &["a", "b"]);
    let other = home.again();
    assert_eq!(other.draft_get(&draft.id).unwrap(), draft);
    assert_eq!(other.draft_edits(&draft.id).unwrap()[1].edit, set_name("b"));
    check(
        history(&other, &draft),
        expect![[r#"a b |  -> {"name":"b"}"#]],
    );
}

#[test]
fn undo_and_redo_move_along_the_edits() {
    let home = Home::new();
    let draft = edited(&home, &["a", "b"]);
    let undone = move_to(&home.store, &draft, 0).unwrap();
    check(history(&home.store, &undone), expect![" | a b -> {}"]);
    let redone = move_to(&home.store, &undone, 1).unwrap();
    check(
        history(&home.store, &redone),
        expect![[r#"a | b -> {"name":"a"}"#]],
    );
}

#[test]
fn edit_after_undo_discards_the_redo_steps() {
    let home = Home::new();
    let draft = edited(&home, &["a", "b", "c"]);
    let undone = move_to(&home.store, &draft, 1).unwrap();
    let draft = append(&home.store, &undone, "d", false).unwrap();
    check(
        history(&home.store, &draft),
        expect![[r#"a d |  -> {"name":"d"}"#]],
    );
}

#[test]
fn merging_replaces_the_last_applied_edit() {
    let home = Home::new();
    let draft = edited(&home, &["a", "b", "c"]);
    let undone = move_to(&home.store, &draft, 2).unwrap();
    let draft = append(&home.store, &undone, "b2", true).unwrap();
    check(
        history(&home.store, &draft),
        expect![[r#"a b2 |  -> {"name":"b2"}"#]],
    );
    let undone = move_to(&home.store, &draft, 0).unwrap();
    let draft = append(&home.store, &undone, "first", true).unwrap();
    check(
        history(&home.store, &draft),
        expect![[r#"first |  -> {"name":"first"}"#]],
    );
}

#[test]
fn redo_stops_after_the_last_edit() {
    let home = Home::new();
    let draft = edited(&home, &["a"]);
    let error = move_to(&home.store, &draft, 2).unwrap_err();
    check(error, expect!["There is no edit 2 in the local database."]);
}

#[test]
fn edit_from_an_older_state_is_refused() {
    let home = Home::new();
    let before = home.draft_of(None).unwrap();
    append(&home.store, &before, "a", false).unwrap();
    let error = append(&home.again(), &before, "b", false).unwrap_err();
    check(
        error,
        expect![
            "The draft was changed elsewhere in the meantime. Look at it again, then repeat the edit."
        ],
    );
}

#[test]
fn discarded_draft_is_restored_unchanged() {
    let home = Home::new();
    let draft = edited(&home, &["a", "b"]);
    home.store.draft_discard(&draft.id, 50).unwrap();
    assert_eq!(home.store.draft_list(&home.workspace).unwrap(), []);
    let error = append(&home.store, &draft, "c", false).unwrap_err();
    check(
        error,
        expect!["The draft was discarded or sent, so it cannot be edited any more."],
    );

    let back = home.store.draft_restore(&draft.id).unwrap();
    check(
        history(&home.store, &back),
        expect![[r#"a b |  -> {"name":"b"}"#]],
    );
    assert_eq!(home.store.draft_list(&home.workspace).unwrap(), [back]);
}

#[test]
fn discardable_drafts_are_discarded_and_restored_in_bulk() {
    let home = Home::new();
    let busy = home.draft_of_item(&home.planned(7)).id;
    let drafts = [8, 9].map(|target| home.draft_of(Some(target)).unwrap().id);
    let [one, other] = drafts.clone();
    let all = [one.clone(), busy, other.clone()];
    assert_eq!(home.store.draft_discard_all(&all, 50).unwrap(), drafts);
    assert_eq!(
        home.store.draft_discard_all(&all, 60).unwrap(),
        [] as [&str; 0],
        "they are not live any more"
    );
    home.draft_of(Some(9)).unwrap();
    assert_eq!(home.store.draft_restore_all(&drafts).unwrap(), [one]);
    assert!(!home.store.draft_get(&other).unwrap().is_live());
}

#[test]
fn drafts_are_discarded_all_or_none() {
    let home = Home::new();
    let draft = home.draft_of(Some(8)).unwrap().id;
    let missing = [draft.clone(), "nobody".to_owned()];
    home.store.draft_discard_all(&missing, 50).unwrap_err();
    assert!(home.store.draft_get(&draft).unwrap().is_live());
}

#[test]
fn an_object_has_one_live_draft() {
    let home = Home::new();
    let first = home.draft_of(Some(7)).unwrap();
    let live = |id| {
        home.store
            .draft_by_target(&home.workspace, KIND, Id(id))
            .unwrap()
    };
    assert_eq!(live(7), Some(first.clone()));
    assert_eq!(live(8), None);
    let second = home.draft_of(Some(7)).unwrap_err();
    assert!(matches!(second, StoreError::DraftExists { draft } if draft == first.id));

    home.store.draft_discard(&first.id, 50).unwrap();
    home.draft_of(Some(7)).unwrap();
    let restored = home.store.draft_restore(&first.id).unwrap_err();
    check(
        restored,
        expect!["There is a draft of this object already."],
    );
}

#[test]
fn rebased_draft_has_new_base_edits_and_clashes() {
    let home = Home::new();
    let draft = edited(&home, &["a", "b"]);
    let clash = DraftClash {
        draft: draft.id.clone(),
        place: "name".to_owned(),
        base: None,
        mine: Some("\"b\"".to_owned()),
        theirs: Some("\"x\"".to_owned()),
        confirmed: false,
    };
    let kept = DraftRebase {
        draft: &draft.id,
        revision: draft.revision,
        base_text: "{\"version\":2}",
        text: "{\"version\":2,\"name\":\"b\"}",
        edits: RebasedEdits::Kept,
        clashes: std::slice::from_ref(&clash),
    };
    let draft = home.store.draft_rebase(&kept, 60).unwrap();
    check(
        history(&home.store, &draft),
        expect![[r#"a b |  -> {"version":2,"name":"b"}"#]],
    );
    assert_eq!(draft.base_text.as_deref(), Some("{\"version\":2}"));
    assert_eq!(draft.start_text, "{\"version\":2}");
    assert_eq!(draft.saved_at, 60);
    let unconfirmed = || {
        home.store
            .draft_clashes_unconfirmed(&draft.workspace)
            .unwrap()
    };
    assert_eq!(unconfirmed(), std::slice::from_ref(&clash));
    let revised = home
        .store
        .draft_confirm_clash(&draft.id, draft.revision, "name")
        .unwrap();
    assert_eq!(
        (revised.revision, unconfirmed()),
        (draft.revision + 1, vec![])
    );
    assert!(home.store.draft_clashes(&draft.id).unwrap()[0].confirmed);

    let replaced = DraftRebase {
        revision: revised.revision,
        edits: RebasedEdits::Replaced {
            edits: &[named_edit(1, "c").edit, named_edit(2, "d").edit],
            label: "\"merged\"",
        },
        clashes: &[],
        ..kept
    };
    let draft = home.store.draft_rebase(&replaced, 70).unwrap();
    let edits = home.store.draft_edits(&draft.id).unwrap();
    assert!(edits[0].bulk.is_some() && edits[0].bulk == edits[1].bulk);
    assert_eq!((draft.position, edits.len()), (2, 2));
    assert_eq!(home.store.draft_clashes(&draft.id).unwrap(), []);
}

#[derive(Debug, Clone)]
enum Step {
    Append(String),
    Merge(String),
    Move(prop::sample::Index),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        "[a-z]{1,3}".prop_map(Step::Append),
        "[a-z]{1,3}".prop_map(Step::Merge),
        any::<prop::sample::Index>().prop_map(Step::Move),
    ]
}

/// What a draft's history is, said with a list.
#[derive(Debug, Default)]
struct Plain {
    labels: Vec<String>,
    position: usize,
}

impl Plain {
    fn take(&mut self, step: &Step) {
        match step {
            Step::Append(label) => self.push(label, self.position),
            Step::Merge(label) => self.push(label, self.position.saturating_sub(1)),
            Step::Move(index) => self.position = index.index(self.labels.len() + 1),
        }
    }

    fn push(&mut self, label: &str, at: usize) {
        self.labels.truncate(at);
        self.labels.push(label.to_owned());
        self.position = self.labels.len();
    }

    fn text(&self) -> String {
        self.position
            .checked_sub(1)
            .map_or("{}".to_owned(), |last| text_of(&self.labels[last]))
    }
}

fn take(store: &Store, draft: &Draft, step: &Step, plain: &Plain) -> Draft {
    let position = u32::try_from(plain.position).unwrap();
    match step {
        Step::Append(label) => append(store, draft, label, false).unwrap(),
        Step::Merge(label) => append(store, draft, label, true).unwrap(),
        Step::Move(_) => move_to(store, draft, position).unwrap(),
    }
}

proptest! {
    #[test]
    fn undo_matches_a_plain_list_model(steps in prop::collection::vec(step(), 1..20)) {
        let store = Store::in_memory().unwrap();
        let new = WorkspaceSettings::new("", "", "{}", None);
        let workspace = store.workspace_ensure(&new, 1).unwrap().id;
        let new = NewDraft { workspace: &workspace, kind: KIND, target: None, base_text: None, base_fullness: Fullness::Full, text: "{}" };
        let mut draft = store.draft_create(&new, 1).unwrap();
        let mut plain = Plain::default();
        for step in &steps {
            plain.take(step);
            draft = take(&store, &draft, step, &plain);
            let edits = store.draft_edits(&draft.id).unwrap();
            let labels: Vec<_> = edits.into_iter().map(|edit| edit.label).collect();
            prop_assert_eq!(&labels, &plain.labels);
            prop_assert_eq!(draft.position as usize, plain.position);
            prop_assert_eq!(&draft.text, &plain.text());
        }
    }
}

#[test]
fn discarded_drafts_are_listed_newest_first() {
    let home = Home::new();
    let draft = |at| {
        let new = NewDraft {
            workspace: &home.workspace,
            kind: KIND,
            target: None,
            base_text: None,
            base_fullness: Fullness::Full,
            text: "{}",
        };
        home.store.draft_create(&new, at).unwrap().id
    };
    let (first, second, live) = (draft(1), draft(2), draft(3));
    home.store.draft_discard(&first, 4).unwrap();
    home.store.draft_discard(&second, 5).unwrap();
    let ids = |drafts: Vec<Draft>| drafts.into_iter().map(|draft| draft.id).collect::<Vec<_>>();
    let discarded = home.store.draft_list_discarded(&home.workspace).unwrap();
    assert_eq!(ids(discarded), [second, first]);
    assert_eq!(ids(home.store.draft_list(&home.workspace).unwrap()), [live]);
}

/// A step of a draft with typed texts that are no values yet.
#[derive(Debug, Clone)]
enum TypedStep {
    /// Types into one of two fields, after this many fewer edits.
    Type { field: bool, dropped: u32 },
    /// Sets one of two fields.
    Set { field: bool },
    /// Undoes or redoes.
    Move { position: u32 },
}

fn typed_step() -> impl Strategy<Value = TypedStep> {
    prop_oneof![
        (any::<bool>(), 0..3_u32).prop_map(|(field, dropped)| TypedStep::Type { field, dropped }),
        any::<bool>().prop_map(|field| TypedStep::Set { field }),
        (0..6_u32).prop_map(|position| TypedStep::Move { position }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn typed_texts_match_the_applied_edits(
        steps in prop::collection::vec(typed_step(), 1..20),
    ) {
        let home = Home::new();
        let mut draft = home.draft_of(None).unwrap();
        let path = |field: bool| if field { "budget" } else { "endDate" }.parse().unwrap();
        for (number, step) in steps.into_iter().enumerate() {
            let (edit, dropped) = match step {
                TypedStep::Move { position } => {
                    let known = home.store.draft_edits(&draft.id).unwrap().len();
                    let position = position.min(u32::try_from(known).unwrap());
                    let to = PositionChange {
                        draft: &draft.id,
                        revision: draft.revision,
                        position,
                        text: "{}",
                    };
                    draft = home.store.draft_move_position(&to, 40).unwrap();
                    prop_assert_eq!(&draft.unparsed, &folded(&home.store, &draft));
                    continue;
                }
                TypedStep::Type { field, dropped } => {
                    let text = number.to_string();
                    (Edit::Type { path: path(field), text }, dropped)
                }
                TypedStep::Set { field } => {
                    let json = number.to_string();
                    (Edit::Set { path: path(field), json }, 0)
                }
            };
            let append = NewDraftEdit {
                draft: &draft.id,
                revision: draft.revision,
                edit: &edit,
                label: "",
                text: "{}",
                kept_edits: draft.position.saturating_sub(dropped),
            };
            draft = home.store.draft_append_edit(&append, 40).unwrap();
            prop_assert_eq!(&draft.unparsed, &folded(&home.store, &draft));
        }
    }
}

/// The typed texts that all applied edits leave.
fn folded(store: &Store, draft: &Draft) -> UnparsedInputs {
    let edits = store.draft_edits(&draft.id).unwrap();
    let applied = edits.iter().filter(|edit| edit.seq <= draft.position);
    unparsed_inputs(applied.map(|edit| &edit.edit))
}
