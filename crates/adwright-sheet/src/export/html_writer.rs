//! Writes HTML.

use std::borrow::Cow;
use std::io::Write;

use super::{ExportError, check_length};

/// The style of the page. On paper the header repeats on each page, and no row is split.
const STYLE: &str = "body{font:13px/1.4 system-ui,sans-serif;margin:24px;color:#111;background:#fff}\
table{border-collapse:collapse;width:100%}\
th,td{padding:4px 8px;border:1px solid #bbb;text-align:left;vertical-align:top;\
white-space:pre-wrap;overflow-wrap:anywhere}\
th{background:#eee}\
@page{size:landscape;margin:12mm}\
@media print{body{margin:0;font-size:10px}thead{display:table-header-group}tr{break-inside:avoid}}";

/// Writes an HTML page with a title and one table. It has no script and loads nothing, so it can be sent to anyone. It
/// is laid out for printing, too.
///
/// The output is incomplete after an error.
///
/// # Errors
/// [`ExportError::NoColumns`], [`ExportError::WrongCellCount`] and [`ExportError::Write`].
pub fn write_html<C, R>(
    mut output: impl Write,
    title: &str,
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
    let title = escape_html(title);
    write!(
        output,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <style>{STYLE}</style></head>\n<body><h1>{title}</h1>\n<table><thead>"
    )?;
    write_row(&mut output, "th scope=\"col\"", columns)?;
    output.write_all(b"</thead><tbody>\n")?;
    for (row, number) in rows.into_iter().zip(2..) {
        check_length(row.as_ref().len(), number, columns.len())?;
        write_row(&mut output, "td", row.as_ref())?;
    }
    output.write_all(b"</tbody></table></body></html>\n")?;
    Ok(output.flush()?)
}

/// Writes a table row. HTML lets the end tags of cells out.
fn write_row<C: AsRef<str>>(
    output: &mut impl Write,
    tag: &str,
    cells: &[C],
) -> Result<(), ExportError> {
    output.write_all(b"<tr>")?;
    for cell in cells {
        write!(output, "<{tag}>{}", escape_html(cell.as_ref()))?;
    }
    Ok(output.write_all(b"</tr>\n")?)
}

fn escape_html(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '<', '>', '"']) {
        return Cow::Borrowed(text);
    }
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    Cow::Owned(escaped.replace('>', "&gt;").replace('"', "&quot;"))
}
