//! Any bytes, and documents of every kind: every finding stands somewhere and can be worded, and every fix helps.
#![no_main]

use std::sync::LazyLock;

use adwright_checks::{
    Fact, FactSource, Facts, Finding, FactValue, OwnRules, Phase, CheckInput, check, check_batch, message,
    title,
};
use adwright_fuzz::{Entity, Json, Seed, follow};
use adwright_model::{
    Binding, Bindings, Catalog, Document, Edit, EditableDocument, InferredField, Kind, Path, JsonType, PathStep,
    unparsed_inputs,
};
use adwright_wire::split_file;
use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
enum Input {
    /// Whatever a file can hold, and whatever a file of rules can hold.
    Bytes(Vec<u8>, String),
    /// Any JSON, taken for a document of some kind.
    Json(u8, Json, Around),
    /// Documents of one call.
    Call(Vec<(Entity, Around)>, Option<u8>),
}

/// What is known around a document, and what became of it.
#[derive(Arbitrary, Debug)]
struct Around {
    catalog: u8,
    phase: bool,
    facts: Vec<(u8, bool)>,
    bindings: Vec<(u8, u16)>,
    has_base: bool,
    edits: Vec<Seed>,
}

/// A document with what is known around it, as the rules are asked.
struct Case {
    kind: Kind,
    document: EditableDocument,
    base: Option<EditableDocument>,
    phase: Phase,
    catalog: &'static Catalog,
    bindings: Bindings,
    facts: Facts,
    /// What was typed where JSON belongs.
    typed: Vec<Edit>,
}

const BINDINGS: [Binding; 5] = [
    Binding::TraffickingMode,
    Binding::Verification,
    Binding::DisableCookies,
    Binding::AdvertiserId,
    Binding::Name,
];

/// Rules of a workspace's own that ask every question, of members and of items of lists.
const OWN: &str = r#"{"severities":{"tidy-name":"error","required":"note","near-miss":"off"},"rules":[
    {"name":"own-match","title":"A","field":"name","must":{"match":"^[A-Z]"},"severity":"error","says":"A."},
    {"name":"own-one","title":"B","field":"a[].b","must":{"beOneOf":[1,"x",null]},"severity":"note","says":"B."},
    {"name":"own-most","title":"C","field":"panels[].width","must":{"beAtMost":300},"severity":"warning","says":"C."},
    {"name":"own-least","title":"D","field":"width","must":{"beAtLeast":1},"severity":"warning","says":"D."},
    {"name":"own-filled","title":"E","field":"a.b.c","must":{"beFilled":true},"severity":"note","says":"E.",
     "where":{"name":{"haveAtMost":3}}},
    {"name":"own-not","title":"F","field":"adURLs[].url","must":{"notMatch":"http:"},"severity":"note","says":"F."}]}"#;

static RULES: LazyLock<OwnRules> =
    LazyLock::new(|| OwnRules::parse(OWN).expect("the rules are well-formed"));

/// A catalog with fields of a workspace's own in it.
static LEARNED: LazyLock<Catalog> = LazyLock::new(|| {
    let sample =
        r#"{"a":[{"b":1}],"label":"x","id":{"c":true},"__proto__":1.5,"":"https://x.example"}"#;
    let sample = [EditableDocument::parse(sample).expect("the sample is well-formed")];
    let bundled = Catalog::bundled();
    Kind::ALL.iter().fold(bundled.clone(), |catalog, &kind| {
        let found = bundled.infer_fields(kind, &sample).into_iter();
        let local = |found: InferredField| found.into_custom_field(String::new());
        catalog.with_custom_fields(kind, &found.map(local).collect::<Vec<_>>())
    })
});

fuzz_target!(|input: Input| {
    match input {
        Input::Bytes(bytes, rules) => {
            let _ = OwnRules::parse(&rules).map_err(|why| why.to_string());
            any_file(&bytes);
        }
        Input::Json(kind, json, around) => {
            let kind = Kind::ALL[usize::from(kind) % Kind::ALL.len()];
            lawful(&case(kind, &json.text(), around));
        }
        Input::Call(documents, largest) => {
            let documents = documents.into_iter();
            let cases: Vec<_> = documents
                .map(|(entity, around)| case(entity.kind(), &entity.text(), around))
                .collect();
            cases.iter().for_each(lawful);
            one_call(&cases, largest.map(usize::from));
        }
    }
});

fn case(kind: Kind, text: &str, around: Around) -> Case {
    let base = EditableDocument::parse(text).expect("the text is well-formed");
    let mut document = follow(&base, &around.edits);
    let mut typed = Vec::new();
    for seed in &around.edits {
        let edit = seed.edit(&document);
        if let (Edit::Type { .. }, Ok(edited)) = (&edit, document.apply(&edit)) {
            document = edited;
            typed.push(edit);
        }
    }
    let facts = around.facts.iter().map(|&(fact, value)| {
        let known = FactValue {
            value,
            source: FactSource::Person,
            detail: value.then(|| "4 {places}".to_owned()),
        };
        (Fact::ALL[usize::from(fact) % Fact::ALL.len()], known)
    });
    let paths = adwright_fuzz::paths(&document);
    let bindings = around.bindings.iter().map(|&(binding, at)| {
        let path = paths[usize::from(at) % paths.len()].clone();
        (BINDINGS[usize::from(binding) % BINDINGS.len()], path)
    });
    let mut facts: Facts = facts.collect();
    facts.set_unparsed_inputs(unparsed_inputs(&typed));
    Case {
        kind,
        base: around.has_base.then_some(base),
        phase: if around.phase {
            Phase::Create
        } else {
            Phase::Update
        },
        catalog: match around.catalog % 3 {
            0 => Catalog::bundled(),
            1 => Catalog::without_practice(),
            _ => &LEARNED,
        },
        bindings: Bindings(bindings.collect()),
        facts,
        document,
        typed,
    }
}

impl Case {
    fn subject(&self) -> CheckInput<'_> {
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
}

/// What the rules say of a document is well said, and what they offer to do about it helps.
fn lawful(case: &Case) {
    let subject = case.subject();
    let findings = check(&subject);
    well_said(&subject, &findings);
    well_said(&subject, &RULES.check(&subject));
    for finding in &findings {
        helps(case, finding);
    }
    if case.base.as_ref() == Some(&case.document) {
        let is_about_change = |finding: &&Finding| {
            ["read-only", "set-once"].contains(&&*finding.rule) && finding.case != "assigned"
        };
        assert_eq!(findings.iter().find(is_about_change), None);
    }
}

fn well_said(subject: &CheckInput<'_>, findings: &[Finding]) {
    assert!(findings.is_sorted_by_key(|finding| finding.severity));
    for finding in findings {
        assert!(message(finding).ends_with('.'), "{finding:?}");
        assert!(!title(finding).is_empty(), "{finding:?}");
        assert!(stands(subject.document, &finding.path), "{finding:?}");
        let path = finding.path.to_string().parse();
        assert_eq!(path.as_ref(), Ok(&finding.path));
    }
}

/// A finding is about a value that is there, or about a member that is missing from what is there.
fn stands(document: &EditableDocument, path: &Path) -> bool {
    let mut node = document.root();
    let mut steps = path.steps().iter();
    while let Some(step) = steps.next() {
        let part = match step {
            PathStep::Member(name) => node.member(name),
            PathStep::Item(at) => node.items().nth(*at),
        };
        match part {
            Some(part) => node = part,
            // An item that is not there is nothing that anybody could mend.
            None => {
                return matches!(step, PathStep::Member(_))
                    && steps.all(|step| matches!(step, PathStep::Member(_)));
            }
        }
    }
    true
}

/// Each edit of a fix can be made, and what it was offered for is gone afterwards.
fn helps(case: &Case, finding: &Finding) {
    let Some(fix) = &finding.fix else { return };
    assert!(!fix.label.is_empty() && !fix.edits.is_empty());
    let mut document = case.document.clone();
    for edit in &fix.edits {
        document = document
            .apply(edit)
            .unwrap_or_else(|why| panic!("{why}: {finding:?}"));
    }
    assert_ne!(document, case.document, "{finding:?}");
    let mut facts = case.facts.clone();
    facts.set_unparsed_inputs(unparsed_inputs(case.typed.iter().chain(&fix.edits)));
    let fixed = CheckInput {
        document: &document,
        facts: &facts,
        ..case.subject()
    };
    let is_same = |other: &Finding| {
        (&other.rule, other.case, &other.path) == (&finding.rule, finding.case, &finding.path)
    };
    assert!(!check(&fixed).iter().any(is_same), "{finding:?}");
}

fn one_call(cases: &[Case], largest: Option<usize>) {
    let subjects: Vec<_> = cases.iter().map(Case::subject).collect();
    let found = check_batch(&subjects, largest);
    for found in found {
        let finding = found.finding;
        assert!(message(&finding).ends_with('.'), "{finding:?}");
        match found.item {
            Some(at) => assert!(stands(subjects[at].document, &finding.path), "{finding:?}"),
            None => assert!(finding.path.is_root(), "{finding:?}"),
        }
    }
}

/// As `adwright check` does it: cut into objects, each checked as what it says it is.
fn any_file(bytes: &[u8]) {
    let (bindings, facts) = (Bindings::default(), Facts::default());
    let catalog = Catalog::bundled();
    for object in split_file(bytes).into_iter().flatten() {
        let Document::Editable(document) = Document::read(object.to_vec()) else {
            continue;
        };
        if document.root().shape() != JsonType::Object {
            continue;
        }
        let Some(kind) = catalog.kind_of(&document.root()) else {
            well_said_of_no_kind(&document);
            continue;
        };
        let subject = CheckInput {
            kind,
            document: &document,
            base: None,
            phase: Phase::Create,
            catalog,
            bindings: &bindings,
            facts: &facts,
        };
        well_said(&subject, &check(&subject));
    }
}

fn well_said_of_no_kind(document: &EditableDocument) {
    let finding = adwright_checks::unknown_kind_finding(document);
    assert!(message(&finding).ends_with('.'));
    assert!(stands(document, &finding.path));
}
