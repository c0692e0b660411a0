//! Finding anything by a few letters, and remembering what was chosen.

mod score;

use std::borrow::Cow;
use std::cmp::Ordering;

use self::score::{Folded, Wanted};
use crate::desk::Desk;
use crate::error::Error;
use crate::fetch::Collection;
use crate::list::{Index, RowKey};
use crate::views::{
    DraftRow, ItemState, ListId, PaletteFound, PaletteKind, PaletteObject, PaletteOpens,
    PaletteRecent, SavedView, SentRow, Target, TemplateRow,
};

/// How many objects of a kind are shown.
const SHOWN: usize = 8;

/// How many choices are remembered.
const REMEMBERED: usize = 12;

/// What the key of an action begins with.
const ACTION: &str = "action:";

/// A row of a list as the palette looks at it.
#[derive(Debug, Clone)]
pub(crate) struct Listed<'a> {
    pub(crate) key: RowKey,
    pub(crate) name: Cow<'a, str>,
    pub(crate) advertiser: Cow<'a, str>,
}

impl Desk {
    /// The objects that answer a text; if it is empty, what was chosen lately. Campaigns and ads are looked at in memory.
    pub fn palette_find(&self, text: &str) -> Result<PaletteFound, Error> {
        let wanted = Wanted::new(text);
        if wanted.is_empty() {
            return Ok(PaletteFound {
                objects: Vec::new(),
                recent: self.recent()?,
            });
        }
        let drafts = self.drafts()?.into_iter().map(of_draft);
        let sent = self.sent()?.into_iter().map(of_sent);
        let mut objects = best(&wanted, drafts);
        objects.extend(best_rows(
            &wanted,
            &self.shelf()?.index,
            PaletteKind::Campaign,
        ));
        if self.ads_here()? > 0 {
            let ads = self.shelf_of(ListId::OtherAds)?;
            objects.extend(best_rows(&wanted, &ads.index, PaletteKind::Ad));
        }
        objects.extend(best(&wanted, sent));
        let templates = self.templates()?.into_iter().map(of_template);
        objects.extend(best(&wanted, templates));
        let views = self
            .views(ListId::Campaigns)?
            .saved
            .into_iter()
            .map(of_view);
        objects.extend(best(&wanted, views));
        Ok(PaletteFound {
            objects,
            recent: Vec::new(),
        })
    }

    /// Remembers what was chosen: `action:` and an action's id, or the key of an object.
    pub fn palette_note(&self, key: &str) -> Result<(), Error> {
        let mut keys = self.recent_keys()?;
        keys.retain(|kept| kept != key);
        keys.insert(0, key.to_owned());
        keys.truncate(REMEMBERED);
        let keys = serde_json::json!(keys).to_string();
        Ok(self.store.preference_set(&self.recent_name(), &keys)?)
    }

    /// What was chosen lately and is still there, the latest first.
    fn recent(&self) -> Result<Vec<PaletteRecent>, Error> {
        let keys = self.recent_keys()?;
        let objects = self.objects_of(&keys)?;
        let recent = keys.into_iter().filter_map(|key| {
            if let Some(action) = key.strip_prefix(ACTION) {
                return Some(PaletteRecent::Action(action.to_owned()));
            }
            let object = objects.iter().find(|object| object.key == key)?;
            Some(PaletteRecent::Object(object.clone()))
        });
        Ok(recent.collect())
    }

    fn objects_of(&self, keys: &[String]) -> Result<Vec<PaletteObject>, Error> {
        let has = |kind: &str| keys.iter().any(|key| key.starts_with(kind));
        let mut objects = Vec::new();
        if has("draft:") {
            objects.extend(self.drafts()?.into_iter().map(of_draft));
        }
        if has("sent:") {
            objects.extend(self.sent()?.into_iter().map(of_sent));
        }
        if has("template:") {
            objects.extend(self.templates()?.into_iter().map(of_template));
        }
        if has("view:") {
            objects.extend(
                self.views(ListId::Campaigns)?
                    .saved
                    .into_iter()
                    .map(of_view),
            );
        }
        objects.extend(rows_of(keys, &self.shelf()?.index, PaletteKind::Campaign));
        if has("ad:") && self.ads_here()? > 0 {
            let ads = self.shelf_of(ListId::OtherAds)?;
            objects.extend(rows_of(keys, &ads.index, PaletteKind::Ad));
        }
        Ok(objects)
    }

    /// What cannot be read was written by another version, and is no reason to fail.
    fn recent_keys(&self) -> Result<Vec<String>, Error> {
        let kept = self.store.preference_get(&self.recent_name())?;
        Ok(kept
            .and_then(|kept| serde_json::from_str(&kept).ok())
            .unwrap_or_default())
    }

    fn recent_name(&self) -> String {
        format!("palette.recent.{}", self.workspace.id)
    }
}

fn best_rows(wanted: &Wanted, index: &Index, kind: PaletteKind) -> Vec<PaletteObject> {
    let mut folded = Folded::default();
    let scored = index.listed().filter_map(|row| {
        folded.fill(&[&row.name, &row.key.to_string(), &row.advertiser]);
        Some((wanted.score(&folded)?, row))
    });
    let found = first_by(scored.collect(), |one: &(u32, Listed<'_>), other| {
        let ((score, one), (other_score, other)) = (one, other);
        let by_score = other_score.cmp(score);
        let by_length = one.name.len().cmp(&other.name.len());
        let by_name = one.name.cmp(&other.name).then(one.key.cmp(&other.key));
        by_score.then(by_length).then(by_name)
    });
    let found = found.into_iter().map(|(score, row)| PaletteObject {
        score,
        ..of_row(kind, row)
    });
    found.collect()
}

/// The rows that were chosen lately and are still there.
fn rows_of(keys: &[String], index: &Index, kind: PaletteKind) -> Vec<PaletteObject> {
    let chosen = keys.iter().filter_map(|key| {
        let key = key.strip_prefix(prefix_of(kind))?;
        key.parse().ok()
    });
    let chosen: Vec<RowKey> = chosen.collect();
    let listed = index.listed().filter(|row| chosen.contains(&row.key));
    listed.map(|row| of_row(kind, row)).collect()
}

/// What the key of a row begins with.
const fn prefix_of(kind: PaletteKind) -> &'static str {
    match kind {
        PaletteKind::Ad => "ad:",
        _ => "campaign:",
    }
}

fn best(wanted: &Wanted, objects: impl Iterator<Item = PaletteObject>) -> Vec<PaletteObject> {
    let mut folded = Folded::default();
    let scored = objects.filter_map(|object| {
        folded.fill(&[&object.title, &object.detail]);
        Some((wanted.score(&folded)?, object))
    });
    let found = first_by(scored.collect(), |one: &(u32, PaletteObject), other| {
        other.0.cmp(&one.0)
    });
    let found = found.into_iter();
    found
        .map(|(score, object)| PaletteObject { score, ..object })
        .collect()
}

/// The first few in an order; the rest is never sorted.
fn first_by<T>(mut all: Vec<T>, order: impl Fn(&T, &T) -> Ordering) -> Vec<T> {
    if all.len() > SHOWN {
        all.select_nth_unstable_by(SHOWN, &order);
        all.truncate(SHOWN);
    }
    all.sort_by(order);
    all
}

fn of_row(kind: PaletteKind, row: Listed<'_>) -> PaletteObject {
    let id = row.key.to_string();
    PaletteObject {
        key: format!("{}{id}", prefix_of(kind)),
        kind,
        title: row.name.into_owned(),
        detail: joined(&[&id, &row.advertiser]),
        at: None,
        opens: PaletteOpens::Detail(match kind {
            PaletteKind::Ad => Target::Ad(id),
            _ => Target::Campaign(id),
        }),
        score: 0,
    }
}

fn of_draft(row: DraftRow) -> PaletteObject {
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
        detail: joined(&[row.id.as_deref().unwrap_or("new"), &row.advertiser]),
        at: Some(row.saved),
        opens: PaletteOpens::Detail(row.target),
        score: 0,
    }
}

fn of_sent(row: SentRow) -> PaletteObject {
    PaletteObject {
        key: format!("sent:{}", row.item),
        kind: PaletteKind::Sent,
        title: row.title,
        detail: joined(&[words_of(row.state), row.id.as_deref().unwrap_or_default()]),
        at: Some(row.at),
        opens: PaletteOpens::Receipt(row.item),
        score: 0,
    }
}

fn of_template(row: TemplateRow) -> PaletteObject {
    PaletteObject {
        key: format!("template:{}", row.id),
        kind: PaletteKind::Template,
        title: row.name,
        detail: joined(&["new campaign", &row.description]),
        at: None,
        opens: PaletteOpens::Template(row.id),
        score: 0,
    }
}

fn of_view(view: SavedView) -> PaletteObject {
    PaletteObject {
        key: format!("view:{}", view.id),
        kind: PaletteKind::View,
        title: view.name,
        detail: "saved view of the list".to_owned(),
        at: None,
        opens: PaletteOpens::View(view.id),
        score: 0,
    }
}

const fn words_of(state: ItemState) -> &'static str {
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

fn joined(parts: &[&str]) -> String {
    let parts: Vec<&str> = parts
        .iter()
        .copied()
        .filter(|part| !part.is_empty())
        .collect();
    parts.join(" · ")
}
