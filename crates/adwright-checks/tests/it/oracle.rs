//! Validators of JSON Schema 2020-12 for our schemas.

use std::collections::BTreeMap;
use std::path::Path;

use adwright_model::Kind;
use jsonschema::{Registry, Validator};
use serde_json::{Value, json};

/// The base address that resolves references between the schemas. Nothing is fetched.
const BASE: &str = "https://adwright.invalid/objects/";

/// Returns every schema by its address.
pub(crate) fn schemas() -> BTreeMap<String, Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas/objects");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap());
    let schema = |file: std::fs::DirEntry| {
        let name = file.file_name().into_string().unwrap();
        let text = std::fs::read_to_string(file.path()).unwrap();
        (
            format!("{BASE}{name}"),
            serde_json::from_str(&text).expect(&name),
        )
    };
    files.map(schema).collect()
}

/// Creates a validator for one object.
fn validator(name: &str) -> Validator {
    let schemas = schemas();
    let registry = schemas
        .iter()
        .fold(Registry::new(), |registry, (address, schema)| {
            registry.add(address, schema).unwrap()
        });
    let registry = registry.prepare().unwrap();
    jsonschema::options()
        .with_registry(&registry)
        .build(&json!({ "$ref": format!("{BASE}{name}.json") }))
        .expect(name)
}

/// Creates a validator for a kind.
pub(crate) fn validator_of(kind: Kind) -> Validator {
    validator(kind.as_str())
}

#[test]
fn every_schema_is_valid_json_schema() {
    for (address, schema) in schemas() {
        assert!(jsonschema::meta::is_valid(&schema), "{address}");
        let name = address.trim_start_matches(BASE).trim_end_matches(".json");
        assert!(!validator(name).is_valid(&json!("not an object")), "{name}");
    }
}
