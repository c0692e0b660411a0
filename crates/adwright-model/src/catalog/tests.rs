use expect_test::expect;

use super::*;

fn campaign() -> &'static Object {
    Catalog::bundled().root(Kind::Campaign)
}

fn path(text: &str) -> Path {
    text.parse().unwrap()
}

/// The limits of a field in one line.
fn limits(field: &Field) -> String {
    let words = [
        (field.nullable, "may be null".to_owned()),
        (field.read_only, "read-only".to_owned()),
        (field.set_once, "set once".to_owned()),
        (
            field.required != Required::Never,
            format!("required on {:?}", field.required),
        ),
        (
            field.max_length.is_some(),
            format!("at most {:?} long", field.max_length),
        ),
        (field.minimum.is_some(), format!("from {:?}", field.minimum)),
        (!field.values.is_empty(), field.values.join("|")),
    ];
    let said = words
        .into_iter()
        .filter_map(|(holds, word)| holds.then_some(word));
    let said: Vec<_> = said.collect();
    format!(
        "{}: {:?}, {:?}; {}\n",
        field.name,
        field.ty,
        field.origin,
        said.join(", ")
    )
}

#[test]
fn every_kind_is_in_the_catalog() {
    for &kind in Kind::ALL {
        assert!(Catalog::bundled().object(kind.as_str()).is_some(), "{kind}");
    }
}

#[test]
fn every_nested_object_is_in_the_catalog() {
    for field in Catalog::bundled()
        .objects
        .iter()
        .flat_map(|object| &object.fields)
    {
        let value = match &field.ty {
            Type::List(item) => item,
            value => value,
        };
        if let Type::Object(name) = value {
            assert!(Catalog::bundled().object(name).is_some(), "{name}");
        }
    }
}

#[test]
fn every_field_has_a_title_and_a_description() {
    for field in Catalog::bundled()
        .objects
        .iter()
        .flat_map(|object| &object.fields)
    {
        assert!(
            !field.title.is_empty() && field.description.ends_with('.'),
            "{}",
            field.name
        );
    }
}

#[test]
fn campaign_fields() {
    let shown: String = campaign().fields.iter().map(limits).collect();
    expect![[r#"
        type: Text, Interface; set once, required on Both, Campaign
        id: Integer, Public; read-only, required on Update
        clientRefId: Any, Interface; may be null
        relationsBag: Any, Practice; may be null, read-only
        uiPermissions: Any, Practice; may be null, read-only
        version: Integer, Interface; may be null, read-only
        createdBy: Integer, Practice; may be null, read-only
        createdByName: Text, Practice; may be null, read-only
        createdByAccount: Integer, Practice; may be null, read-only
        createdByAccountName: Text, Practice; may be null, read-only
        createdOn: Integer, Practice; may be null, read-only
        lastUpdatedBy: Integer, Practice; may be null, read-only
        lastUpdatedByName: Text, Practice; may be null, read-only
        lastUpdatedByAccount: Integer, Practice; may be null, read-only
        lastUpdatedByAccountName: Text, Practice; may be null, read-only
        lastUpdateOn: Integer, Practice; may be null, read-only
        name: Text, Public; required on Both, at most Some(300) long
        accountId: Integer, Interface; may be null, set once, from Some(1)
        accountName: Text, Interface; may be null, read-only
        advertiserId: Integer, Interface; may be null, set once, required on Both, from Some(1)
        advertiserName: Text, Interface; may be null, read-only
        brandId: Integer, Interface; may be null, set once, required on Both, from Some(1)
        brandName: Text, Practice; may be null, read-only
        status: Text, Practice; may be null, ACTIVE|PAUSED|COMPLETED|ARCHIVED
        startDate: Integer, Practice; may be null, from Some(0)
        endDate: Integer, Practice; may be null, from Some(0)
        budget: Decimal, Practice; may be null, from Some(0)
        currency: Text, Practice; may be null, at most Some(3) long, EUR|USD|GBP|CHF|SEK
        notes: Text, Practice; may be null, at most Some(4000) long
        approvedOn: Integer, Practice; may be null, from Some(0)
        labels: List(Text), Practice; may be null
        flights: List(Object("Flight")), Practice; may be null
        landingPage: Url, Practice; may be null, at most Some(2000) long
        trackers: List(Object("Tracker")), Practice; may be null
        traffickingMode: Text, Interface; may be null, simple|advanced
        adminSettings: Object("AdminSettings"), Public; 
    "#]]
    .assert_eq(&shown);
}

#[test]
fn a_real_service_is_not_held_to_our_own_choices() {
    let known = Catalog::without_practice().root(Kind::Campaign);
    let shown: String = known.fields.iter().map(limits).collect();
    expect![[r#"
        type: Text, Interface; set once, required on Both, Campaign
        id: Integer, Public; may be null
        clientRefId: Any, Interface; may be null
        version: Integer, Interface; may be null
        name: Text, Public; may be null
        accountId: Integer, Interface; may be null
        accountName: Text, Interface; may be null
        advertiserId: Integer, Interface; may be null
        advertiserName: Text, Interface; may be null
        brandId: Integer, Interface; may be null
        traffickingMode: Text, Interface; may be null, simple|advanced
        adminSettings: Object("AdminSettings"), Public; may be null
    "#]]
    .assert_eq(&shown);
}

#[test]
fn a_field_is_found_by_its_path() {
    let title = |text: &str| {
        let field = Catalog::bundled().field(Kind::Campaign, &path(text));
        field.map(|field| field.title.as_str())
    };
    assert_eq!(
        title("adminSettings.privacy.disableCookies"),
        Some("Disable cookies")
    );
    assert_eq!(title("name"), Some("Name"));
    assert_eq!(
        title("lastUpdatedOn"),
        Some("Last changed on"),
        "the twin spelling"
    );
    assert_eq!(title("mediaPlanRef"), None);
    assert_eq!(title("name.first"), None);
    assert_eq!(title(""), None);
}

#[test]
fn the_parts_of_a_list_are_found_by_their_path() {
    let typed = |text: &str| {
        let found = Catalog::bundled().typed(Kind::Campaign, &path(text));
        found.map(|(field, ty)| format!("{}: {ty:?}", field.title))
    };
    assert_eq!(
        typed("flights[3].budget").as_deref(),
        Some("Budget: Decimal")
    );
    assert_eq!(
        typed("flights[3]").as_deref(),
        Some(r#"Flights: Object("Flight")"#)
    );
    assert_eq!(typed("labels[0]").as_deref(), Some("Labels: Text"));
    assert_eq!(
        typed("trackers.url").as_deref(),
        Some("Address: Url"),
        "a single one without its list"
    );
    assert_eq!(
        typed("flights.budget"),
        None,
        "flights always come as a list"
    );
    assert_eq!(typed("name[0]"), None);
    assert_eq!(
        Catalog::bundled().field(Kind::Campaign, &path("flights[3]")),
        None
    );
}

#[test]
fn a_list_may_be_without_its_brackets_only_as_one_of_its_items() {
    let slip = LISTS.replace("\"maximum\": 3", "\"x-also-shape\": \"object\"");
    expect!["sites: x-also-shape must be the shape of an item"]
        .assert_eq(&schema::read(&slip).unwrap_err().to_string());
}

const LISTS: &str = r#"{
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "Lists.json", "title": "Lists", "description": "Lists.", "type": "object",
    "properties": {
        "inner": {
            "title": "Inner", "description": "Objects.", "type": ["array", "null"],
            "items": {"$ref": "Campaign.json"}, "x-group": "Lists", "x-origin": "local"
        },
        "sites": {
            "title": "Sites", "description": "Addresses.", "type": "array",
            "items": {"type": "string", "format": "uri"},
            "x-unit": "KB", "maximum": 3, "x-group": "Lists", "x-origin": "public"
        }
    }
}"#;

#[test]
fn lists_and_addresses_are_read() {
    let lists = schema::read(LISTS).unwrap();
    let types: Vec<_> = lists.fields.iter().map(|field| &field.ty).collect();
    expect![[r#"[List(Object("Campaign")), List(Url)]"#]].assert_eq(&format!("{types:?}"));
    assert_eq!(
        lists.field("sites").and_then(|field| field.unit),
        Some(Unit::Kilobytes)
    );
}

#[test]
fn a_keyword_that_nothing_reads_is_an_error() {
    let slip = LISTS.replace("\"maximum\"", "\"maximal\"");
    expect!["unknown field `maximal`, expected one of `title`, `description`, `readOnly`, `x-set-once`, `x-required-on`, `x-values`, `x-unit`, `x-same-as`, `x-key`, `x-item`, `x-also-shape`, `x-group`, `x-origin`, `x-limits-origin`, `maxLength`, `minimum`, `maximum`"].assert_eq(&schema::read(&slip).unwrap_err().to_string());
}

#[test]
fn a_form_has_a_place_for_every_section() {
    let catalog = Catalog::bundled();
    for object in &catalog.objects {
        // What is only ever nested stands in the form of the campaign.
        let root = if object.groups.is_empty() {
            catalog.root(Kind::Campaign)
        } else {
            object
        };
        for field in &object.fields {
            assert!(
                root.groups.contains(&field.group),
                "{}.{}",
                object.name,
                field.name
            );
        }
    }
}
