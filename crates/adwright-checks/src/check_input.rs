use std::borrow::Cow;

use adwright_model::{
    Binding, BindingLocation, Bindings, Catalog, EditableDocument, Field, Id, Kind, Node, Path,
    RequiredOn,
};
use serde::{Deserialize, Serialize};

use crate::fact::{Fact, FactValue, Facts};

/// The purpose of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Phase {
    /// The service does not have it yet.
    Create,
    /// The service has an earlier state of it.
    Update,
}

impl Phase {
    /// Returns the phase of an object: an object with an id is updated.
    #[must_use]
    pub const fn of(id: Option<Id>) -> Self {
        match id {
            Some(_) => Self::Update,
            None => Self::Create,
        }
    }
}

/// The input of the rules.
#[derive(Debug, Clone, Copy)]
pub struct CheckInput<'a> {
    /// The kind of the document.
    pub kind: Kind,
    /// The document as it would be sent.
    pub document: &'a EditableDocument,
    /// The document as the service has it; `None` if the service does not have it, or that state is unknown.
    pub base: Option<&'a EditableDocument>,
    /// The purpose of the document.
    pub phase: Phase,
    /// The known fields.
    pub catalog: &'a Catalog,
    /// The places of the members that rules need in this workspace's documents.
    pub bindings: &'a Bindings,
    /// The facts about the document's surroundings.
    pub facts: &'a Facts,
}

impl<'a> CheckInput<'a> {
    /// Returns a fact, if it is known.
    pub(crate) fn fact(&self, fact: Fact) -> Option<&'a FactValue> {
        self.facts.get(fact)
    }

    /// Returns the name of this kind for use inside a sentence. Abbreviations keep their case.
    pub(crate) fn noun(&self) -> String {
        let title = &self.catalog.root(self.kind).title;
        let word = |word: &str| match word.chars().filter(|c| c.is_uppercase()).count() {
            1 => word.to_lowercase(),
            _ => word.to_owned(),
        };
        title.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }

    /// Returns the name with its article: "an expandable banner ad".
    pub(crate) fn noun_with_article(&self) -> String {
        let noun = self.noun();
        let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) {
            "an"
        } else {
            "a"
        };
        format!("{article} {noun}")
    }

    /// Returns the typed text at a path that is not a value yet; `None` if the document has something else there.
    pub(crate) fn unparsed_input_at(&self, path: &Path) -> Option<&'a str> {
        let text = self.facts.unparsed_inputs().get(path)?;
        let node = self.document.get(path)?;
        (node.as_str()? == text.as_str()).then_some(text)
    }

    /// Locates a binding in the document, if its place is certain.
    pub(crate) fn find(&self, binding: Binding) -> Option<(Path, Node<'a>)> {
        self.bindings.find(binding, self.document)
    }

    /// Locates a binding in the base.
    pub(crate) fn find_in_base(&self, binding: Binding) -> Option<Node<'a>> {
        self.bindings
            .find(binding, self.base?)
            .map(|(_, node)| node)
    }

    /// Returns the places of a binding that the document has more than once.
    pub(crate) fn ambiguous_paths(&self, binding: Binding) -> Option<Vec<Path>> {
        match self.bindings.locate(binding, self.document) {
            BindingLocation::Ambiguous(paths) => Some(paths),
            BindingLocation::Found { .. } | BindingLocation::Missing => None,
        }
    }

    /// Returns the document's type, if an object of this kind cannot have it. Any unknown word may be a type of ad.
    /// A type that the service sent is right.
    pub(crate) fn foreign_type(&self) -> Option<Cow<'a, str>> {
        let ty = self.document.root().member("type")?;
        let word = ty.as_str()?;
        let is_ad = self.kind.list_kind() == Kind::Ad;
        let fits = match Kind::from_wire(&word) {
            Some(kind) => kind == self.kind || self.kind == Kind::Ad,
            None => is_ad,
        };
        let base = self.base.and_then(|base| base.root().member("type"));
        let is_from_service = base.is_some_and(|base| base.same_value(&ty));
        (!fits && !is_from_service).then_some(word)
    }

    /// Returns true if a field must have a value in this phase. `object` is the object of the field.
    pub(crate) fn requires(&self, field: &Field, object: &Node<'_>) -> bool {
        let condition = field.required_if.as_ref();
        condition.is_some_and(|condition| condition.is_met_by(object))
            || self.always_requires(field)
    }

    /// Returns true if a field must have a value in this phase, regardless of the other members.
    pub(crate) fn always_requires(&self, field: &Field) -> bool {
        match (self.phase, field.required) {
            (_, RequiredOn::Never)
            | (Phase::Create, RequiredOn::Update)
            | (Phase::Update, RequiredOn::Create) => false,
            // A value that the service assigns cannot exist before the create.
            (Phase::Create, _) => !field.read_only,
            (Phase::Update, _) => true,
        }
    }
}

/// Returns true if a value is this word, in any letter case. Services spell their enumerations differently.
pub(crate) fn is_word(node: &Node<'_>, word: &str) -> bool {
    node.as_str()
        .is_some_and(|text| text.eq_ignore_ascii_case(word))
}

/// Returns true if a text contains this lowercase ASCII word, in any letter case.
pub(crate) fn contains_word(text: &str, word: &str) -> bool {
    let mut parts = text.as_bytes().windows(word.len());
    parts.any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
}

/// Returns a value for people: a text without quotes, anything else as spelled.
pub(crate) fn display_value<'a>(node: &Node<'a>) -> Cow<'a, str> {
    node.as_str().unwrap_or(Cow::Borrowed(node.raw()))
}
