use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::test_cells::cells;
use crate::{ClipboardContent, Sheet, Workbook, read_csv};

fn csv(columns: &[&str], rows: &[&[&str]]) -> Result<String, ExportError> {
    let mut file = Vec::new();
    write_csv(&mut file, columns, rows)?;
    Ok(String::from_utf8(file).unwrap())
}

fn xlsx<C: AsRef<str>, R: AsRef<[C]>>(
    columns: &[C],
    rows: impl IntoIterator<Item = R>,
) -> Result<Vec<u8>, ExportError> {
    let mut file = Vec::new();
    let dir = tempfile::tempdir().unwrap();
    write_xlsx(&mut file, dir.path(), "Values", columns, rows)?;
    let left = std::fs::read_dir(dir.path()).unwrap().count();
    assert_eq!(left, 0, "temporary files");
    Ok(file)
}

fn read_xlsx(file: &[u8]) -> Sheet {
    let mut workbook = Workbook::open(file).unwrap();
    workbook.read("Values", 1).unwrap()
}

/// Returns the XML of the sheet and of the styles.
fn xlsx_parts(file: &[u8]) -> [String; 2] {
    let mut archive = zip::ZipArchive::new(io::Cursor::new(file)).unwrap();
    ["xl/worksheets/sheet1.xml", "xl/styles.xml"]
        .map(|name| io::read_to_string(archive.by_name(name).unwrap()).unwrap())
}

#[test]
fn csv_is_written_for_excel() {
    let file = csv(
        &["id", "name"],
        &[&["9007199254740993", "=1+1"], &["-5", "a,\"b\"\n"]],
    );
    let expected = "\u{feff}\"id\",\"name\"\r\n9007199254740993,'=1+1\r\n-5,\"a,\"\"b\"\"\n\"\r\n";
    assert_eq!(file.unwrap(), expected);
}

#[test]
fn first_name_is_not_a_separator_line() {
    let file = csv(&["sep=;"], &[&["a;b"]]).unwrap();
    assert_eq!(read_csv(file.as_bytes()).unwrap().columns, ["sep=;"]);
}

#[test]
fn xlsx_cells_are_text_below_frozen_header() {
    let file = xlsx(&["id"], [["9007199254740993"], ["=1+1"]]).unwrap();
    let [sheet, styles] = xlsx_parts(&file);
    for part in [
        r#"ySplit="1""#,
        r#"state="frozen""#,
        r#"t="inlineStr"><is><t>9007199254740993</t>"#,
        r#"t="inlineStr"><is><t>=1+1</t>"#,
    ] {
        assert!(sheet.contains(part), "{part} in {sheet}");
    }
    assert!(!sheet.contains("<f>"), "{sheet}");
    // 49 is the number format of text.
    assert!(styles.contains(r#"numFmtId="49""#) && styles.contains("<b/>"));
}

#[test]
fn column_widths_fit_with_a_cap() {
    let long = "x".repeat(500);
    let file = xlsx(&["id", "name", "text"], [["1", "twelve chars", &long]]).unwrap();
    let [sheet, _] = xlsx_parts(&file);
    let widths = sheet.split("width=\"").skip(1);
    let widths: Vec<_> = widths.map(|rest| rest.split('.').next().unwrap()).collect();
    assert_eq!(widths, ["8", "14", "60"]);
}

#[test]
fn unusual_sheet_name_is_replaced() {
    for (name, expected) in [
        ("May/June [1]", "May_June _1_"),
        ("", "Sheet1"),
        ("'Values'", "_Values_"),
        (&"é".repeat(40), &"é".repeat(31)),
    ] {
        let mut file = Vec::new();
        let dir = tempfile::tempdir().unwrap();
        write_xlsx(&mut file, dir.path(), name, &["a"], [["1"]]).unwrap();
        let workbook = Workbook::open(&file).unwrap();
        assert_eq!(workbook.sheets()[0].name, expected);
    }
}

#[test]
fn unwritable_table_is_refused_with_its_place() {
    let ragged: &[&[&str]] = &[&["1", "2"], &["3"]];
    for error in [
        csv(&["a", "b"], ragged).err(),
        xlsx(&["a", "b"], ragged).err(),
    ] {
        let (row, cells, columns) = (3, 1, 2);
        let expected = ExportError::WrongCellCount {
            row,
            cells,
            columns,
        };
        assert_eq!(error.unwrap().to_string(), expected.to_string());
    }
    let error = csv(&["a"], &[&["x\0"]]).err();
    assert!(matches!(
        error,
        Some(ExportError::ForbiddenCharacter { row: 2, column: 1 })
    ));
    assert!(matches!(csv(&[], &[]), Err(ExportError::NoColumns)));
    let none: [[&str; 0]; 0] = [];
    assert!(matches!(xlsx(&[], none), Err(ExportError::NoColumns)));
}

#[test]
fn table_beyond_excel_is_refused() {
    let long = "😀".repeat(MAX_WORKSHEET_CELL / 2 + 1);
    let error = xlsx(&["a", "b"], [["1", &*long]]).err();
    assert!(matches!(
        error,
        Some(ExportError::CellTooLong { row: 2, column: 2 })
    ));
    let columns = MAX_COLUMNS + 1;
    let error = xlsx(&vec!["a"; columns], [["1"]]).err();
    assert!(matches!(error, Some(ExportError::TooManyColumns { columns: at }) if at == columns));
    let rows = std::iter::repeat_n([""], MAX_WORKSHEET_ROWS);
    assert!(matches!(xlsx(&["a"], rows), Err(ExportError::TooManyRows)));
}

#[test]
fn missing_temporary_folder_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let missing = dir.path().join("missing");
    let written = write_xlsx(Vec::new(), &missing, "Values", &["a"], [["1"]]);
    assert!(matches!(written, Err(ExportError::Write(_))));
}

#[test]
fn rows_after_the_measured_ones_are_written() {
    let rows = (0..2_500).map(|row| [format!("id {row}")]);
    let sheet = read_xlsx(&xlsx(&["a".to_owned()], rows).unwrap());
    assert_eq!(sheet.rows.len(), 2_500);
    assert_eq!(sheet.rows[2_499].cells, ["id 2499"]);
}

/// Column names, and rows that are not blank.
fn tables() -> impl Strategy<Value = (Vec<String>, Vec<Vec<String>>)> {
    (1_usize..5).prop_flat_map(|width| {
        let columns = vec("[='+@\\-a-zä\"]{0,4}", width);
        let columns = columns.prop_map(|names| {
            let names = names.into_iter().enumerate();
            names
                .map(|(index, name)| format!("{name}{index}"))
                .collect()
        });
        let rows = vec(vec(cells(), width), 0..5);
        let rows = rows.prop_map(|mut rows| {
            for row in &mut rows {
                if row.iter().all(|cell| cell.trim().is_empty()) {
                    row[0].push('x');
                }
            }
            rows
        });
        (columns, rows)
    })
}

fn assert_same(read: Sheet, columns: &[String], rows: &[Vec<String>]) {
    assert_eq!(read.columns, columns);
    assert_eq!((read.blank_lines.len(), read.losses.len()), (0, 0));
    let cells: Vec<_> = read.rows.into_iter().map(|row| row.cells).collect();
    assert_eq!(cells, rows);
}

proptest! {
    #[test]
    fn csv_is_read_back_unchanged((columns, rows) in tables()) {
        let mut file = Vec::new();
        write_csv(&mut file, &columns, &rows).unwrap();
        assert_same(read_csv(&file).unwrap(), &columns, &rows);
    }

    #[test]
    fn xlsx_is_read_back_unchanged((columns, mut rows) in tables(), control in "[\u{0}-\u{1f}\u{fffe}\u{ffff}]") {
        rows.push(vec![format!("x{control}_x000D_"); columns.len()]);
        let file = xlsx(&columns, &rows).unwrap();
        assert_same(read_xlsx(&file), &columns, &rows);
    }
}

#[test]
fn json_keeps_every_cell_as_text() {
    let rows = [["9007199254740993", "=1+1 \"q\"\n"], ["", "é\u{7}"]];
    let mut file = Vec::new();
    write_json(&mut file, &["id", "name"], rows).unwrap();
    let read: Vec<std::collections::BTreeMap<String, String>> =
        serde_json::from_slice(&file).unwrap();
    let cells: Vec<_> = read
        .iter()
        .map(|row| [&*row["id"], &*row["name"]])
        .collect();
    assert_eq!(cells, rows);
    let mut empty = Vec::new();
    write_json(&mut empty, &["id"], Vec::<[&str; 1]>::new()).unwrap();
    assert_eq!(serde_json::from_slice::<Vec<()>>(&empty).unwrap(), []);
}

#[test]
fn html_cells_are_text_without_markup() {
    let mut file = Vec::new();
    let rows = [["9007199254740993", "<script>alert(\"&\")</script>"]];
    write_html(&mut file, "A & B", &["id", "<name>"], rows).unwrap();
    let text = String::from_utf8(file).unwrap();
    assert!(!text.contains("<script") && text.contains("<title>A &amp; B</title>"));
    let pasted = ClipboardContent {
        text: String::new(),
        html: Some(text),
    };
    let read = pasted.parse().unwrap().rows().to_vec();
    assert_eq!(read, [["id", "<name>"], rows[0]]);
}
