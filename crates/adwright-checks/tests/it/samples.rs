//! Whole documents, valid and invalid: our rules and the validator must agree.

use adwright_checks::{CheckInput, Facts, Phase, Severity, check, message};
use adwright_model::{Bindings, Catalog, Edit, EditableDocument, Kind};
use expect_test::expect;

use crate::oracle::validator_of;

const SAMPLES: [(Kind, Phase, &str); 4] = [
    (
        Kind::InStreamInteractiveAd,
        Phase::Update,
        include_str!("documents/in_stream.json"),
    ),
    (
        Kind::ExpandableBannerAd,
        Phase::Update,
        include_str!("documents/expandable.json"),
    ),
    (
        Kind::Html5ExpandableBannerAd,
        Phase::Update,
        include_str!("documents/html5_expandable.json"),
    ),
    (
        Kind::RetargetingDataValue,
        Phase::Create,
        include_str!("documents/retargeting_value.json"),
    ),
];

/// Returns the findings of our rules on a document, one per line.
fn wrong(kind: Kind, phase: Phase, document: &EditableDocument) -> String {
    let findings = check(&CheckInput {
        kind,
        document,
        base: None,
        phase,
        catalog: Catalog::bundled(),
        bindings: &Bindings::default(),
        facts: &Facts::default(),
    });
    let line = |severity, path: String, words: String| format!("{severity:?} {path}: {words}\n");
    findings
        .iter()
        .filter(|finding| finding.severity != Severity::Note || finding.rule == "values")
        .map(|finding| line(finding.severity, finding.path.to_string(), message(finding)))
        .collect()
}

/// Sets a value in the sample of a kind. Returns the document and its findings.
fn with(kind: Kind, path: &str, json: &str) -> (EditableDocument, String) {
    let (_, phase, text) = SAMPLES.iter().find(|(known, ..)| *known == kind).unwrap();
    let edit = Edit::Set {
        path: path.parse().unwrap(),
        json: json.to_owned(),
    };
    let document = EditableDocument::parse(text).unwrap().apply(&edit).unwrap();
    let wrong = wrong(kind, *phase, &document);
    (document, wrong)
}

fn is_valid(kind: Kind, document: &EditableDocument) -> bool {
    validator_of(kind).is_valid(&serde_json::from_str(document.text()).unwrap())
}

#[test]
fn service_documents_are_valid() {
    for (kind, phase, text) in SAMPLES {
        let document = EditableDocument::parse(text).unwrap();
        assert_eq!(wrong(kind, phase, &document), "", "{kind}");
        assert!(is_valid(kind, &document), "{kind}");
    }
}

#[test]
fn alternative_kind_spelling_is_the_same_kind() {
    let (document, wrong) = with(
        Kind::Html5ExpandableBannerAd,
        "type",
        r#""HTML5SingleExpandableBannerAd""#,
    );
    assert_eq!(wrong, "");
    assert!(is_valid(Kind::Html5ExpandableBannerAd, &document));
}

#[test]
fn deep_errors_are_errors_for_both() {
    let slips = [
        (
            Kind::InStreamInteractiveAd,
            "linears[1].sequence",
            "\"second\"",
        ),
        (
            Kind::InStreamInteractiveAd,
            "templateData.vastVariables[0].name",
            "5",
        ),
        (
            Kind::ExpandableBannerAd,
            "panelsSettings.preloadPanels",
            "1",
        ),
        (
            Kind::ExpandableBannerAd,
            "customInteractions[0].assetId",
            "88.5",
        ),
        (Kind::ExpandableBannerAd, "hides", "true"),
        (
            Kind::Html5ExpandableBannerAd,
            "html5.assets[0].businessMetadata.userId",
            "501",
        ),
        (
            Kind::Html5ExpandableBannerAd,
            "html5.assets[0].jsContext.customInteractions[0].cname",
            "[]",
        ),
        (Kind::RetargetingDataValue, "retargetingData", "[{}]"),
    ];
    let mut found = String::new();
    for (kind, path, json) in slips {
        let (document, wrong) = with(kind, path, json);
        assert!(!is_valid(kind, &document), "{path}");
        found += &wrong;
    }
    expect![[r#"
        Error linears[1].sequence: Order must be a whole number, but it is a text. The service will not understand it. Enter a whole number instead.
        Error templateData.vastVariables[0].name: Name must be a text, but it is a number. The service will not understand it. Enter a text instead.
        Error panelsSettings.preloadPanels: Load beforehand must be yes or no (true or false), but it is a number. The service will not understand it. Enter yes or no (true or false) instead.
        Error customInteractions[0].assetId: Asset ID must be a whole number of at most 19 digits, but it is 88.5. The service will not understand it. Enter it without a fraction.
        Error hides: Hide must be a text, but it is true or false. The service will not understand it. Enter a text instead.
        Error html5.assets[0].businessMetadata.userId: User ID must be a text, but it is a number. The service will not understand it. Enter a text instead.
        Error html5.assets[0].jsContext.customInteractions[0].cname: Name must be a text, but it is a list. The service will not understand it. Enter a text instead.
        Error retargetingData[0]: Retargeting data must be a text, but it is a group of fields. The service will not understand it. Enter a text instead.
    "#]].assert_eq(&found);
}

#[test]
fn unknown_item_kind_is_kept_and_noted() {
    let (document, wrong) = with(
        Kind::InStreamInteractiveAd,
        "linears[1].type",
        "\"LinearCtv\"",
    );
    assert!(is_valid(Kind::InStreamInteractiveAd, &document));
    expect![[r#"
        Note linears[1].type: Type is "LinearCtv", which has not been seen before. It is kept and sent unchanged. Seen so far: Linear, LinearHtml5Folder.
    "#]].assert_eq(&wrong);
    // The fields of one kind of item do not apply to another.
    let (document, _) = with(
        Kind::InStreamInteractiveAd,
        "linears[0].sequence",
        "\"second\"",
    );
    assert!(is_valid(Kind::InStreamInteractiveAd, &document));
}
