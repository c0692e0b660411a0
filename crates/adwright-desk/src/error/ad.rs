//! The errors of ad reviews and comparisons.

use adwright_client::PictureError;

/// The reason why an ad cannot be reviewed, drawn or compared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AdError {
    /// The object is not an ad.
    #[error("not an ad")]
    NotAnAd,
    /// The ad has no timeline.
    #[error("the ad plays nothing")]
    PlaysNothing,
    /// The ad names no picture of the file.
    #[error("the ad names no picture of this file")]
    NoThumbnail,
    /// The picture cannot be fetched or shown.
    #[error("the picture cannot be shown")]
    Picture(#[from] PictureError),
    /// Too few or too many ads are selected for a comparison.
    #[error("a comparison needs two to {most} ads")]
    ComparisonSize {
        /// The most ads.
        most: usize,
    },
    /// Fewer than two of the ads have a complete layout.
    #[error("fewer than two layouts are known")]
    TooFewLayouts,
    /// The two drawings are the same.
    #[error("the drawings do not differ")]
    SameDrawing,
}
