//! Tables.

use std::fmt;

use crate::text::Escaped;

/// A table with these columns and rows; nothing where there are no rows.
pub(super) fn table(
    f: &mut fmt::Formatter<'_>,
    caption: &str,
    columns: &[&str],
    rows: &[Vec<String>],
) -> fmt::Result {
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(
        f,
        "<div class=\"wide\"><table>\n<caption>{}</caption>",
        Escaped(caption)
    )?;
    write!(f, "<thead><tr>")?;
    for column in columns {
        write!(f, "<th scope=\"col\">{}</th>", Escaped(column))?;
    }
    writeln!(f, "</tr></thead>\n<tbody>")?;
    for row in rows {
        write!(f, "<tr>")?;
        for cell in row {
            write!(f, "<td>{}</td>", Escaped(cell))?;
        }
        writeln!(f, "</tr>")?;
    }
    writeln!(f, "</tbody>\n</table></div>")
}
