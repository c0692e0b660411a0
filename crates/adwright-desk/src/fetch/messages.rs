//! The messages of a fetch.

use adwright_client::ListEnd;
use adwright_views::{Collection, FetchSummary, saturating_u32};

use super::FetchCursor;
use super::full_ads::FullAdsResult;

use crate::error::{Error, ListError};
use crate::reply::final_reply;
use crate::wording::empty_reply_message;

/// Returns a count of a list's objects, in words.
fn count_text(collection: Collection, number: u64) -> String {
    let noun = match collection {
        Collection::Campaigns => "campaign",
        Collection::Values => "retargeting value",
        Collection::Ads => "ad",
    };
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

impl FetchCursor {
    /// Summarizes the fetch in words, with the reply that made it incomplete.
    pub(super) fn summary(&self, read: &Result<Option<String>, Error>) -> FetchSummary {
        let reason = incomplete_reason(read);
        let mut message = self.message(reason.as_deref());
        let (ended, empty) = (self.pages.list_end(), self.pages.last_reply());
        if let (Ok(_), Some(ListEnd::NoContent), Some(empty)) = (read, ended, empty) {
            message = empty_reply_message(empty);
        }
        FetchSummary {
            fetched: saturating_u32(self.pages.row_count()),
            complete: reason.is_none(),
            message,
            reply: match read {
                Err(error) => error.reply(),
                Ok(_) => final_reply(&Ok(ended), &self.pages),
            },
        }
    }

    fn message(&self, reason: Option<&str>) -> String {
        let items = self.pages.row_count();
        let got = format!("Got {}", count_text(self.collection, items));
        let left_out = match self.unreadable {
            0 => String::new(),
            1 => " 1 of them could not be read and was left out.".to_owned(),
            several => format!(" {several} of them could not be read and were left out."),
        };
        let how = if self.can_resume() {
            "goes on from there"
        } else {
            "begins anew"
        };
        match reason {
            None => format!("{got}.{left_out}"),
            Some(reason) => format!("{got}; incomplete: {reason}.{left_out} “Get the rest” {how}."),
        }
    }
}

/// Returns why the fetch is incomplete; none if it is complete.
pub(super) fn incomplete_reason(read: &Result<Option<String>, Error>) -> Option<String> {
    match read {
        Ok(reason) => reason.clone(),
        Err(error) => Some(error.reason()),
    }
}

/// Returns why a list may be incomplete, from how it ended; none if it is complete.
pub(crate) fn incomplete_list_reason(ended: Option<ListEnd>) -> Option<String> {
    match ended {
        Some(ListEnd::Complete) => None,
        None => Some("stopped before the end".to_owned()),
        Some(ListEnd::Short { came, total }) => Some(format!(
            "the service says that there are {total}, and gave {came}"
        )),
        Some(ListEnd::Windowed {
            from,
            came,
            total,
            in_parts,
        }) => Some(window_reason(from, (came, total), in_parts)),
        Some(ListEnd::TooManyRows { came, total }) => Some(too_many_rows_reason(came, total)),
        Some(ListEnd::Repeated) => Some(Error::RepeatedPage.reason()),
        Some(ListEnd::Inconsistent) => Some("the list changed while it was read".to_owned()),
        Some(ListEnd::NoContent) => Some("the service answered nothing at all".to_owned()),
    }
}

/// Returns why a list with more rows than it may have can be incomplete.
fn too_many_rows_reason(came: u64, total: Option<u64>) -> String {
    match total {
        Some(total) => format!("the service says that there are {total}, but {came} came"),
        None => format!("the list does not end, {came} came"),
    }
}

/// Returns why a list may be incomplete if the service sends only its first rows.
fn window_reason(from: u64, (came, total): (u64, Option<u64>), in_parts: bool) -> String {
    let rest = match total {
        // A total that counts beyond the paging window would prove completeness once reached.
        Some(total) if total > came => {
            format!("{came} of {total} could be reached")
        }
        _ => "nobody can tell whether that is all".to_owned(),
    };
    let how = if in_parts { "asked for in parts " } else { "" };
    format!("the service gives no page from row {from} on, and {how}{rest}")
}

/// Returns why some ads are summaries after the whole list was read. `still` is the number of ads left to fetch.
pub(super) fn partial_ads_reason(left: FullAdsResult, still: usize) -> Option<String> {
    let ads = |number: u64| count_text(Collection::Ads, number);
    let mut reasons = Vec::new();
    if left.not_given > 0 {
        let number = ads(left.not_given.into());
        reasons.push(format!("the service did not give {number} in full"));
    }
    if still > 0 {
        let stopped = if left.is_stopped { "stopped; " } else { "" };
        let number = ads(still as u64);
        reasons.push(format!("{stopped}{number} not got in full yet"));
    }
    (!reasons.is_empty()).then(|| reasons.join(", and "))
}

/// Returns the error for a list whose path is not set.
pub(super) fn no_list_error(collection: Collection) -> Error {
    ListError::NoPath(collection).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_with_too_many_rows_is_incomplete() {
        let told = |total| incomplete_list_reason(Some(ListEnd::TooManyRows { came: 253, total }));
        let all = [told(Some(3)), told(None)].map(Option::unwrap_or_default);
        expect_test::expect![[r#"
            the service says that there are 3, but 253 came
            the list does not end, 253 came"#]]
        .assert_eq(&all.join("\n"));
    }

    #[test]
    fn partitioned_list_is_mentioned_in_the_message() {
        let told = |in_parts, total| {
            incomplete_list_reason(Some(ListEnd::Windowed {
                from: 6,
                came: 7,
                total,
                in_parts,
            }))
        };
        let all = [(true, Some(12)), (false, Some(12)), (false, None)];
        let all = all.map(|(in_parts, total)| told(in_parts, total).unwrap_or_default());
        expect_test::expect![[r#"
            the service gives no page from row 6 on, and asked for in parts 7 of 12 could be reached
            the service gives no page from row 6 on, and 7 of 12 could be reached
            the service gives no page from row 6 on, and nobody can tell whether that is all"#]]
        .assert_eq(&all.join("\n"));
    }
}
