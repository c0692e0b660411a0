//! Tables.

use std::fmt;

use crate::Table;
use crate::text::Escaped;

/// A table as HTML; nothing where there are no rows.
pub(super) fn table(f: &mut fmt::Formatter<'_>, table: &Table) -> fmt::Result {
    if table.rows.is_empty() {
        return Ok(());
    }
    writeln!(
        f,
        "<div class=\"wide\"><table>\n<caption>{}</caption>",
        Escaped(&table.title)
    )?;
    write!(f, "<thead><tr>")?;
    for column in &table.columns {
        write!(f, "<th scope=\"col\">{}</th>", Escaped(&column.label))?;
    }
    writeln!(f, "</tr></thead>\n<tbody>")?;
    for row in &table.rows {
        write!(f, "<tr>")?;
        for cell in &row.cells {
            write!(f, "<td>{}</td>", Escaped(&cell.text))?;
        }
        writeln!(f, "</tr>")?;
    }
    writeln!(f, "</tbody>\n</table></div>")?;
    match &table.more {
        Some(more) => writeln!(f, "<p>{}</p>", Escaped(more)),
        None => Ok(()),
    }
}
