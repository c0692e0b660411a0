use adwright_model::{Path, PathStep};
use adwright_views::AdAspect;

/// Top-level members that belong to one aspect, with everything inside them.
const MEMBERS: [(&str, AdAspect); 37] = [
    ("panels", AdAspect::Layout),
    ("panelsSettings", AdAspect::Layout),
    ("width", AdAspect::Layout),
    ("height", AdAspect::Layout),
    ("dimensions", AdAspect::Layout),
    ("adChoicesStatus", AdAspect::Layout),
    ("adChoicesLocation", AdAspect::Layout),
    ("allowHTML5DynamicExpansion", AdAspect::Layout),
    ("hides", AdAspect::Layout),
    ("companions", AdAspect::Layout),
    ("advancedCompanions", AdAspect::Layout),
    ("linears", AdAspect::Timeline),
    ("linearSettings", AdAspect::Timeline),
    ("nonLinears", AdAspect::Timeline),
    ("templateData", AdAspect::Timeline),
    ("variables", AdAspect::Timeline),
    ("html5", AdAspect::Assets),
    ("banner", AdAspect::Assets),
    ("defaultImage", AdAspect::Assets),
    ("additionalAssets", AdAspect::Assets),
    ("pricingSize", AdAspect::Assets),
    ("overallSize", AdAspect::Assets),
    ("initialSize", AdAspect::Assets),
    ("adTranscodingStatus", AdAspect::Assets),
    ("mainClickthrough", AdAspect::Tracking),
    ("defaultImageClickthrough", AdAspect::Tracking),
    ("adURLs", AdAspect::Tracking),
    ("customInteractions", AdAspect::Interactions),
    ("adSmartVersionSchema", AdAspect::Versions),
    ("advancedRetargeting", AdAspect::Versions),
    ("rotationType", AdAspect::Versions),
    ("versionTargetingType", AdAspect::Versions),
    ("massVersioning", AdAspect::Versions),
    ("feedEnabled", AdAspect::Versions),
    ("feedStatus", AdAspect::Versions),
    ("enableRetargeting", AdAspect::Versions),
    ("versionBasePath", AdAspect::Versions),
];

/// Returns the aspect that a path belongs to. For most paths, the outermost member decides.
pub(super) fn aspect_of(path: &Path) -> AdAspect {
    let names = path.steps().iter().rev().filter_map(|step| match step {
        PathStep::Member(name) => Some(name.as_str()),
        PathStep::Item(_) => None,
    });
    let names: Vec<_> = names.collect();
    if names.contains(&"customInteractions") {
        return AdAspect::Interactions;
    }
    // A `url` member is about tracking at any depth.
    if names
        .first()
        .is_some_and(|name| name.eq_ignore_ascii_case("url"))
    {
        return AdAspect::Tracking;
    }
    let outermost = names.last().copied().unwrap_or_default();
    let known = MEMBERS.iter().find(|(name, _)| *name == outermost);
    known.map_or(AdAspect::Other, |(_, aspect)| *aspect)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_has_the_aspect_of_its_part() {
        let of = |path: &str| aspect_of(&path.parse().unwrap());
        assert_eq!(of("panels[3].positionX"), AdAspect::Layout);
        assert_eq!(of("linearSettings.skipDelay"), AdAspect::Timeline);
        assert_eq!(of("html5.assets[2].mimeType"), AdAspect::Assets);
        assert_eq!(of("linearSettings.clickthrough.url"), AdAspect::Tracking);
        assert_eq!(
            of("html5.assets[0].jsContext.customInteractions[0]"),
            AdAspect::Interactions
        );
        for name in [
            "adSmartVersionSchema",
            "massVersioning",
            "feedEnabled",
            "feedStatus",
            "enableRetargeting",
            "versionBasePath",
        ] {
            assert_eq!(of(name), AdAspect::Versions, "{name}");
        }
        assert_eq!(of("name"), AdAspect::Other);
        assert_eq!(of(""), AdAspect::Other);
    }
}
