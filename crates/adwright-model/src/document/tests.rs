use expect_test::{Expect, expect};

use super::*;
use crate::json::{JsonType, LARGEST_BYTES};

/// Checks how a document is read: each value with its span, or the reason for a failure.
fn check(bytes: impl AsRef<[u8]>, expected: &Expect) {
    let shown = match Document::read(bytes.as_ref().to_vec()) {
        Document::Editable(editable) => outline(editable.root(), 0),
        Document::TextOnly(text_only) => text_only.to_string(),
    };
    expected.assert_eq(&shown);
}

fn outline(node: Node<'_>, depth: usize) -> String {
    let indent = "  ".repeat(depth + 1);
    let members = node
        .members()
        .map(|(name, member)| (format!("{name}: "), member));
    let items = node.items().map(|item| (String::new(), item));
    let parts = members.chain(items);
    let parts = parts.map(|(name, part)| format!("{indent}{name}{}", outline(part, depth + 1)));
    let parts: String = parts.collect();
    format!(
        "{:?} {:?} {}\n{parts}",
        node.span(),
        node.json_type(),
        node.raw()
    )
}

#[test]
fn every_value_keeps_its_span() {
    check(
        "{ \"id\" : 7,\n \"list\": [true , null, {}],\"t\":\"a\\u00e9\"}",
        &expect![[r#"
            0..53 Object { "id" : 7,
             "list": [true , null, {}],"t":"a\u00e9"}
              id: 9..10 Number 7
              list: 21..38 Array [true , null, {}]
                22..26 Bool true
                29..33 Null null
                35..37 Object {}
              t: 43..52 String "a\u00e9"
        "#]],
    );
}

#[test]
fn names_of_any_length_are_found_and_read() {
    for length in [0, 1, 7, 8, 252, 253, 254, 255, 400] {
        let name = "n".repeat(length);
        for (spelled, blank) in [
            (name.clone(), ""),
            (name.clone(), " \n"),
            (name.replace('n', "\\u006e"), " "),
        ] {
            let text = format!("{{\"other\":0,\"{spelled}\"{blank}: [1], \"last\" :2}}");
            let document = EditableDocument::parse(&text).unwrap();
            let names: Vec<_> = document
                .root()
                .members()
                .map(|(name, _)| name.into_owned())
                .collect();
            assert_eq!(names, ["other", &name, "last"]);
            assert_eq!(document.root().member(&name).unwrap().raw(), "[1]");
            assert!(document.root().member(&format!("{name}\"")).is_none());
        }
    }
}

#[test]
fn any_value_can_be_a_document() {
    check(
        " \t\r\n-0.50e+01 ",
        &expect![[r"
        4..13 Number -0.50e+01
    "]],
    );
    check(
        "\"\"",
        &expect![[r#"
        0..2 String ""
    "#]],
    );
}

#[test]
fn broken_json_names_line_and_column() {
    let cases = [
        "",
        "{",
        "[1,]",
        "[1 2]",
        "{\"a\" 1}",
        "{a:1}",
        "{\"a\":1,}",
        "nul",
        "01",
        "1.",
        "-",
        "1e",
        "+1",
        "[1] x",
        "\"a",
        "\"\\x\"",
        "\"\\u12g4\"",
        "\"\\u12\"",
        "\"a\nb\"",
        "{\n  \"ä\": ?\n}",
        "\u{feff}{}",
    ];
    let shown: Vec<_> = cases
        .iter()
        .map(|case| format!("{case:?} {}", EditableDocument::parse(case).unwrap_err()))
        .collect();
    expect![[r#"
        "" Line 1, column 1: this is not well-formed JSON: it is empty.
        "{" Line 1, column 2: this is not well-formed JSON: a member's name in quotes is missing.
        "[1,]" Line 1, column 4: this is not well-formed JSON: a value is missing.
        "[1 2]" Line 1, column 4: this is not well-formed JSON: a comma or ] is missing.
        "{\"a\" 1}" Line 1, column 6: this is not well-formed JSON: a colon is missing after the member's name.
        "{a:1}" Line 1, column 2: this is not well-formed JSON: a member's name in quotes is missing.
        "{\"a\":1,}" Line 1, column 8: this is not well-formed JSON: a member's name in quotes is missing.
        "nul" Line 1, column 1: this is not well-formed JSON: a value is missing.
        "01" Line 1, column 2: this is not well-formed JSON: there is more text after the end of the document.
        "1." Line 1, column 3: this is not well-formed JSON: a digit is missing.
        "-" Line 1, column 2: this is not well-formed JSON: a digit is missing.
        "1e" Line 1, column 3: this is not well-formed JSON: a digit is missing.
        "+1" Line 1, column 1: this is not well-formed JSON: a value is missing.
        "[1] x" Line 1, column 5: this is not well-formed JSON: there is more text after the end of the document.
        "\"a" Line 1, column 3: this is not well-formed JSON: a text is not closed.
        "\"\\x\"" Line 1, column 2: this is not well-formed JSON: an escape after \ is unknown.
        "\"\\u12g4\"" Line 1, column 2: this is not well-formed JSON: \u needs four hexadecimal digits.
        "\"\\u12\"" Line 1, column 2: this is not well-formed JSON: \u needs four hexadecimal digits.
        "\"a\nb\"" Line 1, column 3: this is not well-formed JSON: a text contains an unescaped line break or control character.
        "{\n  \"ä\": ?\n}" Line 2, column 8: this is not well-formed JSON: a value is missing.
        "\u{feff}{}" Line 1, column 1: this is not well-formed JSON: it begins with an invisible byte order mark; remove that."#]].assert_eq(&shown.join("\n"));
}

#[test]
fn other_encoding_is_named_in_the_error() {
    let utf16 = |bytes: fn(u16) -> [u8; 2]| {
        let units = "{\"a\":1}".encode_utf16();
        units.flat_map(bytes).collect::<Vec<u8>>()
    };
    let utf32 = |bytes: fn(u32) -> [u8; 4]| {
        let chars = "{\"a\":1}".chars();
        chars.flat_map(|c| bytes(c.into())).collect::<Vec<u8>>()
    };
    let marked = |mark: &[u8], bytes: Vec<u8>| [mark, &bytes].concat();
    for (bytes, encoding) in [
        (utf16(u16::to_le_bytes), "UTF-16"),
        (utf16(u16::to_be_bytes), "UTF-16"),
        (marked(b"\xff\xfe", utf16(u16::to_le_bytes)), "UTF-16"),
        (marked(b"\xfe\xff", utf16(u16::to_be_bytes)), "UTF-16"),
        (utf32(u32::to_le_bytes), "UTF-32"),
        (utf32(u32::to_be_bytes), "UTF-32"),
        (marked(b"\xff\xfe\0\0", utf32(u32::to_le_bytes)), "UTF-32"),
        (marked(b"\0\0\xfe\xff", utf32(u32::to_be_bytes)), "UTF-32"),
    ] {
        let Document::TextOnly(text_only) = Document::read(bytes) else {
            panic!("{encoding} cannot be edited");
        };
        assert_eq!(
            text_only.reason,
            UneditableReason::OtherEncoding {
                encoding: encoding.into()
            }
        );
        assert_eq!(text_only.position, TextPosition::START);
    }
    check(
        "\0null",
        &expect!["Line 1, column 1: this is not well-formed JSON: a value is missing."],
    );
    check(
        b"\xff\xfe{\0}\0",
        &expect!["Line 1, column 1: this is UTF-16 text. Save it as UTF-8."],
    );
}

#[test]
fn errors_at_start_have_specific_messages() {
    check(
        " \n",
        &expect!["Line 2, column 1: this is not well-formed JSON: it is empty."],
    );
    check(
        "\n<html>",
        &expect!["Line 2, column 1: this is not well-formed JSON: it begins like a web page."],
    );
    check(
        [0; 16],
        &expect![
            "Line 1, column 1: this is not well-formed JSON: it begins with zero bytes, like a file that was not copied completely."
        ],
    );
}

#[test]
fn duplicate_member_is_never_edited() {
    check(
        "{\"a\":1,\n \"b\":{\"c\":1,\"\\u0063\":2}}",
        &expect![[
            r#"Line 2, column 13: the member "c" occurs twice in one object, so it is unclear which one counts."#
        ]],
    );
}

#[test]
fn a_duplicate_is_found_among_many_members() {
    let members: Vec<_> = (0..200).map(|at| format!("\"member{at}\":{at}")).collect();
    let twice = format!("{{{},\"member77\":0}}", members.join(","));
    assert!(EditableDocument::parse(&format!("{{{}}}", members.join(","))).is_ok());
    check(
        twice,
        &expect![[
            r#"Line 1, column 2982: the member "member77" occurs twice in one object, so it is unclear which one counts."#
        ]],
    );
}

/// Names of equal length with equal first and last bytes are the hardest to tell apart.
#[test]
fn a_duplicate_is_found_beside_similar_items() {
    for twice in [
        r#"[{"a":1,"b":2},{"a":1,"a":2}]"#,
        r#"[{"a":1,"b":2},{"a":1,"b":2,"a":3}]"#,
        r#"[{"a":1,"b":2},{"a":1,"b":2,"\u0062":3}]"#,
        r#"[{"a":{"b":1}},{"a":{"b":1,"b":2}}]"#,
        r#"[[{"a":1,"b":2}],[{"a":1,"a":2}]]"#,
    ] {
        let refused = EditableDocument::parse(&twice.replace(r"\\", r"\")).unwrap_err();
        assert!(refused.to_string().contains("occurs twice"), "{twice}");
    }
    let similar =
        r#"[{"a":1,"b":2},{"a":1},{"a": 1, "b":2 },{"b":1,"a":2},{},{"a":{"a":1},"b":[]}]"#;
    let document = EditableDocument::parse(similar).unwrap();
    let names = document.root().items().flat_map(|item| item.members());
    let names: Vec<_> = names
        .map(|(name, node)| format!("{name}={}", node.raw()))
        .collect();
    assert_eq!(
        names.join(" "),
        "a=1 b=2 a=1 a=1 b=2 b=1 a=2 a={\"a\":1} b=[]"
    );
}

#[test]
fn similar_names_are_not_duplicates() {
    let alike = |count: usize| {
        let members = (0..count).map(|at| format!("\"aaaaaaaa{at:03}bbbbbbbb\":{at}"));
        members.collect::<Vec<_>>().join(",")
    };
    for count in [2, 128, 129, 300] {
        assert!(
            EditableDocument::parse(&format!("{{{}}}", alike(count))).is_ok(),
            "{count}"
        );
        let twice = format!("{{{},\"aaaaaaaa001bbbbbbbb\":0}}", alike(count));
        let refused = EditableDocument::parse(&twice).unwrap_err().to_string();
        assert!(
            refused.contains("\"aaaaaaaa001bbbbbbbb\" occurs twice"),
            "{refused}"
        );
    }
    assert!(EditableDocument::parse(r#"{"k":1,"o":{"k":2},"l":[{"k":3},{"k":4}]}"#).is_ok());
    assert!(EditableDocument::parse(r#"{"k":1,"o":{"k":2},"k":3}"#).is_err());
}

/// The scanner checks eight bytes together, and some neighbours could look like the end of a text.
#[test]
fn text_end_is_found_at_every_offset() {
    for before in [
        "",
        "!",
        "#",
        "[",
        "]",
        "é",
        " ",
        "\u{7f}",
        "!#!#!#!#!#!#!#!#!",
    ] {
        for more in 0..17 {
            let text = format!("{before}{}", "!#".repeat(more));
            let whole = format!("[\"{text}\",\"{text}\\n\"]");
            let document = EditableDocument::parse(&whole).unwrap();
            let read: Vec<_> = document
                .root()
                .items()
                .filter_map(|item| item.as_str())
                .collect();
            assert_eq!(read, [text.clone(), format!("{text}\n")]);
            for broken in [format!("[\"{text}\u{1f}\"]"), format!("[\"{text}")] {
                assert!(EditableDocument::parse(&broken).is_err(), "{broken}");
            }
        }
    }
}

#[test]
fn edit_never_splits_a_character() {
    check(
        "[\"\\ud83d\\ude00\"]",
        &expect![[r#"
        0..16 Array ["\ud83d\ude00"]
          1..15 String "\ud83d\ude00"
    "#]],
    );
    check(
        "[\"\\ud83d\"]",
        &expect![
            "Line 1, column 3: this escape is one half of a pair, and the other half is missing."
        ],
    );
    check(
        "[\"\\ude00\\ud83d\"]",
        &expect![
            "Line 1, column 3: this escape is one half of a pair, and the other half is missing."
        ],
    );
    check(
        "[\"\\ud83d\\u0041\"]",
        &expect![
            "Line 1, column 3: this escape is one half of a pair, and the other half is missing."
        ],
    );
}

#[test]
fn invalid_utf8_is_shown_with_a_replacement() {
    check(
        b"{\"name\":\n\"\xC3\xA4\xFF\"}",
        &expect!["Line 2, column 3: the bytes from here on are not UTF-8 text."],
    );
    let document = Document::read(b"[\"\xFF\"]".to_vec());
    expect![[r#"["�"]"#]].assert_eq(document.text());
}

#[test]
fn nesting_ends_at_128() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(EditableDocument::parse(&nested(128)).is_ok());
    check(
        nested(129),
        &expect!["Line 1, column 129: objects and lists are nested more than 128 deep."],
    );
    // Deeper than any stack: the scanner must not use recursion.
    check(
        "[{\"a\":".repeat(100_000),
        &expect!["Line 1, column 385: objects and lists are nested more than 128 deep."],
    );
}

#[test]
fn oversized_document_is_not_scanned() {
    let text = " ".repeat(LARGEST_BYTES) + "1";
    check(
        text,
        &expect!["Line 1, column 16777217: the document is larger than 16 MB."],
    );
}

#[test]
fn whole_numbers_count_in_any_spelling() {
    let cases = [
        "1",
        "1.0",
        "1e2",
        "100e-2",
        "-0",
        "0.0e9",
        "1.5",
        "15e-2",
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808",
        "1e18",
        "1e19",
        "1e999999999999",
        "-12.0",
        "0.00012e4",
        "\"1\"",
        "true",
    ];
    let read = |case: &&str| EditableDocument::parse(case).unwrap().root().as_i64();
    let shown: Vec<_> = cases
        .iter()
        .map(|case| format!("{case} {:?}", read(case)))
        .collect();
    expect![[r#"
        1 Some(1)
        1.0 Some(1)
        1e2 Some(100)
        100e-2 Some(1)
        -0 Some(0)
        0.0e9 Some(0)
        1.5 None
        15e-2 None
        9223372036854775807 Some(9223372036854775807)
        -9223372036854775808 Some(-9223372036854775808)
        9223372036854775808 None
        1e18 Some(1000000000000000000)
        1e19 None
        1e999999999999 None
        -12.0 Some(-12)
        0.00012e4 None
        "1" None
        true None"#]]
    .assert_eq(&shown.join("\n"));
}

#[test]
fn the_same_id_comes_in_any_json_type() {
    let agree = |one: &str, other: &str| {
        let (one, other) = (
            EditableDocument::parse(one).unwrap(),
            EditableDocument::parse(other).unwrap(),
        );
        let agrees = one.root().equals_ignoring_id_type(&other.root());
        assert_eq!(agrees, other.root().equals_ignoring_id_type(&one.root()));
        agrees
    };
    for (one, other) in [
        ("1003", "\"1003\""),
        ("1003.0", "\"1003\""),
        ("-1", "\"-1\""),
        (r#"{"a":[{"id":7}],"b":1}"#, r#"{"b":1.0,"a":[{"id":"7"}]}"#),
    ] {
        assert!(agree(one, other), "{one} {other}");
    }
    for (one, other) in [
        ("1003", "\"1004\""),
        ("1003", "\"01003\""),
        ("1003", "\"+1003\""),
        ("1003", "\" 1003\""),
        ("\"7\"", "\"07\""),
        ("1.5", "\"1.5\""),
        ("null", "\"null\""),
        ("true", "1"),
    ] {
        assert!(!agree(one, other), "{one} {other}");
    }
}

#[test]
fn id_is_a_number_or_its_text() {
    for raw in ["1072288341", "\"1072288341\"", "1072288341.0"] {
        assert_eq!(crate::parse_json_id(raw), Some(1_072_288_341), "{raw}");
    }
    for raw in [
        "", "null", "\"\"", "\"+7\"", "\"007\"", "\"-0\"", "\"7 \"", "7.5", "[7]",
    ] {
        assert_eq!(crate::parse_json_id(raw), None, "{raw}");
    }
}

#[test]
fn the_same_value_has_many_spellings() {
    let same = |a: &str, b: &str| {
        let (a, b) = (
            EditableDocument::parse(a).unwrap(),
            EditableDocument::parse(b).unwrap(),
        );
        a.root().same_value(&b.root())
    };
    assert!(same(
        "{\"a\":1,\"b\":[\"\\u00e4\"]}",
        "{ \"b\":[\"ä\"], \"a\":1.0 }"
    ));
    assert!(!same("{\"a\":1}", "{\"a\":1,\"b\":2}"));
    assert!(!same("{\"a\":null}", "{\"b\":null}"));
    assert!(!same("[1,2]", "[2,1]"));
    assert!(!same("1", "\"1\""));
    assert!(!same("true", "false"));
    assert!(!same("9007199254740993", "9007199254740992"));
}

#[test]
fn a_path_leads_to_its_value() {
    let document = EditableDocument::parse(r#"{"a":{"odd name":[10,{"b":20}]}}"#).unwrap();
    let get = |path: &str| document.get(&path.parse().unwrap()).map(|node| node.raw());
    assert_eq!(get(r#"a["odd name"][1].b"#), Some("20"));
    assert_eq!(get(""), Some(document.text()));
    assert_eq!(get("a[0]"), None);
    assert_eq!(get(r#"a["odd name"].b"#), None);
    assert_eq!(
        document.root().member("a").map(|node| node.json_type()),
        Some(JsonType::Object)
    );
}

#[test]
fn a_place_counts_characters() {
    let document = EditableDocument::parse("{\n\"ä\": 1}").unwrap();
    let at = document.text().find('1').unwrap();
    assert_eq!(
        document.position_at(at),
        TextPosition { line: 2, column: 6 }
    );
}
