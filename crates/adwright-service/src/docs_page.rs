//! Renders the description of the service as a readable page. The page loads nothing from other hosts.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Map, Value};

const STYLE: &str = include_str!("page.css");

/// Renders the OpenAPI description `document`.
pub(crate) fn render(document: &Value) -> String {
    let mut page = String::new();
    let info = &document["info"];
    let title = escaped(text(&info["title"]));
    append(
        &mut page,
        format_args!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <meta name=\"color-scheme\" content=\"light dark\"><title>{title}</title><style>{STYLE}</style></head><body><main><h1>{title}</h1><p>{}</p>\
         <p>The same for programs: <a href=\"/openapi.json\">/openapi.json</a></p><nav aria-label=\"Sections\">",
            prose(text(&info["description"])),
        ),
    );
    let tags = || document["tags"].as_array().into_iter().flatten();
    for tag in tags() {
        let name = text(&tag["name"]);
        let (anchor, shown) = (anchor(name), heading(name));
        append(
            &mut page,
            format_args!("<a href=\"#{anchor}\">{shown}</a> "),
        );
    }
    page.push_str("</nav>");
    for tag in tags() {
        section(&mut page, document, tag);
    }
    page.push_str("</main></body></html>\n");
    page
}

/// Writes the paths of one tag.
fn section(page: &mut String, document: &Value, tag: &Value) {
    let name = text(&tag["name"]);
    append(
        page,
        format_args!(
            "<h2 id=\"{}\">{}</h2><p>{}</p>",
            anchor(name),
            heading(name),
            prose(text(&tag["description"]))
        ),
    );
    for (path, item) in members(&document["paths"]) {
        for (method, operation) in members(item) {
            if operation["tags"][0] == name {
                self::operation(page, document, method, path, item);
            }
        }
    }
}

/// Writes one method of the path that `item` describes.
fn operation(page: &mut String, document: &Value, method: &str, path: &str, item: &Value) {
    let operation = &item[method];
    append(
        page,
        format_args!(
            "<h3><b>{}</b> <code>{}</code> <small>{}</small></h3><p>{}. {}</p>",
            method.to_uppercase(),
            escaped(path),
            escaped(text(&operation["x-origin"])),
            prose(text(&operation["summary"])),
            prose(text(&operation["description"])),
        ),
    );
    let parameters = [&item["parameters"], &operation["parameters"]];
    let parameters = parameters
        .into_iter()
        .filter_map(Value::as_array)
        .flatten()
        .map(|one| resolve_reference(document, one));
    let rows = parameters.map(|one| {
        let ty = type_text(&one["schema"], one["required"] == true);
        row(text(&one["name"]), &[ty, prose(text(&one["description"]))])
    });
    table(page, "Parameters", &rows.collect::<String>());
    body(
        page,
        document,
        resolve_reference(document, &operation["requestBody"]),
    );
    let answers: BTreeMap<_, _> = members(&operation["responses"]).collect();
    let answers = answers.into_iter().map(|(status, answer)| {
        let answer = resolve_reference(document, answer);
        let objects = objects(document, &answer["content"]["application/json"]["schema"]);
        row(status, &[prose(text(&answer["description"])) + &objects])
    });
    table(page, "Answers", &answers.collect::<String>());
}

/// Writes the request body, if there is one.
fn body(page: &mut String, document: &Value, body: &Value) {
    let content = &body["content"]["application/json"];
    let schema = &content["schema"];
    let required = |name: &str| {
        let mut required = schema["required"].as_array().into_iter().flatten();
        required.any(|one| one == name)
    };
    let rows = members(&schema["properties"]).map(|(name, one)| {
        let about = prose(text(&one["description"])) + &objects(document, one);
        row(name, &[type_text(one, required(name)), about])
    });
    table(page, "Body", &rows.collect::<String>());
    let about = text(&body["description"]);
    let about = Some(about).filter(|about| !about.is_empty());
    let about = about.unwrap_or(text(&schema["description"]));
    if !about.is_empty() {
        append(page, format_args!("<p>{}</p>", prose(about)));
    }
    let example = &content["example"];
    if !example.is_null() {
        let example = format!("{example:#}");
        append(
            page,
            format_args!(
                "<pre tabindex=\"0\"><code>{}</code></pre>",
                escaped(&example)
            ),
        );
    }
}

/// Links to the objects that a schema names, at any depth.
fn objects(document: &Value, schema: &Value) -> String {
    let mut files = Vec::new();
    find_objects(document, schema, &mut files);
    let links = files.iter().map(|file| {
        let name = escaped(file.trim_end_matches(".json"));
        format!(" <a href=\"/objects/{file}\">{name}</a>")
    });
    links.collect()
}

fn find_objects<'a>(document: &'a Value, schema: &'a Value, files: &mut Vec<&'a str>) {
    let target = text(&schema["$ref"]);
    if let Some(file) = target.strip_prefix("objects/") {
        if !files.contains(&file) {
            files.push(file);
        }
    } else if target.starts_with('#') {
        find_objects(document, resolve_reference(document, schema), files);
    }
    let alternatives = schema["anyOf"].as_array().into_iter().flatten();
    let properties = members(&schema["properties"]).map(|(_, property)| property);
    let parts = alternatives.chain(properties).chain(schema.get("items"));
    for part in parts {
        find_objects(document, part, files);
    }
}

/// Returns the type of a value, such as "integer, required".
fn type_text(schema: &Value, is_required: bool) -> String {
    let ty = match &schema["type"] {
        Value::Array(words) => words.iter().map(text).collect::<Vec<_>>().join(" or "),
        word => text(word).to_owned(),
    };
    let required = if is_required { ", required" } else { "" };
    escaped(&ty) + required
}

/// Returns the target of a reference, or the value itself.
fn resolve_reference<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    let target = value["$ref"]
        .as_str()
        .and_then(|target| target.strip_prefix('#'));
    target
        .and_then(|target| document.pointer(target))
        .unwrap_or(value)
}

fn table(page: &mut String, caption: &str, rows: &str) {
    if !rows.is_empty() {
        append(
            page,
            format_args!("<table><caption>{caption}</caption>{rows}</table>"),
        );
    }
}

/// Returns a row of a table. Its cells are HTML.
fn row(name: &str, cells: &[String]) -> String {
    let cells = cells.iter().map(|cell| format!("<td>{cell}</td>"));
    format!(
        "<tr><th scope=\"row\"><code>{}</code></th>{}</tr>",
        escaped(name),
        cells.collect::<String>()
    )
}

fn members(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let members = value.as_object().into_iter().flat_map(Map::iter);
    members.map(|(name, value)| (name.as_str(), value))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Returns the name of a tag as the id of its section.
fn anchor(name: &str) -> String {
    escaped(name).replace(' ', "-")
}

/// Returns the name of a tag as a heading.
fn heading(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_uppercase().to_string());
    escaped(&(first.unwrap_or_default() + letters.as_str()))
}

/// Turns text between backticks into `code` elements.
fn prose(text: &str) -> String {
    let parts = escaped(text);
    let parts = parts.split('`').enumerate().map(|(nth, part)| {
        if nth % 2 == 1 {
            format!("<code>{part}</code>")
        } else {
            part.to_owned()
        }
    });
    parts.collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

fn append(page: &mut String, part: std::fmt::Arguments<'_>) {
    // Writing into a `String` cannot fail.
    let _ = page.write_fmt(part);
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn path_shows_parameters_body_and_objects() {
        let page = render(&json!({
            "info": { "title": "A < B", "description": "Says `what` it does." },
            "tags": [{ "name": "some things", "description": "All." }],
            "paths": { "/things/{id}": {
                "parameters": [{ "$ref": "#/components/parameters/Id" }],
                "put": {
                    "tags": ["some things"], "summary": "Change it", "x-origin": "practice",
                    "requestBody": { "content": { "application/json": { "schema": {
                        "required": ["entities"],
                        "properties": { "entities": { "type": "array", "items": { "$ref": "objects/Thing.json" } } }
                    } } } },
                    "responses": { "200": { "description": "Done.", "content": { "application/json": {
                        "schema": { "properties": { "result": { "$ref": "objects/Thing.json" } } }
                    } } } }
                }
            } },
            "components": { "parameters": { "Id": { "name": "id", "schema": { "type": ["integer", "null"] }, "required": true } } }
        }));
        for part in [
            "<h1>A &lt; B</h1><p>Says <code>what</code> it does.</p>",
            "<a href=\"#some-things\">Some things</a>",
            "<h2 id=\"some-things\">Some things</h2>",
            "<code>id</code></th><td>integer or null, required</td>",
            "<code>entities</code></th><td>array, required</td><td> <a href=\"/objects/Thing.json\">Thing</a></td>",
            "<code>200</code></th><td>Done. <a href=\"/objects/Thing.json\">Thing</a></td>",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
    }
}
