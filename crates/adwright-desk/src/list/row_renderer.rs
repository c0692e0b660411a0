//! Renders a row of a list.

use adwright_list::{AdMetric, ListFields, RowId, plain_text, split_values};
use adwright_model::Binding;
use adwright_views::{FieldKind, ListRow};

use crate::check::{DraftMark, DraftMarks};
use crate::field::display_raw;
use crate::host::Zone;

/// A renderer of rows.
#[derive(Clone, Copy)]
pub(crate) struct RowRenderer<'a> {
    pub(crate) fields: &'a ListFields,
    pub(crate) drafts: &'a DraftMarks,
    pub(crate) zone: &'a Zone,
}

impl RowRenderer<'_> {
    /// Returns the indexes of the fields at these paths; none for a path that the list lacks.
    pub(crate) fn column_positions(&self, paths: &[String]) -> Vec<Option<usize>> {
        paths
            .iter()
            .map(|path| self.fields.position_of_path(path))
            .collect()
    }

    /// Renders a row. `own` returns the raw value of a field as the service has it.
    pub(crate) fn render<'v>(
        &'v self,
        key: RowId,
        own: impl Fn(usize) -> &'v str,
        columns: &[Option<usize>],
    ) -> ListRow {
        let draft = self.drafts.get(&key);
        let drafted = self.drafted_values(key);
        let now = |field: usize| {
            let drafted = drafted.as_ref().and_then(|values| values.get(field));
            drafted.copied().unwrap_or_else(|| own(field))
        };
        let cell = |field: &Option<usize>| {
            field.map_or_else(String::new, |at| self.cell_text(at, now(at)))
        };
        let differs = |field: &Option<usize>| field.is_some_and(|at| own(at) != now(at));
        let name = self.fields.position_of_binding(Binding::Name);
        ListRow {
            id: key.to_string(),
            name: draft.map_or_else(|| cell(&name), |draft| draft.name.clone()),
            draft: draft.is_some(),
            errors: draft.map_or(0, |draft: &DraftMark| draft.errors),
            warnings: draft.map_or(0, |draft| draft.warnings),
            clashes: draft.map_or(0, |draft| draft.clashes),
            cells: columns.iter().map(cell).collect(),
            is_new: matches!(key, RowId::NewDraft(_)),
            changed: (0..)
                .zip(columns)
                .filter(|(_, at)| differs(at))
                .map(|(place, _)| place)
                .collect(),
            file: self
                .file_name_position(key)
                .map(|at| plain_text(own(at)).into_owned()),
        }
    }

    /// Returns the exact cells of a row: texts without quotes, and other values as JSON. They come from the draft if
    /// there is one.
    pub(crate) fn exact_cells<'v>(
        &'v self,
        key: RowId,
        own: impl Fn(usize) -> &'v str,
        columns: &[usize],
    ) -> Vec<String> {
        let drafted = self.drafted_values(key);
        let cell = |field: &usize| {
            let drafted = drafted.as_ref().and_then(|values| values.get(*field));
            plain_text(drafted.copied().unwrap_or_else(|| own(*field))).into_owned()
        };
        columns.iter().map(cell).collect()
    }

    fn drafted_values(&self, key: RowId) -> Option<Vec<&str>> {
        let values = self.drafts.get(&key)?.values.as_deref()?;
        Some(split_values(self.fields.strip_layout_hash(values)?).collect())
    }

    /// Returns the index of the field with the name of the row's source file.
    fn file_name_position(&self, key: RowId) -> Option<usize> {
        let is_of_file = matches!(key, RowId::FromFile(_));
        let place = is_of_file.then(|| AdMetric::FileName.path().to_string())?;
        self.fields.position_of_path(&place)
    }

    /// Returns a value as display text.
    fn cell_text(&self, field: usize, raw: &str) -> String {
        let field = self.fields.get(field);
        match (field.info.kind, raw) {
            (_, "") => String::new(),
            (FieldKind::YesNo, "true") => "yes".to_owned(),
            (FieldKind::YesNo, "false") => "no".to_owned(),
            (kind, raw) => display_raw(raw, kind, field.unit, self.zone),
        }
    }
}
