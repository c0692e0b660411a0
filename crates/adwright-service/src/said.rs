//! What the interface says, before it is brought into the form of an answer.

use adwright_wire::{list_body, single_body};
use axum::http::StatusCode;
use serde_json::json;

use crate::forms::{self, Place};
use crate::reply::{Refusal, Reply};
use crate::variants::{Variant, Variants};

/// What an interface call says when it is carried out.
pub(crate) enum Said {
    /// Documents, and how many there are on all pages together.
    List {
        texts: Vec<String>,
        total: u64,
    },
    /// Documents that were created.
    Created(Vec<String>),
    /// What became of each document of one call.
    Items(Vec<Result<String, Refusal>>),
    One(String),
    /// Nothing is there.
    Nothing,
    /// It was done, although a rule says no.
    DoneBut(Refusal),
}

impl Said {
    /// The answer in the form of these variants.
    pub(crate) fn shaped(self, variants: Variants) -> Reply {
        let text = |text: String| forms::shown(text, variants, Place::Alone);
        match self {
            Self::List { texts, total } => {
                let texts = texts.into_iter();
                let texts = texts.map(|text| forms::shown(text, variants, Place::List));
                list(variants, &texts.collect::<Vec<_>>(), told(total, variants))
            }
            Self::Created(texts) => {
                let total = texts.len() as u64;
                let texts: Vec<_> = texts.into_iter().map(text).collect();
                list(variants, &texts, total)
            }
            Self::Items(items) if variants.has(Variant::ResultsAndErrors) => {
                let items = items.into_iter().map(|item| item.map(text));
                Reply::with(StatusCode::MULTI_STATUS, results_and_errors(items))
            }
            Self::Items(items) => {
                let total = items.len() as u64;
                let items: Vec<_> = items
                    .into_iter()
                    .map(|item| of_item(item.map(text)))
                    .collect();
                Reply::with(StatusCode::MULTI_STATUS, list_body(&items, total))
            }
            Self::One(one) => Reply::ok(single(variants, &text(one))),
            Self::Nothing => nothing(variants),
            Self::DoneBut(refusal) => Reply::from(refusal),
        }
    }

    /// The documents in the reverse order, as some services give them.
    pub(crate) fn reversed(self) -> Self {
        match self {
            Self::Created(mut texts) => {
                texts.reverse();
                Self::Created(texts)
            }
            Self::Items(mut items) => {
                items.reverse();
                Self::Items(items)
            }
            other => other,
        }
    }
}

/// How many there are, as a service says that does not count well.
fn told(total: u64, variants: Variants) -> u64 {
    if variants.has(Variant::SmallTotal) {
        total / 2
    } else if variants.has(Variant::LargeTotal) {
        total + 7
    } else {
        total
    }
}

fn list(variants: Variants, texts: &[String], total: u64) -> Reply {
    Reply::ok(if variants.has(Variant::BareList) {
        format!("[{}]", texts.join(","))
    } else if variants.has(Variant::TopTotal) {
        format!("{{\"total\":{total},\"result\":[{}]}}", texts.join(","))
    } else if variants.has(Variant::ItemsEnvelope) {
        format!("{{\"items\":[{}],\"total\":{total}}}", texts.join(","))
    } else if variants.has(Variant::WrappedList) {
        let rows = texts.join(",");
        format!("{{\"data\":{{\"rows\":[{rows}],\"total\":{total}}}}}")
    } else {
        list_body(texts, total)
    })
}

fn single(variants: Variants, text: &str) -> String {
    if variants.has(Variant::BareSingle) {
        text.to_owned()
    } else if variants.has(Variant::SingleInList) {
        format!("{{\"result\":[{text}]}}")
    } else {
        single_body(text)
    }
}

fn nothing(variants: Variants) -> Reply {
    if variants.has(Variant::NotFound404) {
        Reply::from(Refusal::NothingFound)
    } else if variants.has(Variant::NullNotFound) {
        Reply::ok(single_body("null"))
    } else {
        Reply::empty()
    }
}

fn of_item(item: Result<String, Refusal>) -> String {
    match item {
        Ok(text) => single_body(&text),
        Err(refusal) => adwright_wire::error_body(refusal.code(), &refusal.to_string()),
    }
}

/// What was created, and beside it why the rest was not.
fn results_and_errors(items: impl Iterator<Item = Result<String, Refusal>>) -> String {
    let (mut results, mut errors) = (Vec::new(), Vec::new());
    for item in items {
        match item {
            Ok(text) => results.push(text),
            Err(refusal) => {
                errors.push(json!({ "code": refusal.code(), "message": refusal.to_string() }));
            }
        }
    }
    let errors = serde_json::Value::from(errors);
    format!("{{\"errors\":{errors},\"result\":[{}]}}", results.join(","))
}

/// The body of an error in the form of these variants.
pub(crate) fn error_body(variants: Variants, code: u32, message: &str) -> String {
    let body = if variants.has(Variant::FaultErrors) {
        json!({ "fault": { "code": code, "message": message } })
    } else if variants.has(Variant::FaultDetails) {
        json!({ "fault": { "faultstring": message, "detail": { "errorcode": code } } })
    } else if variants.has(Variant::ErrorList) {
        json!({ "errors": [{ "errorCode": code, "errorMessage": message }], "result": null })
    } else if variants.has(Variant::StatusErrors) {
        json!({ "status": { "code": code, "message": message }, "result": null })
    } else if variants.has(Variant::ProblemErrors) {
        json!({ "problem": { "number": code, "text": message } })
    } else if variants.has(Variant::FlatErrors) {
        json!({ "code": code, "message": message })
    } else if variants.has(Variant::TextErrors) {
        json!({ "message": format!("{code}: {message}") })
    } else if variants.has(Variant::HtmlErrors) {
        return web_page(message);
    } else {
        return adwright_wire::error_body(code, message);
    };
    body.to_string()
}

/// What web servers say of an error.
fn web_page(message: &str) -> String {
    let message = message.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<!DOCTYPE html>\n<html><head><title>Error</title></head><body><p>{message}</p></body></html>\n"
    )
}

/// The body by which a gateway tells that a session is none any more.
pub(crate) fn expiry_body() -> String {
    let code = "keymanagement.service.access_token_expired";
    let fault = json!({ "faultstring": "Access Token expired", "detail": { "errorcode": code } });
    json!({ "fault": fault }).to_string()
}
