//! The schemas against what the interface shows.

use std::collections::HashSet;

use adwright_model::{
    Catalog, Condition, Field, FieldOrigin, FieldType, Kind, ObjectType, RequiredOn,
};
use expect_test::expect;
use serde_json::Value;

use crate::fixture::{DocumentedObject, Row, counts, rows, shown, values};

#[test]
fn schemas_have_every_field_of_the_interface() {
    let all = shown();
    let mut found = 0;
    let mut problems = Vec::new();
    for object in objects_of_schemas(&all) {
        for row in rows(object, &all) {
            found += 1;
            if let Some(problem) = problem(object, &row) {
                problems.push(format!("{}.{}: {problem}\n", object.name, row.field));
            }
        }
    }
    expect![[""]].assert_eq(&problems.concat());
    let (said, lines) = counts();
    assert_eq!(said, lines);
    expect!["361 lines, 784 fields"].assert_eq(&format!("{lines} lines, {found} fields"));
}

#[test]
fn fields_outside_the_interface_name_their_origin() {
    let all = shown();
    let mut known = HashSet::new();
    for object in objects_of_schemas(&all) {
        let schema = schema(object.name).expect(object.name);
        for row in rows(object, &all) {
            let found = field(object.name, schema, row.field);
            known.extend(found.map(|(holder, field)| (&*holder.name, &*field.name)));
        }
    }
    let mut extras = Vec::new();
    for object in Catalog::bundled().objects() {
        for field in &object.fields {
            let is_base = all.iter().all(|shown| shown.name != object.name);
            let is_known = known.contains(&(&*object.name, &*field.name))
                || is_base && known.iter().any(|(_, name)| *name == field.name);
            if field.origin == FieldOrigin::Interface && !is_known {
                extras.push(format!("{}.{}\n", object.name, field.name));
            }
        }
    }
    expect![[""]].assert_eq(&extras.concat());
}

#[test]
fn schemas_have_every_value_of_the_interface() {
    let mut problems = Vec::new();
    for (object, name, values) in values() {
        let field = schema(object).unwrap().field(name).expect(name);
        if field.values != values {
            problems.push(format!("{object}.{name}: {:?}\n", field.values));
        }
    }
    expect![[""]].assert_eq(&problems.concat());
}

#[test]
fn list_has_every_parameter_of_the_interface() {
    let document: Value =
        serde_json::from_str(include_str!("../../../../schemas/openapi.json")).unwrap();
    let parameters = document["paths"]["/campaigns"]["get"]["parameters"].as_array();
    let shown = shown();
    let list = shown.iter().find(|shown| shown.name == "GET /campaigns");
    for row in rows(list.unwrap(), &shown) {
        let mut parameters = parameters.unwrap().iter().map(|parameter| {
            let shared = parameter["$ref"].as_str();
            shared.map_or(parameter, |shared| {
                document.pointer(shared.trim_start_matches('#')).unwrap()
            })
        });
        let found = parameters.find(|parameter| parameter["name"] == row.field);
        let found = found.expect(row.field);
        let ty = match row.ty {
            "Long" => "integer",
            _ => "string",
        };
        assert_eq!(found["schema"]["type"], ty, "{}", row.field);
        let is_required = found["required"] == true;
        assert_eq!(is_required, row.limitation == "Required", "{}", row.field);
    }
}

/// Those that schemas describe: not what is only taken over, and not the list's parameters.
fn objects_of_schemas(all: &[DocumentedObject]) -> impl Iterator<Item = &DocumentedObject> {
    all.iter()
        .filter(|shown| !shown.name.starts_with('(') && !shown.name.starts_with("GET "))
}

/// An object by its name, or by the members that lead to it.
fn schema(name: &str) -> Option<&'static ObjectType> {
    let catalog = Catalog::bundled();
    let mut members = name.split('.');
    let first = catalog.object(members.next()?)?;
    members.try_fold(first, |object, member| {
        catalog.object(held(&object.field(member)?.ty)?)
    })
}

/// The object that a value is, or that the items of a list are.
fn held(ty: &FieldType) -> Option<&str> {
    match ty {
        FieldType::Object(name) => Some(name),
        FieldType::List(item) => held(item),
        _ => None,
    }
}

/// A field by its name; that of a campaign anywhere inside it and in any letter case, since the
/// interface does not show its place.
fn field(
    name: &str,
    object: &'static ObjectType,
    field: &str,
) -> Option<(&'static ObjectType, &'static Field)> {
    let direct = object.field(field).map(|field| (object, field));
    let inside = || {
        let named = |known: &&Field| known.name.eq_ignore_ascii_case(field);
        let here = object
            .fields
            .iter()
            .find(named)
            .map(|field| (object, field));
        let mut objects = object.fields.iter().filter_map(|field| held(&field.ty));
        let found = || objects.find_map(|inner| self::field(name, schema(inner)?, field));
        here.or_else(found)
    };
    match name {
        "Campaign" => direct.or_else(inside),
        _ => direct,
    }
}

/// What is wrong with the schema of a field.
fn problem(object: &DocumentedObject, row: &Row) -> Option<String> {
    let schema = schema(object.name).expect(object.name);
    let Some((_, field)) = self::field(object.name, schema, row.field) else {
        return Some("missing".to_owned());
    };
    let twin = [Some(&*field.name), field.alias.as_deref()].contains(&Some(row.field));
    let has_twin = row
        .twin
        .is_none_or(|twin| field.alias.is_some() && schema.field(twin) == Some(field));
    if object.name != "Campaign" && !(twin && has_twin) {
        return Some(format!("other spelling {:?}", field.alias));
    }
    if !has_type(field, row.ty) {
        let Field { ty, maximum, .. } = field;
        return Some(format!("{}, not {ty:?} up to {maximum:?}", row.ty));
    }
    if row.limitation == "not shown" {
        return None;
    }
    if field.origin != FieldOrigin::Interface {
        return Some(format!("origin {:?}", field.origin));
    }
    let limits = limits(field);
    (limits != limitation(row)).then(|| format!("{}, not {limits}", row.limitation))
}

fn has_type(field: &Field, shown: &str) -> bool {
    let accepts_single_item = shown.ends_with("(or Object)") || shown.ends_with("(or Array)");
    let is_narrow = field.maximum == Some(i32::MAX.into());
    let words: Vec<_> = shown.split([' ', ',', ';', '(', ')']).collect();
    let fits = match (words.as_slice(), &field.ty) {
        (["String", "of", ..], FieldType::List(item)) => {
            **item == FieldType::Text && accepts_single_item
        }
        (["String", ..], ty) => matches!(ty, FieldType::Text | FieldType::Url),
        (["-", "", "enumerated", ..], ty) => *ty == FieldType::Text,
        (["-"], ty) => *ty == FieldType::Any,
        (["Long"], ty) => *ty == FieldType::Integer && !is_narrow,
        (["Integer"], ty) => *ty == FieldType::Integer && is_narrow,
        (["Double" | "number"], ty) => *ty == FieldType::Decimal,
        (["Boolean"], ty) => *ty == FieldType::YesNo,
        (["Array"], FieldType::List(_)) | (["Object"], FieldType::Object(_)) => true,
        (["Array", "of", item, ..], FieldType::List(ty)) => is_object(ty, item, &words),
        (["Object", "", name, ..], ty) => is_object(ty, name, &words),
        _ => false,
    };
    fits && field.accepts_single_item == accepts_single_item
}

/// Whether a value is the named object, or the one that its own table has another name for, with
/// everything that is said to be derived from it.
fn is_object(ty: &FieldType, name: &str, words: &[&str]) -> bool {
    let after = |word: &'static str| {
        words
            .iter()
            .skip_while(move |known| **known != word)
            .skip(1)
    };
    let name = after("table")
        .find(|word| !word.is_empty())
        .unwrap_or(&name);
    let Some(object) = held(ty).and_then(|held| Catalog::bundled().object(held)) else {
        return false;
    };
    let mut derived =
        after("derived").chain(words.iter().filter(|word| word.starts_with("Extended")));
    object.name == **name
        && derived.all(|word| {
            word.is_empty() || word == name || object.variants.iter().any(|known| known == word)
        })
}

/// A field's limitation in the interface's words.
fn limits(field: &Field) -> String {
    let needed = match (field.required, &field.required_if) {
        (RequiredOn::Never, None) => "",
        (RequiredOn::Both, None) => "Mandatory",
        // What the service assigns cannot be there before it has done so.
        (RequiredOn::Update, None) if ["id", "adStatus"].contains(&&*field.name) => "Mandatory",
        (RequiredOn::Never, Some(Condition::NotEmpty { member })) if member == "panels" => {
            "Mandatory when the ad supports panels"
        }
        (RequiredOn::Never, Some(Condition::Is { member, word }))
            if (&**member, &**word) == ("downloadMode", "POLITE") =>
        {
            "Mandatory when downloadMode is POLITE"
        }
        _ => "something else",
    };
    let kept = match (field.set_once, field.read_only) {
        (false, false) => "",
        (true, false) => "Unchangeable",
        (false, true) => "Read-only",
        (true, true) => "both Unchangeable and Read-only",
    };
    let words = [needed, kept].into_iter().filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(", ")
}

/// The limitation that the interface gives; nothing for one that limits nothing.
fn limitation(row: &Row) -> &'static str {
    match row.limitation {
        "-" | "none given" | "Optional" => "",
        words => words,
    }
}

#[test]
fn interface_table_has_every_kind() {
    let all = shown();
    for kind in Kind::ALL {
        assert!(
            all.iter().any(|shown| shown.name == kind.as_str()),
            "{kind}"
        );
    }
}
