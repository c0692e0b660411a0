//! Applies a bulk edit to one document. The code is pure, and the preview and the commit share it.

use adwright_checks::Phase;
use adwright_model::{
    Edit, EditableDocument, JsonType, Node, Path, UnparsedInputs, to_json_string,
};
use adwright_views::{
    BulkChange, BulkFormInput, BulkProblem, BulkValue, EditRequest, FieldInput, FieldKind, Presence,
};

use super::find_replace::Replacer;

use crate::bulk::skip_reason;
use crate::document::replay;
use crate::draft::FieldEditor;
use crate::error::{BulkInputError, Error, SkipReason};
use crate::field::{
    DateParser, FieldCatalog, FieldParser, ParsedInput, display_value, validate_json,
};
use crate::replace::{marked_value, plain_value, problem};

/// A parsed change that is applied to each document.
#[derive(Debug, Clone)]
pub(super) enum Operation {
    Set(Vec<(Path, EditRequest)>),
    Replace(Replacer),
}

/// A document with the context that an edit needs.
pub(super) struct EditContext<'a> {
    pub(super) document: &'a EditableDocument,
    pub(super) base: Option<&'a EditableDocument>,
    pub(super) phase: Phase,
    pub(super) known: FieldCatalog,
    pub(super) dates: DateParser<'a>,
}

/// The result for one document.
#[derive(Debug)]
pub(super) struct EditOutcome {
    /// The document after the edits.
    pub(super) document: EditableDocument,
    /// The edits; empty if the document stays the same.
    pub(super) edits: Vec<Edit>,
    /// The result for each field, in the order of [`Operation::paths`].
    pub(super) cells: Vec<CellChange>,
}

/// The result for one field of one document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum CellChange {
    Changed { before: BulkValue, after: BulkValue },
    Same(BulkValue),
    Skipped(SkipReason),
}

impl Operation {
    /// Parses a change that a person asked for.
    pub(super) fn parse(
        change: &BulkChange,
        known: &FieldCatalog,
        dates: DateParser<'_>,
    ) -> Result<Self, BulkProblem> {
        match change {
            BulkChange::Set(edits) => parse_set(edits, known, dates).map(Self::Set),
            BulkChange::Replace(asked) => Replacer::compile(asked, known).map(Self::Replace),
        }
    }

    /// Returns the paths of the fields that the change is about, in order.
    pub(super) fn paths(&self) -> Vec<&Path> {
        match self {
            Self::Set(edits) => edits.iter().map(|(path, _)| path).collect(),
            Self::Replace(replace) => replace.fields.iter().collect(),
        }
    }

    /// Applies the change to one document.
    pub(super) fn run(&self, on: &EditContext<'_>) -> Result<EditOutcome, Error> {
        let mut outcome = EditOutcome {
            document: on.document.clone(),
            edits: Vec::new(),
            cells: Vec::new(),
        };
        match self {
            Self::Set(edits) => {
                for (path, request) in edits {
                    let step = on.set(path, request, &outcome.document);
                    outcome.apply_cell(step?)?;
                }
            }
            Self::Replace(replace) => {
                for path in &replace.fields {
                    outcome.apply_cell(on.replace(path, replace))?;
                }
            }
        }
        Ok(outcome)
    }
}

fn parse_set(
    edits: &[EditRequest],
    known: &FieldCatalog,
    dates: DateParser<'_>,
) -> Result<Vec<(Path, EditRequest)>, BulkProblem> {
    if edits.is_empty() {
        return Err(problem(
            BulkFormInput::Fields,
            &BulkInputError::NoFieldToSet,
        ));
    }
    edits
        .iter()
        .map(|edit| parse_field_edit(edit, known, dates))
        .collect()
}

fn parse_field_edit(
    edit: &EditRequest,
    known: &FieldCatalog,
    dates: DateParser<'_>,
) -> Result<(Path, EditRequest), BulkProblem> {
    let place = || BulkFormInput::Value(edit.path.clone());
    let path: Option<Path> = edit.path.parse().ok();
    let Some((path, field)) = path.and_then(|path| Some((path.clone(), known.field(&path)?)))
    else {
        return Err(problem(
            place(),
            &BulkInputError::UnknownField(edit.path.clone()),
        ));
    };
    if let FieldInput::Partial(text) = &edit.input {
        return Err(problem(place(), &BulkInputError::NotChosen(text.clone())));
    }
    let reading = FieldParser {
        kind: FieldKind::of_field(field),
        unit: field.unit,
        was: None,
        is_item: false,
        dates,
    };
    if let ParsedInput::Unparsed(text) = reading.parse(&edit.input)
        && let Err(error) = validate_json(&text)
    {
        return Err(problem(place(), &BulkInputError::InvalidValue(error)));
    }
    Ok((path, edit.clone()))
}

/// The result for one field, with its edit if the field changes.
type CellEdit = (CellChange, Option<Edit>);

impl EditOutcome {
    fn apply_cell(&mut self, (cell, edit): CellEdit) -> Result<(), Error> {
        if let Some(edit) = edit {
            self.document = replay(&self.document, [&edit])?;
            self.edits.push(edit);
        }
        self.cells.push(cell);
        Ok(())
    }
}

impl EditContext<'_> {
    fn set(
        &self,
        path: &Path,
        request: &EditRequest,
        document: &EditableDocument,
    ) -> Result<CellEdit, Error> {
        if let Some(skip) = self
            .skip_reason(path)
            .or_else(|| self.skip_without_base(request))
        {
            return Ok((CellChange::Skipped(skip), None));
        }
        let field = FieldEditor {
            catalog: &self.known.catalog,
            kind: self.known.kind,
            document,
            base: self.base,
            dates: self.dates,
            typed: &UnparsedInputs::new(),
        };
        let before = self.value_renderer(document, path);
        let Some(edit) = field.edit(request)? else {
            return Ok((CellChange::Same(before(plain_value)), None));
        };
        let edited = replay(document, [&edit])?;
        let after = self.value_renderer(&edited, path);
        let cell = CellChange::Changed {
            before: before(marked_value),
            after: after(marked_value),
        };
        Ok((cell, Some(edit)))
    }

    fn replace(&self, path: &Path, replace: &Replacer) -> CellEdit {
        if let Some(skip) = self.skip_reason(path) {
            return (CellChange::Skipped(skip), None);
        }
        let same = || {
            (
                CellChange::Same(self.value_renderer(self.document, path)(plain_value)),
                None,
            )
        };
        let text = match self.document.get(path) {
            Some(node) if node.json_type() == JsonType::String => node.as_str().unwrap_or_default(),
            None => return same(),
            Some(node) if node.is_null() => return same(),
            Some(_) => {
                let reason = SkipReason::NotAText(self.known.label(path));
                return (CellChange::Skipped(reason), None);
            }
        };
        match replace.replace_in(&text, self.document, &self.known, self.dates.zone) {
            Err(skip) => (CellChange::Skipped(skip), None),
            Ok(None) => same(),
            Ok(Some(replaced)) => {
                let edit = Edit::Set {
                    path: path.clone(),
                    json: to_json_string(&replaced.text),
                };
                let cell = CellChange::Changed {
                    before: replaced.before,
                    after: replaced.after,
                };
                (cell, Some(edit))
            }
        }
    }

    fn skip_reason(&self, path: &Path) -> Option<SkipReason> {
        skip_reason(self.known.field(path)?, self.phase)
    }

    fn skip_without_base(&self, request: &EditRequest) -> Option<SkipReason> {
        let is_new = request.input == FieldInput::Revert && self.base.is_none();
        is_new.then_some(SkipReason::NewCampaign)
    }

    /// Returns a function that renders the value at a path, marked or plain.
    fn value_renderer(
        &self,
        document: &EditableDocument,
        path: &Path,
    ) -> impl FnOnce(fn(Presence, &str) -> BulkValue) -> BulkValue + use<> {
        let node = document.get(path);
        let presence = presence(node);
        let text = node.map_or_else(String::new, |node| self.display_text(node, path));
        move |draw| draw(presence, &text)
    }

    fn display_text(&self, node: Node<'_>, path: &Path) -> String {
        let field = self.known.field(path);
        let kind = field.map_or(FieldKind::Json, FieldKind::of_field);
        let shown = display_value(
            node,
            kind,
            field.and_then(|field| field.unit),
            self.dates.zone,
        );
        match (kind, shown.as_str()) {
            (FieldKind::YesNo, "true") => "Yes".to_owned(),
            (FieldKind::YesNo, "false") => "No".to_owned(),
            _ => shown,
        }
    }
}

fn presence(node: Option<Node<'_>>) -> Presence {
    match node {
        None => Presence::Absent,
        Some(node) if node.is_null() => Presence::Null,
        Some(_) => Presence::Value,
    }
}
