//! Small ads, each with what one test is about.

use adwright_model::Editable;

/// An expandable ad with a banner of this size, these panels, and these settings of all panels.
pub(crate) fn expandable([width, height]: [i64; 2], panels: &str, settings: &str) -> Editable {
    ad(&format!(
        r#"{{"type":"ExpandableBannerAd","width":{width},"height":{height},"panels":[{panels}],"panelsSettings":{{{settings}}}}}"#
    ))
}

/// A panel of this name, at this place, of this size.
pub(crate) fn panel(name: &str, [x, y]: [f64; 2], [width, height]: [i64; 2]) -> String {
    format!(
        r#"{{"type":"Panel","name":"{name}","positionX":{x},"positionY":{y},"positionType":"BANNER_RELATIVE","width":{width},"height":{height},"autoExpand":false,"retraction":"MOUSE_OFF_AD"}}"#
    )
}

/// A document of this text.
pub(crate) fn ad(json: &str) -> Editable {
    Editable::parse(json).unwrap_or_else(|_| panic!("no document: {json}"))
}
