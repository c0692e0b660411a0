//! Detects the kind of an object.

use crate::catalog::Catalog;
use crate::kind::Kind;
use crate::node::Node;

/// Fewer known members than this say nothing about the kind.
const ENOUGH: usize = 2;

impl Catalog {
    /// Returns the kind of an object by its `type`, or by its members if it has no `type`. Returns `None` if
    /// neither decides.
    ///
    /// The members decide if exactly one kind knows the most of them, and knows at least half of them.
    #[must_use]
    pub fn kind_of(&self, object: &Node<'_>) -> Option<Kind> {
        match object.member("type").and_then(|ty| ty.as_str()) {
            Some(word) => Kind::from_wire(&word),
            None => self.kind_by_shape(object),
        }
    }

    fn kind_by_shape(&self, object: &Node<'_>) -> Option<Kind> {
        let known = |kind: Kind| {
            let root = self.root(kind);
            let members = object.members();
            members
                .filter(|(name, _)| root.field(name).is_some())
                .count()
        };
        let counts: Vec<_> = Kind::ALL.iter().map(|&kind| (known(kind), kind)).collect();
        let &(most, kind) = counts.iter().max_by_key(|(known, _)| *known)?;
        let alone = counts.iter().filter(|(known, _)| *known == most).count() == 1;
        (alone && most >= ENOUGH && 2 * most >= object.len()).then_some(kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::EditableDocument;

    fn kind(json: &str) -> Option<Kind> {
        let document = EditableDocument::parse(json).unwrap();
        Catalog::bundled().kind_of(&document.root())
    }

    #[test]
    fn type_member_decides_the_kind() {
        assert_eq!(
            kind(r#"{"type":"Campaign","panels":[]}"#),
            Some(Kind::Campaign)
        );
        assert_eq!(
            kind(r#"{"type":"HTML5SingleExpandableBannerAd"}"#),
            Some(Kind::Html5ExpandableBannerAd)
        );
        let unknown = r#"{"type":"Placement","name":"x","traffickingMode":"simple","brandId":1}"#;
        assert_eq!(kind(unknown), None);
    }

    #[test]
    fn shape_decides_the_kind_without_type() {
        let campaign = r#"{"name":"x","advertiserId":1,"brandId":2,"traffickingMode":"simple"}"#;
        assert_eq!(kind(campaign), Some(Kind::Campaign));
        let in_stream = r#"{"name":"x","linears":[],"adFormatId":3}"#;
        assert_eq!(kind(in_stream), Some(Kind::InStreamInteractiveAd));
    }

    #[test]
    fn ambiguous_or_unmatched_shape_detects_nothing() {
        assert_eq!(kind(r#"{"id":1,"name":"x"}"#), None);
        assert_eq!(kind(r#"{"traffickingMode":"simple"}"#), None);
        assert_eq!(
            kind(r#"{"brandId":1,"traffickingMode":"simple","a":1,"b":2,"c":3}"#),
            None
        );
        assert_eq!(kind("[]"), None);
        assert_eq!(kind("{}"), None);
    }
}
