use std::collections::HashSet;

use adwright_model::Id;
use adwright_store::{
    AttemptEnd, ItemSource, ItemTransition, NewItem, OutboxState, StoreError, TextOrigin,
};
use expect_test::expect;

use crate::batches;
use crate::home::{Home, KIND, append, check, new_item, to};

const OPEN: [OutboxState; 4] = [
    OutboxState::Planned,
    OutboxState::Intent,
    OutboxState::Unknown,
    OutboxState::NeedsYou,
];

#[test]
fn sending_draft_cannot_be_resent_edited_or_discarded() {
    for state in OPEN {
        let home = Home::new();
        let item = home.planned(7);
        home.store
            .item_transition(&item.id, &to(OutboxState::Planned, state), 30)
            .unwrap();
        let draft = home.draft_of_item(&item);
        let refusals = [
            home.send(&[new_item(&draft)]).unwrap_err(),
            append(&home.store, &draft, "a", false).unwrap_err(),
            home.store.draft_discard(&draft.id, 30).unwrap_err(),
        ];
        for refusal in refusals {
            assert!(
                matches!(refusal, StoreError::AlreadyBeingSent { draft: id } if id == draft.id)
            );
        }
    }
}

#[test]
fn send_is_planned_as_a_whole() {
    let home = Home::new();
    let busy = home.draft_of_item(&home.planned(7));
    let free = home.draft_of(Some(8)).unwrap();
    home.send(&[new_item(&free), new_item(&busy)]).unwrap_err();
    assert_eq!(home.store.item_count(&home.workspace, &OPEN).unwrap(), 1);
    append(&home.store, &free, "still free", false).unwrap();
}

#[test]
fn row_is_locked_until_refused_or_taken_back() {
    for (state, is_locked) in [
        (OutboxState::Planned, true),
        (OutboxState::Intent, true),
        (OutboxState::Unknown, true),
        (OutboxState::NeedsYou, true),
        (OutboxState::Confirmed, true),
        (OutboxState::Refused, false),
        (OutboxState::TakenBack, false),
    ] {
        let home = Home::new();
        let batch = batches::batch(&home);
        let row = |row, revision| row_item(&home, &batch.id, row, revision);
        let other_revision = home.send(&[row(2, batch.revision + 1)]).unwrap_err();
        assert!(matches!(other_revision, StoreError::BatchConflict { .. }));
        let item = home.send(&[row(2, batch.revision)]).unwrap().remove(0);
        let transition = to(OutboxState::Planned, state);
        if state.is_settled() {
            home.settle(&item.id, &transition, "{}", 30).map(drop)
        } else {
            home.store
                .item_transition(&item.id, &transition, 30)
                .map(drop)
        }
        .unwrap();
        let states = home.store.row_states(&batch.id).unwrap();
        assert_eq!(states, [(2, state)].into());
        let locked = home.store.locked_rows(&batch.id, 0..=9).unwrap();
        assert_eq!(locked, if is_locked { vec![2] } else { vec![] }, "{state}");
        let again = home.send(&[row(2, batch.revision + 1)]);
        let is_refused = matches!(again, Err(StoreError::RowAlreadySent { row: 2, .. }));
        assert_eq!(
            (is_refused, again.is_ok()),
            (is_locked, !is_locked),
            "{state}"
        );
    }
}

#[test]
fn released_item_is_the_stored_item() {
    let home = Home::new();
    let items = home.send(&[Some(7), None].map(|id| new_item(&home.draft_of(id).unwrap())));
    for item in items.unwrap() {
        assert_eq!(home.store.item_get(&item.id).unwrap(), item);
    }
}

fn row_item(home: &Home, batch: &str, row: u32, revision: u32) -> NewItem {
    NewItem {
        source: ItemSource::Row {
            batch: batch.to_owned(),
            row,
        },
        revision,
        ..new_item(&home.draft_of(None).unwrap())
    }
}

#[test]
fn items_sent_again_had_an_attempt() {
    let home = Home::new();
    let batch = batches::batch(&home);
    let row = |row, sends| row_item(&home, &batch.id, row, batch.revision + sends);
    let attempted_draft = home.draft_of(None).unwrap();
    let first = [row(1, 0), row(2, 0), new_item(&attempted_draft)];
    let first = home.send(&first).unwrap();
    let attempted = [&*first[0].id, &first[2].id];
    home.begin_attempt(&attempted, "POST /x", "{}", 30).unwrap();
    let refused = to(OutboxState::Intent, OutboxState::Refused);
    for item in attempted {
        home.settle(item, &refused, "{}", 40).unwrap();
    }
    home.store.items_cancel_planned(&first[0].send).unwrap();
    let none = home.store.item_ids_sent_again(&first[0].send).unwrap();
    assert_eq!(none, HashSet::new());
    let again = [row(1, 1), row(2, 1), row(3, 1), new_item(&attempted_draft)];
    let again = home.send(&again).unwrap();
    let found = home.store.item_ids_sent_again(&again[0].send).unwrap();
    let expected = [&again[0], &again[3]].map(|item| item.id.clone());
    assert_eq!(found, HashSet::from(expected));
}

#[test]
fn edits_after_the_review_are_not_sent() {
    let home = Home::new();
    let reviewed = home.draft_of(Some(7)).unwrap();
    append(&home.store, &reviewed, "later", false).unwrap();
    let error = home.send(&[new_item(&reviewed)]).unwrap_err();
    assert!(matches!(error, StoreError::RevisionConflict { .. }));
}

#[test]
fn items_keep_their_release_order() {
    let home = Home::new();
    let drafts = [3, 1, 2].map(|id| home.draft_of(Some(id)).unwrap());
    home.send(&drafts.each_ref().map(new_item)).unwrap();
    let items = home
        .store
        .item_list(&home.workspace, &[OutboxState::Planned])
        .unwrap();
    let targets: Vec<_> = items.iter().map(|item| item.target.unwrap().0).collect();
    assert_eq!(targets, [3, 1, 2]);
}

#[test]
fn item_has_its_own_overrides_only() {
    let home = Home::new();
    let overrides = ["[]", r#"[["required","name"]]"#];
    let items = overrides.map(|overrides| {
        let draft = home.draft_of(None).unwrap();
        let mut item = new_item(&draft);
        item.overrides = overrides.to_owned();
        item
    });
    let items = home.send(&items).unwrap();
    let kept: Vec<_> = items.iter().map(|item| item.overrides.as_str()).collect();
    assert_eq!(kept, overrides);
}

#[test]
fn item_moves_only_from_its_current_state() {
    let home = Home::new();
    let item = home.planned(7);
    let intent = to(OutboxState::Planned, OutboxState::Intent);
    home.store.item_transition(&item.id, &intent, 30).unwrap();
    let error = home
        .again()
        .item_transition(&item.id, &intent, 31)
        .unwrap_err();
    assert!(matches!(
        error,
        StoreError::WrongState {
            state: OutboxState::Intent,
            ..
        }
    ));
    assert_eq!(home.store.item_get(&item.id).unwrap().at, 30);
}

#[test]
fn attempt_needs_all_its_items_planned() {
    let home = Home::new();
    let items = [home.planned(7).id, home.planned(8).id];
    let both = items.each_ref().map(String::as_str);
    home.begin_attempt(&both[..1], "PUT /campaigns/7", "{\"merged\":1}", 30)
        .unwrap();
    let item = home.store.item_get(&items[0]).unwrap();
    assert_eq!((item.state, item.at), (OutboxState::Intent, 30));
    assert_eq!(item.body, "{\"merged\":1}");
    assert_eq!(item.before_image.as_deref(), Some("{\"now\":1}"));

    let other_first = [both[1], both[0]];
    let refused = home.begin_attempt(&other_first, "POST /campaigns", "{}", 31);
    assert!(matches!(
        refused,
        Err(StoreError::WrongState { item, state: OutboxState::Intent }) if item == items[0]
    ));
    assert_eq!(home.store.item_get(&items[0]).unwrap(), item);
    let other = home.store.item_get(&items[1]).unwrap();
    assert_eq!(other.state, OutboxState::Planned);
    assert_eq!(home.store.attempt_list(&items[1]).unwrap(), []);
}

#[test]
fn transition_stores_event_and_reason() {
    let home = Home::new();
    let id = home.planned(7).id;
    let needs_you = ItemTransition {
        from: OutboxState::Planned,
        to: OutboxState::NeedsYou,
        code: Some(62001),
        outcome: "Two campaigns could be it.",
        evidence: Some("[1,2]"),
        target: None,
    };
    let item = home.store.item_transition(&id, &needs_you, 30).unwrap();
    assert_eq!(item, home.again().item_get(&id).unwrap());
    assert_eq!(
        (item.state, item.code, item.at),
        (OutboxState::NeedsYou, Some(62001), 30)
    );
    assert_eq!(item.outcome.as_deref(), Some("Two campaigns could be it."));
    assert_eq!(item.evidence.as_deref(), Some("[1,2]"));
    assert_eq!(item.target, Some(Id(7)));
}

#[test]
fn confirmation_marks_draft_sent_and_keeps_its_text() {
    let home = Home::new();
    let draft = home.draft_of(None).unwrap();
    let id = home.send(&[new_item(&draft)]).unwrap().remove(0).id;
    let confirmed = ItemTransition {
        target: Some(Id(501)),
        ..to(OutboxState::Planned, OutboxState::Confirmed)
    };
    home.settle(&id, &confirmed, "{}", 40).unwrap();

    let item = home.store.item_get(&id).unwrap();
    assert_eq!(
        (item.state, item.target),
        (OutboxState::Confirmed, Some(Id(501)))
    );
    assert_eq!(home.store.draft_get(&draft.id).unwrap().sent_at, Some(40));
    assert_eq!(home.store.draft_list(&home.workspace).unwrap(), []);
    let versions = home
        .store
        .cache_versions(&home.workspace, KIND, Id(501))
        .unwrap();
    assert_eq!(versions.len(), 1);
    assert_eq!(
        (versions[0].origin, &versions[0].text),
        (TextOrigin::Sent, &item.body)
    );
}

#[test]
fn a_refused_draft_is_live_and_free_again() {
    let home = Home::new();
    let item = home.planned(7);
    let refused = to(OutboxState::Planned, OutboxState::Refused);
    home.settle(&item.id, &refused, "{}", 40).unwrap();
    let draft = home.draft_of_item(&item);
    append(&home.store, &draft, "corrected", false).unwrap();
    assert_eq!(
        home.store
            .cache_versions(&home.workspace, KIND, Id(7))
            .unwrap(),
        []
    );
}

#[test]
fn nothing_is_settled_without_a_receipt_or_twice() {
    let home = Home::new();
    let item = home.planned(7);
    let refused = to(OutboxState::Planned, OutboxState::Refused);
    let error = home
        .store
        .item_transition(&item.id, &refused, 40)
        .unwrap_err();
    assert!(matches!(error, StoreError::NoReceipt { .. }));
    home.settle(&item.id, &refused, "{}", 40).unwrap();
    let error = home.settle(&item.id, &refused, "{}", 41).unwrap_err();
    check(
        error.to_string().replace(&item.id, "I"),
        expect!["The item I is refused already."],
    );
}

#[test]
fn attempt_is_stored_before_its_end() {
    let home = Home::new();
    let items = [home.planned(7).id, home.planned(8).id];
    let both = items.each_ref().map(String::as_str);
    let first = home
        .begin_attempt(&both, "POST /campaigns", "{}", 30)
        .unwrap();
    let end = AttemptEnd {
        status: Some(500),
        reply: Some("{}".to_owned()),
        outcome: "unknown".to_owned(),
        at: 31,
    };
    home.store.attempt_finish(&first, &end).unwrap();
    let again = to(OutboxState::Intent, OutboxState::Planned);
    home.store.item_transition(both[0], &again, 32).unwrap();
    home.begin_attempt(&both[..1], "PUT /campaigns/7", "{}", 32)
        .unwrap();

    let seen = |item: &str| {
        let attempts = home.again().attempt_list(item).unwrap();
        attempts
            .into_iter()
            .map(|attempt| (attempt.request, attempt.end))
            .collect::<Vec<_>>()
    };
    let post = ("POST /campaigns".to_owned(), Some(end));
    assert_eq!(seen(&items[1]), std::slice::from_ref(&post));
    assert_eq!(
        seen(&items[0]),
        [post, ("PUT /campaigns/7".to_owned(), None)]
    );
}

#[test]
fn withdrawing_frees_unstarted_items() {
    let home = Home::new();
    let drafts = [1, 2].map(|id| home.draft_of(Some(id)).unwrap());
    let items = home.send(&drafts.each_ref().map(new_item)).unwrap();
    for item in &items {
        home.begin_attempt(&[&item.id], "PUT /campaigns/1", "{}", 30)
            .unwrap();
    }
    let again = to(OutboxState::Intent, OutboxState::Planned);
    home.store
        .item_transition(&items[1].id, &again, 31)
        .unwrap();

    assert_eq!(home.store.items_cancel_planned(&items[0].send).unwrap(), 1);
    let left = home.store.item_list(&home.workspace, &OPEN).unwrap();
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].id, items[0].id);
    append(&home.store, &drafts[1], "free", false).unwrap();
}

#[test]
fn sent_items_are_listed_newest_first() {
    let home = Home::new();
    let items = [1, 2, 3].map(|id| home.planned(id));
    let begin = |item: usize, at| {
        let intent = to(OutboxState::Planned, OutboxState::Intent);
        home.store
            .item_transition(&items[item].id, &intent, at)
            .unwrap();
    };
    begin(0, 50);
    // The clock was set back.
    begin(2, 40);
    let sent = home.store.sent_list(&home.workspace).unwrap();
    let rows: Vec<_> = sent
        .iter()
        .map(|row| {
            format!(
                "{} {} {} by {}",
                row.target.unwrap(),
                row.verb,
                row.state,
                row.person
            )
        })
        .collect();
    check(
        rows.join("\n"),
        expect![[r"
            3 update intent by Anna
            1 update intent by Anna"]],
    );
}
