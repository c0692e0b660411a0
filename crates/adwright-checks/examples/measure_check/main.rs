//! Checks ads as often as it is told to, by our rules and by a validator of JSON Schema: for `cargo xtask bench check`.
//! Build it in release.
//!
//! `measure_check FOLDER` writes the ads into the folder, one file each, named after its kind, and says that it is ready. After
//! that it answers each line of its input with the milliseconds of one pass over all ads: `adwright` reads and checks
//! them by every rule, `jsonschema` and `jsonschema-first` parse them with `serde_json` and look for every slip, or only
//! whether there is one.
#![expect(clippy::print_stdout, reason = "what a program measures it prints")]
#![expect(
    clippy::unwrap_used,
    reason = "a measurement that fails is not to go on"
)]

mod corpus;
#[path = "../../tests/it/oracle.rs"]
mod oracle;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::io::BufRead as _;
use std::path::Path;
use std::time::Instant;

use adwright_checks::{CheckInput, Facts, Finding, Phase, Severity, check};
use adwright_model::{Bindings, Catalog, Document, Kind};
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
            "adwright" => timed(&ads, by_rules),
            "jsonschema" => timed(&ads, |ad| every_slip(&validators, &ad)),
            "jsonschema-first" => timed(&ads, |ad| first_slip(&validators, &ad)),
            other => panic!("{other} is nothing that is measured"),
        };
        println!("{milliseconds}");
    }
}

fn write(folder: &Path, ads: &[CorpusAd]) {
    for (at, CorpusAd { kind, text }) in ads.iter().enumerate() {
        std::fs::write(folder.join(format!("{kind}-{at:02}.json")), text).unwrap();
    }
}

/// The time of one pass over all ads, each of which must be found right. Everybody gets texts of their own, as they come from a
/// file or a service.
fn timed(ads: &[CorpusAd], is_right: impl Fn(CorpusAd) -> bool) -> f64 {
    let received = ads.to_vec();
    let begin = Instant::now();
    let right = received
        .into_iter()
        .map(is_right)
        .filter(|right| *right)
        .count();
    let milliseconds = begin.elapsed().as_secs_f64() * 1e3;
    assert_eq!(right, ads.len(), "every ad is right");
    milliseconds
}

/// As `adwright check` does: reads the text, tells the kind, checks every rule.
fn by_rules(ad: CorpusAd) -> bool {
    let Document::Editable(document) = Document::read(ad.text.into_bytes()) else {
        return false;
    };
    let catalog = Catalog::bundled();
    let kind = catalog.kind_of(&document.root());
    let findings = check(&CheckInput {
        kind: kind.unwrap_or(Kind::Campaign),
        document: &document,
        base: None,
        phase: Phase::Update,
        catalog,
        bindings: &Bindings::default(),
        facts: &Facts::default(),
    });
    let is_error = |finding: &Finding| finding.severity == Severity::Error;
    kind == Some(ad.kind) && !black_box(findings).iter().any(is_error)
}

fn every_slip(validators: &Validators, ad: &CorpusAd) -> bool {
    let value = parsed(ad);
    validators[ad.kind.as_str()].iter_errors(&value).count() == 0
}

fn first_slip(validators: &Validators, ad: &CorpusAd) -> bool {
    validators[ad.kind.as_str()].is_valid(&parsed(ad))
}

fn parsed(ad: &CorpusAd) -> Value {
    serde_json::from_slice(ad.text.as_bytes()).unwrap()
}
