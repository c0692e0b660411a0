//! The interactions of an ad and how they are counted.

use adwright_model::EditableDocument;
use serde::Serialize;
use specta::Type;

use crate::amount::{Amount, format_grouped};
use crate::assets::file_parts;
use crate::object_reader::{ObjectReader, shorten};

/// The most interactions listed.
const MAX_INTERACTIONS: usize = 2_000;

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
    pub type_name: Option<String>,
    /// Its file.
    pub asset: Option<String>,
    /// The address of the page that it opens.
    pub target_url: Option<String>,
    /// True if it closes the open parts of the ad.
    pub closes_ad: Option<bool>,
    /// True if it counts for the interaction rate.
    pub is_counted: Option<bool>,
    /// Its path in the document.
    pub path: String,
}

/// Returns the interactions of an ad: first its own, then those that the service found in the scripts of its parts.
/// Also returns the number beyond the limit.
pub(crate) fn interactions(ad: &EditableDocument) -> (Vec<Interaction>, u32) {
    let ad = ObjectReader::root(ad.root());
    let of_ad = ad.objects("customInteractions");
    let parts = file_parts(&ad).into_iter();
    let files = parts.flat_map(|(part, _)| part.objects("assets"));
    let of_scripts = files.flat_map(|file| script_interactions(&file));
    let mut all = of_ad
        .iter()
        .map(Interaction::from_ad_item)
        .chain(of_scripts);
    let first: Vec<_> = all.by_ref().take(MAX_INTERACTIONS).collect();
    (first, u32::try_from(all.count()).unwrap_or(u32::MAX))
}

fn script_interactions(file: &ObjectReader<'_>) -> Vec<Interaction> {
    let asset = file.short_text("fileName");
    let contexts = ["jsContext", "htmlContext"].into_iter();
    let readers = contexts.filter_map(|name| {
        file.object(name)
            .map(|context| context.objects("customInteractions"))
    });
    readers
        .flatten()
        .map(|reader| Interaction {
            asset: asset.clone(),
            ..Interaction::from_script_item(&reader)
        })
        .collect()
}

impl Interaction {
    fn from_ad_item(reader: &ObjectReader<'_>) -> Self {
        Self {
            name: reader
                .short_text("name")
                .unwrap_or_else(|| "without a name".to_owned()),
            reported_as: reader.short_text("reportingName"),
            trigger: trigger_text(reader),
            type_name: reader.short_text("type"),
            asset: reader.short_text("assetName"),
            target_url: reader.short_text("redirectURL"),
            closes_ad: reader.boolean("closeAdParts"),
            is_counted: reader.boolean("includeInInteractionRate"),
            path: reader.path.to_string(),
        }
    }

    /// Reads an interaction of a script. Scripts use other member names, and text for every value.
    fn from_script_item(reader: &ObjectReader<'_>) -> Self {
        let flag = |name| {
            let text = reader.text(name)?;
            text.trim().to_ascii_lowercase().parse().ok()
        };
        Self {
            name: reader
                .short_text("cname")
                .unwrap_or_else(|| "without a name".to_owned()),
            reported_as: None,
            trigger: "The service found it in a script".to_owned(),
            type_name: reader.short_text("type"),
            asset: None,
            target_url: reader.short_text("jumpURL"),
            closes_ad: flag("closeFlag"),
            is_counted: flag("countAsClick"),
            path: reader.path.to_string(),
        }
    }
}

fn trigger_text(reader: &ObjectReader<'_>) -> String {
    let seconds = Amount::from_node(reader.value("maxTime")).value();
    match (reader.text("type").as_deref(), seconds) {
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
        let (found, more) = interactions(&EditableDocument::parse(ad).unwrap());
        assert_eq!(more, 0);
        let lines: Vec<_> = found.iter().map(|it| format!("{it:?}\n")).collect();
        expect![[r#"
            Interaction { name: "open", reported_as: Some("Panel opened"), trigger: "Action of a viewer", type_name: Some("AdUserActionInteraction"), asset: Some("index.html"), target_url: Some("https://a.example/"), closes_ad: Some(false), is_counted: Some(true), path: "customInteractions[0]" }
            Interaction { name: "dwell", reported_as: None, trigger: "Timer, up to 30 s", type_name: Some("AdTimerInteraction"), asset: None, target_url: None, closes_ad: None, is_counted: None, path: "customInteractions[1]" }
            Interaction { name: "without a name", reported_as: None, trigger: "Unknown type: New", type_name: Some("New"), asset: None, target_url: None, closes_ad: None, is_counted: None, path: "customInteractions[2]" }
            Interaction { name: "without a name", reported_as: None, trigger: "The ad does not say", type_name: None, asset: None, target_url: None, closes_ad: None, is_counted: None, path: "customInteractions[3]" }
            Interaction { name: "swipe", reported_as: None, trigger: "The service found it in a script", type_name: Some("user"), asset: Some("main.js"), target_url: None, closes_ad: Some(true), is_counted: None, path: "html5.assets[0].jsContext.customInteractions[0]" }
            Interaction { name: "pause", reported_as: None, trigger: "The service found it in a script", type_name: None, asset: Some("overlay.js"), target_url: None, closes_ad: None, is_counted: None, path: "linears[1].assets[0].jsContext.customInteractions" }
        "#]].assert_eq(&lines.concat());
    }

    #[test]
    fn very_many_interactions_are_counted() {
        let many = vec!["{}"; 2_002].join(",");
        let ad = format!(r#"{{"customInteractions":[{many}]}}"#);
        let review = crate::Review::from_ad(&EditableDocument::parse(&ad).unwrap());
        assert_eq!(review.interactions.len(), 2_000);
        let expected = "2 more interactions are not listed; see the text of the ad.";
        let table = review.interaction_table();
        assert_eq!(
            (table.omitted_rows, table.more.as_deref()),
            (2, Some(expected))
        );
    }
}
