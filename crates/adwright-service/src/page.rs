//! The description of the service as a page that a person can read: nothing in it comes from elsewhere.

use std::fmt::Write;

use serde_json::{Map, Value};

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1d2129;background:#fff}\
h2{margin-top:2.5rem;border-bottom:1px solid #ccd}h3{margin:2rem 0 .25rem;font-size:1rem}code,h3 b{font-family:ui-monospace,monospace}\
h3 b{display:inline-block;min-width:4rem}table{border-collapse:collapse;margin:.5rem 0}td,th{text-align:left;vertical-align:top;padding:.2rem .8rem .2rem 0}\
small{border:1px solid #99a;border-radius:.3rem;padding:0 .3rem}p{margin:.25rem 0}nav a{margin-right:1rem}a{color:#0a58a8}\
@media(prefers-color-scheme:dark){body{color:#e4e6eb;background:#17191d}h2{border-color:#444}a{color:#7db7f0}}";

/// A page of the description `document`, which is OpenAPI.
pub(crate) fn of(document: &Value) -> String {
    let mut page = String::new();
    let info = &document["info"];
    let title = escaped(text(&info["title"]));
    push(
        &mut page,
        format_args!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title}</title><style>{STYLE}</style></head><body><h1>{title}</h1><p>{}</p>\
         <p>The same for programs: <a href=\"/openapi.json\">/openapi.json</a></p><nav>",
            escaped(text(&info["description"])),
        ),
    );
    let tags = || document["tags"].as_array().into_iter().flatten();
    for tag in tags() {
        let name = escaped(text(&tag["name"]));
        push(&mut page, format_args!("<a href=\"#{name}\">{name}</a> "));
    }
    page.push_str("</nav>");
    for tag in tags() {
        section(&mut page, document, tag);
    }
    page.push_str("</body></html>\n");
    page
}

/// The paths of one tag.
fn section(page: &mut String, document: &Value, tag: &Value) {
    let name = text(&tag["name"]);
    let (shown, about) = (escaped(name), escaped(text(&tag["description"])));
    push(
        page,
        format_args!("<h2 id=\"{shown}\">{shown}</h2><p>{about}</p>"),
    );
    for (path, item) in members(&document["paths"]) {
        for (method, operation) in item.as_object().into_iter().flatten() {
            if operation["tags"][0] == name {
                self::operation(page, document, (method, path), operation);
            }
        }
    }
}

fn operation(page: &mut String, document: &Value, (method, path): (&str, &str), operation: &Value) {
    push(
        page,
        format_args!(
            "<h3><b>{}</b> <code>{}</code> <small>{}</small></h3><p>{}. {}</p>",
            method.to_uppercase(),
            escaped(path),
            escaped(text(&operation["x-origin"])),
            escaped(text(&operation["summary"])),
            escaped(text(&operation["description"])),
        ),
    );
    let parameters = operation["parameters"].as_array();
    let parameters = parameters
        .into_iter()
        .flatten()
        .map(|one| resolved(document, one));
    let rows = parameters.map(|one| {
        let required = if one["required"] == true {
            ", required"
        } else {
            ""
        };
        let ty = format!("{}{required}", text(&one["schema"]["type"]));
        row(&[text(&one["name"]), &ty, text(&one["description"])])
    });
    table(page, &rows.collect::<String>());
    let body = resolved(document, &operation["requestBody"]);
    if body.is_object() {
        push(
            page,
            format_args!("<p>Body: {}</p>", escaped(text(&body["description"]))),
        );
        let example = &body["content"]["application/json"]["example"];
        if !example.is_null() {
            push(
                page,
                format_args!("<p><code>{}</code></p>", escaped(&example.to_string())),
            );
        }
    }
    let answers = members(&operation["responses"])
        .map(|(status, answer)| row(&[status, text(&resolved(document, answer)["description"])]));
    table(page, &answers.collect::<String>());
}

/// What is meant where a reference stands.
fn resolved<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    let target = value["$ref"]
        .as_str()
        .and_then(|target| target.strip_prefix('#'));
    target
        .and_then(|target| document.pointer(target))
        .unwrap_or(value)
}

fn table(page: &mut String, rows: &str) {
    if !rows.is_empty() {
        push(page, format_args!("<table>{rows}</table>"));
    }
}

fn row(cells: &[&str]) -> String {
    let cells = cells
        .iter()
        .map(|cell| format!("<td>{}</td>", escaped(cell)));
    format!("<tr>{}</tr>", cells.collect::<String>())
}

fn members(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let members = value.as_object().into_iter().flat_map(Map::iter);
    members.map(|(name, value)| (name.as_str(), value))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

fn push(page: &mut String, part: std::fmt::Arguments<'_>) {
    // Writing into a text cannot fail.
    let _ = page.write_fmt(part);
}
