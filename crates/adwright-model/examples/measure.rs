//! Measures documents, in a program of its own so that memory is told apart. Build it in release.
//!
//! `measure merge` prints one JSON line a sample: the shape of the documents, their fields, and the nanoseconds that
//! a merge took. `measure read FILE` reads a file as a document and prints what is said of it.
#![expect(clippy::print_stdout, reason = "what a program measures it prints")]
#![expect(
    clippy::unwrap_used,
    reason = "a measurement that fails is not to go on"
)]

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Instant;

use adwright_model::{Document, EditableDocument, MergeIdentity, MergeSide, Path, merge3};

const FEW: usize = 400;
const MANY: usize = 40_000;
const ROUNDS: usize = 41;

fn main() {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["merge"] => merge(),
        ["read", file] => read(file),
        _ => panic!("measure merge | measure read FILE"),
    }
}

fn read(file: &str) {
    match Document::read(std::fs::read(file).unwrap()) {
        Document::Editable(_) => println!("It can be edited."),
        Document::TextOnly(text_only) => println!("{text_only}"),
    }
}

/// Items are told apart by `id`.
struct ById;

impl MergeIdentity for ById {
    fn item_key(&self, _list: &Path) -> Option<&str> {
        Some("id")
    }
}

/// Makes a document of so many fields in which every field of that remainder by 100 was changed.
type DocumentGenerator = fn(usize, usize) -> String;

fn merge() {
    let shapes: [(&str, DocumentGenerator); 3] = [
        ("sections", sections),
        ("keyed list", keyed_list),
        ("one object", one_object),
    ];
    for (shape, make) in shapes {
        let [few, many] = [FEW, MANY].map(|fields| {
            [100, 9, 42].map(|changed| EditableDocument::parse(&make(fields, changed)).unwrap())
        });
        // Turn by turn, so that whatever else the computer does meets both.
        for _ in 0..ROUNDS {
            for (fields, documents) in [(FEW, &few), (MANY, &many)] {
                let nanoseconds = timed(documents, MANY / fields);
                println!(r#"{{"shape":"{shape}","fields":{fields},"nanoseconds":{nanoseconds}}}"#);
            }
        }
    }
}

/// The time of one merge, of so many in a row.
fn timed([base, mine, theirs]: &[EditableDocument; 3], times: usize) -> f64 {
    let begin = Instant::now();
    for _ in 0..times {
        let merged = merge3(base, mine, theirs, &ById, |_| MergeSide::Theirs).unwrap();
        assert!(merged.conflicts.is_empty());
        black_box(merged);
    }
    begin.elapsed().as_secs_f64() * 1e9 / f64::from(u32::try_from(times).unwrap())
}

/// Twenty fields to a section, as forms have them.
fn sections(fields: usize, changed: usize) -> String {
    let section = |at: usize| {
        format!(
            "\"section{at:04}\": {{{}}}",
            members(at * 20..at * 20 + 20, changed)
        )
    };
    let sections: Vec<_> = (0..fields / 20).map(section).collect();
    format!("{{{}}}", sections.join(",\n  "))
}

/// A list of objects of four fields, each with a key.
fn keyed_list(fields: usize, changed: usize) -> String {
    let item = |at: usize| {
        let members = members(at * 4..at * 4 + 3, changed);
        format!("{{\"id\": {}, {members}}}", 1_072_288_341 + at)
    };
    let items: Vec<_> = (0..fields / 4).map(item).collect();
    format!("{{\"list\": [{}]}}", items.join(",\n  "))
}

/// All in one object; whoever changed something wrote it from the last to the first.
fn one_object(fields: usize, changed: usize) -> String {
    let mut members: Vec<_> = (0..fields).map(|at| member(at, changed)).collect();
    if changed < 100 {
        members.reverse();
    }
    format!("{{{}}}", members.join(", "))
}

fn members(range: std::ops::Range<usize>, changed: usize) -> String {
    let members: Vec<_> = range.map(|at| member(at, changed)).collect();
    members.join(", ")
}

fn member(at: usize, changed: usize) -> String {
    let mut member = String::new();
    let value = if at % 100 == changed { at + 1 } else { at };
    let _ = match at % 3 {
        0 => write!(member, "\"field{at:05}\": 1{value:05}.50"),
        1 => write!(
            member,
            "\"field{at:05}\": \"the value {value:05} of a field\""
        ),
        _ => write!(member, "\"field{at:05}\": {}", value % 2 == 0),
    };
    member
}
