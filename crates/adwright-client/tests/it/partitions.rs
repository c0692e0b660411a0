//! Lists of which a service returns only the first rows: the client fetches the rest in parts.

use adwright_client::Pages;
use adwright_model::Kind;
use adwright_wire::{Dialect, ListQuery, Partition};
use axum::response::Response;
use expect_test::{Expect, expect};

use crate::server::{ReceivedRequest, Server, reply};
use crate::with;

/// How a service limits its pages.
#[derive(Clone, Copy)]
struct PagingBehaviour {
    /// The index at which its pages end.
    window: usize,
    /// Returns whether it refuses a page, from the start index, the number of rows and the window.
    refuses: fn(usize, usize, usize) -> bool,
    has_total: bool,
    /// The highest total that it reports.
    max_total: usize,
    /// True if pages end at the window without an error.
    ends_silently: bool,
    /// How it treats filters by advertiser and brand.
    filter_support: FilterSupport,
}

#[derive(Clone, Copy, PartialEq)]
enum FilterSupport {
    Applied,
    Ignored,
    Refused,
}

const CORRECT: PagingBehaviour = PagingBehaviour {
    window: 6,
    refuses: |from, _, window| from >= window,
    has_total: true,
    max_total: usize::MAX,
    ends_silently: false,
    filter_support: FilterSupport::Applied,
};

/// An id, an advertiser and a brand.
type Row = (i64, i64, i64);

/// Returns four rows of each of three advertisers, in turn.
fn rows() -> Vec<Row> {
    (1..=12).map(|id| (id, 70 + id % 3, 80 + id % 2)).collect()
}

async fn service(rows: Vec<Row>, behaviour: PagingBehaviour) -> Server {
    Server::start(move |request| answer(request, &rows, behaviour)).await
}

fn answer(request: &ReceivedRequest, rows: &[Row], behaviour: PagingBehaviour) -> Response {
    let number = |name: &str| -> Option<i64> {
        let (_, after) = request.line.split_once(&format!("{name}="))?;
        let digits = after
            .split(|letter: char| !letter.is_ascii_digit())
            .next()?;
        digits.parse().ok()
    };
    let from = usize::try_from(number("from").unwrap()).unwrap();
    let filter_support = behaviour.filter_support;
    let is_filtered = number("advertiserId").or(number("brandId")).is_some();
    let max = usize::try_from(number("max").unwrap()).unwrap();
    if (behaviour.refuses)(from, max, behaviour.window)
        || is_filtered && filter_support == FilterSupport::Refused
    {
        return reply(400, r#"{"error":{"errors":[{"code":9199}]},"result":null}"#);
    }
    let fits = |row: &&Row| {
        filter_support != FilterSupport::Applied
            || number("advertiserId").is_none_or(|id| row.1 == id)
                && number("brandId").is_none_or(|id| row.2 == id)
    };
    let fitting: Vec<_> = rows.iter().filter(fits).collect();
    let last = if behaviour.ends_silently {
        behaviour.window
    } else {
        fitting.len()
    };
    let given = fitting.iter().take(last).skip(from);
    let page = given.take(max).map(|(id, of, brand)| {
        let of = if *of == 0 {
            "null".to_owned()
        } else {
            of.to_string()
        };
        format!(r#"{{"id":{id},"for":{{"advertiserId":{of}}},"brandId":{brand}}}"#)
    });
    let page = page.collect::<Vec<_>>().join(",");
    let total = if behaviour.has_total {
        format!(r#""total":{},"#, fitting.len().min(behaviour.max_total))
    } else {
        String::new()
    };
    reply(200, format!(r#"{{{total}"result":[{page}]}}"#))
}

/// Checks the ids of each page, how the list ended, where a page was refused, and the number of requests.
async fn check(server: &Server, dialect: Dialect, known: &[i64], expected: &Expect) {
    let client = with(&server.base, dialect);
    let pages = Pages::new(client, Kind::Campaign, ListQuery::page(0, 4), None);
    let mut pages = pages.with_known_ids(known.iter().copied());
    let mut lines = Vec::new();
    while let Some(page) = pages.next().await.unwrap() {
        let ids = page.items.iter().map(|item| {
            let text = String::from_utf8_lossy(item).into_owned();
            let id = text.trim_start_matches(r#"{"id":"#);
            id.split(',').next().unwrap().to_owned()
        });
        lines.push(ids.collect::<Vec<_>>().join(" "));
    }
    assert_eq!(pages.next().await.unwrap(), None);
    let refused = pages.last_reply().map(|answer| answer.status);
    lines.push(format!(
        "{:?}, refused from {:?}, answer {refused:?}, {} requests",
        pages.list_end().unwrap(),
        pages.refused_from(),
        server.requests().len(),
    ));
    expected.assert_eq(&lines.join("\n"));
}

#[tokio::test]
async fn partitioned_rest_is_proven_complete_by_total() {
    let server = service(rows(), CORRECT).await;
    check(
        &server,
        Dialect::default(),
        &[],
        &expect![[r#"
            1 2 3 4
            5 6 7 8
            9 12
            10
            11
            Complete, refused from Some(8), answer None, 9 requests"#]],
    )
    .await;
    let by_brand = Dialect {
        partition: Partition::Brand,
        ..Dialect::default()
    };
    // A brand has six rows, and the last page of its list is not needed.
    check(
        &service(rows(), CORRECT).await,
        by_brand,
        &[],
        &expect![[r#"
            1 2 3 4
            5 6 7 8
            10 12
            9 11
            Complete, refused from Some(8), answer None, 9 requests"#]],
    )
    .await;
}

#[tokio::test]
async fn configured_window_is_not_probed() {
    let set = Dialect {
        paging_window: Some(3),
        ..Dialect::default()
    };
    check(
        &service(rows(), CORRECT).await,
        set,
        &[],
        &expect![[r#"
        1 2 3 4
        6 9 12
        7 10
        5 8 11
        Complete, refused from None, answer None, 4 requests"#]],
    )
    .await;
}

#[tokio::test]
async fn rows_outside_all_parts_leave_list_incomplete() {
    let mut lost = rows();
    // One row has an advertiser that no earlier row has, and one has none.
    lost[10].1 = 99;
    lost[11].1 = 0;
    let server = service(lost.clone(), CORRECT).await;
    check(&server, Dialect::default(), &[], &expect![[r#"
        1 2 3 4
        5 6 7 8
        9
        10
        Incomplete(RefusedFrom { row: 8, received: 10, total: Some(12), in_parts: true }), refused from Some(8), answer Some(400), 9 requests"#]]).await;
    // A known id adds the row of its advertiser.
    check(&service(lost, CORRECT).await, Dialect::default(), &[99], &expect![[r#"
        1 2 3 4
        5 6 7 8
        9
        10
        11
        Incomplete(RefusedFrom { row: 8, received: 11, total: Some(12), in_parts: true }), refused from Some(8), answer Some(400), 11 requests"#]]).await;
}

#[tokio::test]
async fn silently_clipped_list_is_partitioned() {
    let clipped = PagingBehaviour {
        ends_silently: true,
        refuses: |_, _, _| false,
        ..CORRECT
    };
    check(
        &service(rows(), clipped).await,
        Dialect::default(),
        &[],
        &expect![[r#"
            1 2 3 4
            5 6
            9 12
            7 10
            8 11
            Complete, refused from None, answer None, 9 requests"#]],
    )
    .await;
    let mut lost = rows();
    lost[11].1 = 0;
    check(
        &service(lost, clipped).await,
        Dialect::default(),
        &[],
        &expect![[r#"
            1 2 3 4
            5 6
            9
            7 10
            8 11
            Incomplete(Short { received: 11, total: 12 }), refused from None, answer None, 9 requests"#]],
    )
    .await;
    let heedless = PagingBehaviour {
        filter_support: FilterSupport::Ignored,
        ..clipped
    };
    check(
        &service(rows(), heedless).await,
        Dialect::default(),
        &[],
        &expect![[r#"
            1 2 3 4
            5 6
            Incomplete(Short { received: 6, total: 12 }), refused from None, answer None, 4 requests"#]],
    )
    .await;
}

#[tokio::test]
async fn without_total_completeness_is_unproven() {
    let silent = PagingBehaviour {
        has_total: false,
        ..CORRECT
    };
    check(&service(rows(), silent).await, Dialect::default(), &[], &expect![[r#"
        1 2 3 4
        5 6 7 8
        9 12
        10
        11
        Incomplete(RefusedFrom { row: 8, received: 12, total: None, in_parts: true }), refused from Some(8), answer Some(400), 9 requests"#]]).await;
}

#[tokio::test]
async fn ignored_partition_filter_stops_further_parts() {
    let heedless = PagingBehaviour {
        filter_support: FilterSupport::Ignored,
        ..CORRECT
    };
    let refusing = PagingBehaviour {
        filter_support: FilterSupport::Refused,
        ..CORRECT
    };
    let silent = PagingBehaviour {
        has_total: false,
        ..heedless
    };
    let expected = [
        expect![[r#"
            1 2 3 4
            5 6 7 8
            Incomplete(RefusedFrom { row: 8, received: 8, total: Some(12), in_parts: true }), refused from Some(8), answer Some(400), 4 requests"#]],
        expect![[r#"
            1 2 3 4
            5 6 7 8
            Incomplete(RefusedFrom { row: 8, received: 8, total: Some(12), in_parts: true }), refused from Some(8), answer Some(400), 4 requests"#]],
        expect![[r#"
            1 2 3 4
            5 6 7 8
            Incomplete(RefusedFrom { row: 8, received: 8, total: None, in_parts: true }), refused from Some(8), answer Some(400), 5 requests"#]],
    ];
    for (behaviour, expected) in [heedless, refusing, silent].into_iter().zip(expected) {
        let server = service(rows(), behaviour).await;
        check(&server, Dialect::default(), &[], &expected).await;
    }
}

#[tokio::test]
async fn partitioning_is_optional_and_skipped_if_unneeded() {
    let off = Dialect {
        partition: Partition::Off,
        ..Dialect::default()
    };
    check(&service(rows(), CORRECT).await, off, &[], &expect![[r#"
        1 2 3 4
        5 6 7 8
        Incomplete(RefusedFrom { row: 8, received: 8, total: Some(12), in_parts: false }), refused from Some(8), answer Some(400), 3 requests"#]]).await;
    let fitting = rows().into_iter().take(5).collect();
    check(
        &service(fitting, CORRECT).await,
        Dialect::default(),
        &[],
        &expect![[r#"
            1 2 3 4
            5
            Complete, refused from None, answer None, 3 requests"#]],
    )
    .await;
}

/// Refuses pages that go beyond its window, and counts only the rows in the window.
const CAPPED: PagingBehaviour = PagingBehaviour {
    window: 7,
    refuses: |from, max, window| from + max > window,
    max_total: 7,
    ..CORRECT
};

#[tokio::test]
async fn total_equal_to_paging_end_proves_nothing() {
    let capped = service(rows(), CAPPED).await;
    check(&capped, Dialect::default(), &[], &expect![[r#"
        1 2 3 4
        6 9 12
        7 10
        5 8 11
        Incomplete(RefusedFrom { row: 4, received: 12, total: Some(7), in_parts: true }), refused from Some(4), answer Some(400), 5 requests"#]]).await;
    let off = Dialect {
        partition: Partition::Off,
        ..Dialect::default()
    };
    check(&service(rows(), CAPPED).await, off, &[], &expect![[r#"
        1 2 3 4
        Incomplete(RefusedFrom { row: 4, received: 4, total: Some(7), in_parts: false }), refused from Some(4), answer Some(400), 2 requests"#]]).await;
    // The service may have exactly the reported number of rows, or more.
    let seven = rows().into_iter().take(7).collect();
    check(&service(seven, CAPPED).await, Dialect::default(), &[], &expect![[r#"
        1 2 3 4
        6
        7
        5
        Incomplete(RefusedFrom { row: 4, received: 7, total: Some(7), in_parts: true }), refused from Some(4), answer Some(400), 8 requests"#]]).await;
    let clipped = PagingBehaviour {
        max_total: 6,
        ends_silently: true,
        ..CORRECT
    };
    check(&service(rows(), clipped).await, Dialect::default(), &[], &expect![[r#"
        1 2 3 4
        5 6
        9 12
        7 10
        8 11
        Incomplete(RefusedFrom { row: 6, received: 12, total: Some(6), in_parts: true }), refused from None, answer Some(400), 9 requests"#]]).await;
}

#[tokio::test]
async fn empty_list_is_complete_at_any_paging_end() {
    for behaviour in [CORRECT, CAPPED] {
        for window in [None, Some(1)] {
            let dialect = Dialect {
                paging_window: window,
                ..Dialect::default()
            };
            let server = service(Vec::new(), behaviour).await;
            let whole = expect!["Complete, refused from None, answer None, 1 requests"];
            check(&server, dialect, &[], &whole).await;
        }
    }
}
