//! The review groups drafts by their changes, and tells rows with equal names apart.

use std::collections::BTreeMap;

use adwright_testkit::TestApp;
use adwright_views::{ChangeGroup, ListId, SharedChange};

use crate::{campaign, draft_of, edit, fetched, ids_of, new_campaign};

/// Returns the drafts of a group.
fn drafts_of(group: &ChangeGroup) -> Vec<&str> {
    let drafts = group.drafts.iter();
    drafts.map(|grouped| grouped.draft.as_str()).collect()
}

/// Changes a field of the first campaigns, each to the text that `text` returns for its index. Returns the drafts.
fn edit_first(
    desktop: &TestApp,
    many: usize,
    path: &str,
    text: impl Fn(usize) -> String,
) -> Vec<String> {
    let ids = ids_of(desktop, ListId::Campaigns);
    let edited = ids.iter().take(many).enumerate();
    let drafts = edited.map(|(at, id)| draft_of(&edit(desktop, &campaign(id), path, &text(at))));
    drafts.collect()
}

#[tokio::test]
async fn like_changes_are_one_group() {
    let desktop = fetched().await;
    let drafts = edit_first(&desktop, 12, "status", |_| "ON HOLD".to_owned());
    edit_first(&desktop, 3, "name", |at| format!("Renamed {at}"));
    let new = new_campaign(&desktop, "New");

    let mut alike: BTreeMap<Option<String>, Vec<&str>> = BTreeMap::new();
    for draft in &drafts {
        let item = desktop.outbox.review_item(draft).unwrap().unwrap();
        let status = item.changes.iter().find(|change| change.path == "status");
        let before = status.unwrap().before.clone();
        alike.entry(before).or_default().push(draft);
    }
    alike.retain(|_, drafts| drafts.len() > 1);
    assert!(!alike.is_empty(), "no two campaigns have the same status");

    let groups = desktop.outbox.review_groups().unwrap();
    let mut same: BTreeMap<Option<String>, Vec<&str>> = BTreeMap::new();
    for group in &groups {
        if let SharedChange::Same(change) = &group.change
            && group.drafts.len() > 1
        {
            assert_eq!(
                (&*change.path, change.after.as_deref()),
                ("status", Some("ON HOLD"))
            );
            same.insert(change.before.clone(), drafts_of(group));
        }
    }
    assert_eq!(same, alike);

    let names = groups.iter().find(|group| {
        matches!(&group.change, SharedChange::Different(_)) && drafts_of(group) == drafts[..3]
    });
    let own = names.unwrap().drafts[1].change.as_ref().unwrap();
    assert_eq!(own.after.as_deref(), Some("Renamed 1"));
    let last = groups.last().unwrap();
    assert_eq!(
        (&last.change, drafts_of(last)),
        (&SharedChange::Create, vec![&*new])
    );
    let sizes: Vec<_> = groups.iter().map(|group| group.drafts.len()).collect();
    assert!(
        sizes[..sizes.len() - 1].is_sorted_by(|one, other| one >= other),
        "{sizes:?}"
    );
}

#[tokio::test]
async fn equal_names_are_disambiguated() {
    let desktop = fetched().await;
    edit_first(&desktop, 2, "name", |_| "Twin".to_owned());
    new_campaign(&desktop, "Alone");
    let rows = desktop.outbox.review().unwrap().rows;
    let shown: Vec<_> = rows.iter().map(|row| row.disambiguation.clone()).collect();
    let expected = |at: usize| {
        let id = rows[at].id.as_deref().unwrap();
        Some(format!("{id} · {}", rows[at].advertiser))
    };
    assert!(!rows[0].advertiser.is_empty());
    assert_eq!(shown, [expected(0), expected(1), None]);
}
