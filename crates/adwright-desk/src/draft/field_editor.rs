//! Turns the input of a field into one edit of the document.

use adwright_model::{
    self as model, Catalog, Edit, EditableDocument, FieldType, JsonType, Kind, Node, ObjectType,
    Path, PathStep, UnparsedInputs, pair_items,
};
use adwright_views::{EditRequest, FieldInput, FieldKind, NewMember};

use crate::document::parse_path;
use crate::error::{DocumentError, DraftError, Error};
use crate::field::{DateParser, FieldParser, ParsedInput, validate_json};

/// The context of an edit.
pub(crate) struct FieldEditor<'a> {
    pub(crate) catalog: &'a Catalog,
    pub(crate) kind: Kind,
    pub(crate) document: &'a EditableDocument,
    pub(crate) base: Option<&'a EditableDocument>,
    pub(crate) dates: DateParser<'a>,
    /// The typed inputs that are not values yet.
    pub(crate) typed: &'a UnparsedInputs,
}

impl<'a> FieldEditor<'a> {
    /// Returns the edit that the request means; none if it changes nothing.
    pub(crate) fn edit(&self, request: &EditRequest) -> Result<Option<Edit>, Error> {
        self.edit_at(parse_path(&request.path)?, &request.input)
    }

    /// Returns the edit that an input means at a path; none if it changes nothing.
    pub(crate) fn edit_at(&self, path: Path, input: &FieldInput) -> Result<Option<Edit>, Error> {
        match input {
            FieldInput::Add => self.add_item(path).map(Some),
            FieldInput::Member(new) => self.add_member(&path, new).map(Some),
            FieldInput::MoveUp => Ok(self.move_item(path, |at| at.checked_sub(1))),
            FieldInput::MoveDown => Ok(self.move_item(path, |at| at.checked_add(1))),
            input => {
                let put = self.parser_for(&path).parse(input);
                Ok(self.to_edit(path, put))
            }
        }
    }

    /// Returns the edits that the request means, with one before them that creates missing parents of kept text.
    pub(crate) fn edits(&self, request: &EditRequest) -> Result<Vec<Edit>, Error> {
        let edit = self.edit(request)?;
        let holder = match &edit {
            Some(Edit::Type { path, .. }) => self.create_parent_edit(path),
            _ => None,
        };
        Ok(holder.into_iter().chain(edit).collect())
    }

    /// Returns the edit that puts this JSON at a path; none if it changes nothing.
    pub(crate) fn set(&self, path: Path, json: String) -> Option<Edit> {
        self.to_edit(path, ParsedInput::Json(json))
    }

    fn parser_for(&self, path: &Path) -> FieldParser<'a> {
        let node = self.document.get(path);
        let typed = self.catalog.field_and_type(self.kind, path);
        // A list may be written as its only item. Then the input goes into that item.
        let own_type = |field: &'a model::Field, ty: &'a FieldType| match node {
            Some(node) if matches!(path.last(), Some(PathStep::Member(_))) => {
                field.type_for(node.json_type())
            }
            _ => ty,
        };
        let typed = typed.map(|(field, ty)| (field, own_type(field, ty)));
        let kind = typed.map(|(field, ty)| FieldKind::of_value(field, ty, node));
        let is_json = |kind: &FieldKind| self.typed.contains_key(path) && !kind.is_selectable();
        FieldParser {
            kind: kind
                .filter(|kind| !is_json(kind))
                .unwrap_or(FieldKind::Json),
            unit: typed.and_then(|(field, _)| field.unit),
            was: self.base_value(path).map(|node| node.raw()),
            is_item: typed.is_some_and(|(field, ty)| &field.ty != ty),
            dates: self.dates,
        }
    }

    /// Returns the base value of the field at the path, even if its list item has moved.
    fn base_value(&self, path: &Path) -> Option<Node<'a>> {
        let (mut now, mut was) = (Some(self.document.root()), self.base?.root());
        for (at, step) in path.steps().iter().enumerate() {
            let holder: Path = path.steps()[..at].iter().cloned().collect();
            was = match (step, now) {
                (PathStep::Item(item), Some(now)) => {
                    let field = self.catalog.field_and_type(self.kind, &holder);
                    let key = field.and_then(|(field, _)| field.key.as_deref());
                    let pairs = pair_items(&was, &now, key);
                    was.items().nth((*pairs.get(*item)?)?)?
                }
                _ => step_into(&was, step)?,
            };
            now = now.and_then(|now| step_into(&now, step));
        }
        Some(was)
    }

    fn to_edit(&self, path: Path, put: ParsedInput) -> Option<Edit> {
        let now = self.document.get(&path).map(|node| node.raw());
        match put {
            ParsedInput::Nothing => now.map(|_| Edit::Remove { path }),
            ParsedInput::Json(json)
                if now == Some(json.as_str()) && !self.typed.contains_key(&path) =>
            {
                None
            }
            ParsedInput::Unparsed(text) if self.typed.get(&path) == Some(&text) => None,
            ParsedInput::Unparsed(text) => Some(Edit::Type { path, text }),
            ParsedInput::Json(json) => Some(self.with_parents(path, json)),
        }
    }

    /// Adds a member to an object, under a name that is not yet in use.
    fn add_member(&self, holder: &Path, new: &NewMember) -> Result<Edit, Error> {
        let node = self.document.get(holder).filter(|node| !node.is_null());
        if node.is_some_and(|node| node.json_type() != JsonType::Object) {
            return Err(DocumentError::NoGroup(holder.clone()).into());
        }
        let NewMember {
            name,
            value,
            is_text,
        } = new;
        if node.is_some_and(|node| node.member(name).is_some()) {
            return Err(DraftError::MemberExists(name.clone()).into());
        }
        let json = if *is_text {
            model::to_json_string(value)
        } else {
            validate_json(value)?
        };
        Ok(self.with_parents(holder.child(name), json))
    }

    /// Appends an item. A list that is written as its only item becomes an array first.
    fn add_item(&self, path: Path) -> Result<Edit, Error> {
        let no_list = || DocumentError::NoList(path.clone()).into();
        let typed = self.catalog.field_and_type(self.kind, &path);
        let Some((field, FieldType::List(item))) = typed else {
            return Err(no_list());
        };
        let json = self.blank_item(item);
        let node = self.document.get(&path);
        match node.filter(|node| !node.is_null()) {
            None => Ok(self.with_parents(path, format!("[{json}]"))),
            Some(list) if list.json_type() == JsonType::Array => Ok(Edit::Insert {
                at: list.len(),
                path,
                json,
            }),
            Some(only) if field.accepts_single_item => Ok(Edit::Set {
                json: format!("[{},{json}]", only.raw()),
                path,
            }),
            Some(_) => Err(no_list()),
        }
    }

    /// Returns the JSON that a new item starts from.
    fn blank_item(&self, item: &FieldType) -> String {
        match item {
            FieldType::Object(name) => {
                match self.catalog.object(name).and_then(ObjectType::default_type) {
                    Some(word) => format!(r#"{{"type":{}}}"#, model::to_json_string(word)),
                    None => "{}".to_owned(),
                }
            }
            FieldType::Text | FieldType::Url => r#""""#.to_owned(),
            FieldType::List(_) => "[]".to_owned(),
            _ => "null".to_owned(),
        }
    }

    fn move_item(&self, path: Path, next: impl Fn(usize) -> Option<usize>) -> Option<Edit> {
        let PathStep::Item(at) = *path.last()? else {
            return None;
        };
        let list = self.document.get(&path.parent()?)?;
        let to = next(at).filter(|&to| to < list.len())?;
        Some(Edit::Move { path, to })
    }

    /// Returns the edit that creates a field's missing parent objects; none if they exist.
    fn create_parent_edit(&self, path: &Path) -> Option<Edit> {
        let holder = path.parent().filter(|holder| !holder.is_root())?;
        let node = self.document.get(&holder);
        let json = self.blank_item(&FieldType::Object(self.object_at(&holder)?.name.clone()));
        node.is_none_or(|node| node.is_null())
            .then(|| self.with_parents(holder, json))
    }

    /// Sets a field and its missing or `null` parents in one edit. Each parent has the `type` that the catalog gives
    /// it.
    fn with_parents(&self, mut path: Path, mut json: String) -> Edit {
        while let (Some(parent), Some(PathStep::Member(name))) = (path.parent(), path.last()) {
            let holder = self.document.get(&parent);
            if parent.is_root() || holder.is_some_and(|holder| !holder.is_null()) {
                break;
            }
            json = wrap_member(self.object_at(&parent), name, &json);
            path = parent;
        }
        Edit::Set { path, json }
    }

    fn object_at(&self, path: &Path) -> Option<&ObjectType> {
        match self.catalog.field_and_type(self.kind, path)?.1 {
            FieldType::Object(name) => self.catalog.object(name),
            _ => None,
        }
    }
}

fn step_into<'a>(node: &Node<'a>, step: &PathStep) -> Option<Node<'a>> {
    match step {
        PathStep::Member(name) => node.member(name),
        PathStep::Item(at) => node.items().nth(*at),
    }
}

/// Returns an object with one member, after its `type` if it has one.
fn wrap_member(object: Option<&ObjectType>, name: &str, json: &str) -> String {
    let name = model::to_json_string(name);
    match object.and_then(ObjectType::default_type) {
        Some(word) => format!(
            r#"{{"type":{},{name}:{json}}}"#,
            model::to_json_string(word)
        ),
        None => format!("{{{name}:{json}}}"),
    }
}
