//! From what a person put into a field to the one edit of the document that it means.

use adwright_model::{
    self as model, Catalog, Edit, Editable, Kind, Node, Object, Path, Shape, Step, Type,
    TypedTexts, pair_items,
};

use crate::detail::{Put, Reading, json, kind_of_type};
use crate::error::Error;
use crate::views::{EditRequest, FieldInput, FieldKind, NewMember};
use crate::zone::Zone;

/// What an edit is made in.
pub(crate) struct Field<'a> {
    pub(crate) catalog: &'a Catalog,
    pub(crate) kind: Kind,
    pub(crate) document: &'a Editable,
    pub(crate) base: Option<&'a Editable>,
    pub(crate) zone: &'a Zone,
    /// What was typed and is no value yet.
    pub(crate) typed: &'a TypedTexts,
}

impl<'a> Field<'a> {
    /// The edit that the request means; none where it changes nothing.
    pub(crate) fn edit(&self, request: &EditRequest) -> Result<Option<Edit>, Error> {
        let path = path(&request.path)?;
        match &request.input {
            FieldInput::Add => self.add(path).map(Some),
            FieldInput::Member(new) => self.add_member(&path, new).map(Some),
            FieldInput::MoveUp => Ok(self.shift(path, |at| at.checked_sub(1))),
            FieldInput::MoveDown => Ok(self.shift(path, |at| at.checked_add(1))),
            input => {
                let put = self.reading(&path).read(input);
                Ok(self.as_edit(path, put))
            }
        }
    }

    /// The edit that puts this JSON at a path; none where it changes nothing.
    pub(crate) fn set(&self, path: Path, json: String) -> Option<Edit> {
        self.as_edit(path, Put::Json(json))
    }

    fn reading(&self, path: &Path) -> Reading<'a> {
        let node = self.document.get(path);
        let typed = self.catalog.typed(self.kind, path);
        // The only item of a list may stand in its place: then it is what is typed into.
        let own_type = |field: &'a model::Field, ty: &'a Type| match node {
            Some(node) if matches!(path.last(), Some(Step::Member(_))) => {
                field.type_of(node.shape())
            }
            _ => ty,
        };
        let typed = typed.map(|(field, ty)| (field, own_type(field, ty)));
        let kind = typed.map(|(field, ty)| kind_of_type(field, ty, node));
        let is_json = |kind: &FieldKind| self.typed.contains_key(path) && !kind.may_be_chosen();
        Reading {
            kind: kind
                .filter(|kind| !is_json(kind))
                .unwrap_or(FieldKind::Json),
            unit: typed.and_then(|(field, _)| field.unit),
            was: self.before(path).map(|node| node.raw()),
            is_item: typed.is_some_and(|(field, ty)| &field.ty != ty),
            zone: self.zone,
        }
    }

    /// The value in the base that the one at the path goes on from, also where its item has moved.
    fn before(&self, path: &Path) -> Option<Node<'a>> {
        let (mut now, mut was) = (Some(self.document.root()), self.base?.root());
        for (at, step) in path.steps().iter().enumerate() {
            let holder: Path = path.steps()[..at].iter().cloned().collect();
            was = match (step, now) {
                (Step::Item(item), Some(now)) => {
                    let field = self.catalog.typed(self.kind, &holder);
                    let key = field.and_then(|(field, _)| field.key.as_deref());
                    let pairs = pair_items(&was, &now, key);
                    was.items().nth((*pairs.get(*item)?)?)?
                }
                _ => part(&was, step)?,
            };
            now = now.and_then(|now| part(&now, step));
        }
        Some(was)
    }

    fn as_edit(&self, path: Path, put: Put) -> Option<Edit> {
        let now = self.document.get(&path).map(|node| node.raw());
        match put {
            Put::Nothing => now.map(|_| Edit::Remove { path }),
            Put::Json(json) if now == Some(json.as_str()) && !self.typed.contains_key(&path) => {
                None
            }
            Put::Typed(text) if self.typed.get(&path) == Some(&text) => None,
            Put::Typed(text) => Some(Edit::Type { path, text }),
            Put::Json(json) => Some(self.with_parents(path, json)),
        }
    }

    /// One more member of an object, under a name that it does not have yet.
    fn add_member(&self, holder: &Path, new: &NewMember) -> Result<Edit, Error> {
        let node = self.document.get(holder).filter(|node| !node.is_null());
        if node.is_some_and(|node| node.shape() != Shape::Object) {
            return Err(Error::Edit(format!(
                "there is no group of fields at {holder}"
            )));
        }
        let NewMember {
            name,
            value,
            is_text,
        } = new;
        if node.is_some_and(|node| node.member(name).is_some()) {
            return Err(Error::Unfit(format!(
                "There is a field “{name}” here already. Change that one, or choose another name."
            )));
        }
        let json = if *is_text {
            model::quoted(value)
        } else {
            json(value)?
        };
        Ok(self.with_parents(holder.child(name), json))
    }

    /// One more item at the end. The only item that stands in the list's place gets a list around it.
    fn add(&self, path: Path) -> Result<Edit, Error> {
        let no_list = || Error::Edit(format!("there is no list at {path}"));
        let typed = self.catalog.typed(self.kind, &path);
        let Some((field, Type::List(item))) = typed else {
            return Err(no_list());
        };
        let json = self.blank(item);
        let node = self.document.get(&path);
        match node.filter(|node| !node.is_null()) {
            None => Ok(self.with_parents(path, format!("[{json}]"))),
            Some(list) if list.shape() == Shape::Array => Ok(Edit::Insert {
                at: list.len(),
                path,
                json,
            }),
            Some(only) if field.or_bare => Ok(Edit::Set {
                json: format!("[{},{json}]", only.raw()),
                path,
            }),
            Some(_) => Err(no_list()),
        }
    }

    /// What a new item starts from.
    fn blank(&self, item: &Type) -> String {
        match item {
            Type::Object(name) => match self.catalog.object(name).and_then(Object::type_word) {
                Some(word) => format!(r#"{{"type":{}}}"#, model::quoted(word)),
                None => "{}".to_owned(),
            },
            Type::Text | Type::Url => r#""""#.to_owned(),
            Type::List(_) => "[]".to_owned(),
            _ => "null".to_owned(),
        }
    }

    fn shift(&self, path: Path, next: impl Fn(usize) -> Option<usize>) -> Option<Edit> {
        let Step::Item(at) = *path.last()? else {
            return None;
        };
        let list = self.document.get(&path.parent()?)?;
        let to = next(at).filter(|&to| to < list.len())?;
        Some(Edit::Move { path, to })
    }

    /// The edit that makes the object around a field, with those around it; none where it is there.
    pub(crate) fn holder(&self, path: &Path) -> Option<Edit> {
        let holder = path.parent().filter(|holder| !holder.is_root())?;
        let node = self.document.get(&holder);
        let json = self.blank(&Type::Object(self.object_at(&holder)?.name.clone()));
        node.is_none_or(|node| node.is_null())
            .then(|| self.with_parents(holder, json))
    }

    /// Where the object that holds the field is missing too, or is `null`, it is set whole, with the `type` that the
    /// catalog gives it.
    fn with_parents(&self, mut path: Path, mut json: String) -> Edit {
        while let (Some(parent), Some(Step::Member(name))) = (path.parent(), path.last()) {
            let holder = self.document.get(&parent);
            if parent.is_root() || holder.is_some_and(|holder| !holder.is_null()) {
                break;
            }
            json = wrapped(self.object_at(&parent), name, &json);
            path = parent;
        }
        Edit::Set { path, json }
    }

    fn object_at(&self, path: &Path) -> Option<&Object> {
        match self.catalog.typed(self.kind, path)?.1 {
            Type::Object(name) => self.catalog.object(name),
            _ => None,
        }
    }
}

fn path(text: &str) -> Result<Path, Error> {
    text.parse()
        .map_err(|_| Error::Edit(format!("no path: {text}")))
}

fn part<'a>(node: &Node<'a>, step: &Step) -> Option<Node<'a>> {
    match step {
        Step::Member(name) => node.member(name),
        Step::Item(at) => node.items().nth(*at),
    }
}

/// An object of one member; with its `type` first, where it has one.
fn wrapped(object: Option<&Object>, name: &str, json: &str) -> String {
    let name = model::quoted(name);
    match object.and_then(Object::type_word) {
        Some(word) => format!(r#"{{"type":{},{name}:{json}}}"#, model::quoted(word)),
        None => format!("{{{name}:{json}}}"),
    }
}
