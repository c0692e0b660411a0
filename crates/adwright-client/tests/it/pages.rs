//! Lists are read to their end, whatever the service does with the pages.

use std::sync::{Arc, Mutex};

use adwright_client::Pages;
use adwright_model::Kind;
use adwright_wire::{IncompleteList, ListEnd, ListQuery};
use expect_test::{Expect, expect};

use crate::plain;
use crate::server::{Server, reply};

/// How a service pages its rows.
#[derive(Clone, Copy)]
struct PagingBehaviour {
    /// Changes the rows before the reply to the request with this number.
    change_rows: fn(usize, &mut Vec<i64>),
    /// The maximum number of rows on a page.
    max_page: usize,
    /// The reported total, from the number of all rows and of the rows on the page.
    total: fn(usize, usize) -> Option<usize>,
    /// The index of a page's first row, from the requested index.
    first_row: fn(usize) -> usize,
}

const CORRECT: PagingBehaviour = PagingBehaviour {
    change_rows: |_, _| {},
    max_page: usize::MAX,
    total: |all, _| Some(all),
    first_row: |from| from,
};

async fn service(count: i64, behaviour: PagingBehaviour) -> Server {
    let state = Arc::new(Mutex::new((0, (1..=count).collect::<Vec<i64>>())));
    Server::start(move |request| {
        let number = |name: &str| -> usize {
            let (_, after) = request.line.split_once(&format!("{name}=")).unwrap();
            let digits = after.split('&').next().unwrap();
            digits.parse().unwrap()
        };
        let mut state = state.lock().unwrap();
        let (nth, rows) = &mut *state;
        *nth += 1;
        (behaviour.change_rows)(*nth, rows);
        let page = rows.iter().skip((behaviour.first_row)(number("from")));
        let page: Vec<_> = page.take(number("max").min(behaviour.max_page)).collect();
        let total = (behaviour.total)(rows.len(), page.len());
        let total = total.map_or_else(String::new, |total| format!(r#""total":{total},"#));
        let rows: Vec<_> = page.iter().map(|id| format!(r#"{{"id":{id}}}"#)).collect();
        reply(200, format!(r#"{{{total}"result":[{}]}}"#, rows.join(",")))
    })
    .await
}

/// Checks the ids of each page, how the list ended, and the number of requests.
async fn check(server: &Server, (from, max, limit): (u64, u32, Option<u64>), expected: &Expect) {
    let query = ListQuery::page(from, max);
    let mut pages = Pages::new(plain(&server.base), Kind::Campaign, query, limit);
    let mut lines = Vec::new();
    while let Some(page) = pages.next().await.unwrap() {
        let ids = page.items.iter().map(|item| {
            let text = String::from_utf8_lossy(item);
            text.trim_matches(|letter: char| !letter.is_ascii_digit())
                .to_owned()
        });
        lines.push(ids.collect::<Vec<_>>().join(" "));
    }
    assert_eq!(pages.next().await.unwrap(), None);
    let end = pages.list_end().unwrap();
    lines.push(format!("{end:?}, {} requests", server.requests().len()));
    expected.assert_eq(&lines.join("\n"));
}

const ALL: (u64, u32, Option<u64>) = (0, 4, None);

/// Checks how a list of `count` rows is read.
async fn check_all(count: i64, behaviour: PagingBehaviour, expected: &Expect) {
    check(&service(count, behaviour).await, ALL, expected).await;
}

#[tokio::test]
async fn a_list_is_read_to_its_end() {
    check_all(
        9,
        CORRECT,
        &expect![[r#"
        1 2 3 4
        5 6 7 8
        9
        Complete, 4 requests"#]],
    )
    .await;
    check_all(0, CORRECT, &expect!["Complete, 1 requests"]).await;
    let from_the_fourth = (3, 4, Some(5));
    check(
        &service(9, CORRECT).await,
        from_the_fourth,
        &expect![[r#"
        4 5 6 7
        8
        Complete, 2 requests"#]],
    )
    .await;
    let beyond = (20, 4, None);
    check(
        &service(9, CORRECT).await,
        beyond,
        &expect!["Complete, 1 requests"],
    )
    .await;
}

#[tokio::test]
async fn a_short_page_does_not_end_a_list() {
    let capped = PagingBehaviour {
        max_page: 3,
        ..CORRECT
    };
    let silent = PagingBehaviour {
        total: |_, _| None,
        ..capped
    };
    for behaviour in [capped, silent] {
        let expected = expect![[r#"
            1 2 3
            4 5 6
            7
            Complete, 4 requests"#]];
        check_all(7, behaviour, &expected).await;
    }
}

#[tokio::test]
async fn a_wrong_total_never_counts_as_complete() {
    let large = PagingBehaviour {
        total: |all, _| Some(all + 5),
        ..CORRECT
    };
    check_all(
        5,
        large,
        &expect![[r#"
            1 2 3 4
            5
            Incomplete(Short { received: 5, total: 10 }), 3 requests"#]],
    )
    .await;
    // The total ends with a page, but the list goes on.
    let small = PagingBehaviour {
        total: |_, _| Some(4),
        ..CORRECT
    };
    check_all(
        7,
        small,
        &expect![[r#"
            1 2 3 4
            5 6 7
            Incomplete(TooManyRows { received: 7, total: Some(4) }), 3 requests"#]],
    )
    .await;
    // At most one page more than the total is read.
    check_all(
        20,
        small,
        &expect![[r#"
            1 2 3 4
            5 6 7 8
            9 10 11 12
            Incomplete(TooManyRows { received: 12, total: Some(4) }), 3 requests"#]],
    )
    .await;
}

/// Runs a change before the second request only.
fn second(nth: usize, change: impl FnOnce()) {
    if nth == 2 {
        change();
    }
}

#[tokio::test]
async fn rows_changed_meanwhile_make_list_incomplete() {
    let gone = PagingBehaviour {
        change_rows: |nth, rows| second(nth, || rows.retain(|id| *id != 1)),
        ..CORRECT
    };
    let inserted = PagingBehaviour {
        change_rows: |nth, rows| second(nth, || rows.insert(0, 101)),
        ..CORRECT
    };
    let jumped = PagingBehaviour {
        change_rows: |nth, rows| second(nth, || rows.rotate_right(1)),
        ..CORRECT
    };
    for (behaviour, with_total, without_total) in [
        // Without a total nothing shows that a row is missing: decision 0015.
        (gone, "Incomplete(Inconsistent)", "Complete"),
        (
            inserted,
            "Incomplete(Short { received: 9, total: 10 })",
            "Incomplete(Inconsistent)",
        ),
        (
            jumped,
            "Incomplete(Short { received: 8, total: 9 })",
            "Incomplete(Inconsistent)",
        ),
    ] {
        assert_eq!(end_of(behaviour).await, with_total);
        let silent = PagingBehaviour {
            total: |_, _| None,
            ..behaviour
        };
        assert_eq!(end_of(silent).await, without_total);
    }
}

/// Returns how a list of nine rows ends.
async fn end_of(behaviour: PagingBehaviour) -> String {
    let server = service(9, behaviour).await;
    let query = ListQuery::page(0, 4);
    let mut pages = Pages::new(plain(&server.base), Kind::Campaign, query, None);
    while pages.next().await.unwrap().is_some() {}
    format!("{:?}", pages.list_end().unwrap())
}

#[tokio::test]
async fn a_repeated_page_ends_a_list() {
    let stuck = PagingBehaviour {
        first_row: |_| 0,
        ..CORRECT
    };
    check_all(
        9,
        stuck,
        &expect![[r#"
            1 2 3 4
            Incomplete(RepeatedPage), 2 requests"#]],
    )
    .await;
    // If all rows fit on one page, none is missing.
    check_all(
        3,
        stuck,
        &expect![[r#"
        1 2 3
        Complete, 2 requests"#]],
    )
    .await;
}

#[tokio::test]
async fn shuffled_list_is_complete_or_marked_incomplete() {
    let shuffled = PagingBehaviour {
        change_rows: |nth, rows| {
            let length = rows.len();
            rows.rotate_left((nth * 7) % length);
            rows.swap(nth % length, (nth * 5) % length);
        },
        ..CORRECT
    };
    let server = service(20, shuffled).await;
    let query = ListQuery::page(0, 4);
    let mut pages = Pages::new(plain(&server.base), Kind::Campaign, query, None);
    while pages.next().await.unwrap().is_some() {}
    assert!(
        pages.row_count() == 20 || pages.list_end() != Some(ListEnd::Complete),
        "{pages:?}"
    );
    assert!(server.requests().len() < 100, "{}", server.requests().len());
}

#[tokio::test]
async fn failed_page_is_requested_again() {
    let server = Server::start({
        let request_count = Arc::new(Mutex::new(0));
        move |request| {
            let mut request_count = request_count.lock().unwrap();
            *request_count += 1;
            match *request_count {
                2 => reply(503, ""),
                _ if request.line.contains("from=0") => {
                    reply(200, r#"[{"id":1},{"id":2},{"id":3},{"id":4}]"#)
                }
                _ => reply(200, "[]"),
            }
        }
    })
    .await;
    let query = ListQuery::page(0, 4);
    let mut pages = Pages::new(plain(&server.base), Kind::Campaign, query, None);
    assert_eq!(pages.next().await.unwrap().unwrap().items.len(), 4);
    assert!(pages.next().await.is_err());
    assert_eq!(pages.next().await.unwrap(), None);
    assert_eq!(pages.list_end(), Some(ListEnd::Complete));
    let lines = server.lines();
    assert_eq!(lines[1], lines[2]);
}

/// Starts a service with endless new rows, which reports a total of three.
async fn endless(row: fn(usize) -> String) -> Server {
    Server::start(move |request| {
        let number = |name: &str| -> usize {
            let (_, after) = request.line.split_once(&format!("{name}=")).unwrap();
            after.split('&').next().unwrap().parse().unwrap()
        };
        let from = number("from");
        let rows: Vec<_> = (from..from + number("max")).map(row).collect();
        reply(
            200,
            format!(r#"{{"total":3,"result":[{}]}}"#, rows.join(",")),
        )
    })
    .await
}

#[tokio::test]
async fn an_empty_reply_is_not_an_empty_list() {
    for (first, rest, end) in [
        ("", "", IncompleteList::NoContent.into()),
        ("[]", "[]", IncompleteList::NoContent.into()),
        (
            r#"{"total":0,"result":[]}"#,
            r#"{"total":0,"result":[]}"#,
            ListEnd::Complete,
        ),
        (r#"[{"id":1}]"#, "", IncompleteList::NoContent.into()),
        (r#"[{"id":1}]"#, "[]", ListEnd::Complete),
        (
            r#"{"total":2,"result":[{"id":1}]}"#,
            "[]",
            IncompleteList::Short {
                received: 1,
                total: 2,
            }
            .into(),
        ),
    ] {
        let server = Server::start(move |request| {
            let is_first = request.line.contains("from=0");
            reply(200, if is_first { first } else { rest })
        })
        .await;
        // Rows without an advertiser cannot be fetched in parts.
        let query = ListQuery::page(0, 4);
        let mut pages = Pages::new(plain(&server.base), Kind::Campaign, query, None);
        while pages.next().await.unwrap().is_some() {}
        assert_eq!(pages.list_end(), Some(end), "{first} {rest}");
    }
}

#[tokio::test]
async fn endless_list_is_abandoned() {
    let rows: [fn(usize) -> String; 2] = [
        |at| format!(r#"{{"id":{at}}}"#),
        |at| format!(r#"{{"name":"N{at}"}}"#),
    ];
    for row in rows {
        let server = endless(row).await;
        let query = ListQuery::page(0, 1_000);
        let mut pages = Pages::new(plain(&server.base), Kind::Campaign, query, None);
        while pages.next().await.unwrap().is_some() {}
        let (received, total) = (2_000, Some(3));
        assert_eq!(
            pages.list_end(),
            Some(IncompleteList::TooManyRows { received, total }.into())
        );
    }
}
