//! The fields by which clients filter and sort a list: every single value of its kinds in the catalog.

use adwright_model::{Bindings, Catalog, EditableDocument, Kind, Path, PathStep};
use adwright_wire::{FieldValue, FilterFields};

/// The fields of all kinds in one list. A document of an unknown kind uses the fields of the first kind.
pub(crate) struct FilterableFields(Vec<(Kind, FilterFields)>);

impl FilterableFields {
    pub(crate) fn from_kinds(kinds: &[Kind]) -> Self {
        let fields = |&kind| FilterFields::for_kind(Catalog::bundled(), kind, &Bindings::default());
        Self(kinds.iter().map(|kind| (*kind, fields(kind))).collect())
    }

    /// Returns whether any of the kinds has a field with this filter name.
    pub(crate) fn has_field(&self, name: &str) -> bool {
        self.0.iter().any(|(_, fields)| fields.get(name).is_some())
    }

    /// Returns the values of this field in a document.
    pub(crate) fn values<'a>(
        &self,
        name: &str,
        document: &'a EditableDocument,
    ) -> Vec<FieldValue<'a>> {
        let kind = kind_of(document);
        let own = self.0.iter().find(|(known, _)| Some(*known) == kind);
        let fields = own.or(self.0.first());
        fields.map_or_else(Vec::new, |(_, fields)| fields.values(name, document))
    }

    /// Returns the sort path of a member, as a path of SQLite; `None` if lists cannot be sorted by it.
    pub(crate) fn sort_path(&self, member: &str) -> Option<String> {
        let mut kinds = self.0.iter();
        kinds.find_map(|(_, fields)| sort_path(fields, member))
    }
}

/// Returns the kind that a document names as its type.
pub(crate) fn kind_of(document: &EditableDocument) -> Option<Kind> {
    let says = document.root().member("type")?;
    Kind::from_wire(&says.as_str()?)
}

fn sort_path(fields: &FilterFields, member: &str) -> Option<String> {
    let field = fields.get(&member.to_uppercase())?;
    let mut paths = field.paths.iter();
    let named = paths.any(|path| path.last() == Some(&PathStep::Member(member.to_owned())));
    named.then(|| format!("${}", json_path(&field.paths[0])))
}

fn json_path(path: &Path) -> String {
    let steps = path.steps().iter().map(|step| match step {
        PathStep::Member(name) => format!(".{name}"),
        PathStep::Item(item) => format!("[{item}]"),
    });
    steps.collect()
}

#[cfg(test)]
mod tests {
    use adwright_model::PathStep;

    use crate::resource::CAMPAIGNS;

    #[test]
    fn documented_sort_members_match_the_sortable_ones() {
        let document = include_str!("../../../schemas/openapi.json");
        let document: serde_json::Value = serde_json::from_str(document).unwrap();
        let parameters = &document["paths"]["/campaigns"]["get"]["parameters"];
        let mut parameters = parameters.as_array().unwrap().iter();
        let sort = parameters.find(|parameter| parameter["name"] == "sort");
        let documented = &sort.unwrap()["schema"]["x-values"];
        let (_, fields) = &CAMPAIGNS.fields.0[0];
        let names = fields.iter().filter(|field| field.name != "RECENT");
        let names: Vec<_> = names
            .map(|field| match field.paths[0].last() {
                Some(PathStep::Member(name)) => name.as_str(),
                _ => panic!("{field:?}"),
            })
            .collect();
        assert_eq!(*documented, serde_json::json!(names));
        assert!(
            names
                .iter()
                .all(|name| CAMPAIGNS.fields.sort_path(name).is_some())
        );
    }

    #[test]
    fn nested_member_is_found_by_name_alone() {
        let sorted_by = |member| CAMPAIGNS.fields.sort_path(member);
        let place = sorted_by("disableCookies").unwrap();
        assert_eq!(place, "$.adminSettings.privacy.disableCookies");
        assert_eq!(sorted_by("lastUpdatedOn").unwrap(), "$.lastUpdateOn");
        for name in ["adminSettings", "recent", "NAME", "nothing", ""] {
            assert_eq!(sorted_by(name), None, "{name}");
        }
    }
}
