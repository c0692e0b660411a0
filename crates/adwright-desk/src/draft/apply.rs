//! From what a person put into a field to the one edit of the document that it means.

use adwright_model::{Catalog, Edit, Editable, Kind, Object, Path, Step, Type};

use crate::detail::{Put, kind_of, kind_of_unknown, read};
use crate::error::Error;
use crate::views::{EditRequest, FieldKind};
use crate::zone::Zone;

/// What an edit is made in.
pub(crate) struct Field<'a> {
    pub(crate) catalog: &'a Catalog,
    pub(crate) kind: Kind,
    pub(crate) document: &'a Editable,
    pub(crate) base: Option<&'a Editable>,
    pub(crate) zone: &'a Zone,
}

impl Field<'_> {
    /// The edit that the request means; none where it changes nothing.
    pub(crate) fn edit(&self, request: &EditRequest) -> Result<Option<Edit>, Error> {
        let path: Path = request
            .path
            .parse()
            .map_err(|_| Error::Edit(format!("no path: {}", request.path)))?;
        let known = self.catalog.field(self.kind, &path);
        let was = self
            .base
            .and_then(|base| base.get(&path))
            .map(|node| node.raw());
        let kind = known.map_or_else(|| self.kind_in_place(&path), kind_of);
        let put = read(
            &request.input,
            kind,
            known.and_then(|field| field.unit),
            was,
            self.zone,
        )?;
        Ok(self.as_edit(path, put))
    }

    fn kind_in_place(&self, path: &Path) -> FieldKind {
        self.document
            .get(path)
            .map_or(FieldKind::Json, kind_of_unknown)
    }

    fn as_edit(&self, path: Path, put: Put) -> Option<Edit> {
        let now = self.document.get(&path).map(|node| node.raw());
        match put {
            Put::Nothing => now.map(|_| Edit::Remove { path }),
            Put::Json(json) if now == Some(json.as_str()) => None,
            Put::Json(json) => Some(self.with_parents(path, json)),
        }
    }

    /// Where the object that holds the field is missing too, it is set whole, with the `type` that the catalog gives it.
    fn with_parents(&self, mut path: Path, mut json: String) -> Edit {
        while let (Some(parent), Some(Step::Member(name))) = (path.parent(), path.last()) {
            if parent.is_root() || self.document.get(&parent).is_some() {
                break;
            }
            json = wrapped(self.object_at(&parent), name, &json);
            path = parent;
        }
        Edit::Set { path, json }
    }

    fn object_at(&self, path: &Path) -> Option<&Object> {
        match &self.catalog.field(self.kind, path)?.ty {
            Type::Object(name) => self.catalog.object(name),
            _ => None,
        }
    }
}

/// An object of one member; with its `type` first, where it has one.
fn wrapped(object: Option<&Object>, name: &str, json: &str) -> String {
    let name = serde_json::Value::from(name);
    let typed = object.filter(|object| object.fields.iter().any(|field| field.name == "type"));
    match typed {
        Some(object) => format!(
            r#"{{"type":{},{name}:{json}}}"#,
            serde_json::Value::from(object.name.as_str())
        ),
        None => format!("{{{name}:{json}}}"),
    }
}
