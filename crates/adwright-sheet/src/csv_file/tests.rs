use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::*;
use crate::SheetRow;

fn check(file: impl AsRef<[u8]>, expected: &Expect) {
    let text = match read_csv(file.as_ref()) {
        Err(error) => error.to_string(),
        Ok(sheet) => {
            let rows = sheet.rows.iter();
            let rows = rows.map(|row| format!("\n{}: {:?}", row.line, row.cells));
            let blank = match sheet.blank_lines.as_slice() {
                [] => String::new(),
                lines => format!("\nblank: {lines:?}"),
            };
            format!("{:?}{}{blank}", sheet.columns, rows.collect::<String>())
        }
    };
    expected.assert_eq(&text);
    assert_eq!(rows_one_by_one(file.as_ref()), rows_of_table(file.as_ref()));
}

type ReadRows = Result<(Vec<String>, Vec<SheetRow>), String>;

fn rows_of_table(file: &[u8]) -> ReadRows {
    let sheet = read_csv(file).map_err(|error| error.to_string())?;
    Ok((sheet.columns, sheet.rows))
}

fn rows_one_by_one(file: &[u8]) -> ReadRows {
    let read = read_csv_rows(file, &CsvOptions::default(), |columns, rows| {
        let rows = rows.collect::<Result<Vec<_>, _>>()?;
        Ok((columns.to_vec(), rows))
    });
    let rows = read.and_then(|rows| rows);
    rows.map_err(|error: SheetError| error.to_string())
}

#[test]
fn cells_stay_unchanged() {
    check(
        "\u{feff}name, id \n 007 ,9223372036854775807\n\n1.50,9.00E+18\n",
        &expect![[r#"
            ["name", "id"]
            2: [" 007 ", "9223372036854775807"]
            4: ["1.50", "9.00E+18"]"#]],
    );
}

#[test]
fn semicolons_and_tabs_separate_and_quotes_protect() {
    check(
        "a;b\r\n\"x;\r\n\"\"y\"\"\";1,5\r\nz;\r\n",
        &expect![[r#"
            ["a", "b"]
            2: ["x;\r\n\"y\"", "1,5"]
            4: ["z", ""]"#]],
    );
    check(
        "a\tb\n1\t2",
        &expect![[r#"
        ["a", "b"]
        2: ["1", "2"]"#]],
    );
    check(
        "\"a;b\"\n1",
        &expect![[r#"
        ["a;b"]
        2: ["1"]"#]],
    );
}

#[test]
fn non_table_is_reported_with_its_place() {
    check(
        "",
        &expect!["The file is empty: its first line has the names of the columns."],
    );
    check(
        b"a,b\n1,\xfc",
        &expect!["Line 2, column 2: this is not UTF-8 text. Save the file as “CSV UTF-8”."],
    );
    check(
        "a,b\n1,2\n1,2,3",
        &expect!["Line 3: this row has 3 cells, but there are 2 columns."],
    );
    check(
        "a,b\n1",
        &expect!["Line 2: this row has 1 cells, but there are 2 columns."],
    );
    check(
        "a,,b\n",
        &expect!["Line 1, column 2: this column has no name."],
    );
    check(
        "a,b,a\n",
        &expect!["Line 1, column 3: there is a column “a” already."],
    );
    check(
        "a\n\"x\ny\nz",
        &expect![
            r#"Line 2, column 1: a quote (") is opened here and never closed. Close it, or double it if it is an inch mark."#
        ],
    );
}

#[test]
fn sep_line_names_the_separator() {
    for (separator, file) in [
        (';', "sep=;\r\na,b;c\r\n\r\n1;2"),
        ('\t', "SEP=\t\na,b\tc\n\n1\t2"),
        ('|', "\u{feff}sep=|\na,b|c\n\n1|2\n"),
    ] {
        let sheet = read_csv(file.as_bytes()).unwrap();
        let cells = ["1", "2"].map(str::to_owned).to_vec();
        assert_eq!(sheet.columns, ["a,b", "c"], "{separator}");
        assert_eq!(sheet.header_line, 2, "{separator}");
        assert_eq!(sheet.rows, [SheetRow { line: 4, cells }], "{separator}");
    }
    assert_eq!(read_csv(b"sep=,\n"), Err(SheetError::Empty));
    let line = 2;
    let twice = SheetError::DuplicateColumn {
        line,
        column: 2,
        name: "a".to_owned(),
    };
    assert_eq!(read_csv(b"sep=,\na,a\n"), Err(twice));
}

#[test]
fn trailing_columns_without_name_are_dropped() {
    check(
        "a,b,, \n1,2,,\n3,4\n5,6, \n",
        &expect![[r#"
            ["a", "b"]
            2: ["1", "2"]
            3: ["3", "4"]
            4: ["5", "6"]"#]],
    );
    for (file, error) in [
        (
            "a,b,\n1,2,3\n",
            SheetError::UnnamedCell { line: 2, column: 3 },
        ),
        (
            "a,b,\n1,2,,\n",
            SheetError::WrongCellCount {
                line: 2,
                cells: 4,
                columns: 2,
            },
        ),
        (
            "a,b,\n1\n",
            SheetError::WrongCellCount {
                line: 2,
                cells: 1,
                columns: 2,
            },
        ),
        (
            ",,\n1,2,3\n",
            SheetError::UnnamedColumn { line: 1, column: 1 },
        ),
    ] {
        assert_eq!(read_csv(file.as_bytes()), Err(error), "{file}");
    }
}

#[test]
fn utf16_with_mark_is_read() {
    let text = "sep=;\r\nnäme;b\r\n😀;2\r\n";
    let expected = read_csv(text.as_bytes());
    assert!(expected.is_ok());
    let encoded = |unit: fn(u16) -> [u8; 2]| -> Vec<u8> {
        let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
        units.flat_map(unit).collect()
    };
    let [little, big] = [u16::to_le_bytes, u16::to_be_bytes].map(encoded);
    assert_eq!(read_csv(&little), expected);
    assert_eq!(read_csv(&big), expected);
    let damaged = Err(SheetError::OtherFormat(FileFormat::DamagedUtf16));
    assert_eq!(read_csv(&little[..little.len() - 1]), damaged);
    assert_eq!(read_csv(b"\xff\xfea\0\0\xd8"), damaged);
}

#[test]
fn inch_marks_are_text_and_bad_quotes_refused() {
    check(
        "size \"x\";b\n5\" screen;2\n\"5\"\" screen\";3\n 6\" ; \"7\"\n",
        &expect![[r#"
            ["size \"x\"", "b"]
            2: ["5\" screen", "2"]
            3: ["5\" screen", "3"]
            4: [" 6\" ", " \"7\""]"#]],
    );
    assert_eq!(read_csv(b"5\" size;b\n1;2\n").unwrap().columns.len(), 2);
    for (file, error) in [
        (
            "a,b\n1,\"5\" screen\"\n",
            SheetError::TextAfterQuote { line: 2, column: 2 },
        ),
        (
            "a,b\n1,2\n1,\" wide\n3,4\n",
            SheetError::OpenQuote { line: 3, column: 2 },
        ),
    ] {
        assert_eq!(read_csv(file.as_bytes()), Err(error), "{file}");
    }
}

#[test]
fn empty_rows_are_skipped_and_reported() {
    check(
        "a,b\r\n,\r\n\"x\ny\",2\r\n\r\n,,,\r\n \t, \r\n3,\r\n\"\",\r\n",
        &expect![[r#"
            ["a", "b"]
            3: ["x\ny", "2"]
            8: ["3", ""]
            blank: [2, 6, 7, 9]"#]],
    );
}

#[test]
fn other_formats_are_refused_by_name() {
    for (file, format) in [
        (&b"PK\x03\x04\x14\0"[..], FileFormat::Zip),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", FileFormat::OldExcel),
        (b"\n<html><table><tr><td>name", FileFormat::Html),
        (b"\xef\xbb\xbf<!DOCTYPE html>", FileFormat::Html),
        (b"\xff\xfe<\0t\0a\0b\0l\0e\0", FileFormat::Html),
        (b"<?xml version=\"1.0\"?><Workbook>", FileFormat::Xml),
        (b"n\0a\0m\0e\0,\0", FileFormat::Binary),
    ] {
        assert_eq!(read_csv(file), Err(SheetError::OtherFormat(format)));
    }
    check(
        "<html>",
        &expect![
            "This is an HTML page, not a CSV file. Open it in a spreadsheet program and save it as “CSV UTF-8”."
        ],
    );
    assert_eq!(
        read_csv(b"name|value\nA|1\n"),
        Err(SheetError::Pipes { line: 1 })
    );
    assert!(read_csv(b"name\nA|1\n").is_ok());
    assert!(read_csv(b"na|me,value\nA|1,2\n").is_ok());
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(file in "(sep=)?[ab|,;\t\r\n\" ]{0,30}") {
        let lines = file.replace("\r\n", "\n").split(['\r', '\n']).count() as u64;
        if let Ok(sheet) = read_csv(file.as_bytes()) {
            let all = sheet.rows.iter().map(|row| row.line).chain(sheet.blank_lines);
            prop_assert!(all.into_iter().all(|line| (sheet.header_line + 1..=lines).contains(&line)));
        }
    }
}
