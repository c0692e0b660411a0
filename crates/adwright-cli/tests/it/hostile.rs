//! Files that no program should be able to make, and that someone will hand in all the same.

use serde_json::Value;

use crate::{adwright, elements, folder};

fn deep(levels: usize) -> Vec<u8> {
    ["[".repeat(levels), "]".repeat(levels)]
        .concat()
        .into_bytes()
}

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

type Hostile = (&'static str, Vec<u8>, Option<&'static str>);

/// Each file, and what its error must say; none where it can be read.
fn files() -> Vec<Hostile> {
    [broken(), odd(), bytes()].concat()
}

fn object(inside: &str) -> Vec<u8> {
    format!("{{\"type\":\"Campaign\",{inside}}}").into_bytes()
}

fn broken() -> Vec<Hostile> {
    let files: [(&str, Vec<u8>); 11] = [
        ("comma.json", object(r#""a":1,"#)),
        ("comment.json", object(r#"/* no */"a":1"#)),
        ("control.json", object("\"a\":\"\u{1}\"")),
        ("cut.json", b"{\"type\":\"Campaign\",\"name\":\"".to_vec()),
        ("empty.json", Vec::new()),
        ("escape.json", object(r#""a":"\x""#)),
        ("infinite.json", object("\"a\":Infinity")),
        ("leading-zero.json", object("\"a\":01")),
        ("quotes.json", b"{'type':'Campaign'}".to_vec()),
        ("tail.json", [object("\"a\":1"), b"x".to_vec()].concat()),
        ("utf16-bare.json", utf16("{\"a\":1}")),
    ];
    let says = Some("well-formed");
    files.map(|(name, bytes)| (name, bytes, says)).to_vec()
}

fn odd() -> Vec<Hostile> {
    let nested = String::from_utf8(deep(10_000)).unwrap();
    vec![
        (
            "deep.json",
            object(&format!("\"a\":{nested}")),
            Some("nested"),
        ),
        ("deepest.json", deep(10_000), Some("nested")),
        (
            "digits.json",
            object(&format!("\"a\":{}", "7".repeat(30))),
            None,
        ),
        ("half.json", object(r#""a":"\ud800""#), Some("half")),
        (
            "names.json",
            object(r#""__proto__":{"":1},"":2,"constructor":null"#),
            None,
        ),
        ("nothing.json", b"null".to_vec(), Some("neither")),
        ("number.json", b"7".to_vec(), Some("neither")),
        ("open.json", vec![b'['; 1_000_000], Some("nested")),
        ("twice.json", object(r#""a":1,"a":2"#), Some("twice")),
    ]
}

fn bytes() -> Vec<Hostile> {
    let marked = [b"\xef\xbb\xbf".to_vec(), object(r#""name":"x""#)].concat();
    let wide = [vec![0xff, 0xfe], utf16("{\"a\":1}")].concat();
    let torn = object("\"a\":\"?\"");
    let torn = torn
        .into_iter()
        .map(|byte| if byte == b'?' { 0xff } else { byte });
    vec![
        ("bom.json", marked, None),
        ("utf16.json", wide, Some("UTF-8")),
        ("utf8.json", torn.collect(), Some("UTF-8")),
    ]
}

#[test]
fn each_hostile_file_gets_one_clear_line() {
    let files = files();
    let bytes: Vec<_> = files
        .iter()
        .map(|(name, bytes, _)| (*name, &**bytes))
        .collect();
    let folder = folder(&bytes);
    let output = adwright(folder.path(), &["check", "--json", "."], b"");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let elements = elements(&output);
    for (name, _, expected) in &files {
        let of: Vec<_> = elements
            .iter()
            .filter(|one| one["file"].as_str().unwrap().ends_with(&format!("/{name}")))
            .collect();
        assert_eq!(of.len(), 1, "{name}: {of:?}");
        let error = of[0]["error"].as_str();
        match expected {
            Some(says) => {
                let error = error.unwrap_or_else(|| panic!("{name} can be read"));
                assert!(
                    error.starts_with("Line ") && error.contains(says),
                    "{name}: {error}"
                );
                assert!(!error.contains('\n'), "{name}: {error}");
            }
            None => assert_eq!(error, None, "{name}"),
        }
    }
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_bad_item_spoils_neither_the_file_nor_its_neighbours() {
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

#[test]
fn a_file_of_sixty_megabytes_is_told_or_refused_in_one_line() {
    let item = br#"{"type":"Campaign","name":"x","advertiserId":1,"brandId":2,"notes":"NOTES"}"#;
    let item = String::from_utf8(item.to_vec())
        .unwrap()
        .replace("NOTES", &"n".repeat(60_000));
    let list = format!("[{}]", vec![item.as_str(); 1_000].join(","));
    let object = format!(
        "{{\"type\":\"Campaign\",\"notes\":\"{}\"}}",
        "n".repeat(60_000_000)
    );
    let folder = folder(&[
        ("list.json", list.as_bytes()),
        ("object.json", object.as_bytes()),
    ]);
    let output = adwright(folder.path(), &["check", "--json", "."], b"");
    let elements = elements(&output);
    let readable = |one: &&Value| one["readable"] == true;
    assert_eq!(elements.iter().filter(readable).count(), 1_000);
    let [refused] = elements
        .iter()
        .filter(|one| !readable(one))
        .collect::<Vec<_>>()[..]
    else {
        panic!("one object is too large");
    };
    assert!(refused["error"].as_str().unwrap().contains("larger than"));
}
