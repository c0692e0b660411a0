//! Makes the value that a row would become, and checks it.

use std::collections::HashMap;
use std::sync::Arc;

use adwright_checks::{
    BatchKeys, CheckInput, Fact, FactSource, FactValue, Facts, Finding, OwnRules, Phase, Severity,
};
use adwright_model::{
    Catalog, Edit, EditableDocument, Path, UnparsedInputs, unparsed_inputs_after,
};

use super::known_activities::KnownActivities;
use super::other_batches::OtherBatches;

use crate::document::replay;
use crate::error::Error;
use crate::fact::FactKeys;
use crate::object::NEW_VALUE;
use crate::sheet::{KIND, Sheets};
use crate::values::CellParser;
use crate::wording::batch_place;

/// The value of a row, as it would be sent.
pub(super) struct RowValue {
    pub(super) document: EditableDocument,
    facts: Facts,
    /// What is compared with other rows.
    pub(super) keys: BatchKeys,
    /// The cells that cannot become a part of the value, with the reason.
    pub(super) refused: Vec<(u32, Error)>,
}

/// Checks the rows of a batch with these columns.
#[derive(Clone)]
pub(super) struct RowChecker<'a> {
    pub(super) sheets: &'a Sheets,
    pub(super) columns: &'a [Path],
    pub(super) catalog: Arc<Catalog>,
    rules: Arc<OwnRules>,
    activities: Arc<KnownActivities>,
    others: OtherBatches,
    new_value: EditableDocument,
    /// The facts about each combination of ids.
    facts: HashMap<FactKeys, Facts>,
}

/// A row whose cells become a value.
struct UnfinishedRow {
    document: EditableDocument,
    typed: UnparsedInputs,
    refused: Vec<(u32, Error)>,
    /// The edits of cells that are not in the document yet, with their columns.
    edits: Vec<(u32, Edit)>,
}

impl UnfinishedRow {
    fn new(document: EditableDocument) -> Self {
        Self {
            document,
            typed: UnparsedInputs::new(),
            refused: Vec::new(),
            edits: Vec::new(),
        }
    }

    /// Applies the edits. If one is impossible, each is applied alone.
    fn apply_edits(&mut self) {
        let edits = std::mem::take(&mut self.edits);
        let at_once = replay(&self.document, edits.iter().map(|(_, edit)| edit)).ok();
        for (column, edit) in &edits {
            if at_once.is_none() {
                match replay(&self.document, [edit]) {
                    Ok(document) => self.document = document,
                    Err(error) => {
                        self.refused.push((*column, error));
                        continue;
                    }
                }
            }
            self.typed = unparsed_inputs_after(std::mem::take(&mut self.typed), edit);
        }
        if let Some(document) = at_once {
            self.document = document;
        }
    }
}

impl RowValue {
    /// Returns whether another batch has a row with the same content.
    pub(super) fn is_in_other_batch(&self) -> bool {
        let known = self.facts.get(Fact::ValueInOtherBatch);
        known.is_some_and(|known| known.value)
    }

    /// Returns whether the service has a value with the same content.
    pub(super) fn is_on_service(&self) -> bool {
        let known = self.facts.get(Fact::ValueOnService);
        known.is_some_and(|known| known.value)
    }
}

impl Sheets {
    /// Returns the checker of the rows of a batch, which knows the other batches.
    pub(super) fn row_checker_of<'a>(
        &'a self,
        batch: &str,
        columns: &'a [Path],
    ) -> Result<RowChecker<'a>, Error> {
        Ok(RowChecker {
            others: self.other_batches(batch)?,
            ..self.row_checker(columns)?
        })
    }

    pub(super) fn row_checker<'a>(&'a self, columns: &'a [Path]) -> Result<RowChecker<'a>, Error> {
        Ok(RowChecker {
            sheets: self,
            columns,
            catalog: self.context.catalog(),
            rules: self.context.rules(),
            activities: self.known_activities()?,
            others: OtherBatches::default(),
            new_value: EditableDocument::parse(NEW_VALUE).expect("it is an object"),
            facts: HashMap::new(),
        })
    }
}

impl RowChecker<'_> {
    /// Returns the value of a row; none for a row without text. An empty cell leaves its field out.
    pub(super) fn value<'c>(
        &mut self,
        cells: impl Iterator<Item = &'c str>,
    ) -> Result<Option<RowValue>, Error> {
        let catalog = Arc::clone(&self.catalog);
        let parser = CellParser {
            catalog: &catalog,
            zone: &self.sheets.context.zone,
        };
        let (mut row, mut is_blank) = (UnfinishedRow::new(self.new_value.clone()), true);
        let cells = self.columns.iter().zip(cells).zip(0..);
        for ((path, cell), column) in cells.filter(|((_, cell), _)| !cell.is_empty()) {
            is_blank &= cell.trim().is_empty();
            // The parents of such a field may come from other cells.
            let is_inside = path.steps().len() > 1;
            if is_inside {
                row.apply_edits();
            }
            match parser.edit(&row.document, path, cell) {
                Ok(edit) => row.edits.extend(edit.map(|edit| (column, edit))),
                Err(error) => row.refused.push((column, error)),
            }
            if is_inside {
                row.apply_edits();
            }
        }
        row.apply_edits();
        let UnfinishedRow {
            document,
            typed,
            refused,
            ..
        } = row;
        if is_blank {
            return Ok(None);
        }
        let mut facts = self.facts(&document)?;
        facts.set_unparsed_inputs(typed);
        let mut value = RowValue {
            document,
            facts,
            keys: BatchKeys::default(),
            refused,
        };
        value.keys = BatchKeys::of(&self.input(&value));
        let content = value.keys.content();
        if let Some((name, position)) = content.and_then(|content| self.others.place(content)) {
            let known = FactValue {
                value: true,
                source: FactSource::Document,
                detail: Some(batch_place(name, position)),
            };
            value.facts.set(Fact::ValueInOtherBatch, known);
        }
        Ok(Some(value))
    }

    /// Returns the findings about one value, errors first.
    pub(super) fn check(&self, value: &RowValue) -> Vec<Finding> {
        self.rules.check_any_type(&self.input(value))
    }

    /// Returns the value that stands for a row without text where rows are counted.
    pub(super) fn blank_value(&self) -> RowValue {
        RowValue {
            document: self.new_value.clone(),
            facts: Facts::default(),
            keys: BatchKeys::default(),
            refused: Vec::new(),
        }
    }

    /// Returns the findings with the severities of the workspace.
    pub(super) fn apply_severities(&self, findings: Vec<Finding>) -> Vec<Finding> {
        self.rules.apply_severities(findings)
    }

    /// Returns a value as the rules see it.
    pub(super) fn input<'b>(&'b self, value: &'b RowValue) -> CheckInput<'b> {
        CheckInput {
            kind: KIND,
            document: &value.document,
            base: None,
            phase: Phase::Create,
            catalog: &self.catalog,
            bindings: &self.sheets.context.dialect.bindings,
            facts: &value.facts,
        }
    }

    fn facts(&mut self, document: &EditableDocument) -> Result<Facts, Error> {
        let bindings = &self.sheets.context.dialect.bindings;
        let keys = FactKeys::of(KIND, None, document, bindings);
        let mut facts = if let Some(known) = self.facts.get(&keys) {
            known.clone()
        } else {
            let known = self.sheets.checker.known_facts.for_rules(keys)?;
            self.facts.insert(keys, known.clone());
            known
        };
        let Some((activity, advertiser)) = keys.activity.zip(keys.advertiser) else {
            return Ok(facts);
        };
        let learned = facts.get(Fact::ActivityOfAdvertiser);
        let is_learned = learned.is_some_and(|known| known.source == FactSource::Service);
        if !is_learned && let Some(value) = self.activities.belongs_to(activity, advertiser) {
            let known = FactValue {
                value,
                source: FactSource::Document,
                detail: None,
            };
            facts.set(Fact::ActivityOfAdvertiser, known);
        }
        let on_service = &self.activities.values;
        if let Some(known) = on_service.fact_of(document, activity, advertiser) {
            facts.set(Fact::ValueOnService, known);
        }
        Ok(facts)
    }
}

/// Returns the column of a finding: that of its field, or of the nearest one around it. None for the whole row.
pub(super) fn column_of(columns: &[Path], path: &Path) -> Option<u32> {
    let fitting = columns.iter().zip(0..);
    let fitting = fitting.filter(|(column, _)| !column.is_root() && path.starts_with(column));
    let nearest = fitting.max_by_key(|(column, _)| column.steps().len());
    nearest.map(|(_, at)| at)
}

/// Returns whether a finding counts: notes do not.
pub(super) fn is_counted(severity: Severity) -> bool {
    severity != Severity::Note
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finding_belongs_to_the_nearest_column() {
        let columns: Vec<Path> = ["a", "a.b", "c"].map(|path| path.parse().unwrap()).into();
        for (path, expected) in [
            ("a", Some(0)),
            ("a.b", Some(1)),
            ("a.b.d", Some(1)),
            ("a.e", Some(0)),
            ("d", None),
        ] {
            assert_eq!(
                column_of(&columns, &path.parse().unwrap()),
                expected,
                "{path}"
            );
        }
        assert_eq!(column_of(&columns, &Path::root()), None);
    }
}
