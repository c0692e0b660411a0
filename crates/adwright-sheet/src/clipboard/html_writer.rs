//! Writes the HTML flavour. Every cell is marked as text, so that a spreadsheet keeps all digits of an id.

/// Excel reads the number format of the style, LibreOffice that of `sdnum`. `@` is the format of text.
const OPEN_CELL: &str = r#"<td style='mso-number-format:"\@"' sdnum="1033;0;@">"#;

/// Excel takes a plain `<br>` for the next cell below.
const LINE_BREAK: &str = r#"<br style="mso-data-placement:same-cell">"#;

const OPEN_SPACES: &str = r#"<span style="mso-spacerun:yes">"#;

pub(super) fn write(rows: &[Vec<String>]) -> String {
    let mut html = String::from("<html><head><meta charset=\"utf-8\"></head><body><table>\n");
    for row in rows {
        html.push_str("<tr>");
        for cell in row {
            html.push_str(OPEN_CELL);
            write_text(cell, &mut html);
            html.push_str("</td>");
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</table></body></html>");
    html
}

/// Escapes markup. White space that HTML would collapse is written as Excel does, in a marked span.
fn write_text(cell: &str, html: &mut String) {
    if cell == "\n" {
        // The empty span tells this cell from an empty one of LibreOffice.
        html.push_str(OPEN_SPACES);
        html.push_str("</span>");
    }
    let mut rest = cell;
    let mut follows_text = false;
    while let Some(character) = rest.chars().next() {
        let run = rest.len() - rest.trim_start_matches(is_collapsible).len();
        let is_single_space = run == 1 && character == ' ';
        if is_single_space && follows_text && !matches!(rest[1..].chars().next(), None | Some('\n'))
        {
            html.push(' ');
            rest = &rest[1..];
        } else if run > 0 {
            html.push_str(OPEN_SPACES);
            for space in rest[..run].chars() {
                html.push_str(space_entity(space));
            }
            html.push_str("</span>");
            rest = &rest[run..];
        } else {
            rest = &rest[character.len_utf8()..];
            match character {
                '\n' => html.push_str(LINE_BREAK),
                '&' => html.push_str("&amp;"),
                '<' => html.push_str("&lt;"),
                '>' => html.push_str("&gt;"),
                '\0' => html.push('\u{fffd}'),
                _ => html.push(character),
            }
        }
        follows_text = character != '\n';
    }
}

const fn is_collapsible(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\u{c}')
}

const fn space_entity(space: char) -> &'static str {
    match space {
        '\t' => "&#9;",
        '\r' => "&#13;",
        '\u{c}' => "&#12;",
        _ => "&nbsp;",
    }
}
