//! `adwright ad review`.

mod review_files;
mod review_text;

use std::io::{self, Write};

use adwright_desk::{FileChecks, ReviewedAd, review_file, unreviewed_file};
use adwright_model::Kind;

use crate::arguments::ReviewArgs;
use crate::check::load_own_rules;
use crate::exit::Exit;
use crate::files::for_each_file;
use crate::printable::escape_line;
use review_files::ReviewFiles;
use review_text::{ad_title, review_sentences};

/// Reviews the named files and folders, and returns the exit code.
pub(crate) fn run(arguments: &ReviewArgs, out: &mut impl Write) -> io::Result<Exit> {
    let Some(rules) = load_own_rules(arguments.rules.as_deref())? else {
        return Ok(Exit::Unusable);
    };
    let mut checks = FileChecks::for_any_service(rules);
    checks.kind = arguments.kind.as_deref().and_then(Kind::from_wire);
    let mut reviews = ReviewWriter {
        form: ReviewOutput::from_args(arguments),
        out,
        count: 0,
        exit: Exit::Success,
    };
    reviews.start()?;
    for_each_file(&arguments.files, |name, bytes| {
        let mut written = Ok(());
        let mut write = |ad: ReviewedAd| {
            if written.is_ok() {
                written = reviews.write(&ad);
            }
        };
        match bytes {
            Ok(bytes) => review_file(name, &bytes, &checks, &mut write),
            Err(error) => write(unreviewed_file(name, &error)),
        }
        written
    })?;
    reviews.finish()
}

/// The destination and form of the reviews.
enum ReviewOutput<'a> {
    Text,
    Json,
    Files(ReviewFiles<'a>),
}

impl<'a> ReviewOutput<'a> {
    fn from_args(arguments: &'a ReviewArgs) -> Self {
        match ReviewFiles::from_args(arguments) {
            Some(files) => Self::Files(files),
            None if arguments.json => Self::Json,
            None => Self::Text,
        }
    }
}

/// Writes each review to its destination, and keeps the exit code.
struct ReviewWriter<'a, W: Write> {
    form: ReviewOutput<'a>,
    out: &'a mut W,
    count: usize,
    exit: Exit,
}

impl<W: Write> ReviewWriter<'_, W> {
    fn start(&mut self) -> io::Result<()> {
        match self.form {
            ReviewOutput::Json => write!(self.out, "["),
            ReviewOutput::Text | ReviewOutput::Files(_) => Ok(()),
        }
    }

    fn write(&mut self, ad: &ReviewedAd) -> io::Result<()> {
        self.update_exit(ad);
        self.count += 1;
        match &mut self.form {
            ReviewOutput::Json => self.write_json(ad),
            ReviewOutput::Files(files) if ad.review.is_some() => {
                self.exit = self.exit.worse(files.add(ad, self.out)?);
                Ok(())
            }
            ReviewOutput::Text | ReviewOutput::Files(_) => self.write_text(ad),
        }
    }

    fn update_exit(&mut self, ad: &ReviewedAd) {
        use adwright_views::Severity;
        let findings = &ad.checked.findings;
        let matters = findings
            .iter()
            .any(|finding| finding.severity != Severity::Note);
        self.exit = match (self.exit, ad.checked.readable, matters) {
            (Exit::Unusable, ..) | (_, false, _) => Exit::Unusable,
            (_, true, true) => Exit::Findings,
            (exit, true, false) => exit,
        };
    }

    fn write_json(&mut self, ad: &ReviewedAd) -> io::Result<()> {
        let json = serde_json::to_string(ad)?;
        let before = if self.count > 1 { ",\n" } else { "\n" };
        write!(self.out, "{before}{json}")
    }

    fn write_text(&mut self, ad: &ReviewedAd) -> io::Result<()> {
        if self.count > 1 {
            writeln!(self.out)?;
        }
        writeln!(self.out, "{}", escape_line(&ad_title(ad)))?;
        for line in review_sentences(ad) {
            writeln!(self.out, "  {}", escape_line(&line))?;
        }
        Ok(())
    }

    fn finish(self) -> io::Result<Exit> {
        match self.form {
            ReviewOutput::Json => writeln!(self.out, "\n]")?,
            ReviewOutput::Files(files) => files.finish(self.out)?,
            ReviewOutput::Text => {}
        }
        Ok(self.exit)
    }
}
