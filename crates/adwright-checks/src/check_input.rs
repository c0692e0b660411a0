use std::borrow::Cow;

use adwright_model::{
    Binding, BindingLocation, Bindings, Catalog, Editable, Field, Kind, Node, Path, RequiredOn,
};
use serde::{Deserialize, Serialize};

use crate::fact::{Fact, FactValue, Facts};

/// What a document is about to be used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Phase {
    /// The service does not hold it yet.
    Create,
    /// The service holds an earlier state of it.
    Update,
}

/// What the rules look at.
#[derive(Debug, Clone, Copy)]
pub struct CheckInput<'a> {
    /// What the document is.
    pub kind: Kind,
    /// The document as it would be sent.
    pub document: &'a Editable,
    /// The document as the service holds it; none where it does not, or is not known.
    pub base: Option<&'a Editable>,
    /// What the document is about to be used for.
    pub phase: Phase,
    /// What is known of the fields.
    pub catalog: &'a Catalog,
    /// Where the documents of this workspace keep what the rules need.
    pub bindings: &'a Bindings,
    /// What is known of the document's surroundings.
    pub facts: &'a Facts,
}

impl<'a> CheckInput<'a> {
    /// What is known of a fact.
    pub(crate) fn fact(&self, fact: Fact) -> Option<&'a FactValue> {
        self.facts.get(fact)
    }

    /// What a person calls this kind inside a sentence. Abbreviations stay as they are.
    pub(crate) fn noun(&self) -> String {
        let title = &self.catalog.root(self.kind).title;
        let word = |word: &str| match word.chars().filter(|c| c.is_uppercase()).count() {
            1 => word.to_lowercase(),
            _ => word.to_owned(),
        };
        title.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }

    /// The same as one of many: "an expandable banner ad".
    pub(crate) fn noun_with_article(&self) -> String {
        let noun = self.noun();
        let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) {
            "an"
        } else {
            "a"
        };
        format!("{article} {noun}")
    }

    /// The text that a person typed at a path and that is no value yet; none where the document has something else there.
    pub(crate) fn unparsed_input_at(&self, path: &Path) -> Option<&'a str> {
        let text = self.facts.unparsed_inputs().get(path)?;
        let node = self.document.get(path)?;
        (node.as_str()? == text.as_str()).then_some(text)
    }

    /// Where something is in the document, if that is certain.
    pub(crate) fn find(&self, binding: Binding) -> Option<(Path, Node<'a>)> {
        self.bindings.find(binding, self.document)
    }

    /// The same in the base.
    pub(crate) fn find_in_base(&self, binding: Binding) -> Option<Node<'a>> {
        self.bindings
            .find(binding, self.base?)
            .map(|(_, node)| node)
    }

    /// The places of something that is in the document more than once.
    pub(crate) fn ambiguous_paths(&self, binding: Binding) -> Option<Vec<Path>> {
        match self.bindings.locate(binding, self.document) {
            BindingLocation::Ambiguous(paths) => Some(paths),
            BindingLocation::Found { .. } | BindingLocation::Missing => None,
        }
    }

    /// The document's type, if an object of this kind cannot have that. Any unknown word may be a type of ad. What the
    /// service gave is right.
    pub(crate) fn foreign_type(&self) -> Option<Cow<'a, str>> {
        let ty = self.document.root().member("type")?;
        let word = ty.as_str()?;
        let is_ad = self.kind.list_kind() == Kind::Ad;
        let fits = match Kind::from_wire(&word) {
            Some(kind) => kind == self.kind || self.kind == Kind::Ad,
            None => is_ad,
        };
        let base = self.base.and_then(|base| base.root().member("type"));
        let is_given = base.is_some_and(|base| base.same_value(&ty));
        (!fits && !is_given).then_some(word)
    }

    /// Whether a field must have a value in this phase. `holder` is the object that it is a field of.
    pub(crate) fn requires(&self, field: &Field, holder: &Node<'_>) -> bool {
        let depends = field.required_if.as_ref();
        depends.is_some_and(|condition| condition.is_met_by(holder)) || self.always_requires(field)
    }

    /// The same, whatever its object holds.
    pub(crate) fn always_requires(&self, field: &Field) -> bool {
        match (self.phase, field.required) {
            (_, RequiredOn::Never)
            | (Phase::Create, RequiredOn::Update)
            | (Phase::Update, RequiredOn::Create) => false,
            // What the service assigns cannot be there before it has done so.
            (Phase::Create, _) => !field.read_only,
            (Phase::Update, _) => true,
        }
    }
}

/// Whether a value is this word, in any letter case: services differ in how they spell their
/// enumerations.
pub(crate) fn is_word(node: &Node<'_>, word: &str) -> bool {
    node.as_str()
        .is_some_and(|text| text.eq_ignore_ascii_case(word))
}

/// A value as a person reads it: a text without its quotes, anything else as spelled.
pub(crate) fn display_value<'a>(node: &Node<'a>) -> Cow<'a, str> {
    node.as_str().unwrap_or(Cow::Borrowed(node.raw()))
}
