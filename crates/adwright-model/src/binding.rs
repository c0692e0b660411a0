use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::document::EditableDocument;
use crate::json::JsonType;
use crate::kind::Kind;
use crate::node::Node;
use crate::path::Path;

/// A member that a rule or a list needs, and that INTERFACE.md names without its place in the document.
///
/// `clientRefId` is not a binding: it "appears in all objects", so its place is known. The interface has no
/// reference at any other place, and the service would find nothing by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Binding {
    /// How ads are attached: simple or advanced.
    TraffickingMode,
    /// The verification setting, which can be `None`.
    Verification,
    /// The switch that turns cookies off.
    DisableCookies,
    /// The advertiser's id.
    AdvertiserId,
    /// The advertiser's name.
    AdvertiserName,
    /// The brand's id.
    BrandId,
    /// The brand's name.
    BrandName,
    /// The account's id.
    AccountId,
    /// The account's name.
    AccountName,
    /// The entity's own name.
    Name,
    /// The time of the last update.
    UpdatedOn,
    /// The version number that the service counts.
    Version,
    /// The retargeting activity of a value.
    RetargetingActivity,
    /// The list of loose retargeting data beside a value.
    RetargetingData,
}

impl Binding {
    /// All bindings.
    pub const ALL: [Self; 14] = [
        Self::TraffickingMode,
        Self::Verification,
        Self::DisableCookies,
        Self::AdvertiserId,
        Self::AdvertiserName,
        Self::BrandId,
        Self::BrandName,
        Self::AccountId,
        Self::AccountName,
        Self::Name,
        Self::UpdatedOn,
        Self::Version,
        Self::RetargetingActivity,
        Self::RetargetingData,
    ];

    /// Returns the kind whose documents contain the member.
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self {
            Self::RetargetingActivity | Self::RetargetingData => Kind::RetargetingDataValue,
            _ => Kind::Campaign,
        }
    }

    /// Suggests a path: the nearest, first member of that name at any depth. Do not rely on it. Returns `None` for
    /// members that every nested object may have.
    #[must_use]
    pub fn suggest_path(self, document: &EditableDocument) -> Option<Path> {
        let mut level = vec![(Path::root(), document.root())];
        while self.max_depth() > 1 && !level.is_empty() {
            let has_name = |(name, _): &(Cow<'_, str>, _)| is_named(name, self);
            let mut found = level
                .iter()
                .flat_map(|(path, node)| matching_members(path, *node, has_name));
            if let Some((path, _)) = found.next() {
                return Some(path);
            }
            let is_object = |(_, member): &(_, Node<'_>)| member.json_type() == JsonType::Object;
            level = level
                .iter()
                .flat_map(|(path, node)| matching_members(path, *node, is_object))
                .collect();
        }
        None
    }

    /// Returns the member names for this binding, the most usual name first.
    fn member_names(self) -> &'static [&'static str] {
        match self {
            Self::TraffickingMode => &["traffickingMode"],
            Self::Verification => &["verification"],
            Self::DisableCookies => &["disableCookies"],
            Self::AdvertiserId => &["advertiserId"],
            Self::AdvertiserName => &["advertiserName"],
            Self::BrandId => &["brandId"],
            Self::BrandName => &["brandName"],
            Self::AccountId => &["accountId"],
            Self::AccountName => &["accountName"],
            Self::Name => &["name"],
            // INTERFACE.md documents one spelling and its samples show the other.
            Self::UpdatedOn => &["lastUpdateOn", "lastUpdatedOn"],
            Self::Version => &["version"],
            Self::RetargetingActivity => &["retargetingActivityId"],
            Self::RetargetingData => &["retargetingData"],
        }
    }

    /// Returns how many levels down the search goes. Every nested object may have its own name and version, so
    /// these count only at the top.
    fn max_depth(self) -> usize {
        match self {
            Self::Name | Self::UpdatedOn | Self::Version => 1,
            _ => 3,
        }
    }
}

/// The paths of the members that the rules need, as set for a workspace. A binding without an entry is searched
/// for.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Bindings(pub BTreeMap<Binding, Path>);

/// The result of locating a binding in one document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BindingLocation {
    /// The member is at one certain place.
    Found {
        /// The path of the member.
        path: Path,
        /// How the path is known.
        how: BindingSource,
    },
    /// The member is nowhere.
    Missing,
    /// The member is at several places of one level, so it is unclear which one counts.
    Ambiguous(Vec<Path>),
}

/// How a path is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BindingSource {
    /// The workspace's dialect sets it.
    Set,
    /// A search by name found it.
    Searched,
}

impl Bindings {
    /// Locates a binding in this document.
    ///
    /// The search ignores letter case and goes through objects down to three levels. The nearest level wins.
    #[must_use]
    pub fn locate(&self, binding: Binding, document: &EditableDocument) -> BindingLocation {
        match self.0.get(&binding) {
            Some(path) if document.get(path).is_some() => BindingLocation::Found {
                path: path.clone(),
                how: BindingSource::Set,
            },
            Some(_) => BindingLocation::Missing,
            None => search(binding, document),
        }
    }

    /// Returns the path and value in this document, if the member is at one certain place.
    #[must_use]
    pub fn find<'a>(
        &self,
        binding: Binding,
        document: &'a EditableDocument,
    ) -> Option<(Path, Node<'a>)> {
        match self.locate(binding, document) {
            BindingLocation::Found { path, .. } => document.get(&path).map(|node| (path, node)),
            BindingLocation::Missing | BindingLocation::Ambiguous(_) => None,
        }
    }
}

fn search(binding: Binding, document: &EditableDocument) -> BindingLocation {
    let mut level = vec![(Path::root(), document.root())];
    for _ in 0..binding.max_depth() {
        let has_name = |(name, _): &(Cow<'_, str>, _)| is_named(name, binding);
        let found: Vec<_> = level
            .iter()
            .flat_map(|(path, node)| matching_members(path, *node, has_name))
            .map(|(path, _)| path)
            .collect();
        match found.as_slice() {
            [] => {
                let is_object =
                    |(_, member): &(_, Node<'_>)| member.json_type() == JsonType::Object;
                level = level
                    .iter()
                    .flat_map(|(path, node)| matching_members(path, *node, is_object))
                    .collect();
            }
            [path] => {
                return BindingLocation::Found {
                    path: path.clone(),
                    how: BindingSource::Searched,
                };
            }
            _ => return BindingLocation::Ambiguous(found),
        }
    }
    BindingLocation::Missing
}

/// Returns the members that match. Only matches cost a path: a preview asks this of ten thousand documents.
fn matching_members<'a>(
    path: &Path,
    node: Node<'a>,
    predicate: impl Fn(&(Cow<'a, str>, Node<'a>)) -> bool,
) -> Vec<(Path, Node<'a>)> {
    node.members()
        .filter(predicate)
        .map(|(name, member)| (path.child(name), member))
        .collect()
}

fn is_named(name: &str, binding: Binding) -> bool {
    binding
        .member_names()
        .iter()
        .any(|known| known.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(bindings: &Bindings, binding: Binding, text: &str, expected: &Expect) {
        let document = EditableDocument::parse(text).unwrap();
        let shown = match bindings.locate(binding, &document) {
            BindingLocation::Found { path, how } => format!("{how:?} at {path}"),
            BindingLocation::Missing => "missing".to_owned(),
            BindingLocation::Ambiguous(paths) => {
                let places: Vec<_> = paths.iter().map(Path::to_string).collect();
                format!("ambiguous: {}", places.join(", "))
            }
        };
        expected.assert_eq(&shown);
    }

    fn search(binding: Binding, text: &str, expected: &Expect) {
        check(&Bindings::default(), binding, text, expected);
    }

    #[test]
    fn search_ignores_case_and_covers_three_levels() {
        search(
            Binding::DisableCookies,
            r#"{"a":{"b":{"DISABLECOOKIES":true}}}"#,
            &expect!["Searched at a.b.DISABLECOOKIES"],
        );
        search(
            Binding::DisableCookies,
            r#"{"a":{"b":{"c":{"disableCookies":true}}}}"#,
            &expect!["missing"],
        );
        search(
            Binding::DisableCookies,
            r#"{"a":[{"disableCookies":true}]}"#,
            &expect!["missing"],
        );
    }

    #[test]
    fn the_nearest_level_wins() {
        let text = r#"{"a":{"traffickingMode":"simple"},"TraffickingMode":"advanced"}"#;
        search(
            Binding::TraffickingMode,
            text,
            &expect!["Searched at TraffickingMode"],
        );
    }

    #[test]
    fn two_at_one_level_are_ambiguous() {
        let text = r#"{"a":{"verification":"None"},"b":{"Verification":"Tracking"}}"#;
        search(
            Binding::Verification,
            text,
            &expect!["ambiguous: a.verification, b.Verification"],
        );
    }

    #[test]
    fn common_object_members_match_only_at_top() {
        search(Binding::Name, r#"{"a":{"name":"x"}}"#, &expect!["missing"]);
        search(
            Binding::UpdatedOn,
            r#"{"lastUpdatedOn":1}"#,
            &expect!["Searched at lastUpdatedOn"],
        );
    }

    #[test]
    fn configured_place_is_not_searched_elsewhere() {
        let text = r#"{"verification":"None","check":{"level":"Full"}}"#;
        let set = |path: &str| Bindings([(Binding::Verification, path.parse().unwrap())].into());
        check(
            &set("check.level"),
            Binding::Verification,
            text,
            &expect!["Set at check.level"],
        );
        check(
            &set("check.grade"),
            Binding::Verification,
            text,
            &expect!["missing"],
        );
    }

    #[test]
    fn deeper_places_are_only_suggested() {
        let place = |binding: Binding, text: &str| {
            let document = EditableDocument::parse(text).unwrap();
            binding.suggest_path(&document).map(|path| path.to_string())
        };
        let text = r#"{"x":1,"a":{"b":{"c":{"Verification":"None"}}},"c":{"name":"x"},"d":[{"version":1}]}"#;
        assert_eq!(
            place(Binding::Verification, text).unwrap(),
            "a.b.c.Verification"
        );
        assert_eq!(place(Binding::Name, text), None);
        assert_eq!(place(Binding::BrandId, text), None);
    }

    #[test]
    fn bindings_round_trip_as_data() {
        let text = r#"{"traffickingMode":"settings.mode","version":"count"}"#;
        let bindings: Bindings = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&bindings).unwrap(), text);
    }
}
