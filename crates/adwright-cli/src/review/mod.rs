//! `adwright ad review`.

mod files;
mod text;

use std::io::{self, Write};

use adwright_desk::{FileChecks, ReviewedAd, review_file, unreviewed_file};
use adwright_model::Kind;

use crate::arguments::Review;
use crate::check::own_rules;
use crate::exit::Exit;
use crate::files::each_file;
use crate::printable::one_line;
use files::Files;
use text::{called, told};

/// Reviews all that was named; says how the program ends.
pub(crate) fn run(arguments: &Review, out: &mut impl Write) -> io::Result<Exit> {
    let Some(rules) = own_rules(arguments.rules.as_deref())? else {
        return Ok(Exit::Unusable);
    };
    let mut checks = FileChecks::for_any_service(rules);
    checks.kind = arguments.kind.as_deref().and_then(Kind::from_wire);
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
            Ok(bytes) => review_file(name, &bytes, &checks, &mut write),
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
    Files(Files<'a>),
}

impl<'a> Form<'a> {
    fn of(arguments: &'a Review) -> Self {
        match Files::of(arguments) {
            Some(files) => Self::Files(files),
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
            Form::Text | Form::Files(_) => Ok(()),
        }
    }

    fn put(&mut self, ad: &ReviewedAd) -> io::Result<()> {
        self.note(ad);
        self.count += 1;
        match &mut self.form {
            Form::Json => self.put_json(ad),
            Form::Files(files) if ad.review.is_some() => {
                self.exit = self.exit.worse(files.put(ad, self.out)?);
                Ok(())
            }
            Form::Text | Form::Files(_) => self.put_text(ad),
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
        write!(self.out, "{before}{json}")
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

    fn end(self) -> io::Result<Exit> {
        match self.form {
            Form::Json => writeln!(self.out, "\n]")?,
            Form::Files(files) => files.end(self.out)?,
            Form::Text => {}
        }
        Ok(self.exit)
    }
}
