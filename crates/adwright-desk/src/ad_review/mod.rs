//! The review of one ad: what it looks like and does, and what the rules notice.

mod aspect;
mod cards;
mod compare;
mod parts;
mod picture;

use adwright_checks::{Facts, Finding, Phase, Subject, unknown_kind};
use adwright_model::{Editable, Id, Kind};
use adwright_review::{Drawing, Layout, Palette, Review, Shown};

use crate::desk::Desk;
use crate::document::editable;
use crate::error::Error;
use crate::views::{AdFinding, AdReview};

impl Desk {
    /// What one ad of this workspace looks like and does, from what is known of it here: no service is asked.
    ///
    /// # Errors
    /// [`Error::AdMissing`], and [`Error::TextOnly`] for one that can only be shown as text.
    pub fn ad_review(&self, id: &str) -> Result<AdReview, Error> {
        let ad = self.ad(id)?;
        Ok(AdReview {
            master: self.master_of(&ad)?,
            ..view(id, &Review::of(&ad), self.ad_findings(&ad))
        })
    }

    /// Another view of an ad's layout.
    ///
    /// # Errors
    /// As for [`Desk::ad_review`].
    pub fn ad_drawing(&self, id: &str, shown: Shown) -> Result<Drawing, Error> {
        Ok(Drawing::of(&Layout::of(&self.ad(id)?), shown))
    }

    /// The drawing of an ad's layout as an SVG file; of what it plays, where `shown` is none.
    ///
    /// # Errors
    /// As for [`Desk::ad_review`], and [`Error::Unfit`] for a timeline of an ad that plays nothing.
    pub fn ad_svg(
        &self,
        id: &str,
        shown: Option<Shown>,
        palette: Palette,
    ) -> Result<String, Error> {
        let ad = self.ad(id)?;
        let drawing = match shown {
            Some(shown) => Some(Drawing::of(&Layout::of(&ad), shown)),
            None => Drawing::of_timeline(&Review::of(&ad)),
        };
        let drawing = drawing.ok_or_else(|| Error::Unfit("This ad plays nothing.".to_owned()));
        Ok(drawing?.svg(palette))
    }

    /// The newest that is known of an ad.
    pub(crate) fn ad(&self, id: &str) -> Result<Editable, Error> {
        let known: Id = id.parse().map_err(|_| Error::NotAnId(id.to_owned()))?;
        let cached = self
            .store
            .cache_get(&self.workspace.id, Kind::Ad, known)?
            .ok_or_else(|| Error::AdMissing(id.to_owned()))?;
        editable(&cached.entry.text)
    }

    fn master_of(&self, ad: &Editable) -> Result<Option<String>, Error> {
        let master = ad.root().member("masterAdId").and_then(|id| id.as_i64());
        let Some(master) = master.map(Id) else {
            return Ok(None);
        };
        let is_here = self.store.cache_has(&self.workspace.id, Kind::Ad, master)?;
        Ok(is_here.then(|| master.to_string()))
    }

    fn ad_findings(&self, ad: &Editable) -> Vec<AdFinding> {
        let catalog = self.catalog();
        let kind = catalog.kind_of(&ad.root());
        let mut found = kind.map_or_else(|| vec![unknown_kind(ad)], |kind| self.noticed(kind, ad));
        found.sort_by_key(|finding| finding.severity);
        // Labels of any kind of ad will do for an ad of none.
        let describe = self.describe_kind(kind.unwrap_or(Kind::ExpandableBannerAd));
        let found = found.iter().map(|finding| AdFinding {
            aspect: aspect::of(&finding.path),
            finding: describe.finding(finding),
        });
        found.collect()
    }

    fn noticed(&self, kind: Kind, ad: &Editable) -> Vec<Finding> {
        self.rules().check(&Subject {
            kind,
            document: ad,
            base: None,
            phase: Phase::Update,
            catalog: &self.catalog(),
            bindings: &self.dialect.bindings,
            facts: &Facts::default(),
        })
    }
}

fn view(id: &str, review: &Review, findings: Vec<AdFinding>) -> AdReview {
    AdReview {
        id: id.to_owned(),
        head: review.head.clone(),
        cards: cards::of(review),
        layout: parts::layout(&review.layout),
        timeline: parts::timeline(review),
        assets: parts::assets(&review.assets),
        tracking: parts::tracking(&review.tracking),
        interactions: adwright_review::interaction_table(&review.interactions),
        versions: review.versions.as_ref().map(parts::versions),
        findings,
        master: None,
    }
}
