//! Builders of small ads for the tests.

use adwright_model::EditableDocument;

/// Builds an expandable ad with a banner of this size, with panels and panel settings.
pub(crate) fn expandable(
    [width, height]: [i64; 2],
    panels: &str,
    settings: &str,
) -> EditableDocument {
    ad(&format!(
        r#"{{"type":"ExpandableBannerAd","width":{width},"height":{height},"panels":[{panels}],"panelsSettings":{{{settings}}}}}"#
    ))
}

/// Builds a panel with a name, position and size.
pub(crate) fn panel(name: &str, [x, y]: [f64; 2], [width, height]: [i64; 2]) -> String {
    format!(
        r#"{{"type":"Panel","name":"{name}","positionX":{x},"positionY":{y},"positionType":"BANNER_RELATIVE","width":{width},"height":{height},"autoExpand":false,"retraction":"MOUSE_OFF_AD"}}"#
    )
}

/// Parses a document.
pub(crate) fn ad(json: &str) -> EditableDocument {
    EditableDocument::parse(json).unwrap_or_else(|_| panic!("no document: {json}"))
}
