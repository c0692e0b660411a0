//! The findings of all rows by rule, column and text, so that people fix all alike cells at once.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use adwright_checks::{Finding, Fix, message, title};
use adwright_sheet::BatchRowId;
use adwright_views::{
    AlikeFindings, FindingGroupView, FindingOverview, FindingText, Severity, saturating_u32,
};

use super::batch_check::CheckInputs;
use super::fix_findings::fixed_text;
use super::row_checker::{RowChecker, RowValue, column_of, is_counted};
use super::rows::UNUSABLE_CELL;
use super::shown_rows::{conflict, retry};

use crate::batch::BatchVersion;
use crate::error::Error;
use crate::sheet::Sheets;
use crate::wording::{UNUSABLE_CELL_TITLE, error_message};

/// The most texts of a group that the window gets.
const MAX_TEXTS: usize = 100;

/// The rows between two looks at the check. Meanwhile other requests can use it.
const STEP: usize = 1_024;

/// The errors and warnings of all rows of a sheet.
pub(super) struct GroupedFindings {
    revision: u32,
    groups: HashMap<GroupKey, FindingGroup>,
}

/// The findings of a batch that were grouped last.
#[derive(Default)]
pub(super) struct FindingsCache(Mutex<Option<KeptFindings>>);

struct KeptFindings {
    version: BatchVersion,
    inputs: CheckInputs,
    grouped: Arc<GroupedFindings>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct GroupKey {
    rule: Cow<'static, str>,
    column: Option<u32>,
}

struct FindingGroup {
    severity: Severity,
    title: String,
    texts: HashMap<String, AlikeCells>,
}

/// The cells with one text.
struct AlikeCells {
    /// The positions of the rows.
    positions: Vec<u32>,
    message: String,
    fix: Option<String>,
}

/// A finding of a row, before it has words.
pub(super) enum RowFinding<'a> {
    /// A cell cannot become a part of the value.
    Refused(u32, &'a Error),
    /// A rule found it.
    OfRule(Option<u32>, Finding),
}

impl RowFinding<'_> {
    pub(super) fn rule(&self) -> &Cow<'static, str> {
        match self {
            Self::Refused(..) => &Cow::Borrowed(UNUSABLE_CELL),
            Self::OfRule(_, finding) => &finding.rule,
        }
    }

    pub(super) const fn column(&self) -> Option<u32> {
        match self {
            Self::Refused(column, _) => Some(*column),
            Self::OfRule(column, _) => *column,
        }
    }

    pub(super) const fn fix(&self) -> Option<&Fix> {
        match self {
            Self::Refused(..) => None,
            Self::OfRule(_, finding) => finding.fix.as_ref(),
        }
    }

    const fn severity(&self) -> Severity {
        match self {
            Self::Refused(..) => Severity::Error,
            Self::OfRule(_, finding) => finding.severity,
        }
    }

    fn title(&self) -> &str {
        match self {
            Self::Refused(..) => UNUSABLE_CELL_TITLE,
            Self::OfRule(_, finding) => title(finding),
        }
    }

    fn message(&self) -> String {
        match self {
            Self::Refused(_, error) => error_message(error),
            Self::OfRule(_, finding) => message(finding),
        }
    }
}

impl Sheets {
    /// Returns the errors and warnings of a sheet by rule and column. Waits for the check of all rows.
    pub fn finding_overview(self: &Arc<Self>, sheet: &str) -> Result<FindingOverview, Error> {
        retry(|| {
            let version = self.state(sheet)?.version;
            Ok(self.grouped_findings(&version)?.overview())
        })
    }

    /// Returns the findings of all rows as of a version.
    pub(super) fn grouped_findings(
        self: &Arc<Self>,
        at: &BatchVersion,
    ) -> Result<Arc<GroupedFindings>, Error> {
        match self.open_objects.get(&at.batch) {
            Some(objects) => Ok(Arc::new(self.grouped_object_findings(&objects, at)?)),
            None => self.grouped_row_findings(at),
        }
    }

    /// Returns the findings of all rows of a batch as of a version. They are grouped once per check.
    fn grouped_row_findings(
        self: &Arc<Self>,
        at: &BatchVersion,
    ) -> Result<Arc<GroupedFindings>, Error> {
        let (inputs, rows) = self.with_complete_check(at, |check| {
            let inputs = check.inputs.clone();
            let kept = self.findings.get(at, &inputs);
            let rows = kept.ok_or_else(|| check.rows_with_findings());
            Ok((inputs, rows))
        })?;
        let rows = match rows {
            Ok(kept) => return Ok(kept),
            Err(rows) => rows,
        };
        let mut grouped = GroupedFindings::new(at.revision);
        for rows in rows.chunks(STEP) {
            self.group_rows(&mut grouped, at, rows)?;
        }
        let grouped = Arc::new(grouped);
        self.findings.set(KeptFindings {
            version: at.clone(),
            inputs,
            grouped: Arc::clone(&grouped),
        });
        Ok(grouped)
    }

    fn group_rows(
        self: &Arc<Self>,
        grouped: &mut GroupedFindings,
        at: &BatchVersion,
        rows: &[(u32, BatchRowId)],
    ) -> Result<(), Error> {
        let ids: Vec<_> = rows.iter().map(|(_, row)| *row).collect();
        let snapshot = self.batches.snapshot_of(&at.batch, &ids)?;
        if snapshot.version != *at {
            return Err(conflict(at));
        }
        let mut checker = self.row_checker_of(&at.batch, &snapshot.columns)?;
        let mut values = Vec::with_capacity(rows.len());
        for (position, row) in rows {
            if let Some(value) = checker.value(snapshot.cells(*row))? {
                values.push((*position, *row, value));
            }
        }
        let across = self.with_complete_check(at, |check| {
            let across = values
                .iter()
                .map(|(_, row, value)| check.across(*row, &checker.input(value)));
            Ok(across.collect::<Vec<_>>())
        })?;
        for ((position, row, value), across) in values.iter().zip(across) {
            for found in checker.row_findings(value, across) {
                let text = found.column().map(|column| snapshot.cell(*row, column));
                let fix = || {
                    let fixed = fixed_text(&found, value, &checker);
                    fixed.map(|(fix, _)| fix.label.clone())
                };
                grouped.add(*position, text.unwrap_or_default(), &found, fix);
            }
        }
        Ok(())
    }
}

impl RowChecker<'_> {
    /// Returns the findings of a value with their columns. `across` are those in relation to other rows.
    pub(super) fn row_findings<'v>(
        &self,
        value: &'v RowValue,
        across: Vec<Finding>,
    ) -> impl Iterator<Item = RowFinding<'v>> {
        let refused = value.refused.iter();
        let refused = refused.map(|(column, error)| RowFinding::Refused(*column, error));
        let found = self.check(value).into_iter().chain(across);
        let found = found
            .map(|finding| RowFinding::OfRule(column_of(self.columns, &finding.path), finding));
        refused.chain(found)
    }
}

impl GroupedFindings {
    pub(super) fn new(revision: u32) -> Self {
        Self {
            revision,
            groups: HashMap::new(),
        }
    }

    /// Adds a finding of a row. Rows come in the order of their positions.
    pub(super) fn add(
        &mut self,
        position: u32,
        text: &str,
        found: &RowFinding<'_>,
        fix: impl FnOnce() -> Option<String>,
    ) {
        if !is_counted(found.severity()) {
            return;
        }
        let key = GroupKey {
            rule: found.rule().clone(),
            column: found.column(),
        };
        let group = self.groups.entry(key).or_insert_with(|| FindingGroup {
            severity: found.severity(),
            title: found.title().to_owned(),
            texts: HashMap::new(),
        });
        group.severity = group.severity.min(found.severity());
        if let Some(cells) = group.texts.get_mut(text) {
            if cells.positions.last() != Some(&position) {
                cells.positions.push(position);
            }
            return;
        }
        let cells = AlikeCells {
            positions: vec![position],
            message: found.message(),
            fix: fix(),
        };
        group.texts.insert(text.to_owned(), cells);
    }

    /// Returns the positions of the rows with these findings, in order.
    pub(super) fn positions(&self, alike: &AlikeFindings) -> Vec<u32> {
        let key = GroupKey {
            rule: Cow::Owned(alike.rule.clone()),
            column: alike.column,
        };
        let texts = self.groups.get(&key).map(|group| &group.texts);
        let mut positions: Vec<u32> = match (texts, &alike.text) {
            (None, _) => Vec::new(),
            (Some(texts), Some(text)) => texts
                .get(text)
                .map_or_else(Vec::new, |cells| cells.positions.clone()),
            (Some(texts), None) => {
                let cells = texts.values();
                cells
                    .flat_map(|cells| cells.positions.iter().copied())
                    .collect()
            }
        };
        positions.sort_unstable();
        positions
    }

    fn overview(&self) -> FindingOverview {
        let groups = self.groups.iter();
        let mut groups: Vec<_> = groups.map(|(key, group)| group.view(key)).collect();
        groups.sort_by(|one, other| {
            let order = |group: &FindingGroupView| (group.severity, Reverse(group.rows));
            let names = |group: &FindingGroupView| (group.alike.column, group.alike.rule.clone());
            let by_count = order(one).cmp(&order(other));
            by_count.then_with(|| names(one).cmp(&names(other)))
        });
        FindingOverview {
            revision: self.revision,
            groups,
        }
    }
}

impl FindingGroup {
    fn view(&self, key: &GroupKey) -> FindingGroupView {
        let mut texts: Vec<_> = self.texts.iter().collect();
        texts.sort_unstable_by_key(|(_, cells)| (Reverse(cells.positions.len()), cells.first()));
        let count = |texts: &[(&String, &AlikeCells)]| {
            let rows: usize = texts.iter().map(|(_, cells)| cells.positions.len()).sum();
            saturating_u32(rows)
        };
        let has_fix = |(_, cells): &(&String, &AlikeCells)| cells.fix.is_some();
        let fixable: Vec<_> = texts.iter().copied().filter(has_fix).collect();
        let first = texts.iter().min_by_key(|(_, cells)| cells.first());
        FindingGroupView {
            alike: AlikeFindings {
                rule: key.rule.to_string(),
                column: key.column,
                text: None,
            },
            severity: self.severity,
            title: self.title.clone(),
            rows: count(&texts),
            fixable: count(&fixable),
            distinct: saturating_u32(texts.len()),
            message: first.map_or_else(String::new, |(_, cells)| cells.message.clone()),
            texts: match key.column {
                None => Vec::new(),
                Some(_) => texts
                    .iter()
                    .take(MAX_TEXTS)
                    .map(|(text, cells)| FindingText {
                        text: (*text).clone(),
                        rows: saturating_u32(cells.positions.len()),
                        message: cells.message.clone(),
                        fix: cells.fix.clone(),
                    })
                    .collect(),
            },
        }
    }
}

impl AlikeCells {
    fn first(&self) -> Option<u32> {
        self.positions.first().copied()
    }
}

impl FindingsCache {
    fn get(&self, at: &BatchVersion, inputs: &CheckInputs) -> Option<Arc<GroupedFindings>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = kept.as_ref();
        let current = kept.filter(|kept| kept.version == *at && kept.inputs == *inputs);
        current.map(|kept| Arc::clone(&kept.grouped))
    }

    fn set(&self, grouped: KeptFindings) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *kept = Some(grouped);
    }
}
