//! Checks every object of a file with every rule. The rules may also use the data of a workspace.

use std::convert::Infallible;
use std::sync::Arc;

use adwright_checks::{
    BatchChecker, CheckInput, Facts, Finding, OwnRules, Phase, message, unknown_kind_finding,
};
use adwright_model::{
    Bindings, Catalog, Document, EditableDocument, Kind, NodeFinder, PositionTracker, TextPosition,
};
use adwright_views::{CheckedObject, PlacedFinding};
use adwright_wire::{FileEnvelope, slice_offset, split_file, strip_bom};

use super::object::{as_object, no_objects_error};

use crate::check::Checker;
use crate::document::id_of;
use crate::error::{Error, FileError};
use crate::fact::FactKeys;
use crate::host::map_on_all_cores;
use crate::settings::current_dialect;
use crate::wording::file_error_message;

/// The rules and the data that objects of files are checked with.
pub struct FileChecks<'a> {
    /// The kind of the objects, overriding their type or shape.
    pub kind: Option<Kind>,
    /// The phase of the objects, overriding the form of the file.
    pub phase: Option<Phase>,
    /// A person's own rules.
    pub rules: Arc<OwnRules>,
    basis: CheckBasis<'a>,
}

/// The fields and facts that the checks know.
enum CheckBasis<'a> {
    /// Only the interface, which holds for any service.
    Interface,
    /// The fields of a workspace, their places in its documents, and its facts.
    Workspace {
        checker: &'a Checker,
        catalog: Arc<Catalog>,
        largest_batch: usize,
    },
}

impl<'a> FileChecks<'a> {
    /// Creates checks that hold for any service.
    #[must_use]
    pub fn for_any_service(rules: OwnRules) -> Self {
        Self {
            kind: None,
            phase: None,
            rules: Arc::new(rules),
            basis: CheckBasis::Interface,
        }
    }

    /// Creates checks that use the data and the rules of a workspace.
    ///
    /// # Errors
    /// [`Error::Store`] if the workspace cannot be read.
    pub fn of_workspace(checker: &'a Checker) -> Result<Self, Error> {
        let largest_batch = current_dialect(&checker.context)?.batch_cap;
        Ok(Self {
            kind: None,
            phase: None,
            rules: checker.context.rules(),
            basis: CheckBasis::Workspace {
                checker,
                catalog: checker.context.catalog(),
                largest_batch: largest_batch as usize,
            },
        })
    }

    fn catalog(&self) -> &Catalog {
        match &self.basis {
            CheckBasis::Interface => Catalog::without_practice(),
            CheckBasis::Workspace { catalog, .. } => catalog,
        }
    }

    fn bindings(&self) -> Bindings {
        match &self.basis {
            CheckBasis::Interface => Bindings::default(),
            CheckBasis::Workspace { checker, .. } => checker.context.dialect.bindings.clone(),
        }
    }

    fn batch(&self) -> BatchChecker {
        BatchChecker::new(match self.basis {
            CheckBasis::Interface => None,
            CheckBasis::Workspace { largest_batch, .. } => Some(largest_batch),
        })
    }

    /// Returns the facts about an object. Facts that cannot be read are unknown, and the rules say so.
    fn facts(&self, kind: Kind, document: &EditableDocument) -> Facts {
        let CheckBasis::Workspace { checker, .. } = &self.basis else {
            return Facts::default();
        };
        let bindings = &checker.context.dialect.bindings;
        let keys = FactKeys::of(kind.list_kind(), id_of(document), document, bindings);
        checker.known_facts.for_rules(keys).unwrap_or_default()
    }
}

/// Checks every object of a file, and passes each result to `each` as soon as it is ready.
///
/// A file holds one object, the `result` of a reply, the `entities` of a request, or a bare list. The kind of an
/// object follows from its `type`, or from its shape. New retargeting values of one file count as one call. A
/// finding about the whole call is reported at the first object that shows it. `file` is the name in the results.
pub fn check_file(
    file: &str,
    bytes: &[u8],
    checks: &FileChecks<'_>,
    each: &mut dyn FnMut(CheckedObject),
) {
    let bytes = strip_bom(bytes);
    let objects = match split_file(bytes) {
        Ok(objects) => objects,
        Err(none) => return each(unreadable_file(file, &no_objects_error(bytes, none))),
    };
    let mut places = PositionTracker::new(bytes);
    let mut checking = FileChecker {
        file,
        each_alone: ObjectChecker {
            checks,
            form: objects.envelope(),
            bindings: checks.bindings(),
        },
        batch: checks.batch(),
        objects: 0,
    };
    let mut objects = objects;
    loop {
        let part: Vec<&[u8]> = objects.by_ref().take(CHECKED_TOGETHER).collect();
        if part.is_empty() {
            break;
        }
        for (object, check) in part.iter().zip(checking.each_alone.check(&part)) {
            let start = slice_offset(bytes, object);
            each(checking.place_check(check, start, &mut places));
        }
    }
    if checking.objects == 0 && checking.each_alone.form != FileEnvelope::Reply {
        checking.check_empty_list().map(each);
    }
}

/// The most objects in memory at once.
const CHECKED_TOGETHER: usize = 1_024;

/// Checks the objects of a file, each alone.
struct ObjectChecker<'a> {
    checks: &'a FileChecks<'a>,
    form: FileEnvelope,
    bindings: Bindings,
}

/// An object with the findings about it alone.
struct ObjectCheck {
    document: Document,
    /// The kind, the phase and the facts; none if the kind is unknown.
    known: Option<(Kind, Phase, Facts)>,
    findings: Vec<Finding>,
}

impl ObjectChecker<'_> {
    /// Checks objects on all cores.
    fn check(&self, objects: &[&[u8]]) -> Vec<ObjectCheck> {
        let Ok(checks) = map_on_all_cores(objects, |part| {
            let checks = part.iter().map(|object| self.check_object(object));
            Ok::<_, Infallible>(checks.collect())
        });
        checks
    }

    fn check_object(&self, object: &[u8]) -> ObjectCheck {
        let document = Document::read(object.to_vec());
        let (known, findings) = match &document {
            Document::Editable(document) => self.findings(document),
            Document::TextOnly(_) => (None, Vec::new()),
        };
        ObjectCheck {
            document,
            known,
            findings,
        }
    }

    /// Returns the kind and the phase of an object, the known facts, and its findings.
    fn findings(
        &self,
        document: &EditableDocument,
    ) -> (Option<(Kind, Phase, Facts)>, Vec<Finding>) {
        let checks = self.checks;
        // The practice service's fields help to recognise an object, but do not check it.
        let recognised = || Catalog::bundled().kind_of(&document.root());
        let Some(kind) = checks.kind.or_else(recognised) else {
            return (None, vec![unknown_kind_finding(document)]);
        };
        let phase = checks
            .phase
            .unwrap_or_else(|| guess_phase(document, self.form));
        let known = (kind, phase, checks.facts(kind, document));
        let findings = checks.rules.check(&self.input(document, &known));
        (Some(known), findings)
    }

    fn input<'d>(
        &'d self,
        document: &'d EditableDocument,
        (kind, phase, facts): &'d (Kind, Phase, Facts),
    ) -> CheckInput<'d> {
        CheckInput {
            kind: *kind,
            document,
            base: None,
            phase: *phase,
            catalog: self.checks.catalog(),
            bindings: &self.bindings,
            facts,
        }
    }
}

/// A file whose objects are checked one after the other.
struct FileChecker<'a> {
    file: &'a str,
    each_alone: ObjectChecker<'a>,
    batch: BatchChecker,
    objects: usize,
}

impl FileChecker<'_> {
    /// Adds the findings after the earlier objects, and the places in the file. The object begins at offset `start`.
    fn place_check(
        &mut self,
        check: ObjectCheck,
        start: usize,
        places: &mut PositionTracker<'_>,
    ) -> CheckedObject {
        let (file, index) = (self.file, self.objects);
        self.objects += 1;
        let document = match as_object(check.document, start, places) {
            Ok(document) => document,
            Err(error) => return unreadable_object(file, index, &error),
        };
        let mut findings = check.findings;
        if let Some(known @ (Kind::RetargetingDataValue, Phase::Create, _)) = &check.known {
            let input = self.each_alone.input(&document, known);
            let whole = self.batch.check_item(&input);
            findings.extend(self.each_alone.checks.rules.apply_severities(whole));
        }
        let findings = place_findings(&document, &findings, |offset| {
            places.position_at(start + offset)
        });
        let known = check.known.map(|(kind, phase, _)| (kind, phase));
        checked_object(file, index, known, findings)
    }

    /// Returns the findings about an empty list; none if the kind of its objects is unknown.
    fn check_empty_list(&self) -> Option<CheckedObject> {
        let checks = self.each_alone.checks;
        let kind = checks.kind?;
        if kind != Kind::RetargetingDataValue || checks.phase == Some(Phase::Update) {
            return None;
        }
        let whole = checks.rules.apply_severities(self.batch.finish());
        let findings = whole
            .iter()
            .map(|finding| placed_finding(finding, TextPosition::START));
        let known = Some((kind, Phase::Create));
        Some(checked_object(self.file, 0, known, findings.collect()))
    }
}

/// Returns the result for a file that cannot be read.
#[must_use]
pub fn unreadable_file(file: &str, error: &FileError) -> CheckedObject {
    unreadable_object(file, 0, error)
}

/// Returns the spellings of all kinds, for [`FileChecks::kind`].
#[must_use]
pub fn kind_names() -> Vec<&'static str> {
    Kind::ALL.iter().map(|kind| kind.as_str()).collect()
}

fn unreadable_object(file: &str, index: usize, error: &FileError) -> CheckedObject {
    CheckedObject {
        file: file.to_owned(),
        index,
        kind: None,
        phase: None,
        readable: false,
        error: Some(file_error_message(error)),
        findings: Vec::new(),
    }
}

fn checked_object(
    file: &str,
    index: usize,
    known: Option<(Kind, Phase)>,
    findings: Vec<PlacedFinding>,
) -> CheckedObject {
    CheckedObject {
        file: file.to_owned(),
        index,
        kind: known.map(|(kind, _)| kind.as_str().to_owned()),
        phase: known.map(|(_, phase)| phase),
        readable: true,
        error: None,
        findings,
    }
}

/// The members in which the service records who created and who changed an object.
const RECORD: [&str; 5] = [
    "createdBy",
    "createdOn",
    "lastUpdatedBy",
    "lastUpdatedOn",
    "lastUpdateOn",
];

/// Guesses the phase of an object. An object of the service has an id. If the id is missing, the reply around the
/// object, or the record of its creation or change, shows that the service has it.
fn guess_phase(document: &EditableDocument, form: FileEnvelope) -> Phase {
    let root = document.root();
    let has = |name: &str| root.member(name).is_some_and(|node| !node.is_null());
    match form {
        _ if has("id") => Phase::Update,
        FileEnvelope::Reply => Phase::Update,
        FileEnvelope::Bare if RECORD.into_iter().any(has) => Phase::Update,
        FileEnvelope::Bare | FileEnvelope::Request => Phase::Create,
    }
}

/// Returns the findings with their positions, in text order.
fn place_findings(
    document: &EditableDocument,
    findings: &[Finding],
    mut place: impl FnMut(usize) -> TextPosition,
) -> Vec<PlacedFinding> {
    let mut finder = NodeFinder::new(document);
    // The start of the value, or of the nearest existing value around it.
    let mut stands = |path| finder.nearest(path).0.span().start;
    let findings = findings.iter();
    let mut at: Vec<_> = findings
        .map(|finding| (stands(&finding.path), finding))
        .collect();
    at.sort_by_key(|(offset, _)| *offset);
    let placed = at.into_iter();
    placed
        .map(|(offset, finding)| placed_finding(finding, place(offset)))
        .collect()
}

fn placed_finding(finding: &Finding, TextPosition { line, column }: TextPosition) -> PlacedFinding {
    PlacedFinding {
        rule: finding.rule.to_string(),
        severity: finding.severity,
        path: finding.path.to_string(),
        message: message(finding),
        line,
        column,
    }
}
