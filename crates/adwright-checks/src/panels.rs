//! The panels of an expandable ad, and what is set for all of them.

use adwright_model::{Node, Path};

use crate::document_index::{DocumentIndex, ObjectInstance};
use crate::finding::Finding;
use crate::rule::Rule;

/// What is set for all panels of an ad.
///
/// Of the plain kind of settings the interface shows no fields, but services write those of the
/// basic kind into it. So its members are read as they stand.
pub(crate) struct PanelSettings<'a>(ObjectInstance<'a>);

impl<'a> PanelSettings<'a> {
    /// Those of an ad; none where it has none.
    pub(crate) fn from_document(walk: &'a DocumentIndex<'_>) -> Option<Self> {
        let basic = walk.objects("BasePanelsSettings");
        basic.chain(walk.objects("PanelsSettings")).next().map(Self)
    }

    /// The value of one of them; none where that is absent or `null`.
    pub(crate) fn value(&self, name: &str) -> Option<Node<'a>> {
        self.0.node.member(name).filter(|node| !node.is_null())
    }

    /// The yes or no of one of them.
    pub(crate) fn flag(&self, name: &str) -> Option<bool> {
        self.value(name)?.as_bool()
    }

    /// A finding about one of them, with its label as the argument `field`.
    pub(crate) fn finding_at(&self, rule: &Rule, case: &'static str, name: &str) -> Finding {
        let known = self.0.subject().catalog.object("ExtendedPanelsSettings");
        let field = known.and_then(|known| known.field(name));
        let title = field.map_or(name, |field| &field.title);
        rule.finding(case, self.path(name)).with_arg("field", title)
    }

    fn path(&self, name: &str) -> Path {
        self.0.path().child(name)
    }
}

/// What a panel is called at the beginning of a sentence.
pub(crate) fn panel_name(panel: &ObjectInstance<'_>) -> String {
    match panel.text("name").or_else(|| panel.text("assetName")) {
        Some(name) => format!("The panel \"{name}\""),
        None => "A panel".to_owned(),
    }
}
