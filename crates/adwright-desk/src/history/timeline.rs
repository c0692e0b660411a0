//! Builds the entries of a history, newest first.

use adwright_model::{Document, Kind, Path, ValueChange, diff};
use adwright_store::{Draft, DraftEdit, Fullness, Item, OutboxState};
use adwright_views::{HistoryEntry, HistoryKind, HistoryStatus};

use super::document_history::{DocumentHistory, Snapshot};
use super::document_kind;
use super::entry_id::HistoryEntryId;

use crate::context::Context;
use crate::draft_source::DraftSource;
use crate::error::Error;
use crate::field::describe_kind;
use crate::history::ObjectHistory;
use crate::host::{display_time, rfc3339};
use crate::object::{LoadedObject, item_state_view, last_change, step_text};
use crate::outbox::wording_at;
use crate::wording::{
    BEGUN_FROM_NOTHING, BEGUN_FROM_SERVICE, FIRST_VERSION, OLDEST_KEPT_VERSION, SUMMARY_VERSION,
    SUPPLIED_FIELDS_CHANGED, TEXT_CHANGED, UNCHANGED, capitalize, draft_source_text,
    fetched_version_message, join_words, sent_version_message, undone_step_message,
};

/// The most fields that a title names; the rest are counted.
const NAMED: usize = 3;

/// An event on the service, a send, or a discarded draft, before it becomes an entry.
struct HistoryEvent {
    at: i64,
    /// The order of events at the same time: the lower rank comes first.
    rank: u8,
    point: HistoryEntryId,
    moment: Snapshot,
}

impl ObjectHistory {
    /// Returns the events on the service, sends and discarded drafts, newest first.
    pub(super) fn event_entries(&self, past: &DocumentHistory) -> Result<Vec<HistoryEntry>, Error> {
        let listed_versions = past.listed_versions();
        let newest = past
            .newest_version(&listed_versions)
            .map(HistoryEntryId::Version);
        let mut entries = Vec::new();
        let mut known: Option<(HistoryEntryId, Snapshot)> = None;
        for event in collect_events(past, &listed_versions)? {
            let before = known.as_ref().map(|(_, moment)| moment);
            let mut entry = self.event_entry(past, &event, before);
            entry.before = known.as_ref().map(|(point, _)| point.to_string());
            if newest.as_ref() == Some(&event.point) {
                entry.mark = HistoryStatus::OnService;
            }
            entries.push(entry);
            if past.is_on_service(&event.point) {
                known = Some((event.point, event.moment));
            }
        }
        entries.reverse();
        Ok(entries)
    }

    fn event_entry(
        &self,
        past: &DocumentHistory,
        event: &HistoryEvent,
        before: Option<&Snapshot>,
    ) -> HistoryEntry {
        let changed = self.change_title(before, &event.moment);
        match &event.point {
            HistoryEntryId::Item(id) => {
                let item = past.items.iter().find(|(_, item)| item.id == *id);
                self.sent_entry(event, changed, item.map(|(_, item)| item))
            }
            HistoryEntryId::Discarded(_) => {
                self.entry(event, HistoryKind::Discarded, "Discarded", changed)
            }
            HistoryEntryId::Version(_) | HistoryEntryId::Step(_) => {
                self.fetched_entry(past, event, changed, before)
            }
        }
    }

    fn fetched_entry(
        &self,
        past: &DocumentHistory,
        event: &HistoryEvent,
        changed: Option<String>,
        before: Option<&Snapshot>,
    ) -> HistoryEntry {
        let first = if past.versions_removed_at.is_some() {
            OLDEST_KEPT_VERSION
        } else {
            FIRST_VERSION
        };
        let first = before.is_none().then(|| first.to_owned());
        let mut entry = self.entry(event, HistoryKind::Fetched, "Fetched", first.or(changed));
        let (who, when) = self.last_change(&event.moment);
        if let Some(when) = when {
            let at = display_time(&self.context.zone, event.at);
            entry.about = fetched_version_message(&at, who.as_deref(), &when);
        }
        if event.moment.fullness == Fullness::Summary {
            entry.about += SUMMARY_VERSION;
        }
        entry.who = who;
        entry
    }

    fn sent_entry(
        &self,
        event: &HistoryEvent,
        changed: Option<String>,
        item: Option<&Item>,
    ) -> HistoryEntry {
        let mut entry = self.entry(event, HistoryKind::Sent, "Sent", changed);
        if let Some(item) = item {
            let outcome = wording_at(&self.context, item.at).stored(item.outcome.as_deref());
            let at = display_time(&self.context.zone, event.at);
            entry.about = sent_version_message(&at, &item.person, &outcome);
            entry.who = Some(item.person.clone());
            entry.state = Some(item_state_view(item.state));
            entry.item = Some(item.id.clone());
        }
        entry
    }

    fn entry(
        &self,
        event: &HistoryEvent,
        kind: HistoryKind,
        verb: &str,
        changed: Option<String>,
    ) -> HistoryEntry {
        let name = format!("{verb} {}", display_time(&self.context.zone, event.at));
        HistoryEntry {
            id: event.point.to_string(),
            kind,
            title: changed.unwrap_or_else(|| UNCHANGED.to_owned()),
            about: format!("{name}."),
            name,
            at: rfc3339(event.at),
            who: None,
            mark: HistoryStatus::None,
            state: None,
            item: None,
            position: None,
            before: None,
        }
    }

    /// Returns the steps of the live draft, newest first. The start of the draft comes last.
    pub(super) fn step_entries(
        &self,
        past: &DocumentHistory,
        on_service: Option<&str>,
    ) -> Vec<HistoryEntry> {
        let Some(draft) = &past.draft else {
            return Vec::new();
        };
        let kind = LoadedObject::from_draft(draft.clone()).kind();
        let mut entries: Vec<_> = group_steps(&past.edits)
            .rev()
            .map(|step| self.step_entry((draft, kind), step))
            .collect();
        entries.push(self.start_entry(draft, on_service));
        entries
    }

    fn step_entry(&self, (draft, kind): (&Draft, Kind), step: &[DraftEdit]) -> HistoryEntry {
        let (first, last) = (&step[0], &step[step.len() - 1]);
        let title = capitalize(&step_text(&self.context, kind, &last.label));
        let name = format!(
            "Draft {}: {title}",
            display_time(&self.context.zone, last.at)
        );
        HistoryEntry {
            about: match step_mark(draft, last.seq) {
                HistoryStatus::TakenBack => undone_step_message(&name),
                _ => format!("{name}."),
            },
            before: Some(HistoryEntryId::Step(first.seq - 1).to_string()),
            name,
            title,
            ..draft_entry(draft, last.seq, last.at)
        }
    }

    fn start_entry(&self, draft: &Draft, on_service: Option<&str>) -> HistoryEntry {
        let source = draft.origin.as_deref();
        let title = match (source.and_then(DraftSource::from_json), draft.target) {
            (Some(source), _) => format!("From {}", draft_source_text(&source)),
            (None, Some(_)) => BEGUN_FROM_SERVICE.to_owned(),
            (None, None) => BEGUN_FROM_NOTHING.to_owned(),
        };
        let name = format!(
            "Draft started {}",
            display_time(&self.context.zone, draft.created_at)
        );
        HistoryEntry {
            about: format!("{name}. {title}."),
            before: on_service.map(str::to_owned),
            kind: HistoryKind::Begun,
            name,
            title,
            ..draft_entry(draft, 0, draft.created_at)
        }
    }

    /// Returns a title with the changed fields that a person cares about; none if nothing changed.
    fn change_title(&self, before: Option<&Snapshot>, after: &Snapshot) -> Option<String> {
        let (Some(one), Some(other)) = (before?.editable(), after.editable()) else {
            return Some(TEXT_CHANGED.to_owned());
        };
        let is_known = |change: &ValueChange| {
            (change.before.is_some() || before.is_some_and(|it| it.fullness == Fullness::Full))
                && (change.after.is_some() || after.fullness == Fullness::Full)
        };
        let changes: Vec<_> = diff(one, other).into_iter().filter(is_known).collect();
        let kind = document_kind(other);
        let (supplied, edited): (Vec<_>, Vec<_>) = changes
            .into_iter()
            .partition(|change| is_supplied(&self.context, kind, &change.path));
        match (edited.len(), supplied.len()) {
            (0, 0) => None,
            (0, _) => Some(SUPPLIED_FIELDS_CHANGED.to_owned()),
            _ => Some(self.changed_fields_text(kind, &edited)),
        }
    }

    fn changed_fields_text(&self, kind: Kind, changes: &[ValueChange]) -> String {
        let describe = describe_kind(&self.context, kind);
        let mut labels: Vec<String> = Vec::new();
        for change in changes {
            let label = describe.label(&change.path);
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
        let more = labels.len().saturating_sub(NAMED);
        if more > 0 {
            labels.truncate(NAMED);
            labels.push(format!("{more} more"));
        }
        join_words(&labels)
    }

    /// Returns who changed the document last and when, from its own members.
    fn last_change(&self, moment: &Snapshot) -> (Option<String>, Option<String>) {
        let Document::Editable(document) = &moment.document else {
            return (None, None);
        };
        let (who, when) = last_change(&self.context, document);
        let when = when.and_then(|when| self.context.zone.format_short(when));
        (who, when)
    }
}

pub(crate) fn is_supplied(context: &Context, kind: Kind, path: &Path) -> bool {
    let catalog = context.catalog();
    let field = catalog.field(kind, path);
    field.is_some_and(|field| field.read_only)
}

/// Collects the events, oldest first.
fn collect_events(
    past: &DocumentHistory,
    listed_versions: &[usize],
) -> Result<Vec<HistoryEvent>, Error> {
    let versions = listed_versions
        .iter()
        .map(|at| (past.versions[*at].seen_at, 1, HistoryEntryId::Version(*at)));
    let items = past
        .items
        .iter()
        .map(|(at, item)| (*at, 0, HistoryEntryId::Item(item.id.clone())));
    let discarded = past.discarded.iter().map(|draft| {
        let at = draft.discarded_at.unwrap_or(draft.saved_at);
        (at, 2, HistoryEntryId::Discarded(draft.id.clone()))
    });
    let mut events = Vec::new();
    for (at, rank, point) in versions.chain(items).chain(discarded) {
        if let Some(moment) = past.snapshot(&point)? {
            events.push(HistoryEvent {
                at,
                rank,
                point,
                moment,
            });
        }
    }
    // The sort is stable, so versions of the same instant keep the order in which they were seen.
    events.sort_by_key(|event| (event.at, event.rank));
    Ok(events)
}

impl DocumentHistory {
    /// Returns whether the service had the text of this entry.
    fn is_on_service(&self, point: &HistoryEntryId) -> bool {
        match point {
            HistoryEntryId::Version(_) => true,
            HistoryEntryId::Item(id) => self
                .items
                .iter()
                .any(|(_, item)| item.id == *id && item.state == OutboxState::Confirmed),
            HistoryEntryId::Step(_) | HistoryEntryId::Discarded(_) => false,
        }
    }
}

/// Groups edits that were made together in one bulk edit.
fn group_steps(edits: &[DraftEdit]) -> impl DoubleEndedIterator<Item = &[DraftEdit]> {
    edits.chunk_by(|one, next| one.bulk.is_some() && one.bulk == next.bulk)
}

/// Returns the parts that all entries of a draft share.
fn draft_entry(draft: &Draft, seq: u32, at: i64) -> HistoryEntry {
    HistoryEntry {
        id: HistoryEntryId::Step(seq).to_string(),
        kind: HistoryKind::Step,
        name: String::new(),
        title: String::new(),
        about: String::new(),
        at: rfc3339(at),
        who: None,
        mark: step_mark(draft, seq),
        state: None,
        item: None,
        position: (seq != draft.position).then_some(seq),
        before: None,
    }
}

fn step_mark(draft: &Draft, seq: u32) -> HistoryStatus {
    match seq.cmp(&draft.position) {
        std::cmp::Ordering::Less => HistoryStatus::None,
        std::cmp::Ordering::Equal => HistoryStatus::Here,
        std::cmp::Ordering::Greater => HistoryStatus::TakenBack,
    }
}
