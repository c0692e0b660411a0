//! The wording of fetches.

use adwright_views::Collection;
use adwright_wire::IncompleteList;

use super::plural;

use crate::error::IncompleteReason;

/// The result of a fetch.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FetchOutcome<'a> {
    pub(crate) collection: Collection,
    /// The number of received rows.
    pub(crate) fetched: u64,
    /// The number of rows that were unreadable.
    pub(crate) unreadable: u32,
    /// Why it is incomplete; none for a complete fetch.
    pub(crate) incomplete: Option<&'a IncompleteReason>,
    /// Whether the next fetch continues it.
    pub(crate) can_resume: bool,
}

/// Returns the result of a fetch, and what to do if it is incomplete.
pub(crate) fn fetch_message(outcome: FetchOutcome<'_>) -> String {
    let fetched = count_objects(outcome.collection, outcome.fetched);
    let left_out = match outcome.unreadable {
        0 => String::new(),
        1 => " 1 row was unreadable and was skipped.".to_owned(),
        several => format!(" {several} rows were unreadable and were skipped."),
    };
    let Some(reason) = outcome.incomplete else {
        return format!("Fetched {fetched}.{left_out}");
    };
    let reason = incomplete_reason_text(reason);
    let how = if outcome.can_resume {
        "continues from there"
    } else {
        "starts over"
    };
    format!("Fetched {fetched}; incomplete: {reason}.{left_out} “Fetch the rest” {how}.")
}

/// Returns why a list is incomplete, to continue a sentence.
pub(crate) fn incomplete_reason_text(reason: &IncompleteReason) -> String {
    match reason {
        IncompleteReason::Stopped => "stopped before the end".to_owned(),
        IncompleteReason::List(reason) => incomplete_list_text(*reason),
        IncompleteReason::PartialAds {
            not_given,
            left,
            is_stopped,
        } => partial_ads_text(*not_given, *left, *is_stopped),
        IncompleteReason::Failed(failure) => failure.to_string(),
        IncompleteReason::NotStored { cause } => cause.clone(),
    }
}

/// Returns why the service did not send a whole list, to continue a sentence.
pub(crate) fn incomplete_list_text(reason: IncompleteList) -> String {
    match reason {
        IncompleteList::Short { received, total } => {
            format!("the service announced {total} and sent {received}")
        }
        IncompleteList::RefusedFrom {
            row,
            received,
            total,
            in_parts,
        } => {
            let parts = if in_parts { " in parts" } else { "" };
            let rest = match total {
                // A total that counts beyond the paging window would prove completeness once reached.
                Some(total) if total > received => {
                    format!("and {received} of {total} were fetched{parts}")
                }
                _ => format!("so more rows than the {received} fetched{parts} may exist"),
            };
            format!("the service refuses pages from row {row} on, {rest}")
        }
        IncompleteList::TooManyRows {
            received,
            total: Some(total),
        } => format!("the service announced {total}, but sent {received}"),
        IncompleteList::TooManyRows {
            received,
            total: None,
        } => {
            format!("the list does not end after {received}")
        }
        IncompleteList::RepeatedPage => "the service repeats the same page".to_owned(),
        IncompleteList::Inconsistent => "the list changed while it was read".to_owned(),
        IncompleteList::NoContent => "the service sent an empty reply".to_owned(),
    }
}

fn partial_ads_text(not_given: u32, left: u64, is_stopped: bool) -> String {
    let mut reasons = Vec::new();
    if not_given > 0 {
        let ads = count_objects(Collection::Ads, not_given.into());
        reasons.push(format!("the service did not send {ads} in full"));
    }
    if left > 0 {
        let stopped = if is_stopped { "stopped; " } else { "" };
        let ads = count_objects(Collection::Ads, left);
        reasons.push(format!("{stopped}{ads} still to fetch in full"));
    }
    reasons.join(", and ")
}

fn count_objects(collection: Collection, number: u64) -> String {
    let noun = match collection {
        Collection::Campaigns => "campaign",
        Collection::Values => "retargeting value",
        Collection::Ads => "ad",
    };
    plural(usize::try_from(number).unwrap_or(usize::MAX), noun)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_names_its_numbers() {
        let refused_from = |total, in_parts| IncompleteList::RefusedFrom {
            row: 6,
            received: 7,
            total,
            in_parts,
        };
        let partial = |not_given, left, is_stopped| IncompleteReason::PartialAds {
            not_given,
            left,
            is_stopped,
        };
        let reasons = [
            IncompleteList::Short {
                received: 4,
                total: 9,
            },
            IncompleteList::TooManyRows {
                received: 253,
                total: Some(3),
            },
            IncompleteList::TooManyRows {
                received: 253,
                total: None,
            },
            refused_from(Some(12), true),
            refused_from(Some(12), false),
            refused_from(None, false),
        ]
        .map(IncompleteReason::List);
        let reasons = reasons
            .into_iter()
            .chain([partial(1, 0, false), partial(2, 40, true)]);
        let texts: Vec<_> = reasons
            .map(|reason| incomplete_reason_text(&reason))
            .collect();
        expect_test::expect![[r#"
            the service announced 9 and sent 4
            the service announced 3, but sent 253
            the list does not end after 253
            the service refuses pages from row 6 on, and 7 of 12 were fetched in parts
            the service refuses pages from row 6 on, and 7 of 12 were fetched
            the service refuses pages from row 6 on, so more rows than the 7 fetched may exist
            the service did not send 1 ad in full
            the service did not send 2 ads in full, and stopped; 40 ads still to fetch in full"#]]
        .assert_eq(&texts.join("\n"));
    }

    #[test]
    fn an_incomplete_fetch_says_how_to_continue() {
        let message = |unreadable, can_resume| {
            fetch_message(FetchOutcome {
                collection: Collection::Campaigns,
                fetched: 1,
                unreadable,
                incomplete: Some(&IncompleteReason::List(IncompleteList::Inconsistent)),
                can_resume,
            })
        };
        expect_test::expect![[r#"
            Fetched 1 campaign; incomplete: the list changed while it was read. “Fetch the rest” continues from there.
            Fetched 1 campaign; incomplete: the list changed while it was read. 2 rows were unreadable and were skipped. “Fetch the rest” starts over."#]]
        .assert_eq(&[message(0, true), message(2, false)].join("\n"));
    }
}
