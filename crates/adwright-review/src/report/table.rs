//! Writes tables as HTML.

use std::fmt;

use crate::Table;
use crate::markup::EscapedText;

/// Writes a table as HTML; nothing if it has no rows.
pub(super) fn write_table(f: &mut fmt::Formatter<'_>, table: &Table) -> fmt::Result {
    if table.rows.is_empty() {
        return Ok(());
    }
    writeln!(
        f,
        "<div class=\"wide\"><table>\n<caption>{}</caption>",
        EscapedText(&table.title)
    )?;
    write!(f, "<thead><tr>")?;
    for column in &table.columns {
        write!(f, "<th scope=\"col\">{}</th>", EscapedText(&column.label))?;
    }
    writeln!(f, "</tr></thead>\n<tbody>")?;
    for row in &table.rows {
        write!(f, "<tr>")?;
        for cell in &row.cells {
            let start = if cell.number.is_some() {
                "<td class=\"number\">"
            } else {
                "<td>"
            };
            write!(f, "{start}{}</td>", BreakableText(&cell.text))?;
        }
        writeln!(f, "</tr>")?;
    }
    writeln!(f, "</tbody>\n</table></div>")?;
    match &table.more {
        Some(more) => writeln!(f, "<p>{}</p>", EscapedText(more)),
        None => Ok(()),
    }
}

/// The longest word without a break opportunity. Ten columns of this width fit on a landscape page.
const LONGEST_PIECE: usize = 16;

/// A text with break opportunities in its long words, between their parts if they have any.
struct BreakableText<'a>(&'a str);

impl fmt::Display for BreakableText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for word in self.0.split_inclusive(char::is_whitespace) {
            let mut rest = word;
            while let Some((piece, after)) = first_piece(rest) {
                write!(f, "{}<wbr/>", EscapedText(piece))?;
                rest = after;
            }
            write!(f, "{}", EscapedText(rest))?;
        }
        Ok(())
    }
}

/// Splits a word that is too long for one line. The split is after the last part that fits.
fn first_piece(word: &str) -> Option<(&str, &str)> {
    let is_longer = word.trim_end().chars().count() > LONGEST_PIECE;
    let (end, _) = word
        .char_indices()
        .nth(LONGEST_PIECE)
        .filter(|_| is_longer)?;
    let ends_part = |(at, letter): &(usize, char)| {
        let next = word[at + letter.len_utf8()..].chars().next();
        let is_joint = !letter.is_alphanumeric() && next.is_some_and(char::is_alphanumeric);
        is_joint || letter.is_lowercase() && next.is_some_and(char::is_uppercase)
    };
    let part = word[..end].char_indices().rfind(ends_part);
    Some(word.split_at(part.map_or(end, |(at, letter)| at + letter.len_utf8())))
}
