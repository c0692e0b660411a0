use super::*;
use crate::{LimitError, MAX_COLUMNS, MAX_FILE_BYTES, Sheet, SheetRow};

fn read(file: &[u8], options: &CsvOptions) -> Sheet {
    read_csv_with(file, options).unwrap()
}

fn guess(file: &[u8]) -> CsvPreview {
    preview_csv(file, &CsvOptions::default(), 3).unwrap()
}

fn cells(rows: &[SheetRow]) -> Vec<Vec<&str>> {
    let rows = rows.iter();
    rows.map(|row| row.cells.iter().map(String::as_str).collect())
        .collect()
}

#[test]
fn chosen_separator_and_quote_are_used() {
    let options = CsvOptions {
        separator: Some('|'),
        quote: Some('\''),
        ..CsvOptions::default()
    };
    let sheet = read(b"a|b\n'1|x'|\"2\n", &options);
    assert_eq!(cells(&sheet.rows), [["1|x", "\"2"]]);
    let sheet = read(b"sep=;\na|b;c\n1|2;3\n", &options);
    assert_eq!(sheet.columns, ["a", "b;c"]);
    let options = CsvOptions {
        quote: None,
        ..CsvOptions::default()
    };
    let sheet = read(b"a,b\n\"1,2\"\n", &options);
    assert_eq!(cells(&sheet.rows), [["\"1", "2\""]]);
}

#[test]
fn unusable_choice_is_refused() {
    let separators = ['é', '\n', '"', '\0'];
    for character in separators {
        let options = CsvOptions {
            separator: Some(character),
            ..CsvOptions::default()
        };
        let error = Err(SheetError::InvalidSeparator { character });
        assert_eq!(read_csv_with(b"a,b\n", &options), error);
    }
    let line = 3;
    let options = CsvOptions {
        header_line: Some(line),
        ..CsvOptions::default()
    };
    for file in ["a\n\"b\nc\"\n", "a\n"] {
        let error = Err(SheetError::NoHeaderLine { line });
        assert_eq!(read_csv_with(file.as_bytes(), &options), error, "{file}");
    }
}

#[test]
fn rows_above_the_header_are_ignored() {
    let file = b"Report, May\n\nname,id\na,1\n";
    let options = CsvOptions {
        header_line: Some(3),
        ..CsvOptions::default()
    };
    let sheet = read(file, &options);
    assert_eq!((sheet.columns.len(), sheet.header_line), (2, 3));
    assert_eq!(cells(&sheet.rows), [["a", "1"]]);
}

#[test]
fn windows_1252_is_read_if_chosen() {
    let file = b"name;price\nZo\xeb;5 \x80\n";
    let refused = SheetError::NotText { line: 2, column: 1 };
    assert_eq!(read_csv(file), Err(refused));
    let guessed = guess(file);
    assert_eq!(guessed.options.encoding, Some(TextEncoding::Windows1252));
    let expected = [["name", "price"], ["Zoë", "5 €"]];
    assert_eq!(cells(&guessed.rows), expected);
    let sheet = read(file, &guessed.options);
    assert_eq!(cells(&sheet.rows), expected[1..]);
}

#[test]
fn encodings_are_guessed() {
    let utf16 = |unit: fn(u16) -> [u8; 2], mark: &str| -> Vec<u8> {
        let text = format!("{mark}näme,b\n1,2\n");
        text.encode_utf16().flat_map(unit).collect()
    };
    for (file, encoding) in [
        ("näme,b\n1,2\n".into(), TextEncoding::Utf8),
        ("\u{feff}näme,b\n1,2\n".into(), TextEncoding::Utf8),
        (utf16(u16::to_le_bytes, "\u{feff}"), TextEncoding::Utf16Le),
        (utf16(u16::to_be_bytes, "\u{feff}"), TextEncoding::Utf16Be),
        (utf16(u16::to_le_bytes, ""), TextEncoding::Utf16Le),
        (utf16(u16::to_be_bytes, ""), TextEncoding::Utf16Be),
    ] {
        let guessed = guess(&file);
        assert_eq!(guessed.options.encoding, Some(encoding));
        assert_eq!(cells(&guessed.rows), [["näme", "b"], ["1", "2"]]);
        assert_eq!(read(&file, &guessed.options).columns, ["näme", "b"]);
    }
}

#[test]
fn separator_and_header_are_guessed() {
    for (file, separator, header_line) in [
        ("a,b\n1,2\n", ',', 1),
        ("Report, May 2026\n\nname;price\nx;1,5\ny;2,5\n", ';', 3),
        ("name|id\na|1\n", '|', 1),
        ("a\tb\n1,5\t2,5\n", '\t', 1),
        ("name\na\n", ',', 1),
        ("Report,,\nname,id,id\n1,2,3\n", ',', 3),
        ("sep=|\na,b|c\n1|2\n", '|', 2),
    ] {
        let options = guess(file.as_bytes()).options;
        assert_eq!(options.separator, Some(separator), "{file}");
        assert_eq!(options.header_line, Some(header_line), "{file}");
    }
}

#[test]
fn chosen_options_are_not_guessed() {
    let options = CsvOptions {
        separator: Some(';'),
        encoding: Some(TextEncoding::Windows1252),
        header_line: Some(2),
        is_headerless: false,
        quote: None,
    };
    let preview = preview_csv("a,b\nä,2\n".as_bytes(), &options, 9).unwrap();
    assert_eq!(preview.options, options);
    assert_eq!(cells(&preview.rows), [["a,b"], ["Ã¤,2"]]);
}

#[test]
fn preview_of_long_file_has_whole_rows() {
    let row = format!("\"{}\",ü\n", "x".repeat(1_000));
    let file = format!("a,b\n{}", row.repeat(2_000));
    let preview = preview_csv(file.as_bytes(), &CsvOptions::default(), 5_000).unwrap();
    assert!(preview.rows.len() > 1_000);
    assert!(preview.rows.iter().all(|row| row.cells.len() == 2));
    assert!(
        preview
            .rows
            .iter()
            .all(|row| !row.cells[1].contains('\u{fffd}'))
    );
}

#[test]
fn file_without_table_has_no_preview() {
    let preview = |file: &[u8]| preview_csv(file, &CsvOptions::default(), 5);
    assert_eq!(preview(b""), Err(SheetError::Empty));
    let zip = Err(SheetError::OtherFormat(FileFormat::Zip));
    assert_eq!(preview(b"PK\x03\x04"), zip);
    let shown = preview(b"a,b\n1,2\n\"3\" x,4\n").unwrap().rows;
    assert_eq!(cells(&shown), [["a", "b"], ["1", "2"], ["3 x", "4"]]);
}

#[test]
fn too_large_file_is_refused() {
    let wide = ",".repeat(1_000_000);
    let row = 1;
    let error = Err(SheetError::Limit(LimitError::Columns { row }));
    assert_eq!(read_csv(wide.as_bytes()), error);
    let columns: Vec<_> = (0..MAX_COLUMNS).map(|column| column.to_string()).collect();
    assert!(read_csv(columns.join(",").as_bytes()).is_ok());
    let bytes = MAX_FILE_BYTES + 1;
    let long = vec![0; usize::try_from(bytes).unwrap()];
    let error = Err(SheetError::Limit(LimitError::FileBytes { bytes }));
    assert_eq!(read_csv(&long), error);
}

#[test]
fn headerless_columns_are_named_by_letters() {
    let options = CsvOptions {
        is_headerless: true,
        ..CsvOptions::default()
    };
    let sheet = read(b"1,1\n2,3\n", &options);
    assert_eq!(
        (sheet.columns.join(""), sheet.header_line),
        ("AB".to_owned(), 0)
    );
    assert_eq!(cells(&sheet.rows), [["1", "1"], ["2", "3"]]);
}
