//! A review as one self-contained HTML file without scripts, to read or print anywhere.

mod sections;
mod table;

use std::fmt;

use crate::markup::EscapedText;
use crate::review::Review;
use crate::summary::ONLY_SUMMARY;

/// A finding of the checks, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportFinding {
    /// The severity, such as `Error`.
    pub severity: String,
    /// The sentence.
    pub message: String,
    /// The path in the document; empty for the whole document.
    pub path: String,
}

/// A report of the review and the findings. Its `Display` is a self-contained HTML file.
#[derive(Debug, Clone, Copy)]
pub struct ReviewReport<'a> {
    /// The review.
    pub review: &'a Review,
    /// The findings.
    pub remarks: &'a [ReportFinding],
    /// True if the reviewed document is a summary. The ad may have parts that the summary lacks.
    pub is_summary: bool,
    /// The SHA-256 of the reviewed text; empty to leave it out.
    pub fingerprint: &'a str,
}

impl fmt::Display for ReviewReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = &self.review.head;
        let (name, kind) = (EscapedText(&head.name), EscapedText(&head.kind));
        let style = include_str!("report.css");
        writeln!(
            f,
            r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
<meta name="viewport" content="width=device-width"/>
<title>{name}</title>
<style>
{style}</style>
</head>
<body>
<header>
<p>{kind}</p>
<h1>{name}</h1>
</header>
<main>"#
        )?;
        if self.is_summary {
            writeln!(f, "<p>{ONLY_SUMMARY}</p>")?;
        }
        sections::write_facts(f, &head.facts)?;
        sections::write_remarks(f, self.remarks)?;
        sections::write_layout(f, &self.review.layout)?;
        sections::write_timeline(f, self.review)?;
        sections::write_files(f, &self.review.assets, self.is_summary)?;
        sections::write_tracking(f, &self.review.tracking, self.is_summary)?;
        sections::write_interactions(f, self.review, self.is_summary)?;
        sections::write_versions(f, self.review.versions.as_ref(), self.is_summary)?;
        writeln!(f, "</main>")?;
        if !self.fingerprint.is_empty() {
            let fingerprint = EscapedText(self.fingerprint);
            writeln!(
                f,
                "<footer><p>SHA-256 of the ad’s text: {fingerprint}</p></footer>"
            )?;
        }
        writeln!(f, "</body>\n</html>")
    }
}
