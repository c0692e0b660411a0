//! The interactions of an ad and how they are counted.

use adwright_model::Editable;
use serde::Serialize;
use specta::Type;

use crate::amount::{Amount, format_grouped};
use crate::assets::file_parts;
use crate::object_reader::{ObjectReader, shorten};

/// The most interactions listed.
const MOST: usize = 2_000;

/// A counted event of an ad: something that people do, or that happens by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Interaction {
    /// The name by which the ad's scripts report it.
    pub name: String,
    /// Its name in reports.
    pub reported_as: Option<String>,
    /// What triggers it, in words.
    pub trigger: String,
    /// Its type, as the ad names it.
    pub called: Option<String>,
    /// Its file.
    pub asset: Option<String>,
    /// The address of the page that it opens.
    pub opens: Option<String>,
    /// True if it closes the open parts of the ad.
    pub closes: Option<bool>,
    /// True if it counts for the interaction rate.
    pub counts: Option<bool>,
    /// Its path in the document.
    pub path: String,
}

/// Returns the interactions of an ad: first its own, then those that the service found in the scripts of its parts.
/// Also returns the number beyond the limit.
pub(crate) fn interactions(ad: &Editable) -> (Vec<Interaction>, u32) {
    let ad = ObjectReader::root(ad.root());
    let own = ad.objects("customInteractions");
    let parts = file_parts(&ad).into_iter();
    let files = parts.flat_map(|(part, _)| part.objects("assets"));
    let found = files.flat_map(|file| script_interactions(&file));
    let mut all = own.iter().map(Interaction::from_ad_item).chain(found);
    let first: Vec<_> = all.by_ref().take(MOST).collect();
    (first, u32::try_from(all.count()).unwrap_or(u32::MAX))
}

fn script_interactions(file: &ObjectReader<'_>) -> Vec<Interaction> {
    let asset = file.short_text("fileName");
    let contexts = ["jsContext", "htmlContext"].into_iter();
    let held =
        contexts.filter_map(|name| file.object(name).map(|it| it.objects("customInteractions")));
    held.flatten()
        .map(|held| Interaction {
            asset: asset.clone(),
            ..Interaction::from_script_item(&held)
        })
        .collect()
}

impl Interaction {
    fn from_ad_item(held: &ObjectReader<'_>) -> Self {
        Self {
            name: held
                .short_text("name")
                .unwrap_or_else(|| "without a name".to_owned()),
            reported_as: held.short_text("reportingName"),
            trigger: trigger_text(held),
            called: held.short_text("type"),
            asset: held.short_text("assetName"),
            opens: held.short_text("redirectURL"),
            closes: held.boolean("closeAdParts"),
            counts: held.boolean("includeInInteractionRate"),
            path: held.path.to_string(),
        }
    }

    /// Reads an interaction of a script. Scripts use other member names, and text for every value.
    fn from_script_item(held: &ObjectReader<'_>) -> Self {
        let flag = |name| {
            let says = held.text(name)?;
            says.trim().to_ascii_lowercase().parse().ok()
        };
        Self {
            name: held
                .short_text("cname")
                .unwrap_or_else(|| "without a name".to_owned()),
            reported_as: None,
            trigger: "The service found it in a script".to_owned(),
            called: held.short_text("type"),
            asset: None,
            opens: held.short_text("jumpURL"),
            closes: flag("closeFlag"),
            counts: flag("countAsClick"),
            path: held.path.to_string(),
        }
    }
}

fn trigger_text(held: &ObjectReader<'_>) -> String {
    let seconds = Amount::from_node(held.value("maxTime")).value();
    match (held.text("type").as_deref(), seconds) {
        (Some("AdUserActionInteraction"), _) => "Action of a viewer".to_owned(),
        (Some("AdClickthroughInteraction"), _) => "A click that opens a page".to_owned(),
        (Some("AdAutomaticEventInteraction"), _) => "Automatic event".to_owned(),
        (Some("AdTimerInteraction"), Some(seconds)) => {
            format!("Timer, up to {} s", format_grouped(seconds))
        }
        (Some("AdTimerInteraction"), None) => "Timer".to_owned(),
        (Some(other), _) => format!("Unknown type: {}", shorten(other)),
        (None, _) => "The ad does not say".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn interactions_of_ad_and_scripts_are_listed() {
        let ad = r#"{
            "customInteractions": [
                {"type": "AdUserActionInteraction", "name": "open", "reportingName": "Panel opened", "assetName": "index.html",
                 "closeAdParts": false, "redirectURL": "https://a.example/", "includeInInteractionRate": true},
                {"type": "AdTimerInteraction", "name": "dwell", "maxTime": 30},
                {"type": "New"}, {}, 7
            ],
            "html5": {"assets": [{"fileName": "main.js", "jsContext": {"customInteractions": [
                {"cname": "swipe", "closeFlag": "TRUE", "countAsClick": "no", "jumpURL": " ", "type": "user"}]}}]},
            "linears": [{"name": "film"}, {"assets": [{"fileName": "overlay.js", "jsContext": {"customInteractions": {"cname": "pause"}}}]}]
        }"#;
        let (found, more) = interactions(&Editable::parse(ad).unwrap());
        assert_eq!(more, 0);
        let lines: Vec<_> = found.iter().map(|it| format!("{it:?}\n")).collect();
        expect![[r#"
            Interaction { name: "open", reported_as: Some("Panel opened"), trigger: "Action of a viewer", called: Some("AdUserActionInteraction"), asset: Some("index.html"), opens: Some("https://a.example/"), closes: Some(false), counts: Some(true), path: "customInteractions[0]" }
            Interaction { name: "dwell", reported_as: None, trigger: "Timer, up to 30 s", called: Some("AdTimerInteraction"), asset: None, opens: None, closes: None, counts: None, path: "customInteractions[1]" }
            Interaction { name: "without a name", reported_as: None, trigger: "Unknown type: New", called: Some("New"), asset: None, opens: None, closes: None, counts: None, path: "customInteractions[2]" }
            Interaction { name: "without a name", reported_as: None, trigger: "The ad does not say", called: None, asset: None, opens: None, closes: None, counts: None, path: "customInteractions[3]" }
            Interaction { name: "swipe", reported_as: None, trigger: "The service found it in a script", called: Some("user"), asset: Some("main.js"), opens: None, closes: Some(true), counts: None, path: "html5.assets[0].jsContext.customInteractions[0]" }
            Interaction { name: "pause", reported_as: None, trigger: "The service found it in a script", called: None, asset: Some("overlay.js"), opens: None, closes: None, counts: None, path: "linears[1].assets[0].jsContext.customInteractions" }
        "#]].assert_eq(&lines.concat());
    }

    #[test]
    fn very_many_interactions_are_counted() {
        let many = vec!["{}"; 2_002].join(",");
        let ad = format!(r#"{{"customInteractions":[{many}]}}"#);
        let review = crate::Review::from_ad(&Editable::parse(&ad).unwrap());
        assert_eq!(review.interactions.len(), 2_000);
        let said = "2 more interactions are not listed; see the text of the ad.";
        let table = review.interaction_table();
        assert_eq!((table.left_out, table.more.as_deref()), (2, Some(said)));
    }
}
