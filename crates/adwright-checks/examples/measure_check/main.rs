//! Measures checks of ads by our rules and by a JSON Schema validator, for `cargo xtask bench check`. Build it in
//! release.
//!
//! `measure_check FOLDER` writes each ad into a file of the folder, named after its kind, and prints `ready`. It
//! answers each line of its input with the milliseconds of one pass over all ads. `adwright` parses and checks the ads
//! by every rule. `adwright-parse` only parses them, and `adwright-walk` parses and visits them without any rule.
//! `jsonschema` and `jsonschema-first` parse the ads with `serde_json`. The first looks for all errors,
//! the second only for one.
#![expect(clippy::print_stdout, reason = "the program prints its measurements")]
#![expect(clippy::unwrap_used, reason = "a failed measurement must stop")]

mod corpus;
#[path = "../../tests/it/oracle.rs"]
mod oracle;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::io::BufRead as _;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Instant;

use adwright_checks::{CheckInput, Facts, Finding, Phase, Severity, check, count_fields};
use adwright_model::{Bindings, Catalog, Document, EditableDocument, Kind};
use jsonschema::Validator;
use serde_json::Value;

use self::corpus::{CorpusAd, corpus};

type Validators = BTreeMap<&'static str, Validator>;

fn main() {
    let folder = std::env::args().nth(1).expect("a folder for the ads");
    let ads = corpus();
    write(Path::new(&folder), &ads);
    let validator = |ad: &CorpusAd| (ad.kind.as_str(), oracle::validator_of(ad.kind));
    let validators: Validators = ads.iter().map(validator).collect();
    println!("ready");
    for line in std::io::stdin().lock().lines() {
        let milliseconds = match line.unwrap().as_str() {
            "adwright" => measure_pass(&ads, is_valid_by_rules),
            "adwright-parse" => measure_pass(&ads, |ad| read(ad).is_some()),
            "adwright-walk" => measure_pass(&ads, has_fields),
            "jsonschema" => measure_pass(&ads, |ad| has_no_error(&validators, &ad)),
            "jsonschema-first" => measure_pass(&ads, |ad| is_valid(&validators, &ad)),
            other => panic!("unknown measurement {other}"),
        };
        println!("{milliseconds}");
    }
}

fn write(folder: &Path, ads: &[CorpusAd]) {
    for (at, CorpusAd { kind, text }) in ads.iter().enumerate() {
        std::fs::write(folder.join(format!("{kind}-{at:02}.json")), text).unwrap();
    }
}

/// Measures one pass over all ads, in milliseconds. Every ad must be valid. Each pass owns its texts, as if they came
/// from a file or a service.
fn measure_pass(ads: &[CorpusAd], is_right: impl Fn(CorpusAd) -> bool) -> f64 {
    let received = ads.to_vec();
    let begin = Instant::now();
    let right = received
        .into_iter()
        .map(is_right)
        .filter(|right| *right)
        .count();
    let milliseconds = begin.elapsed().as_secs_f64() * 1e3;
    assert_eq!(right, ads.len(), "every ad is valid");
    milliseconds
}

fn read(ad: CorpusAd) -> Option<EditableDocument> {
    match Document::read(ad.text.into_bytes()) {
        Document::Editable(document) => Some(document),
        Document::TextOnly(_) => None,
    }
}

/// Parses the text, detects the kind and checks every rule, as `adwright check` does.
fn is_valid_by_rules(ad: CorpusAd) -> bool {
    let kind = ad.kind;
    let is_error = |finding: &Finding| finding.severity == Severity::Error;
    read(ad).is_some_and(|document| {
        let input = fetched(&document);
        let findings = black_box(check(&input));
        input.kind == kind && !findings.iter().any(is_error)
    })
}

fn has_fields(ad: CorpusAd) -> bool {
    read(ad).is_some_and(|document| count_fields(&fetched(&document)) > 0)
}

fn fetched(document: &EditableDocument) -> CheckInput<'_> {
    static BINDINGS: LazyLock<Bindings> = LazyLock::new(Bindings::default);
    static FACTS: LazyLock<Facts> = LazyLock::new(Facts::default);
    let catalog = Catalog::bundled();
    let kind = catalog.kind_of(&document.root());
    CheckInput {
        kind: kind.unwrap_or(Kind::Campaign),
        document,
        base: None,
        phase: Phase::Update,
        catalog,
        bindings: &BINDINGS,
        facts: &FACTS,
    }
}

fn has_no_error(validators: &Validators, ad: &CorpusAd) -> bool {
    let value = parse(ad);
    validators[ad.kind.as_str()].iter_errors(&value).count() == 0
}

fn is_valid(validators: &Validators, ad: &CorpusAd) -> bool {
    validators[ad.kind.as_str()].is_valid(&parse(ad))
}

fn parse(ad: &CorpusAd) -> Value {
    serde_json::from_slice(ad.text.as_bytes()).unwrap()
}
