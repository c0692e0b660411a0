//! The parts of an ad that vary between versions, and the choice of versions.

use adwright_model::EditableDocument;
use serde::Serialize;
use specta::Type;

use crate::fact::AdFact;
use crate::object_reader::{ObjectReader, describe_value, shorten};

/// The most elements listed.
const MAX_ELEMENTS: usize = 2_000;

/// The most other members of the schema that are listed.
const MAX_SCHEMA_FACTS: usize = 20;

/// The content of an ad that varies between versions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Type)]
pub struct VersionedContent {
    /// The elements that vary, up to a limit.
    pub elements: Vec<SmartElement>,
    /// The number of elements beyond the limit.
    pub more: u32,
    /// How versions are made and chosen.
    pub facts: Vec<AdFact>,
}

/// An element that versions can replace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct SmartElement {
    /// Its key, which versions refer to.
    pub key: Option<String>,
    /// Its type, as the ad names it, such as `AdSmartImageElement`.
    pub type_name: Option<String>,
    /// The value that applies if no version replaces it.
    pub value: Option<String>,
    /// The file that uses it.
    pub source: Option<String>,
    /// Its path in the document.
    pub path: String,
}

/// Members about versions, and their labels.
const FACTS: [(&str, &str); 8] = [
    ("massVersioning", "Mass versioning"),
    ("feedEnabled", "Filled from a feed"),
    ("feedStatus", "Feed status"),
    ("rotationType", "Rotation"),
    ("versionTargetingType", "Targeting"),
    ("enableRetargeting", "Retargeting"),
    ("versionBasePath", "Path of the versions"),
    ("advancedRetargeting", "Advanced retargeting"),
];

impl VersionedContent {
    /// Reads the versions of an ad. Returns `None` if the ad has no member about versions.
    #[must_use]
    pub fn from_ad(ad: &EditableDocument) -> Option<Self> {
        let ad = ObjectReader::root(ad.root());
        let schema = ad.object("adSmartVersionSchema");
        let of_schema = schema.iter().flat_map(other_schema_facts);
        let of_schema: Vec<_> = of_schema.collect();
        let elements = schema
            .map(|schema| schema.objects("smartElements"))
            .unwrap_or_default();
        let more = elements.len().saturating_sub(MAX_ELEMENTS);
        let elements: Vec<_> = elements
            .iter()
            .take(MAX_ELEMENTS)
            .map(SmartElement::new)
            .collect();
        let facts = FACTS.into_iter().filter_map(|(name, title)| {
            let value = ad.value(name)?;
            Some(AdFact {
                title: title.to_owned(),
                value: describe_value(value),
                path: name.to_owned(),
            })
        });
        let facts: Vec<_> = facts.chain(of_schema).collect();
        let is_empty = elements.is_empty() && facts.is_empty();
        (!is_empty).then(|| Self {
            elements,
            more: u32::try_from(more).unwrap_or(u32::MAX),
            facts,
        })
    }
}

/// Returns the other members of the schema, such as its catalog. The interface does not document them.
fn other_schema_facts(schema: &ObjectReader<'_>) -> Vec<AdFact> {
    let members = schema.node.members();
    let others = members.filter(|(name, _)| !["smartElements", "type"].contains(&&**name));
    let others = others
        .filter(|(_, value)| !value.is_null())
        .take(MAX_SCHEMA_FACTS);
    let others = others.map(|(name, value)| AdFact {
        title: format!("Schema: {}", shorten(&name)),
        value: describe_value(value),
        path: schema.path.child(&*name).to_string(),
    });
    others.collect()
}

impl SmartElement {
    fn new(reader: &ObjectReader<'_>) -> Self {
        Self {
            key: reader.short_text("svKey"),
            type_name: reader.short_text("type"),
            value: reader.value("value").map(describe_value),
            source: reader.short_text("smartElementSource"),
            path: reader.path.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    fn content(ad: &str) -> Option<VersionedContent> {
        VersionedContent::from_ad(&EditableDocument::parse(ad).unwrap())
    }

    #[test]
    fn elements_and_versions_are_listed() {
        let ad = r#"{"massVersioning":true,"feedEnabled":false,"rotationType":"EvenDistribution","feedStatus":null,
            "advancedRetargeting":{"type":"AdvancedRetargeting","a":1},
            "adSmartVersionSchema":{"smartElements":[{"type":"AdSmartImageElement","svKey":"hero","value":null,"smartElementSource":"config.js"},{"value":[1]}]}}"#;
        expect![[r#"
            Some(
                VersionedContent {
                    elements: [
                        SmartElement {
                            key: Some(
                                "hero",
                            ),
                            type_name: Some(
                                "AdSmartImageElement",
                            ),
                            value: None,
                            source: Some(
                                "config.js",
                            ),
                            path: "adSmartVersionSchema.smartElements[0]",
                        },
                        SmartElement {
                            key: None,
                            type_name: None,
                            value: Some(
                                "1",
                            ),
                            source: None,
                            path: "adSmartVersionSchema.smartElements[1]",
                        },
                    ],
                    more: 0,
                    facts: [
                        AdFact {
                            title: "Mass versioning",
                            value: "yes",
                            path: "massVersioning",
                        },
                        AdFact {
                            title: "Filled from a feed",
                            value: "no",
                            path: "feedEnabled",
                        },
                        AdFact {
                            title: "Rotation",
                            value: "EvenDistribution",
                            path: "rotationType",
                        },
                        AdFact {
                            title: "Advanced retargeting",
                            value: "a: 1",
                            path: "advancedRetargeting",
                        },
                    ],
                },
            )
        "#]]
        .assert_debug_eq(&content(ad));
        assert_eq!(content("{}"), None);
    }

    #[test]
    fn object_content_is_listed_not_only_its_presence() {
        let ad = r#"{"advancedRetargeting":{"type":"AdvancedRetargeting","tags":[52018,52019,null,{"id":1}],"rule":{"a":1},
                "b":null,"c":[],"d":"x","e":1,"f":true,"g":2,"h":3},
            "adSmartVersionSchema":{"catalog":{"id":3},"type":"S","smartElements":[
                {"svKey":"hero","value":{"type":"AdAsset","assetName":"hero.jpg","size":8000}},
                {"svKey":"none","value":{"type":"X"}},{"svKey":"list","value":[1,2,3,4,5,6,7,8]}]}}"#;
        let versions = content(ad).unwrap();
        let elements = versions.elements.into_iter();
        let elements = elements.map(|element| format!("{:?}: {:?}\n", element.key, element.value));
        let facts = versions.facts.into_iter();
        let facts = facts.map(|fact| format!("{} ({}): {}\n", fact.title, fact.path, fact.value));
        let lines: String = elements.chain(facts).collect();
        expect![[r#"
            Some("hero"): Some("hero.jpg, 8,000 KB")
            Some("none"): Some("set, but empty")
            Some("list"): Some("1, 2, 3, 4, 5, 6, and 2 more")
            Advanced retargeting (advancedRetargeting): tags: 52018, 52019, null, {…}; rule: {…}; c: none; d: x; e: 1; f: true; and 2 more
            Schema: catalog (adSmartVersionSchema.catalog): id: 3
        "#]].assert_eq(&lines);
    }

    #[test]
    fn very_many_elements_are_counted() {
        let many = vec!["{}"; 2_001].join(",");
        let ad = format!(r#"{{"adSmartVersionSchema":{{"smartElements":[{many}]}}}}"#);
        let versions = content(&ad).unwrap();
        assert_eq!((versions.elements.len(), versions.more), (2_000, 1));
        let expected = "1 more element is not listed; see the text of the ad.";
        assert_eq!(versions.table().more.as_deref(), Some(expected));
    }
}
