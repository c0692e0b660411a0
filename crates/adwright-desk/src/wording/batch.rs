//! The wording of batches.

use std::path::Path;

use adwright_checks::IdDamage;
use adwright_review::group_thousands;
use adwright_sheet::BatchLabel;

use super::file::file_error_message;
use super::object_sheet::object_refusal_message;
use super::plural;

use crate::error::{BatchError, IdLoss, RowImportError, RowRefusal};

/// Returns why a batch cannot be found or edited, and what to do.
pub(super) fn batch_error_message(error: &BatchError) -> String {
    match error {
        BatchError::Missing(_) => "This batch is not in this workspace.".to_owned(),
        BatchError::NoName => "A batch needs a name.".to_owned(),
        BatchError::NoRow { position, rows } => format!(
            "There is no row {}: the batch has {}. Look at it again, then repeat the edit.",
            group_thousands(*position as usize + 1),
            plural(*rows as usize, "row")
        ),
        BatchError::NoColumn { column, columns } => format!(
            "There is no column {}: the batch has {}. Look at it again, then repeat the edit.",
            *column as usize + 1,
            plural(*columns, "column")
        ),
        BatchError::TooManyCells { row, columns } => format!(
            "Row {} has more cells than there are columns ({columns}). Add columns, or remove the cells.",
            group_thousands(row + 1)
        ),
        BatchError::TooManyColumns { most } => format!(
            "A batch has at most {}. Leave out some columns.",
            plural(*most, "column")
        ),
        BatchError::TooManyRows => {
            "The batch has no room for these rows. Enter them in a new batch.".to_owned()
        }
        BatchError::Clipboard(error) => error.to_string(),
        BatchError::PasteTooWide { columns, free } => format!(
            "The clipboard holds {}, but the sheet shows only {} from the selected cell on. Select a cell further to the left, or show more columns.",
            plural(*columns, "column"),
            plural(*free, "column")
        ),
        BatchError::RowLocked { position } => row_locked_message(*position),
        BatchError::NothingToSend => {
            "No row can be sent: each one is empty, has errors, was sent, or waits for a decision. Look at the batch again.".to_owned()
        }
        BatchError::NothingRefused => "The service refused no row of this batch.".to_owned(),
        BatchError::InvalidRewrite(problem) => problem.message.clone(),
        BatchError::DamagedCell { cell, loss } => format!(
            "{cell}: {}. Enter the whole id as the service shows it.",
            id_loss_text(*loss)
        ),
        BatchError::DamagedId {
            row,
            column,
            cell,
            loss,
        } => {
            let why = id_loss_text(*loss);
            format!(
                "Nothing was pasted. Row {}, {column}: {cell}: {why}. Format the column as text there, enter the whole ids, and copy them again.",
                group_thousands(*row)
            )
        }
    }
}

fn row_locked_message(position: Option<u32>) -> String {
    let row = position.map_or_else(|| "A row that this changes".to_owned(), row_title);
    format!(
        "Nothing was changed. {row} was sent, or its outcome is open, so its cells stay as they were sent."
    )
}

/// Returns what a spreadsheet did to an id.
pub(crate) const fn id_loss_text(loss: IdLoss) -> &'static str {
    match loss {
        IdLoss::Date => "a spreadsheet made this id a date",
        IdLoss::LeadingZeros => "a spreadsheet removed the zeros at the beginning of this id",
        IdLoss::Damage(IdDamage::Reformatted) => "a spreadsheet wrote this id as a decimal number",
        IdLoss::Damage(IdDamage::Rounded) => {
            "a spreadsheet rounded the ids of this column to 15 digits"
        }
    }
}

/// Returns why rows cannot be imported, and what to do.
pub(super) fn row_import_error_message(error: &RowImportError) -> String {
    match error {
        RowImportError::File { file, source } => format!("{file}: {}", file_error_message(source)),
        RowImportError::Changing { file } => format!(
            "{file} was changed while it was read. Close it in the other program, then import it again."
        ),
        RowImportError::Changed => {
            "Nothing was imported: the table has changed since its preview. Look at the new preview."
                .to_owned()
        }
        RowImportError::NoHeader => {
            "The first row with text must have the names of the columns, such as name,value,advertiserId,retargetingActivityId.".to_owned()
        }
        RowImportError::NoFields => {
            "No column has a field yet. Choose a field for at least one column.".to_owned()
        }
        RowImportError::DuplicateField { label } => {
            format!("Two columns have the field “{label}”. Leave out one of them.")
        }
        RowImportError::NoIdColumn => {
            "No column has the ids of the objects. Choose the column with the ids.".to_owned()
        }
        RowImportError::NoChanges => {
            "The table changes nothing: each cell is empty, or has the text of its field.".to_owned()
        }
        RowImportError::RefusedRows {
            count,
            line,
            reason,
        } => format!(
            "{} cannot be imported. Line {}: {} Correct the table, or remove these rows.",
            plural(*count as usize, "row"),
            group_thousands(*line as usize),
            row_refusal_message(reason)
        ),
        RowImportError::NoRows => {
            "The table has no rows with text in the chosen columns.".to_owned()
        }
        RowImportError::DamagedIds {
            count,
            line,
            column,
            cell,
            loss,
        } => format!(
            "{} damaged. Line {}, {column}: {cell}: {}. Format the column as text there, enter the whole ids, and save the table again; or leave out the column.",
            if *count == 1 {
                "1 id is".to_owned()
            } else {
                format!("{} ids are", group_thousands(*count as usize))
            },
            group_thousands(*line as usize),
            id_loss_text(*loss)
        ),
    }
}

/// The title of findings about cells that cannot become a part of the value.
pub(crate) const UNUSABLE_CELL_TITLE: &str = "The text does not fit the field";

/// Returns why a row cannot be applied to an existing object.
pub(crate) fn row_refusal_message(refusal: &RowRefusal) -> String {
    match refusal {
        RowRefusal::NoId => "The row has no id.".to_owned(),
        RowRefusal::UnknownId(id) => {
            format!("{id} is not in this workspace. Fetch the list, or correct the id.")
        }
        RowRefusal::RepeatedId(id) => format!("An earlier row has the id {id} too."),
        RowRefusal::Object(error) => object_refusal_message(error),
    }
}

/// Returns the name of a copied batch.
pub(crate) fn copy_name(of: &str) -> String {
    format!("Copy of {of}")
}

/// Returns the name of a batch with the rows of a file.
pub(crate) fn table_batch_name(file: &str) -> String {
    let name = Path::new(file).file_name();
    match name.map(|name| name.to_string_lossy()) {
        Some(name) if name != "-" => name.into_owned(),
        _ => "Standard input".to_owned(),
    }
}

/// Returns the name of a batch with the refused rows of another.
pub(crate) fn failed_rows_name(of: &str) -> String {
    format!("Refused rows of {of}")
}

/// Returns the place of a row in another batch.
pub(crate) fn batch_place(name: &str, position: u32) -> String {
    format!("“{name}”, row {}", group_thousands(position as usize + 1))
}

/// Returns the title of a row without a name.
pub(crate) fn row_title(position: u32) -> String {
    format!("Row {}", group_thousands(position as usize + 1))
}

/// Returns what an operation on a batch did, to continue "Undo". `title` returns the title of a column.
pub(crate) fn batch_label_text(label: &BatchLabel, title: impl Fn(&str) -> String) -> String {
    let rows = |rows: u32| plural(rows as usize, "row");
    let cells = |cells: u32| plural(cells as usize, "cell");
    match label {
        BatchLabel::SetCell { column } => format!("change of {}", title(column)),
        BatchLabel::Paste { rows: count, .. } => format!("paste of {}", rows(*count)),
        BatchLabel::Fill { cells: count } => format!("fill of {}", cells(*count)),
        BatchLabel::FillDown { cells: count } => format!("fill down of {}", cells(*count)),
        BatchLabel::Clear { cells: count } => format!("clearing of {}", cells(*count)),
        BatchLabel::Replace { cells: count } => format!("replacement in {}", cells(*count)),
        BatchLabel::Fix { cells: count } => format!("fix of {}", cells(*count)),
        BatchLabel::InsertRows { rows: count } => format!("insertion of {}", rows(*count)),
        BatchLabel::DeleteRows { rows: count } => format!("deletion of {}", rows(*count)),
        BatchLabel::MoveRows { rows: count } => format!("move of {}", rows(*count)),
        BatchLabel::Import { rows: count, file } if file.is_empty() => {
            format!("import of {}", rows(*count))
        }
        BatchLabel::Import { rows: count, file } => {
            format!("import of {} from {file}", rows(*count))
        }
        BatchLabel::AddColumn { column } => format!("new column {}", title(column)),
        BatchLabel::Change => "change".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_continue_undo() {
        let column = || "value".to_owned();
        let labels = [
            BatchLabel::SetCell { column: column() },
            BatchLabel::Paste {
                rows: 5_000,
                columns: 3,
            },
            BatchLabel::Fill { cells: 1 },
            BatchLabel::FillDown { cells: 2 },
            BatchLabel::Clear { cells: 2 },
            BatchLabel::Replace { cells: 2 },
            BatchLabel::Fix { cells: 312 },
            BatchLabel::InsertRows { rows: 1 },
            BatchLabel::DeleteRows { rows: 2 },
            BatchLabel::MoveRows { rows: 2 },
            BatchLabel::Import {
                rows: 2,
                file: "a.csv".to_owned(),
            },
            BatchLabel::AddColumn { column: column() },
            BatchLabel::Change,
        ];
        let texts = labels.map(|label| batch_label_text(&label, |_| "Value".to_owned()));
        expect_test::expect![[r#"
            change of Value
            paste of 5,000 rows
            fill of 1 cell
            fill down of 2 cells
            clearing of 2 cells
            replacement in 2 cells
            fix of 312 cells
            insertion of 1 row
            deletion of 2 rows
            move of 2 rows
            import of 2 rows from a.csv
            new column Value
            change"#]]
        .assert_eq(&texts.join("\n"));
    }

    #[test]
    fn refused_paste_names_its_cell() {
        let damaged = |cell: &str, loss| BatchError::DamagedId {
            row: 1_200,
            column: "Advertiser ID".to_owned(),
            cell: cell.to_owned(),
            loss,
        };
        let messages = [
            BatchError::PasteTooWide {
                columns: 7,
                free: 1,
            },
            damaged("1.23E+18", IdLoss::Damage(IdDamage::Reformatted)),
            damaged("2025-12-09", IdLoss::Date),
        ];
        let messages = messages.map(|error| batch_error_message(&error));
        expect_test::expect![[r#"
            The clipboard holds 7 columns, but the sheet shows only 1 column from the selected cell on. Select a cell further to the left, or show more columns.
            Nothing was pasted. Row 1,200, Advertiser ID: 1.23E+18: a spreadsheet wrote this id as a decimal number. Format the column as text there, enter the whole ids, and copy them again.
            Nothing was pasted. Row 1,200, Advertiser ID: 2025-12-09: a spreadsheet made this id a date. Format the column as text there, enter the whole ids, and copy them again."#]]
        .assert_eq(&messages.join("\n"));
    }

    #[test]
    fn refused_import_says_what_to_do() {
        let damaged = |count| RowImportError::DamagedIds {
            count,
            line: 1_200,
            column: "Advertiser".to_owned(),
            cell: "412".to_owned(),
            loss: IdLoss::LeadingZeros,
        };
        let messages = [
            damaged(1),
            damaged(2_000),
            RowImportError::Changed,
            RowImportError::DuplicateField {
                label: "Name".to_owned(),
            },
        ];
        let messages = messages.map(|error| row_import_error_message(&error));
        expect_test::expect![[r#"
            1 id is damaged. Line 1,200, Advertiser: 412: a spreadsheet removed the zeros at the beginning of this id. Format the column as text there, enter the whole ids, and save the table again; or leave out the column.
            2,000 ids are damaged. Line 1,200, Advertiser: 412: a spreadsheet removed the zeros at the beginning of this id. Format the column as text there, enter the whole ids, and save the table again; or leave out the column.
            Nothing was imported: the table has changed since its preview. Look at the new preview.
            Two columns have the field “Name”. Leave out one of them."#]]
        .assert_eq(&messages.join("\n"));
    }
}
