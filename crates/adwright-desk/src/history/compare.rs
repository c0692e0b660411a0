//! Two entries of a history, field by field.

use adwright_model::{Change, Document, Editable, Kind, Path, agreeing, diff};
use adwright_review::{Drawing, Layout, Palette, is_summary};
use adwright_store::Fullness;

use super::kind_in;
use super::past::{Moment, Past};
use super::point::Point;
use super::restore::Restoring;
use crate::desk::Desk;
use crate::draft::Opened;
use crate::error::Error;
use crate::list::count;
use crate::views::{
    ComparedField, ComparedLayouts, ComparedTexts, ComparedValue, Comparison, Target,
};

/// One of the two that are compared.
struct Side<'a> {
    document: &'a Editable,
    /// Whether a member that it lacks may be there all the same.
    is_summary: bool,
    restoring: Option<Restoring<'a>>,
}

impl Desk {
    /// Compares two entries of a history.
    pub fn compare(&self, target: &Target, before: &str, after: &str) -> Result<Comparison, Error> {
        let opened = self.find(target)?;
        let past = self.past(&opened)?;
        let (one, other) = (point(before)?, point(after)?);
        let (left, right) = (moment(&past, &one)?, moment(&past, &other)?);
        let mut comparison = Comparison {
            before: self.name_of(&past, &one),
            after: self.name_of(&past, &other),
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
                let of_draft = |point: &Point| matches!(point, Point::Step(_));
                let same_draft = of_draft(&one) && of_draft(&other);
                self.compare_fields(&mut comparison, &opened, (&left, &right), same_draft)?;
                let layouts = self
                    .layout_at(&past, &one)?
                    .zip(self.layout_at(&past, &other)?);
                comparison.layouts =
                    layouts.map(|(before, after)| compared_layouts(&[before, after]));
            }
            _ => comparison.texts = Some(texts(&left, &right)),
        }
        Ok(comparison)
    }

    /// The layouts of two entries of an ad's history, one over the other, as an SVG file.
    ///
    /// # Errors
    /// As for [`Desk::compare`], and [`Error::Unfit`] where nothing that is drawn differs.
    pub fn compare_svg(
        &self,
        target: &Target,
        (before, after): (&str, &str),
        palette: Palette,
    ) -> Result<String, Error> {
        let opened = self.find(target)?;
        let past = self.past(&opened)?;
        let layout = |at: &str| self.layout_at(&past, &point(at)?);
        let layouts = layout(before)?.zip(layout(after)?).map(<[_; 2]>::from);
        let differing = layouts.filter(|layouts| !Layout::differences(layouts).is_empty());
        let same = || Error::Unfit("Nothing that is drawn differs.".to_owned());
        let layouts = differing.ok_or_else(same)?;
        Ok(Drawing::overlaid(&layouts).with_key(&layouts).svg(palette))
    }

    /// The layout of an entry with its name, where it is one of an ad that can be read and is known whole: of a summary
    /// nobody knows how many panels there are.
    fn layout_at(&self, past: &Past, at: &Point) -> Result<Option<(String, Layout)>, Error> {
        let moment = moment(past, at)?;
        let is_whole = |ad: &&Editable| moment.fullness == Fullness::Full && !is_summary(ad);
        let ad = moment
            .editable()
            .filter(|document| kind_in(document).collection() == Kind::Ad)
            .filter(is_whole);
        Ok(ad.map(|ad| (self.name_of(past, at), Layout::of(ad))))
    }

    fn compare_fields(
        &self,
        comparison: &mut Comparison,
        opened: &Opened,
        (left, right): (&Moment, &Moment),
        same_draft: bool,
    ) -> Result<(), Error> {
        let current = self.restorable_into(opened)?;
        let side = |moment| side(self, current, opened, moment, same_draft);
        let (Some(before), Some(after)) = (side(left), side(right)) else {
            return Ok(());
        };
        let mut changes = diff(before.document, after.document);
        // What the service itself writes with every change says least.
        let kind = kind_in(after.document);
        changes.sort_by_key(|change| self.is_supplied(kind, &change.path));
        comparison.fields = changes
            .iter()
            .map(|change| self.compared(change, &before, &after))
            .collect();
        comparison.same = count(agreeing(before.document, after.document));
        comparison.note = note(&before, &after);
        comparison.restorable_before = before.restorable();
        comparison.restorable_after = after.restorable();
        Ok(())
    }

    /// The document that values can be put into; none where it is locked or can only be shown.
    fn restorable_into<'a>(&self, opened: &'a Opened) -> Result<Option<&'a Editable>, Error> {
        let locked = match &opened.draft {
            Some(draft) => self.lock_of(draft)?.is_some(),
            None => false,
        };
        Ok(match &opened.document {
            Document::Editable(document) if !locked => Some(document),
            _ => None,
        })
    }

    fn compared(&self, change: &Change, before: &Side<'_>, after: &Side<'_>) -> ComparedField {
        let shown = self.describe_kind(kind_in(after.document)).change(change);
        ComparedField {
            before: before.value(&change.path, shown.before),
            after: after.value(&change.path, shown.after),
            path: shown.path,
            label: shown.label,
        }
    }

    pub(super) fn name_of(&self, past: &Past, point: &Point) -> String {
        let at = |verb: &str, at: i64| format!("{verb} {}", self.moment_shown(at));
        match point {
            Point::Version(place) => past
                .versions
                .get(*place)
                .map(|version| at("Fetched", version.seen_at)),
            Point::Item(id) => past
                .items
                .iter()
                .find(|(_, item)| item.id == *id)
                .map(|(sent, _)| at("Sent", *sent)),
            Point::Discarded(id) => past
                .discarded
                .iter()
                .find(|draft| draft.id == *id)
                .map(|draft| at("Discarded", draft.discarded_at.unwrap_or(draft.saved_at))),
            Point::Step(0) => past
                .draft
                .as_ref()
                .map(|draft| at("Draft begun", draft.created_at)),
            Point::Step(seq) => past
                .edits
                .iter()
                .find(|edit| edit.seq == *seq)
                .map(|edit| at("Draft", edit.at)),
        }
        .unwrap_or_default()
    }
}

fn compared_layouts(layouts: &[(String, Layout)]) -> ComparedLayouts {
    let sentences = Layout::differences(layouts);
    ComparedLayouts {
        drawing: (!sentences.is_empty()).then(|| Drawing::overlaid(layouts)),
        sentences,
    }
}

fn side<'a>(
    desk: &'a Desk,
    current: Option<&'a Editable>,
    opened: &Opened,
    moment: &'a Moment,
    same_draft: bool,
) -> Option<Side<'a>> {
    let document = moment.editable()?;
    let is_summary = moment.fullness == Fullness::Summary;
    Some(Side {
        document,
        is_summary: is_summary && !same_draft,
        restoring: current.map(|current| Restoring {
            catalog: desk.catalog(),
            phase: opened.phase(),
            current,
            from: document,
            is_summary,
        }),
    })
}

impl Side<'_> {
    fn value(&self, path: &Path, text: Option<String>) -> ComparedValue {
        let edit = self.restoring.as_ref().and_then(|it| it.edit(path));
        ComparedValue {
            unknown: text.is_none() && self.is_summary,
            restorable: edit.is_some(),
            text,
        }
    }

    fn restorable(&self) -> u32 {
        let all = self.restoring.as_ref().map(Restoring::edits);
        count(all.map_or(0, |edits| edits.len()))
    }
}

fn note(before: &Side<'_>, after: &Side<'_>) -> Option<String> {
    let which = match (before.is_summary, after.is_summary) {
        (false, false) => return None,
        (true, false) => "The one on the left is a summary",
        (false, true) => "The one on the right is a summary",
        (true, true) => "Both are summaries",
    };
    Some(format!(
        "{which} from the list, which need not have every field. What is not in it may have been there all the same."
    ))
}

fn texts(left: &Moment, right: &Moment) -> ComparedTexts {
    let reason = |moment: &Moment, side: &str| match &moment.document {
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

pub(super) fn point(text: &str) -> Result<Point, Error> {
    text.parse()
        .map_err(|_| Error::HistoryMissing(text.to_owned()))
}

pub(super) fn moment(past: &Past, point: &Point) -> Result<Moment, Error> {
    past.at(point)?
        .ok_or_else(|| Error::HistoryMissing(point.to_string()))
}
