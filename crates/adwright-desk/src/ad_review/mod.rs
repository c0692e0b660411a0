//! The review of one ad: what it looks like and does, and what the rules notice.

mod aspect;
mod cards;
mod compare;
mod parts;
mod picture;

use adwright_model::{Editable, Kind};
use adwright_review::{Drawing, Layout, Palette, Review, Shown};

use crate::desk::Desk;
use crate::draft::Opened;
use crate::error::Error;
use crate::views::{AdFinding, AdOpened, AdReview, Summary, Target};

impl Desk {
    /// Opens an ad as [`Desk::open_detail`] does, and reviews it: one answer with what is drawn first. The form, which is
    /// by far the most of an ad, is left to [`Desk::read_detail`].
    ///
    /// # Errors
    /// As for [`Desk::open_detail`]. That it cannot be reviewed is none: [`Desk::ad_review`] says why.
    pub async fn open_ad(&self, target: &Target) -> Result<AdOpened, Error> {
        self.make_readable(target).await?;
        let opened = self.find(target)?;
        Ok(AdOpened {
            detail: self.detail_without_form(&opened)?,
            review: self.review_of(&opened).ok(),
        })
    }

    /// What one ad of this workspace, or the draft of a new one, looks like and does, from what is known of it here: no
    /// service is asked.
    ///
    /// # Errors
    /// [`Error::AdMissing`], [`Error::TextOnly`] for one that can only be shown as text, and [`Error::Unfit`] for what is
    /// no ad.
    pub fn ad_review(&self, target: &Target) -> Result<AdReview, Error> {
        self.review_of(&self.find(target)?)
    }

    fn review_of(&self, opened: &Opened) -> Result<AdReview, Error> {
        let ad = ad_of(opened)?;
        Ok(AdReview {
            findings: self.ad_findings(opened, ad)?,
            ..view(
                opened.target(),
                (ad, &Review::of(ad)),
                self.summary_of(opened),
            )
        })
    }

    /// Another view of an ad's layout.
    ///
    /// # Errors
    /// As for [`Desk::ad_review`].
    pub fn ad_drawing(&self, target: &Target, shown: Shown) -> Result<Drawing, Error> {
        Ok(Drawing::of(&Layout::of(&self.ad(target)?), shown))
    }

    /// The drawing of an ad's layout as an SVG file; of what it plays, where `shown` is none.
    ///
    /// # Errors
    /// As for [`Desk::ad_review`], and [`Error::Unfit`] for a timeline of an ad that plays nothing.
    pub fn ad_svg(
        &self,
        target: &Target,
        shown: Option<Shown>,
        palette: Palette,
    ) -> Result<String, Error> {
        let ad = self.ad(target)?;
        let drawing = match shown {
            Some(shown) => Some(Drawing::of(&Layout::of(&ad), shown)),
            None => Drawing::of_timeline(&Review::of(&ad)),
        };
        let drawing = drawing.ok_or_else(|| Error::Unfit("This ad plays nothing.".to_owned()));
        Ok(drawing?.svg(palette))
    }

    /// An ad as it stands: its draft, where it has one.
    fn ad(&self, target: &Target) -> Result<Editable, Error> {
        Ok(ad_of(&self.find(target)?)?.clone())
    }

    fn ad_findings(&self, opened: &Opened, ad: &Editable) -> Result<Vec<AdFinding>, Error> {
        let mut found = self.check(opened, ad, &self.facts(opened)?);
        found.sort_by_key(|finding| finding.severity);
        let describe = self.describe_kind(opened.kind());
        let found = found.iter().map(|finding| AdFinding {
            aspect: aspect::of(&finding.path),
            finding: describe.finding(finding),
        });
        Ok(found.collect())
    }
}

fn ad_of(opened: &Opened) -> Result<&Editable, Error> {
    if opened.collection == Kind::Ad {
        return opened.editable();
    }
    Err(Error::Unfit("Only ads are reviewed here.".to_owned()))
}

fn view(target: Target, (ad, review): (&Editable, &Review), summary: Option<Summary>) -> AdReview {
    let is_summary = summary.is_some();
    AdReview {
        target,
        head: review.head.clone(),
        cards: cards::of(review, is_summary),
        layout: parts::layout(&review.layout),
        timeline: parts::timeline(review),
        assets: parts::assets(&review.assets, is_summary),
        tracking: parts::tracking(&review.tracking),
        interactions: review.interaction_table(),
        versions: parts::versions(review.versions.as_ref(), ad),
        findings: Vec::new(),
        summary,
    }
}
