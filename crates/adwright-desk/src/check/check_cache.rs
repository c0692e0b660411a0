//! The cached checks of drafts: each draft is checked once per change, and again only if the facts or rules changed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use adwright_checks::{Facts, Finding, Severity};
use adwright_list::RowId;
use adwright_model::{Binding, Document, EditableDocument, Id, Kind};
use adwright_store::{Draft, OutboxState};
use adwright_views::{
    ChangeView, Collection, DraftRow, EditLock, FindingKey, ListId, saturating_u32,
};
use uuid::Uuid;

use crate::check::{CheckCache, CheckResult, DraftMark, DraftMarks};
use crate::document::bound_text;
use crate::error::{Error, IdMismatch};
use crate::fact::FactKeys;
use crate::field::describe_kind;
use crate::host::rfc3339;
use crate::object::{LoadedObject, open_item_lock};

/// The checked state of one revision of a draft.
#[derive(Debug)]
pub(crate) struct CheckedDraft {
    /// The draft's row in the list of drafts, without its lock: a lock comes and goes while the draft stays the same.
    pub(crate) row: DraftRow,
    pub(crate) target: Option<Id>,
    pub(crate) revision: u32,
    /// The changes of an existing object; none for a new one.
    pub(crate) changes: Vec<ChangeView>,
    /// The errors. Each blocks sending unless a person overrides it.
    pub(crate) errors: Vec<FindingKey>,
    /// Why the draft is text only, as a sentence; none if it can be edited.
    pub(crate) unreadable: Option<String>,
    /// Why the service could apply it to another object, as a sentence.
    pub(crate) id_mismatch: Option<IdMismatch>,
    /// The searchable text, in lower case.
    pub(crate) words: String,
    /// The draft's values, with the layout hash of the list's fields.
    pub(crate) values: Option<String>,
    /// The content hash of a new object, to compare with sent objects; none for a change.
    pub(crate) content: Option<String>,
    fact_keys: FactKeys,
    /// The facts that the checks used.
    facts: Facts,
}

impl CheckedDraft {
    pub(crate) const fn collection(&self) -> Collection {
        self.row.collection
    }

    /// Returns the id of its row in a list: that of its object, or its own if the object is new.
    pub(crate) fn row_id(&self) -> Option<RowId> {
        match self.target {
            Some(id) => Some(RowId::OnService(id)),
            None => Uuid::parse_str(&self.row.draft).ok().map(RowId::NewDraft),
        }
    }

    fn is_of_ad(&self) -> bool {
        self.collection() == Collection::Ads
    }

    /// Returns whether there is anything to send: a new object, unreadable text, or a change that was not undone.
    pub(crate) fn has_changes(&self) -> bool {
        self.target.is_none() || self.row.changed > 0 || self.unreadable.is_some()
    }
}

/// The drafts of one list, in its order, and their marks in the list of campaigns.
#[derive(Debug, Default)]
pub(crate) struct DraftChecks {
    pub(crate) drafts: Vec<Arc<CheckedDraft>>,
    pub(crate) marks: Arc<DraftMarks>,
    /// The marks in the lists of ads, whose ids may equal ids of campaigns.
    pub(crate) ad_marks: Arc<DraftMarks>,
}

/// The last checks of all drafts.
#[derive(Debug, Default)]
pub(crate) struct DraftCheckCache {
    live: Mutex<CachedChecks>,
    discarded: Mutex<CachedChecks>,
    /// The last edited draft, which was checked with its edit.
    edited: Mutex<Option<(CheckInputsVersion, Arc<CheckedDraft>)>>,
}

/// The inputs of a check other than the draft. A draft is checked again if they change.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct CheckInputsVersion {
    facts: u64,
    rules: u64,
    /// The practice service's state: its number of writes, and whether it answers.
    practice: Option<(u64, bool)>,
}

#[derive(Debug, Default)]
struct CachedChecks {
    version: CheckInputsVersion,
    checks: Arc<DraftChecks>,
}

impl CheckCache {
    /// Returns the locks of all drafts.
    pub(crate) fn locks(&self) -> Result<DraftLocks, Error> {
        let open = [
            OutboxState::Planned,
            OutboxState::Intent,
            OutboxState::Unknown,
            OutboxState::NeedsYou,
        ];
        let items = self
            .context
            .store
            .item_list(&self.context.workspace.id, &open)?;
        let locks = items.iter().filter_map(|item| {
            let draft = item.source.draft()?.to_owned();
            Some((draft, open_item_lock(item)))
        });
        Ok(locks.collect())
    }

    /// Returns the live drafts, oldest first. They include drafts whose changes were all undone.
    pub(crate) fn live(&self) -> Result<Arc<DraftChecks>, Error> {
        let of = |kind| {
            self.context
                .store
                .draft_revisions(&self.context.workspace.id, kind)
        };
        let mut revisions = of(Kind::Campaign)?;
        revisions.extend(of(Kind::Ad)?);
        self.recheck_drafts(&self.cache.live, &revisions)
    }

    /// Returns the discarded drafts, the last one first.
    pub(crate) fn discarded(&self) -> Result<Arc<DraftChecks>, Error> {
        let of = |kind| {
            self.context
                .store
                .draft_revisions_discarded(&self.context.workspace.id, kind)
        };
        let mut revisions = of(Kind::Campaign)?;
        revisions.extend(of(Kind::Ad)?);
        self.recheck_drafts(&self.cache.discarded, &revisions)
    }

    /// Returns the draft marks of the campaign list.
    pub(crate) fn draft_marks(&self) -> Result<Arc<DraftMarks>, Error> {
        Ok(Arc::clone(&self.live()?.marks))
    }

    /// Returns the draft marks of any list.
    pub(crate) fn draft_marks_of(&self, list: ListId) -> Result<Arc<DraftMarks>, Error> {
        match list {
            ListId::Campaigns => self.draft_marks(),
            // A value cannot be changed, so no draft belongs to a listed one.
            ListId::Values => Ok(Arc::default()),
            _ => Ok(Arc::clone(&self.live()?.ad_marks)),
        }
    }

    fn recheck_drafts(
        &self,
        cache: &Mutex<CachedChecks>,
        revisions: &[(String, u32)],
    ) -> Result<Arc<DraftChecks>, Error> {
        let version = self.check_inputs_version();
        let mut cache = cache.lock().unwrap_or_else(PoisonError::into_inner);
        let before = &cache.checks.drafts;
        let is_same = |(draft, (id, revision)): (&Arc<CheckedDraft>, &(String, u32))| {
            draft.row.draft == *id && draft.revision == *revision
        };
        if cache.version == version
            && before.len() == revisions.len()
            && before.iter().zip(revisions).all(is_same)
        {
            return Ok(Arc::clone(&cache.checks));
        }
        let are_rules_same = cache.version.rules == version.rules;
        let known: HashMap<&str, &Arc<CheckedDraft>> = before
            .iter()
            .filter(|_| are_rules_same)
            .map(|draft| (draft.row.draft.as_str(), draft))
            .collect();
        let drafts = revisions.iter().map(|(id, revision)| {
            let known = known.get(id.as_str());
            match known.filter(|known| known.revision == *revision) {
                Some(known) if cache.version == version || self.has_same_facts(known)? => {
                    Ok(Arc::clone(known))
                }
                _ => self.check_revision(id, *revision, &version),
            }
        });
        let drafts = drafts.collect::<Result<Vec<_>, Error>>()?;
        let marks = |of_ads| {
            let drafts = drafts.iter().filter(|draft| draft.is_of_ad() == of_ads);
            Arc::new(drafts.filter_map(|draft| draft_mark(draft)).collect())
        };
        let (marks, ad_marks) = (marks(false), marks(true));
        cache.checks = Arc::new(DraftChecks {
            drafts,
            marks,
            ad_marks,
        });
        cache.version = version;
        Ok(Arc::clone(&cache.checks))
    }

    /// Returns the current version of everything that checks use besides the draft.
    pub(crate) fn check_inputs_version(&self) -> CheckInputsVersion {
        CheckInputsVersion {
            facts: self.checker.known_facts.version(),
            rules: self.context.schema_version(),
            practice: self
                .context
                .backend
                .practice()
                .map(|practice| (practice.write_count(), practice.is_paused())),
        }
    }

    /// Returns whether a check would see the same facts as the last one.
    fn has_same_facts(&self, draft: &CheckedDraft) -> Result<bool, Error> {
        let mut facts = self.checker.known_facts.for_rules(draft.fact_keys)?;
        // These facts come from the draft itself, which has not changed.
        facts.set_unparsed_inputs(draft.facts.unparsed_inputs().clone());
        Ok(facts == draft.facts)
    }

    /// Returns a draft with its findings: those of its last edit, if nothing changed since.
    fn check_revision(
        &self,
        id: &str,
        revision: u32,
        version: &CheckInputsVersion,
    ) -> Result<Arc<CheckedDraft>, Error> {
        let edited = self.cache.edited.lock();
        let edited = edited.unwrap_or_else(PoisonError::into_inner);
        if let Some((_, draft)) = edited.as_ref().filter(|(of, draft)| {
            of == version && draft.row.draft == id && draft.revision == revision
        }) {
            return Ok(Arc::clone(draft));
        }
        drop(edited);
        let object = LoadedObject::from_draft(self.context.store.draft_get(id)?);
        let checks = self.checker.check_object(&object)?;
        Ok(Arc::new(self.checked_draft(&object, &checks)?))
    }

    /// Checks a draft that was just edited, and keeps the result for the lists of drafts.
    pub(crate) fn check_edited(&self, object: &LoadedObject) -> Result<CheckResult, Error> {
        let version = self.check_inputs_version();
        let checks = self.checker.check_object(object)?;
        if object.draft.is_some() {
            let checked = Arc::new(self.checked_draft(object, &checks)?);
            *self
                .cache
                .edited
                .lock()
                .unwrap_or_else(PoisonError::into_inner) = Some((version, checked));
        }
        Ok(checks)
    }

    fn checked_draft(
        &self,
        object: &LoadedObject,
        checks: &CheckResult,
    ) -> Result<CheckedDraft, Error> {
        let draft = object.draft.as_ref().expect("only drafts are checked");
        let mut checked = CheckedDraft {
            row: DraftRow {
                draft: draft.id.clone(),
                target: object.target(),
                collection: Collection::of(object.stored_kind),
                title: object.fallback_title(),
                id: object.id.map(|id| id.to_string()),
                advertiser: String::new(),
                changed: 0,
                errors: 0,
                warnings: 0,
                clashes: saturating_u32(self.objects.count_open_clashes(object)?),
                saved: saved_at(draft),
                lock: None,
            },
            target: object.id,
            revision: draft.revision,
            changes: Vec::new(),
            errors: Vec::new(),
            unreadable: None,
            id_mismatch: object.id_mismatch(),
            words: String::new(),
            values: None,
            content: object.create_content_hash(),
            fact_keys: self.checker.fact_keys_of(object),
            facts: checks.facts.clone(),
        };
        match &object.document {
            Document::TextOnly(text) => {
                checked.unreadable = Some(text.to_string());
                checked.row.errors = 1;
                if let Ok(whole) = self.objects.last_valid_base(object) {
                    self.fill_title(&mut checked.row, object, &whole.document);
                    checked.row.changed =
                        saturating_u32(object.changes(&whole.document).len().max(1));
                }
            }
            Document::Editable(document) => {
                let findings = &checks.findings;
                let fields = self.context.fields_of_kind(object.stored_kind);
                self.fill_title(&mut checked.row, object, document);
                checked.row.changed = saturating_u32(checks.changes.len());
                checked.changes = self.shown_changes(object, checks);
                checked.row.errors = count_severity(findings, Severity::Error);
                checked.row.warnings = count_severity(findings, Severity::Warning);
                checked.errors = error_keys(findings);
                checked.values = Some(fields.add_layout_hash(&fields.values(document)));
            }
        }
        checked.words = search_text(&checked.row);
        Ok(checked)
    }

    fn shown_changes(&self, object: &LoadedObject, checks: &CheckResult) -> Vec<ChangeView> {
        let describe = describe_kind(&self.context, object.kind());
        let changes = object.id.map_or(&[][..], |_| &checks.changes);
        changes
            .iter()
            .map(|change| describe.change(change))
            .collect()
    }

    fn fill_title(&self, row: &mut DraftRow, object: &LoadedObject, document: &EditableDocument) {
        let advertiser = bound_text(
            document,
            &self.context.dialect.bindings,
            Binding::AdvertiserName,
        );
        row.title = self.objects.title(object, document);
        row.advertiser = advertiser.unwrap_or_default();
    }
}

/// Returns when the last edit was committed to disk; for a discarded draft, when it was discarded.
pub(crate) fn saved_at(draft: &Draft) -> String {
    rfc3339(draft.discarded_at.unwrap_or(draft.saved_at))
}

/// Returns the mark in the row of the draft's object, or in the draft's own row if the object is new; none if every
/// change was undone.
fn draft_mark(draft: &CheckedDraft) -> Option<(RowId, DraftMark)> {
    let key = draft.row_id().filter(|_| draft.has_changes())?;
    let mark = DraftMark {
        name: draft.row.title.clone(),
        errors: draft.row.errors,
        warnings: draft.row.warnings,
        clashes: draft.row.clashes,
        values: draft.values.clone(),
    };
    Some((key, mark))
}

fn search_text(row: &DraftRow) -> String {
    let id = row.id.as_deref().unwrap_or_default();
    format!("{}\n{}\n{id}", row.title, row.advertiser).to_lowercase()
}

/// Returns one key per error. Two errors of one rule at one path are overridden together.
fn error_keys(findings: &[Finding]) -> Vec<FindingKey> {
    let mut keys = Vec::new();
    for finding in findings {
        let key = FindingKey {
            rule: finding.rule.to_string(),
            path: finding.path.to_string(),
        };
        if finding.severity == Severity::Error && !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys
}

fn count_severity(findings: &[Finding], severity: Severity) -> u32 {
    let of = findings
        .iter()
        .filter(|finding| finding.severity == severity);
    saturating_u32(of.count())
}

/// Why drafts are locked, by draft id: they are being sent, or wait for a person.
pub(crate) type DraftLocks = HashMap<String, EditLock>;

/// Returns the drafts that have changes to send.
pub(crate) fn changed_drafts(checks: &DraftChecks) -> impl Iterator<Item = &Arc<CheckedDraft>> {
    checks.drafts.iter().filter(|draft| draft.has_changes())
}
