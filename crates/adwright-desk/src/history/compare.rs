//! Compares two entries of a history, field by field.

use adwright_model::{
    Document, EditableDocument, Kind, Path, ValueChange, count_equal_leaves, diff,
};
use adwright_review::{Drawing, Layout, Palette, is_summary};
use adwright_store::Fullness;
use adwright_views::{
    ComparedField, ComparedLayouts, ComparedTexts, ComparedValue, DocumentRef, HistoryComparison,
    saturating_u32,
};

use super::document_history::{DocumentHistory, Snapshot};
use super::document_kind;
use super::entry_id::HistoryEntryId;
use super::restore::RestorePlan;

use crate::error::{AdError, Error};
use crate::field::describe_kind;
use crate::history::{ObjectHistory, is_supplied};
use crate::object::{EntryEvent, EntryLabel, LoadedObject, entry_text};
use crate::wording::compared_versions_note;

/// One side of a comparison.
struct DocumentSide<'a> {
    document: &'a EditableDocument,
    /// A summary may lack members that exist.
    fullness: Fullness,
    restoring: Option<RestorePlan<'a>>,
}

impl ObjectHistory {
    /// Compares two entries of a history.
    pub fn compare_history(
        &self,
        target: &DocumentRef,
        before: &str,
        after: &str,
    ) -> Result<HistoryComparison, Error> {
        let object = self.objects.find(target)?;
        let past = self.document_history(&object)?;
        let (one, other) = (parse_entry_id(before)?, parse_entry_id(after)?);
        let (left, right) = (snapshot_at(&past, &one)?, snapshot_at(&past, &other)?);
        let mut comparison = HistoryComparison {
            before: self.entry_name(&past, &one),
            after: self.entry_name(&past, &other),
            fields: Vec::new(),
            same: 0,
            note: None,
            restorable_before: 0,
            restorable_after: 0,
            texts: None,
            layouts: None,
        };
        match (left.editable(), right.editable()) {
            (Some(_), Some(_)) => {
                let of_draft = |point: &HistoryEntryId| matches!(point, HistoryEntryId::Step(_));
                let same_draft = of_draft(&one) && of_draft(&other);
                self.compare_fields(&mut comparison, &object, (&left, &right), same_draft)?;
                let layouts = self
                    .layout_at(&past, &one)?
                    .zip(self.layout_at(&past, &other)?);
                comparison.layouts =
                    layouts.map(|(before, after)| compared_layouts(&[before, after]));
            }
            _ => comparison.texts = Some(compared_texts(&left, &right)),
        }
        Ok(comparison)
    }

    /// Draws the layouts of two entries of an ad's history on top of each other as an SVG file.
    ///
    /// # Errors
    /// As for [`ObjectHistory::compare_history`], and [`AdError::SameDrawing`] if the two drawings do not differ.
    pub fn compare_history_svg(
        &self,
        target: &DocumentRef,
        (before, after): (&str, &str),
        palette: Palette,
    ) -> Result<String, Error> {
        let object = self.objects.find(target)?;
        let past = self.document_history(&object)?;
        let layout = |at: &str| self.layout_at(&past, &parse_entry_id(at)?);
        let layouts = layout(before)?.zip(layout(after)?).map(<[_; 2]>::from);
        let differing = layouts.filter(|layouts| !Layout::differences(layouts).is_empty());
        let layouts = differing.ok_or(AdError::SameDrawing)?;
        Ok(Drawing::overlay(&layouts)
            .with_key(&layouts)
            .to_svg(palette))
    }

    /// Returns the layout of an entry with its name; none if the entry is not a readable full ad. A summary does not
    /// show how many panels the ad has.
    fn layout_at(
        &self,
        past: &DocumentHistory,
        at: &HistoryEntryId,
    ) -> Result<Option<(String, Layout)>, Error> {
        let moment = snapshot_at(past, at)?;
        let is_whole =
            |ad: &&EditableDocument| moment.fullness == Fullness::Full && !is_summary(ad);
        let ad = moment
            .editable()
            .filter(|document| document_kind(document).list_kind() == Kind::Ad)
            .filter(is_whole);
        Ok(ad.map(|ad| (self.entry_name(past, at), Layout::from_ad(ad))))
    }

    fn compare_fields(
        &self,
        comparison: &mut HistoryComparison,
        object: &LoadedObject,
        (left, right): (&Snapshot, &Snapshot),
        same_draft: bool,
    ) -> Result<(), Error> {
        let current = self.restore_target(object)?;
        let side = |moment| document_side(self, current, object, moment, same_draft);
        let (Some(before), Some(after)) = (side(left), side(right)) else {
            return Ok(());
        };
        let mut changes = diff(before.document, after.document);
        // Members that the service writes with every change come last, because they say least.
        let kind = document_kind(after.document);
        changes.sort_by_key(|change| is_supplied(&self.context, kind, &change.path));
        comparison.fields = changes
            .iter()
            .map(|change| self.compared_field(change, &before, &after))
            .collect();
        comparison.same = saturating_u32(count_equal_leaves(before.document, after.document));
        comparison.note = compared_versions_note(before.fullness, after.fullness);
        comparison.restorable_before = before.restorable_count();
        comparison.restorable_after = after.restorable_count();
        Ok(())
    }

    /// Returns the document that values can be restored into; none if it is locked or read-only.
    fn restore_target<'a>(
        &self,
        object: &'a LoadedObject,
    ) -> Result<Option<&'a EditableDocument>, Error> {
        let locked = match &object.draft {
            Some(draft) => self.objects.draft_lock(draft)?.is_some(),
            None => false,
        };
        Ok(match &object.document {
            Document::Editable(document) if !locked => Some(document),
            _ => None,
        })
    }

    fn compared_field(
        &self,
        change: &ValueChange,
        before: &DocumentSide<'_>,
        after: &DocumentSide<'_>,
    ) -> ComparedField {
        let shown = describe_kind(&self.context, document_kind(after.document)).change(change);
        ComparedField {
            before: before.value(&change.path, shown.before),
            after: after.value(&change.path, shown.after),
            path: shown.path,
            label: shown.label,
        }
    }

    pub(super) fn entry_name(&self, past: &DocumentHistory, point: &HistoryEntryId) -> String {
        let label = entry_label(past, point);
        label.map_or_else(String::new, |label| entry_text(&self.context, label))
    }
}

/// Returns the label of an entry; none if there is no such entry.
pub(super) fn entry_label(past: &DocumentHistory, point: &HistoryEntryId) -> Option<EntryLabel> {
    let at = |event, at| EntryLabel { event, at };
    match point {
        HistoryEntryId::Version(place) => past
            .versions
            .get(*place)
            .map(|version| at(EntryEvent::Fetched, version.seen_at)),
        HistoryEntryId::Item(id) => past
            .items
            .iter()
            .find(|(_, item)| item.id == *id)
            .map(|(sent, _)| at(EntryEvent::Sent, *sent)),
        HistoryEntryId::Discarded(id) => {
            past.discarded
                .iter()
                .find(|draft| draft.id == *id)
                .map(|draft| {
                    at(
                        EntryEvent::Discarded,
                        draft.discarded_at.unwrap_or(draft.saved_at),
                    )
                })
        }
        HistoryEntryId::Step(0) => past
            .draft
            .as_ref()
            .map(|draft| at(EntryEvent::DraftBegun, draft.created_at)),
        HistoryEntryId::Step(seq) => past
            .edits
            .iter()
            .find(|edit| edit.seq == *seq)
            .map(|edit| at(EntryEvent::DraftStep, edit.at)),
    }
}

fn compared_layouts(layouts: &[(String, Layout)]) -> ComparedLayouts {
    let sentences = Layout::differences(layouts);
    ComparedLayouts {
        drawing: (!sentences.is_empty()).then(|| Drawing::overlay(layouts)),
        sentences,
    }
}

fn document_side<'a>(
    history: &'a ObjectHistory,
    current: Option<&'a EditableDocument>,
    object: &LoadedObject,
    moment: &'a Snapshot,
    same_draft: bool,
) -> Option<DocumentSide<'a>> {
    let document = moment.editable()?;
    Some(DocumentSide {
        document,
        fullness: if same_draft {
            Fullness::Full
        } else {
            moment.fullness
        },
        restoring: current.map(|current| RestorePlan {
            catalog: history.context.catalog(),
            phase: object.phase(),
            current,
            from: document,
            is_summary: moment.fullness == Fullness::Summary,
        }),
    })
}

impl DocumentSide<'_> {
    fn value(&self, path: &Path, text: Option<String>) -> ComparedValue {
        let edit = self.restoring.as_ref().and_then(|it| it.edit(path));
        ComparedValue {
            unknown: text.is_none() && self.fullness == Fullness::Summary,
            restorable: edit.is_some(),
            text,
        }
    }

    fn restorable_count(&self) -> u32 {
        let all = self.restoring.as_ref().map(RestorePlan::edits);
        saturating_u32(all.map_or(0, |edits| edits.len()))
    }
}

fn compared_texts(left: &Snapshot, right: &Snapshot) -> ComparedTexts {
    let reason = |moment: &Snapshot, side: &str| match &moment.document {
        Document::TextOnly(text) => Some(format!("{side} {text}")),
        Document::Editable(_) => None,
    };
    let reasons = [reason(left, "Left:"), reason(right, "Right:")];
    ComparedTexts {
        before: left.document.text().to_owned(),
        after: right.document.text().to_owned(),
        reason: reasons.into_iter().flatten().collect::<Vec<_>>().join(" "),
    }
}

pub(super) fn parse_entry_id(text: &str) -> Result<HistoryEntryId, Error> {
    text.parse()
        .map_err(|_| Error::HistoryMissing(text.to_owned()))
}

pub(super) fn snapshot_at(
    past: &DocumentHistory,
    point: &HistoryEntryId,
) -> Result<Snapshot, Error> {
    past.snapshot(point)?
        .ok_or_else(|| Error::HistoryMissing(point.to_string()))
}
