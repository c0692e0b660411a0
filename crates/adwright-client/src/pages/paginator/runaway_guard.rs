//! Detects lists that never end.

/// The maximum number of rows if the service reports no larger total.
const MOST: u64 = 5_000_000;
/// How many rows beyond twice the reported total are accepted.
const MARGIN: u64 = 100_000;

/// The largest total that the service reported, if it plausibly describes a whole list.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ReportedTotal(Option<u64>);

impl ReportedTotal {
    /// Records a total that came with `rows` rows on a page of at most `max`. A total between the two may count the
    /// page.
    pub(super) fn note(&mut self, total: Option<u64>, rows: u64, max: u64) {
        let says_something = |total: &u64| *total > 0 && !(rows..=max).contains(total);
        self.0 = self.0.max(total.filter(says_something));
    }

    /// Returns whether more rows came than any honest list with this total has, in pages of at most `max` rows.
    pub(super) fn is_exceeded(self, came: u64, max: u64) -> bool {
        came > self.max_rows(max)
    }

    fn max_rows(self, max: u64) -> u64 {
        let Some(total) = self.0 else { return MOST };
        // Some services count pages, and some count only up to a limit.
        let in_pages = total.saturating_mul(max).min(MOST);
        in_pages.max(total).saturating_mul(2).saturating_add(MARGIN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: u64 = 250;

    /// Returns how many rows are accepted for a list whose pages have these totals and rows.
    fn max_rows(pages: &[(Option<u64>, u64)]) -> u64 {
        let mut said = ReportedTotal::default();
        for (total, rows) in pages {
            said.note(*total, *rows, PAGE);
        }
        said.max_rows(PAGE)
    }

    #[test]
    fn no_honest_list_is_cut_off_whatever_its_total_counts() {
        for rows in [100, 100_000, 1_000_000] {
            let pages: u64 = rows / PAGE + 1;
            let honest = [
                ("nothing", None),
                ("rows", Some(rows)),
                ("pages", Some(pages)),
                ("the page", Some(PAGE)),
                ("the page before it was filtered", Some(PAGE - 10)),
                ("no further than 10,000", Some(rows.min(10_000))),
                ("no further than 100,000", Some(rows.min(100_000))),
            ];
            for (counts, total) in honest {
                assert!(
                    max_rows(&[(total, PAGE - 20)]) >= rows,
                    "{rows} rows, counts {counts}"
                );
            }
        }
    }

    #[test]
    fn a_list_that_goes_on_far_beyond_what_it_said_is_none() {
        assert_eq!(max_rows(&[(Some(3), PAGE)]), 101_500);
        assert_eq!(max_rows(&[(Some(1_000), PAGE)]), 600_000);
        assert_eq!(max_rows(&[(Some(100_000), PAGE)]), 10_100_000);
        assert_eq!(max_rows(&[(Some(9_000_000), PAGE)]), 18_100_000);
        assert_eq!(
            max_rows(&[(Some(3), PAGE), (Some(1_000), PAGE)]),
            600_000,
            "the larger one counts"
        );
        for says_nothing in [None, Some(0), Some(PAGE), Some(200)] {
            assert_eq!(max_rows(&[(says_nothing, 200)]), MOST, "{says_nothing:?}");
        }
    }
}
