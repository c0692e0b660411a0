//! Writes JSON.

use std::io::Write;

use serde_json::Value;

use super::{ExportError, check_length};

/// Writes a JSON array with one object per row, one object a line. Its members are named by the columns, in their order.
/// Every value is a string, so that no reader rounds an id.
///
/// The columns need different names. The output is incomplete after an error.
///
/// # Errors
/// [`ExportError::NoColumns`], [`ExportError::WrongCellCount`] and [`ExportError::Write`].
pub fn write_json<C, R>(
    mut output: impl Write,
    columns: &[C],
    rows: impl IntoIterator<Item = R>,
) -> Result<(), ExportError>
where
    C: AsRef<str>,
    R: AsRef<[C]>,
{
    if columns.is_empty() {
        return Err(ExportError::NoColumns);
    }
    let names: Vec<_> = columns.iter().map(json_string).collect();
    output.write_all(b"[")?;
    for (row, number) in rows.into_iter().zip(2..) {
        check_length(row.as_ref().len(), number, columns.len())?;
        let members = names.iter().zip(row.as_ref());
        let members = members.map(|(name, cell)| format!("{name}:{}", json_string(cell)));
        let separator = if number == 2 { "\n" } else { ",\n" };
        let members: Vec<_> = members.collect();
        write!(output, "{separator}{{{}}}", members.join(","))?;
    }
    output.write_all(b"\n]\n")?;
    Ok(output.flush()?)
}

fn json_string(text: impl AsRef<str>) -> String {
    Value::from(text.as_ref()).to_string()
}
