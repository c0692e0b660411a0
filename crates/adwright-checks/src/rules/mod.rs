//! The registry: one file and one line per rule.

mod activity_advertiser;
mod ad_format;
mod asset_status;
mod batch_size;
mod both_spellings;
mod check_limit;
mod companion_size;
mod cookies_against_advertiser;
mod created_before_changed;
mod default_panel;
mod dimensions;
mod empty_batch;
mod epoch;
mod id_number;
mod initial_size;
mod insufficient_privileges;
mod json;
mod kind;
mod linear_order;
mod mass_versioning;
mod mime_type;
mod near_miss;
mod negative;
mod panel_closing;
mod panel_opening;
mod panel_place;
mod placement_ad;
mod placement_counts;
mod plain_http;
mod privacy_section;
#[cfg(test)]
mod properties;
mod range;
mod read_only;
mod required;
mod same_address;
mod same_key;
mod same_value;
mod set_once;
mod skip_delay;
mod start_before_end;
mod tidy_name;
mod trafficking_mode;
mod typed_date;
pub(crate) mod unchosen;
mod unwrapped_values;
mod url_macro;
mod value_in_other_batch;
mod value_on_service;
mod value_spelling;
mod value_type;
mod values;
mod verification;
mod web_address;
mod weight;

use adwright_model::{NodeFinder, Path};

use crate::batch::BatchRuleFactory;
use crate::check_input::CheckInput;
use crate::document_index::DocumentIndex;
use crate::finding::Finding;
use crate::rule::Rule;

static RULES: [Rule; 53] = [
    kind::RULE,
    json::RULE,
    unchosen::RULE,
    check_limit::RULE,
    required::RULE,
    value_type::RULE,
    typed_date::RULE,
    range::RULE,
    negative::RULE,
    epoch::RULE,
    id_number::RULE,
    mime_type::RULE,
    tidy_name::RULE,
    read_only::RULE,
    set_once::RULE,
    values::RULE,
    value_spelling::RULE,
    near_miss::RULE,
    same_key::RULE,
    web_address::RULE,
    url_macro::RULE,
    same_address::RULE,
    plain_http::RULE,
    created_before_changed::RULE,
    start_before_end::RULE,
    both_spellings::RULE,
    dimensions::RULE,
    initial_size::RULE,
    weight::RULE,
    ad_format::RULE,
    placement_ad::RULE,
    placement_counts::RULE,
    mass_versioning::RULE,
    asset_status::RULE,
    default_panel::RULE,
    panel_place::RULE,
    panel_opening::RULE,
    panel_closing::RULE,
    skip_delay::RULE,
    companion_size::RULE,
    linear_order::RULE,
    trafficking_mode::RULE,
    verification::RULE,
    privacy_section::RULE,
    cookies_against_advertiser::RULE,
    insufficient_privileges::RULE,
    empty_batch::RULE,
    activity_advertiser::RULE,
    batch_size::RULE,
    unwrapped_values::RULE,
    same_value::RULE,
    value_on_service::RULE,
    value_in_other_batch::RULE,
];

/// The rules that also look at all documents of one call.
pub(crate) static BATCH_RULES: [BatchRuleFactory; 4] = [
    empty_batch::BATCH,
    activity_advertiser::BATCH,
    batch_size::BATCH,
    same_value::BATCH,
];

pub use kind::{unknown_ad_finding, unknown_kind_finding};

/// Returns every rule, in the order of checks and documentation.
#[must_use]
pub fn rules() -> &'static [Rule] {
    &RULES
}

/// The most findings of one rule. Nobody reads more, and a hostile document could have millions.
pub(crate) const MOST_FINDINGS: usize = 10_000;

/// Checks a document by every rule. Errors come first, then the order of the document.
///
/// A rule reports at most 10,000 findings. Further findings appear after these are fixed.
#[must_use]
pub fn check(input: &CheckInput<'_>) -> Vec<Finding> {
    let index = DocumentIndex::new(input);
    let rules = RULES.iter().filter(|rule| rule.is_about(input.kind));
    let run = |rule: &Rule| (rule.check)(&index).into_iter().take(MOST_FINDINGS);
    sort_findings(input, rules.flat_map(run).collect())
}

/// Counts the fields that a check looks at: visits the document as [`check`] does, without any rule.
#[must_use]
pub fn count_fields(input: &CheckInput<'_>) -> usize {
    DocumentIndex::new(input).field_count()
}

/// Sorts errors first, then by the order of the document.
pub(crate) fn sort_findings(input: &CheckInput<'_>, mut findings: Vec<Finding>) -> Vec<Finding> {
    let mut finder = NodeFinder::new(input.document);
    findings.sort_by_cached_key(|finding| (finding.severity, offset(&mut finder, &finding.path)));
    findings
}

/// Returns the offset that a value has or would have in the text.
fn offset(finder: &mut NodeFinder<'_>, path: &Path) -> usize {
    match finder.nearest(path) {
        (node, []) => node.span().start,
        (holder, _) => holder.span().end,
    }
}

#[cfg(test)]
mod tests {
    use adwright_model::Kind;
    use expect_test::expect;

    use super::*;
    use crate::testing::TestCase;

    /// Describes a finding in one line.
    fn outline(case: &TestCase) -> String {
        let line = |finding: &Finding| {
            let Finding {
                severity,
                rule,
                case,
                path,
                ..
            } = finding;
            format!("{path}: {severity:?} {rule} {case}\n")
        };
        case.findings().iter().map(line).collect()
    }

    #[test]
    fn errors_precede_the_document_order() {
        let case = TestCase::update(&[
            ("adminSettings.privacy.disableCookies", "0"),
            ("status", "\"FROZEN\""),
            ("name", ""),
            ("accountName", "\"South\""),
            ("version", "4"),
            ("type", "\"Kampagne\""),
        ]);
        expect![[r"
            type: Error kind other
            type: Error set-once changed
            version: Error read-only changed
            accountName: Error read-only changed
            adminSettings.privacy.disableCookies: Error type shape
            name: Error required missing
            status: Note values unknown
        "]]
        .assert_eq(&outline(&case));
    }

    #[test]
    fn non_object_document_is_checked_normally() {
        expect![[r"
            : Error type shape
        "]]
        .assert_eq(&outline(&TestCase::create(&[("", "[]")])));
    }

    /// Returns one of the wrong letter cases of a field name.
    fn spelled(number: usize) -> String {
        let letters = "templateScriptName".char_indices().map(|(at, letter)| {
            if at >= 14 || number >> at & 1 == 0 {
                letter.to_ascii_uppercase()
            } else {
                letter.to_ascii_lowercase()
            }
        });
        format!("\"{}\":1", letters.collect::<String>())
    }

    #[test]
    fn findings_per_rule_are_capped() {
        let summary = |rule: &str, json: String| {
            let found = TestCase::new_of(Kind::InStreamInteractiveAd, &json).findings_of(rule);
            let first = found.first().map(|finding| finding.path.to_string());
            format!("{} from {}", found.len(), first.unwrap_or_default())
        };
        let many = |part: &str| vec![part; 12_000].join(",");
        let numbers = format!(r#"{{"adURLs":[{}]}}"#, many("7"));
        expect!["10000 from adURLs[0]"].assert_eq(&summary("type", numbers));
        let lists = format!(
            r#"{{"templateData":{{"vastVariables":[{}]}},"linears":[{}]}}"#,
            many("7"),
            many("7")
        );
        expect!["10000 from linears[0]"].assert_eq(&summary("type", lists));
        let near: Vec<_> = (0..1 << 14).map(spelled).collect();
        let near = format!("{{{}}}", near.join(","));
        expect!["10000 from TEMPLATESCRIPTNAME"].assert_eq(&summary("near-miss", near));
        let open = format!(
            r#"{{"adURLs":[{{"url":"https://a.example/{}"}}]}}"#,
            many("[a]")
        );
        expect!["10000 from adURLs[0].url"].assert_eq(&summary("url-macro", open));
        let linears = format!(r#"{{"linears":[{}]}}"#, many(r#"{"sequence":1}"#));
        expect!["10000 from linears[1].sequence"].assert_eq(&summary("linear-order", linears));
    }

    #[test]
    fn an_untouched_campaign_has_no_finding() {
        expect![[""]].assert_eq(&outline(&TestCase::update(&[])));
    }

    #[test]
    fn rule_runs_only_for_its_kinds() {
        let rule = |id: &str| rules().iter().find(|rule| rule.id == id).unwrap();
        assert!(rule("required").is_about(Kind::SiteContact));
        let of_campaigns = rule("trafficking-mode-with-placements");
        assert!(of_campaigns.is_about(Kind::Campaign));
        assert!(!of_campaigns.is_about(Kind::SiteContact));
    }

    #[test]
    fn every_rule_is_documented_and_uniquely_named() {
        let mut ids = std::collections::HashSet::new();
        for rule in rules() {
            assert!(ids.insert(rule.id), "{}", rule.id);
            assert!(rule.about.ends_with('.'), "{}", rule.id);
            assert!(names_its_source(rule), "{}", rule.id);
            let mut names = std::collections::HashSet::new();
            for case in rule.cases {
                assert!(names.insert(case.name), "{} {}", rule.id, case.name);
                assert!(case.wording.ends_with('.'), "{} {}", rule.id, case.name);
                let code = rule.code.map(|code| format!("({code})"));
                let coded =
                    case.name != "refused" || case.wording.contains(&code.unwrap_or_default());
                assert!(coded, "{}", rule.id);
            }
        }
    }

    #[test]
    fn sources_name_no_unshipped_file() {
        let rules = rules().iter().map(|rule| rule.source);
        let profiles = crate::profile::profiles()
            .iter()
            .map(|profile| profile.source.as_str());
        for source in rules.chain(profiles) {
            assert!(!source.contains(".md"), "{source}");
        }
    }

    /// Returns true if the citation is complete. The interface and public help pages need only a name, others also
    /// a date.
    fn names_its_source(rule: &Rule) -> bool {
        let ours = ["The interface, ", "The interface ", "Public help pages of "];
        let is_dated = |text: &str| {
            let years = text.split(|c: char| !c.is_ascii_digit());
            years
                .into_iter()
                .any(|year| year.len() == 4 && year.starts_with(['1', '2']))
        };
        ours.iter().any(|name| rule.source.starts_with(name))
            || rule.source.contains(", ") && is_dated(rule.source)
    }
}
