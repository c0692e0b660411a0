use std::io::{Cursor, Read, Write};

use proptest::prelude::*;
use rust_xlsxwriter::{ExcelDateTime, Format, Formula, Workbook as XlsxWriter, Worksheet};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::package::check_package_up_to;
use super::*;
use crate::{CellLoss, LimitError, LossyCell, MAX_CELLS, SheetRow};

/// Returns an XLSX file with one sheet `Data`.
fn xlsx(fill: impl FnOnce(&mut Worksheet)) -> Vec<u8> {
    let mut writer = XlsxWriter::new();
    let sheet = writer.add_worksheet();
    sheet.set_name("Data").unwrap();
    fill(sheet);
    writer.save_to_buffer().unwrap()
}

/// Returns an XLSX file whose rows are texts, the first of them in row 1.
fn xlsx_texts(rows: &[&[&str]]) -> Vec<u8> {
    xlsx(|sheet| write_texts(sheet, rows))
}

fn write_texts(sheet: &mut Worksheet, rows: &[&[&str]]) {
    for (row, cells) in (0..).zip(rows) {
        for (column, cell) in (0..).zip(*cells) {
            sheet.write_string(row, column, *cell).unwrap();
        }
    }
}

fn zip_parts<'a>(parts: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, bytes) in parts {
        writer.start_file(name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn unzip_parts(file: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut archive = ZipArchive::new(Cursor::new(file)).unwrap();
    let parts = 0..archive.len();
    parts
        .map(|index| {
            let mut part = archive.by_index(index).unwrap();
            let mut bytes = Vec::new();
            part.read_to_end(&mut bytes).unwrap();
            (part.name().unwrap().into_owned(), bytes)
        })
        .collect()
}

/// Changes the XML of the part whose name ends so.
fn patch(file: &[u8], part: &str, change: impl Fn(String) -> String) -> Vec<u8> {
    let mut parts = unzip_parts(file);
    for (name, bytes) in &mut parts {
        if name.ends_with(part) {
            let text = String::from_utf8(std::mem::take(bytes)).unwrap();
            let changed = change(text.clone());
            assert_ne!(changed, text);
            *bytes = changed.into_bytes();
        }
    }
    zip_parts(parts.iter().map(|(name, bytes)| (&**name, &**bytes)))
}

/// Returns an ODS file with the sheet `Data` of these rows.
fn ods(rows: &str) -> Vec<u8> {
    let content = format!(
        r#"<?xml version="1.0" encoding="UTF-8"?><office:document-content><office:body><office:spreadsheet>
        <table:table table:name="Data"><table:table-column/>{rows}</table:table>
        </office:spreadsheet></office:body></office:document-content>"#
    );
    let media_type = b"application/vnd.oasis.opendocument.spreadsheet";
    zip_parts([
        ("mimetype", &media_type[..]),
        ("content.xml", content.as_bytes()),
        ("META-INF/manifest.xml", b"<manifest:manifest/>"),
    ])
}

fn read(file: &[u8]) -> Result<Sheet, WorkbookError> {
    Workbook::open(file)?.read("Data", 1)
}

fn rows(sheet: &Sheet) -> Vec<Vec<&str>> {
    let rows = sheet.rows.iter();
    rows.map(|row| row.cells.iter().map(String::as_str).collect())
        .collect()
}

fn losses(sheet: &Sheet) -> Vec<(usize, usize, CellLoss)> {
    let cells = sheet.losses.iter();
    cells
        .map(|cell| (cell.row, cell.column, cell.loss))
        .collect()
}

fn place(row: u32, column: u32) -> CellPlace {
    CellPlace {
        sheet: "Data".to_owned(),
        cell: CellPosition { row, column },
    }
}

#[test]
fn xlsx_cells_become_exact_text() {
    let date = Format::new().set_num_format("yyyy-mm-dd");
    let file = xlsx(|sheet| {
        write_texts(sheet, &[&["id", "name", "on", "from", "sum"]]);
        sheet.write_number(2, 0, 123_456_789_012_345_f64).unwrap();
        sheet.write_string(2, 1, " Zoë \n_x0041_ ").unwrap();
        sheet.write_boolean(2, 2, true).unwrap();
        let day = ExcelDateTime::from_ymd(2026, 11, 26).unwrap();
        sheet.write_datetime_with_format(2, 3, &day, &date).unwrap();
        let sum = Formula::new("=A3/4").set_result("0.25");
        sheet.write_formula(2, 4, sum).unwrap();
        sheet
            .write_number(3, 0, 1_234_567_890_123_456_789_f64)
            .unwrap();
        let empty = Formula::new("=\"\"").set_result("zz");
        sheet.write_formula(3, 1, empty).unwrap();
    });
    let file = patch(&file, "sheet1.xml", |xml| {
        xml.replace("<v>zz</v>", "<v></v>")
    });
    let sheet = read(&file).unwrap();
    assert_eq!(sheet.columns, ["id", "name", "on", "from", "sum"]);
    let expected = [
        [
            "123456789012345",
            " Zoë \n_x0041_ ",
            "true",
            "2026-11-26",
            "0.25",
        ],
        ["1234567890123456800", "", "", "", ""],
    ];
    assert_eq!(rows(&sheet), expected);
    assert_eq!(sheet.rows[0].line, 3);
    let expected = [(0, 3, CellLoss::Date), (1, 0, CellLoss::Rounded)];
    assert_eq!(losses(&sheet), expected);
}

#[test]
fn ods_cells_become_exact_text() {
    let header = ["id", "name", "on", "from"].map(|name| {
        format!(r#"<table:table-cell office:value-type="string"><text:p>{name}</text:p></table:table-cell>"#)
    });
    let file = ods(&format!(
        r#"<table:table-header-rows><table:table-row>{}</table:table-row></table:table-header-rows>
        <table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="4"/></table:table-row>
        <table:table-row><table:table-cell office:value-type="float" office:value="1.23456789012346E+018"><text:p>1.23E+18</text:p></table:table-cell>
        <table:table-cell office:value-type="string"><office:annotation><text:p>no</text:p></office:annotation><text:p><text:s/>a<text:s text:c="2"/>b &amp; <text:span>c</text:span></text:p><text:p>d<text:tab/>e</text:p></table:table-cell>
        <table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>TRUE</text:p></table:table-cell>
        <table:table-cell office:value-type="date" office:date-value="2026-11-26"><text:p>26.11.26</text:p></table:table-cell></table:table-row>
        <table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="percentage" office:value="0.5"/><table:table-cell table:formula="of:=1/4" office:value-type="float" office:value="0.25"/></table:table-row>
        <table:table-row table:number-rows-repeated="1048569"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>"#,
        header.concat()
    ));
    let sheet = read(&file).unwrap();
    let expected = [
        [
            "1234567890123460000",
            " a  b & c\nd\te",
            "true",
            "2026-11-26",
        ],
        ["0.5", "0.25", "", ""],
        ["0.5", "0.25", "", ""],
    ];
    assert_eq!(rows(&sheet), expected);
    assert_eq!(sheet.rows[0].line, 4);
    let expected = [(0, 0, CellLoss::Rounded), (0, 3, CellLoss::Date)];
    assert_eq!(losses(&sheet), expected);
    let info = WorksheetInfo {
        name: "Data".to_owned(),
        rows: 6,
        columns: 4,
    };
    assert_eq!(Workbook::open(&file).unwrap().sheets(), [info]);
}

#[test]
fn sheet_and_header_row_are_chosen() {
    let mut writer = XlsxWriter::new();
    writer.add_worksheet().set_name("Notes").unwrap();
    let sheet = writer.add_worksheet().set_name("Data").unwrap();
    let merged = Format::new();
    sheet.merge_range(0, 0, 0, 1, "Report", &merged).unwrap();
    write_texts(
        sheet,
        &[
            &[],
            &[],
            &["id", "name"],
            &["1", "a"],
            &["", " "],
            &["2", "b"],
            &[" "],
        ],
    );
    sheet
        .write_formula(1, 0, Formula::new("=1/0").set_result("#DIV/0!"))
        .unwrap();
    let file = writer.save_to_buffer().unwrap();
    let mut workbook = Workbook::open(&file).unwrap();
    let names: Vec<_> = workbook.sheets().iter().map(|info| &*info.name).collect();
    assert_eq!(names, ["Notes", "Data"]);
    assert_eq!(
        (workbook.sheets()[1].rows, workbook.sheets()[1].columns),
        (7, 2)
    );
    let sheet = workbook.read("Data", 3).unwrap();
    assert_eq!((sheet.header_line, &*sheet.blank_lines), (3, &[5][..]));
    assert_eq!(rows(&sheet), [["1", "a"], ["2", "b"]]);
    let preview = workbook.preview("Data", 4).unwrap();
    let shown = [["Report", ""], ["#DIV/0!", ""], ["id", "name"], ["1", "a"]];
    assert_eq!(preview.rows(), shown);
    let sheet = "Other".to_owned();
    assert_eq!(
        workbook.read("Other", 1),
        Err(WorkbookError::NoSheet { sheet })
    );
    let sheet = "Notes".to_owned();
    assert_eq!(
        workbook.read("Notes", 1),
        Err(WorkbookError::EmptySheet { sheet })
    );
    let (sheet, row) = ("Data".to_owned(), 20);
    assert_eq!(
        workbook.read("Data", row),
        Err(WorkbookError::EmptyHeader { sheet, row })
    );
}

#[test]
fn headerless_sheet_is_read_from_its_first_row() {
    let file = xlsx_texts(&[&["a", "b"], &["a", "b"]]);
    let mut workbook = Workbook::open(&file).unwrap();
    let name = workbook.sheets()[0].name.clone();
    let sheet = workbook.read_headerless(&name).unwrap();
    assert_eq!(
        (sheet.columns.join(""), sheet.header_line),
        ("AB".to_owned(), 0)
    );
    assert_eq!(rows(&sheet), [["a", "b"], ["a", "b"]]);
}

#[test]
fn unusable_table_is_refused_with_its_place() {
    let error_value = |value: &str| {
        let value = value.to_owned();
        WorkbookError::ErrorValue {
            place: place(2, 2),
            value,
        }
    };
    let duplicate = |row, column| WorkbookError::DuplicateColumn {
        place: place(row, column),
        name: "a".to_owned(),
    };
    let formula = |result: &str| {
        xlsx(|sheet| {
            write_texts(sheet, &[&["a", "b"]]);
            let formula = Formula::new("=1+1").set_result(result);
            sheet.write_formula(1, 1, formula).unwrap();
        })
    };
    let without_result = patch(&formula("2"), "sheet1.xml", |xml| {
        xml.replace("<v>2</v>", "")
    });
    for (file, error) in [
        (xlsx_texts(&[&["a", "b", " a "]]), duplicate(1, 3)),
        (
            xlsx_texts(&[&["a", " ", "b"]]),
            WorkbookError::UnnamedColumn(place(1, 2)),
        ),
        (
            xlsx_texts(&[&["a"], &["1", "2"]]),
            WorkbookError::UnnamedCell(place(2, 2)),
        ),
        (formula("#REF!"), error_value("#REF!")),
        (without_result, WorkbookError::NoResult(place(2, 2))),
    ] {
        assert_eq!(read(&file), Err(error));
    }
    let newer = patch(&formula("#REF!"), "sheet1.xml", |xml| {
        xml.replace("#REF!", "#SPILL!")
    });
    let (sheet, value) = ("Data".to_owned(), "#SPILL!".to_owned());
    assert_eq!(
        read(&newer),
        Err(WorkbookError::NewErrorValue { sheet, value })
    );
    let cells = |row: u32, column| CellPosition { row, column };
    let merged = xlsx(|sheet| {
        write_texts(sheet, &[&["a", "b"], &["1", "2"], &["3", "4"]]);
        sheet.merge_range(1, 1, 2, 1, "x", &Format::new()).unwrap();
    });
    let range = WorksheetRange {
        first: cells(2, 2),
        last: cells(3, 2),
    };
    let sheet = "Data".to_owned();
    assert_eq!(
        read(&merged),
        Err(WorkbookError::MergedCells { sheet, range })
    );
}

#[test]
fn unusable_ods_table_is_refused() {
    let header = r#"<table:table-row><table:table-cell office:value-type="string"><text:p>a</text:p></table:table-cell></table:table-row>"#;
    let table = |cell: &str| {
        ods(&format!(
            "{header}<table:table-row>{cell}</table:table-row>"
        ))
    };
    let range = WorksheetRange {
        first: CellPosition { row: 2, column: 1 },
        last: CellPosition { row: 3, column: 1 },
    };
    let merged = WorkbookError::MergedCells {
        sheet: "Data".to_owned(),
        range,
    };
    let error = WorkbookError::ErrorValue {
        place: place(2, 1),
        value: "#REF!".to_owned(),
    };
    for (cell, error) in [
        (
            r#"<table:table-cell table:number-rows-spanned="2" office:value-type="float" office:value="1"/>"#,
            merged,
        ),
        (
            r#"<table:table-cell table:formula="of:=#REF!" office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>#REF!</text:p></table:table-cell>"#,
            error,
        ),
        (
            r#"<table:table-cell table:formula="of:=1"/>"#,
            WorkbookError::NoResult(place(2, 1)),
        ),
        (
            r#"<table:table-cell office:value-type="float" office:value="x"/>"#,
            WorkbookError::Damaged,
        ),
        (
            r#"<table:table-cell table:number-columns-repeated="0"/>"#,
            WorkbookError::Damaged,
        ),
    ] {
        assert_eq!(read(&table(cell)), Err(error), "{cell}");
    }
    let file = table("");
    let cut = patch(&file, "content.xml", |xml| xml[..xml.len() - 80].to_owned());
    assert_eq!(read(&cut), Err(WorkbookError::Damaged));
}

#[test]
fn other_files_are_refused_by_name() {
    let encrypted: Vec<u8> = "EncryptedPackage"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let encrypted = [&b"\xd0\xcf\x11\xe0\xa1\xb1"[..], &encrypted].concat();
    let manifest = |text: &'static str| ("META-INF/manifest.xml", text.as_bytes());
    let ods_type = b"application/vnd.oasis.opendocument.spreadsheet";
    let locked = zip_parts([
        ("mimetype", &ods_type[..]),
        manifest("<manifest:encryption-data/>"),
    ]);
    for (file, error) in [
        (b"a,b\n1,2".to_vec(), WorkbookError::NotAWorkbook),
        (
            b"\xd0\xcf\x11\xe0 Workbook".to_vec(),
            WorkbookError::OldExcel,
        ),
        (encrypted, WorkbookError::Password),
        (locked, WorkbookError::Password),
        (
            zip_parts([("xl/workbook.bin", &b""[..])]),
            WorkbookError::BinaryExcel,
        ),
        (
            zip_parts([("photo.png", &b""[..])]),
            WorkbookError::NotAWorkbook,
        ),
        (
            zip_parts([("mimetype", &b"application/epub+zip"[..])]),
            WorkbookError::NotAWorkbook,
        ),
        (
            zip_parts([("[Content_Types].xml", &b""[..])]),
            WorkbookError::Damaged,
        ),
        (b"PK\x03\x04".to_vec(), WorkbookError::Damaged),
    ] {
        let is_other = error == WorkbookError::NotAWorkbook && !file.starts_with(b"PK");
        assert_eq!(has_workbook_signature(&file), !is_other);
        assert_eq!(read(&file), Err(error));
    }
}

#[test]
fn truncated_file_is_damaged() {
    let file = xlsx_texts(&[&["a"], &["1"]]);
    for length in [10, 1_000, file.len() / 2, file.len() - 30] {
        assert_eq!(
            read(&file[..length]),
            Err(WorkbookError::Damaged),
            "{length}"
        );
    }
    let mut flipped = file.clone();
    flipped[100] ^= 0xff;
    assert_eq!(read(&flipped), Err(WorkbookError::Damaged));
}

#[test]
fn zip_bomb_is_refused_before_unpacking() {
    let zeros = vec![b' '; 1 << 20];
    let mut bomb = zip_parts([("[Content_Types].xml", &zeros[..]), ("xl/a.xml", &zeros)]);
    assert!(bomb.len() < 10_000);
    let refused = WorkbookError::Limit(LimitError::UnpackedBytes);
    let check = |file: &[u8], max| check_package_up_to(file, max).map(|package| package.format);
    assert_eq!(check(&bomb, 1_500_000), Err(refused.clone()));
    assert_eq!(check(&bomb, 3_000_000), Ok(PackageFormat::OpenXml));
    // The directory claims one byte for each part.
    let size = u32::try_from(zeros.len()).unwrap().to_le_bytes();
    while let Some(at) = bomb.windows(4).position(|bytes| bytes == size) {
        bomb[at..at + 4].copy_from_slice(&1_u32.to_le_bytes());
    }
    assert_eq!(check(&bomb, 1_500_000), Err(WorkbookError::Damaged));
}

#[test]
fn too_large_table_is_refused() {
    let cell = |attributes: &str| {
        format!(
            r#"<table:table-row {attributes} office:value-type="string"><text:p>a</text:p></table:table-cell></table:table-row>"#
        )
    };
    let wide = ods(&cell(
        r#"><table:table-cell table:number-columns-repeated="1000000""#,
    ));
    let error = WorkbookError::Limit(LimitError::Columns { row: 1 });
    assert_eq!(read(&wide), Err(error));
    let tall = ods(&cell(
        r#"table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="1000""#,
    ));
    let error = WorkbookError::Limit(LimitError::Cells { max: MAX_CELLS });
    let mut workbook = Workbook::open(&tall).unwrap();
    assert_eq!(workbook.read("Data", 900_000), Err(error));
    let far = ods(&cell(
        r#"table:number-rows-repeated="1048576"/><table:table-row><table:table-cell"#,
    ));
    assert_eq!(read(&far), Err(WorkbookError::Limit(LimitError::Rows)));
    let file = xlsx_texts(&[&["a", "b"]]);
    let wide = patch(&file, "sheet1.xml", |xml| {
        xml.replace(r#"r="B1""#, r#"r="ZZZ1""#)
    });
    assert!(read(&wide).is_err());
}

#[test]
fn macro_workbook_is_read_without_its_macros() {
    let file = patch(&xlsx_texts(&[&["a"], &["1"]]), "Types].xml", |xml| {
        let plain = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";
        xml.replace(
            plain,
            "application/vnd.ms-excel.sheet.macroEnabled.main+xml",
        )
    });
    let line = 2;
    let cells = vec!["1".to_owned()];
    assert_eq!(read(&file).unwrap().rows, [SheetRow { line, cells }]);
}

#[test]
fn places_are_shown_as_spreadsheets_do() {
    for (column, shown) in [(1, "A7"), (26, "Z7"), (27, "AA7"), (16_384, "XFD7")] {
        assert_eq!(CellPosition { row: 7, column }.to_string(), shown);
    }
    let error = WorkbookError::UnnamedCell(place(12, 2)).to_string();
    assert!(error.starts_with("Sheet “Data”, cell B12: "), "{error}");
}

/// Small workbooks with all kinds of cells.
fn small_workbooks() -> Vec<Vec<u8>> {
    let xlsx = xlsx(|sheet| {
        write_texts(sheet, &[&["id", "name"], &["1", "a"]]);
        sheet.write_number(2, 0, 1.5).unwrap();
        sheet
            .write_formula(2, 1, Formula::new("=A3").set_result("x"))
            .unwrap();
        let date = Format::new().set_num_format("yyyy-mm-dd");
        sheet.write_number_with_format(3, 0, 46_352, &date).unwrap();
        sheet.merge_range(5, 0, 5, 1, "x", &date).unwrap();
    });
    let ods = ods(
        r#"<table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="string"><text:p>a&amp;<text:s text:c="2"/></text:p></table:table-cell><table:table-cell office:value-type="float" office:value="1"/></table:table-row>"#,
    );
    vec![xlsx, ods]
}

/// One change of a file: its place as a fraction of the length, and the new bytes.
fn mutations() -> impl Strategy<Value = Vec<(f64, Vec<u8>)>> {
    let bytes = prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..4),
        "[<>/=\"&;0-9A-Z]{1,6}".prop_map(String::into_bytes),
    ];
    proptest::collection::vec((0.0..1.0, bytes), 1..4)
}

fn mutate(bytes: &mut Vec<u8>, changes: &[(f64, Vec<u8>)]) {
    for (place, new) in changes {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "a place within a small file"
        )]
        let at = (bytes.len() as f64 * place) as usize;
        let end = (at + new.len().max(1)).min(bytes.len());
        bytes.splice(at..end, new.iter().copied());
    }
}

fn read_all(file: &[u8]) {
    let Ok(mut workbook) = Workbook::open(file) else {
        return;
    };
    for info in workbook.sheets().to_vec() {
        let _ = workbook.preview(&info.name, 10);
        if let Ok(sheet) = workbook.read(&info.name, 1) {
            let width = sheet.columns.len();
            assert!(sheet.rows.iter().all(|row| row.cells.len() == width));
            let is_inside = |cell: &LossyCell| cell.row < sheet.rows.len() && cell.column < width;
            assert!(sheet.losses.iter().all(is_inside));
        }
    }
}

proptest! {
    #[test]
    fn mutated_file_is_read_or_refused(changes in mutations(), cut in 0.0..2.0) {
        for mut file in small_workbooks() {
            mutate(&mut file, &changes);
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a place within a small file")]
            file.truncate((file.len() as f64 * cut) as usize);
            read_all(&file);
        }
    }

    #[test]
    fn mutated_parts_are_read_or_refused(changes in mutations(), part in any::<prop::sample::Index>()) {
        for file in small_workbooks() {
            let mut parts = unzip_parts(&file);
            let part = part.index(parts.len());
            mutate(&mut parts[part].1, &changes);
            read_all(&zip_parts(parts.iter().map(|(name, bytes)| (&**name, &**bytes))));
        }
    }
}
