//! Lists that a service gives the first rows of only: the rest is asked for in parts.

use adwright_client::Pages;
use adwright_model::Kind;
use adwright_wire::{Dialect, ListQuery, Partition};
use axum::response::Response;
use expect_test::{Expect, expect};

use crate::server::{ReceivedRequest, Server, reply};
use crate::with;

/// How a service gives the first rows of a list only.
#[derive(Clone, Copy)]
struct Habits {
    /// Where its pages end.
    window: usize,
    /// Which pages it refuses: from where, with how many rows, and where its pages end.
    refuses: fn(usize, usize, usize) -> bool,
    says_total: bool,
    /// It counts no further than this.
    counts_to: usize,
    /// Pages end there without a word.
    clips: bool,
    /// What it makes of filters by advertiser and brand.
    heeds: Heeds,
}

#[derive(Clone, Copy, PartialEq)]
enum Heeds {
    Filters,
    Nothing,
    Refuses,
}

const GOOD: Habits = Habits {
    window: 6,
    refuses: |from, _, window| from >= window,
    says_total: true,
    counts_to: usize::MAX,
    clips: false,
    heeds: Heeds::Filters,
};

/// An id, an advertiser and a brand.
type Row = (i64, i64, i64);

/// Three advertisers of four rows each, one after the other in every round.
fn rows() -> Vec<Row> {
    (1..=12).map(|id| (id, 70 + id % 3, 80 + id % 2)).collect()
}

async fn service(rows: Vec<Row>, habits: Habits) -> Server {
    Server::start(move |seen| answer(seen, &rows, habits)).await
}

fn answer(seen: &ReceivedRequest, rows: &[Row], habits: Habits) -> Response {
    let number = |name: &str| -> Option<i64> {
        let (_, after) = seen.line.split_once(&format!("{name}="))?;
        let digits = after
            .split(|letter: char| !letter.is_ascii_digit())
            .next()?;
        digits.parse().ok()
    };
    let from = usize::try_from(number("from").unwrap()).unwrap();
    let heeds = habits.heeds;
    let is_filtered = number("advertiserId").or(number("brandId")).is_some();
    let max = usize::try_from(number("max").unwrap()).unwrap();
    if (habits.refuses)(from, max, habits.window) || is_filtered && heeds == Heeds::Refuses {
        return reply(400, r#"{"error":{"errors":[{"code":9199}]},"result":null}"#);
    }
    let fits = |row: &&Row| {
        heeds != Heeds::Filters
            || number("advertiserId").is_none_or(|id| row.1 == id)
                && number("brandId").is_none_or(|id| row.2 == id)
    };
    let fitting: Vec<_> = rows.iter().filter(fits).collect();
    let last = if habits.clips {
        habits.window
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
    let total = if habits.says_total {
        format!(r#""total":{},"#, fitting.len().min(habits.counts_to))
    } else {
        String::new()
    };
    reply(200, format!(r#"{{{total}"result":[{page}]}}"#))
}

/// What came of the list: the ids of each page, how it ended, from where a page was refused, and how often it was asked.
async fn check(server: &Server, dialect: Dialect, known: &[i64], expected: &Expect) {
    let client = with(&server.base, dialect);
    let pages = Pages::new(client, Kind::Campaign, ListQuery::page(0, 4), None);
    let mut pages = pages.with_known_ids(known.iter().copied());
    let mut told = Vec::new();
    while let Some(page) = pages.next().await.unwrap() {
        let ids = page.items.iter().map(|item| {
            let text = String::from_utf8_lossy(item).into_owned();
            let id = text.trim_start_matches(r#"{"id":"#);
            id.split(',').next().unwrap().to_owned()
        });
        told.push(ids.collect::<Vec<_>>().join(" "));
    }
    assert_eq!(pages.next().await.unwrap(), None);
    let refused = pages.last_reply().map(|answer| answer.status);
    told.push(format!(
        "{:?}, refused from {:?}, answer {refused:?}, {} requests",
        pages.list_end().unwrap(),
        pages.refused_from(),
        server.seen().len(),
    ));
    expected.assert_eq(&told.join("\n"));
}

#[tokio::test]
async fn partitioned_rest_is_proven_complete_by_total() {
    let server = service(rows(), GOOD).await;
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
    // A brand has six rows, of which the last page of its list is not needed.
    check(
        &service(rows(), GOOD).await,
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
        &service(rows(), GOOD).await,
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
    // Of an advertiser that no row before it has, and of none.
    lost[10].1 = 99;
    lost[11].1 = 0;
    let server = service(lost.clone(), GOOD).await;
    check(&server, Dialect::default(), &[], &expect![[r#"
        1 2 3 4
        5 6 7 8
        9
        10
        Incomplete(Windowed { from: 8, came: 10, total: Some(12), in_parts: true }), refused from Some(8), answer Some(400), 9 requests"#]]).await;
    // One that is known from elsewhere brings its row.
    check(&service(lost, GOOD).await, Dialect::default(), &[99], &expect![[r#"
        1 2 3 4
        5 6 7 8
        9
        10
        11
        Incomplete(Windowed { from: 8, came: 11, total: Some(12), in_parts: true }), refused from Some(8), answer Some(400), 11 requests"#]]).await;
}

#[tokio::test]
async fn silently_clipped_list_is_partitioned() {
    let clipped = Habits {
        clips: true,
        refuses: |_, _, _| false,
        ..GOOD
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
            Incomplete(Short { came: 11, total: 12 }), refused from None, answer None, 9 requests"#]],
    )
    .await;
    let heedless = Habits {
        heeds: Heeds::Nothing,
        ..clipped
    };
    check(
        &service(rows(), heedless).await,
        Dialect::default(),
        &[],
        &expect![[r#"
            1 2 3 4
            5 6
            Incomplete(Short { came: 6, total: 12 }), refused from None, answer None, 4 requests"#]],
    )
    .await;
}

#[tokio::test]
async fn without_total_completeness_is_unproven() {
    let silent = Habits {
        says_total: false,
        ..GOOD
    };
    check(&service(rows(), silent).await, Dialect::default(), &[], &expect![[r#"
        1 2 3 4
        5 6 7 8
        9 12
        10
        11
        Incomplete(Windowed { from: 8, came: 12, total: None, in_parts: true }), refused from Some(8), answer Some(400), 9 requests"#]]).await;
}

#[tokio::test]
async fn ignored_partition_filter_stops_further_parts() {
    let heedless = Habits {
        heeds: Heeds::Nothing,
        ..GOOD
    };
    let refusing = Habits {
        heeds: Heeds::Refuses,
        ..GOOD
    };
    let silent = Habits {
        says_total: false,
        ..heedless
    };
    let expected = [
        expect![[r#"
            1 2 3 4
            5 6 7 8
            Incomplete(Windowed { from: 8, came: 8, total: Some(12), in_parts: true }), refused from Some(8), answer Some(400), 4 requests"#]],
        expect![[r#"
            1 2 3 4
            5 6 7 8
            Incomplete(Windowed { from: 8, came: 8, total: Some(12), in_parts: true }), refused from Some(8), answer Some(400), 4 requests"#]],
        expect![[r#"
            1 2 3 4
            5 6 7 8
            Incomplete(Windowed { from: 8, came: 8, total: None, in_parts: true }), refused from Some(8), answer Some(400), 5 requests"#]],
    ];
    for (habits, expected) in [heedless, refusing, silent].into_iter().zip(expected) {
        let server = service(rows(), habits).await;
        check(&server, Dialect::default(), &[], &expected).await;
    }
}

#[tokio::test]
async fn partitioning_is_optional_and_skipped_if_unneeded() {
    let off = Dialect {
        partition: Partition::Off,
        ..Dialect::default()
    };
    check(&service(rows(), GOOD).await, off, &[], &expect![[r#"
        1 2 3 4
        5 6 7 8
        Incomplete(Windowed { from: 8, came: 8, total: Some(12), in_parts: false }), refused from Some(8), answer Some(400), 3 requests"#]]).await;
    let fitting = rows().into_iter().take(5).collect();
    check(
        &service(fitting, GOOD).await,
        Dialect::default(),
        &[],
        &expect![[r#"
            1 2 3 4
            5
            Complete, refused from None, answer None, 3 requests"#]],
    )
    .await;
}

/// Refuses pages that go beyond its window, and counts no further.
const CAPPED: Habits = Habits {
    window: 7,
    refuses: |from, max, window| from + max > window,
    counts_to: 7,
    ..GOOD
};

#[tokio::test]
async fn total_equal_to_paging_end_proves_nothing() {
    let capped = service(rows(), CAPPED).await;
    check(&capped, Dialect::default(), &[], &expect![[r#"
        1 2 3 4
        6 9 12
        7 10
        5 8 11
        Incomplete(Windowed { from: 4, came: 12, total: Some(7), in_parts: true }), refused from Some(4), answer Some(400), 5 requests"#]]).await;
    let off = Dialect {
        partition: Partition::Off,
        ..Dialect::default()
    };
    check(&service(rows(), CAPPED).await, off, &[], &expect![[r#"
        1 2 3 4
        Incomplete(Windowed { from: 4, came: 4, total: Some(7), in_parts: false }), refused from Some(4), answer Some(400), 2 requests"#]]).await;
    // The service may have as many rows as it says, or more.
    let seven = rows().into_iter().take(7).collect();
    check(&service(seven, CAPPED).await, Dialect::default(), &[], &expect![[r#"
        1 2 3 4
        6
        7
        5
        Incomplete(Windowed { from: 4, came: 7, total: Some(7), in_parts: true }), refused from Some(4), answer Some(400), 8 requests"#]]).await;
    let clipped = Habits {
        counts_to: 6,
        clips: true,
        ..GOOD
    };
    check(&service(rows(), clipped).await, Dialect::default(), &[], &expect![[r#"
        1 2 3 4
        5 6
        9 12
        7 10
        8 11
        Incomplete(Windowed { from: 6, came: 12, total: Some(6), in_parts: true }), refused from None, answer Some(400), 9 requests"#]]).await;
}

#[tokio::test]
async fn empty_list_is_complete_at_any_paging_end() {
    for habits in [GOOD, CAPPED] {
        for window in [None, Some(1)] {
            let dialect = Dialect {
                paging_window: window,
                ..Dialect::default()
            };
            let server = service(Vec::new(), habits).await;
            let whole = expect!["Complete, refused from None, answer None, 1 requests"];
            check(&server, dialect, &[], &whole).await;
        }
    }
}
