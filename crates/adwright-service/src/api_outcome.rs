//! Outcomes in the terms of the interface, before the variants shape the reply.

use adwright_wire::{list_body, single_body};
use axum::http::StatusCode;
use serde_json::json;

use crate::reply::{Refusal, ServiceReply};
use crate::response_transform::{self, ReplyKind};
use crate::variants::{Variant, VariantSet};

/// The outcome of one interface call.
pub(crate) enum ApiOutcome {
    /// Documents of one page, and the total over all pages.
    List {
        texts: Vec<String>,
        total: u64,
    },
    /// Documents that were created.
    Created(Vec<String>),
    /// One result for each document of the call.
    Items(Vec<Result<String, Refusal>>),
    One(String),
    /// Nothing has this id.
    Nothing,
    /// The change was made although a rule refuses it.
    SavedDespite(Refusal),
}

impl ApiOutcome {
    /// Returns the reply in the form of these variants.
    pub(crate) fn into_reply(self, variants: VariantSet) -> ServiceReply {
        let text =
            |text: String| response_transform::to_variant_form(text, variants, ReplyKind::Single);
        match self {
            Self::List { texts, total } => {
                let texts = texts.into_iter();
                let texts = texts.map(|text| {
                    response_transform::to_variant_form(text, variants, ReplyKind::List)
                });
                list_reply(
                    variants,
                    &texts.collect::<Vec<_>>(),
                    reported_total(total, variants),
                )
            }
            Self::Created(texts) => {
                let total = texts.len() as u64;
                let texts: Vec<_> = texts.into_iter().map(text).collect();
                list_reply(variants, &texts, total)
            }
            Self::Items(items) if variants.has(Variant::ResultsAndErrors) => {
                let items = items.into_iter().map(|item| item.map(text));
                ServiceReply::new(StatusCode::MULTI_STATUS, results_and_errors(items))
            }
            Self::Items(items) => {
                let total = items.len() as u64;
                let items: Vec<_> = items
                    .into_iter()
                    .map(|item| item_body(item.map(text)))
                    .collect();
                ServiceReply::new(StatusCode::MULTI_STATUS, list_body(&items, total))
            }
            Self::One(one) => ServiceReply::ok(single_reply_body(variants, &text(one))),
            Self::Nothing => not_found_reply(variants),
            Self::SavedDespite(refusal) => ServiceReply::from(refusal),
        }
    }

    /// Reverses the documents, as some services do.
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

/// Returns the total as a service reports it that miscounts.
fn reported_total(total: u64, variants: VariantSet) -> u64 {
    if variants.has(Variant::SmallTotal) {
        total / 2
    } else if variants.has(Variant::LargeTotal) {
        total + 7
    } else {
        total
    }
}

fn list_reply(variants: VariantSet, texts: &[String], total: u64) -> ServiceReply {
    ServiceReply::ok(if variants.has(Variant::BareList) {
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

fn single_reply_body(variants: VariantSet, text: &str) -> String {
    if variants.has(Variant::BareSingle) {
        text.to_owned()
    } else if variants.has(Variant::SingleInList) {
        format!("{{\"result\":[{text}]}}")
    } else {
        single_body(text)
    }
}

fn not_found_reply(variants: VariantSet) -> ServiceReply {
    if variants.has(Variant::NotFound404) {
        ServiceReply::from(Refusal::NothingFound)
    } else if variants.has(Variant::NullNotFound) {
        ServiceReply::ok(single_body("null"))
    } else {
        ServiceReply::empty()
    }
}

fn item_body(item: Result<String, Refusal>) -> String {
    match item {
        Ok(text) => single_body(&text),
        Err(refusal) => adwright_wire::error_body(refusal.code(), &refusal.to_string()),
    }
}

/// Lists the created documents, and the errors of the others beside them.
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

/// Returns the body of an error in the form of these variants.
pub(crate) fn error_body(variants: VariantSet, code: u32, message: &str) -> String {
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
        return html_error_page(message);
    } else {
        return adwright_wire::error_body(code, message);
    };
    body.to_string()
}

/// Returns the kind of error page that web servers send.
fn html_error_page(message: &str) -> String {
    let message = message.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<!DOCTYPE html>\n<html><head><title>Error</title></head><body><p>{message}</p></body></html>\n"
    )
}

/// Returns the body with which a gateway reports an expired session.
pub(crate) fn expiry_body() -> String {
    let code = "keymanagement.service.access_token_expired";
    let fault = json!({ "faultstring": "Access Token expired", "detail": { "errorcode": code } });
    json!({ "fault": fault }).to_string()
}
