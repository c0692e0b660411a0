//! The wording of comparisons of ads.

use adwright_review::group_thousands;

use super::summary_reason_message;

use crate::error::SummaryReason;

/// How many values of the compared ads differ.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AdDifferences {
    /// The values that are the same in all ads.
    pub(crate) same: usize,
    /// The listed fields that differ.
    pub(crate) differing: usize,
    /// The differing fields that are not listed.
    pub(crate) more: usize,
    /// The fields that cannot be compared, because a summary does not show them.
    pub(crate) unknown: usize,
}

/// Returns how many values of the ads differ.
pub(crate) fn ad_differences_message(differences: AdDifferences) -> String {
    let AdDifferences {
        same,
        differing,
        more,
        unknown,
    } = differences;
    let same = match same {
        1 => "1 value is the same".to_owned(),
        many => format!("{} values are the same", group_thousands(many)),
    };
    let message = match (differing, more) {
        (listed, more) if more > 0 => format!(
            "{} differing fields are listed, and {} more differ.",
            group_thousands(listed),
            group_thousands(more)
        ),
        (0, _) if unknown > 0 => format!("No known value differs: {same} in all of them."),
        (0, _) => format!("Nothing differs: {same} in all of them."),
        (1, _) => format!("1 field differs; {same} in all of them."),
        (listed, _) => format!(
            "{} fields differ; {same} in all of them.",
            group_thousands(listed)
        ),
    };
    match unknown {
        0 => message,
        unknown => format!(
            "{message} {} cannot be compared: a summary does not show them.",
            group_thousands(unknown)
        ),
    }
}

/// The message for full ads with equal layouts.
pub(crate) const EQUAL_LAYOUTS: &str = "The layouts do not differ.";

/// Returns the message about a layout that is not compared.
pub(crate) fn unknown_layout_message(name: &str) -> String {
    format!("The layout of “{name}” is not compared, because only its summary is available.")
}

/// Returns which of the compared ads are known only as summaries, and why.
pub(crate) fn compared_summaries_message(names: &[&str], reason: &SummaryReason) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("“{name}”")).collect();
    format!(
        "Only a summary of {} is available, so missing values are unknown. {}",
        names.join(" and of "),
        summary_reason_message(reason)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_counted() {
        let message = |same, differing, more, unknown| {
            ad_differences_message(AdDifferences {
                same,
                differing,
                more,
                unknown,
            })
        };
        let messages = [
            message(1, 0, 0, 0),
            message(2, 1, 0, 0),
            message(1_200, 3, 0, 4),
            message(2, 0, 0, 5),
            message(2, 5_000, 7, 0),
        ];
        expect_test::expect![[r#"
            Nothing differs: 1 value is the same in all of them.
            1 field differs; 2 values are the same in all of them.
            3 fields differ; 1,200 values are the same in all of them. 4 cannot be compared: a summary does not show them.
            No known value differs: 2 values are the same in all of them. 5 cannot be compared: a summary does not show them.
            5,000 differing fields are listed, and 7 more differ."#]]
        .assert_eq(&messages.join("\n"));
    }
}
