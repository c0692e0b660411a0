//! The report of `adwright check`.

use std::io::{self, Write};

use adwright_desk::Phase;
use adwright_views::{CheckedObject, PlacedFinding, Severity};

use crate::exit::Exit;
use crate::printable::escape_line;

/// Prints each object once it is checked, and counts.
pub(crate) struct CheckReport<'a, W: Write> {
    out: &'a mut W,
    json: bool,
    objects: usize,
    unreadable: usize,
    /// The number of objects checked for create, and for update.
    phases: [usize; 2],
    /// Errors, warnings, notes.
    found: [usize; 3],
    /// True if the last output was a single line. Only further single lines may follow it directly.
    after_line: bool,
}

impl<'a, W: Write> CheckReport<'a, W> {
    pub(crate) fn start(out: &'a mut W, json: bool) -> io::Result<Self> {
        if json {
            write!(out, "[")?;
        }
        Ok(Self {
            out,
            json,
            objects: 0,
            unreadable: 0,
            phases: [0; 2],
            found: [0; 3],
            after_line: false,
        })
    }

    pub(crate) fn write_object(&mut self, object: &CheckedObject) -> io::Result<()> {
        self.write_text_or_json(object)?;
        self.objects += 1;
        self.unreadable += usize::from(!object.readable);
        if let Some(phase) = object.phase {
            self.phases[phase as usize] += 1;
        }
        for finding in &object.findings {
            self.found[finding.severity as usize] += 1;
        }
        Ok(())
    }

    /// Ends the report, and returns the exit code.
    pub(crate) fn finish(mut self) -> io::Result<Exit> {
        if self.json {
            writeln!(self.out, "\n]")?;
        } else {
            self.write_separator()?;
            writeln!(self.out, "{}", self.summary())?;
        }
        let [errors, warnings, _] = self.found;
        Ok(match (self.unreadable, errors + warnings) {
            (0, 0) => Exit::Success,
            (0, _) => Exit::Findings,
            _ => Exit::Unusable,
        })
    }

    fn write_text_or_json(&mut self, object: &CheckedObject) -> io::Result<()> {
        if self.json {
            let comma = if self.objects == 0 { "" } else { "," };
            writeln!(self.out, "{comma}")?;
            return Ok(serde_json::to_writer(&mut *self.out, object)?);
        }
        if let Some(error) = &object.error {
            self.after_line = true;
            return writeln!(self.out, "{}: {}", heading(object), escape_line(error));
        }
        if object.findings.is_empty() {
            return Ok(());
        }
        self.write_separator()?;
        writeln!(self.out, "{}", heading(object))?;
        for finding in &object.findings {
            self.write_finding(finding)?;
        }
        writeln!(self.out)
    }

    /// Separates what follows from single lines.
    fn write_separator(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.after_line) {
            writeln!(self.out)?;
        }
        Ok(())
    }

    fn write_finding(&mut self, finding: &PlacedFinding) -> io::Result<()> {
        let PlacedFinding {
            rule,
            path,
            message,
            line,
            column,
            ..
        } = finding;
        let severity = severity_word(finding.severity);
        let place = format!("{line}:{column}");
        let path = if path.is_empty() {
            "the whole object".into()
        } else {
            escape_line(path)
        };
        writeln!(self.out, "  {severity:<8}{place:<9}{path}")?;
        writeln!(self.out, "          {} [{rule}]", escape_line(message))
    }

    fn summary(&self) -> String {
        let [errors, warnings, notes] = self.found;
        let mut parts = vec![
            count_noun(errors, "error"),
            count_noun(warnings, "warning"),
            count_noun(notes, "note"),
        ];
        if self.unreadable > 0 {
            parts.push(format!("{} unreadable", self.unreadable));
        }
        format!(
            "{} checked{}: {}.",
            count_noun(self.objects, "object"),
            phases_text(self.phases),
            parts.join(", ")
        )
    }
}

/// Names the phases that the objects were checked for.
fn phases_text([create, update]: [usize; 2]) -> String {
    match (create, update) {
        (0, 0) => String::new(),
        (_, 0) => " for create".to_owned(),
        (0, _) => " for update".to_owned(),
        _ => format!(", {create} for create and {update} for update"),
    }
}

/// Names the object: its file, its position counted from 1, its kind, and the phase of its check.
fn heading(object: &CheckedObject) -> String {
    let CheckedObject { file, index, .. } = object;
    let position = match index {
        0 => String::new(),
        index => format!(", object {}", index + 1),
    };
    let phase = object.phase.map(|phase| match phase {
        Phase::Create => "create",
        Phase::Update => "update",
    });
    let kind = object.kind.as_ref().zip(phase);
    let kind = kind.map_or(String::new(), |(kind, phase)| format!(" ({kind}, {phase})"));
    format!("{}{position}{kind}", escape_line(file))
}

fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

fn count_noun(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
