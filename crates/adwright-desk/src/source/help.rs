//! What can be written at a place of the text, as far as the catalog knows.

use adwright_model::{Editable, Field, Object, Type, quoted};

use crate::desk::Desk;
use crate::draft::Opened;
use crate::error::Error;
use crate::list::kind_among;
use crate::views::{Choice, KnownField, KnownValue, SourceHelp, Target};

impl Desk {
    /// What is known of the value at a path: the field that it is, the members that it may have, what it may be.
    ///
    /// A text that is being written is mostly broken; the last whole document tells which objects there are.
    pub fn source_help(&self, target: &Target, path: &str) -> Result<SourceHelp, Error> {
        let opened = self.find(target)?;
        let path = path
            .parse()
            .map_err(|_| Error::Edit(format!("there is no place {path}")))?;
        let document = self.last_whole(&opened)?.document;
        let catalog = self.catalog();
        let kind = kind_among(opened.collection, &document);
        let typed = catalog.typed(kind, &path);
        let node = document.get(&path);
        let object = match (typed, path.is_root()) {
            (_, true) => Some(catalog.root(kind)),
            (Some((_, Type::Object(name))), _) => match node {
                Some(node) => catalog.object_of(name, &node),
                None => catalog.object(name),
            },
            _ => None,
        };
        Ok(SourceHelp {
            field: typed.map(|(field, _)| known(field)),
            members: object.map(members).unwrap_or_default(),
            values: match typed {
                Some((field, ty)) => {
                    let seen = self.seen(&opened, &document, field)?;
                    values(field, ty, seen)
                }
                None => Vec::new(),
            },
        })
    }

    /// Ids that the cache knows by name, where an id belongs.
    fn seen(
        &self,
        opened: &Opened,
        document: &Editable,
        field: &Field,
    ) -> Result<Vec<Choice>, Error> {
        let pickers = self.pickers_for(opened)?;
        Ok(pickers.of(&field.name, document, &self.dialect.bindings))
    }
}

fn members(object: &Object) -> Vec<KnownField> {
    object.fields.iter().map(known).collect()
}

fn known(field: &Field) -> KnownField {
    KnownField {
        name: field.name.clone(),
        label: field.title.clone(),
        description: field.description.clone(),
        takes: takes(&field.ty).to_owned(),
        start: start(field),
        read_only: field.read_only,
        set_once: field.set_once,
        required: field.may_be_required(),
    }
}

const fn takes(ty: &Type) -> &'static str {
    match ty {
        Type::Any => "any JSON",
        Type::Text => "a text",
        Type::Url => "a web address",
        Type::Integer => "a whole number",
        Type::Decimal => "a number",
        Type::YesNo => "true or false",
        Type::Object(_) => "an object",
        Type::List(_) => "a list",
    }
}

/// The JSON that a new value begins with.
fn start(field: &Field) -> String {
    let json = match (&field.ty, field.values.as_slice()) {
        (Type::Text, [only]) => return quoted(only),
        (Type::Text | Type::Url, _) => "\"\"",
        (Type::Object(_), _) => "{}",
        (Type::List(_), _) => "[]",
        (Type::YesNo, _) => "true",
        (Type::Integer | Type::Decimal | Type::Any, _) => "",
    };
    json.to_owned()
}

fn values(field: &Field, ty: &Type, seen: Vec<Choice>) -> Vec<KnownValue> {
    let value = |json: String, label: &str| KnownValue {
        json,
        label: label.to_owned(),
    };
    let listed = field.values.iter().map(|word| match ty {
        Type::Text | Type::Url => value(quoted(word), ""),
        _ => value(word.clone(), ""),
    });
    let shaped: &[&str] = match ty {
        Type::YesNo => &["true", "false"],
        Type::Object(_) => &["{}"],
        Type::List(_) => &["[]"],
        _ => &[],
    };
    let null = field.nullable.then_some("null");
    let seen = seen.into_iter().map(|seen| value(seen.value, &seen.label));
    let shaped = shaped.iter().copied().chain(null);
    seen.chain(listed)
        .chain(shaped.map(|json| value(json.to_owned(), "")))
        .collect()
}
