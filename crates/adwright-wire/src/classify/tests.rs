use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::{ClassifierInput, Method, classify, extract_failure, is_not_found};
use crate::dialect::{ErrorPaths, ReplyPaths};
use crate::parsed_body::ParsedBody;
use crate::verdict::{ItemReply, Verdict};
use crate::verdict_table::{BodyShape, StatusClass};

/// Asserts the verdict on a reply, in words.
fn check(method: Method, status: u16, body: &str, expected: &Expect) {
    expected.assert_eq(&said(&verdict(method, status, None, body)));
}

fn verdict(method: Method, status: u16, retry_after: Option<&str>, body: &str) -> Verdict {
    classify(&ClassifierInput {
        method,
        status,
        retry_after,
        date: Some("Sat, 21 Nov 2026 11:59:00 GMT"),
        body,
        places: &ReplyPaths::default(),
    })
}

fn said(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Accepted { entities } => format!("accepted {}", entities.join(" | ")),
        Verdict::Refused { codes, message } => format!("refused {codes:?} {message:?}"),
        Verdict::PerItem { items } => items.iter().map(item_said).collect::<Vec<_>>().join("\n"),
        Verdict::Unauthorized => "log in".to_owned(),
        Verdict::Wait { seconds } => format!("wait {seconds:?}"),
        Verdict::Unknown(unclear) => format!("unknown: {unclear}"),
    }
}

fn item_said(item: &ItemReply) -> String {
    let ItemReply {
        outcome,
        codes,
        message,
        entity,
    } = item;
    format!("{outcome:?} {codes:?} {message:?} {entity:?}")
}

/// Returns a status, with or without Retry-After, for each class.
const fn sample_status(class: StatusClass) -> (u16, Option<&'static str>) {
    match class {
        StatusClass::Success => (200, None),
        StatusClass::MultiStatus => (207, None),
        StatusClass::Redirect => (302, None),
        StatusClass::Unauthorized => (401, None),
        StatusClass::Busy => (503, Some("7")),
        StatusClass::ClientError => (409, None),
        StatusClass::ServerError => (500, None),
        StatusClass::NonHttp => (99, None),
    }
}

/// Returns a body for each shape.
const fn sample_body(shape: BodyShape) -> &'static str {
    match shape {
        BodyShape::Nothing => r#"{"result":null}"#,
        BodyShape::Entities => r#"{"error":null,"result":{"type":"Campaign","id":1}}"#,
        BodyShape::Final => r#"{"error":{"errors":[{"code":62003}]},"result":null}"#,
        BodyShape::Compare => r#"{"error":{"errors":[{"code":62001}]},"result":null}"#,
        BodyShape::Expired => r#"{"fault":{"faultstring":"Access Token expired"}}"#,
        BodyShape::Coded => r#"{"error":{"errors":[{"code":9199}]},"result":null}"#,
        BodyShape::Uncoded => r#"{"fault":{}}"#,
        BodyShape::Mixed => r#"{"error":{"errors":[{"code":9199}]},"result":{"type":"Campaign"}}"#,
        BodyShape::Unreadable => "<html>Bad gateway</html>",
    }
}

/// Returns a word for each cell of the table.
fn cell(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Accepted { .. } => "accepted".to_owned(),
        Verdict::Refused { .. } => "refused".to_owned(),
        Verdict::PerItem { items } => items
            .iter()
            .map(|item| format!("item:{:?}", item.outcome).to_lowercase())
            .collect(),
        Verdict::Unauthorized => "log in".to_owned(),
        Verdict::Wait { .. } => "wait".to_owned(),
        Verdict::Unknown(_) => "unknown".to_owned(),
    }
}

fn table(method: Method) -> String {
    let row = |name: String, cells: Vec<String>| {
        let cells: Vec<_> = cells.iter().map(|cell| format!("{cell:<13}")).collect();
        format!("{name:<12} {}\n", cells.join(" ").trim_end())
    };
    let head = row(
        String::new(),
        BodyShape::ALL
            .iter()
            .map(|shape| format!("{shape:?}"))
            .collect(),
    );
    let rows = StatusClass::ALL.iter().map(|class| {
        let (status, retry_after) = sample_status(*class);
        let cells = BodyShape::ALL
            .iter()
            .map(|shape| cell(&verdict(method, status, retry_after, sample_body(*shape))));
        row(format!("{class:?}"), cells.collect())
    });
    head + &rows.collect::<String>()
}

#[test]
fn samples_have_their_class_and_shape() {
    for class in StatusClass::ALL {
        let (status, retry_after) = sample_status(class);
        assert_eq!(
            StatusClass::from_status(status, retry_after.is_some()),
            class
        );
    }
    let usual = ReplyPaths::default();
    for shape in BodyShape::ALL {
        let read = |reading: Result<ParsedBody, _>| {
            reading
                .as_ref()
                .map_or(BodyShape::Unreadable, ParsedBody::shape)
        };
        for method in [Method::Get, Method::Post, Method::Put] {
            let reading = ParsedBody::parse(method, sample_body(shape), &usual);
            assert_eq!(read(reading), shape);
        }
    }
}

#[test]
fn every_read_reply_has_its_verdict() {
    expect![[r#"
                     Nothing       Entities      Final         Compare       Expired       Coded         Uncoded       Mixed         Unreadable
        Success      accepted      accepted      refused       refused       log in        refused       refused       refused       unknown
        MultiStatus  accepted      accepted      refused       refused       log in        refused       refused       refused       unknown
        Redirect     unknown       unknown       refused       unknown       unknown       unknown       unknown       unknown       unknown
        Unauthorized log in        log in        refused       log in        log in        log in        log in        log in        log in
        Busy         wait          wait          refused       wait          wait          wait          wait          wait          wait
        ClientError  refused       refused       refused       refused       log in        refused       refused       refused       refused
        ServerError  unknown       unknown       refused       refused       log in        refused       unknown       unknown       unknown
        NonHttp      unknown       unknown       refused       unknown       unknown       unknown       unknown       unknown       unknown
    "#]].assert_eq(&table(Method::Get));
}

#[test]
fn every_write_reply_has_its_verdict() {
    expect![[r#"
                     Nothing       Entities      Final         Compare       Expired       Coded         Uncoded       Mixed         Unreadable
        Success      unknown       accepted      refused       unknown       unknown       refused       unknown       unknown       unknown
        MultiStatus  unknown       item:accepted item:refused  item:compare  unknown       item:unknown  item:unknown  item:unknown  unknown
        Redirect     unknown       unknown       refused       unknown       unknown       unknown       unknown       unknown       unknown
        Unauthorized log in        log in        refused       log in        log in        log in        log in        log in        log in
        Busy         wait          wait          refused       wait          wait          wait          wait          wait          wait
        ClientError  refused       refused       refused       unknown       log in        refused       refused       refused       refused
        ServerError  unknown       unknown       refused       unknown       unknown       unknown       unknown       unknown       unknown
        NonHttp      unknown       unknown       refused       unknown       unknown       unknown       unknown       unknown       unknown
    "#]].assert_eq(&table(Method::Post));
    assert_eq!(table(Method::Post), table(Method::Put));
}

#[test]
fn every_status_has_its_class() {
    let mut runs: Vec<(u16, StatusClass)> = Vec::new();
    for status in 0..=1000 {
        let class = StatusClass::from_status(status, false);
        if runs.last().is_none_or(|(_, last)| *last != class) {
            runs.push((status, class));
        }
    }
    let runs: Vec<_> = runs
        .iter()
        .map(|(from, class)| format!("{from:>3} {class:?}"))
        .collect();
    let runs = runs.join("\n");
    expect![[r#"
          0 NonHttp
        200 Success
        207 MultiStatus
        208 Success
        300 Redirect
        400 ClientError
        401 Unauthorized
        402 ClientError
        429 Busy
        430 ClientError
        500 ServerError
        600 NonHttp"#]]
    .assert_eq(&runs);
    assert_eq!(StatusClass::from_status(503, true), StatusClass::Busy);
    assert_eq!(
        StatusClass::from_status(500, true),
        StatusClass::ServerError
    );
}

#[test]
fn final_codes_are_refusals_at_any_status() {
    for code in [62000, 62002, 62003, 62004] {
        for body in [
            format!(r#"{{"error":{{"errors":[{{"code":{code}}}]}},"result":null}}"#),
            format!(r#"{{"errors":[{{"errorCode":"{code}"}}],"result":"none"}}"#),
            format!(r#"{{"fault":{{"code":{code}}},"result":{{"type":"Campaign","id":1}}}}"#),
            format!(r#"{{"status":{{"code":{code}}}}}"#),
            format!(r#"{{"result":[{{"error":{{"code":{code}}}}}]}}"#),
        ] {
            for status in (0..=999).filter(|status| *status != 207) {
                for method in [Method::Post, Method::Put] {
                    let verdict = verdict(method, status, Some("1"), &body);
                    let Verdict::Refused { codes, .. } = verdict else {
                        panic!("{status} {body}: {verdict:?}");
                    };
                    assert_eq!(codes, [code], "{status} {body}");
                }
            }
            let verdict = verdict(Method::Put, 207, None, &body);
            assert_eq!(cell(&verdict), "item:refused", "{body}");
        }
    }
}

#[test]
fn error_codes_are_read_from_error_places() {
    for body in [
        r#"{"error":{"code":62000}}"#,
        r#"{"error":{"errorCode":62000}}"#,
        r#"{"error":{"errors":[{"code":62000}]}}"#,
        r#"{"error":[{"error":{"code":"62000"}}]}"#,
        r#"{"errors":[{"code":62000}]}"#,
        r#"{"fault":{"code":62000}}"#,
        r#"{"status":{"code":62000}}"#,
        r#"{"status":62000}"#,
        r#"{"result":[{"code":62000}]}"#,
        r#"{"result":[{"errorCode":"62000"}]}"#,
        r#"{"result":[{"status":{"errorCode":62000}}]}"#,
        r#"[{"fault":{"code":62000}}]"#,
        r#"{"code":62000}"#,
        r#"{"errorCode":"62000","message":"Attached."}"#,
        r#"{"id":"f3a0-11","code":62000,"result":null}"#,
        r#"{"fault":{"detail":{"code":62000}}}"#,
        r#"{"fault":{"faultstring":"No.","detail":{"errorcode":"62000"}}}"#,
        r#"{"errors":[{"detail":{"errorCode":62000}}]}"#,
    ] {
        assert_eq!(
            cell(&verdict(Method::Put, 500, None, body)),
            "refused",
            "{body}"
        );
    }
}

#[test]
fn codes_elsewhere_are_not_errors() {
    for body in [
        r#"{"id":7,"code":62000}"#,
        r#"{"code":162000,"result":null}"#,
        r#"{"fault":{"detail":{"type":"Campaign","code":62000}}}"#,
        r#"{"error":{"number":62000,"text":"62000","Code":62000}}"#,
        r#"{"error":{"code":-62000}}"#,
        r#"{"error":{"code":62000.5}}"#,
        r#"{"error":{"code":[62000]}}"#,
        r#"{"error":{"entity":{"type":"Campaign","code":62000}}}"#,
        r#"{"status":"62000"}"#,
        r#"{"result":{"type":"Campaign","error":{"code":62000},"errorCode":62000}}"#,
        r#"{"result":[{"type":"Campaign","status":{"code":62000}}]}"#,
        r#"{"type":"Campaign","error":{"errors":[{"code":62000}]}}"#,
        r#"{"result":[{"error":{},"result":{"type":"Campaign","code":62000}}]}"#,
        "62000",
    ] {
        assert_eq!(
            cell(&verdict(Method::Put, 500, None, body)),
            "unknown",
            "{body}"
        );
    }
}

#[test]
fn codes_in_refusal_messages_count() {
    for body in [
        r#"{"message":"62004: You may not."}"#,
        r#"{"error":{"message":"Error 62004, you may not"}}"#,
        r#"{"error":"You may not (62004)."}"#,
        r#"{"title":"Refused","detail":"[62004] You may not."}"#,
        r#"{"fault":{"faultstring":"errorCode=62004"}}"#,
        r#"{"error":{"code":500,"message":"code: 62004"}}"#,
        "62004 You may not.",
    ] {
        let refused = verdict(Method::Put, 500, None, body);
        let Verdict::Refused { codes, message } = refused else {
            panic!("{body}: {refused:?}");
        };
        assert_eq!(codes.last(), Some(&62004), "{body}");
        assert!(message.is_some_and(|text| text.contains("62004")), "{body}");
    }
    // Codes about a whole call are not final, so any mention counts.
    for body in [
        r#"{"message":"More than is allowed in a call, see 66109"}"#,
        "More than is allowed in a call, see 66109",
    ] {
        let codes = extract_failure(Method::Post, 500, body, &ReplyPaths::default()).0;
        assert_eq!(codes, [66109], "{body}");
    }
}

#[test]
fn numbers_in_messages_are_rarely_codes() {
    for body in [
        r#"{"message":"Campaign 62004 is being saved."}"#,
        r#"{"error":{"message":"There is no campaign 62004"}}"#,
        r#"{"error":"162004: no"}"#,
        r#"{"error":"62004.5 seconds passed"}"#,
        r#"{"error":"62004-17 failed"}"#,
        r#"{"error":{"code":9199,"message":"62004: no"}}"#,
        r#"{"type":"Campaign","name":"62004: no"}"#,
        r#"{"type":"Campaign","message":"62004: no"}"#,
        r#"{"result":{"type":"Campaign","message":"62004: no"}}"#,
        "There is no campaign 62004.",
        "<html><title>62004: no</title></html>",
    ] {
        let written = verdict(Method::Put, 500, None, body);
        assert_eq!(cell(&written), "unknown", "{body}");
    }
    // Words alone do not make a success a refusal.
    for body in [r#"{"message":"62004: no"}"#, "62004: no"] {
        let written = verdict(Method::Put, 200, None, body);
        assert_eq!(cell(&written), "unknown", "{body}");
    }
}

#[test]
fn refusal_keeps_the_service_message() {
    for (body, expected) in [
        (r#"{"message":"Not yours."}"#, "Not yours."),
        (
            r#"{"status":403,"error":"Forbidden","message":"Not yours.","path":"/campaigns"}"#,
            "Forbidden; Not yours.",
        ),
        (
            r#"{"type":"about:blank","title":"Forbidden","status":403,"detail":"Not yours."}"#,
            "Forbidden; Not yours.",
        ),
        (r#"{"errors":[{"description":"Not yours."}]}"#, "Not yours."),
        (
            r#"{"error":{"error_description":"Not yours."}}"#,
            "Not yours.",
        ),
        (
            r#"{"problem":{"number":"x","text":"It is not yours."}}"#,
            "It is not yours.",
        ),
        (
            r#"{"fault":{"detail":{"reason":"Not yours."}}}"#,
            "Not yours.",
        ),
        ("Not yours.", "Not yours."),
    ] {
        let Verdict::Refused { message, .. } = verdict(Method::Put, 403, None, body) else {
            panic!("{body}");
        };
        assert_eq!(message.as_deref(), Some(expected), "{body}");
        let failed = said(&verdict(Method::Put, 500, None, body));
        assert!(failed.contains(expected), "{body}: {failed}");
    }
}

#[test]
fn created_ids_count_beside_errors() {
    let errors = r#""errors":[{"code":62004,"message":"not all"}]"#;
    let ids = format!(r#"{{{errors},"result":[{{"type":"A","id":5}},null,{{"id":"6"}}]}}"#);
    check(
        Method::Post,
        207,
        &ids,
        &expect![[r#"
            Accepted [] None Some("{\"type\":\"A\",\"id\":5}")
            Unknown [] None None
            Accepted [] None Some("{\"id\":\"6\"}")"#]],
    );
    let one = format!(r#"{{{errors},"result":[{{"type":"A","id":5}}]}}"#);
    check(
        Method::Post,
        207,
        &one,
        &expect![[r#"Accepted [] None Some("{\"type\":\"A\",\"id\":5}")"#]],
    );
    // An update shows an id that existed before, whatever its outcome.
    check(
        Method::Put,
        207,
        &one,
        &expect![[r#"Refused [62004] Some("not all") Some("{\"type\":\"A\",\"id\":5}")"#]],
    );
    let null = format!(r#"{{{errors},"result":[{{"type":"A","id":null}}]}}"#);
    check(
        Method::Post,
        207,
        &null,
        &expect![[r#"Refused [62004] Some("not all") Some("{\"type\":\"A\",\"id\":null}")"#]],
    );
}

/// The verdict of a service that reports failures in `problem`.
fn at_places(method: Method, status: u16, body: &str) -> String {
    let places = ReplyPaths {
        errors: ErrorPaths {
            code_at: "problem.number".parse().ok(),
            message_at: "problem.text".parse().ok(),
        },
        ..ReplyPaths::default()
    };
    let answer = ClassifierInput {
        method,
        status,
        retry_after: None,
        date: None,
        body,
        places: &places,
    };
    said(&classify(&answer))
}

#[test]
fn code_is_read_from_its_configured_place() {
    let body = r#"{"problem":{"number":"62000","text":"Attached."},"result":null}"#;
    for method in [Method::Get, Method::Put] {
        for status in [200, 400, 500] {
            expect!["refused [62000] Some(\"Attached.\")"]
                .assert_eq(&at_places(method, status, body));
        }
    }
    let item = format!(r#"{{"result":[{body}]}}"#);
    expect!["Refused [62000] Some(\"Attached.\") None"].assert_eq(&at_places(
        Method::Post,
        207,
        &item,
    ));
    // The usual members count as well.
    let both = r#"{"error":{"code":9199},"problem":{"number":62003}}"#;
    expect!["refused [9199, 62003] None"].assert_eq(&at_places(Method::Get, 500, both));
}

#[test]
fn configured_place_creates_no_false_failure() {
    let entity = r#"{"type":"Campaign","id":1,"problem":{"number":62000,"text":"A."}}"#;
    for body in [entity, &format!(r#"{{"result":{entity}}}"#)] {
        let accepted = format!("accepted {entity}");
        assert_eq!(at_places(Method::Put, 200, body), accepted);
    }
    for harmless in [
        "null",
        "{}",
        r#"{"number":0,"text":"Fine."}"#,
        r#"{"number":200}"#,
    ] {
        let body = format!(r#"{{"problem":{harmless},"result":{entity}}}"#);
        let accepted = format!("accepted {entity}");
        assert_eq!(at_places(Method::Put, 200, &body), accepted, "{harmless}");
    }
    // A message alone gives the reason, but settles nothing.
    let words = r#"{"problem":{"text":"Try later."}}"#;
    expect!["unknown: the service failed without saying what it did (status 500: Try later.)"]
        .assert_eq(&at_places(Method::Put, 500, words));
}

/// The verdict of a service with a single object in `page.row` and several in `page.rows`.
fn in_pages(method: Method, status: u16, body: &str) -> String {
    let places = ReplyPaths {
        single: "page.row".parse().ok(),
        list: "page.rows".parse().ok(),
        ..ReplyPaths::default()
    };
    said(&classify(&ClassifierInput {
        method,
        status,
        retry_after: None,
        date: None,
        body,
        places: &places,
    }))
}

#[test]
fn written_entity_uses_configured_or_usual_place() {
    let (typed, bare) = (r#"{"type":"Campaign","id":9}"#, r#"{"id":9,"n":1.50}"#);
    for entity in [typed, bare] {
        for body in [
            format!(r#"{{"page":{{"row":{entity}}}}}"#),
            format!(r#"{{"page":{{"row":null,"rows":[{entity}]}}}}"#),
            format!(r#"{{"type":"Reply","error":null,"page":{{"row":{entity}}}}}"#),
        ] {
            let accepted = format!("accepted {entity}");
            for method in [Method::Post, Method::Put] {
                assert_eq!(in_pages(method, 200, &body), accepted, "{body}");
            }
        }
    }
    let usual = format!(r#"{{"result":{typed}}}"#);
    assert_eq!(
        in_pages(Method::Post, 200, &usual),
        format!("accepted {typed}")
    );
    let several = r#"{"page":{"rows":[{"id":1},{"error":{"code":62004}},{"id":2,"status":500}]}}"#;
    expect![[r#"
        Accepted [] None Some("{\"id\":1}")
        Refused [62004] None None
        Unknown [] None Some("{\"id\":2,\"status\":500}")"#]]
    .assert_eq(&in_pages(Method::Post, 207, several));
}

#[test]
fn failure_beside_configured_place_still_counts() {
    for (body, is) in [
        (
            r#"{"type":"Reply","page":{"row":{"id":9}},"error":{"code":9199}}"#,
            "unknown",
        ),
        (
            r#"{"type":"Reply","page":{"row":{"id":9}},"error":{"code":62004}}"#,
            "refused",
        ),
        (r#"{"page":{"row":null},"error":{"code":9199}}"#, "refused"),
        (r#"{"page":{"row":{}}}"#, "unknown"),
        (r#"{"page":{"row":{"name":"a"}}}"#, "unknown"),
        (r#"{"page":{"row":"9"}}"#, "unknown"),
    ] {
        let said = in_pages(Method::Put, 200, body);
        assert!(said.starts_with(is), "{body}: {said}");
    }
    assert!(in_pages(Method::Put, 500, r#"{"page":{"row":{"id":9}}}"#).starts_with("unknown"));
}

#[test]
fn code_repeating_5xx_status_settles_no_write() {
    for code in [500, 502, 599] {
        for body in [
            format!(r#"{{"error":{{"code":{code}}},"result":null}}"#),
            format!(r#"{{"status":{{"code":{code}}},"result":null}}"#),
            format!(r#"{{"errors":[{{"errorCode":"{code}"}}]}}"#),
        ] {
            for class in StatusClass::ALL {
                let (status, retry_after) = sample_status(class);
                let of = |body| cell(&verdict(Method::Post, status, retry_after, body));
                assert_eq!(
                    of(&body),
                    of(sample_body(BodyShape::Uncoded)),
                    "{status} {body}"
                );
            }
        }
    }
    let body = r#"{"error":{"code":500,"message":"Oops."},"result":null}"#;
    check(
        Method::Post,
        200,
        body,
        &expect![
            "unknown: the reply contains an error, but no code that shows the outcome (status 200: 500 Oops.)"
        ],
    );
    check(
        Method::Get,
        200,
        body,
        &expect![[r#"refused [500] Some("Oops.")"#]],
    );
    // Beside a service code it adds nothing.
    let both = r#"{"error":{"code":500,"errors":[{"code":9199}]}}"#;
    check(
        Method::Post,
        200,
        both,
        &expect!["refused [500, 9199] None"],
    );
    check(
        Method::Post,
        200,
        r#"{"error":{"code":404}}"#,
        &expect!["refused [404] None"],
    );
}

#[test]
fn codes_and_messages_are_ordered_and_unique() {
    check(
        Method::Post,
        400,
        r#"{"error":{"message":"no","errors":[{"code":9199,"message":"from"},{"code":62004},{"code":9199,"message":"no"}]}}"#,
        &expect![[r#"refused [9199, 62004] Some("no; from")"#]],
    );
    check(
        Method::Post,
        404,
        "<html>Not found</html>",
        &expect![[r#"refused [] Some("it sent a web page")"#]],
    );
    check(
        Method::Post,
        403,
        r#"{"error":"Not yours."}"#,
        &expect![[r#"refused [] Some("Not yours.")"#]],
    );
}

#[test]
fn an_accepted_entity_keeps_every_byte() {
    check(
        Method::Put,
        200,
        r#" {"result" : {"type":"Campaign", "budget":1.50, "x":null } } "#,
        &expect![[r#"accepted {"type":"Campaign", "budget":1.50, "x":null }"#]],
    );
    check(
        Method::Post,
        201,
        r#"[{"type":"Campaign"},{"type":"Campaign"}]"#,
        &expect![[r#"accepted {"type":"Campaign"} | {"type":"Campaign"}"#]],
    );
}

#[test]
fn success_without_proof_is_unknown_for_a_write() {
    check(
        Method::Post,
        200,
        "",
        &expect!["unknown: the service reported success, but its reply is empty (status 200)"],
    );
    check(
        Method::Put,
        204,
        "",
        &expect!["unknown: the service reported success, but its reply is empty (status 204)"],
    );
    check(
        Method::Put,
        200,
        r#"{"result":{"type":"Campaign","na"#,
        &expect!["unknown: the reply cannot be read (status 200)"],
    );
    check(
        Method::Put,
        200,
        r#"{"result":[{"type":"Campaign"},7]}"#,
        &expect!["unknown: the reply contains both an error and an object (status 200)"],
    );
    check(
        Method::Put,
        200,
        r#"{"result":[{"error":{"errors":[]}}]}"#,
        &expect![
            "unknown: the service reported success, but the reply contains no object (status 200)"
        ],
    );
    check(
        Method::Put,
        200,
        r#"{"error":false,"result":{"type":"Campaign"}}"#,
        &expect!["unknown: the reply contains both an error and an object (status 200)"],
    );
    check(
        Method::Put,
        200,
        r#"{"error":{"code":62001},"result":{"type":"Campaign"}}"#,
        &expect![
            "unknown: the service reported 62001, and may have saved it anyway (status 200: 62001)"
        ],
    );
}

#[test]
fn status_member_is_rarely_a_failure() {
    check(
        Method::Put,
        200,
        r#"{"status":"ok","errors":[],"result":{"type":"Campaign"}}"#,
        &expect![[r#"accepted {"type":"Campaign"}"#]],
    );
    check(
        Method::Put,
        200,
        r#"{"status":{"code":200},"result":{"type":"Campaign"}}"#,
        &expect![[r#"accepted {"type":"Campaign"}"#]],
    );
    check(
        Method::Put,
        200,
        r#"{"status":{"code":500,"message":"oh"},"result":null}"#,
        &expect![
            "unknown: the reply contains an error, but no code that shows the outcome (status 200: oh)"
        ],
    );
}

#[test]
fn multi_status_is_read_item_by_item() {
    check(
        Method::Post,
        207,
        r#"{"result":[
            {"type":"Campaign","id":1},
            {"status":200,"result":{"type":"Campaign","id":2}},
            {"status":500,"error":{"code":62003,"message":"cookies"}},
            {"code":62001,"message":"placements","entity":{"type":"Campaign","id":4}},
            {"status":{"code":9199}},
            {"error":"busy"},
            {"status":500,"result":{"type":"Campaign","id":7}},
            {"id":8},
            {"a":1,"a":2},
            9
        ]}"#,
        &expect![[r#"
            Accepted [] None Some("{\"type\":\"Campaign\",\"id\":1}")
            Accepted [] None Some("{\"type\":\"Campaign\",\"id\":2}")
            Refused [62003] Some("cookies") None
            Compare [62001] Some("placements") Some("{\"type\":\"Campaign\",\"id\":4}")
            Unknown [9199] None None
            Unknown [] Some("busy") None
            Unknown [] None Some("{\"type\":\"Campaign\",\"id\":7}")
            Unknown [] None Some("{\"id\":8}")
            Unknown [] None None
            Unknown [] None None"#]],
    );
}

#[test]
fn multi_status_with_one_error_for_all() {
    let error = r#""error":{"errors":[{"code":62001,"message":"placements"}]}"#;
    check(
        Method::Put,
        207,
        &format!(r#"{{{error},"result":null}}"#),
        &expect![[r#"Compare [62001] Some("placements") None"#]],
    );
    check(
        Method::Put,
        207,
        &format!(r#"{{{error},"result":{{"type":"Campaign"}}}}"#),
        &expect![[r#"Compare [62001] Some("placements") Some("{\"type\":\"Campaign\"}")"#]],
    );
    check(
        Method::Post,
        207,
        &format!(r#"{{{error},"result":[{{"type":"A"}},{{"type":"B"}}]}}"#),
        &expect![[r#"
            Compare [] None Some("{\"type\":\"A\"}")
            Compare [] None Some("{\"type\":\"B\"}")"#]],
    );
    check(
        Method::Post,
        207,
        r#"{"error":{},"result":[{"type":"A"},{"error":{"code":62004}}]}"#,
        &expect![[r#"
            Unknown [] None Some("{\"type\":\"A\"}")
            Refused [62004] None None"#]],
    );
}

#[test]
fn multi_status_combines_envelope_and_item_errors() {
    check(
        Method::Put,
        207,
        r#"{"error":{"message":"not all"},"result":[{"code":62001,"entity":{"type":"Campaign"}}]}"#,
        &expect![[r#"Compare [62001] Some("not all") Some("{\"type\":\"Campaign\"}")"#]],
    );
}

#[test]
fn read_verdict_has_no_entities() {
    let list = r#"{"result":[{"type":"Campaign","id":1},{"type":"Campaign","id":2}]}"#;
    check(Method::Get, 200, list, &expect!["accepted "]);
    let failed = r#"{"error":{"errors":[{"code":9199}]},"result":[{"type":"Campaign","id":1}]}"#;
    check(Method::Get, 200, failed, &expect!["refused [9199] None"]);
}

#[test]
fn expired_login_is_recognised_in_many_forms() {
    for body in [
        r#"{"fault":{"faultstring":"Invalid Access Token","detail":{}}}"#,
        r#"{"fault":{"message":"The session has expired."}}"#,
        r#"{"error":{"errors":[{"code":401,"message":"Log in first."}]},"result":null}"#,
        r#"{"errors":[{"errorCode":"401"}]}"#,
        r#"{"status":{"code":401}}"#,
        r#"{"status":401}"#,
    ] {
        for status in [200, 207, 400, 403, 500] {
            let read = verdict(Method::Get, status, None, body);
            assert_eq!(read, Verdict::Unauthorized, "{status} {body}");
        }
        for (status, expected) in [
            (400, "log in"),
            (403, "log in"),
            // Words that only sound like an expired login may come after the change was saved.
            (200, "unknown"),
            (207, "unknown"),
            (500, "unknown"),
        ] {
            let written = verdict(Method::Post, status, None, body);
            assert_eq!(cell(&written), expected, "{status} {body}");
        }
    }
    for body in [
        r#"{"fault":{"faultstring":"Gateway Timeout"}}"#,
        r#"{"error":{"message":"The token in the address is invalid."}}"#,
        r#"{"error":{"errors":[{"code":401},{"code":9199}]}}"#,
        r#"{"error":{"code":401},"result":{"type":"Campaign"}}"#,
        r#"{"error":{"code":401},"result":[7]}"#,
        r#"{"result":{"type":"Campaign","fault":{"faultstring":"token expired"}}}"#,
    ] {
        let verdict = verdict(Method::Put, 500, None, body);
        assert_eq!(cell(&verdict), "unknown", "{body}");
    }
}

#[test]
fn plain_404_means_entity_not_found() {
    let found_nothing = |method, status, body| {
        is_not_found(&ClassifierInput {
            method,
            status,
            retry_after: None,
            date: None,
            body,
            places: &ReplyPaths::default(),
        })
    };
    for body in [
        "",
        "null",
        r#"{"result":null}"#,
        r#"{"error":{"errors":[{"code":404,"message":"There is none."}]},"result":null}"#,
        r#"{"error":"Not Found","status":404,"path":"/campaigns/7"}"#,
        r#"{"message":"no such campaign"}"#,
    ] {
        assert!(found_nothing(Method::Get, 404, body), "{body}");
        assert!(!found_nothing(Method::Put, 404, body), "{body}");
        assert!(!found_nothing(Method::Get, 410, body), "{body}");
    }
    for body in [
        "<html>Not Found</html>",
        "Not Found",
        r#"{"error":{"code":62004}}"#,
        r#"{"result":{"type":"Campaign"}}"#,
        r#"{"fault":{"faultstring":"Invalid Access Token"}}"#,
    ] {
        assert!(!found_nothing(Method::Get, 404, body), "{body}");
    }
}

#[test]
fn retry_after_gives_the_wait() {
    let seconds = |status, retry_after| verdict(Method::Put, status, retry_after, "");
    assert_eq!(seconds(429, None), Verdict::Wait { seconds: None });
    assert_eq!(
        seconds(429, Some(" 30 ")),
        Verdict::Wait { seconds: Some(30) }
    );
    assert_eq!(
        seconds(503, Some("Sat, 21 Nov 2026 12:00:00 GMT")),
        Verdict::Wait { seconds: Some(60) }
    );
    assert_eq!(cell(&seconds(503, None)), "unknown");
}

#[test]
fn unknown_outcome_keeps_the_service_message() {
    check(
        Method::Put,
        500,
        r#"{"error":{"code":9199,"message":"from"}}"#,
        &expect!["unknown: the service failed without saying what it did (status 500: 9199 from)"],
    );
    check(
        Method::Put,
        502,
        "<html>",
        &expect![
            "unknown: the service failed without saying what it did (status 502: it sent a web page)"
        ],
    );
    check(
        Method::Put,
        303,
        "",
        &expect![
            "unknown: the service answered with a redirect, which is not followed (status 303)"
        ],
    );
    check(
        Method::Put,
        0,
        "",
        &expect!["unknown: the service answered with an invalid HTTP status (status 0)"],
    );
}

/// Any JSON value, with the names and the final codes that count elsewhere.
fn value() -> impl Strategy<Value = String> {
    let leaf = proptest::sample::select(&[
        "null",
        "true",
        "62000",
        "62001",
        "1.50",
        "\"62002\"",
        r#""a,]}\\\"""#,
    ]);
    let leaf = leaf.prop_map(str::to_owned);
    leaf.prop_recursive(4, 24, 4, |inner| {
        let name = "code|errorCode|error|errors|fault|status|result|metadata|x";
        let members = proptest::collection::btree_map(name, inner.clone(), 0..4);
        prop_oneof![
            proptest::collection::vec(inner, 0..4)
                .prop_map(|items| format!("[{}]", items.join(" ,"))),
            members.prop_map(|members| object(&members)),
        ]
    })
}

fn object(members: &std::collections::BTreeMap<String, String>) -> String {
    let members: Vec<_> = members
        .iter()
        .map(|(name, value)| format!(r#""{name}" : {value}"#))
        .collect();
    format!("{{{}}}", members.join(", "))
}

proptest! {
    #[test]
    fn members_inside_an_entity_never_count(
        members in proptest::collection::btree_map("code|errorCode|error|errors|fault|status|result|x", value(), 0..5),
        status in prop_oneof![Just(200_u16), Just(207), Just(500), Just(503)],
    ) {
        let mut members = members;
        members.insert("type".to_owned(), r#""Campaign""#.to_owned());
        let entity = object(&members);
        for body in [format!(r#"{{"result":{entity}}}"#), format!(r#"{{"error":null,"result":[{entity}]}}"#), entity.clone()] {
            let verdict = verdict(Method::Put, status, None, &body);
            match (status, verdict) {
                (200, Verdict::Accepted { entities }) => prop_assert_eq!(&entities, std::slice::from_ref(&entity)),
                (207, Verdict::PerItem { items }) => prop_assert_eq!(items[0].entity.as_ref(), Some(&entity)),
                (500 | 503, Verdict::Unknown(_)) => {}
                (status, verdict) => prop_assert!(false, "{} {:?}", status, verdict),
            }
        }
    }

    #[test]
    fn body_cannot_turn_failing_status_into_success(body in ".{0,60}", json in value(), status in 300_u16..1000) {
        for body in [body, json] {
            let verdict = verdict(Method::Post, status, None, &body);
            let done = matches!(verdict, Verdict::Accepted { .. } | Verdict::PerItem { .. });
            prop_assert!(!done, "{:?}", verdict);
        }
    }

    #[test]
    fn any_text_is_classified(body in r#"[\[\]{}",:a0 \\]{0,40}"#, status in 0_u16..1000) {
        for method in [Method::Get, Method::Post] {
            let _ = verdict(method, status, None, &body);
        }
    }
}
