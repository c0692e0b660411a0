//! Reviews as files: one file for one ad, a folder for several. Nothing is written before it is known which.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use adwright_desk::ReviewedAd;
use adwright_review::{Drawing, Palette, Report, Review, Shown};

use super::text::{called, remarks};
use crate::arguments::{self, Drawn};
use crate::exit::Exit;
use crate::printable::{one_line, stderr};

/// What is written of each ad.
#[derive(Clone, Copy)]
enum Written {
    Html,
    Svg(Option<Drawn>),
}

/// Where the reviews go.
pub(super) struct Files<'a> {
    written: Written,
    place: &'a Path,
    /// What is reviewed, and must not be written over.
    given: Vec<PathBuf>,
    /// The first of them, while it may be the only one.
    first: Option<(String, String)>,
    count: usize,
    is_refused: bool,
}

impl<'a> Files<'a> {
    /// As the command line says; none where it names no file.
    pub(super) fn of(arguments: &'a arguments::Review) -> Option<Self> {
        let html = arguments.html.as_ref().map(|place| (Written::Html, place));
        let svg = arguments.svg.as_ref();
        let svg = svg.map(|place| (Written::Svg(arguments.drawing), place));
        let (written, place) = html.or(svg)?;
        let given = arguments.files.iter();
        Some(Self {
            written,
            place,
            given: given.filter_map(|path| path.canonicalize().ok()).collect(),
            first: None,
            count: 0,
            is_refused: false,
        })
    }

    /// Takes a review, and writes it once it is known where to.
    pub(super) fn put(&mut self, ad: &ReviewedAd, out: &mut impl Write) -> io::Result<Exit> {
        let Some(text) = ad.review.as_ref().and_then(|review| self.text(ad, review)) else {
            let said = "it plays nothing, so that there is no timeline to draw.";
            writeln!(stderr(), "{}: {said}", one_line(&called(ad)))?;
            return Ok(Exit::Unusable);
        };
        let name = ad.review.as_ref().map(|review| review.head.name.clone());
        let name = name.unwrap_or_default();
        self.count += 1;
        match self.count {
            1 => self.first = Some((name, text)),
            2 if self.names_a_file() => return self.refuse(),
            _ if self.is_refused => {}
            _ => {
                if let Some((name, text)) = self.first.take() {
                    self.write_into_folder(1, &name, &text, out)?;
                }
                self.write_into_folder(self.count, &name, &text, out)?;
            }
        }
        Ok(Exit::Fine)
    }

    /// Writes what was held back: of an only ad, its file.
    pub(super) fn end(mut self, out: &mut impl Write) -> io::Result<()> {
        let Some((name, text)) = self.first.take() else {
            return Ok(());
        };
        if ends_as_folder(self.place) || self.place.is_dir() {
            return self.write_into_folder(1, &name, &text, out);
        }
        self.write(self.place, &text, out)
    }

    fn text(&self, ad: &ReviewedAd, review: &Review) -> Option<String> {
        let layout = || Drawing::of(&review.layout, Shown::All);
        let timeline = || Drawing::of_timeline(review);
        let drawing = match self.written {
            Written::Html => {
                let report = Report {
                    review,
                    remarks: &remarks(ad),
                    is_summary: ad.summary,
                    fingerprint: ad.fingerprint.as_deref().unwrap_or_default(),
                };
                return Some(report.to_string());
            }
            Written::Svg(None) => timeline().unwrap_or_else(layout),
            Written::Svg(Some(Drawn::Layout)) => layout(),
            Written::Svg(Some(Drawn::Timeline)) => timeline()?,
        };
        Some(drawing.svg(Palette::Light))
    }

    fn ending(&self) -> &'static str {
        match self.written {
            Written::Html => "html",
            Written::Svg(_) => "svg",
        }
    }

    /// Whether several ads cannot go there: a file, or what is named like one.
    fn names_a_file(&self) -> bool {
        let is_named = self.place.extension() == Some(OsStr::new(self.ending()));
        let is_folder = ends_as_folder(self.place) || self.place.is_dir();
        !is_folder && (is_named || self.place.exists())
    }

    fn refuse(&mut self) -> io::Result<Exit> {
        self.first = None;
        self.is_refused = true;
        let (place, folder) = (self.place.display(), self.place.with_extension(""));
        let separator = std::path::MAIN_SEPARATOR;
        writeln!(
            stderr(),
            "There is more than one ad, and {place} is one file, so nothing was written. Name a folder instead: {}{separator}",
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
        made.map_err(|error| unwritable(self.place, &error))?;
        let file = format!("{number:03}-{name}.{}", self.ending());
        self.write(&self.place.join(file), text, out)
    }

    fn write(&self, file: &Path, text: &str, out: &mut impl Write) -> io::Result<()> {
        if self.is_given(file) {
            let said = format!("{} is reviewed itself. Name another file.", file.display());
            return Err(io::Error::other(said));
        }
        fs::write(file, text).map_err(|error| unwritable(file, &error))?;
        writeln!(out, "{}", one_line(&file.to_string_lossy()))
    }

    /// Whether a file is among what is reviewed, or is read from a folder that is.
    fn is_given(&self, file: &Path) -> bool {
        let Ok(file) = file.canonicalize() else {
            return false;
        };
        let is_read = file.extension() == Some(OsStr::new("json"));
        let mut given = self.given.iter();
        given.any(|given| file == *given || (is_read && file.starts_with(given)))
    }
}

fn ends_as_folder(place: &Path) -> bool {
    place.to_string_lossy().ends_with(std::path::is_separator)
}

fn unwritable(file: &Path, error: &io::Error) -> io::Error {
    let said = format!("{} cannot be written: {error}", file.display());
    io::Error::new(error.kind(), said)
}
