//! Edits. Each replaces one span of the text, and every other byte stays.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::ops::Range;

use crate::document::{EditableDocument, UneditableText};
use crate::json::{JsonType, to_json_string};
use crate::node::Node;
use crate::path::{Path, PathStep};

/// One edit of a document. Its JSON is inserted exactly as spelled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Edit {
    /// Sets a value. An absent member is appended in the style of its neighbours. Parent objects that are absent or
    /// `null` are created.
    Set {
        /// The path of the value.
        path: Path,
        /// The new value.
        json: String,
    },
    /// Inserts an absent member before another member of its object. If that member is absent, or the new member is
    /// present, it works like [`Set`](Self::Set).
    PutBefore {
        /// The path of the member.
        path: Path,
        /// The value.
        json: String,
        /// The name of the next member.
        before: String,
    },
    /// Works like [`Set`](Self::Set) for typed text that is not a value yet, such as broken JSON. The text is
    /// stored as a JSON string until it becomes a value; see [`unparsed_inputs`](crate::unparsed_inputs).
    Type {
        /// The path of the value.
        path: Path,
        /// The text, as typed.
        text: String,
    },
    /// Removes a member or an item.
    Remove {
        /// The path of the member or item.
        path: Path,
    },
    /// Inserts an item into a list.
    Insert {
        /// The path of the list.
        path: Path,
        /// The index of the new item; the list's length appends.
        at: usize,
        /// The new item.
        json: String,
    },
    /// Moves an item within its list; the items between shift.
    Move {
        /// The path of the item.
        path: Path,
        /// The index after the move.
        to: usize,
    },
}

impl Edit {
    /// Returns the path of the value or list that the edit changes.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::Set { path, .. }
            | Self::PutBefore { path, .. }
            | Self::Type { path, .. }
            | Self::Remove { path }
            | Self::Insert { path, .. }
            | Self::Move { path, .. } => path,
        }
    }

    /// Returns the outermost list whose item numbers the edit uses. Such an edit adds, removes or moves an item, or
    /// its path goes through one.
    #[must_use]
    pub fn indexed_list(&self) -> Option<Path> {
        let steps = self.path().steps();
        let through = steps
            .iter()
            .position(|step| matches!(step, PathStep::Item(_)))
            .map(|at| steps[..at].iter().cloned().collect());
        through.or_else(|| match self {
            Self::Insert { path, .. } => Some(path.clone()),
            _ => None,
        })
    }
}

/// The reason why an edit is impossible. The document stays as it was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The path leads to nothing, and nothing can be created there.
    #[error("there is nothing to edit at {}", describe_path(path))]
    NotThere {
        /// The path of the edit.
        path: Path,
    },
    /// The new value is not editable JSON.
    #[error("the new value cannot be used: {0}")]
    Value(UneditableText),
    /// After the edit, the document would be too big or nested too deep.
    #[error("the document would no longer be editable: {0}")]
    Outcome(UneditableText),
}

/// Most edits add fewer values than this.
const FEW_MORE: usize = 16;

impl EditableDocument {
    /// Makes one edit. Every byte outside the edited span stays.
    ///
    /// The span includes the comma of an item or member and the white space around it.
    pub fn apply(&self, edit: &Edit) -> Result<Self, EditError> {
        self.with_splice(&self.splice(edit)?, FEW_MORE)
    }

    /// Replaces a span of the text. `more` is the approximate number of new values.
    fn with_splice(&self, splice: &Splice, more: usize) -> Result<Self, EditError> {
        let mut text = String::with_capacity(self.text().len() + splice.with.len());
        text.push_str(&self.text()[..splice.span.start]);
        text.push_str(&splice.with);
        text.push_str(&self.text()[splice.span.end..]);
        Self::from_text_with_capacity(text, self.value_count() + more).map_err(EditError::Outcome)
    }

    /// Makes edits in order. New members of the root that follow each other are added together, so that the document
    /// is parsed once for all of them.
    ///
    /// # Errors
    /// The reason why one of the edits is impossible.
    pub fn apply_all<'e>(
        &self,
        edits: impl IntoIterator<Item = &'e Edit>,
    ) -> Result<Self, EditError> {
        let mut document = self.clone();
        let mut edits = edits.into_iter().peekable();
        while let Some(edit) = edits.next() {
            if !document.is_new_member(edit) {
                document = document.apply(edit)?;
                continue;
            }
            let mut members = vec![edit];
            let is_other = |members: &[&Edit], edit: &Edit| {
                members.iter().all(|member| member.path() != edit.path())
            };
            while let Some(next) =
                edits.next_if(|next| document.is_new_member(next) && is_other(&members, next))
            {
                members.push(next);
            }
            document = document.with_members(&members)?;
        }
        Ok(document)
    }

    /// Returns whether an edit only adds a member to the root, which has others.
    fn is_new_member(&self, edit: &Edit) -> bool {
        let root = self.root();
        let is_put = matches!(edit, Edit::Set { .. } | Edit::Type { .. });
        // The first member of an object has no neighbour whose style it could follow.
        is_put
            && root.json_type() == JsonType::Object
            && !root.is_empty()
            && matches!(edit.path().steps(), [PathStep::Member(name)] if root.member(name).is_none())
    }

    /// Appends members to the root, which has others.
    fn with_members(&self, edits: &[&Edit]) -> Result<Self, EditError> {
        let root = self.root();
        let style = SeparatorStyle::from_parent(&root);
        let mut members = Vec::with_capacity(edits.len());
        for edit in edits {
            let json = match edit {
                Edit::Type { text, .. } => Cow::Owned(to_json_string(text)),
                Edit::Set { json, .. } => Cow::Borrowed(parse_value(json)?),
                _ => continue,
            };
            let step = edit.path().last();
            members.extend(step.and_then(|step| format_member(step, &json, &style)));
        }
        self.with_splice(
            &append(&root, &members.join(&style.between), &style),
            edits.len(),
        )
    }

    fn splice(&self, edit: &Edit) -> Result<Splice, EditError> {
        let not_there = || EditError::NotThere {
            path: edit.path().clone(),
        };
        match edit {
            Edit::Set { path, json } => self
                .set(path.steps(), parse_value(json)?)
                .ok_or_else(not_there),
            Edit::PutBefore { path, json, before } => self
                .put_before(path, parse_value(json)?, before)
                .ok_or_else(not_there),
            Edit::Type { path, text } => {
                let json = to_json_string(text);
                self.set(path.steps(), &json).ok_or_else(not_there)
            }
            Edit::Remove { path } => self.remove(path).ok_or_else(not_there),
            Edit::Insert { path, at, json } => {
                let json = parse_value(json)?;
                self.get(path)
                    .and_then(|list| Self::insert(&list, *at, json))
                    .ok_or_else(not_there)
            }
            Edit::Move { path, to } => self.move_item(path, *to).ok_or_else(not_there),
        }
    }

    fn set(&self, steps: &[PathStep], json: &str) -> Option<Splice> {
        let (parent, missing) = self.deepest_existing(steps);
        let style = SeparatorStyle::from_parent(&parent);
        let Some((first, rest)) = missing.split_first() else {
            return Some(Splice {
                span: parent.span(),
                with: json.to_owned(),
            });
        };
        let json = wrap_in_objects(rest, json, &style)?;
        let member = format_member(first, &json, &style)?;
        match parent.json_type() {
            JsonType::Object => Some(append(&parent, &member, &style)),
            JsonType::Null => Some(Splice {
                span: parent.span(),
                with: format!("{{{member}}}"),
            }),
            _ => None,
        }
    }

    fn put_before(&self, path: &Path, json: &str, before: &str) -> Option<Splice> {
        let parent = self.get(&path.parent()?);
        let next = parent.and_then(|parent| Some((parent, parent.member(before)?)));
        let (None, Some((parent, next))) = (self.get(path), next) else {
            return self.set(path.steps(), json);
        };
        let style = SeparatorStyle::from_parent(&parent);
        let at = part_start(&next);
        Some(Splice {
            span: at..at,
            with: format_member(path.last()?, json, &style)? + &style.between,
        })
    }

    /// Follows the steps while values exist. Returns the last value and the steps that are left.
    fn deepest_existing<'s>(&self, steps: &'s [PathStep]) -> (Node<'_>, &'s [PathStep]) {
        let mut node = self.root();
        for (at, step) in steps.iter().enumerate() {
            match node.child(step) {
                Some(part) => node = part,
                None => return (node, &steps[at..]),
            }
        }
        (node, &[])
    }

    fn insert(list: &Node<'_>, at: usize, json: &str) -> Option<Splice> {
        if list.json_type() != JsonType::Array || at > list.len() {
            return None;
        }
        let style = SeparatorStyle::from_parent(list);
        let Some(next) = list.items().nth(at) else {
            return Some(append(list, json, &style));
        };
        let start = next.span().start;
        Some(Splice {
            span: start..start,
            with: format!("{json}{}", style.between),
        })
    }

    fn remove(&self, path: &Path) -> Option<Splice> {
        let parent = self.get(&path.parent()?)?;
        let gone = parent.child(path.last()?)?;
        let parts: Vec<_> = parent.parts().collect();
        let at = parts.iter().position(|part| part.span() == gone.span())?;
        let span = match (at.checked_sub(1), parts.get(at + 1)) {
            (Some(before), _) => parts[before].span().end..gone.span().end,
            (None, Some(next)) => part_start(&gone)..part_start(next),
            (None, None) => inner_range(&parent),
        };
        Some(Splice {
            span,
            with: String::new(),
        })
    }

    /// Moves the items among their slots. The text between the slots stays.
    fn move_item(&self, path: &Path, to: usize) -> Option<Splice> {
        let list = self.get(&path.parent()?)?;
        let PathStep::Item(from) = *path.last()? else {
            return None;
        };
        let spans: Vec<_> = list.items().map(|item| item.span()).collect();
        if from.max(to) >= spans.len() {
            return None;
        }
        let slots = from.min(to)..=from.max(to);
        let mut items: Vec<_> = spans[slots.clone()].to_vec();
        if from < to {
            items.rotate_left(1);
        } else {
            items.rotate_right(1);
        }
        let mut with = String::new();
        for (slot, item) in slots.clone().zip(items) {
            if slot > *slots.start() {
                with.push_str(&self.text()[spans[slot - 1].end..spans[slot].start]);
            }
            with.push_str(&self.text()[item]);
        }
        Some(Splice {
            span: spans[*slots.start()].start..spans[*slots.end()].end,
            with,
        })
    }
}

/// A replacement of one span of text.
struct Splice {
    span: Range<usize>,
    with: String,
}

/// The separators between the parts of an object or list.
pub(crate) struct SeparatorStyle<'a> {
    /// The text between two parts; empty if no part shows it.
    pub(crate) between: String,
    colon: &'a str,
}

impl<'a> SeparatorStyle<'a> {
    pub(crate) fn from_parent(parent: &Node<'a>) -> Self {
        let parts: Vec<_> = parent.parts().collect();
        let colon = colon(parts.last().unwrap_or(parent));
        let between = match parts.as_slice() {
            [.., before, last] => parent
                .document_text(before.span().end..part_start(last))
                .to_owned(),
            [only] => separator_after_only(parent, only, colon),
            [] => String::new(),
        };
        Self { between, colon }
    }
}

/// A single part shows no separator. Its line break, or the space after its colon, shows how the author formats.
fn separator_after_only(parent: &Node<'_>, only: &Node<'_>, colon: &str) -> String {
    let lead = parent.document_text(parent.span().start + 1..part_start(only));
    let spaced = if colon.ends_with(' ') { " " } else { "" };
    format!(",{}", if lead.contains('\n') { lead } else { spaced })
}

/// Returns the text between a member's name and its value.
fn colon<'a>(node: &Node<'a>) -> &'a str {
    let name = node.name_span();
    if name.is_empty() {
        ":"
    } else {
        node.document_text(name.end..node.span().start)
    }
}

fn describe_path(path: &Path) -> String {
    if path.is_root() {
        "the top".to_owned()
    } else {
        path.to_string()
    }
}

fn parse_value(json: &str) -> Result<&str, EditError> {
    EditableDocument::validate(json).map_err(EditError::Value)?;
    // White space around the value is not part of it and would become part of the document.
    Ok(json.trim_ascii())
}

/// Appends a member or item.
fn append(parent: &Node<'_>, part: &str, style: &SeparatorStyle<'_>) -> Splice {
    match parent.parts().last() {
        Some(last) => {
            let end = last.span().end;
            Splice {
                span: end..end,
                with: format!("{}{part}", style.between),
            }
        }
        None => Splice {
            span: inner_range(parent),
            with: part.to_owned(),
        },
    }
}

fn wrap_in_objects(steps: &[PathStep], json: &str, style: &SeparatorStyle<'_>) -> Option<String> {
    let wrapped = |inner: String, step| {
        format_member(step, &inner, style).map(|member| format!("{{{member}}}"))
    };
    steps.iter().rev().try_fold(json.to_owned(), wrapped)
}

fn format_member(step: &PathStep, json: &str, style: &SeparatorStyle<'_>) -> Option<String> {
    match step {
        PathStep::Member(name) => Some(format!("{}{}{json}", to_json_string(name), style.colon)),
        PathStep::Item(_) => None,
    }
}

/// Returns where a part begins; a member begins with its name.
pub(crate) fn part_start(part: &Node<'_>) -> usize {
    let name = part.name_span();
    if name.is_empty() {
        part.span().start
    } else {
        name.start
    }
}

fn inner_range(parent: &Node<'_>) -> Range<usize> {
    let span = parent.span();
    span.start + 1..span.end - 1
}

#[cfg(test)]
mod tests;
