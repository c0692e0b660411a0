//! Creates drafts of new values from a table or from objects.

use std::collections::BTreeSet;

use adwright_checks::{IdDamage, are_rounded_ids};
use adwright_model::{
    Document, Edit, Editable, JsonType, Kind, Path, PathStep, UnparsedInputs, is_id_name,
    to_json_string,
};
use adwright_sheet::{Sheet, SheetRow, read_csv};
use adwright_store::{NewObject, ResendPolicy};

use crate::desk::Desk;
use crate::document::replay;
use crate::draft::{CreatedDrafts, FieldEditor, JsonEdit, JsonObject};
use crate::error::Error;
use crate::views::{EditRequest, FieldInput};

/// The text that a new value starts from.
pub(crate) const NEW_VALUE: &str = r#"{"type":"RetargetingDataValue"}"#;

const KIND: Kind = Kind::RetargetingDataValue;

/// New values as a person wrote them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ValueRows {
    /// The name and the bytes of a CSV file.
    Table(String, Vec<u8>),
    /// JSON objects.
    Objects(Vec<JsonObject>),
}

/// The result of creating drafts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreatedValueDrafts {
    /// The drafts, in the order of the rows.
    pub begun: CreatedDrafts,
    /// Columns without a known field. Their cells become text, except for whole numbers in columns whose name ends
    /// with `Id`.
    pub unknown_columns: Vec<String>,
    /// Table rows without text, such as `,,,`: they become no draft.
    pub blank_rows: Vec<BlankTableRows>,
}

/// The rows of one table that have no text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlankTableRows {
    /// The name of the file.
    pub file: String,
    /// The line numbers in order, counted from 1.
    pub lines: Vec<u64>,
}

/// A new value: its starting document, its edits, and its source.
type NewValue = (Editable, Vec<Edit>, String);

impl Desk {
    /// Creates a draft of a new value from each row, with the edits on top of each. A stored draft with the same
    /// content is reused. If one row fails, no draft is created.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with the position of the invalid row or object.
    pub fn create_value_drafts(
        &self,
        rows: &[ValueRows],
        edits: &[JsonEdit],
        if_sent: ResendPolicy,
    ) -> Result<CreatedValueDrafts, Error> {
        let (mut unknown_columns, mut blank_rows) = (Vec::new(), Vec::new());
        let mut read = Vec::new();
        for rows in rows {
            match rows {
                ValueRows::Objects(objects) => {
                    for object in objects {
                        let document = parse_new_value(object)?;
                        read.push((document, Vec::new(), object.from.clone()));
                    }
                }
                ValueRows::Table(name, bytes) => {
                    let unfit = |error| Error::InvalidInput(format!("{name}: {error}"));
                    let sheet = read_csv(bytes).map_err(unfit)?;
                    unknown_columns.extend(self.unknown_columns(&sheet));
                    read.extend(self.values_from_table(name, &sheet)?);
                    if !sheet.blank_lines.is_empty() {
                        blank_rows.push(BlankTableRows {
                            file: name.clone(),
                            lines: sheet.blank_lines,
                        });
                    }
                }
            }
        }
        for (start, made, from) in &mut read {
            let now = replay(start.clone(), made.iter())?;
            let set = self.parse_edits(KIND, &now, edits)?;
            refuse_existing(&replay(now, set.iter())?, from)?;
            made.extend(set);
        }
        let values = read.into_iter().map(|(start, edits, from)| {
            let text = replay(start, edits.iter())?.text().to_owned();
            Ok(NewObject {
                begun_from: from,
                start_text: text.clone(),
                edits: Vec::new(),
                text,
            })
        });
        let values = values.collect::<Result<Vec<_>, Error>>()?;
        Ok(CreatedValueDrafts {
            begun: self.create_objects(KIND, &values, if_sent)?,
            unknown_columns,
            blank_rows,
        })
    }

    fn unknown_columns(&self, sheet: &Sheet) -> Vec<String> {
        let catalog = self.catalog();
        let is_known = |name: &&String| {
            let path = name.parse::<Path>().ok();
            path.is_some_and(|path| catalog.field(KIND, &path).is_some())
        };
        let unknown = sheet.columns.iter().filter(|name| !is_known(name));
        unknown.cloned().collect()
    }

    /// Returns one value per row. A cell is parsed like typed input in the form. Text that does not fit its field
    /// stays text, and the checks report it. An empty cell leaves its field out.
    fn values_from_table(&self, name: &str, sheet: &Sheet) -> Result<Vec<NewValue>, Error> {
        let paths = sheet.columns.iter().zip(1..).map(|(column, at)| {
            let path = column.parse::<Path>().ok().filter(|path| !path.is_root());
            path.ok_or_else(|| {
                let line = sheet.header_line;
                Error::InvalidInput(format!(
                    "{name}: Line {line}, column {at}: “{column}” is no field's name."
                ))
            })
        });
        let paths = paths.collect::<Result<Vec<_>, _>>()?;
        refuse_damaged_ids(name, sheet, &paths)?;
        let rows = sheet.rows.iter().map(|row| {
            let start = Editable::parse(NEW_VALUE).expect("it is an object");
            let mut edits = Vec::new();
            let mut now = start.clone();
            let cells = paths.iter().zip(&row.cells).zip(1..);
            for ((path, cell), at) in cells.filter(|((_, cell), _)| !cell.is_empty()) {
                let wrong = |error: Error| {
                    let (line, why) = (row.line, error.failure().message);
                    Error::InvalidInput(format!("{name}: Line {line}, column {at}: {why}"))
                };
                if let Some(edit) = self.cell_edit(&now, path, cell).map_err(wrong)? {
                    now = replay(now, [&edit]).map_err(wrong)?;
                    edits.push(edit);
                }
            }
            Ok((start, edits, format!("{name}, line {}", row.line)))
        });
        rows.collect()
    }

    fn cell_edit(
        &self,
        document: &Editable,
        path: &Path,
        cell: &str,
    ) -> Result<Option<Edit>, Error> {
        let catalog = self.catalog();
        let typed = UnparsedInputs::new();
        let field = FieldEditor {
            catalog: &catalog,
            kind: KIND,
            document,
            base: None,
            zone: &self.zone,
            typed: &typed,
        };
        if catalog.field(KIND, path).is_none() {
            let json = if has_id_name(path) && is_whole_number(cell) {
                cell.to_owned()
            } else {
                to_json_string(cell)
            };
            return Ok(field.set(path.clone(), json));
        }
        field.edit(&EditRequest {
            path: path.to_string(),
            input: FieldInput::Text(cell.to_owned()),
        })
    }
}

/// Fails at the first id that a spreadsheet damaged. The original id is never guessed.
fn refuse_damaged_ids(name: &str, sheet: &Sheet, paths: &[Path]) -> Result<(), Error> {
    let is_of_ids =
        |path: &Path| matches!(path.last(), Some(PathStep::Member(name)) if is_id_name(name));
    for (at, _) in paths.iter().enumerate().filter(|(_, path)| is_of_ids(path)) {
        let Some((row, damage)) = damaged_cell(&sheet.rows, at) else {
            continue;
        };
        let why = match damage {
            IdDamage::Reformatted => "a spreadsheet wrote this id as a decimal number",
            IdDamage::Rounded => "a spreadsheet rounded the ids of this column to 15 digits",
        };
        let (line, column, cell) = (row.line, at + 1, &row.cells[at]);
        return Err(Error::InvalidInput(format!(
            "{name}: Line {line}, column {column}: {cell}: {why}. Format the column as text, enter the whole ids, and import the file again."
        )));
    }
    Ok(())
}

/// Returns the first damaged id of a column, even if only all ids together show the damage.
fn damaged_cell(rows: &[SheetRow], at: usize) -> Option<(&SheetRow, IdDamage)> {
    let mut ids = BTreeSet::new();
    for row in rows {
        let id = row.cells[at].trim();
        if let Some(damage) = IdDamage::from_cell(id) {
            return Some((row, damage));
        }
        ids.insert(id);
    }
    let is_long = |row: &&SheetRow| row.cells[at].trim().len() > LONGEST_KEPT;
    let first = rows.iter().find(is_long)?;
    are_rounded_ids(ids).then_some((first, IdDamage::Rounded))
}

/// A spreadsheet keeps all digits of an id up to this length.
const LONGEST_KEPT: usize = 15;

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

fn parse_new_value(object: &JsonObject) -> Result<Editable, Error> {
    let from = &object.from;
    let unfit = |why: &str| Error::InvalidInput(format!("{from} {why}"));
    let document = match Document::read(object.json.clone()) {
        Document::Editable(document) => document,
        Document::TextOnly(why) => return Err(unfit(&format!("cannot be read: {why}"))),
    };
    if document.root().json_type() != JsonType::Object {
        return Err(unfit("is no object."));
    }
    Ok(document)
}

/// Fails for a value of another kind, and for a value that the service already has.
fn refuse_existing(value: &Editable, from: &str) -> Result<(), Error> {
    let unfit = |why: &str| Err(Error::InvalidInput(format!("{from} {why}")));
    let root = value.root();
    let kind = root.member("type");
    if kind.is_some_and(|kind| kind.as_str().as_deref() != Some(KIND.as_str())) {
        return unfit("is no retargeting value: its type says otherwise.");
    }
    if root.member("id").is_some_and(|id| !id.is_null()) {
        return unfit(
            "has an id, so that the service has it already. Values cannot be changed; take the id out to create another one.",
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_service_has_or_what_is_of_another_kind_is_no_new_value() {
        let refused = |json: &str| {
            let value = Editable::parse(json).unwrap();
            let refused = refuse_existing(&value, "v.csv, line 2");
            refused.err().map(|error| error.failure().message)
        };
        for new in [
            "{}",
            NEW_VALUE,
            r#"{"id":null,"type":"RetargetingDataValue"}"#,
        ] {
            assert_eq!(refused(new), None, "{new}");
        }
        for (known, why) in [
            (r#"{"id":7}"#, "v.csv, line 2 has an id"),
            (r#"{"id":"x"}"#, "v.csv, line 2 has an id"),
            (r#"{"type":"Campaign"}"#, "v.csv, line 2 is no retargeting"),
            (r#"{"type":7}"#, "v.csv, line 2 is no retargeting"),
        ] {
            let said = refused(known).unwrap_or_default();
            assert!(said.starts_with(why), "{known}: {said}");
        }
    }
}
