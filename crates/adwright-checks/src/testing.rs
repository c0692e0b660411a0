//! The shared entry point of the rules' tests.

use std::fmt;

use adwright_model::{Binding, Bindings, Catalog, Edit, EditableDocument, Kind};
use expect_test::Expect;

use crate::batch::{BatchFinding, check_batch};
use crate::check_input::{CheckInput, Phase};
use crate::fact::{Fact, FactSource, FactValue, Facts};
use crate::finding::{Finding, message};
use crate::rules::check as check_all;

/// A campaign as the practice service returns it.
pub(crate) const CAMPAIGN: &str = r#"{"type":"Campaign","id":1072288341,"clientRefId":null,"relationsBag":null,
"uiPermissions":null,"version":3,"createdBy":501,"createdByName":"Ana Weber","createdByAccount":9001,
"createdByAccountName":"North Media","createdOn":1760000000000,"lastUpdatedBy":501,"lastUpdatedByName":"Ana Weber",
"lastUpdatedByAccount":9001,"lastUpdatedByAccountName":"North Media","lastUpdateOn":1761000000000,
"name":"Spring launch, DE","accountId":9001,"accountName":"North Media","advertiserId":7001,
"advertiserName":"Alpen Bikes","brandId":8001,"brandName":"Alpen","status":"ACTIVE","startDate":1760000000000,
"endDate":1761000000000,"budget":12500.50,"currency":"EUR","notes":null,"traffickingMode":"advanced",
"adminSettings":{"type":"AdminSettings","campaignSettings":{"type":"CampaignSettings","verification":"Tracking"},
"privacy":{"type":"PrivacySettings","disableCookies":true}},"mediaPlanRef":"MP-2041"}"#;

/// A new campaign as a person would draft it.
pub(crate) const DRAFT: &str = r#"{"type":"Campaign","name":"Autumn","advertiserId":7001,"advertiserName":"Alpen Bikes",
"brandId":8001,"traffickingMode":"simple","adminSettings":{"privacy":{"disableCookies":true}}}"#;

/// A document, its base, and the known facts about it.
#[derive(Clone)]
pub(crate) struct TestCase {
    kind: Kind,
    document: EditableDocument,
    base: Option<EditableDocument>,
    phase: Phase,
    catalog: &'static Catalog,
    bindings: Bindings,
    facts: Facts,
}

/// Omits the catalog, which would hide the rest.
impl fmt::Debug for TestCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut output = f.debug_struct("Case");
        output
            .field("document", &self.document)
            .field("base", &self.base);
        output
            .field("phase", &self.phase)
            .field("facts", &self.facts);
        output.finish_non_exhaustive()
    }
}

impl TestCase {
    /// Creates a new campaign. Each pair sets a path to a value, or removes it if the value is empty.
    pub(crate) fn create(sets: &[(&str, &str)]) -> Self {
        Self {
            kind: Kind::Campaign,
            document: set_members(&parse(DRAFT), sets),
            base: None,
            phase: Phase::Create,
            catalog: Catalog::bundled(),
            bindings: Bindings::default(),
            facts: Facts::default(),
        }
    }

    /// Creates a new document of any kind.
    pub(crate) fn new_of(kind: Kind, json: &str) -> Self {
        Self {
            kind,
            document: parse(json),
            ..Self::create(&[])
        }
    }

    /// Creates a change of a document of any kind.
    pub(crate) fn new_change(kind: Kind, base: &str, json: &str) -> Self {
        Self {
            base: Some(parse(base)),
            phase: Phase::Update,
            ..Self::new_of(kind, json)
        }
    }

    /// Creates a change of a campaign that the service has.
    pub(crate) fn update(sets: &[(&str, &str)]) -> Self {
        Self::update_from(&[], sets)
    }

    /// Creates a change of a campaign whose base differs from the usual one.
    pub(crate) fn update_from(base: &[(&str, &str)], sets: &[(&str, &str)]) -> Self {
        let base = set_members(&parse(CAMPAIGN), base);
        let document = set_members(&base, sets);
        Self {
            document,
            base: Some(base),
            phase: Phase::Update,
            ..Self::create(&[])
        }
    }

    pub(crate) fn without_base(mut self) -> Self {
        self.base = None;
        self
    }

    pub(crate) fn without_practice(mut self) -> Self {
        self.catalog = Catalog::without_practice();
        self
    }

    pub(crate) fn with_fact(mut self, fact: Fact, value: bool, detail: Option<&str>) -> Self {
        let detail = detail.map(str::to_owned);
        self.facts.set(
            fact,
            FactValue {
                value,
                source: FactSource::PracticeAdmin,
                detail,
            },
        );
        self
    }

    /// Adds a fact that a refusal of the service showed.
    pub(crate) fn with_refusal(mut self, fact: Fact, code: u32) -> Self {
        self.facts.set(
            fact,
            FactValue {
                value: true,
                source: FactSource::Service,
                detail: Some(format!("it answered {code}")),
            },
        );
        self
    }

    /// Adds a typed text at a path where JSON belongs. The text is not JSON.
    pub(crate) fn with_unparsed_input(mut self, path: &str, text: &str) -> Self {
        let typed = (path.parse().unwrap(), text.to_owned());
        self.facts.set_unparsed_inputs([typed].into());
        self
    }

    pub(crate) fn with_binding(mut self, binding: Binding, path: &str) -> Self {
        self.bindings.0.insert(binding, path.parse().unwrap());
        self
    }

    pub(crate) fn findings(&self) -> Vec<Finding> {
        check_all(&self.input())
    }

    pub(crate) fn input(&self) -> CheckInput<'_> {
        CheckInput {
            kind: self.kind,
            document: &self.document,
            base: self.base.as_ref(),
            phase: self.phase,
            catalog: self.catalog,
            bindings: &self.bindings,
            facts: &self.facts,
        }
    }

    /// Applies the fix of a finding; `None` if it offers none.
    pub(crate) fn apply_fix(&self, finding: &Finding) -> Option<Self> {
        let edits = finding.fix.iter().flat_map(|fix| &fix.edits);
        let apply = |document: EditableDocument, edit| document.apply(edit).unwrap();
        let document = edits.fold(self.document.clone(), apply);
        finding.fix.as_ref().map(|_| Self {
            document,
            ..self.clone()
        })
    }

    /// Returns path, severity and case of each finding of one rule.
    pub(crate) fn outline(&self, rule: &str) -> Vec<String> {
        let line = |finding: &Finding| {
            let Finding {
                path,
                severity,
                case,
                ..
            } = finding;
            format!("{path} {severity:?} {case}")
        };
        self.findings_of(rule).iter().map(line).collect()
    }

    /// Returns the findings of one rule.
    pub(crate) fn findings_of(&self, rule: &str) -> Vec<Finding> {
        let findings = self.findings().into_iter();
        findings.filter(|finding| finding.rule == rule).collect()
    }
}

/// Checks the findings of one rule. Each fix must remove its finding.
pub(crate) fn check(rule: &str, case: &TestCase, expected: &Expect) {
    let findings = case.findings_of(rule);
    for finding in &findings {
        let fixed = case.apply_fix(finding);
        assert!(
            !fixed.is_some_and(|fixed| fixed.findings_of(rule).contains(finding)),
            "{finding:?}"
        );
    }
    expected.assert_eq(&findings.iter().map(format_finding).collect::<String>());
}

/// Checks the findings of one rule about a call that creates these retargeting values. Values are numbered from 1.
pub(crate) fn check_values(rule: &str, values: &[&str], largest: Option<usize>, expected: &Expect) {
    let values = values.iter();
    let cases: Vec<_> = values
        .map(|json| TestCase::new_of(Kind::RetargetingDataValue, json))
        .collect();
    let inputs: Vec<_> = cases.iter().map(TestCase::input).collect();
    let findings = check_batch(&inputs, largest).into_iter();
    let findings = findings.filter(|item| item.finding.rule == rule);
    let line = |BatchFinding { item, finding }| {
        let place = match item {
            Some(at) => format!("{}: ", at + 1),
            None => String::new(),
        };
        place + &format_finding(&finding)
    };
    expected.assert_eq(&findings.map(line).collect::<String>());
}

/// Formats one finding: severity, path, wording, source, fix.
pub(crate) fn format_finding(finding: &Finding) -> String {
    let source = finding
        .source
        .iter()
        .map(|source| format!("\n  source: {source}"));
    let fix = finding.fix.iter().map(|fix| {
        let edits: Vec<_> = fix.edits.iter().map(format_edit).collect();
        format!("\n  fix: {} ({})", fix.label, edits.join(", "))
    });
    let rest: String = source.chain(fix).collect();
    format!(
        "{:?} at {}: {}{rest}\n",
        finding.severity,
        finding.path,
        message(finding)
    )
}

fn format_edit(edit: &Edit) -> String {
    match edit {
        Edit::Set { path, json } => format!("set {path} to {json}"),
        Edit::PutBefore { path, json, before } => format!("put {path} as {json} before {before}"),
        Edit::Type { path, text } => format!("type {text} at {path}"),
        Edit::Remove { path } => format!("remove {path}"),
        Edit::Insert { path, at, json } => format!("insert {json} into {path} at {at}"),
        Edit::Move { path, to } => format!("move {path} to {to}"),
    }
}

fn set_members(document: &EditableDocument, sets: &[(&str, &str)]) -> EditableDocument {
    sets.iter()
        .fold(document.clone(), |document, (path, json)| {
            let path = path.parse().unwrap();
            let edit = match *json {
                "" => Edit::Remove { path },
                json => Edit::Set {
                    path,
                    json: json.to_owned(),
                },
            };
            // A generated edit may have put a text on the way of the path.
            document.apply(&edit).unwrap_or(document)
        })
}

fn parse(text: &str) -> EditableDocument {
    EditableDocument::parse(text).unwrap()
}
