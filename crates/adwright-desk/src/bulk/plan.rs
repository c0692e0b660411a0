//! A stored preview. Its rows can be read in windows, and it is applied exactly as it was shown.

use std::borrow::Cow;
use std::collections::HashMap;

use adwright_checks::{Finding, Severity, message, title};
use adwright_model::{Edit, Path};
use adwright_views::{
    BulkFinding, BulkList, BulkPreview, BulkQuery, BulkRow, BulkSkipReason, BulkWindow,
    DocumentRef, saturating_u32,
};

use super::operation::{CellChange, Operation};

use crate::error::ItemBlocker;
use crate::field::Describer;
use crate::object::BulkLabel;
use crate::wording::{item_blocker_message, skip_message};

/// The complete result of a preview.
#[derive(Debug)]
pub(crate) struct BulkPlan {
    pub(super) id: String,
    /// The change, for the label of its undo step.
    pub(super) change: BulkLabel,
    label: String,
    pub(super) operation: Operation,
    /// The labels of the fields, in the order of [`Operation::paths`].
    labels: Vec<String>,
    pub(super) items: Vec<PlannedItem>,
    findings: GroupedFindings,
    lists: PreviewLists,
}

/// The planned change of one campaign or draft.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PlannedItem {
    pub(super) target: DocumentRef,
    pub(super) title: String,
    /// The edits to make; empty if the item stays the same.
    pub(super) edits: Vec<Edit>,
    /// One result per field.
    pub(super) cells: Vec<CellChange>,
    /// Whether only the list's summary of the campaign is known.
    pub(super) is_summary: bool,
    /// Why the item cannot be changed at all.
    pub(super) blocker: Option<ItemBlocker>,
}

/// The cells of each list, by item and field; no field if the whole item is meant.
#[derive(Debug, Default)]
struct PreviewLists {
    changed: Vec<CellIndex>,
    unchanged: Vec<CellIndex>,
    skipped: Vec<CellIndex>,
}

type CellIndex = (u32, Option<u32>);

/// The findings that the change would cause, grouped by rule, case and path.
#[derive(Debug, Default)]
pub(super) struct GroupedFindings {
    groups: Vec<FindingGroup>,
    by_key: HashMap<(Cow<'static, str>, &'static str, Path), usize>,
}

#[derive(Debug)]
struct FindingGroup {
    finding: BulkFinding,
    order: Severity,
    /// The items, each with its own wording if that differs from the group's wording.
    items: Vec<(u32, Option<String>)>,
}

impl GroupedFindings {
    pub(super) fn add(&mut self, item: usize, finding: &Finding, describe: &Describer<'_>) {
        let wording = message(finding);
        let key = (finding.rule.clone(), finding.case, finding.path.clone());
        let at = *self.by_key.entry(key).or_insert_with(|| {
            self.groups
                .push(FindingGroup::new(finding, wording.clone(), describe));
            self.groups.len() - 1
        });
        let group = &mut self.groups[at];
        let own = (wording != group.finding.message).then_some(wording);
        group.items.push((saturating_u32(item), own));
    }

    /// Sorts the groups: errors first, then the groups with the most campaigns.
    fn sorted(mut self) -> Self {
        self.groups
            .sort_by_key(|group| (group.order, usize::MAX - group.items.len()));
        self.by_key.clear();
        self
    }
}

impl FindingGroup {
    fn new(finding: &Finding, message: String, describe: &Describer<'_>) -> Self {
        let view = describe.finding(finding);
        Self {
            finding: BulkFinding {
                code: view.code,
                severity: view.severity,
                title: title(finding).to_owned(),
                label: view.label,
                message,
                count: 0,
            },
            order: finding.severity,
            items: Vec::new(),
        }
    }
}

impl BulkPlan {
    pub(super) fn new(
        id: &str,
        (change, (label, labels)): (BulkLabel, (String, Vec<String>)),
        operation: Operation,
        items: Vec<PlannedItem>,
        findings: GroupedFindings,
    ) -> Self {
        Self {
            id: id.to_owned(),
            change,
            label,
            operation,
            labels,
            lists: PreviewLists::of(&items),
            items,
            findings: findings.sorted(),
        }
    }

    /// Returns the items that would change.
    pub(super) fn changed(&self) -> impl Iterator<Item = &PlannedItem> {
        self.items.iter().filter(|item| !item.edits.is_empty())
    }

    /// Returns the counts, reasons and findings that the window shows first.
    pub(super) fn preview(&self) -> BulkPreview {
        let changed = self.changed().count();
        let skipped = self.items.iter().filter(|item| item.is_skipped()).count();
        BulkPreview {
            operation: self.id.clone(),
            label: self.label.clone(),
            changed: saturating_u32(changed),
            unchanged: saturating_u32(self.items.len() - changed - skipped),
            skipped: saturating_u32(skipped),
            summaries: saturating_u32(self.changed().filter(|item| item.is_summary).count()),
            reasons: self.reasons(),
            findings: self.findings(),
        }
    }

    fn findings(&self) -> Vec<BulkFinding> {
        self.findings
            .groups
            .iter()
            .map(|group| BulkFinding {
                count: saturating_u32(group.items.len()),
                ..group.finding.clone()
            })
            .collect()
    }

    fn reasons(&self) -> Vec<BulkSkipReason> {
        let mut counts: HashMap<String, u32> = HashMap::new();
        for place in &self.lists.skipped {
            *counts.entry(self.reason(place)).or_default() += 1;
        }
        let mut reasons: Vec<_> = counts
            .into_iter()
            .map(|(reason, count)| BulkSkipReason { reason, count })
            .collect();
        reasons.sort_by(|one, other| (other.count, &one.reason).cmp(&(one.count, &other.reason)));
        reasons
    }

    /// Returns a window of one of the lists.
    pub(super) fn window(&self, query: &BulkQuery) -> BulkWindow {
        let (offset, limit) = (query.offset as usize, query.limit as usize);
        let (total, rows) = match query.list {
            BulkList::Changed => self.rows(&self.lists.changed, offset, limit),
            BulkList::Unchanged => self.rows(&self.lists.unchanged, offset, limit),
            BulkList::Skipped => self.rows(&self.lists.skipped, offset, limit),
            BulkList::Finding(index) => self.finding_rows(index as usize, offset, limit),
        };
        BulkWindow {
            total: saturating_u32(total),
            offset: query.offset,
            rows,
        }
    }

    fn rows(&self, list: &[CellIndex], offset: usize, limit: usize) -> (usize, Vec<BulkRow>) {
        let shown = list.iter().skip(offset).take(limit);
        (list.len(), shown.map(|place| self.row(place)).collect())
    }

    fn finding_rows(&self, index: usize, offset: usize, limit: usize) -> (usize, Vec<BulkRow>) {
        let Some(group) = self.findings.groups.get(index) else {
            return (0, Vec::new());
        };
        let shown = group.items.iter().skip(offset).take(limit);
        let rows = shown.map(|(item, own)| BulkRow {
            label: group.finding.label.clone(),
            note: Some(own.clone().unwrap_or_else(|| group.finding.message.clone())),
            ..self.row_header(*item)
        });
        (group.items.len(), rows.collect())
    }

    fn row(&self, place: &CellIndex) -> BulkRow {
        let (item, field) = *place;
        let head = self.row_header(item);
        let Some(field) = field.map(|field| field as usize) else {
            return BulkRow {
                note: Some(self.reason(place)),
                ..head
            };
        };
        let (before, after, note) = match &self.items[item as usize].cells[field] {
            CellChange::Changed { before, after } => {
                (Some(before.clone()), Some(after.clone()), None)
            }
            CellChange::Same(value) => (Some(value.clone()), None, None),
            CellChange::Skipped(reason) => (None, None, Some(skip_message(reason))),
        };
        BulkRow {
            label: self.labels[field].clone(),
            before,
            after,
            note,
            ..head
        }
    }

    fn row_header(&self, item: u32) -> BulkRow {
        let item = &self.items[item as usize];
        BulkRow {
            target: item.target.clone(),
            title: item.title.clone(),
            label: String::new(),
            before: None,
            after: None,
            note: None,
        }
    }

    fn reason(&self, (item, field): &CellIndex) -> String {
        let item = &self.items[*item as usize];
        match field.map(|field| &item.cells[field as usize]) {
            Some(CellChange::Skipped(reason)) => skip_message(reason),
            _ => item
                .blocker
                .as_ref()
                .map_or_else(String::new, item_blocker_message),
        }
    }
}

impl PlannedItem {
    /// Returns whether the item is unchanged because something blocks it.
    fn is_skipped(&self) -> bool {
        let is_cell_skipped = |cell: &CellChange| matches!(cell, CellChange::Skipped(_));
        self.edits.is_empty() && (self.blocker.is_some() || self.cells.iter().any(is_cell_skipped))
    }
}

impl PreviewLists {
    fn of(items: &[PlannedItem]) -> Self {
        let mut lists = Self::default();
        for (at, item) in items.iter().enumerate() {
            if item.blocker.is_some() {
                lists.skipped.push((saturating_u32(at), None));
            }
            for (field, cell) in item.cells.iter().enumerate() {
                let list = match cell {
                    CellChange::Changed { .. } => &mut lists.changed,
                    CellChange::Same(_) => &mut lists.unchanged,
                    CellChange::Skipped(_) => &mut lists.skipped,
                };
                list.push((saturating_u32(at), Some(saturating_u32(field))));
            }
        }
        lists
    }
}

/// Returns the findings after a change that did not exist before it.
pub(super) fn new_findings<'a>(
    before: &[Finding],
    after: &'a [Finding],
) -> impl Iterator<Item = &'a Finding> {
    after.iter().filter(move |finding| {
        let is_same = |other: &Finding| {
            (&other.rule, other.case, &other.path) == (&finding.rule, finding.case, &finding.path)
        };
        !before.iter().any(is_same)
    })
}
