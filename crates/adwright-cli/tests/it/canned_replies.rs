//! Replies of a test service.

use adwright_testkit::{CannedRequest, http_response};

/// Returns a JSON reply.
pub(crate) fn json(body: impl AsRef<[u8]>) -> Vec<u8> {
    http_response(200, "application/json", body)
}

/// Returns a page of a list of `rows` rows with ids from 1. A page has at most `cap` rows.
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
