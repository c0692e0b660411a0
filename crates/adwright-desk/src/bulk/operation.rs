//! What a bulk edit does to one document: pure, and the same for the preview and for the edit itself.

use adwright_checks::Phase;
use adwright_model::{Edit, Editable, Node, Path, Shape, TypedTexts, quoted};

use super::fields::{Known, held};
use super::find::Replace;
use super::value::{marked, plain};
use super::{Skip, problem};
use crate::detail::{Put, Reading, json, kind_of, show};
use crate::document::replay;
use crate::draft::Field;
use crate::error::Error;
use crate::views::{
    BulkChange, BulkPlace, BulkProblem, BulkValue, EditRequest, FieldInput, FieldKind, Presence,
};
use crate::zone::Zone;

/// What is done to each document, read once.
#[derive(Debug, Clone)]
pub(super) enum Operation {
    Set(Vec<(Path, EditRequest)>),
    Replace(Replace),
}

/// One document, and what an edit of it needs to know.
pub(super) struct On<'a> {
    pub(super) document: &'a Editable,
    pub(super) base: Option<&'a Editable>,
    pub(super) phase: Phase,
    pub(super) known: Known,
    pub(super) zone: &'a Zone,
}

/// What became of one document.
#[derive(Debug)]
pub(super) struct Outcome {
    /// The document with the edits made.
    pub(super) document: Editable,
    /// The edits; none where it stays as it is.
    pub(super) edits: Vec<Edit>,
    /// What became of each field, in the order of [`Operation::paths`].
    pub(super) cells: Vec<Cell>,
}

/// What became of one field of one document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cell {
    Changed { before: BulkValue, after: BulkValue },
    Same(BulkValue),
    Skipped(String),
}

impl Operation {
    /// Reads what the person asked for.
    pub(super) fn read(
        change: &BulkChange,
        known: &Known,
        zone: &Zone,
    ) -> Result<Self, BulkProblem> {
        match change {
            BulkChange::Set(edits) => read_set(edits, known, zone).map(Self::Set),
            BulkChange::Replace(asked) => Replace::read(asked, known).map(Self::Replace),
        }
    }

    /// The fields that it is about, in order.
    pub(super) fn paths(&self) -> Vec<&Path> {
        match self {
            Self::Set(edits) => edits.iter().map(|(path, _)| path).collect(),
            Self::Replace(replace) => replace.fields.iter().collect(),
        }
    }

    /// What it does to one document.
    pub(super) fn run(&self, on: &On<'_>) -> Result<Outcome, Error> {
        let mut outcome = Outcome {
            document: on.document.clone(),
            edits: Vec::new(),
            cells: Vec::new(),
        };
        match self {
            Self::Set(edits) => {
                for (path, request) in edits {
                    let step = on.set(path, request, &outcome.document);
                    outcome.take(step?)?;
                }
            }
            Self::Replace(replace) => {
                for path in &replace.fields {
                    outcome.take(on.replace(path, replace))?;
                }
            }
        }
        Ok(outcome)
    }
}

fn read_set(
    edits: &[EditRequest],
    known: &Known,
    zone: &Zone,
) -> Result<Vec<(Path, EditRequest)>, BulkProblem> {
    if edits.is_empty() {
        return Err(problem(BulkPlace::Fields, "Choose a field to set."));
    }
    edits
        .iter()
        .map(|edit| read_one(edit, known, zone))
        .collect()
}

fn read_one(
    edit: &EditRequest,
    known: &Known,
    zone: &Zone,
) -> Result<(Path, EditRequest), BulkProblem> {
    let place = || BulkPlace::Value(edit.path.clone());
    let path: Option<Path> = edit.path.parse().ok();
    let Some((path, field)) = path.and_then(|path| Some((path.clone(), known.field(&path)?)))
    else {
        return Err(problem(
            place(),
            format!(
                "“{}” is no field of a campaign. Choose another one.",
                edit.path
            ),
        ));
    };
    if let FieldInput::Partial(text) = &edit.input {
        let message =
            format!("“{text}” was not chosen. Choose a value from the list, or use “{text}”.");
        return Err(problem(place(), message));
    }
    let reading = Reading {
        kind: kind_of(field),
        unit: field.unit,
        was: None,
        is_item: false,
        zone,
    };
    if let Put::Typed(text) = reading.read(&edit.input)
        && let Err(error) = json(&text)
    {
        return Err(problem(place(), error.failure().message));
    }
    Ok((path, edit.clone()))
}

/// One field's part in the outcome: the edit, where there is one.
type Step = (Cell, Option<Edit>);

impl Outcome {
    fn take(&mut self, (cell, edit): Step) -> Result<(), Error> {
        if let Some(edit) = edit {
            self.document = replay(self.document.clone(), [&edit])?;
            self.edits.push(edit);
        }
        self.cells.push(cell);
        Ok(())
    }
}

impl On<'_> {
    fn set(&self, path: &Path, request: &EditRequest, document: &Editable) -> Result<Step, Error> {
        if let Some(skip) = self.held(path).or_else(|| self.without_base(request)) {
            return Ok((Cell::Skipped(skip.reason), None));
        }
        let field = Field {
            catalog: &self.known.catalog,
            kind: self.known.kind,
            document,
            base: self.base,
            zone: self.zone,
            typed: &TypedTexts::new(),
        };
        let before = self.value(document, path);
        let Some(edit) = field.edit(request)? else {
            return Ok((Cell::Same(before(plain)), None));
        };
        let edited = replay(document.clone(), [&edit])?;
        let after = self.value(&edited, path);
        let cell = Cell::Changed {
            before: before(marked),
            after: after(marked),
        };
        Ok((cell, Some(edit)))
    }

    fn replace(&self, path: &Path, replace: &Replace) -> Step {
        if let Some(skip) = self.held(path) {
            return (Cell::Skipped(skip.reason), None);
        }
        let same = || (Cell::Same(self.value(self.document, path)(plain)), None);
        let text = match self.document.get(path) {
            Some(node) if node.shape() == Shape::String => node.as_str().unwrap_or_default(),
            None => return same(),
            Some(node) if node.is_null() => return same(),
            Some(_) => {
                let reason = format!("{} holds no text in this campaign.", self.known.label(path));
                return (Cell::Skipped(reason), None);
            }
        };
        match replace.run(&text, self.document, &self.known, self.zone) {
            Err(skip) => (Cell::Skipped(skip.reason), None),
            Ok(None) => same(),
            Ok(Some(replaced)) => {
                let edit = Edit::Set {
                    path: path.clone(),
                    json: quoted(&replaced.text),
                };
                let cell = Cell::Changed {
                    before: replaced.before,
                    after: replaced.after,
                };
                (cell, Some(edit))
            }
        }
    }

    fn held(&self, path: &Path) -> Option<Skip> {
        held(self.known.field(path)?, self.phase)
    }

    fn without_base(&self, request: &EditRequest) -> Option<Skip> {
        let is_new = request.input == FieldInput::Revert && self.base.is_none();
        is_new.then(|| {
            Skip::new("This campaign is new, so the service has nothing to go back to.".to_owned())
        })
    }

    /// The value at a path, to be drawn marked or plain.
    fn value(
        &self,
        document: &Editable,
        path: &Path,
    ) -> impl FnOnce(fn(Presence, &str) -> BulkValue) -> BulkValue + use<> {
        let node = document.get(path);
        let presence = presence(node);
        let text = node.map_or_else(String::new, |node| self.shown(node, path));
        move |draw| draw(presence, &text)
    }

    fn shown(&self, node: Node<'_>, path: &Path) -> String {
        let field = self.known.field(path);
        let kind = field.map_or(FieldKind::Json, kind_of);
        let shown = show(node, kind, field.and_then(|field| field.unit), self.zone);
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
