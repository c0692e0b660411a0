use std::thread;

use adwright_store::{
    Fullness, ItemSource, NewDraft, NewObject, NewObjectOutcome, NewObjects, OutboxState,
    ResendPolicy, Store,
};

use crate::home::{Home, KIND, new_item, set_name, text_of, to};

/// An object that is begun with no name, and then given one.
fn object(name: &str) -> NewObject {
    NewObject {
        origin: "file.json".to_owned(),
        start_text: "{}".to_owned(),
        edits: vec![set_name(name)],
        text: text_of(name),
    }
}

fn begin(
    store: &Store,
    workspace: &str,
    names: &[&str],
    if_sent: ResendPolicy,
) -> Vec<NewObjectOutcome> {
    let objects: Vec<_> = names.iter().map(|name| object(name)).collect();
    let new = NewObjects {
        workspace,
        kind: KIND,
        edit_label: "set",
        objects: &objects,
        if_sent,
    };
    store.draft_create_all(&new, 10).unwrap()
}

impl Home {
    fn begin(&self, names: &[&str]) -> Vec<NewObjectOutcome> {
        begin(&self.store, &self.workspace, names, ResendPolicy::Skip)
    }

    fn begin_again(&self, names: &[&str]) -> Vec<NewObjectOutcome> {
        begin(
            &self.store,
            &self.workspace,
            names,
            ResendPolicy::CreateAgain,
        )
    }

    /// Begins an object and releases it; its draft, and its item in this state.
    fn sent(&self, name: &str, state: OutboxState) -> (String, String) {
        let [NewObjectOutcome::Created(id)] = &self.begin(&[name])[..] else {
            panic!("{name} was there");
        };
        let draft = self.store.draft_get(id).unwrap();
        let mut new = new_item(&draft);
        new.body = format!(r#"{{"clientRefId":"adwright-1","name":"{name}"}}"#);
        let item = self.send(&[new]).unwrap().remove(0).id;
        let transition = to(OutboxState::Planned, state);
        match state {
            OutboxState::Planned => {}
            _ if state.is_settled() => self.settle(&item, &transition, "{}", 30).unwrap(),
            _ => drop(self.store.item_transition(&item, &transition, 30).unwrap()),
        }
        (id.clone(), item)
    }
}

/// What became of each: `b`egun, `k`ept, or `s`ent.
fn letters(objects: &[NewObjectOutcome]) -> String {
    let letter = |object: &NewObjectOutcome| match object {
        NewObjectOutcome::Created(_) => 'b',
        NewObjectOutcome::Reused(_) => 'k',
        NewObjectOutcome::AlreadySent(_) => 's',
    };
    objects.iter().map(letter).collect()
}

#[test]
fn item_state_decides_about_equal_object() {
    for (state, expected, again) in [
        (OutboxState::Planned, 's', 'b'),
        (OutboxState::Intent, 's', 'b'),
        (OutboxState::Unknown, 's', 'b'),
        (OutboxState::NeedsYou, 's', 'b'),
        (OutboxState::Confirmed, 's', 'b'),
        (OutboxState::Refused, 'k', 'k'),
        (OutboxState::TakenBack, 'k', 'k'),
    ] {
        let home = Home::new();
        let (draft, item) = home.sent("A", state);
        let content = adwright_store::content_hash(&text_of("A")).unwrap();
        let sent = |except: &str| {
            let (store, workspace) = (&home.store, &home.workspace);
            let except = ItemSource::Draft(except.to_owned());
            let sent = store.sent_with_content(workspace, KIND, &content, Some(&except));
            sent.unwrap().map(|sent| sent.item)
        };
        assert_eq!(
            sent("another"),
            (expected == 's').then(|| item.clone()),
            "{state}"
        );
        assert_eq!(sent(&draft), None, "{state}");
        let there = home.begin(&["A"]);
        assert_eq!(letters(&there), String::from(expected), "{state}");
        match &there[0] {
            NewObjectOutcome::AlreadySent(sent) => assert_eq!(
                (&sent.item, sent.state, sent.released_at),
                (&item, state, 20)
            ),
            NewObjectOutcome::Reused(kept) | NewObjectOutcome::Created(kept) => {
                assert_eq!(*kept, draft);
            }
        }
        let once_more = home.begin_again(&["A"]);
        assert_eq!(letters(&once_more), String::from(again), "{state}");
    }
}

#[test]
fn each_earlier_object_is_matched_once() {
    let home = Home::new();
    home.sent("A", OutboxState::Confirmed);
    assert_eq!(letters(&home.begin(&["A", "A", "B"])), "sbb");
    assert_eq!(letters(&home.begin(&["A", "A", "A", "B", "B"])), "skbkb");
    assert_eq!(letters(&home.begin_again(&["A", "A", "A"])), "kkb");
}

#[test]
fn discarded_or_foreign_object_starts_a_draft() {
    let home = Home::new();
    for draft in home.begin(&["A"]) {
        let NewObjectOutcome::Created(draft) = draft else {
            panic!("it was there");
        };
        home.store.draft_discard(&draft, 20).unwrap();
    }
    home.sent("B", OutboxState::Confirmed);
    let other = adwright_store::WorkspaceSettings::new("Other", "http://o.example", "{}", None);
    let other = home.store.workspace_ensure(&other, 1).unwrap().id;
    let elsewhere = begin(&home.store, &other, &["B"], ResendPolicy::Skip);
    assert_eq!(letters(&home.begin(&["A"])) + &letters(&elsewhere), "bb");
}

#[test]
fn content_is_compared_by_value() {
    let home = Home::new();
    let draft = NewDraft {
        workspace: &home.workspace,
        kind: KIND,
        target: None,
        base_text: None,
        base_fullness: Fullness::Full,
        text: r#"{ "\u006eame" : "A" }"#,
    };
    let draft = home.store.draft_create(&draft, 10).unwrap();
    assert_eq!(
        home.begin(&["A"]),
        [NewObjectOutcome::Reused(draft.id.clone())]
    );
    home.send(&[new_item(&draft)]).unwrap();
    assert_eq!(letters(&home.begin(&["A"])), "s");
}

#[test]
fn objects_start_all_or_none() {
    let home = Home::new();
    home.raw()
        .execute_batch(
            "CREATE TRIGGER full BEFORE INSERT ON draft_edit
             WHEN NEW.edit LIKE '%third%' BEGIN SELECT RAISE(ABORT, 'full'); END;",
        )
        .unwrap();
    let objects = ["first", "second", "third"].map(object);
    let new = NewObjects {
        workspace: &home.workspace,
        kind: KIND,
        edit_label: "set",
        objects: &objects,
        if_sent: ResendPolicy::Skip,
    };
    home.store.draft_create_all(&new, 10).unwrap_err();
    assert!(home.store.draft_list(&home.workspace).unwrap().is_empty());
}

#[test]
fn two_handles_start_each_object_once() {
    let home = Home::new();
    for round in 0..20 {
        let names: Vec<_> = (0..5).map(|number| format!("{round} {number}")).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        thread::scope(|scope| {
            for _ in 0..2 {
                let store = home.again();
                let (names, workspace) = (&names, &home.workspace);
                scope.spawn(move || begin(&store, workspace, names, ResendPolicy::Skip));
            }
        });
    }
    assert_eq!(home.store.draft_list(&home.workspace).unwrap().len(), 100);
}

#[test]
fn edits_of_new_object_are_one_step() {
    let home = Home::new();
    let edits = ["one", "two"].map(set_name).to_vec();
    let objects = [NewObject {
        edits,
        ..object("two")
    }];
    let new = NewObjects {
        workspace: &home.workspace,
        kind: KIND,
        edit_label: "set",
        objects: &objects,
        if_sent: ResendPolicy::Skip,
    };
    let made = home.store.draft_create_all(&new, 10).unwrap();
    let [NewObjectOutcome::Created(id)] = &made[..] else {
        panic!("{made:?}");
    };
    let draft = home.store.draft_get(id).unwrap();
    assert_eq!(
        (draft.start_text.as_str(), draft.position, draft.revision),
        ("{}", 2, 1)
    );
    assert_eq!(draft.origin.as_deref(), Some("file.json"));
    let edits = home.store.draft_edits(id).unwrap();
    assert!(edits[0].bulk.is_some() && edits[0].bulk == edits[1].bulk);
    assert!(home.store.bulk_list(&home.workspace).unwrap().is_empty());
}
