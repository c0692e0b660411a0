//! A review as one HTML file: no script, nothing from elsewhere, to be read or printed anywhere.

mod sections;
mod table;

use std::fmt;

use crate::review::Review;
use crate::text::Escaped;

/// What a check has to say about an ad.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// How much it matters, such as `Error`.
    pub severity: String,
    /// The sentence.
    pub message: String,
    /// Where in the document; empty for the whole of it.
    pub path: String,
}

/// The review and what the checks say, as an HTML file of its own.
///
/// `fingerprint` tells which bytes were reviewed: the SHA-256 of the ad's text; empty where that does not matter.
#[must_use]
pub fn html(review: &Review, remarks: &[Remark], fingerprint: &str) -> String {
    Report {
        review,
        remarks,
        fingerprint,
    }
    .to_string()
}

struct Report<'a> {
    review: &'a Review,
    remarks: &'a [Remark],
    fingerprint: &'a str,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = &self.review.head;
        let (name, kind) = (Escaped(&head.name), Escaped(&head.kind));
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
        sections::facts(f, &head.facts)?;
        sections::remarks(f, self.remarks)?;
        sections::layout(f, &self.review.layout)?;
        sections::timeline(f, self.review)?;
        sections::assets(f, &self.review.assets)?;
        sections::tracking(f, &self.review.tracking)?;
        sections::interactions(f, self.review)?;
        sections::versions(f, self.review.versions.as_ref())?;
        writeln!(f, "</main>")?;
        if !self.fingerprint.is_empty() {
            let fingerprint = Escaped(self.fingerprint);
            writeln!(
                f,
                "<footer><p>SHA-256 of the ad’s text: {fingerprint}</p></footer>"
            )?;
        }
        writeln!(f, "</body>\n</html>")
    }
}
