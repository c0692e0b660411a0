//! Parses the cells of a table as the fields of a value.

use adwright_checks::IdDamage;
use adwright_model::{
    Catalog, Edit, EditableDocument, FieldType, Kind, Path, PathStep, UnparsedInputs,
    to_json_string,
};
use adwright_views::FieldInput;

use super::damaged_ids::is_of_ids;

use crate::draft::FieldEditor;
use crate::error::{BatchError, Error, IdLoss};
use crate::field::DateParser;
use crate::host::Zone;

const KIND: Kind = Kind::RetargetingDataValue;

/// Parses cells like typed input in the form.
#[derive(Clone, Copy)]
pub(crate) struct CellParser<'a> {
    pub(crate) catalog: &'a Catalog,
    pub(crate) zone: &'a Zone,
}

impl CellParser<'_> {
    /// Returns the edit that puts a cell into a value; none if it changes nothing. Text that does not fit its field
    /// stays text, and the checks report it. In an unknown field a cell becomes text, or a number if the field is named
    /// like an id.
    ///
    /// # Errors
    /// [`BatchError::DamagedCell`] for a text that the import of a table refuses too, and the errors of typed input.
    pub(crate) fn edit(
        self,
        document: &EditableDocument,
        path: &Path,
        cell: &str,
    ) -> Result<Option<Edit>, Error> {
        let typed = UnparsedInputs::new();
        let field = FieldEditor {
            catalog: self.catalog,
            kind: KIND,
            document,
            base: None,
            dates: DateParser::for_stored_text(self.zone),
            typed: &typed,
        };
        let known = self.catalog.field(KIND, path);
        // The rules report damaged numbers.
        let is_text_id =
            is_of_ids(path) && known.is_none_or(|field| field.ty != FieldType::Integer);
        if is_text_id && let Some(damage) = IdDamage::from_cell(cell) {
            return Err(BatchError::DamagedCell {
                cell: cell.to_owned(),
                loss: IdLoss::Damage(damage),
            }
            .into());
        }
        if known.is_none() {
            let json = if has_id_name(path) && is_whole_number(cell) {
                cell.to_owned()
            } else {
                to_json_string(cell)
            };
            return Ok(field.set(path.clone(), json));
        }
        field.edit_at(path.clone(), &FieldInput::Text(cell.to_owned()))
    }
}

/// Returns whether the name of an unknown field marks it as an id. Its digits are then written as a number, exactly
/// as they are.
fn has_id_name(path: &Path) -> bool {
    matches!(path.last(), Some(PathStep::Member(name)) if name.ends_with("Id"))
}

/// Returns whether a cell is a whole number without a sign or leading zeros, which a JSON number would lose.
fn is_whole_number(cell: &str) -> bool {
    let is_digits = !cell.is_empty() && cell.bytes().all(|byte| byte.is_ascii_digit());
    is_digits && (cell == "0" || !cell.starts_with('0'))
}
