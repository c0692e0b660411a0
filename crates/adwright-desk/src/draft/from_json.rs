//! Drafts from JSON: whole objects, and values that are put at a path.

use adwright_model::{Document, Edit, EditableDocument, JsonType, Kind, Path, UnparsedInputs};
use adwright_store::{NewObject, ResendPolicy};
use adwright_views::DocumentRef;

use super::{CreatedDrafts, FieldEditor};

use crate::context::Context;
use crate::document::{parse_editable, replay};
use crate::draft::Drafts;
use crate::draft_source::DraftSource;
use crate::error::{DraftError, Error, NewObjectError, SetOptionError};
use crate::field::{DateParser, validate_json};
use crate::object::{LoadedObject, StepLabel};

/// One value, and the path to put it at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonEdit {
    /// The path of the field, such as `adminSettings.privacy[0].name`.
    pub path: String,
    /// The value, in JSON.
    pub json: String,
}

/// The JSON of a new object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonObject {
    /// The source in words, such as a file's name.
    pub from: String,
    /// The object's JSON.
    pub json: Vec<u8>,
}

impl JsonObject {
    /// Returns the source of a draft of this object.
    pub(crate) fn source(&self) -> DraftSource {
        DraftSource::Input(self.from.clone())
    }

    /// Parses the JSON as an object.
    pub(crate) fn parse(&self) -> Result<EditableDocument, DraftError> {
        let refused = |error| DraftError::NewObject {
            from: self.source(),
            error,
        };
        match Document::read(self.json.clone()) {
            Document::Editable(document) if document.root().json_type() == JsonType::Object => {
                Ok(document)
            }
            Document::Editable(_) => Err(refused(NewObjectError::NotAnObject)),
            Document::TextOnly(why) => Err(refused(NewObjectError::Unreadable(why))),
        }
    }
}

/// Fails for an object of another kind, and for an object that the service already has.
fn refuse_existing(
    kind: Kind,
    object: &EditableDocument,
    from: &DraftSource,
) -> Result<(), DraftError> {
    let refused = |error| DraftError::NewObject {
        from: from.clone(),
        error,
    };
    let root = object.root();
    let named = root.member("type");
    if named.is_some_and(|named| named.as_str().as_deref() != Some(kind.as_str())) {
        return Err(refused(NewObjectError::OtherKind(kind)));
    }
    if root.member("id").is_some_and(|id| !id.is_null()) {
        return Err(refused(NewObjectError::HasId(kind)));
    }
    Ok(())
}

impl Drafts {
    /// Creates a draft of a new object from each object, with the edits on top. Without objects, it creates one draft
    /// from an empty one. Either all drafts are created or none. An existing draft with the same content is
    /// reused.
    pub fn create_from_json(
        &self,
        kind: Kind,
        objects: &[JsonObject],
        edits: &[JsonEdit],
        if_sent: ResendPolicy,
    ) -> Result<CreatedDrafts, Error> {
        let text = format!(r#"{{"type":"{}"}}"#, kind.as_str());
        let blank = || Ok((DraftSource::Nothing, parse_editable(&text)?));
        let blank = objects.is_empty().then(blank);
        let parsed = objects
            .iter()
            .map(|object| Ok((object.source(), object.parse()?)));
        let read = parsed.chain(blank).map(|read: Result<_, Error>| {
            let (source, document) = read?;
            self.new_from_json(kind, &source, &document, edits)
        });
        let read = read.collect::<Result<Vec<_>, _>>()?;
        self.create_objects(kind, &read, if_sent)
    }

    fn new_from_json(
        &self,
        kind: Kind,
        source: &DraftSource,
        document: &EditableDocument,
        edits: &[JsonEdit],
    ) -> Result<NewObject, Error> {
        let edits = parse_edits(&self.context, kind, document, edits)?;
        let edited = replay(document, &edits)?;
        refuse_existing(kind, &edited, source)?;
        Ok(NewObject {
            origin: source.to_json(),
            start_text: document.text().to_owned(),
            text: edited.text().to_owned(),
            edits,
        })
    }

    /// Fetches a campaign again and creates a draft of exactly these edits. An existing draft with exactly these edits
    /// is reused. `onto_draft` puts the edits on top of any existing draft.
    ///
    /// # Errors
    /// [`Error::OtherDraft`] if the campaign has a draft with other changes, [`DraftError::Unchanged`] if the edits
    /// change nothing.
    pub async fn update_from_json(
        &self,
        id: &str,
        edits: &[JsonEdit],
        onto_draft: bool,
    ) -> Result<CreatedDrafts, Error> {
        let target = DocumentRef::Campaign(id.to_owned());
        self.objects.fetch_latest(id).await?;
        let object = self.objects.find(&target)?;
        let document = object.editable()?;
        let edits_to_make = parse_edits(&self.context, Kind::Campaign, document, edits)?;
        let existing = object.draft.as_ref();
        if let Some(existing) = existing.filter(|_| !object.changes(document).is_empty()) {
            let is_same = edits_to_make.is_empty()
                && (onto_draft || self.has_exactly_edits(&object, edits)?);
            if is_same {
                return Ok(CreatedDrafts {
                    drafts: vec![existing.id.clone()],
                    existing: 1,
                    sent: Vec::new(),
                });
            }
            if !onto_draft {
                return Err(Error::OtherDraft {
                    campaign: id.to_owned(),
                    title: self.objects.title(&object, document),
                    draft: existing.id.clone(),
                });
            }
        }
        if edits_to_make.is_empty() {
            return Err(DraftError::Unchanged(id.to_owned()).into());
        }
        let detail = self.make_edits(&object, edits_to_make, &StepLabel::CommandLine)?;
        let draft = detail.draft.map(|draft| draft.id);
        Ok(CreatedDrafts {
            drafts: vec![draft.ok_or_else(|| Error::DraftMissing(id.to_owned()))?],
            existing: 0,
            sent: Vec::new(),
        })
    }

    /// Returns whether a draft is exactly its base with these edits.
    fn has_exactly_edits(&self, object: &LoadedObject, edits: &[JsonEdit]) -> Result<bool, Error> {
        let Some(base) = &object.base else {
            return Ok(false);
        };
        let edits_to_make = parse_edits(&self.context, Kind::Campaign, base, edits)?;
        let after = replay(base, &edits_to_make)?;
        Ok(after.root().same_value(&object.editable()?.root()))
    }
}

/// Returns the edits for values at paths, each on top of those before it.
pub(crate) fn parse_edits(
    context: &Context,
    kind: Kind,
    document: &EditableDocument,
    edits: &[JsonEdit],
) -> Result<Vec<Edit>, Error> {
    let catalog = context.catalog();
    let mut document = document.clone();
    let mut made = Vec::new();
    for JsonEdit { path, json: value } in edits {
        let wrong = |error| DraftError::Set {
            path: path.clone(),
            value: value.clone(),
            error,
        };
        let at: Path = path
            .parse()
            .map_err(|_| wrong(SetOptionError::InvalidPath))?;
        if at.is_root() {
            return Err(wrong(SetOptionError::EmptyPath).into());
        }
        let value = validate_json(value).map_err(|_| wrong(SetOptionError::NotJson))?;
        let field = FieldEditor {
            catalog: &catalog,
            kind,
            document: &document,
            base: None,
            dates: DateParser::for_stored_text(&context.zone),
            typed: &UnparsedInputs::new(),
        };
        let Some(edit) = field.set(at, value) else {
            continue;
        };
        document = replay(&document, [&edit])?;
        made.push(edit);
    }
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_or_other_objects_are_not_new() {
        let kind = Kind::RetargetingDataValue;
        let refused = |json: &str| {
            let object = EditableDocument::parse(json).unwrap();
            match refuse_existing(kind, &object, &DraftSource::Nothing) {
                Err(DraftError::NewObject { error, .. }) => Some(error),
                _ => None,
            }
        };
        for (json, expected) in [
            ("{}", None),
            (r#"{"type":"RetargetingDataValue"}"#, None),
            (r#"{"id":null,"type":"RetargetingDataValue"}"#, None),
            (r#"{"id":7}"#, Some(NewObjectError::HasId(kind))),
            (r#"{"id":"x"}"#, Some(NewObjectError::HasId(kind))),
            (
                r#"{"type":"Campaign"}"#,
                Some(NewObjectError::OtherKind(kind)),
            ),
            (r#"{"type":7}"#, Some(NewObjectError::OtherKind(kind))),
        ] {
            assert_eq!(refused(json), expected, "{json}");
        }
    }
}
