use serde::Serialize;
use specta::Type;

use crate::amount::Amount;
use crate::object_reader::{ObjectReader, to_plain_text};

/// The most scripts shown for one page.
const MOST_SCRIPTS: usize = 200;

/// What the service found out about a page.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct HtmlPage {
    /// The variable that holds the click-through, as JSON or text.
    pub click_tag: Option<String>,
    /// The scripts that it loads or holds, in their order; of very many, the first.
    pub scripts: Vec<PageScript>,
    /// Where it expands to: left, top, width, height, in pixels; none where the page does not say.
    pub expansion: Option<[Amount; 4]>,
    /// Whether the ad server's loader is in it.
    pub vendor_loader: Option<bool>,
    /// Whether the ad server's kit is in it.
    pub ad_kit: Option<bool>,
}

/// A script of a page.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct PageScript {
    /// Where it is loaded from; none for one that is written into the page.
    pub source: Option<String>,
    /// The beginning of its text, where it is written into the page.
    pub text: Option<String>,
}

impl HtmlPage {
    pub(super) fn from_context(context: &ObjectReader<'_>) -> Self {
        let scripts = context.objects("scriptSource");
        let scripts = scripts.iter().take(MOST_SCRIPTS).map(|script| PageScript {
            source: script.short_text("source"),
            text: script.short_text("innerText"),
        });
        let expansion = context.object("expansionParams");
        Self {
            click_tag: context.value("clickTag").map(to_plain_text),
            scripts: scripts.collect(),
            expansion: expansion.map(|expansion| {
                ["x", "y", "w", "h"].map(|name| Amount::from_node(expansion.value(name)))
            }),
            vendor_loader: context.boolean("includeVendorLoader"),
            ad_kit: context.boolean("includeAdKit"),
        }
    }
}
