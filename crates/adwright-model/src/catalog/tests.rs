use expect_test::expect;

use super::*;
use crate::document::EditableDocument;

fn campaign() -> &'static ObjectType {
    Catalog::bundled().root(Kind::Campaign)
}

/// Returns every field of every object.
fn fields() -> impl Iterator<Item = &'static Field> {
    Catalog::bundled()
        .objects()
        .flat_map(|object| &object.fields)
}

fn path(text: &str) -> Path {
    text.parse().unwrap()
}

/// Describes the limits of a field in one line.
fn limits(field: &Field) -> String {
    let words = [
        (field.nullable, "may be null".to_owned()),
        (field.read_only, "read-only".to_owned()),
        (field.set_once, "set once".to_owned()),
        (
            field.required != RequiredOn::Never,
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
fn fields_are_found_by_meaning() {
    let object = campaign();
    let lines = Facet::ALL.iter().map(|&facet| {
        let fields = object.fields.iter();
        let fields = fields.filter(|field| facet.applies_to(field));
        let names: Vec<_> = fields.map(|field| &*field.name).collect();
        format!("{facet:?}: {}\n", names.join(" "))
    });
    expect![[r#"
        Required: type id name advertiserId brandId
        ReadOnly: id relationsBag uiPermissions version createdBy createdByName createdByAccount createdByAccountName createdOn lastUpdatedBy lastUpdatedByName lastUpdatedByAccount lastUpdatedByAccountName lastUpdateOn accountName advertiserName brandName
        SetOnce: type accountId advertiserId brandId
        Values: type status currency traffickingMode
        Limits: name accountId advertiserId brandId startDate endDate budget currency notes approvedOn landingPage
        Instant: createdOn lastUpdateOn startDate endDate approvedOn
        Url: landingPage
        Address: landingPage
        Quantity: 
        Id: id clientRefId accountId advertiserId brandId
        Alias: lastUpdateOn
        Name: name
        Type: type id version createdBy createdByName createdByAccount createdByAccountName createdOn lastUpdatedBy lastUpdatedByName lastUpdatedByAccount lastUpdatedByAccountName lastUpdateOn name accountId accountName advertiserId advertiserName brandId brandName status startDate endDate budget currency notes approvedOn labels flights landingPage trackers traffickingMode adminSettings
    "#]].assert_eq(&lines.collect::<String>());
}

#[test]
fn members_are_known_in_any_order_and_spelling() {
    let text = r#"{"name":1,"id":2,"lastUpdatedOn":3,"st\u0061tus":4,"nobody":5,"version":6,"lastUpdateOn":7}"#;
    let document = EditableDocument::parse(text).unwrap();
    let root = document.root();
    let mut order = campaign().member_order();
    let mut known = Vec::new();
    campaign().visit_members(&root, &mut order, |place, member| {
        let name = place.map(|place| &*campaign().fields[place.field].name);
        let by_alias = place.is_some_and(|place| place.by_alias);
        known.push(format!(
            "{} is {name:?}{}\n",
            member.raw(),
            if by_alias { " by its alias" } else { "" }
        ));
    });
    expect![[r#"
        1 is Some("name")
        2 is Some("id")
        3 is Some("lastUpdateOn") by its alias
        4 is Some("status")
        5 is None
        6 is Some("version")
        7 is Some("lastUpdateOn")
    "#]]
    .assert_eq(&known.concat());
}

#[test]
fn only_requested_objects_are_parsed() {
    let catalog = Catalog::unparsed(CatalogScope::Practice);
    assert_eq!(catalog.root(Kind::Campaign).name, "Campaign");
    let read = catalog
        .bundled
        .iter()
        .filter(|object| object.parsed.get().is_some());
    let read: Vec<_> = read.map(|object| object.name).collect();
    assert_eq!(read, ["Campaign"]);
}

#[test]
fn every_nested_object_is_in_the_catalog() {
    for field in fields() {
        let value = match &field.ty {
            FieldType::List(item) => item,
            value => value,
        };
        if let FieldType::Object(name) = value {
            assert!(Catalog::bundled().object(name).is_some(), "{name}");
        }
    }
}

#[test]
fn every_field_has_a_title_and_a_description() {
    for field in fields() {
        assert!(
            !field.title.is_empty() && field.description.ends_with('.'),
            "{}",
            field.name
        );
    }
}

#[test]
fn campaign_has_its_fields_and_limits() {
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
fn real_service_is_free_of_our_limits() {
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
fn list_parts_are_found_by_path() {
    let typed = |text: &str| {
        let found = Catalog::bundled().field_and_type(Kind::Campaign, &path(text));
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
fn list_without_brackets_must_equal_one_item() {
    let slip = LISTS.replace("\"maximum\": 3", "\"x-also-shape\": \"object\"");
    expect!["sites: x-also-shape must be the shape of an item, and be listed in type"]
        .assert_eq(&schema::parse_object_schema(&slip).unwrap_err().to_string());
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
        },
        "pixel": {
            "title": "Pixel", "description": "An address with macros.", "type": "string", "format": "uri-with-macros",
            "x-group": "Lists", "x-origin": "public"
        }
    }
}"#;

#[test]
fn lists_and_addresses_are_read() {
    let lists = schema::parse_object_schema(LISTS).unwrap();
    let types: Vec<_> = lists.fields.iter().map(|field| &field.ty).collect();
    expect![[r#"[List(Object("Campaign")), List(Url), Url]"#]].assert_eq(&format!("{types:?}"));
    assert_eq!(
        lists.field("sites").and_then(|field| field.unit),
        Some(Unit::Kilobytes)
    );
}

#[test]
fn entry_for_known_field_extends_it() {
    let text = r#"{
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "Slide.json", "title": "Slide", "description": "A panel that slides.", "type": "object",
        "allOf": [{"$ref": "Panel.json"}],
        "properties": {"retraction": {"x-values": ["SLIDE_BACK"]}}
    }"#;
    let slide = schema::parse_object_schema(text).unwrap();
    let panel = Catalog::bundled().object("Panel").unwrap();
    let place = |object: &ObjectType| {
        object
            .fields
            .iter()
            .position(|field| field.name == "retraction")
    };
    assert_eq!(place(&slide), place(panel));
    let panel = panel.field("retraction").unwrap();
    let expected = Field {
        values: vec!["SLIDE_BACK".to_owned()],
        ..panel.clone()
    };
    assert_eq!(slide.field("retraction"), Some(&expected));
    assert_eq!(slide.field("mediaType").unwrap().group, "Creative");
    let slip = text.replace("Panel.json", "Pannel.json");
    expect!["Pannel.json: no such schema"]
        .assert_eq(&schema::parse_object_schema(&slip).unwrap_err().to_string());
}

#[test]
fn typo_in_schema_dependency_is_an_error() {
    let slip = |from: &str, to: &str| {
        let text = LISTS.replace(from, to);
        assert_ne!(text, LISTS, "{from}");
        schema::parse_object_schema(&text).unwrap_err().to_string()
    };
    let two = r#""x-required-if": {"a": {"const": "x"}, "b": {"minItems": 1}}"#;
    expect!["sites: x-required-if must name one member, with its const or with minItems 1"]
        .assert_eq(&slip("\"maximum\": 3", two));
    let two = r#""x-required-if": {"b": {"minItems": 2}}"#;
    expect!["sites: x-required-if must name one member, with its const or with minItems 1"]
        .assert_eq(&slip("\"maximum\": 3", two));
    expect!["sites: a required list, and no other, has minItems 1"]
        .assert_eq(&slip("\"maximum\": 3", "\"minItems\": 1"));
    expect!["sites: x-also-shape must be the shape of an item, and be listed in type"].assert_eq(
        &slip("\"type\": \"array\",", "\"type\": [\"array\", \"string\"],"),
    );
    let other = r#""allOf": [{"if": {"properties": {"type": {"const": "Linear"}}, "required": ["type"]},
        "then": {"$ref": "Panel.json"}}], "properties""#;
    expect!["Panel: its type must be its name"].assert_eq(&slip("\"properties\"", other));
}

#[test]
fn unused_schema_keyword_is_an_error() {
    let slip = LISTS.replace("\"maximum\"", "\"maximal\"");
    expect!["unknown field `maximal`, expected one of `title`, `description`, `readOnly`, `x-set-once`, `x-required-on`, `x-required-if`, `x-values`, `x-unit`, `x-same-as`, `x-key`, `x-item`, `x-also-shape`, `x-group`, `x-origin`, `x-limits-origin`, `maxLength`, `minimum`, `maximum`, `minItems`"].assert_eq(&schema::parse_object_schema(&slip).unwrap_err().to_string());
}

/// Returns an object and all objects nested in it, at any depth.
fn held(name: &str) -> Vec<&'static ObjectType> {
    let mut held: Vec<&ObjectType> = Vec::new();
    let mut waiting = vec![name.to_owned()];
    while let Some(name) = waiting.pop() {
        if held.iter().any(|object| object.name == name) {
            continue;
        }
        let object = Catalog::bundled().object(&name).unwrap();
        waiting.extend(object.variants.iter().cloned());
        waiting.extend(object.fields.iter().filter_map(inner).map(str::to_owned));
        held.push(object);
    }
    held
}

/// Returns the object of a field, or of its list items.
fn inner(field: &Field) -> Option<&str> {
    let value = match &field.ty {
        FieldType::List(item) => item,
        value => value,
    };
    match value {
        FieldType::Object(name) => Some(name),
        _ => None,
    }
}

#[test]
fn a_form_has_a_place_for_every_section() {
    for &kind in Kind::ALL {
        let groups = &Catalog::bundled().root(kind).groups;
        for object in held(kind.as_str()) {
            for Field { name, group, .. } in &object.fields {
                assert!(groups.contains(group), "{kind}: {}.{name}", object.name);
            }
        }
    }
}

#[test]
fn every_object_has_a_kind_or_an_extension() {
    let held: Vec<_> = Kind::ALL
        .iter()
        .flat_map(|kind| held(kind.as_str()))
        .collect();
    let texts: Vec<_> = bundle::SCHEMAS.iter().map(|(_, text)| text).collect();
    for object in Catalog::bundled().objects() {
        let base = format!(r#"{{ "$ref": "{}.json" }}"#, object.name);
        let is_base = texts
            .iter()
            .any(|text| text.contains("\"allOf\"") && text.contains(&base));
        assert!(is_base || held.contains(&object), "{}", object.name);
    }
}

#[test]
fn every_schema_is_bundled_under_its_name() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../schemas/objects");
    let files = std::fs::read_dir(folder).unwrap();
    let files = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut files: Vec<_> = files.collect();
    files.sort_by_key(|file| schema::object_name(file));
    let bundled: Vec<_> = bundle::SCHEMAS
        .iter()
        .map(|(name, _)| format!("{name}.json"))
        .collect();
    assert_eq!(bundled, files);
    for (name, text) in bundle::SCHEMAS {
        assert_eq!(schema::parse_object_schema(text).unwrap().name, *name);
    }
}

#[test]
fn list_key_is_a_member_of_its_items() {
    let catalog = Catalog::bundled();
    for field in fields() {
        let Some(key) = &field.key else { continue };
        let item = catalog.object(inner(field).unwrap()).unwrap();
        assert!(
            catalog.field_in_variants(item, key).is_some(),
            "{}: {key}",
            field.name
        );
    }
}

#[test]
fn field_dependency_is_a_sibling_member() {
    for object in Catalog::bundled().objects() {
        for field in &object.fields {
            let member = field.required_if.as_ref().map(Condition::member);
            assert!(
                member.is_none_or(|member| object.field(member).is_some()),
                "{}.{}",
                object.name,
                field.name
            );
        }
    }
}

#[test]
fn panel_requirements_belong_to_one_kind_each() {
    let asks = |kind, field| {
        let field = Catalog::bundled().root(kind).field(field);
        field.unwrap().required_if.is_some()
    };
    let (flat, html5) = (Kind::ExpandableBannerAd, Kind::Html5ExpandableBannerAd);
    assert!(asks(flat, "adSmartVersionSchema"));
    assert!(!asks(html5, "adSmartVersionSchema"));
    assert!(!asks(flat, "panelsSettings"));
    assert!(asks(html5, "panelsSettings"));
    assert!(asks(html5, "initialLoadAsset"));
}

#[test]
fn a_type_makes_a_variant_of_an_object() {
    let name = |json: &str| {
        let document = EditableDocument::parse(json).unwrap();
        let object = Catalog::bundled().object_for("ILinearCommon", &document.root());
        object.unwrap().name.clone()
    };
    assert_eq!(name(r#"{"type":"LinearHtml5Folder"}"#), "LinearHtml5Folder");
    assert_eq!(name(r#"{"type":"LinearCtv"}"#), "ILinearCommon");
    assert_eq!(name("{}"), "ILinearCommon");
    assert_eq!(name("7"), "ILinearCommon");
    let word = |name| Catalog::bundled().object(name).unwrap().default_type();
    assert_eq!(word("ILinearCommon"), Some("Linear"));
    assert_eq!(word("Flight"), Some("Flight"));
    assert_eq!(word("AssetJsInteraction"), None);
    let found = |text: &str| {
        let field = Catalog::bundled().field(Kind::InStreamInteractiveAd, &path(text));
        field.map(|field| field.title.as_str())
    };
    assert_eq!(found("linears[0].sequence"), Some("Order"));
    assert_eq!(found("linears[0].type"), Some("Type"));
    assert_eq!(found("linears[0].positionX"), None);
}
