//! Tests the ads for measuring checks: they must be valid and have realistic sizes.

use adwright_checks::{Severity, message};
use adwright_model::EditableDocument;

use crate::check_fetched;
use crate::oracle::validator_of;

#[path = "../../examples/measure_check/corpus.rs"]
mod ad_corpus;

#[test]
fn every_corpus_ad_is_valid_and_realistically_sized() {
    let ads = ad_corpus::corpus();
    let kinds: std::collections::BTreeSet<_> = ads.iter().map(|ad| ad.kind.as_str()).collect();
    assert_eq!(kinds.len(), 3);
    for ad_corpus::CorpusAd { kind, text } in &ads {
        assert!(
            (8_000..=60_000).contains(&text.len()),
            "{kind}: {}",
            text.len()
        );
        let document = EditableDocument::parse(text).unwrap();
        let findings = check_fetched(*kind, &document);
        for finding in findings {
            assert_eq!(
                finding.severity,
                Severity::Note,
                "{kind}, {}: {}",
                finding.path,
                message(&finding)
            );
        }
        let value = serde_json::from_str(text).unwrap();
        assert!(validator_of(*kind).is_valid(&value), "{kind}");
    }
}
