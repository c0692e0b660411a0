//! Lists to their end, whatever the service does between and with the pages.

use std::sync::{Arc, Mutex};

use adwright_client::{ListEnd, Pages};
use adwright_model::Kind;
use adwright_wire::ListQuery;
use expect_test::{Expect, expect};

use crate::plain;
use crate::server::{Server, reply};

/// How a service pages its rows; each is changed by the number of the request.
#[derive(Clone, Copy)]
struct Habits {
    /// Changes the rows before it answers the request of this number.
    meanwhile: fn(usize, &mut Vec<i64>),
    /// The largest page that it gives.
    cap: usize,
    /// What it says of how many there are.
    total: fn(usize, usize) -> Option<usize>,
    /// Where it begins.
    begin: fn(usize) -> usize,
}

const GOOD: Habits = Habits {
    meanwhile: |_, _| {},
    cap: usize::MAX,
    total: |all, _| Some(all),
    begin: |from| from,
};

async fn service(count: i64, habits: Habits) -> Server {
    let state = Arc::new(Mutex::new((0, (1..=count).collect::<Vec<i64>>())));
    Server::start(move |seen| {
        let number = |name: &str| -> usize {
            let (_, after) = seen.line.split_once(&format!("{name}=")).unwrap();
            let digits = after.split('&').next().unwrap();
            digits.parse().unwrap()
        };
        let mut state = state.lock().unwrap();
        let (nth, rows) = &mut *state;
        *nth += 1;
        (habits.meanwhile)(*nth, rows);
        let page = rows.iter().skip((habits.begin)(number("from")));
        let page: Vec<_> = page.take(number("max").min(habits.cap)).collect();
        let total = (habits.total)(rows.len(), page.len());
        let total = total.map_or_else(String::new, |total| format!(r#""total":{total},"#));
        let rows: Vec<_> = page.iter().map(|id| format!(r#"{{"id":{id}}}"#)).collect();
        reply(200, format!(r#"{{{total}"result":[{}]}}"#, rows.join(",")))
    })
    .await
}

/// What came of a list: the ids in the order in which they came, how it ended, and after how many requests.
async fn check(server: &Server, (from, max, limit): (u64, u32, Option<u64>), expected: &Expect) {
    let query = ListQuery::page(from, max);
    let mut pages = Pages::new(plain(&server.base), Kind::Campaign, query, limit);
    let mut told = Vec::new();
    while let Some(page) = pages.next().await.unwrap() {
        let ids = page.items.iter().map(|item| {
            let text = String::from_utf8_lossy(item);
            text.trim_matches(|letter: char| !letter.is_ascii_digit())
                .to_owned()
        });
        told.push(ids.collect::<Vec<_>>().join(" "));
    }
    assert_eq!(pages.next().await.unwrap(), None);
    let ended = pages.list_end().unwrap();
    told.push(format!("{ended:?}, {} requests", server.seen().len()));
    expected.assert_eq(&told.join("\n"));
}

const ALL: (u64, u32, Option<u64>) = (0, 4, None);

#[tokio::test]
async fn a_list_is_read_to_its_end() {
    check(
        &service(9, GOOD).await,
        ALL,
        &expect![[r#"
        1 2 3 4
        5 6 7
        8 9
        Complete, 4 requests"#]],
    )
    .await;
    check(
        &service(0, GOOD).await,
        ALL,
        &expect!["Complete, 1 requests"],
    )
    .await;
    check(
        &service(1, GOOD).await,
        ALL,
        &expect![[r#"
        1
        Complete, 2 requests"#]],
    )
    .await;
    check(
        &service(9, GOOD).await,
        (3, 4, Some(5)),
        &expect![[r#"
        4 5 6 7
        8
        Complete, 2 requests"#]],
    )
    .await;
    check(
        &service(9, GOOD).await,
        (20, 4, None),
        &expect!["Complete, 1 requests"],
    )
    .await;
    check(
        &service(3, GOOD).await,
        (0, 1, None),
        &expect![[r#"
        1 2
        3
        Complete, 3 requests"#]],
    )
    .await;
}

#[tokio::test]
async fn no_total_and_no_short_page_is_believed() {
    let capped = Habits { cap: 3, ..GOOD };
    let of_page = Habits {
        total: |_, page| Some(page),
        ..capped
    };
    let silent = Habits {
        total: |_, _| None,
        ..capped
    };
    for habits in [capped, of_page, silent] {
        let expected = expect![[r#"
            1 2 3
            4 5
            6 7
            Complete, 4 requests"#]];
        check(&service(7, habits).await, ALL, &expected).await;
    }
    let boasting = Habits {
        total: |all, _| Some(all + 5),
        ..GOOD
    };
    check(
        &service(5, boasting).await,
        ALL,
        &expect![[r#"
        1 2 3 4
        5
        Short { came: 5, total: 10 }, 3 requests"#]],
    )
    .await;
}

#[tokio::test]
async fn rows_that_go_between_two_pages_take_no_other_with_them() {
    let one = Habits {
        meanwhile: |nth, rows| {
            if nth == 2 {
                rows.remove(0);
            }
        },
        ..GOOD
    };
    check(
        &service(9, one).await,
        ALL,
        &expect![[r#"
            1 2 3 4
            5
            6 7 8
            9
            Inconsistent, 6 requests"#]],
    )
    .await;
    let many = Habits {
        meanwhile: |nth, rows| {
            if nth == 3 {
                rows.drain(..6);
            }
        },
        ..GOOD
    };
    check(
        &service(12, many).await,
        ALL,
        &expect![[r#"
            1 2 3 4
            5 6 7
            8 9 10
            11 12
            Inconsistent, 7 requests"#]],
    )
    .await;
    let last = Habits {
        meanwhile: |nth, rows| {
            if nth == 4 {
                rows.truncate(5);
            }
        },
        ..GOOD
    };
    check(
        &service(9, last).await,
        ALL,
        &expect![[r#"
            1 2 3 4
            5 6 7
            8 9
            Inconsistent, 5 requests"#]],
    )
    .await;
}

#[tokio::test]
async fn rows_that_come_between_two_pages_bring_none_twice() {
    let above = Habits {
        meanwhile: |nth, rows| {
            if nth == 2 {
                rows.splice(0..0, [101, 102]);
            }
        },
        ..GOOD
    };
    check(
        &service(9, above).await,
        ALL,
        &expect![[r#"
        1 2 3 4
        5
        6 7 8
        9
        Short { came: 9, total: 11 }, 5 requests"#]],
    )
    .await;
    let below = Habits {
        meanwhile: |nth, rows| {
            if nth == 2 {
                rows.push(101);
            }
        },
        ..GOOD
    };
    check(
        &service(9, below).await,
        ALL,
        &expect![[r#"
        1 2 3 4
        5 6 7
        8 9 101
        Complete, 4 requests"#]],
    )
    .await;
}

#[tokio::test]
async fn a_service_that_gives_one_page_for_ever_is_found_out() {
    let stuck = Habits {
        begin: |_| 0,
        ..GOOD
    };
    check(
        &service(9, stuck).await,
        ALL,
        &expect![[r#"
        1 2 3 4
        Repeated, 2 requests"#]],
    )
    .await;
    // Where everything came on one page, nothing is missing.
    check(
        &service(3, stuck).await,
        ALL,
        &expect![[r#"
        1 2 3
        Complete, 2 requests"#]],
    )
    .await;
    check(
        &service(1, stuck).await,
        ALL,
        &expect![[r#"
        1
        Complete, 2 requests"#]],
    )
    .await;
}

#[tokio::test]
async fn rows_in_an_order_that_changes_every_time_are_all_found_or_it_is_said() {
    let shuffled = Habits {
        meanwhile: |nth, rows| {
            let length = rows.len();
            rows.rotate_left((nth * 7) % length);
            rows.swap(nth % length, (nth * 5) % length);
        },
        ..GOOD
    };
    let server = service(20, shuffled).await;
    let query = ListQuery::page(0, 4);
    let mut pages = Pages::new(plain(&server.base), Kind::Campaign, query, None);
    while pages.next().await.unwrap().is_some() {}
    assert!(
        pages.row_count() == 20 || pages.list_end() != Some(ListEnd::Complete),
        "{pages:?}"
    );
    assert!(server.seen().len() < 100, "{}", server.seen().len());
}

#[tokio::test]
async fn after_a_failure_the_same_page_is_asked_for_again() {
    let server = Server::start({
        let asked = Arc::new(Mutex::new(0));
        move |seen| {
            let mut asked = asked.lock().unwrap();
            *asked += 1;
            match *asked {
                2 => reply(503, ""),
                _ if seen.line.contains("from=0") => {
                    reply(200, r#"[{"id":1},{"id":2},{"id":3},{"id":4}]"#)
                }
                _ => reply(200, r#"[{"id":4}]"#),
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

#[tokio::test]
async fn a_row_that_jumps_past_what_is_read_is_not_taken_for_gone() {
    let jumping = Habits {
        meanwhile: |nth, rows| {
            if nth == 2 {
                rows[..9].rotate_right(1);
            }
        },
        total: |_, _| None,
        ..GOOD
    };
    check(
        &service(9, jumping).await,
        ALL,
        &expect![[r#"
        1 2 3 4
        5 6
        7 8
        Inconsistent, 4 requests"#]],
    )
    .await;
}

#[tokio::test]
async fn an_empty_answer_is_no_empty_list() {
    for (body, ended) in [
        ("", ListEnd::NoContent),
        ("[]", ListEnd::NoContent),
        (r#"{"total":0,"result":[]}"#, ListEnd::Complete),
    ] {
        let server = Server::start(move |_| reply(200, body)).await;
        let query = ListQuery::page(0, 4);
        let mut pages = Pages::new(plain(&server.base), Kind::Campaign, query, None);
        assert_eq!(pages.next().await.unwrap(), None);
        assert_eq!(pages.list_end(), Some(ended), "{body}");
    }
}

#[tokio::test]
async fn what_is_empty_beyond_a_window_is_no_end() {
    let window = Habits {
        begin: |from| if from < 6 { from } else { usize::MAX },
        total: |_, _| None,
        ..GOOD
    };
    check(
        &service(12, window).await,
        ALL,
        &expect![[r#"
        1 2 3 4
        5 6 7
        8 9
        Inconsistent, 8 requests"#]],
    )
    .await;
}

/// Rows without an end, each of them new, of which the service says that there are three.
async fn endless(row: fn(usize) -> String) -> Server {
    Server::start(move |seen| {
        let number = |name: &str| -> usize {
            let (_, after) = seen.line.split_once(&format!("{name}=")).unwrap();
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
async fn a_list_without_an_end_is_given_up_with_what_came() {
    let rows: [fn(usize) -> String; 2] = [
        |at| format!(r#"{{"id":{at}}}"#),
        |at| format!(r#"{{"name":"N{at}"}}"#),
    ];
    for row in rows {
        let server = endless(row).await;
        let query = ListQuery::page(0, 10_000);
        let mut pages = Pages::new(plain(&server.base), Kind::Campaign, query, None);
        let mut came = 0;
        while let Some(page) = pages.next().await.unwrap() {
            came += page.items.len() as u64;
        }
        let total = Some(3);
        assert_eq!(pages.list_end(), Some(ListEnd::Endless { came, total }));
        assert!((100_000..200_000).contains(&came), "{came}");
        assert!(server.seen().len() < 25);
    }
}
