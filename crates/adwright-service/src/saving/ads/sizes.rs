//! The sizes of an ad. The service calculates them from the assets.

use adwright_model::{EditableDocument, JsonType, Node};
use serde_json::json;

use super::super::assigned_members::AssignedMember;

/// The members that count for the size of the ad: objects, and lists of objects.
const ASSETS: [&str; 6] = [
    "html5",
    "banner",
    "defaultImage",
    "linears",
    "panels",
    "additionalAssets",
];

/// Returns whether the sizes of an ad depend on this member.
pub(crate) fn affects_ad_size(member: &str) -> bool {
    member == "downloadMode" || ASSETS.contains(&member)
}

/// The members that are visible first if nothing has to be loaded before them, in this order.
const FIRST: [&str; 4] = ["html5", "banner", "linears", "defaultImage"];

/// Returns `width`, `height`, `dimensions`, `overallSize`, `initialSize` and `pricingSize`, if the assets decide them.
/// Sizes are in KB.
pub(crate) fn ad_sizes(ad: &EditableDocument) -> Vec<AssignedMember> {
    let assets = |name| assets(ad.root(), name);
    let sizes = ASSETS.into_iter().flat_map(assets);
    let overall: i64 = sizes.filter_map(asset_size).fold(0, i64::saturating_add);
    let main = || FIRST.into_iter().flat_map(assets);
    let mut assigned = Vec::new();
    if let Some((width, height)) = main().find_map(|asset| asset_dimensions(&asset)) {
        assigned.extend([
            ("width", width.to_string()),
            ("height", height.to_string()),
            ("dimensions", json!(format!("{width}x{height}")).to_string()),
        ]);
    }
    let is_polite = |mode: Node<'_>| mode.as_str().is_some_and(|mode| mode == "POLITE");
    let initial = match ad.root().member("downloadMode") {
        Some(mode) if is_polite(mode) => assets("defaultImage").find_map(asset_size),
        _ => main().find_map(asset_size),
    };
    if let Some(initial) = initial {
        assigned.extend([
            ("overallSize", overall.to_string()),
            ("initialSize", initial.to_string()),
            ("pricingSize", initial.to_string()),
        ]);
    }
    assigned
}

/// Returns the assets of a member: one object, or those of a list.
fn assets<'a>(ad: Node<'a>, name: &str) -> impl Iterator<Item = Node<'a>> {
    let member = ad.member(name);
    let single = member.filter(|member| member.json_type() == JsonType::Object);
    let list = member.filter(|member| member.json_type() == JsonType::Array);
    single
        .into_iter()
        .chain(list.into_iter().flat_map(|list| list.items()))
}

fn asset_size(asset: Node<'_>) -> Option<i64> {
    asset.member("size")?.as_i64().filter(|size| *size >= 0)
}

fn asset_dimensions(asset: &Node<'_>) -> Option<(i64, i64)> {
    let side = |name| asset.member(name)?.as_i64();
    Some((side("width")?, side("height")?))
}

#[cfg(test)]
mod tests {
    use adwright_model::EditableDocument;
    use expect_test::{Expect, expect};

    use super::ad_sizes;

    fn check(ad: &str, expected: &Expect) {
        let sizes = ad_sizes(&EditableDocument::parse(ad).unwrap());
        let line = |(name, json): &(&str, String)| format!("{name} {json}\n");
        expected.assert_eq(&sizes.iter().map(line).collect::<String>());
    }

    #[test]
    fn a_polite_ad_loads_its_default_image_first() {
        check(
            r#"{"downloadMode":"POLITE","defaultImage":{"size":38,"width":300,"height":250},
                "html5":{"size":400,"width":970,"height":250},
                "panels":{"size":210,"width":970,"height":600},
                "additionalAssets":[{"size":7},{"size":-3},{}]}"#,
            &expect![[r#"
                width 970
                height 250
                dimensions "970x250"
                overallSize 655
                initialSize 38
                pricingSize 38
            "#]],
        );
    }

    #[test]
    fn video_size_comes_from_first_sized_linear() {
        check(
            r#"{"linears":[{"type":"Linear"},{"size":640,"width":1280,"height":720}]}"#,
            &expect![[r#"
                width 1280
                height 720
                dimensions "1280x720"
                overallSize 640
                initialSize 640
                pricingSize 640
            "#]],
        );
        check(r#"{"linears":null}"#, &expect![[""]]);
    }
}
