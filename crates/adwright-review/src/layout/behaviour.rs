//! Describes how panels open and close.

use adwright_model::JsonType;

use crate::amount::{Amount, format_grouped, group_thousands};
use crate::object_reader::{ObjectReader, shorten, to_plain_text};

/// The most hidden elements that are named.
const MAX_HIDDEN: usize = 20;

/// Describes how one panel opens and closes.
pub(super) fn describe_behaviour(
    panel: &ObjectReader<'_>,
    settings: Option<&ObjectReader<'_>>,
) -> String {
    format!(
        "{}; {}.",
        describe_opening(panel, settings),
        describe_closing(panel)
    )
}

fn describe_opening(panel: &ObjectReader<'_>, settings: Option<&ObjectReader<'_>>) -> String {
    let is_set = |name| settings.and_then(|settings| settings.boolean(name)) == Some(true);
    let is_default = panel.boolean("defaultPanel") == Some(true);
    let by_itself = panel.boolean("autoExpand") == Some(true);
    let by_settings = is_default && is_set("autoExpandDefaultPanel");
    let delayed = panel.boolean("delayedExpansion") == Some(true);
    let opens = match (
        by_itself || by_settings,
        delayed || is_set("delayExpansion"),
    ) {
        (true, true) => "Opens by itself, after a delay",
        (true, false) => "Opens by itself",
        (false, true) => "Opens on request, after a delay",
        (false, false) => "Opens on request",
    };
    let is_known = panel.boolean("autoExpand").is_some() || by_settings;
    if is_known {
        opens.to_owned()
    } else {
        format!("{opens} (the ad does not say if it opens by itself)")
    }
}

fn describe_closing(panel: &ObjectReader<'_>) -> String {
    match panel.text_or_number("retraction").as_deref() {
        None => "the ad does not say what closes it".to_owned(),
        Some("MOUSE_OFF_AD") => "closes when the mouse leaves the ad".to_owned(),
        Some("NEVER") => "never closes by itself".to_owned(),
        Some(other) => format!("closes on “{}”", shorten(other)),
    }
}

/// Describes the settings for all panels, one sentence each.
pub(super) fn describe_common_settings(settings: &ObjectReader<'_>) -> Vec<String> {
    let times = Amount::from_node(settings.value("panelFrequencyTimes")).value();
    let frequency = describe_frequency(settings.text("panelFrequency").as_deref(), times);
    let flag = |name, yes: &str, no: &str| {
        let value = settings.boolean(name)?;
        Some(if value { yes } else { no }.to_owned())
    };
    let multiple = flag(
        "multiplePanels",
        "Several panels may be open at once.",
        "One panel is open at a time: opening one closes the other.",
    );
    let preload = flag(
        "preloadPanels",
        "The panels are loaded in advance.",
        "A panel is loaded when it opens.",
    );
    [frequency, multiple, preload, describe_component(settings)]
        .into_iter()
        .flatten()
        .collect()
}

/// Describes the component, which is not drawn: the interface does not document the origin of its position.
fn describe_component(settings: &ObjectReader<'_>) -> Option<String> {
    let sides = ["componentPositionX", "componentPositionY"];
    let [x, y] = sides.map(|name| Amount::from_node(settings.value(name)));
    let has_position = x != Amount::Missing || y != Amount::Missing;
    let (x, y) = (x.to_text("px"), y.to_text("px"));
    let reason = "it is not drawn, because the interface does not document the origin";
    has_position.then(|| format!("The panel settings put the component at {x}, {y}; {reason}."))
}

/// Describes what an ad hides while it is expanded: one name or a list of names.
pub(super) fn describe_hidden(ad: &ObjectReader<'_>) -> Option<String> {
    let value = ad.value("hides")?;
    let hidden: Vec<_> = match value.json_type() {
        JsonType::Array => value.items().take(MAX_HIDDEN).map(to_plain_text).collect(),
        _ => vec![to_plain_text(value)],
    };
    let more = match value.items().count().saturating_sub(MAX_HIDDEN) {
        0 => String::new(),
        more => format!(" and {} more", group_thousands(more)),
    };
    let hidden: Vec<_> = hidden.into_iter().filter(|name| !name.is_empty()).collect();
    let describe = || {
        format!(
            "While it is expanded, it hides: {}{more}.",
            hidden.join(", ")
        )
    };
    (!hidden.is_empty()).then(describe)
}

fn describe_frequency(context: Option<&str>, times: Option<f64>) -> Option<String> {
    let context = context.map(shorten);
    let times = times.map(format_grouped);
    Some(match (context, times) {
        (Some(context), _) if context.eq_ignore_ascii_case("UNLIMITED") => {
            "Panels may open by themselves without limit.".to_owned()
        }
        (Some(context), Some(times)) => {
            format!("Panels open by themselves at most {times} times for each “{context}”.")
        }
        (Some(context), None) => {
            format!("The limit for panels that open by themselves is “{context}”.")
        }
        (None, Some(times)) => format!(
            "Panels open by themselves at most {times} times; the ad does not say in which period."
        ),
        (None, None) => return None,
    })
}
