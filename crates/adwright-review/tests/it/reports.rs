use std::collections::BTreeSet;

use adwright_review::{ReportFinding, Review, ReviewReport};
use expect_test::{ExpectFile, expect_file};

use crate::ads::{ad, expandable, panel};
use crate::xml;

/// Returns a complete ad of each kind.
const WHOLE: [(&str, &str); 3] = [
    (
        "in_stream",
        include_str!("../../../adwright-checks/tests/it/documents/in_stream.json"),
    ),
    (
        "expandable",
        include_str!("../../../adwright-checks/tests/it/documents/expandable.json"),
    ),
    (
        "html5_expandable",
        include_str!("../../../adwright-checks/tests/it/documents/html5_expandable.json"),
    ),
];

fn remark() -> ReportFinding {
    ReportFinding {
        severity: "Warning".to_owned(),
        message: "Look at <this>.".to_owned(),
        path: "panels[0].width".to_owned(),
    }
}

fn golden(name: &str) -> ExpectFile {
    let path = format!(
        "{}/tests/it/reports/{name}.html",
        env!("CARGO_MANIFEST_DIR")
    );
    expect_file![path]
}

#[test]
fn each_kind_of_ad_as_one_file() {
    for (name, json) in WHOLE {
        let report = html(&Review::from_ad(&ad(json)), &[remark()], "the test");
        check(&report);
        golden(name).assert_eq(&report);
    }
}

fn html(review: &Review, remarks: &[ReportFinding], fingerprint: &str) -> String {
    let report = ReviewReport {
        review,
        remarks,
        is_summary: false,
        fingerprint,
    };
    report.to_string()
}

/// Asserts that a report is well formed, and neither runs nor loads anything.
fn check(report: &str) {
    let names: BTreeSet<_> = xml::elements(report).into_iter().collect();
    for name in &names {
        let runs_or_loads = [
            "script", "img", "image", "link", "iframe", "object", "embed", "use", "a", "base",
            "form",
        ];
        assert!(!runs_or_loads.contains(&name.as_str()), "{name}");
    }
    let tags = report
        .split('<')
        .filter_map(|tag| tag.split_once('>'))
        .map(|(tag, _)| tag);
    for tag in tags {
        for attribute in [" src=", " href=", " style=", " on", "url("] {
            assert!(!tag.contains(attribute), "<{tag}>");
        }
    }
}

/// Returns the words of all table cells of a report. Each word is split at its break opportunities.
fn words(report: &str) -> Vec<Vec<String>> {
    let cells = report
        .split("</td>")
        .filter_map(|cell| cell.rsplit_once("<td"));
    let texts = cells.filter_map(|(_, cell)| cell.split_once('>'));
    let words = texts.flat_map(|(_, text)| text.split_whitespace());
    words
        .map(|word| word.split("<wbr/>").map(str::to_owned).collect())
        .collect()
}

#[test]
fn words_of_a_table_break_only_between_parts() {
    let json = r#"{"type":"HTML5ExpandableBannerAd","html5":{"assets":[
        {"fileName":"320x50.png","mimeType":"application/javascript","imageContext":{"width":320,"height":50},"status":"Available"},
        {"fileName":"BackgroundOfTheFirstFrame_320x50.png"},{"fileName":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}]}}"#;
    let words = words(&html(&Review::from_ad(&ad(json)), &[], ""));
    for expected in [
        &["320x50.png"][..],
        &["320x50"],
        &["Available"],
        &["application/", "javascript"],
        &["BackgroundOfThe", "FirstFrame_", "320x50.png"],
        &["aaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaa", "aaaa"],
    ] {
        assert!(
            words.iter().any(|pieces| pieces == expected),
            "{expected:?} in {words:?}"
        );
    }
    for pieces in &words {
        let length = |piece: &String| piece.chars().count();
        assert!(
            pieces.len() == 1 || pieces.iter().all(|piece| length(piece) <= 16),
            "{pieces:?}"
        );
        assert!(pieces.len() > 1 || length(&pieces[0]) <= 16, "{pieces:?}");
    }
    // A browser breaks a word elsewhere only if the style allows it.
    assert!(
        style("th, td")
            .iter()
            .all(|rule| !rule.starts_with("overflow-wrap"))
    );
}

/// Returns the declarations of a selector, from the print style if it has any.
fn style(selector: &str) -> Vec<&'static str> {
    let css = include_str!("../../src/report/report.css");
    let rule = css.rsplit('}').find_map(|rule| {
        let (selectors, declarations) = rule.rsplit_once('{')?;
        let selectors = selectors.rsplit('{').next()?.trim();
        (selectors == selector).then_some(declarations)
    });
    let rule = rule.unwrap_or_else(|| panic!("no rule for {selector}"));
    rule.split(';').map(str::trim).collect()
}

#[test]
fn printed_headings_stay_with_their_content() {
    for (selector, declaration) in [
        ("@page", "size: landscape"),
        ("h2, caption, thead", "break-after: avoid"),
        ("tr, figure", "break-inside: avoid"),
        // A wide table is printed in full, because paper does not scroll.
        (".wide", "overflow: visible"),
    ] {
        assert!(style(selector).contains(&declaration), "{selector}");
    }
}

#[test]
fn ad_texts_are_escaped_in_a_report() {
    let evil =
        r#"</style></td><script>alert(1)</script><img src=x onerror=alert(1)>&\u202e\u0007\""#;
    let json = format!(
        r#"{{"type":"{evil}","name":"{evil}","adStatus":"{evil}","width":10,"height":10,"mainClickthrough":{{"url":"https://x.example/{evil}"}},
            "html5":{{"assets":[{{"fileName":"{evil}.png","status":"{evil}","mimeType":"{evil}","publishPath":"/{evil}/{evil}"}}]}},
            "linearSettings":{{}},"linears":[{{"name":"{evil}"}}],"variables":[{{"name":"{evil}","value":"{evil}"}}],
            "customInteractions":[{{"name":"{evil}","type":"{evil}","redirectURL":"{evil}"}}],
            "rotationType":"{evil}","panels":[{{"name":"{evil}","positionType":"{evil}","retraction":"{evil}"}}],
            "adChoicesStatus":true,"adChoicesLocation":"{evil}","panelsSettings":{{"panelFrequency":"{evil}"}}}}"#
    );
    let evil = ReportFinding {
        severity: "<b>".to_owned(),
        message: "<script>".to_owned(),
        path: "</td>".to_owned(),
    };
    check(&html(
        &Review::from_ad(&ad(&json)),
        &[evil],
        "</footer><script>",
    ));
}

#[test]
fn report_names_limits_source_text_and_omissions() {
    let panels: Vec<_> = (0..14)
        .map(|at| panel(&format!("p{at}"), [0.0, 0.0], [300, 250]))
        .collect();
    let json = format!(
        r#"{{"type":"HTML5ExpandableBannerAd","width":970,"height":250,"initialSize":251,"panels":[{}],
            "companions":[{{"name":"beside","width":300,"height":600}}],"mainClickthrough":{{"url":"https://a.example/"}}}}"#,
        panels.join(",")
    );
    let review = Review::from_ad(&ad(&json));
    let report = html(&review, &[], "3f2a");
    let source = &review.assets.weights.budgets[0].source;
    assert!(!source.is_empty());
    for expected in [
        &format!("<td>{source}</td>"),
        "SHA-256 of the ad’s text: 3f2a",
        "Only the first 12 panels have a picture; 2 more have none.",
        "<caption>Companions</caption>",
        "<td>beside</td>",
    ] {
        assert!(report.contains(expected), "{expected}");
    }
    assert!(
        html(&Review::from_ad(&ad("{}")), &[], "").contains("No web address was found in this ad.")
    );
}

#[test]
fn very_large_ads_have_a_report() {
    let panels: Vec<_> = (0..2_000)
        .map(|at| panel(&format!("p{at}"), [f64::from(at), 0.0], [300, 250]))
        .collect();
    check(&html(
        &Review::from_ad(&expandable([300, 250], &panels.join(","), "")),
        &[],
        "",
    ));
    let files = vec![r#"{"fileName":"a.png","formatContext":{"fileSize":9}}"#; 10_000].join(",");
    check(&html(
        &Review::from_ad(&ad(&format!(r#"{{"html5":{{"assets":[{files}]}}}}"#))),
        &[],
        "",
    ));
}

#[test]
fn summary_report_does_not_claim_missing_parts() {
    let review = Review::from_ad(&ad(r#"{"type":"Ad","id":7,"name":"Spring"}"#));
    let report = ReviewReport {
        review: &review,
        remarks: &[],
        is_summary: true,
        fingerprint: "",
    };
    let report = report.to_string();
    check(&report);
    for expected in [
        "<p>Ad of unknown type (only a summary is known)</p>",
        "<p>Only a summary of this ad is known: the fields that a list has.</p>",
        "<li>Files are not in the summary.</li>",
        "<p>Web addresses are not in the summary.</p>",
        "<p>Interactions are not in the summary.</p>",
        "<p>Versions are not in the summary.</p>",
    ] {
        assert!(report.contains(expected), "{expected} in {report}");
    }
    let whole = html(&review, &[], "");
    assert!(!whole.contains("not in the summary") && !whole.contains("Versions"));
}
