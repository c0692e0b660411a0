//! Creates new drafts: an empty campaign, or a copy of a campaign or ad.

use adwright_model::{
    Binding, Catalog, Edit, EditableDocument, Field, FieldType, JsonType, Kind, Node, ObjectType,
    Path, RequiredOn, to_json_string,
};
use adwright_store::{Fullness, NewDraft};
use adwright_views::{CreatedDraft, Detail, DocumentRef};

use crate::context::Context;
use crate::document::replay;
use crate::draft::Drafts;
use crate::draft_source::DraftSource;
use crate::error::Error;
use crate::object::{LoadedObject, NEW_CAMPAIGN, RECORD};
use crate::wording::copied_summary_note;

/// The members that belong to one object only, whatever a workspace's catalog says.
const IDENTITY_MEMBERS: [&str; 3] = ["id", "clientRefId", "version"];

/// The members for an ad's progress, its master and its placement. A copy is a separate ad that is not yet attached.
const AD_INSTANCE_MEMBERS: [&str; 7] = [
    "adStatus",
    "adTranscodingStatus",
    "changed",
    "masterAdId",
    "placementId",
    "siteId",
    "unSavedTemplateAd",
];

impl Drafts {
    /// Creates a draft of a new campaign.
    pub fn create_draft(&self) -> Result<Detail, Error> {
        let draft = self.context.store.draft_create(
            &self.new_draft(Kind::Campaign, NEW_CAMPAIGN),
            self.context.now(),
        )?;
        self.details.detail(&LoadedObject::from_draft(draft))
    }

    /// Creates a new campaign or ad as a copy of an object or draft. The copy keeps everything byte for byte except
    /// what the service assigns, and has a name that marks it as a copy.
    pub async fn copy_draft(&self, target: &DocumentRef) -> Result<CreatedDraft, Error> {
        self.objects.prepare_to_open(target).await?;
        let object = self.objects.find(target)?;
        let source = object.editable()?;
        let title = self.objects.title(&object, source);
        let copy = self.with_copy_name(without_assigned(&self.context, object.kind(), source)?)?;
        let from = DraftSource::Copy(title.clone());
        let detail = self.create_draft_from(object.stored_kind, copy.text(), &from)?;
        Ok(CreatedDraft {
            focus: detail.form_path(&name_path(&self.context, &copy)),
            note: summary_note(&object, &title),
            detail,
        })
    }

    /// Creates a new campaign or ad from a text, and names the source.
    pub(crate) fn create_draft_from(
        &self,
        stored_kind: Kind,
        text: &str,
        from: &DraftSource,
    ) -> Result<Detail, Error> {
        let new = self.new_draft(stored_kind, text);
        let draft =
            self.context
                .store
                .draft_create_from(&new, &from.to_json(), self.context.now())?;
        self.details.detail(&LoadedObject::from_draft(draft))
    }

    fn new_draft<'a>(&'a self, stored_kind: Kind, text: &'a str) -> NewDraft<'a> {
        NewDraft {
            workspace: &self.context.workspace.id,
            kind: stored_kind,
            target: None,
            base_text: None,
            base_fullness: Fullness::Full,
            text,
        }
    }

    fn with_copy_name(&self, document: EditableDocument) -> Result<EditableDocument, Error> {
        let path = name_path(&self.context, &document);
        let name = document.get(&path).and_then(|node| node.as_str());
        let Some(name) = name.filter(|name| !name.trim().is_empty()) else {
            return Ok(document);
        };
        let json = to_json_string(&format!("Copy of {name}"));
        replay(&document, [&Edit::Set { path, json }])
    }
}

/// Returns the document without the members that the service assigns. Members unknown to the catalog stay.
pub(crate) fn without_assigned(
    context: &Context,
    kind: Kind,
    document: &EditableDocument,
) -> Result<EditableDocument, Error> {
    let edits = assigned_paths(&context.catalog(), kind, document)
        .into_iter()
        .map(|path| Edit::Remove { path })
        .collect::<Vec<_>>();
    replay(document, &edits)
}

/// Returns the path of the document's name, or the path where a missing name belongs.
pub(crate) fn name_path(context: &Context, document: &EditableDocument) -> Path {
    let found = context.dialect.bindings.find(Binding::Name, document);
    found.map_or_else(|| Path::root().child("name"), |(path, _)| path)
}

/// Returns a note for a document that is only a summary.
pub(crate) fn summary_note(object: &LoadedObject, title: &str) -> Option<String> {
    object.is_summary().then(|| copied_summary_note(title))
}

/// Returns the paths of the members that the service assigns, without paths nested in them.
fn assigned_paths(catalog: &Catalog, kind: Kind, document: &EditableDocument) -> Vec<Path> {
    let mut found = Vec::new();
    let root = catalog.root(kind);
    collect_assigned(catalog, root, &document.root(), &Path::root(), &mut found);
    if kind.list_kind() == Kind::Ad {
        let own = AD_INSTANCE_MEMBERS.map(|name| Path::root().child(name));
        found.extend(own.into_iter().filter(|path| document.get(path).is_some()));
    }
    found
}

fn collect_assigned(
    catalog: &Catalog,
    object: &ObjectType,
    node: &Node<'_>,
    at: &Path,
    found: &mut Vec<Path>,
) {
    for (name, member) in node.members() {
        let path = at.child(name.as_ref());
        let field = object.field(&name);
        let is_assigned =
            |field: &Field| field.read_only || (at.is_root() && is_creation_metadata(field));
        if is_identity_member(at, &name) || field.is_some_and(is_assigned) {
            found.push(path);
        } else if let Some(field) = field {
            collect_assigned_inside(catalog, field, &member, &path, found);
        }
    }
}

fn is_identity_member(at: &Path, name: &str) -> bool {
    at.is_root() && IDENTITY_MEMBERS.contains(&name)
}

/// Returns whether the field records who created the object, or when. The service assigns such fields, although the
/// catalog marks them only as `set_once`, not as `read_only`.
fn is_creation_metadata(field: &Field) -> bool {
    field.set_once && field.group == RECORD && field.required == RequiredOn::Never
}

fn collect_assigned_inside(
    catalog: &Catalog,
    field: &Field,
    node: &Node<'_>,
    path: &Path,
    found: &mut Vec<Path>,
) {
    let (ty, parts) = match (field.type_for(node.json_type()), node.json_type()) {
        (FieldType::List(item), JsonType::Array) => {
            let items = node.items().enumerate();
            (
                &**item,
                items.map(|(at, item)| (path.item(at), item)).collect(),
            )
        }
        (ty, _) => (ty, vec![(path.clone(), *node)]),
    };
    let FieldType::Object(name) = ty else { return };
    let Some(object) = catalog.object(name) else {
        return;
    };
    for (path, part) in parts {
        collect_assigned(catalog, object, &part, &path, found);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn service_assigned_fields_are_found_under_either_spelling() {
        let document = EditableDocument::parse(
            r#"{"type":"Campaign","id":7,"name":"A","clientRefId":"x","advertiserName":"N","advertiserId":4401,
                "lastUpdatedOn":3,"mediaPlanRef":{"id":1},"adminSettings":{"id":2,"privacy":{"version":1}}}"#,
        )
        .unwrap();
        let found = assigned_paths(Catalog::bundled(), Kind::Campaign, &document);
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        expect!["id clientRefId advertiserName lastUpdatedOn"].assert_eq(&found.join(" "));
    }

    #[test]
    fn copied_ad_has_no_placement_or_creator() {
        let document = EditableDocument::parse(
            r#"{"type":"HTML5SingleExpandableBannerAd","id":7,"name":"A","adFormatId":61,"createdBy":1,"createdOn":2,
                "lastUpdateOn":3,"masterAdId":5,"placementId":6,"placementName":"P","changed":true,"adStatus":"ASSIGNED",
                "width":300,"adAssignmentData":{"campaignId":9},"adURLs":[{"id":4,"url":"https://a.example"}]}"#,
        )
        .unwrap();
        let found = assigned_paths(Catalog::bundled(), Kind::Html5ExpandableBannerAd, &document);
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        expect!["id createdBy createdOn lastUpdateOn placementName width adStatus changed masterAdId placementId"].assert_eq(&found.join(" "));
    }
}
