use serde::Serialize;
use specta::Type;

use crate::amount::Amount;
use crate::object_reader::{ObjectReader, to_plain_text};

/// The most scripts shown for one page.
const MOST_SCRIPTS: usize = 200;

/// The details that the service detected in an HTML page.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct HtmlPage {
    /// The variable with the click-through address, as JSON or text.
    pub click_tag: Option<String>,
    /// Its linked and inline scripts in order, up to a limit.
    pub scripts: Vec<PageScript>,
    /// The area to which it expands, in pixels: left, top, width, height.
    pub expansion: Option<[Amount; 4]>,
    /// True if it contains the loader of the ad server.
    pub vendor_loader: Option<bool>,
    /// True if it contains the kit of the ad server.
    pub ad_kit: Option<bool>,
}

/// A script of a page.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct PageScript {
    /// Its address; none for an inline script.
    pub source: Option<String>,
    /// The beginning of its text, if it is an inline script.
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
