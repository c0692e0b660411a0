//! `adwright ad review`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use adwright_desk::{ReviewedAd, review_file, unreviewed_file};
use adwright_review::{Drawing, Palette, Remark, Shown, html};

use crate::arguments::Review;
use crate::check::own_rules;
use crate::exit::Exit;
use crate::files::each_file;
use crate::printable::{json_for_terminal, one_line};

/// Reviews all that was named; says how the program ends.
pub(crate) fn run(arguments: &Review, out: &mut impl Write) -> io::Result<Exit> {
    let Some(rules) = own_rules(arguments.rules.as_deref())? else {
        return Ok(Exit::Unusable);
    };
    let mut reviews = Reviews {
        form: Form::of(arguments),
        out,
        count: 0,
        exit: Exit::Fine,
    };
    reviews.begin()?;
    each_file(&arguments.files, |name, bytes| {
        let mut written = Ok(());
        let mut write = |ad: ReviewedAd| {
            if written.is_ok() {
                written = reviews.put(&ad);
            }
        };
        match bytes {
            Ok(bytes) => review_file(name, &bytes, &rules, &mut write),
            Err(error) => write(unreviewed_file(name, error)),
        }
        written
    })?;
    reviews.end()
}

/// What becomes of a review.
enum Form<'a> {
    Text,
    Json,
    File {
        place: &'a Path,
        ending: &'static str,
    },
}

impl<'a> Form<'a> {
    fn of(arguments: &'a Review) -> Self {
        let file = |place: &'a Option<PathBuf>, ending| {
            let place = place.as_deref()?;
            Some(Self::File { place, ending })
        };
        let file = file(&arguments.html, "html").or_else(|| file(&arguments.svg, "svg"));
        match file {
            Some(file) => file,
            None if arguments.json => Self::Json,
            None => Self::Text,
        }
    }
}

/// Puts each review where it belongs, and remembers how the program ends.
struct Reviews<'a, W: Write> {
    form: Form<'a>,
    out: &'a mut W,
    count: usize,
    exit: Exit,
}

impl<W: Write> Reviews<'_, W> {
    fn begin(&mut self) -> io::Result<()> {
        match self.form {
            Form::Json => write!(self.out, "["),
            Form::Text | Form::File { .. } => Ok(()),
        }
    }

    fn put(&mut self, ad: &ReviewedAd) -> io::Result<()> {
        self.note(ad);
        self.count += 1;
        match self.form {
            Form::Json => self.put_json(ad),
            Form::Text => self.put_text(ad),
            Form::File { place, ending } => self.put_file(ad, place, ending),
        }
    }

    fn note(&mut self, ad: &ReviewedAd) {
        use adwright_desk::views::Severity;
        let findings = &ad.checked.findings;
        let matters = findings
            .iter()
            .any(|finding| finding.severity != Severity::Note);
        self.exit = match (self.exit, ad.checked.readable, matters) {
            (Exit::Unusable, ..) | (_, false, _) => Exit::Unusable,
            (_, true, true) => Exit::Found,
            (exit, true, false) => exit,
        };
    }

    fn put_json(&mut self, ad: &ReviewedAd) -> io::Result<()> {
        let json = serde_json::to_string(ad)?;
        let before = if self.count > 1 { ",\n" } else { "\n" };
        write!(self.out, "{before}{}", json_for_terminal(&json))
    }

    fn put_text(&mut self, ad: &ReviewedAd) -> io::Result<()> {
        if self.count > 1 {
            writeln!(self.out)?;
        }
        writeln!(self.out, "{}", one_line(&called(ad)))?;
        for line in told(ad) {
            writeln!(self.out, "  {}", one_line(&line))?;
        }
        Ok(())
    }

    fn put_file(&mut self, ad: &ReviewedAd, place: &Path, ending: &str) -> io::Result<()> {
        let Some(review) = &ad.review else {
            return self.put_text(ad);
        };
        let Some(file) = file_of(place, self.count, &review.head.name, ending)? else {
            self.exit = Exit::Unusable;
            let place = place.display();
            return writeln!(
                io::stderr(),
                "There is more than one ad, and {place} is one file, which has the first. Name a folder instead: {place}/"
            );
        };
        let text = match ending {
            "html" => html(
                review,
                &remarks(ad),
                ad.fingerprint.as_deref().unwrap_or_default(),
            ),
            _ => Drawing::of_timeline(review)
                .unwrap_or_else(|| Drawing::of(&review.layout, Shown::All))
                .svg(Palette::Light),
        };
        fs::write(&file, text).map_err(|error| {
            let said = format!("{} cannot be written: {error}", file.display());
            io::Error::new(error.kind(), said)
        })?;
        writeln!(self.out, "{}", one_line(&file.to_string_lossy()))
    }

    fn end(self) -> io::Result<Exit> {
        if matches!(self.form, Form::Json) {
            writeln!(self.out, "\n]")?;
        }
        Ok(self.exit)
    }
}

/// Where the review of one ad is written: the file itself, or one in the folder; none for a further ad that the file has
/// no room for.
fn file_of(place: &Path, count: usize, name: &str, ending: &str) -> io::Result<Option<PathBuf>> {
    let ends_as_folder = place.to_string_lossy().ends_with(std::path::is_separator);
    if !ends_as_folder && !place.is_dir() {
        return Ok((count == 1).then(|| place.to_owned()));
    }
    fs::create_dir_all(place)?;
    let plain = |c: char| if c.is_alphanumeric() { c } else { '-' };
    let name: String = name.chars().map(plain).take(60).collect();
    Ok(Some(place.join(format!("{count:03}-{name}.{ending}"))))
}

fn called(ad: &ReviewedAd) -> String {
    let checked = &ad.checked;
    let place = match checked.index {
        0 => checked.file.clone(),
        index => format!("{}, object {}", checked.file, index + 1),
    };
    match (&ad.review, &checked.error) {
        (Some(review), _) => format!("{place}: {} ({})", review.head.name, review.head.kind),
        (None, Some(error)) => format!("{place}: {error}"),
        (None, None) => format!("{place}: it cannot be reviewed."),
    }
}

/// The review in sentences.
fn told(ad: &ReviewedAd) -> Vec<String> {
    let Some(review) = &ad.review else {
        return Vec::new();
    };
    let mut said = review.layout.sentences.clone();
    said.extend(
        review
            .timeline
            .iter()
            .flat_map(|timeline| timeline.sentences.clone()),
    );
    let odd = review.assets.files.iter();
    let odd = odd.flat_map(|file| {
        file.remarks
            .iter()
            .map(|remark| format!("The file “{}”: {remark}.", file.name))
    });
    said.extend(odd);
    said.extend(remarks(ad).into_iter().map(|remark| {
        let Remark {
            severity,
            message,
            path,
        } = remark;
        format!("{severity} {path}: {message}")
    }));
    said
}

fn remarks(ad: &ReviewedAd) -> Vec<Remark> {
    let findings = ad.checked.findings.iter();
    let remarks = findings.map(|finding| Remark {
        severity: format!("{:?}", finding.severity),
        message: finding.message.clone(),
        path: finding.path.clone(),
    });
    remarks.collect()
}
