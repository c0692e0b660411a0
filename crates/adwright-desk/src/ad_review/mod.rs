//! The review of one ad: what it looks like and does, and what the rules notice.

mod aspect;
mod cards;
mod compare;
mod parts;
mod picture;

use adwright_checks::unknown_kind;
use adwright_model::{Editable, Id, Kind};
use adwright_review::{Drawing, Layout, Palette, Review, Shown};

use crate::desk::Desk;
use crate::draft::Opened;
use crate::error::Error;
use crate::list::RowKey;
use crate::views::{AdFinding, AdReview, Target};

impl Desk {
    /// What one ad of this workspace looks like and does, from what is known of it here: no service is asked.
    ///
    /// # Errors
    /// [`Error::AdMissing`], and [`Error::TextOnly`] for one that can only be shown as text.
    pub fn ad_review(&self, id: &str) -> Result<AdReview, Error> {
        let opened = self.find(&Target::Ad(id.to_owned()))?;
        let ad = opened.editable()?;
        Ok(AdReview {
            master: self.master_of(ad)?,
            ..view(id, &Review::of(ad), self.ad_findings(&opened, ad)?)
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

    /// An ad as it stands: its draft, where it has one.
    pub(crate) fn ad(&self, id: &str) -> Result<Editable, Error> {
        let opened = self.find(&Target::Ad(id.to_owned()))?;
        Ok(opened.editable()?.clone())
    }

    fn master_of(&self, ad: &Editable) -> Result<Option<String>, Error> {
        let master = ad.root().member("masterAdId").and_then(|id| id.as_i64());
        let Some(master) = master.map(Id) else {
            return Ok(None);
        };
        let workspace = &self.workspace.id;
        if self.store.cache_has(workspace, Kind::Ad, master)? {
            return Ok(Some(master.to_string()));
        }
        let number = self.store.file_ad_of_id(workspace, master)?;
        Ok(number.map(|number| RowKey::File(number).to_string()))
    }

    fn ad_findings(&self, opened: &Opened, ad: &Editable) -> Result<Vec<AdFinding>, Error> {
        let mut found = match self.catalog().kind_of(&ad.root()) {
            Some(_) => self.check(opened, ad, &self.facts(opened)?),
            None => vec![unknown_kind(ad)],
        };
        found.sort_by_key(|finding| finding.severity);
        let describe = self.describe_kind(opened.kind());
        let found = found.iter().map(|finding| AdFinding {
            aspect: aspect::of(&finding.path),
            finding: describe.finding(finding),
        });
        Ok(found.collect())
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
        interactions: review.interaction_table(),
        versions: review.versions.as_ref().map(parts::versions),
        findings,
        master: None,
    }
}
