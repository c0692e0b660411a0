//! What of an ad differs from version to version, and which version is shown to whom.

use adwright_model::Editable;
use serde::Serialize;
use specta::Type;

use crate::fact::Fact;
use crate::read::{Held, in_words};

/// No more elements are listed.
const MOST: usize = 2_000;

/// What of an ad differs from version to version.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Type)]
pub struct Versions {
    /// What can be exchanged; of very much, the first.
    pub elements: Vec<SmartElement>,
    /// How many elements there are beyond those.
    pub more: u32,
    /// How versions are made and chosen: each a name, and what the ad says.
    pub facts: Vec<Fact>,
}

/// Something that can be exchanged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct SmartElement {
    /// The key by which versions name it.
    pub key: Option<String>,
    /// What it is, as the ad says, such as `AdSmartImageElement`.
    pub called: Option<String>,
    /// What stands there where no version says otherwise.
    pub value: Option<String>,
    /// The file that asks for it.
    pub source: Option<String>,
    /// Where it stands in the document.
    pub path: String,
}

/// Members about versions, and what they are called.
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

impl Versions {
    /// What an ad says about its versions; nothing where it says nothing.
    #[must_use]
    pub fn of(ad: &Editable) -> Option<Self> {
        let ad = Held::root(ad.root());
        let schema = ad.object("adSmartVersionSchema");
        let elements = schema
            .map(|schema| schema.objects("smartElements"))
            .unwrap_or_default();
        let more = elements.len().saturating_sub(MOST);
        let elements: Vec<_> = elements.iter().take(MOST).map(SmartElement::of).collect();
        let facts = FACTS.into_iter().filter_map(|(name, title)| {
            let value = ad.value(name)?;
            Some(Fact {
                title: title.to_owned(),
                value: in_words(value),
                path: name.to_owned(),
            })
        });
        let facts: Vec<_> = facts.collect();
        let says_nothing = elements.is_empty() && facts.is_empty();
        (!says_nothing).then(|| Self {
            elements,
            more: u32::try_from(more).unwrap_or(u32::MAX),
            facts,
        })
    }
}

impl SmartElement {
    fn of(held: &Held<'_>) -> Self {
        Self {
            key: held.said("svKey"),
            called: held.said("type"),
            value: held.value("value").map(in_words),
            source: held.said("smartElementSource"),
            path: held.path.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn elements_and_what_is_said_about_versions() {
        let ad = r#"{"massVersioning":true,"feedEnabled":false,"rotationType":"EvenDistribution","feedStatus":null,
            "advancedRetargeting":{"type":"AdvancedRetargeting","a":1},
            "adSmartVersionSchema":{"smartElements":[{"type":"AdSmartImageElement","svKey":"hero","value":null,"smartElementSource":"config.js"},{"value":[1]}]}}"#;
        expect![[r#"
            Some(
                Versions {
                    elements: [
                        SmartElement {
                            key: Some(
                                "hero",
                            ),
                            called: Some(
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
                            called: None,
                            value: Some(
                                "[1]",
                            ),
                            source: None,
                            path: "adSmartVersionSchema.smartElements[1]",
                        },
                    ],
                    more: 0,
                    facts: [
                        Fact {
                            title: "Mass versioning",
                            value: "yes",
                            path: "massVersioning",
                        },
                        Fact {
                            title: "Filled from a feed",
                            value: "no",
                            path: "feedEnabled",
                        },
                        Fact {
                            title: "Rotation",
                            value: "EvenDistribution",
                            path: "rotationType",
                        },
                        Fact {
                            title: "Advanced retargeting",
                            value: "set, with 2 fields",
                            path: "advancedRetargeting",
                        },
                    ],
                },
            )
        "#]]
        .assert_debug_eq(&Versions::of(&Editable::parse(ad).unwrap()));
        assert_eq!(Versions::of(&Editable::parse("{}").unwrap()), None);
    }

    #[test]
    fn very_many_elements_are_counted() {
        let many = vec!["{}"; 2_001].join(",");
        let ad = format!(r#"{{"adSmartVersionSchema":{{"smartElements":[{many}]}}}}"#);
        let versions = Versions::of(&Editable::parse(&ad).unwrap()).unwrap();
        assert_eq!((versions.elements.len(), versions.more), (2_000, 1));
        let said = "1 more element is not listed; it stands in the ad’s own text.";
        assert_eq!(versions.table().more.as_deref(), Some(said));
    }
}
