//! The list of drafts: counted in full, returned in windows.

use std::cmp::Reverse;
use std::sync::Arc;

use adwright_views::{
    Collection, DraftColumn, DraftCounts, DraftFilter, DraftQuery, DraftRow, DraftSort,
    DraftWindow, saturating_u32,
};

use crate::check::{CheckedDraft, DraftChecks, DraftLocks, changed_drafts};
use crate::draft::Drafts;
use crate::error::Error;
use crate::wording::{LockReason, edit_lock};

impl Drafts {
    /// Returns a window of rows of the draft list, with the counts of the whole list.
    pub fn draft_window(&self, query: &DraftQuery) -> Result<DraftWindow, Error> {
        let listed = self.listed_drafts()?;
        let found = listed.matching(query);
        let rows = window_of(&found, query);
        Ok(DraftWindow {
            offset: query.offset,
            rows: rows.map(|draft| listed.row(query.shown, draft)).collect(),
            matched: saturating_u32(found.len()),
            counts: listed.counts(),
        })
    }

    /// Returns the ids of the drafts that a query asks for.
    pub fn draft_ids(&self, query: &DraftQuery) -> Result<Vec<String>, Error> {
        let found = self.listed_drafts()?.matching(query);
        let ids = window_of(&found, query).map(|draft| draft.row.draft.clone());
        Ok(ids.collect())
    }

    /// Returns the index of the next draft with errors or warnings after an index, or of the one before it with `back`.
    /// The search wraps around; none if no draft has findings.
    pub fn draft_with_findings(
        &self,
        query: &DraftQuery,
        after: u32,
        back: bool,
    ) -> Result<Option<u32>, Error> {
        let found = self.listed_drafts()?.matching(query);
        let has = |place: &usize| found[*place].row.errors + found[*place].row.warnings > 0;
        let at = (after as usize).min(found.len());
        let next = if back {
            (0..at).rev().chain((at..found.len()).rev()).find(has)
        } else {
            let behind = (at + 1).min(found.len());
            (behind..found.len()).chain(0..behind).find(has)
        };
        Ok(next.map(saturating_u32))
    }

    /// Returns the drafts that differ from their base, and every new object, oldest first.
    pub(crate) fn drafts(&self) -> Result<Vec<DraftRow>, Error> {
        let (live, locks) = (self.check_cache.live()?, self.check_cache.locks()?);
        let rows = changed_drafts(&live).map(|draft| DraftRow {
            lock: locks.get(&draft.row.draft).cloned(),
            ..draft.row.clone()
        });
        Ok(rows.collect())
    }

    fn listed_drafts(&self) -> Result<ListedDrafts, Error> {
        Ok(ListedDrafts {
            live: self.check_cache.live()?,
            discarded: self.check_cache.discarded()?,
            locks: self.check_cache.locks()?,
            do_ads_stay: self.context.unsendable_reason(Collection::Ads).is_some(),
        })
    }
}

/// All drafts, with their locks.
struct ListedDrafts {
    live: Arc<DraftChecks>,
    discarded: Arc<DraftChecks>,
    locks: DraftLocks,
    /// Whether this workspace sends no drafts of ads.
    do_ads_stay: bool,
}

impl ListedDrafts {
    /// Returns the drafts that a query finds, in its order.
    fn matching(&self, query: &DraftQuery) -> Vec<Arc<CheckedDraft>> {
        let search = query.search.to_lowercase();
        let has_words = |draft: &CheckedDraft| {
            search
                .split_whitespace()
                .all(|word| draft.words.contains(word))
        };
        let found = self
            .of(query.shown)
            .filter(|draft| has_words(draft))
            .map(Arc::clone);
        let mut found: Vec<Arc<CheckedDraft>> = found.collect();
        if let Some(order) = query.sort {
            sort(&mut found, order);
        }
        found
    }

    fn of(&self, shown: DraftFilter) -> impl Iterator<Item = &Arc<CheckedDraft>> {
        let from = match shown {
            DraftFilter::Discarded => &self.discarded,
            DraftFilter::All | DraftFilter::Ready | DraftFilter::Errors => &self.live,
        };
        changed_drafts(from).filter(move |draft| match shown {
            DraftFilter::All | DraftFilter::Discarded => true,
            DraftFilter::Errors => draft.row.errors > 0,
            DraftFilter::Ready => {
                let is_held = self.locks.contains_key(&draft.row.draft);
                let stays = self.do_ads_stay && draft.collection() == Collection::Ads;
                draft.row.errors + draft.row.clashes == 0 && !is_held && !stays
            }
        })
    }

    fn counts(&self) -> DraftCounts {
        let of = |shown| saturating_u32(self.of(shown).count());
        DraftCounts {
            all: of(DraftFilter::All),
            ready: of(DraftFilter::Ready),
            errors: of(DraftFilter::Errors),
            discarded: of(DraftFilter::Discarded),
        }
    }

    fn row(&self, shown: DraftFilter, draft: &CheckedDraft) -> DraftRow {
        let lock = match shown {
            DraftFilter::Discarded => Some(edit_lock(LockReason::Discarded)),
            _ => self.locks.get(&draft.row.draft).cloned(),
        };
        DraftRow {
            lock,
            ..draft.row.clone()
        }
    }
}

/// Sorts drafts by a column. Equal drafts stay in creation order.
fn sort(found: &mut [Arc<CheckedDraft>], DraftSort { column, descending }: DraftSort) {
    fn by<K: Ord>(found: &mut [Arc<CheckedDraft>], descending: bool, key: impl Fn(&DraftRow) -> K) {
        if descending {
            found.sort_by_cached_key(|draft| Reverse(key(&draft.row)));
        } else {
            found.sort_by_cached_key(|draft| key(&draft.row));
        }
    }
    match column {
        DraftColumn::Title => by(found, descending, |row| row.title.to_lowercase()),
        DraftColumn::Advertiser => by(found, descending, |row| row.advertiser.to_lowercase()),
        DraftColumn::Changed => by(found, descending, |row| row.changed),
        DraftColumn::Findings => by(found, descending, |row| (row.errors, row.warnings)),
        DraftColumn::Saved => by(found, descending, |row| row.saved.clone()),
    }
}

fn window_of<'a>(
    found: &'a [Arc<CheckedDraft>],
    query: &DraftQuery,
) -> impl Iterator<Item = &'a Arc<CheckedDraft>> {
    found
        .iter()
        .skip(query.offset as usize)
        .take(query.limit as usize)
}
