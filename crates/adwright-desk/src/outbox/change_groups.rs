//! Groups the drafts of the review by their changes, so that like changes are read once.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use adwright_views::{ChangeGroup, ChangeView, GroupedDraft, SharedChange};

use crate::check::CheckedDraft;

/// The changes of one field, by the values before and after.
type FieldChanges<'a> =
    BTreeMap<(Option<&'a str>, Option<&'a str>), Vec<(&'a str, &'a ChangeView)>>;

/// Groups drafts by changed field and values, the largest group first. Changes of one field that no other draft shares
/// form one group with different values. New and unreadable drafts form a group each.
pub(super) fn group_changes<'a>(
    drafts: impl Iterator<Item = &'a CheckedDraft>,
) -> Vec<ChangeGroup> {
    let mut fields: BTreeMap<&str, FieldChanges<'_>> = BTreeMap::new();
    let (mut new, mut unreadable) = (Vec::new(), Vec::new());
    for draft in drafts {
        let id = draft.row.draft.as_str();
        if draft.unreadable.is_some() {
            unreadable.push(grouped(id, None));
        } else if draft.target.is_none() {
            new.push(grouped(id, None));
        }
        for change in &draft.changes {
            let values = (change.before.as_deref(), change.after.as_deref());
            let field = fields.entry(&change.path).or_default();
            field.entry(values).or_default().push((id, change));
        }
    }
    let mut groups: Vec<_> = fields.into_values().flat_map(groups_of_field).collect();
    groups.sort_by_key(|group| Reverse(group.drafts.len()));
    let others = [
        (SharedChange::Create, new),
        (SharedChange::Unreadable, unreadable),
    ];
    let others = others.into_iter().filter(|(_, drafts)| !drafts.is_empty());
    groups.extend(others.map(|(change, drafts)| ChangeGroup { change, drafts }));
    groups
}

fn groups_of_field(changes: FieldChanges<'_>) -> Vec<ChangeGroup> {
    let (single, shared): (Vec<_>, Vec<_>) =
        changes.into_values().partition(|drafts| drafts.len() == 1);
    let mut groups: Vec<_> = shared
        .iter()
        .filter_map(|drafts| same_change(drafts))
        .collect();
    let single: Vec<_> = single.into_iter().flatten().collect();
    match single.as_slice() {
        [] => {}
        [_] => groups.extend(same_change(&single)),
        [(_, first), ..] => groups.push(ChangeGroup {
            change: SharedChange::Different(first.label.clone()),
            drafts: single
                .iter()
                .map(|(draft, change)| grouped(draft, Some((*change).clone())))
                .collect(),
        }),
    }
    groups
}

/// Returns the group of drafts with the same change.
fn same_change(drafts: &[(&str, &ChangeView)]) -> Option<ChangeGroup> {
    let (_, first) = drafts.first()?;
    Some(ChangeGroup {
        change: SharedChange::Same((*first).clone()),
        drafts: drafts
            .iter()
            .map(|(draft, _)| grouped(draft, None))
            .collect(),
    })
}

fn grouped(draft: &str, change: Option<ChangeView>) -> GroupedDraft {
    GroupedDraft {
        draft: draft.to_owned(),
        change,
    }
}
