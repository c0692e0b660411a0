//! Files that no program should write, and that someone will pass in nevertheless.

#[cfg(target_os = "linux")]
use std::path::Path;
#[cfg(target_os = "linux")]
use std::process::{Command, Output};

use expect_test::{Expect, expect};

#[cfg(target_os = "linux")]
use crate::shown;
use crate::{adwright, check, elements, folder};

type Hostile = (&'static str, Vec<u8>);

fn deep(levels: usize) -> String {
    ["[".repeat(levels), "]".repeat(levels)].concat()
}

fn object(inside: &str) -> Vec<u8> {
    format!("{{\"type\":\"Campaign\",{inside}}}").into_bytes()
}

/// Files that are not JSON, in all common forms.
fn broken() -> Vec<Hostile> {
    let files: [(&str, &[u8]); 26] = [
        ("bracket.json", b"[{\"type\":\"Campaign\"}}"),
        ("closed-twice.json", b"{\"type\":\"Campaign\"}}"),
        ("colon.json", b"{\"type\" \"Campaign\"}"),
        ("comma-between.json", b"{\"a\":1\n \"b\":2}"),
        ("comma-last.json", b"{\n  \"a\": 1,\n}"),
        ("comma-list.json", b"{\"a\":[1,,2]}"),
        ("comment.json", b"{\n  // our campaign\n  \"a\": 1\n}"),
        ("control.json", b"{\"a\":\"x\x01\"}"),
        ("cut-name.json", b"{\"type\":\"Campaign\",\"na"),
        ("cut-text.json", b"{\"type\":\"Campaign\",\n\"name\":\"Spri"),
        ("cut-value.json", b"{\"type\":\"Campaign\",\n\"name\":"),
        ("empty.json", b""),
        ("escape.json", b"{\"a\":\"C:\\x\"}"),
        ("escape-short.json", b"{\"a\":\"\\u12\"}"),
        ("fraction.json", b"{\"a\":1.}"),
        ("html.json", b"<!DOCTYPE html>\n<html>"),
        ("infinite.json", b"{\"a\":-Infinity}"),
        ("line-break.json", b"{\"a\":\"x\ny\"}"),
        ("lines.json", b"{\"a\":1}\n{\"a\":2}"),
        ("name.json", b"{a:1}"),
        ("nan.json", b"{\"a\":NaN}"),
        ("plus.json", b"{\"a\":+1}"),
        ("quotes.json", b"{'a':1}"),
        ("space.json", b" \r\n\t "),
        ("tail.json", b"{\"a\":1}x"),
        ("zero.json", b"{\"a\":007}"),
    ];
    files.map(|(name, bytes)| (name, bytes.to_vec())).to_vec()
}

/// Files that are JSON, or nearly, but cannot be edited safely.
fn odd() -> Vec<Hostile> {
    vec![
        ("deep.json", object(&format!("\"a\":{}", deep(10_000)))),
        ("deepest.json", deep(10_000).into_bytes()),
        ("false.json", b"false".to_vec()),
        ("half.json", object(r#""a":"\ud800""#)),
        ("half-name.json", object(r#""\udc00x":1"#)),
        ("halves.json", object(r#""a":"\udc00\ud800""#)),
        ("null.json", b"null".to_vec()),
        ("number.json", b"7".to_vec()),
        ("open.json", vec![b'['; 1_000_000]),
        ("open-objects.json", b"{\"a\":".repeat(100_000)),
        ("text.json", b"\"Campaign\"".to_vec()),
        ("twice.json", object("\n  \"a\":1,\n  \"a\":2")),
        (
            "twice-escaped.json",
            object(r#""a":{"__proto__":1,"\u005f_proto__":2}"#),
        ),
        (
            "twice-holder.json",
            b"{\"result\":[],\n\"result\":[]}".to_vec(),
        ),
        (
            "twice-inside.json",
            b"[{\"a\":1},\n{\"b\":2,\"b\":3}]".to_vec(),
        ),
    ]
}

/// Files that are not text, or have the wrong encoding.
fn bytes() -> Vec<Hostile> {
    let plain = "{\"a\":1}";
    let wide = |mark: &[u8], unit: fn(u16) -> [u8; 2]| {
        let units = plain.encode_utf16().flat_map(unit);
        mark.iter().copied().chain(units).collect::<Vec<u8>>()
    };
    let latin = b"{\"type\":\"Campaign\",\n \"name\":\"Fr\xfchling\"}";
    vec![
        (
            "bom-twice.json",
            b"\xef\xbb\xbf\xef\xbb\xbf{\"a\":1}".to_vec(),
        ),
        ("latin1.json", latin.to_vec()),
        ("nul.json", vec![0; 4096]),
        ("nul-inside.json", b"{\"a\":\0 1}".to_vec()),
        ("picture.json", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec()),
        ("surrogate.json", b"{\"a\":\"\xed\xa0\x80\"}".to_vec()),
        (
            "torn.json",
            b"{\"type\":\"Campaign\",\"name\":\"\xe2\x82".to_vec(),
        ),
        ("utf16be.json", wide(b"", u16::to_be_bytes)),
        ("utf16be-bom.json", wide(b"\xfe\xff", u16::to_be_bytes)),
        ("utf16le.json", wide(b"", u16::to_le_bytes)),
        ("utf16le-bom.json", wide(b"\xff\xfe", u16::to_le_bytes)),
        (
            "utf32.json",
            plain
                .chars()
                .flat_map(|c| u32::from(c).to_le_bytes())
                .collect(),
        ),
    ]
}

fn check_all(files: &[Hostile], expected: &Expect) {
    let files: Vec<_> = files
        .iter()
        .map(|(name, bytes)| (*name, &**bytes))
        .collect();
    check(&files, &["check", "."], expected);
}

#[test]
fn broken_json_is_reported_in_one_line_each() {
    check_all(
        &broken(),
        &expect![[r#"
            ./bracket.json: Line 1, column 21: this is not well-formed JSON: a comma or ] is missing.
            ./closed-twice.json: Line 1, column 20: this is not well-formed JSON: there is more text after the end of the document.
            ./colon.json: Line 1, column 9: this is not well-formed JSON: a colon is missing after the member's name.
            ./comma-between.json: Line 2, column 2: this is not well-formed JSON: a comma or } is missing.
            ./comma-last.json: Line 3, column 1: this is not well-formed JSON: a member's name in quotes is missing.
            ./comma-list.json: Line 1, column 9: this is not well-formed JSON: a value is missing.
            ./comment.json: Line 2, column 3: this is not well-formed JSON: a member's name in quotes is missing.
            ./control.json: Line 1, column 8: this is not well-formed JSON: a text contains an unescaped line break or control character.
            ./cut-name.json: Line 1, column 23: this is not well-formed JSON: a text is not closed.
            ./cut-text.json: Line 2, column 13: this is not well-formed JSON: a text is not closed.
            ./cut-value.json: Line 2, column 8: this is not well-formed JSON: a value is missing.
            ./empty.json: Line 1, column 1: this is not well-formed JSON: it is empty.
            ./escape-short.json: Line 1, column 7: this is not well-formed JSON: \u needs four hexadecimal digits.
            ./escape.json: Line 1, column 9: this is not well-formed JSON: an escape after \ is unknown.
            ./fraction.json: Line 1, column 8: this is not well-formed JSON: a digit is missing.
            ./html.json: Line 1, column 1: this is not well-formed JSON: it begins like a web page.
            ./infinite.json: Line 1, column 7: this is not well-formed JSON: a digit is missing.
            ./line-break.json: Line 1, column 8: this is not well-formed JSON: a text contains an unescaped line break or control character.
            ./lines.json: Line 2, column 1: this is not well-formed JSON: there is more text after the end of the document.
            ./name.json: Line 1, column 2: this is not well-formed JSON: a member's name in quotes is missing.
            ./nan.json: Line 1, column 6: this is not well-formed JSON: a value is missing.
            ./plus.json: Line 1, column 6: this is not well-formed JSON: a value is missing.
            ./quotes.json: Line 1, column 2: this is not well-formed JSON: a member's name in quotes is missing.
            ./space.json: Line 2, column 3: this is not well-formed JSON: it is empty.
            ./tail.json: Line 1, column 8: this is not well-formed JSON: there is more text after the end of the document.
            ./zero.json: Line 1, column 7: this is not well-formed JSON: a comma or } is missing.

            26 objects checked: 0 errors, 0 warnings, 0 notes, 26 unreadable.
            ended with 2
        "#]],
    );
}

#[test]
fn uneditable_json_is_reported_in_one_line_each() {
    check_all(
        &odd(),
        &expect![[r#"
            ./deep.json: Line 1, column 151: objects and lists are nested more than 128 deep.
            ./deepest.json: Line 1, column 130: objects and lists are nested more than 128 deep.
            ./false.json: Line 1, column 1: this is neither an object nor a list of objects.
            ./half-name.json: Line 1, column 21: this escape is one half of a pair, and the other half is missing.
            ./half.json: Line 1, column 25: this escape is one half of a pair, and the other half is missing.
            ./halves.json: Line 1, column 25: this escape is one half of a pair, and the other half is missing.
            ./null.json: Line 1, column 1: this is neither an object nor a list of objects.
            ./number.json: Line 1, column 1: this is neither an object nor a list of objects.
            ./open-objects.json: Line 1, column 641: objects and lists are nested more than 128 deep.
            ./open.json: Line 1, column 129: objects and lists are nested more than 128 deep.
            ./text.json: Line 1, column 1: this is neither an object nor a list of objects.
            ./twice-escaped.json: Line 1, column 39: the member "__proto__" occurs twice in one object, so it is unclear which one counts.
            ./twice-holder.json: Line 2, column 1: the member "result" occurs twice in one object, so it is unclear which one counts.

            ./twice-inside.json
              note    1:2      the whole object
                      The type is missing, and the members do not show the kind, so only the JSON was checked. Choose the kind. [kind]

            ./twice-inside.json, object 2: Line 2, column 8: the member "b" occurs twice in one object, so it is unclear which one counts.
            ./twice.json: Line 3, column 3: the member "a" occurs twice in one object, so it is unclear which one counts.

            16 objects checked: 0 errors, 0 warnings, 1 note, 15 unreadable.
            ended with 2
        "#]],
    );
}

#[test]
fn invalid_utf8_is_reported_in_one_line_each() {
    check_all(
        &bytes(),
        &expect![[r#"
            ./bom-twice.json
              note    1:2      the whole object
                      The type is missing, and the members do not show the kind, so only the JSON was checked. Choose the kind. [kind]

            ./latin1.json: Line 2, column 12: the bytes from here on are not UTF-8 text.
            ./nul-inside.json: Line 1, column 6: this is not well-formed JSON: a value is missing.
            ./nul.json: Line 1, column 1: this is not well-formed JSON: it begins with zero bytes, like a file that was not copied completely.
            ./picture.json: Line 1, column 1: the bytes from here on are not UTF-8 text.
            ./surrogate.json: Line 1, column 7: the bytes from here on are not UTF-8 text.
            ./torn.json: Line 1, column 28: the bytes from here on are not UTF-8 text.
            ./utf16be-bom.json: Line 1, column 1: this is UTF-16 text. Save it as UTF-8.
            ./utf16be.json: Line 1, column 1: this is UTF-16 text. Save it as UTF-8.
            ./utf16le-bom.json: Line 1, column 1: this is UTF-16 text. Save it as UTF-8.
            ./utf16le.json: Line 1, column 1: this is UTF-16 text. Save it as UTF-8.
            ./utf32.json: Line 1, column 1: this is UTF-32 text. Save it as UTF-8.

            12 objects checked: 0 errors, 0 warnings, 1 note, 11 unreadable.
            ended with 2
        "#]],
    );
}

/// Files that are unusual but well-formed.
fn strange() -> Vec<Hostile> {
    let good = r#""name":"Spring","brandId":8"#;
    let of = |advertiser: &str, rest: &str| {
        object(&format!("{good},\"advertiserId\":{advertiser}{rest}"))
    };
    vec![
        (
            "bom.json",
            [b"\xef\xbb\xbf".to_vec(), object(good)].concat(),
        ),
        ("digits.json", of(&"7".repeat(30), "")),
        (
            "edges.json",
            of(
                "9223372036854775807",
                r#","id":-9223372036854775808,"budget":1e400"#,
            ),
        ),
        (
            "escapes.json",
            object(r#""name":"\u0053pring\ud83d\ude00","brandId":8,"advertiserId":7"#),
        ),
        ("folder.json/inside.json", b"[]".to_vec()),
        (
            "names.json",
            of(
                "7",
                r#","__proto__":{"":1},"":2,"constructor":null,"toString":[]"#,
            ),
        ),
        (
            "terminal.json",
            of("7", r#","traffickingMode":"\u001b[31m\nRED""#),
        ),
    ]
}

#[test]
fn unusual_files_are_checked_normally() {
    check_all(
        &strange(),
        &expect![[r#"
            ./digits.json (Campaign, create)
              error   1:63     advertiserId
                      Advertiser ID must be a whole number of at most 19 digits, but it is 777777777777777777777777777777. The service will not understand it. Enter it without a fraction. [type]
              note    1:63     advertiserId
                      Adwright cannot tell offline if Advertiser 777777777777777777777777777777 has a privacy section. Without one, the service will refuse to create the campaign (62002). Ask before you send if you are not sure. [advertiser-without-privacy-section]

            ./edges.json (Campaign, update)
              note    1:88     id
                      Campaign ID is -9223372036854775808, but services number objects from 1. Leave it empty if there is no id. [id]

            ./escapes.json (Campaign, create)
              note    1:80     advertiserId
                      Adwright cannot tell offline if Advertiser 7 has a privacy section. Without one, the service will refuse to create the campaign (62002). Ask before you send if you are not sure. [advertiser-without-privacy-section]

            ./names.json (Campaign, create)
              note    1:63     advertiserId
                      Adwright cannot tell offline if Advertiser 7 has a privacy section. Without one, the service will refuse to create the campaign (62002). Ask before you send if you are not sure. [advertiser-without-privacy-section]

            ./terminal.json (Campaign, create)
              note    1:63     advertiserId
                      Adwright cannot tell offline if Advertiser 7 has a privacy section. Without one, the service will refuse to create the campaign (62002). Ask before you send if you are not sure. [advertiser-without-privacy-section]
              note    1:83     traffickingMode
                      Trafficking mode is "\u{1b}[31m\nRED", which has not been seen before. It is kept and sent unchanged. Seen so far: simple, advanced. [values]

            6 objects checked, 5 for create and 1 for update: 1 error, 0 warnings, 6 notes.
            ended with 1
        "#]],
    );
}

#[test]
fn bad_item_affects_neither_file_nor_neighbours() {
    let folder = folder(&[(
        "list.json",
        b"[\n{\"type\":\"Campaign\"},\n{\"a\":1,\n \"a\":2},\n7,\n{\"type\":\"Campaign\"}]",
    )]);
    let output = adwright(folder.path(), &["check", "--json", "list.json"], b"");
    let told: Vec<_> = elements(&output)
        .into_iter()
        .map(|one| {
            (
                one["readable"] == true,
                one["error"].as_str().map(str::to_owned),
            )
        })
        .collect();
    let [first, second, third, fourth] = told.try_into().unwrap();
    assert!(first.0 && fourth.0);
    assert!(second.1.unwrap().starts_with("Line 4, column 2: "));
    assert_eq!(
        third,
        (
            false,
            Some("Line 5, column 1: this is a number, not an object.".to_owned())
        )
    );
}

/// The memory limit of the program, in bytes, for a file of 60 MB: ten times the file, including the program itself.
#[cfg(target_os = "linux")]
const MOST_MEMORY: usize = 600_000_000;

/// Starts the program with a memory limit, so that it ends at once if it asks for more.
#[cfg(target_os = "linux")]
fn adwright_in_bounds(inside: &Path, arguments: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_adwright");
    let kilobytes = MOST_MEMORY / 1024;
    let script = format!("ulimit -v {kilobytes} && exec '{program}' {arguments}");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).current_dir(inside);
    shell.output().unwrap()
}

fn last_lines(text: &str, count: usize) -> String {
    let lines: Vec<_> = text.lines().collect();
    lines[lines.len().saturating_sub(count)..].join("\n")
}

#[cfg(target_os = "linux")]
fn check_in_bounds(name: &str, text: &str, expected: &Expect) {
    assert!(
        (60_000_000..61_000_000).contains(&text.len()),
        "{}",
        text.len()
    );
    let folder = folder(&[(name, text.as_bytes())]);
    let output = adwright_in_bounds(folder.path(), &format!("check {name}"));
    expected.assert_eq(&last_lines(&shown(&output), 4));
}

#[cfg(target_os = "linux")]
#[test]
fn sixty_megabytes_never_take_ten_times_as_much() {
    let long = "n".repeat(60_100);
    let item = format!(
        "{{\"type\":\"Campaign\",\"name\":\"x\",\"advertiserId\":\"7\",\"notes\":\"{long}\"}}"
    );
    let list = vec![item.as_str(); 998].join(",\n");
    check_in_bounds(
        "list.json",
        &format!("[{list}]"),
        &expect![[r#"
                      Adwright cannot tell offline if Advertiser "7" has a privacy section. Without one, the service will refuse to create the campaign (62002). Ask before you send if you are not sure. [advertiser-without-privacy-section]

            998 objects checked for create: 0 errors, 998 warnings, 998 notes.
            ended with 1"#]],
    );
    check_in_bounds(
        "cut-off.json",
        &format!("{{\"result\":[{list}"),
        &expect![[r#"
            cut-off.json: Line 998, column 60161: the brackets, quotes or commas after this place do not match, or the file is truncated.

            1 object checked: 0 errors, 0 warnings, 0 notes, 1 unreadable.
            ended with 2"#]],
    );
    check_in_bounds(
        "object.json",
        &format!("{{\"notes\":\"{}\"}}", "n".repeat(60_000_000)),
        &expect![[r#"
            object.json: Line 1, column 16777217: the document is larger than 16 MB.

            1 object checked: 0 errors, 0 warnings, 0 notes, 1 unreadable.
            ended with 2"#]],
    );
    let member = |at| format!("\"member-number-{at:010}\":1");
    let members: Vec<_> = (0..2_068_966).map(member).collect();
    let members = format!("{{\"result\":null,{}}}", members.join(","));
    check_in_bounds(
        "members.json",
        &members,
        &expect![[r#"
        0 objects checked: 0 errors, 0 warnings, 0 notes.
        ended with 0"#]],
    );
    check_in_bounds(
        "open.json",
        &"[".repeat(60_000_000),
        &expect![[r#"
            open.json: Line 1, column 5: the brackets, quotes or commas after this place do not match, or the file is truncated.

            1 object checked: 0 errors, 0 warnings, 0 notes, 1 unreadable.
            ended with 2"#]],
    );
}

#[test]
fn two_hundred_thousand_items_are_each_reported() {
    let list = format!("[{}]", vec!["{}"; 200_000].join(","));
    let values = format!("{{\"entities\":[{}]}}", vec!["7"; 200_000].join(",\n"));
    let folder = folder(&[
        ("list.json", list.as_bytes()),
        ("numbers.json", values.as_bytes()),
    ]);
    let output = adwright(folder.path(), &["check", "."], b"");
    let text = String::from_utf8(output.stdout).unwrap();
    expect![[r#"
        ./numbers.json, object 200000: Line 200000, column 1: this is a number, not an object.

        400000 objects checked: 0 errors, 0 warnings, 200000 notes, 200000 unreadable."#]]
    .assert_eq(&last_lines(&text, 3));
}

/// Runs the program on a separate terminal, and returns the bytes that the terminal received.
#[cfg(target_os = "linux")]
fn on_terminal(dir: &Path, line: &str) -> String {
    let program = env!("CARGO_BIN_EXE_adwright");
    let ran = Command::new("script")
        .args(["-qec", &format!("{program} {line}"), "/dev/null"])
        .current_dir(dir)
        .env("ADWRIGHT_HOME", dir.join("home"))
        .output()
        .unwrap();
    String::from_utf8(ran.stdout).unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn output_on_terminal_has_no_controls() {
    let text = "\u{9b}31m\u{7f}\u{202e}gro\u{df}\u{2066}";
    let files = [
        (
            "campaign.json",
            object(&format!(
                r#""name":"x","traffickingMode":"{text}","a\u001b[2J":"\u001b]0;x\u0007""#
            )),
        ),
        ("broken\u{1b}[2J.json", b"{".to_vec()),
    ];
    let dir = folder(
        &files
            .each_ref()
            .map(|(name, bytes)| (*name, bytes.as_slice())),
    );
    for line in [
        "check .",
        "check . --json",
        "check missing*\u{9b}31m",
        "ad review .",
    ] {
        let sent = on_terminal(dir.path(), line);
        assert!(!sent.is_empty(), "{line}");
        let commands: Vec<_> = sent
            .chars()
            .filter(|c| {
                let is_layout = matches!(c, '\n' | '\r' | '\t');
                let turns = matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
                c.is_control() && !is_layout || turns
            })
            .collect();
        assert_eq!(commands, [] as [char; 0], "{line}: {sent:?}");
    }
}
