//! Drafts from JSON: whole objects, and values that are put at a path.

use adwright_model::{Document, Edit, Editable, JsonType, Kind, Path, UnparsedInputs};
use adwright_store::{NewObject, ResendPolicy};

use super::new_objects::SETTING;
use super::{CreatedDrafts, FieldEditor, LoadedObject, NEW_CAMPAIGN};
use crate::desk::Desk;
use crate::detail::validate_json;
use crate::document::replay;
use crate::error::Error;
use crate::views::DocumentRef;

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

impl Desk {
    /// Creates a draft of a new campaign from each object, with the edits on top. Without objects, it creates one draft
    /// from an empty campaign. Either all drafts are created or none. An existing draft with the same content is
    /// reused.
    pub fn create_from_json(
        &self,
        objects: &[JsonObject],
        edits: &[JsonEdit],
        if_sent: ResendPolicy,
    ) -> Result<CreatedDrafts, Error> {
        let blank = || JsonObject {
            from: "nothing".to_owned(),
            json: NEW_CAMPAIGN.into(),
        };
        let blank = objects.is_empty().then(blank);
        let all = objects.iter().chain(&blank);
        let read = all.map(|object| self.parse_new_campaign(object, edits));
        let read = read.collect::<Result<Vec<_>, _>>()?;
        self.create_objects(Kind::Campaign, &read, if_sent)
    }

    fn parse_new_campaign(
        &self,
        object: &JsonObject,
        edits: &[JsonEdit],
    ) -> Result<NewObject, Error> {
        let from = &object.from;
        let document = match Document::read(object.json.clone()) {
            Document::Editable(document) => document,
            Document::TextOnly(why) => {
                return Err(Error::InvalidInput(format!("{from} cannot be read: {why}")));
            }
        };
        let (root, unfit) = (document.root(), |why: &str| {
            Error::InvalidInput(format!("{from} {why}"))
        });
        if root.json_type() != JsonType::Object {
            return Err(unfit("is no object."));
        }
        let kind = root.member("type");
        if kind.is_some_and(|kind| kind.as_str().as_deref() != Some(Kind::Campaign.as_str())) {
            return Err(unfit("is no campaign: its type says otherwise."));
        }
        if root.member("id").is_some_and(|id| !id.is_null()) {
            return Err(unfit(
                "has an id, so that the service has it already. Change it with `campaign update`, or take the id out to create another one.",
            ));
        }
        let edits = self.parse_edits(Kind::Campaign, &document, edits)?;
        Ok(NewObject {
            begun_from: from.clone(),
            start_text: document.text().to_owned(),
            text: replay(document, &edits)?.text().to_owned(),
            edits,
        })
    }

    /// Fetches a campaign again and creates a draft of exactly these edits. An existing draft with exactly these edits
    /// is reused. `onto_draft` puts the edits on top of any existing draft.
    ///
    /// # Errors
    /// [`Error::OtherDraft`] if the campaign has a draft with other changes, [`Error::InvalidInput`] if the edits
    /// change nothing.
    pub async fn update_from_json(
        &self,
        id: &str,
        edits: &[JsonEdit],
        onto_draft: bool,
    ) -> Result<CreatedDrafts, Error> {
        let target = DocumentRef::Campaign(id.to_owned());
        self.fetch_latest(id).await?;
        let opened = self.find(&target)?;
        let document = opened.editable()?;
        let made = self.parse_edits(Kind::Campaign, document, edits)?;
        let there = opened.draft.as_ref();
        if let Some(there) = there.filter(|_| !opened.changes(document).is_empty()) {
            let is_same =
                made.is_empty() && (onto_draft || self.has_exactly_edits(&opened, edits)?);
            if is_same {
                return Ok(CreatedDrafts {
                    drafts: vec![there.id.clone()],
                    kept: 1,
                    sent: Vec::new(),
                });
            }
            if !onto_draft {
                return Err(Error::OtherDraft {
                    campaign: id.to_owned(),
                    title: self.title(&opened, document),
                    draft: there.id.clone(),
                });
            }
        }
        if made.is_empty() {
            return Err(Error::InvalidInput(format!(
                "Nothing was changed: campaign {id} holds these values already."
            )));
        }
        let detail = self.make_edits(&opened, made, SETTING)?;
        let draft = detail.draft.map(|draft| draft.id);
        Ok(CreatedDrafts {
            drafts: vec![draft.ok_or_else(|| Error::DraftMissing(id.to_owned()))?],
            kept: 0,
            sent: Vec::new(),
        })
    }

    /// Returns whether a draft is exactly its base with these edits.
    fn has_exactly_edits(&self, opened: &LoadedObject, edits: &[JsonEdit]) -> Result<bool, Error> {
        let Some(base) = &opened.base else {
            return Ok(false);
        };
        let made = self.parse_edits(Kind::Campaign, base, edits)?;
        let after = replay(base.clone(), &made)?;
        Ok(after.root().same_value(&opened.editable()?.root()))
    }

    /// Returns the edits for values at paths, each on top of those before it.
    pub(crate) fn parse_edits(
        &self,
        kind: Kind,
        document: &Editable,
        edits: &[JsonEdit],
    ) -> Result<Vec<Edit>, Error> {
        let catalog = self.catalog();
        let mut document = document.clone();
        let mut made = Vec::new();
        for JsonEdit { path, json: value } in edits {
            let wrong = |why: &str| Error::InvalidInput(format!("--set {path}={value}: {why}"));
            let at: Path = path.parse().map_err(|_| wrong("this is no path."))?;
            if at.is_root() {
                return Err(wrong("it has the form PATH=JSON."));
            }
            let value = validate_json(value).map_err(|_| {
                wrong("the value is no JSON. A text stands in quotes: '\"like this\"'.")
            })?;
            let field = FieldEditor {
                catalog: &catalog,
                kind,
                document: &document,
                base: None,
                zone: &self.zone,
                typed: &UnparsedInputs::new(),
            };
            let Some(edit) = field.set(at, value) else {
                continue;
            };
            document = replay(document, [&edit])?;
            made.push(edit);
        }
        Ok(made)
    }
}
