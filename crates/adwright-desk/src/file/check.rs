//! Every object of a file, checked by every rule that needs nothing but the object.

use adwright_checks::{Batch, Facts, Finding, OwnRules, Phase, Subject, message, unknown_kind};
use adwright_model::{Bindings, Catalog, Editable, Finder, Kind, Place, Places};
use adwright_wire::{file_objects, offset, without_mark};

use super::object::{read_object, why_not};
use crate::views::{CheckedObject, PlacedFinding, Severity};

/// Checks every object of a file, and hands on each as soon as it is done.
///
/// A file holds one object, the `result` of a reply, the `entities` of a request, or a bare list. What an object is says
/// its `type`, or its shape, or `kind` where that is given. An object with an `id` is checked as one that the service
/// holds, any other as a new one. New retargeting values of one file are taken for one call: what only all of them
/// together can get wrong is said at the first of them where it shows. `rules` are those of a workspace's own, and `file` is
/// the name that the results carry.
pub fn check_file(
    file: &str,
    bytes: &[u8],
    kind: Option<&str>,
    rules: &OwnRules,
    each: &mut dyn FnMut(CheckedObject),
) {
    let kind = kind.and_then(Kind::from_wire);
    let bytes = without_mark(bytes);
    let objects = match file_objects(bytes) {
        Ok(objects) => objects,
        Err(none) => return each(unreadable_file(file, why_not(bytes, none))),
    };
    let is_reply = objects.is_reply();
    let mut places = Places::new(bytes);
    let mut checking = Checking {
        file,
        kind,
        rules,
        batch: Batch::new(None),
        objects: 0,
    };
    for object in objects {
        let start = offset(bytes, object);
        each(checking.object(object, start, &mut places));
    }
    if checking.objects == 0 && !is_reply {
        checking.nothing().map(each);
    }
}

/// A file whose objects are checked one after the other.
struct Checking<'a> {
    file: &'a str,
    kind: Option<Kind>,
    rules: &'a OwnRules,
    batch: Batch,
    objects: usize,
}

impl Checking<'_> {
    /// Checks the next object, which begins at an offset of the file.
    fn object(&mut self, object: &[u8], start: usize, places: &mut Places<'_>) -> CheckedObject {
        let (file, index) = (self.file, self.objects);
        self.objects += 1;
        match read_object(object, start, places) {
            Ok(document) => {
                let (kind, findings) = self.findings(&document);
                let findings = placed(&document, &findings, |offset| places.at(start + offset));
                checked(file, index, kind, findings)
            }
            Err(why) => unreadable(file, index, why),
        }
    }

    /// What an object is, and what the rules say of it alone and after those before it.
    fn findings(&mut self, document: &Editable) -> (Option<Kind>, Vec<Finding>) {
        let catalog = Catalog::bundled();
        let kind = self.kind.or_else(|| catalog.kind_of(&document.root()));
        let Some(kind) = kind else {
            return (None, vec![unknown_kind(document)]);
        };
        let subject = Subject {
            kind,
            document,
            base: None,
            phase: phase(document),
            catalog,
            bindings: &Bindings::default(),
            facts: &Facts::default(),
        };
        let mut findings = self.rules.check(&subject);
        if kind == Kind::RetargetingDataValue && subject.phase == Phase::Create {
            findings.extend(self.rules.weighed(self.batch.item(&subject)));
        }
        (Some(kind), findings)
    }

    /// What can be said of a list without objects; nothing where it is not known what should be in it.
    fn nothing(&self) -> Option<CheckedObject> {
        let kind = self
            .kind
            .filter(|kind| *kind == Kind::RetargetingDataValue)?;
        let whole = self.rules.weighed(self.batch.end());
        let findings = whole.iter().map(|finding| found(finding, Place::START));
        Some(checked(self.file, 0, Some(kind), findings.collect()))
    }
}

/// What can be said of a file that cannot be read.
#[must_use]
pub fn unreadable_file(file: &str, error: String) -> CheckedObject {
    unreadable(file, 0, error)
}

/// The spelling of every kind, for `kind` of [`check_file`].
#[must_use]
pub fn kind_names() -> Vec<&'static str> {
    Kind::ALL.iter().map(|kind| kind.as_str()).collect()
}

fn unreadable(file: &str, index: usize, error: String) -> CheckedObject {
    CheckedObject {
        file: file.to_owned(),
        index,
        kind: None,
        readable: false,
        error: Some(error),
        findings: Vec::new(),
    }
}

fn checked(
    file: &str,
    index: usize,
    kind: Option<Kind>,
    findings: Vec<PlacedFinding>,
) -> CheckedObject {
    CheckedObject {
        file: file.to_owned(),
        index,
        kind: kind.map(|kind| kind.as_str().to_owned()),
        readable: true,
        error: None,
        findings,
    }
}

/// What the service holds has an id.
fn phase(document: &Editable) -> Phase {
    match document.root().member("id") {
        Some(id) if !id.is_null() => Phase::Update,
        _ => Phase::Create,
    }
}

/// The findings with their places, in the order of the text.
fn placed(
    document: &Editable,
    findings: &[Finding],
    mut place: impl FnMut(usize) -> Place,
) -> Vec<PlacedFinding> {
    let mut finder = Finder::new(document);
    // Where a value stands, or the nearest thing around it that is there.
    let mut stands = |path| finder.nearest(path).0.span().start;
    let findings = findings.iter();
    let mut at: Vec<_> = findings
        .map(|finding| (stands(&finding.path), finding))
        .collect();
    at.sort_by_key(|(offset, _)| *offset);
    let placed = at.into_iter();
    placed
        .map(|(offset, finding)| found(finding, place(offset)))
        .collect()
}

fn found(finding: &Finding, Place { line, column }: Place) -> PlacedFinding {
    PlacedFinding {
        rule: finding.rule.to_string(),
        severity: severity(finding),
        path: finding.path.to_string(),
        message: message(finding),
        line,
        column,
    }
}

fn severity(finding: &Finding) -> Severity {
    match finding.severity {
        adwright_checks::Severity::Error => Severity::Error,
        adwright_checks::Severity::Warning => Severity::Warning,
        adwright_checks::Severity::Note => Severity::Note,
    }
}
