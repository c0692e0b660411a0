//! The panels of an expandable ad, and the settings for all of them.

use adwright_model::{Node, Path};

use crate::document_index::{DocumentIndex, ObjectInstance};
use crate::finding::Finding;
use crate::rule::Rule;

/// The settings for all panels of an ad.
///
/// The interface shows no fields for the plain kind of settings. Services write the fields of the basic kind there,
/// so the members are read without the catalog.
pub(crate) struct PanelSettings<'a>(ObjectInstance<'a>);

impl<'a> PanelSettings<'a> {
    /// Returns the settings of an ad; `None` if it has none.
    pub(crate) fn from_document(index: &'a DocumentIndex<'_>) -> Option<Self> {
        let basic = index.objects("BasePanelsSettings");
        basic
            .chain(index.objects("PanelsSettings"))
            .next()
            .map(Self)
    }

    /// Returns the value of a setting; `None` if it is absent or `null`.
    pub(crate) fn value(&self, name: &str) -> Option<Node<'a>> {
        self.0.node.member(name).filter(|node| !node.is_null())
    }

    /// Returns a setting as a boolean.
    pub(crate) fn flag(&self, name: &str) -> Option<bool> {
        self.value(name)?.as_bool()
    }

    /// Creates a finding about a setting, with its label as the argument `field`.
    pub(crate) fn finding_at(&self, rule: &Rule, case: &'static str, name: &str) -> Finding {
        let known = self.0.input().catalog.object("ExtendedPanelsSettings");
        let field = known.and_then(|known| known.field(name));
        let title = field.map_or(name, |field| &field.title);
        rule.finding(case, self.path(name)).with_arg("field", title)
    }

    fn path(&self, name: &str) -> Path {
        self.0.path().child(name)
    }
}

/// Returns the name of a panel for the beginning of a sentence.
pub(crate) fn panel_name(panel: &ObjectInstance<'_>) -> String {
    match panel.text("name").or_else(|| panel.text("assetName")) {
        Some(name) => format!("The panel \"{name}\""),
        None => "A panel".to_owned(),
    }
}
