//! Reviews as files: one file for one ad, a folder for several. Nothing is written before the number of ads is known.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use adwright_desk::ReviewedAd;
use adwright_review::{Drawing, LayoutView, Palette, Review, ReviewReport};

use super::review_text::{ad_title, finding_remarks};
use crate::arguments::{self, DrawingKind};
use crate::exit::Exit;
use crate::printable::{escape_line, stderr};

/// The format of the file for each ad.
#[derive(Clone, Copy)]
enum ReviewFileFormat {
    Html,
    Svg(Option<DrawingKind>),
}

/// The destination files of the reviews.
pub(super) struct ReviewFiles<'a> {
    written: ReviewFileFormat,
    place: &'a Path,
    /// The reviewed files, which must not be overwritten.
    sources: Vec<PathBuf>,
    /// The first review, while it may be the only one.
    first: Option<(String, String)>,
    count: usize,
    is_refused: bool,
}

impl<'a> ReviewFiles<'a> {
    /// Reads the destination from the command line; `None` if it names no file.
    pub(super) fn from_args(arguments: &'a arguments::ReviewArgs) -> Option<Self> {
        let html = arguments
            .html
            .as_ref()
            .map(|place| (ReviewFileFormat::Html, place));
        let svg = arguments.svg.as_ref();
        let svg = svg.map(|place| (ReviewFileFormat::Svg(arguments.drawing), place));
        let (written, place) = html.or(svg)?;
        let sources = arguments.files.iter();
        Some(Self {
            written,
            place,
            sources: sources
                .filter_map(|path| path.canonicalize().ok())
                .collect(),
            first: None,
            count: 0,
            is_refused: false,
        })
    }

    /// Takes a review, and writes it once its destination is known.
    pub(super) fn add(&mut self, ad: &ReviewedAd, out: &mut impl Write) -> io::Result<Exit> {
        let Some(text) = ad
            .review
            .as_ref()
            .and_then(|review| self.render(ad, review))
        else {
            let message = "it does not play, so it has no timeline to draw.";
            writeln!(stderr(), "{}: {message}", escape_line(&ad_title(ad)))?;
            return Ok(Exit::Unusable);
        };
        let name = ad.review.as_ref().map(|review| review.head.name.clone());
        let name = name.unwrap_or_default();
        self.count += 1;
        match self.count {
            1 => self.first = Some((name, text)),
            2 if self.is_single_file() => return self.refuse_several_ads(),
            _ if self.is_refused => {}
            _ => {
                if let Some((name, text)) = self.first.take() {
                    self.write_into_folder(1, &name, &text, out)?;
                }
                self.write_into_folder(self.count, &name, &text, out)?;
            }
        }
        Ok(Exit::Success)
    }

    /// Writes a review that was held back as the only one.
    pub(super) fn finish(mut self, out: &mut impl Write) -> io::Result<()> {
        let Some((name, text)) = self.first.take() else {
            return Ok(());
        };
        if has_trailing_separator(self.place) || self.place.is_dir() {
            return self.write_into_folder(1, &name, &text, out);
        }
        self.write(self.place, &text, out)
    }

    fn render(&self, ad: &ReviewedAd, review: &Review) -> Option<String> {
        let layout = || Drawing::from_layout(&review.layout, LayoutView::All);
        let timeline = || Drawing::from_timeline(review);
        let drawing = match self.written {
            ReviewFileFormat::Html => {
                let report = ReviewReport {
                    review,
                    remarks: &finding_remarks(ad),
                    is_summary: ad.summary,
                    fingerprint: ad.fingerprint.as_deref().unwrap_or_default(),
                };
                return Some(report.to_string());
            }
            ReviewFileFormat::Svg(None) => timeline().unwrap_or_else(layout),
            ReviewFileFormat::Svg(Some(DrawingKind::Layout)) => layout(),
            ReviewFileFormat::Svg(Some(DrawingKind::Timeline)) => timeline()?,
        };
        Some(drawing.to_svg(Palette::Light))
    }

    fn extension(&self) -> &'static str {
        match self.written {
            ReviewFileFormat::Html => "html",
            ReviewFileFormat::Svg(_) => "svg",
        }
    }

    /// Returns whether the destination is a file, or has the name of one, so that it cannot take several ads.
    fn is_single_file(&self) -> bool {
        let is_named = self.place.extension() == Some(OsStr::new(self.extension()));
        let is_folder = has_trailing_separator(self.place) || self.place.is_dir();
        !is_folder && (is_named || self.place.exists())
    }

    fn refuse_several_ads(&mut self) -> io::Result<Exit> {
        self.first = None;
        self.is_refused = true;
        let (place, folder) = (self.place.display(), self.place.with_extension(""));
        let separator = std::path::MAIN_SEPARATOR;
        writeln!(
            stderr(),
            "There are several ads, but {place} is one file, so nothing was written. Name a folder instead: \
             {}{separator}",
            folder.display()
        )?;
        Ok(Exit::Unusable)
    }

    fn write_into_folder(
        &self,
        number: usize,
        name: &str,
        text: &str,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let plain = |c: char| if c.is_alphanumeric() { c } else { '-' };
        let name: String = name.chars().map(plain).take(60).collect();
        let made = fs::create_dir_all(self.place);
        made.map_err(|error| write_error(self.place, &error))?;
        let file = format!("{number:03}-{name}.{}", self.extension());
        self.write(&self.place.join(file), text, out)
    }

    fn write(&self, file: &Path, text: &str, out: &mut impl Write) -> io::Result<()> {
        if self.is_input(file) {
            let message = format!(
                "{} is one of the files to review. Name another output file.",
                file.display()
            );
            return Err(io::Error::other(message));
        }
        fs::write(file, text).map_err(|error| write_error(file, &error))?;
        writeln!(out, "{}", escape_line(&file.to_string_lossy()))
    }

    /// Returns whether a file is among the reviewed files, or inside a reviewed folder.
    fn is_input(&self, file: &Path) -> bool {
        let Ok(file) = file.canonicalize() else {
            return false;
        };
        let is_read = file.extension() == Some(OsStr::new("json"));
        let mut sources = self.sources.iter();
        sources.any(|source| file == *source || (is_read && file.starts_with(source)))
    }
}

fn has_trailing_separator(place: &Path) -> bool {
    place.to_string_lossy().ends_with(std::path::is_separator)
}

fn write_error(file: &Path, error: &io::Error) -> io::Error {
    let message = format!("{} cannot be written: {error}", file.display());
    io::Error::new(error.kind(), message)
}
