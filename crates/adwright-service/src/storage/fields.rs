//! The fields of a campaign by which lists are filtered and sorted: every single value that the catalog knows.

use std::sync::LazyLock;

use adwright_model::{Bindings, Catalog, Editable, Kind, Path, Step};
use adwright_wire::{Filter, FilterFields, Matcher};
use rusqlite::Connection;
use rusqlite::functions::{Context, FunctionFlags};

/// The fields that the filter can name.
pub(crate) static FIELDS: LazyLock<FilterFields> =
    LazyLock::new(|| FilterFields::of(Catalog::bundled(), Kind::Campaign, &Bindings::default()));

/// The place that a list is sorted by when the member is named, as a path of SQLite; none for a member that lists are
/// not sorted by.
pub(crate) fn sorted_by(member: &str) -> Option<String> {
    let field = FIELDS.get(&member.to_uppercase())?;
    let mut paths = field.paths.iter();
    let named = paths.any(|path| path.last() == Some(&Step::Member(member.to_owned())));
    named.then(|| format!("${}", steps(&field.paths[0])))
}

fn steps(path: &Path) -> String {
    let steps = path.steps().iter().map(|step| match step {
        Step::Member(name) => format!(".{name}"),
        Step::Item(item) => format!("[{item}]"),
    });
    steps.collect()
}

/// Gives SQL the function `found_by(text, q)`: whether the filter `q` finds the campaign `text`.
pub(super) fn add_found_by(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("found_by", 2, flags, |call| {
        let matcher = call.get_or_create_aux(1, |q| -> Result<Matcher, Unusable> {
            Ok(q.as_str()?.parse::<Filter>()?.matcher())
        })?;
        found(call, &matcher)
    })
}

type Unusable = Box<dyn std::error::Error + Send + Sync>;

/// What cannot be read as JSON has no values, so that no condition finds it.
fn found(call: &Context<'_>, matcher: &Matcher) -> rusqlite::Result<bool> {
    let campaign = Editable::parse(call.get_raw(0).as_str()?).ok();
    let values = |name: &str| {
        let campaign = campaign.as_ref();
        campaign.map_or_else(Vec::new, |campaign| FIELDS.values(name, campaign))
    };
    Ok(matcher.matches(values))
}

#[cfg(test)]
mod tests {
    use adwright_model::Step;

    use super::{FIELDS, sorted_by};

    #[test]
    fn the_documented_sort_members_are_those_that_lists_are_sorted_by() {
        let document = include_str!("../../../../schemas/openapi.json");
        let document: serde_json::Value = serde_json::from_str(document).unwrap();
        let parameters = &document["paths"]["/campaigns"]["get"]["parameters"];
        let mut parameters = parameters.as_array().unwrap().iter();
        let sort = parameters.find(|parameter| parameter["name"] == "sort");
        let documented = &sort.unwrap()["schema"]["x-values"];
        let names = FIELDS.iter().filter(|field| field.name != "RECENT");
        let names: Vec<_> = names
            .map(|field| match field.paths[0].last() {
                Some(Step::Member(name)) => name.as_str(),
                _ => panic!("{field:?}"),
            })
            .collect();
        assert_eq!(*documented, serde_json::json!(names));
        assert!(names.iter().all(|name| sorted_by(name).is_some()));
    }

    #[test]
    fn a_member_deeper_down_is_found_by_its_name_alone() {
        let place = sorted_by("disableCookies").unwrap();
        assert_eq!(place, "$.adminSettings.privacy.disableCookies");
        assert_eq!(sorted_by("lastUpdatedOn").unwrap(), "$.lastUpdateOn");
        for name in ["adminSettings", "recent", "NAME", "nothing", ""] {
            assert_eq!(sorted_by(name), None, "{name}");
        }
    }
}
