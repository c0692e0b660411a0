use proptest::prelude::*;

use super::*;
use crate::test_cells::{block, blocks};
use crate::{CellLoss, MAX_CLIPBOARD_CELLS};

fn parse(text: &str, html: Option<&str>) -> CellBlock {
    let content = ClipboardContent {
        text: text.to_owned(),
        html: html.map(str::to_owned),
    };
    content.parse().unwrap()
}

fn parse_html(html: &str) -> CellBlock {
    parse("", Some(html))
}

fn losses(block: &CellBlock) -> Vec<(usize, usize, CellLoss)> {
    let cells = block.losses().iter();
    cells
        .map(|cell| (cell.row, cell.column, cell.loss))
        .collect()
}

#[test]
fn text_is_split_as_spreadsheets_write_it() {
    let cases: [(&str, &[&[&str]]); 11] = [
        ("a\tb\r\nc\td\r\n", &[&["a", "b"], &["c", "d"]]),
        ("a\tb\nc\n", &[&["a", "b"], &["c", ""]]),
        ("\"x\ty\"\t\"1\r\n2\"\n", &[&["x\ty", "1\r\n2"]]),
        (
            "\"say \"\"hi\"\"\n!\"\t5\" wide\n",
            &[&["say \"hi\"\n!", "5\" wide"]],
        ),
        ("\"A\" only\t\"open\n", &[&["\"A\" only", "\"open"]]),
        ("a\n\nb", &[&["a"], &[""], &["b"]]),
        ("a\n\n", &[&["a"], &[""]]),
        ("\t\n", &[&["", ""]]),
        ("\n", &[&[""]]),
        ("", &[]),
        ("a\rb\r", &[&["a"], &["b"]]),
    ];
    for (text, expected) in cases {
        assert_eq!(parse(text, None), block(expected), "{text:?}");
    }
}

/// As Excel for Windows writes it, with the header of the system's format.
const EXCEL: &str = r#"Version:1.0
StartHTML:0000000105
<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head>
<style><!-- td {mso-number-format:General;} --> <table><tr><td>no</td></tr></style></head>
<body><table border=0><!--StartFragment--><col width=64>
 <tr height=20><td height=20 class=xl65 x:num="1.23456789012346E+18">1.23457E+18</td>
  <td>two words
  wrapped</td><td x:num>5</td></tr>
 <tr><td colspan=2 style='mso-ignore:colspan'>a<span style='mso-spacerun:yes'>&nbsp; </span>b
 <td rowspan=2>1<br style='mso-data-placement:same-cell'>
 2</tr>
 <tr><td>&quot;q&quot; &amp; &lt;</td><td></td></tr>
<!--EndFragment--></table></body></html>"#;

#[test]
fn html_of_excel_is_read() {
    let read = parse_html(EXCEL);
    let cells: &[&[&str]] = &[
        &["1234567890123460000", "two words wrapped", "5"],
        &["a  b", "", "1\n2"],
        &["\"q\" & <", "", ""],
    ];
    assert_eq!(read.rows(), block(cells).rows());
    assert_eq!(losses(&read), [(0, 0, CellLoss::Rounded)]);
}

#[test]
fn html_of_libreoffice_is_read() {
    let html = r#"<!DOCTYPE html><html><body><table cellspacing="0"><colgroup width="85"></colgroup>
    <tr><td height="17" sdval="0.333333333333333" sdnum="1033;0;0.00">0.33</td>
    <td sdval="46352" sdnum="1033;0;YYYY-MM-DD">2026-11-26</td>
    <td sdval="7" sdnum="1033;0;000">007</td><td align="left"><font face="Arial"><br></font></td>
    <td sdval="1.23456789012346E+018" sdnum="1033;">1.23456789012346E+018</td>
    <td sdval="5" sdnum="1031;0;[RED]0 &quot;days&quot;">5 days</td></tr></table></body></html>"#;
    let read = parse_html(html);
    let cells = [
        "0.333333333333333",
        "2026-11-26",
        "007",
        "",
        "1234567890123460000",
        "5 days",
    ];
    assert_eq!(read.rows(), [cells]);
    let expected = [(0, 1, CellLoss::Date), (0, 4, CellLoss::Rounded)];
    assert_eq!(losses(&read), expected);
}

#[test]
fn html_of_google_sheets_is_read() {
    let html = r#"<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px}--></style>
    <table dir="ltr"><tbody><tr><td data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:1.2345678901234568E18}">1.23457E+18</td>
    <td data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;1234567890123456789&quot;}">1234567890123456789</td>
    <td data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:46352}" data-sheets-numberformat="{&quot;1&quot;:5}">26/11/2026</td>
    <td data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:1234}">1,234</td></tr></tbody></table>"#;
    let read = parse_html(html);
    let cells = [
        "1234567890123456800",
        "1234567890123456789",
        "26/11/2026",
        "1234",
    ];
    assert_eq!(read.rows(), [cells]);
    let expected = [(0, 0, CellLoss::Rounded), (0, 2, CellLoss::Date)];
    assert_eq!(losses(&read), expected);
}

#[test]
fn text_decides_spaces_and_html_quotes() {
    let html = "<table><tr><td>a b</td><td>\"c\"</td></tr></table>";
    let read = parse(" a  b \t\"c\"\n", Some(html));
    assert_eq!(read, block(&[&[" a  b ", "\"c\""]]));
}

#[test]
fn html_without_one_table_yields_to_text() {
    let prose = "<p>a</p><p>b</p>";
    assert_eq!(parse("a\nb", Some(prose)), block(&[&["a"], &["b"]]));
    let two = "<table><tr><td>a</td></tr></table><table><tr><td>b</td></tr></table>";
    assert_eq!(parse("a b", Some(two)), block(&[&["a b"]]));
    assert_eq!(parse_html(two), block(&[&["a"], &["b"]]));
    let nested =
        "<table><tr><td>a<table><tr><td>b</td><td>c</td></tr></table></td><td>d</td></tr></table>";
    assert_eq!(parse_html(nested), block(&[&["a\nb c", "d"]]));
}

#[test]
fn paragraphs_in_a_cell_are_lines() {
    let html = "<table><tr><td><p>a</p>\n<p>b</p></td><td><div>c<br>d</div></td></table>";
    assert_eq!(parse_html(html), block(&[&["a\nb", "c\nd"]]));
}

#[test]
fn too_large_clipboard_is_refused() {
    let content = |text: String, html: Option<String>| ClipboardContent { text, html }.parse();
    let columns = Err(LimitError::Columns { row: 2 });
    let wide = format!("a\n{}", "\t".repeat(1_000_000));
    assert_eq!(content(wide, None), columns);
    let wide = "<table><tr><td>a<tr><td colspan=1000000>b</table>".to_owned();
    assert_eq!(content(String::new(), Some(wide)), columns);
    let covered = "<tr><td colspan=16384 rowspan=65000>".to_owned() + &"<tr>".repeat(1_000);
    let covered = Some(format!("<table>{covered}</table>"));
    let too_many = Err(LimitError::Cells {
        max: MAX_CLIPBOARD_CELLS,
    });
    assert_eq!(content(String::new(), covered), too_many);
    let below = "<table><tr>".to_owned() + &"<td>".repeat(16_383) + "<td rowspan=99999>a";
    let below = Some(below + &"<tr>".repeat(1_000));
    assert_eq!(content(String::new(), below), too_many);
    let bytes = MAX_CLIPBOARD_BYTES + 1;
    let long = " ".repeat(usize::try_from(bytes).unwrap());
    assert_eq!(
        content(long, None),
        Err(LimitError::ClipboardBytes { bytes })
    );
}

#[test]
fn copied_cells_are_marked_as_text() {
    let written = ClipboardContent::from_block(&block(&[&["9007199254740993"]]));
    assert_eq!(written.text, "9007199254740993");
    let cell = r#"<td style='mso-number-format:"\@"' sdnum="1033;0;@">9007199254740993</td>"#;
    assert!(written.html.unwrap().contains(cell));
}

proptest! {
    #[test]
    fn each_flavour_is_read_back_unchanged(block in blocks()) {
        let written = ClipboardContent::from_block(&block);
        prop_assert_eq!(&written.parse().unwrap(), &block);
        prop_assert_eq!(&parse(&written.text, None), &block);
        prop_assert_eq!(&parse_html(written.html.as_deref().unwrap()), &block);
    }

    #[test]
    fn any_clipboard_is_read(text in "[ab\"\t\r\n]{0,20}", html in "(<(/?(table|tr|td|br|p|span|style)|td colspan=3|td rowspan=2)>|[a &]){0,30}") {
        let read = parse(&text, Some(&html));
        prop_assert!(read.rows().iter().all(|row| row.len() == read.column_count()));
    }
}
