//! The review of one ad: its appearance, its behavior, and its findings.

mod aspect;
mod cards;
mod compare;
mod sections;
mod thumbnail;

use std::sync::Arc;

use adwright_model::{EditableDocument, Kind};
use adwright_review::{Drawing, Layout, LayoutView, Palette, Review};
use adwright_views::{AdFinding, AdReview, DocumentRef, OpenedAd, SummaryNotice};
use derive_new::new;

use crate::check::Checker;
use crate::context::Context;
use crate::detail::Details;
use crate::error::{AdError, Error};
use crate::field::describe_kind;
use crate::object::{LoadedObject, Objects};

/// The reviews of ads.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct AdReviews {
    context: Arc<Context>,
    objects: Arc<Objects>,
    checker: Arc<Checker>,
    details: Arc<Details>,
}

impl AdReviews {
    /// Opens an ad as [`Details::open_detail`] does, and reviews it. The result has only what is drawn first. The form
    /// is by far the largest part, and [`Details::read_detail`] returns it.
    ///
    /// # Errors
    /// As for [`Details::open_detail`]. An ad that cannot be reviewed is not an error here: [`AdReviews::ad_review`] returns
    /// the reason.
    pub async fn open_ad(&self, target: &DocumentRef) -> Result<OpenedAd, Error> {
        self.details.prepare_to_view(target).await?;
        let object = self.objects.find(target)?;
        Ok(OpenedAd {
            detail: self.details.detail_without_form(&object)?,
            review: self.review_of(&object).ok(),
        })
    }

    /// Reviews an ad of this workspace, or the draft of a new ad, from local data. Sends no request.
    ///
    /// # Errors
    /// [`Error::AdMissing`], [`DocumentError::TextOnly`](crate::error::DocumentError) for an ad that is text only, and
    /// [`AdError::NotAnAd`] for a document that is not an ad.
    pub fn ad_review(&self, target: &DocumentRef) -> Result<AdReview, Error> {
        self.review_of(&self.objects.find(target)?)
    }

    fn review_of(&self, object: &LoadedObject) -> Result<AdReview, Error> {
        let ad = require_ad(object)?;
        Ok(AdReview {
            findings: self.ad_findings(object, ad)?,
            ..review_view(
                object.target(),
                (ad, &Review::from_ad(ad)),
                self.objects.summary_of(object),
            )
        })
    }

    /// Draws an ad's layout in another view.
    ///
    /// # Errors
    /// As for [`AdReviews::ad_review`].
    pub fn ad_drawing(&self, target: &DocumentRef, shown: LayoutView) -> Result<Drawing, Error> {
        Ok(Drawing::from_layout(
            &Layout::from_ad(&self.ad_document(target)?),
            shown,
        ))
    }

    /// Draws an ad's layout as an SVG file, or its timeline if `shown` is none.
    ///
    /// # Errors
    /// As for [`AdReviews::ad_review`], and [`AdError::PlaysNothing`] for the timeline of an ad that plays nothing.
    pub fn ad_svg(
        &self,
        target: &DocumentRef,
        shown: Option<LayoutView>,
        palette: Palette,
    ) -> Result<String, Error> {
        let ad = self.ad_document(target)?;
        let drawing = match shown {
            Some(shown) => Some(Drawing::from_layout(&Layout::from_ad(&ad), shown)),
            None => Drawing::from_timeline(&Review::from_ad(&ad)),
        };
        Ok(drawing.ok_or(AdError::PlaysNothing)?.to_svg(palette))
    }

    /// Returns the current document of an ad: its draft, if it has one.
    fn ad_document(&self, target: &DocumentRef) -> Result<EditableDocument, Error> {
        Ok(require_ad(&self.objects.find(target)?)?.clone())
    }

    fn ad_findings(
        &self,
        object: &LoadedObject,
        ad: &EditableDocument,
    ) -> Result<Vec<AdFinding>, Error> {
        let mut found = self.checker.check(object, ad, &self.checker.facts(object)?);
        found.sort_by_key(|finding| finding.severity);
        let describe = describe_kind(&self.context, object.kind());
        let found = found.iter().map(|finding| AdFinding {
            aspect: aspect::aspect_of(&finding.path),
            finding: describe.finding(finding),
        });
        Ok(found.collect())
    }
}

fn require_ad(object: &LoadedObject) -> Result<&EditableDocument, Error> {
    if object.stored_kind == Kind::Ad {
        return object.editable();
    }
    Err(AdError::NotAnAd.into())
}

fn review_view(
    target: DocumentRef,
    (ad, review): (&EditableDocument, &Review),
    summary: Option<SummaryNotice>,
) -> AdReview {
    let is_summary = summary.is_some();
    AdReview {
        target,
        head: review.head.clone(),
        cards: cards::build_cards(review, is_summary),
        layout: sections::layout(&review.layout),
        timeline: sections::timeline(review),
        assets: sections::assets(&review.assets, is_summary),
        tracking: sections::tracking(&review.tracking),
        interactions: review.interaction_table(),
        versions: sections::versions(review.versions.as_ref(), ad),
        findings: Vec::new(),
        summary,
    }
}
