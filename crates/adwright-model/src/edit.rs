use serde::{Deserialize, Serialize};
use std::ops::Range;

use crate::document::{Editable, TextOnly};
use crate::json::{Shape, quoted};
use crate::node::Node;
use crate::path::{Path, Step};

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
    /// word where a value is chosen. It stands there as a text until then; see [`typed_texts`](crate::typed_texts).
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
    pub fn counted_list(&self) -> Option<Path> {
        let steps = self.path().steps();
        let through = steps
            .iter()
            .position(|step| matches!(step, Step::Item(_)))
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
    #[error("there is nothing to edit at {}", place(path))]
    NotThere {
        /// The edit's path.
        path: Path,
    },
    /// The new value is no JSON that could be edited again.
    #[error("the new value cannot be used: {0}")]
    Value(TextOnly),
    /// With the edit, the document as a whole would be too big or nested too deep.
    #[error("the document would not be editable any more: {0}")]
    Outcome(TextOnly),
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
        Self::from_text_of(text, self.value_count() + FEW_MORE).map_err(EditError::Outcome)
    }

    fn splice(&self, edit: &Edit) -> Result<Splice, EditError> {
        let not_there = || EditError::NotThere {
            path: edit.path().clone(),
        };
        match edit {
            Edit::Set { path, json } => self.set(path.steps(), value(json)?).ok_or_else(not_there),
            Edit::PutBefore { path, json, before } => self
                .put_before(path, value(json)?, before)
                .ok_or_else(not_there),
            Edit::Type { path, text } => {
                let json = quoted(text);
                self.set(path.steps(), &json).ok_or_else(not_there)
            }
            Edit::Remove { path } => self.remove(path).ok_or_else(not_there),
            Edit::Insert { path, at, json } => {
                let json = value(json)?;
                self.get(path)
                    .and_then(|list| Self::insert(&list, *at, json))
                    .ok_or_else(not_there)
            }
            Edit::Move { path, to } => self.shift(path, *to).ok_or_else(not_there),
        }
    }

    fn set(&self, steps: &[Step], json: &str) -> Option<Splice> {
        let (holder, missing) = self.deepest(steps);
        let style = Style::of(&holder);
        let Some((first, rest)) = missing.split_first() else {
            return Some(Splice {
                span: holder.span(),
                with: json.to_owned(),
            });
        };
        let json = wrap(rest, json, &style)?;
        let member = member(first, &json, &style)?;
        match holder.shape() {
            Shape::Object => Some(append(&holder, &member, &style)),
            Shape::Null => Some(Splice {
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
        let style = Style::of(&holder);
        let at = start(&next);
        Some(Splice {
            span: at..at,
            with: member(path.last()?, json, &style)? + &style.between,
        })
    }

    /// Follows the steps as far as there are values, and returns the steps that are left.
    fn deepest<'s>(&self, steps: &'s [Step]) -> (Node<'_>, &'s [Step]) {
        let mut node = self.root();
        for (at, step) in steps.iter().enumerate() {
            match node.step(step) {
                Some(part) => node = part,
                None => return (node, &steps[at..]),
            }
        }
        (node, &[])
    }

    fn insert(list: &Node<'_>, at: usize, json: &str) -> Option<Splice> {
        if list.shape() != Shape::Array || at > list.len() {
            return None;
        }
        let style = Style::of(list);
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
        let gone = holder.step(path.last()?)?;
        let parts: Vec<_> = holder.parts().collect();
        let at = parts.iter().position(|part| part.span() == gone.span())?;
        let span = match (at.checked_sub(1), parts.get(at + 1)) {
            (Some(before), _) => parts[before].span().end..gone.span().end,
            (None, Some(next)) => start(&gone)..start(next),
            (None, None) => inside(&holder),
        };
        Some(Splice {
            span,
            with: String::new(),
        })
    }

    /// The items go round among their slots; what stands between the slots stays.
    fn shift(&self, path: &Path, to: usize) -> Option<Splice> {
        let list = self.get(&path.parent()?)?;
        let Step::Item(from) = *path.last()? else {
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
pub(crate) struct Style<'a> {
    /// What stands between two parts; nothing where there is no part that shows it.
    pub(crate) between: String,
    colon: &'a str,
}

impl<'a> Style<'a> {
    pub(crate) fn of(holder: &Node<'a>) -> Self {
        let parts: Vec<_> = holder.parts().collect();
        let colon = colon(parts.last().unwrap_or(holder));
        let between = match parts.as_slice() {
            [.., before, last] => holder
                .document_text(before.span().end..start(last))
                .to_owned(),
            [only] => between_after(holder, only, colon),
            [] => String::new(),
        };
        Self { between, colon }
    }
}

/// With one part there is no example of a separator: its own line break or the space after its
/// colon shows how the writer sets things.
fn between_after(holder: &Node<'_>, only: &Node<'_>, colon: &str) -> String {
    let lead = holder.document_text(holder.span().start + 1..start(only));
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

fn place(path: &Path) -> String {
    if path.is_root() {
        "the top".to_owned()
    } else {
        path.to_string()
    }
}

fn value(json: &str) -> Result<&str, EditError> {
    Editable::parse(json).map_err(EditError::Value)?;
    // White space around the value is not part of it, and would count as the document's own.
    Ok(json.trim_ascii())
}

/// Puts a member or item after the last one.
fn append(holder: &Node<'_>, part: &str, style: &Style<'_>) -> Splice {
    match holder.parts().last() {
        Some(last) => {
            let end = last.span().end;
            Splice {
                span: end..end,
                with: format!("{}{part}", style.between),
            }
        }
        None => Splice {
            span: inside(holder),
            with: part.to_owned(),
        },
    }
}

fn wrap(steps: &[Step], json: &str, style: &Style<'_>) -> Option<String> {
    let wrapped =
        |inner: String, step| member(step, &inner, style).map(|member| format!("{{{member}}}"));
    steps.iter().rev().try_fold(json.to_owned(), wrapped)
}

fn member(step: &Step, json: &str, style: &Style<'_>) -> Option<String> {
    match step {
        Step::Member(name) => Some(format!("{}{}{json}", quoted(name), style.colon)),
        Step::Item(_) => None,
    }
}

/// Where a part begins: a member with its name.
pub(crate) fn start(part: &Node<'_>) -> usize {
    let name = part.name_span();
    if name.is_empty() {
        part.span().start
    } else {
        name.start
    }
}

fn inside(holder: &Node<'_>) -> Range<usize> {
    let span = holder.span();
    span.start + 1..span.end - 1
}

#[cfg(test)]
mod tests;
