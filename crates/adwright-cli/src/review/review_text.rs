//! Describes a review in sentences.

use adwright_desk::ReviewedAd;
use adwright_review::{NOT_IN_SUMMARY, ONLY_SUMMARY, ReportFinding, Review, group_thousands};

/// The largest number of addresses and interactions in the text; `--json` and `--html` have all.
const MAX_LISTED: usize = 30;

/// Returns the name of an ad, and its source.
pub(super) fn ad_title(ad: &ReviewedAd) -> String {
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

/// Returns the review in sentences.
pub(super) fn review_sentences(ad: &ReviewedAd) -> Vec<String> {
    let Some(review) = &ad.review else {
        return Vec::new();
    };
    let mut sentences: Vec<_> = ad.summary.then(summary_notice).into_iter().collect();
    sentences.extend(review.layout.sentences.iter().cloned());
    let timeline = review.timeline.iter();
    sentences.extend(timeline.flat_map(|timeline| timeline.sentences.clone()));
    sentences.extend(weight_sentences(review));
    sentences.extend(file_remarks(review));
    sentences.extend(address_lines(review, ad.summary));
    sentences.extend(interaction_lines(review, ad.summary));
    sentences.extend(finding_remarks(ad).into_iter().map(|remark| {
        let ReportFinding {
            severity,
            message,
            path,
        } = remark;
        format!("{severity} {path}: {message}")
    }));
    sentences
}

fn summary_notice() -> String {
    format!("{ONLY_SUMMARY} Fetch the full ad to review all of it.")
}

/// Returns the sentence for an empty part of a review. A summary does not prove that the ad itself has nothing there.
fn nothing_sentence(what: &str, of_whole: &str, is_summary: bool) -> String {
    if is_summary {
        format!("{what} are {NOT_IN_SUMMARY}.")
    } else {
        of_whole.to_owned()
    }
}

/// Returns the findings of the rules.
pub(super) fn finding_remarks(ad: &ReviewedAd) -> Vec<ReportFinding> {
    let findings = ad.checked.findings.iter();
    let remarks = findings.map(|finding| ReportFinding {
        severity: format!("{:?}", finding.severity),
        message: finding.message.clone(),
        path: finding.path.clone(),
    });
    remarks.collect()
}

fn weight_sentences(review: &Review) -> Vec<String> {
    let weights = &review.assets.weights;
    let mut sentences = vec![format!(
        "Loaded at first: {}; with everything: {}.",
        weights.initial.to_text("KB"),
        weights.overall.to_text("KB")
    )];
    if !review.assets.files.is_empty() {
        sentences.push(review.assets.summary());
    }
    sentences.extend(weights.budgets.iter().map(|budget| {
        format!(
            "{}: {} of {} KB ({}): {}.",
            budget.scope.label(),
            budget.weight.to_text("KB"),
            group_thousands(budget.limit),
            budget.profile,
            budget.status().label()
        )
    }));
    sentences
}

fn file_remarks(review: &Review) -> impl Iterator<Item = String> {
    let files = review.assets.files.iter();
    files.flat_map(|file| {
        let remarks = file.remarks.iter();
        remarks.map(|remark| format!("The file “{}”: {remark}.", file.name))
    })
}

fn address_lines(review: &Review, is_summary: bool) -> Vec<String> {
    let none = nothing_sentence("Web addresses", "It has no web addresses.", is_summary);
    let addresses = review.tracking.addresses.iter();
    let lines = addresses.map(|address| {
        let called = address.label.as_ref();
        let called = called.map_or_else(String::new, |called| format!(" ({called})"));
        let off = if address.enabled == Some(false) {
            ", switched off"
        } else {
            ""
        };
        format!("{}{called}{off}: {}", address.purpose.label(), address.text)
    });
    let more = review.tracking.more as usize;
    limit_lines(lines, more, "addresses", none)
}

fn interaction_lines(review: &Review, is_summary: bool) -> Vec<String> {
    let none = nothing_sentence(
        "Interactions",
        "It counts no interactions of its own.",
        is_summary,
    );
    let lines = review.interactions.iter().map(|one| {
        let opens = one.target_url.as_ref();
        let opens = opens.map_or_else(String::new, |opens| format!(" · opens {opens}"));
        format!("Counted: “{}” · {}{opens}", one.name, one.trigger)
    });
    limit_lines(
        lines,
        review.more_interactions as usize,
        "interactions",
        none,
    )
}

/// Returns the first lines, and the number of the others; `none` if there are no lines.
fn limit_lines(
    lines: impl ExactSizeIterator<Item = String>,
    beyond: usize,
    what: &str,
    none: String,
) -> Vec<String> {
    let all = lines.len() + beyond;
    if all == 0 {
        return vec![none];
    }
    let mut sentences: Vec<_> = lines.take(MAX_LISTED).collect();
    let more = all - sentences.len();
    if more > 0 {
        sentences.push(format!(
            "{} more {what}: see `--json` or `--html`.",
            group_thousands(more)
        ));
    }
    sentences
}
