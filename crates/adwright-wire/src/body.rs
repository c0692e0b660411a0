//! Writes bodies: requests for the client, replies for the practice service.

use serde_json::json;

/// Returns the body of a create: `{"entities":[...]}`, with each entity's text unchanged.
#[must_use]
pub fn post_body(entities: &[&str]) -> String {
    format!(r#"{{"entities":[{}]}}"#, entities.join(","))
}

/// Returns the body of an update: the whole object of a GET's `result`, as the only item of `entities`.
#[must_use]
pub fn put_body(entity: &str) -> String {
    post_body(&[entity])
}

/// Returns the reply to a list request: one page of entities, and the total over all pages.
#[must_use]
pub fn list_body(items: &[impl AsRef<str>], total: u64) -> String {
    let bytes: usize = items.iter().map(|item| item.as_ref().len() + 1).sum();
    let mut body = format!(r#"{{"metadata":{{"total":{total}}},"error":null,"result":["#);
    body.reserve(bytes + 1);
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            body.push(',');
        }
        body.push_str(item.as_ref());
    }
    body.push_str("]}");
    body
}

/// Returns the reply to a get, a create or an update: the unchanged text of one entity.
#[must_use]
pub fn single_body(entity: &str) -> String {
    format!(r#"{{"result":{entity}}}"#)
}

/// Returns the reply of a failure with one code.
#[must_use]
pub fn error_body(code: u32, message: &str) -> String {
    json!({"error": {"errors": [{"code": code, "message": message}]}, "result": null}).to_string()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::{error_body, list_body, post_body, put_body, single_body};
    use crate::{ClassifierInput, Method, ReplyPaths, Verdict, classify, parse_list, parse_single};

    const ODD: &str = r#"{ "type":"Campaign", "budget" : 1.50e+1,"x":[ ] }"#;

    #[test]
    fn entity_text_is_sent_unchanged() {
        expect![[r#"{"entities":[{ "type":"Campaign", "budget" : 1.50e+1,"x":[ ] }]}"#]]
            .assert_eq(&put_body(ODD));
        expect![[r#"{"entities":[{"a":1},{"b":2}]}"#]]
            .assert_eq(&post_body(&[r#"{"a":1}"#, r#"{"b":2}"#]));
    }

    #[test]
    fn written_bodies_are_read_back_byte_for_byte() {
        let page = parse_list(list_body(&[ODD, "{\"type\":\"Campaign\"}"], 400)).unwrap();
        assert_eq!(page.items[0], ODD.as_bytes());
        assert_eq!((page.items.len(), page.total), (2, Some(400)));
        assert_eq!(
            parse_list(list_body(&[""; 0], 0)).unwrap().items,
            Vec::<Vec<u8>>::new()
        );
        assert_eq!(
            parse_single(&single_body(ODD)).unwrap().as_deref(),
            Some(ODD)
        );
    }

    #[test]
    fn refusal_keeps_code_and_message() {
        let body = error_body(62000, "Campaign 7 \"Spring\" has placements.");
        expect![[r#"{"error":{"errors":[{"code":62000,"message":"Campaign 7 \"Spring\" has placements."}]},"result":null}"#]].assert_eq(&body);
        let answer = ClassifierInput {
            method: Method::Put,
            status: 500,
            retry_after: None,
            date: None,
            body: &body,
            places: &ReplyPaths::default(),
        };
        let message = Some("Campaign 7 \"Spring\" has placements.".to_owned());
        assert_eq!(
            classify(&answer),
            Verdict::Refused {
                codes: vec![62000],
                message
            }
        );
    }
}
