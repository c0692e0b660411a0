//! Draws one field: its value, its earlier value, and the possible actions.

use adwright_checks::Phase;
use adwright_model::{self as model, Binding, FieldType, Node, Path, RequiredOn};
use adwright_views::{EditLock, ExactNumber, FieldChoice, FieldKind, FieldView};

use super::{FieldPlace, FormContext};

use crate::field::display_value;
use crate::list::id_choice;
use crate::wording::{LockReason, edit_lock, epoch_unit_text};

impl<'a> FormContext<'a> {
    /// Draws a field of the catalog with its parts. `lock` is the lock of the parent.
    pub(super) fn known_field(
        &self,
        field: &model::Field,
        place: &FieldPlace<'a>,
        lock: Option<&EditLock>,
    ) -> FieldView {
        let lock = lock.cloned().or_else(|| self.lock(field, place));
        let drawn = self.value(field, &field.ty, place, lock);
        FieldView {
            label: self.label(field, place),
            description: field.description.clone(),
            required: self.is_required(field) || self.is_required_by_condition(field, place),
            note: self.note(field, place),
            ..drawn
        }
    }

    /// Draws a value of a field, or an item of a list.
    pub(super) fn value(
        &self,
        field: &model::Field,
        ty: &FieldType,
        place: &FieldPlace<'a>,
        lock: Option<EditLock>,
    ) -> FieldView {
        match (FieldKind::of_value(field, ty, place.node), ty) {
            (kind, _) if self.typed.contains_key(&place.path) && !kind.is_selectable() => {
                FieldView {
                    lock,
                    ..self.json(place)
                }
            }
            (FieldKind::Object, FieldType::Object(name)) => self.object(name, field, place, lock),
            (FieldKind::List, FieldType::List(item)) => self.list(field, item, place, lock),
            (kind, _) => self.plain(field, kind, place, lock),
        }
    }

    fn plain(
        &self,
        field: &model::Field,
        kind: FieldKind,
        place: &FieldPlace<'a>,
        lock: Option<EditLock>,
    ) -> FieldView {
        let ids = self
            .pickers
            .ids_for(&field.name, self.document, self.bindings);
        let kind = match kind {
            FieldKind::Id if !ids.is_empty() => FieldKind::Choice,
            kind => kind,
        };
        let more_choices = !ids.is_empty() && !self.is_asked_for(place);
        FieldView {
            unit: (kind == FieldKind::Instant).then(|| self.zone.name()),
            exact: (kind == FieldKind::Instant).then(|| exact_number(field, place)),
            choices: self.choices(field, place, &ids),
            more_choices,
            lock,
            ..bare_field(kind, place, |node| {
                display_value(node, kind, field.unit, self.zone)
            })
        }
    }

    /// Draws a value as its exact JSON, or as the typed text that is not valid JSON yet.
    pub(super) fn json(&self, place: &FieldPlace<'_>) -> FieldView {
        let drawn = bare_field(FieldKind::Json, place, |node| node.raw().to_owned());
        match self.typed.get(&place.path) {
            Some(typed) => FieldView {
                text: typed.clone(),
                ..drawn
            },
            None => drawn,
        }
    }

    /// Returns the label. If both spellings are present, each label names its spelling.
    fn label(&self, field: &model::Field, place: &FieldPlace<'_>) -> String {
        match self.other_spelling(field, place) {
            Some(_) => format!("{} ({})", field.title, spelling(&place.path)),
            None => field.title.clone(),
        }
    }

    fn note(&self, field: &model::Field, place: &FieldPlace<'_>) -> Option<String> {
        let twin = self.other_spelling(field, place).map(|(twin, same)| {
            let how = if same {
                "the same value"
            } else {
                "another value"
            };
            format!("also here as {} with {how}", spelling(&twin))
        });
        twin.or_else(|| self.binding_note(&place.path))
    }

    /// Returns the path of the other spelling if it is present too, and whether its value is equal.
    fn other_spelling(&self, field: &model::Field, place: &FieldPlace<'_>) -> Option<(Path, bool)> {
        let holder = place.path.parent()?;
        let mut names = [Some(&field.name), field.alias.as_ref()]
            .into_iter()
            .flatten();
        let other = names.find(|name| holder.child(*name) != place.path)?;
        let path = holder.child(other);
        let same = self.document.get(&path)?.same_value(&place.node?);
        Some((path, same))
    }

    fn is_required(&self, field: &model::Field) -> bool {
        match field.required {
            RequiredOn::Never => false,
            RequiredOn::Create => self.phase == Phase::Create,
            RequiredOn::Update => self.phase == Phase::Update && !field.read_only,
            RequiredOn::Both => !field.read_only,
        }
    }

    /// Returns whether a sibling's value makes the field mandatory.
    fn is_required_by_condition(&self, field: &model::Field, place: &FieldPlace<'_>) -> bool {
        let Some(condition) = &field.required_if else {
            return false;
        };
        let holder = place.path.parent();
        let holder = holder.and_then(|path| self.document.get(&path));
        holder.is_some_and(|holder| condition.is_met_by(&holder))
    }

    fn lock(&self, field: &model::Field, place: &FieldPlace<'_>) -> Option<EditLock> {
        if field.read_only {
            return Some(edit_lock(LockReason::SuppliedByService));
        }
        let is_set = place.before.is_some_and(|before| !before.is_null());
        (field.set_once && self.phase == Phase::Update && is_set)
            .then(|| edit_lock(LockReason::SetOnce))
    }

    /// Returns the choices of a field. There may be thousands of suggested ids, so the form comes with the one that is
    /// the value, and a request for the field returns all.
    fn choices(
        &self,
        field: &model::Field,
        place: &FieldPlace<'_>,
        ids: &[(i64, &str)],
    ) -> Vec<FieldChoice> {
        let suggested = if self.is_asked_for(place) {
            self.pickers
                .suggestions_for(&field.name, self.document, self.bindings)
        } else {
            let value = place.node.and_then(|node| model::parse_json_id(node.raw()));
            let chosen = ids.iter().filter(|(id, _)| Some(*id) == value);
            chosen.map(|(id, name)| id_choice(*id, name)).collect()
        };
        let named = self
            .sibling_name(&field.name, place)
            .filter(|_| ids.is_empty());
        let listed = field.values.iter().map(|value| FieldChoice {
            value: value.clone(),
            label: value.clone(),
        });
        suggested.into_iter().chain(named).chain(listed).collect()
    }

    /// Returns whether the window asked for just this field.
    fn is_asked_for(&self, place: &FieldPlace<'_>) -> bool {
        self.open == Some(&place.path)
    }

    /// Returns the name that belongs to an id, from the sibling member (`brandId` and `brandName`).
    fn sibling_name(&self, member: &str, place: &FieldPlace<'_>) -> Option<FieldChoice> {
        let stem = member.strip_suffix("Id").unwrap_or(member);
        let name = place.path.parent()?.child(format!("{stem}Name"));
        Some(FieldChoice {
            value: place.node?.raw().to_owned(),
            label: self.document.get(&name)?.as_str()?.into_owned(),
        })
    }

    /// Says where a rule found the field that it needs, because the interface does not define the place.
    fn binding_note(&self, path: &Path) -> Option<String> {
        [
            Binding::TraffickingMode,
            Binding::Verification,
            Binding::DisableCookies,
        ]
        .into_iter()
        .any(|binding| {
            self.bindings
                .find(binding, self.document)
                .is_some_and(|(found, _)| found == *path)
        })
        .then(|| format!("found at {path}"))
        .filter(|_| path.steps().len() > 1)
    }
}

fn exact_number(field: &model::Field, place: &FieldPlace<'_>) -> ExactNumber {
    let node = place.node.filter(|node| !node.is_null());
    ExactNumber {
        text: node.map_or_else(String::new, |node| node.raw().to_owned()),
        unit: epoch_unit_text(field.unit).to_owned(),
    }
}

/// Returns a field view with only the facts that its place provides.
pub(super) fn bare_field(
    kind: FieldKind,
    place: &FieldPlace<'_>,
    text: impl Fn(Node<'_>) -> String,
) -> FieldView {
    let was = place.is_changed().then_some(place.before).flatten();
    FieldView {
        path: place.path.to_string(),
        label: String::new(),
        description: String::new(),
        kind,
        presence: place.presence(),
        text: place.node.map_or_else(String::new, &text),
        unit: None,
        exact: None,
        choices: Vec::new(),
        more_choices: false,
        required: false,
        lock: None,
        changed: place.is_changed(),
        was: was.map(text),
        was_presence: place.presence_before(),
        known: true,
        note: None,
        item: None,
        parts: Vec::new(),
    }
}

fn spelling(path: &Path) -> String {
    match path.last() {
        Some(model::PathStep::Member(name)) => name.clone(),
        _ => path.to_string(),
    }
}
