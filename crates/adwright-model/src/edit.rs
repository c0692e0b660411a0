//! Edits: each replaces one span of the text, and every other byte stays the same.

use serde::{Deserialize, Serialize};
use std::ops::Range;

use crate::document::{Editable, UneditableText};
use crate::json::{JsonType, to_json_string};
use crate::node::Node;
use crate::path::{Path, PathStep};

/// One edit of a document. The JSON that it carries is put in exactly as spelled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Edit {
    /// Replaces a value. An absent member is appended in the style of its neighbours; parent
    /// objects that are absent or `null` are made.
    Set {
        /// The value's place.
        path: Path,
        /// The new value.
        json: String,
    },
    /// Puts an absent member in front of another one of its object. Where that is not there, or the member is, it does what
    /// [`Set`](Self::Set) does.
    PutBefore {
        /// The member's place.
        path: Path,
        /// Its value.
        json: String,
        /// The name of the member that comes next.
        before: String,
    },
    /// Does what [`Set`](Self::Set) does with a text that a person typed and that is no value yet: broken JSON, or half a
    /// word where a value is chosen. It stands there as a text until then; see [`unparsed_inputs`](crate::unparsed_inputs).
    Type {
        /// The value's place.
        path: Path,
        /// The text, as typed.
        text: String,
    },
    /// Takes a member or an item away.
    Remove {
        /// Its place.
        path: Path,
    },
    /// Puts an item into a list.
    Insert {
        /// The list's place.
        path: Path,
        /// Before which item; the list's length to append.
        at: usize,
        /// The new item.
        json: String,
    },
    /// Puts an item of a list at another place of the same list; those between make room.
    Move {
        /// The item's place.
        path: Path,
        /// Its position afterwards.
        to: usize,
    },
}

impl Edit {
    /// The value or list that the edit is about.
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

    /// The outermost list whose items the edit counts, where it does: by adding, taking away or moving one, or by
    /// leading through one.
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

/// Why an edit cannot be made. The document stays as it was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// Nothing stands at the path, and nothing can be made there.
    #[error("there is nothing to edit at {}", describe_path(path))]
    NotThere {
        /// The edit's path.
        path: Path,
    },
    /// The new value is no JSON that could be edited again.
    #[error("the new value cannot be used: {0}")]
    Value(UneditableText),
    /// With the edit, the document as a whole would be too big or nested too deep.
    #[error("the document would not be editable any more: {0}")]
    Outcome(UneditableText),
}

/// Most edits add fewer values than this.
const FEW_MORE: usize = 16;

impl Editable {
    /// Makes one edit. Every byte outside the edited span stays as it is.
    ///
    /// An item's or member's comma and the white space around it belong to the span.
    pub fn apply(&self, edit: &Edit) -> Result<Self, EditError> {
        let splice = self.splice(edit)?;
        let mut text = self.text().to_owned();
        text.replace_range(splice.span, &splice.with);
        Self::from_text_with_capacity(text, self.value_count() + FEW_MORE)
            .map_err(EditError::Outcome)
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
        let (holder, missing) = self.deepest_existing(steps);
        let style = SeparatorStyle::from_holder(&holder);
        let Some((first, rest)) = missing.split_first() else {
            return Some(Splice {
                span: holder.span(),
                with: json.to_owned(),
            });
        };
        let json = wrap_in_objects(rest, json, &style)?;
        let member = format_member(first, &json, &style)?;
        match holder.json_type() {
            JsonType::Object => Some(append(&holder, &member, &style)),
            JsonType::Null => Some(Splice {
                span: holder.span(),
                with: format!("{{{member}}}"),
            }),
            _ => None,
        }
    }

    fn put_before(&self, path: &Path, json: &str, before: &str) -> Option<Splice> {
        let holder = self.get(&path.parent()?);
        let next = holder.and_then(|holder| Some((holder, holder.member(before)?)));
        let (None, Some((holder, next))) = (self.get(path), next) else {
            return self.set(path.steps(), json);
        };
        let style = SeparatorStyle::from_holder(&holder);
        let at = part_start(&next);
        Some(Splice {
            span: at..at,
            with: format_member(path.last()?, json, &style)? + &style.between,
        })
    }

    /// Follows the steps as far as there are values, and returns the steps that are left.
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
        let style = SeparatorStyle::from_holder(list);
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
        let holder = self.get(&path.parent()?)?;
        let gone = holder.child(path.last()?)?;
        let parts: Vec<_> = holder.parts().collect();
        let at = parts.iter().position(|part| part.span() == gone.span())?;
        let span = match (at.checked_sub(1), parts.get(at + 1)) {
            (Some(before), _) => parts[before].span().end..gone.span().end,
            (None, Some(next)) => part_start(&gone)..part_start(next),
            (None, None) => inner_range(&holder),
        };
        Some(Splice {
            span,
            with: String::new(),
        })
    }

    /// The items go round among their slots; what stands between the slots stays.
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

/// Replaces one stretch of a text.
struct Splice {
    span: Range<usize>,
    with: String,
}

/// How the parts of an object or list are set off from each other.
pub(crate) struct SeparatorStyle<'a> {
    /// What stands between two parts; nothing where there is no part that shows it.
    pub(crate) between: String,
    colon: &'a str,
}

impl<'a> SeparatorStyle<'a> {
    pub(crate) fn from_holder(holder: &Node<'a>) -> Self {
        let parts: Vec<_> = holder.parts().collect();
        let colon = colon(parts.last().unwrap_or(holder));
        let between = match parts.as_slice() {
            [.., before, last] => holder
                .document_text(before.span().end..part_start(last))
                .to_owned(),
            [only] => separator_after_only(holder, only, colon),
            [] => String::new(),
        };
        Self { between, colon }
    }
}

/// With one part there is no example of a separator: its own line break or the space after its
/// colon shows how the writer sets things.
fn separator_after_only(holder: &Node<'_>, only: &Node<'_>, colon: &str) -> String {
    let lead = holder.document_text(holder.span().start + 1..part_start(only));
    let spaced = if colon.ends_with(' ') { " " } else { "" };
    format!(",{}", if lead.contains('\n') { lead } else { spaced })
}

/// What stands between a member's name and its value.
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
    Editable::parse(json).map_err(EditError::Value)?;
    // White space around the value is not part of it, and would count as the document's own.
    Ok(json.trim_ascii())
}

/// Puts a member or item after the last one.
fn append(holder: &Node<'_>, part: &str, style: &SeparatorStyle<'_>) -> Splice {
    match holder.parts().last() {
        Some(last) => {
            let end = last.span().end;
            Splice {
                span: end..end,
                with: format!("{}{part}", style.between),
            }
        }
        None => Splice {
            span: inner_range(holder),
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

/// Where a part begins: a member with its name.
pub(crate) fn part_start(part: &Node<'_>) -> usize {
    let name = part.name_span();
    if name.is_empty() {
        part.span().start
    } else {
        name.start
    }
}

fn inner_range(holder: &Node<'_>) -> Range<usize> {
    let span = holder.span();
    span.start + 1..span.end - 1
}

#[cfg(test)]
mod tests;
