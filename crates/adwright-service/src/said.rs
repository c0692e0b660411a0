//! What the interface says, before it is brought into the form of an answer.

use adwright_model::{Edit, Editable, Path, Shape};
use adwright_wire::{list_body, single_body};
use axum::http::StatusCode;
use serde_json::json;

use crate::fields::kind_of;
use crate::reply::{Refusal, Reply};
use crate::resource::ADS;
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
        let text = |text: String| {
            if variants.has(Variant::TextIds) {
                with_text_ids(text)
            } else {
                text
            }
        };
        match self {
            Self::List { texts, total } => {
                let short = variants.has(Variant::ShortLists);
                let texts = texts
                    .into_iter()
                    .map(|one| if short { shortened(one) } else { one });
                list(variants, &texts.map(text).collect::<Vec<_>>(), total)
            }
            Self::Created(texts) => {
                let total = texts.len() as u64;
                let texts: Vec<_> = texts.into_iter().map(text).collect();
                list(variants, &texts, total)
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

fn list(variants: Variants, texts: &[String], total: u64) -> Reply {
    Reply::ok(if variants.has(Variant::BareList) {
        format!("[{}]", texts.join(","))
    } else if variants.has(Variant::TopTotal) {
        format!("{{\"total\":{total},\"result\":[{}]}}", texts.join(","))
    } else if variants.has(Variant::ItemsEnvelope) {
        format!("{{\"items\":[{}],\"total\":{total}}}", texts.join(","))
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

/// The body of an error in the form of these variants.
pub(crate) fn error_body(variants: Variants, code: u32, message: &str) -> String {
    let body = if variants.has(Variant::FaultErrors) {
        json!({ "fault": { "code": code, "message": message } })
    } else if variants.has(Variant::ErrorList) {
        json!({ "errors": [{ "errorCode": code, "errorMessage": message }], "result": null })
    } else if variants.has(Variant::StatusErrors) {
        json!({ "status": { "code": code, "message": message }, "result": null })
    } else if variants.has(Variant::ProblemErrors) {
        json!({ "problem": { "number": code, "text": message } })
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

/// What lists of some services give of a document.
fn shortened(text: String) -> String {
    let Ok(document) = Editable::parse(&text) else {
        return text;
    };
    let is_ad = kind_of(&document).is_some_and(|kind| ADS.kinds.contains(&kind));
    let member = |name: &str| {
        let node = document.root().member(name)?;
        let raw = if is_ad && name == "type" {
            "\"Ad\""
        } else {
            node.raw()
        };
        Some(format!("\"{name}\":{raw}"))
    };
    let names = ["type", "id", "clientRefId", "relationsBag", "name"];
    let members: Vec<_> = names.into_iter().filter_map(member).collect();
    format!("{{{}}}", members.join(","))
}

/// The text with its outermost ids as texts.
fn with_text_ids(text: String) -> String {
    let changed = Editable::parse(&text).ok();
    let changed =
        changed.and_then(|document| with_ids(&document, Shape::Number, |raw| format!("\"{raw}\"")));
    changed.map_or(text, |document| document.text().to_owned())
}

/// The document with those of its outermost ids that are texts of digits as numbers.
pub(crate) fn with_number_ids(document: Editable) -> Editable {
    let bare = |raw: &str| {
        let digits = raw.trim_matches('"');
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        (if is_number { digits } else { raw }).to_owned()
    };
    with_ids(&document, Shape::String, bare).unwrap_or(document)
}

fn with_ids(
    document: &Editable,
    shape: Shape,
    spelled: impl Fn(&str) -> String,
) -> Option<Editable> {
    let ids = document.root().members().filter(|(name, node)| {
        (name == "id" || name.ends_with("Id")) && name != "clientRefId" && node.shape() == shape
    });
    let mut ids = ids.map(|(name, node)| Edit::Set {
        path: Path::root().child(name),
        json: spelled(node.raw()),
    });
    ids.try_fold(document.clone(), |document, edit| {
        document.apply(&edit).ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_become_texts_and_numbers_again_and_nothing_else_changes() {
        let text = r#"{ "id":7,"advertiserId" : 12,"name":"7","clientRefId":"9","version":3,"x":{"id":1}}"#;
        let texts = with_text_ids(text.to_owned());
        assert_eq!(
            texts,
            r#"{ "id":"7","advertiserId" : "12","name":"7","clientRefId":"9","version":3,"x":{"id":1}}"#
        );
        let again = with_number_ids(Editable::parse(&texts).unwrap());
        assert_eq!(again.text(), text);
    }
}
