//! Creates drafts of new values from a table or from objects.

use adwright_model::{Edit, EditableDocument, Kind, Path};
use adwright_sheet::{Sheet, SheetError, Workbook, has_workbook_signature, read_csv};
use adwright_store::{NewObject, ResendPolicy};

use crate::document::replay;
use crate::draft::{CreatedDrafts, JsonEdit, JsonObject, parse_edits, refuse_existing};
use crate::draft_source::DraftSource;
use crate::error::{Error, ValueTableError};
use crate::object::NEW_VALUE;
use crate::values::{CellParser, RetargetingValues, damaged_ids, is_of_ids};

const KIND: Kind = Kind::RetargetingDataValue;

/// New values as a person wrote them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ValueRows {
    /// A CSV file or a workbook.
    Table(TableFile),
    /// JSON objects.
    Objects(Vec<JsonObject>),
}

/// A file with a table: CSV, XLSX or ODS.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableFile {
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The sheet of the workbook; none if it has only one. CSV files have none.
    pub worksheet: Option<String>,
}

/// The result of creating drafts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreatedValueDrafts {
    /// The drafts, in the order of the rows.
    pub created: CreatedDrafts,
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
type NewValue = (EditableDocument, Vec<Edit>, DraftSource);

impl RetargetingValues {
    /// Creates a draft of a new value from each row, with the edits on top of each. A stored draft with the same
    /// content is reused. If one row fails, no draft is created.
    ///
    /// # Errors
    /// [`ValueTableError`] or [`DraftError::NewObject`](crate::error::DraftError) with the position of the
    /// invalid row or object.
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
                        let document = object.parse()?;
                        read.push((document, Vec::new(), object.source()));
                    }
                }
                ValueRows::Table(table) => {
                    let (name, sheet) = (&table.name, table.read()?);
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
            let set = parse_edits(&self.context, KIND, &now, edits)?;
            refuse_existing(KIND, &replay(now, set.iter())?, from)?;
            made.extend(set);
        }
        let values = read.into_iter().map(|(start, edits, from)| {
            let text = replay(start, edits.iter())?.text().to_owned();
            Ok(NewObject {
                origin: from.to_json(),
                start_text: text.clone(),
                edits: Vec::new(),
                text,
            })
        });
        let values = values.collect::<Result<Vec<_>, Error>>()?;
        Ok(CreatedValueDrafts {
            created: self.drafts.create_objects(KIND, &values, if_sent)?,
            unknown_columns,
            blank_rows,
        })
    }

    fn unknown_columns(&self, sheet: &Sheet) -> Vec<String> {
        let catalog = self.context.catalog();
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
            path.ok_or_else(|| ValueTableError::Column {
                file: name.to_owned(),
                line: sheet.header_line,
                column: at,
                name: column.clone(),
            })
        });
        let paths = paths.collect::<Result<Vec<_>, _>>()?;
        refuse_damaged_ids(name, sheet, &paths)?;
        let catalog = self.context.catalog();
        let parser = CellParser {
            catalog: &catalog,
            zone: &self.context.zone,
        };
        let rows = sheet.rows.iter().map(|row| {
            let start = EditableDocument::parse(NEW_VALUE).expect("it is an object");
            let mut edits = Vec::new();
            let mut now = start.clone();
            let cells = paths.iter().zip(&row.cells).zip(1..);
            for ((path, cell), at) in cells.filter(|((_, cell), _)| !cell.is_empty()) {
                let wrong = |error| ValueTableError::Cell {
                    file: name.to_owned(),
                    line: row.line,
                    column: at,
                    source: Box::new(error),
                };
                if let Some(edit) = parser.edit(&now, path, cell).map_err(wrong)? {
                    now = replay(now, [&edit]).map_err(wrong)?;
                    edits.push(edit);
                }
            }
            let source = DraftSource::TableRow {
                file: name.to_owned(),
                line: row.line,
            };
            Ok((start, edits, source))
        });
        rows.collect()
    }
}

impl TableFile {
    fn read(&self) -> Result<Sheet, ValueTableError> {
        let file = &self.name;
        if !has_workbook_signature(&self.bytes) {
            return read_csv(&self.bytes).map_err(|source| ValueTableError::Sheet {
                file: file.clone(),
                source,
            });
        }
        let failed = |source| ValueTableError::Workbook {
            file: file.clone(),
            source,
        };
        let mut workbook = Workbook::open(&self.bytes).map_err(failed)?;
        let names = workbook.sheets().iter().map(|sheet| sheet.name.clone());
        let names: Vec<String> = names.collect();
        match (&self.worksheet, &names[..]) {
            (Some(name), _) | (None, [name]) => workbook.read(name, 1).map_err(failed),
            (None, []) => Err(ValueTableError::Sheet {
                file: file.clone(),
                source: SheetError::Empty,
            }),
            (None, _) => Err(ValueTableError::SeveralWorksheets {
                file: file.clone(),
                worksheets: names,
            }),
        }
    }
}

/// Fails at the first id that a spreadsheet damaged. The original id is never guessed.
fn refuse_damaged_ids(name: &str, sheet: &Sheet, paths: &[Path]) -> Result<(), ValueTableError> {
    for (at, _) in paths.iter().enumerate().filter(|(_, path)| is_of_ids(path)) {
        let cells = sheet.rows.iter().map(|row| &*row.cells[at]);
        let damaged = damaged_ids(cells, &sheet.losses, at);
        if let Some((row, loss)) = damaged.into_iter().next() {
            let row = &sheet.rows[row];
            return Err(ValueTableError::DamagedId {
                file: name.to_owned(),
                line: row.line,
                column: at + 1,
                cell: row.cells[at].clone(),
                loss,
            });
        }
    }
    Ok(())
}
