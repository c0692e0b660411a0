//! A row of the list as it is drawn.

use adwright_model::Binding;

use super::ads::Figure;
use super::fields::{ListFields, each_value};
use super::key::RowKey;
use super::marks::{DraftMark, DraftMarks};
use super::value::spoken;
use crate::detail::show_raw;
use crate::views::{FieldKind, ListRow};
use crate::zone::Zone;

/// What drawing rows needs.
#[derive(Clone, Copy)]
pub(crate) struct Drawing<'a> {
    pub(crate) fields: &'a ListFields,
    pub(crate) drafts: &'a DraftMarks,
    pub(crate) zone: &'a Zone,
}

impl Drawing<'_> {
    /// The places of the fields at some paths; none for a path that the list does not have.
    pub(crate) fn columns(&self, paths: &[String]) -> Vec<Option<usize>> {
        paths.iter().map(|path| self.fields.at_path(path)).collect()
    }

    /// The row of a campaign; `own` gives the raw value of a field as the service has it.
    pub(crate) fn row<'v>(
        &'v self,
        key: RowKey,
        own: impl Fn(usize) -> &'v str,
        columns: &[Option<usize>],
    ) -> ListRow {
        let draft = key.id().and_then(|id| self.drafts.get(&id));
        let drafted: Option<Vec<&str>> = draft
            .and_then(|draft| self.fields.unsealed(draft.values.as_deref()?))
            .map(|values| each_value(values).collect());
        let now = |field: usize| {
            let drafted = drafted.as_ref().and_then(|values| values.get(field));
            drafted.copied().unwrap_or_else(|| own(field))
        };
        let cell =
            |field: &Option<usize>| field.map_or_else(String::new, |at| self.cell(at, now(at)));
        let differs = |field: &Option<usize>| field.is_some_and(|at| own(at) != now(at));
        let name = self.fields.bound(Binding::Name);
        ListRow {
            id: key.to_string(),
            name: draft.map_or_else(|| cell(&name), |draft| draft.name.clone()),
            draft: draft.is_some(),
            errors: draft.map_or(0, |draft: &DraftMark| draft.errors),
            warnings: draft.map_or(0, |draft| draft.warnings),
            cells: columns.iter().map(cell).collect(),
            changed: (0..)
                .zip(columns)
                .filter(|(_, at)| differs(at))
                .map(|(place, _)| place)
                .collect(),
            file: self.file(key).map(|at| spoken(own(at)).into_owned()),
        }
    }

    /// The place of the name of the file that a row came from.
    fn file(&self, key: RowKey) -> Option<usize> {
        let is_of_file = matches!(key, RowKey::File(_));
        let place = is_of_file.then(|| Figure::File.path().to_string())?;
        self.fields.at_path(&place)
    }

    /// A value as a person reads it.
    fn cell(&self, field: usize, raw: &str) -> String {
        let field = self.fields.get(field);
        match (field.info.kind, raw) {
            (_, "") => String::new(),
            (FieldKind::YesNo, "true") => "yes".to_owned(),
            (FieldKind::YesNo, "false") => "no".to_owned(),
            (kind, raw) => show_raw(raw, kind, field.unit, self.zone),
        }
    }
}
