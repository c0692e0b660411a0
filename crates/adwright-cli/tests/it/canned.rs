//! Answers of a service that says what a test wants.

use adwright_testkit::{CannedRequest, http_response};

/// A JSON answer.
pub(crate) fn json(body: impl AsRef<[u8]>) -> Vec<u8> {
    http_response(200, "application/json", body)
}

/// A list of so many rows with ids from 1, of which a page has no more than `cap`.
pub(crate) fn page(asked: &CannedRequest, rows: usize, cap: usize) -> String {
    let (from, max) = (
        asked.query_number("from"),
        asked.query_number("max").min(cap),
    );
    let row = |id: usize| format!(r#"{{"type":"Campaign","id":{id},"name":"N{id}"}}"#);
    let page: Vec<_> = (from + 1..=rows).take(max).map(row).collect();
    format!(
        r#"{{"metadata":{{"total":{rows}}},"result":[{}]}}"#,
        page.join(",")
    )
}
