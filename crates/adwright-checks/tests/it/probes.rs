//! Each field with each shape of value: our rules and the validator must agree.

use std::collections::HashSet;

use adwright_checks::Severity;
use adwright_model::{Catalog, EditableDocument, Field, FieldType, Kind, ObjectType};
use expect_test::expect;

use crate::check_fetched;
use crate::oracle::validator_of;

/// One value of each shape.
const VALUES: [&str; 8] = ["null", "true", "1", "1.5", "1.0", "\"x\"", "[]", "{}"];

/// A document with one value in it, at a path.
#[derive(Clone, Default)]
struct Probe {
    path: String,
    /// The document up to the value.
    before: String,
    /// The document after the value.
    after: String,
    /// True if the schema accepts `null`, even if the service requires a value.
    nullable: bool,
}

impl Probe {
    /// Creates the probe of a field of the object at this place.
    fn member(&self, object: &ObjectType, field: &Field) -> Self {
        let has_type = field.name != "type" && object.field("type").is_some();
        let ty = if has_type {
            format!(r#""type":"{}","#, object.name)
        } else {
            String::new()
        };
        let dot = if self.path.is_empty() { "" } else { "." };
        Self {
            path: format!("{}{dot}{}", self.path, field.name),
            before: format!(r#"{}{{{ty}"{}":"#, self.before, field.name),
            after: format!("}}{}", self.after),
            nullable: field.nullable,
        }
    }

    /// Creates the probe of the only item of the list at this place.
    fn item(&self) -> Self {
        Self {
            path: format!("{}[0]", self.path),
            before: format!("{}[", self.before),
            after: format!("]{}", self.after),
            nullable: false,
        }
    }

    fn with(&self, value: &str) -> String {
        format!("{}{value}{}", self.before, self.after)
    }
}

#[test]
fn every_field_accepts_its_schema_values() {
    let mut judged = 0;
    let mut seen = HashSet::new();
    let mut differences = Vec::new();
    for &kind in Kind::ALL {
        let validator = validator_of(kind);
        for probe in probes(kind, &mut seen) {
            for value in VALUES {
                let json = probe.with(value);
                let ours = fits(kind, &json, &probe);
                let theirs = validator.is_valid(&serde_json::from_str(&json).unwrap());
                judged += 1;
                if ours != theirs {
                    let who = if ours { "ours" } else { "theirs" };
                    differences.push(format!("{json}: fits only {who}\n"));
                }
            }
        }
    }
    expect![[""]].assert_eq(&differences.concat());
    expect!["6840 values judged"].assert_eq(&format!("{judged} values judged"));
}

/// Returns true if our rules accept the type of the value.
fn fits(kind: Kind, json: &str, probe: &Probe) -> bool {
    let document = EditableDocument::parse(json).unwrap();
    let findings = check_fetched(kind, &document);
    let is_against =
        |rule| matches!(rule, "type" | "typed-date") || rule == "required" && !probe.nullable;
    let mut here = findings
        .iter()
        .filter(|finding| finding.path.to_string() == probe.path);
    !here.any(|finding| finding.severity == Severity::Error && is_against(&finding.rule))
}

/// Returns probes of every field and list item of the objects in a kind, without the objects in `seen`.
fn probes(kind: Kind, seen: &mut HashSet<&'static str>) -> Vec<Probe> {
    let mut probes = Vec::new();
    let mut waiting = vec![(Probe::default(), kind.as_str())];
    while let Some((at, name)) = waiting.pop() {
        if !seen.insert(name) {
            continue;
        }
        let object = Catalog::bundled().object(name).unwrap();
        for field in &object.fields {
            let probe = at.member(object, field);
            if let FieldType::List(item) = &field.ty {
                let probe = probe.item();
                waiting.extend(object_name(item).map(|name| (probe.clone(), name)));
                probes.push(probe);
            }
            waiting.extend(object_name(&field.ty).map(|name| (probe.clone(), name)));
            probes.push(probe);
        }
        let variants = object
            .variants
            .iter()
            .map(|variant| (at.clone(), &**variant));
        waiting.extend(variants);
    }
    probes
}

fn object_name(ty: &FieldType) -> Option<&str> {
    match ty {
        FieldType::Object(name) => Some(name),
        _ => None,
    }
}
