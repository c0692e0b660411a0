//! The palette: finds objects by a few letters, and remembers recent choices.

#![expect(
    clippy::too_many_arguments,
    reason = "a constructor takes every noun that this one uses"
)]

mod score;

use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::Arc;

use adwright_list::{ListIndex, NamedRow, RowId};
use adwright_model::Id;
use adwright_views::{
    Collection, DocumentRef, DraftRow, ItemState, ListId, PaletteDestination, PaletteKind,
    PaletteObject, PaletteResults, RecentPaletteItem, SavedView, SentRow, TemplateProduct,
    TemplateRow,
};
use derive_new::new;

use crate::context::Context;
use crate::draft::Drafts;
use crate::error::Error;
use crate::list::Lists;
use crate::outbox::Outbox;
use crate::templates::Templates;
use crate::window::palette::score::{FuzzyQuery, LowercaseParts};
use crate::window::saved_views::SavedListViews;

/// The most results per kind.
const MAX_RESULTS: usize = 8;

/// The most recent choices that are remembered.
const MAX_RECENT: usize = 12;

/// The prefix of an action's key.
const ACTION_PREFIX: &str = "action:";

/// The search over everything that can be opened.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct CommandPalette {
    context: Arc<Context>,
    lists: Arc<Lists>,
    drafts: Arc<Drafts>,
    outbox: Arc<Outbox>,
    templates: Arc<Templates>,
    saved_views: Arc<SavedListViews>,
}

impl CommandPalette {
    /// Returns the objects that match a text, or the recent choices if the text is empty. Campaigns,
    /// ads and retargeting values are searched in memory.
    pub fn search_palette(&self, text: &str) -> Result<PaletteResults, Error> {
        let query = FuzzyQuery::new(text);
        if query.is_empty() {
            return Ok(PaletteResults {
                objects: Vec::new(),
                recent: self.recent_choices()?,
            });
        }
        let drafts = self.drafts.drafts()?.into_iter().map(draft_object);
        let sent = self.outbox.sent_items()?.into_iter().map(sent_object);
        let mut objects = best_objects(&query, drafts);
        objects.extend(best_rows(
            &query,
            &self.lists.campaign_snapshot()?.index,
            PaletteKind::Campaign,
        ));
        if self.lists.ad_total()? > 0 {
            let ads = self.lists.list_snapshot(ListId::OtherAds)?;
            objects.extend(best_rows(&query, &ads.index, PaletteKind::Ad));
        }
        if self.lists.value_total()? > 0 {
            let values = self.lists.list_snapshot(ListId::Values)?;
            objects.extend(best_rows(&query, &values.index, PaletteKind::Value));
        }
        objects.extend(rows_to_fetch(text, &objects));
        objects.extend(best_objects(&query, sent));
        let templates = self.templates.templates()?.into_iter().map(template_object);
        objects.extend(best_objects(&query, templates));
        let views = self
            .saved_views
            .saved_views(ListId::Campaigns)?
            .saved
            .into_iter()
            .map(view_object);
        objects.extend(best_objects(&query, views));
        Ok(PaletteResults {
            objects,
            recent: Vec::new(),
        })
    }

    /// Remembers a choice: `action:` and an action's id, or the key of an object.
    pub fn record_palette_choice(&self, key: &str) -> Result<(), Error> {
        let mut keys = self.recent_keys()?;
        keys.retain(|known| known != key);
        keys.insert(0, key.to_owned());
        keys.truncate(MAX_RECENT);
        let keys = serde_json::json!(keys).to_string();
        Ok(self
            .context
            .store
            .preference_set(&self.recent_preference_key(), &keys)?)
    }

    /// Returns the recent choices that still exist, newest first.
    fn recent_choices(&self) -> Result<Vec<RecentPaletteItem>, Error> {
        let keys = self.recent_keys()?;
        let objects = self.objects_by_key(&keys)?;
        let recent = keys.into_iter().filter_map(|key| {
            if let Some(action) = key.strip_prefix(ACTION_PREFIX) {
                return Some(RecentPaletteItem::Action(action.to_owned()));
            }
            let object = objects.iter().find(|object| object.key == key)?;
            Some(RecentPaletteItem::Object(object.clone()))
        });
        Ok(recent.collect())
    }

    fn objects_by_key(&self, keys: &[String]) -> Result<Vec<PaletteObject>, Error> {
        let has = |kind: &str| keys.iter().any(|key| key.starts_with(kind));
        let mut objects = Vec::new();
        if has("draft:") {
            objects.extend(self.drafts.drafts()?.into_iter().map(draft_object));
        }
        if has("sent:") {
            objects.extend(self.outbox.sent_items()?.into_iter().map(sent_object));
        }
        if has("template:") {
            objects.extend(self.templates.templates()?.into_iter().map(template_object));
        }
        if has("view:") {
            objects.extend(
                self.saved_views
                    .saved_views(ListId::Campaigns)?
                    .saved
                    .into_iter()
                    .map(view_object),
            );
        }
        objects.extend(rows_by_key(
            keys,
            &self.lists.campaign_snapshot()?.index,
            PaletteKind::Campaign,
        ));
        if has("ad:") && self.lists.ad_total()? > 0 {
            let ads = self.lists.list_snapshot(ListId::OtherAds)?;
            objects.extend(rows_by_key(keys, &ads.index, PaletteKind::Ad));
        }
        if has("value:") && self.lists.value_total()? > 0 {
            let values = self.lists.list_snapshot(ListId::Values)?;
            objects.extend(rows_by_key(keys, &values.index, PaletteKind::Value));
        }
        Ok(objects)
    }

    /// Returns the keys of recent choices. An unreadable value was written by another version, so it is not an
    /// error.
    fn recent_keys(&self) -> Result<Vec<String>, Error> {
        let stored = self
            .context
            .store
            .preference_get(&self.recent_preference_key())?;
        Ok(stored
            .and_then(|stored| serde_json::from_str(&stored).ok())
            .unwrap_or_default())
    }

    fn recent_preference_key(&self) -> String {
        format!("palette.recent.{}", self.context.workspace.id)
    }
}

fn best_rows(query: &FuzzyQuery, index: &ListIndex, kind: PaletteKind) -> Vec<PaletteObject> {
    let mut folded = LowercaseParts::default();
    let scored = index.named_rows().filter_map(|row| {
        folded.set_parts(&[&row.name, &row.key.to_string(), &row.advertiser]);
        Some((query.score(&folded)?, row))
    });
    let found = top_by(scored.collect(), |left: &(u32, NamedRow<'_>), right| {
        let ((left_score, left), (right_score, right)) = (left, right);
        let by_score = right_score.cmp(left_score);
        let by_length = left.name.len().cmp(&right.name.len());
        let by_name = left.name.cmp(&right.name).then(left.key.cmp(&right.key));
        by_score.then(by_length).then(by_name)
    });
    let found = found.into_iter().map(|(score, row)| PaletteObject {
        score,
        ..row_object(kind, row)
    });
    found.collect()
}

/// Returns the objects that a typed id may mean if nothing on this computer has that id. They are fetched when they are
/// opened.
fn rows_to_fetch(text: &str, found: &[PaletteObject]) -> Vec<PaletteObject> {
    let Ok(id) = text.parse::<Id>() else {
        return Vec::new();
    };
    let kinds = [
        (PaletteKind::Campaign, "Campaign"),
        (PaletteKind::Value, "Retargeting value"),
    ];
    let rows = kinds.map(|(kind, noun)| PaletteObject {
        detail: "not on this computer; fetched when you open it".to_owned(),
        // After everything that is here.
        score: 1,
        ..row_object(
            kind,
            NamedRow {
                key: RowId::OnService(id),
                name: Cow::Owned(format!("{noun} {id}")),
                advertiser: Cow::Borrowed(""),
            },
        )
    });
    let is_here = |row: &PaletteObject| found.iter().any(|one| one.key == row.key);
    if rows.iter().any(is_here) {
        return Vec::new();
    }
    rows.into()
}

/// Returns the recently chosen rows that still exist.
fn rows_by_key(keys: &[String], index: &ListIndex, kind: PaletteKind) -> Vec<PaletteObject> {
    let chosen = keys.iter().filter_map(|key| {
        let key = key.strip_prefix(key_prefix(kind))?;
        key.parse().ok()
    });
    let chosen: Vec<RowId> = chosen.collect();
    let listed = index.named_rows().filter(|row| chosen.contains(&row.key));
    listed.map(|row| row_object(kind, row)).collect()
}

/// Returns the prefix of a row's key.
const fn key_prefix(kind: PaletteKind) -> &'static str {
    match kind {
        PaletteKind::Ad => "ad:",
        PaletteKind::Value => "value:",
        _ => "campaign:",
    }
}

fn best_objects(
    query: &FuzzyQuery,
    objects: impl Iterator<Item = PaletteObject>,
) -> Vec<PaletteObject> {
    let mut folded = LowercaseParts::default();
    let scored = objects.filter_map(|object| {
        folded.set_parts(&[&object.title, &object.detail]);
        Some((query.score(&folded)?, object))
    });
    let found = top_by(scored.collect(), |left: &(u32, PaletteObject), right| {
        right.0.cmp(&left.0)
    });
    let found = found.into_iter();
    found
        .map(|(score, object)| PaletteObject { score, ..object })
        .collect()
}

/// Returns the first few elements in an order. The rest is never sorted.
fn top_by<T>(mut all: Vec<T>, order: impl Fn(&T, &T) -> Ordering) -> Vec<T> {
    if all.len() > MAX_RESULTS {
        all.select_nth_unstable_by(MAX_RESULTS, &order);
        all.truncate(MAX_RESULTS);
    }
    all.sort_by(order);
    all
}

fn row_object(kind: PaletteKind, row: NamedRow<'_>) -> PaletteObject {
    let id = row.key.to_string();
    PaletteObject {
        key: format!("{}{id}", key_prefix(kind)),
        kind,
        title: row.name.into_owned(),
        detail: join_parts(&[&id, &row.advertiser]),
        at: None,
        opens: PaletteDestination::Detail(match kind {
            PaletteKind::Ad => DocumentRef::Ad(id),
            PaletteKind::Value => DocumentRef::Value(id),
            _ => DocumentRef::Campaign(id),
        }),
        score: 0,
    }
}

fn draft_object(row: DraftRow) -> PaletteObject {
    let unnamed = match row.collection {
        Collection::Ads => "New ad",
        Collection::Campaigns | Collection::Values => "New campaign",
    };
    let title = if row.title.is_empty() {
        unnamed.to_owned()
    } else {
        row.title
    };
    PaletteObject {
        key: format!("draft:{}", row.draft),
        kind: PaletteKind::Draft,
        title,
        detail: join_parts(&[row.id.as_deref().unwrap_or("new"), &row.advertiser]),
        at: Some(row.saved),
        opens: PaletteDestination::Detail(row.target),
        score: 0,
    }
}

fn sent_object(row: SentRow) -> PaletteObject {
    PaletteObject {
        key: format!("sent:{}", row.item),
        kind: PaletteKind::Sent,
        title: row.title,
        detail: join_parts(&[
            state_label(row.state),
            row.id.as_deref().unwrap_or_default(),
        ]),
        at: Some(row.at),
        opens: PaletteDestination::Receipt(row.item),
        score: 0,
    }
}

fn template_object(row: TemplateRow) -> PaletteObject {
    let product = match row.product {
        TemplateProduct::Campaign => "new campaign",
        TemplateProduct::Batch => "new batch",
    };
    PaletteObject {
        key: format!("template:{}", row.id),
        kind: PaletteKind::Template,
        title: row.name,
        detail: join_parts(&[product, &row.description]),
        at: None,
        opens: PaletteDestination::Template(row.id),
        score: 0,
    }
}

fn view_object(view: SavedView) -> PaletteObject {
    PaletteObject {
        key: format!("view:{}", view.id),
        kind: PaletteKind::View,
        title: view.name,
        detail: "saved view of the list".to_owned(),
        at: None,
        opens: PaletteDestination::View(view.id),
        score: 0,
    }
}

const fn state_label(state: ItemState) -> &'static str {
    match state {
        ItemState::Planned => "waiting",
        ItemState::Intent => "sending",
        ItemState::Confirmed => "confirmed",
        ItemState::Refused => "refused",
        ItemState::TakenBack => "taken back",
        ItemState::Unknown => "not known yet",
        ItemState::NeedsYou => "needs you",
    }
}

fn join_parts(parts: &[&str]) -> String {
    let parts: Vec<&str> = parts
        .iter()
        .copied()
        .filter(|part| !part.is_empty())
        .collect();
    parts.join(" · ")
}
