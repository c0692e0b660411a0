use crate::edit::{SeparatorStyle, part_start};
use crate::node::Node;

/// Rewrites an object or list part by part, based on its original text.
///
/// A kept part keeps the separator before it. A new part is separated like its neighbours. If all original parts
/// are kept in order, the result is the original text.
pub(super) struct PartWriter<'a, 'o> {
    original: Node<'a>,
    /// An example of separators, if `original` has none.
    example: Node<'a>,
    out: &'o mut String,
    /// The end of the last visited part of `original`.
    end: Option<usize>,
    is_first: bool,
    separator: Option<String>,
}

impl<'a, 'o> PartWriter<'a, 'o> {
    pub(super) fn new(original: Node<'a>, example: Node<'a>, out: &'o mut String) -> Self {
        out.push_str(&original.raw()[..1]);
        Self {
            original,
            example,
            out,
            end: None,
            is_first: true,
            separator: None,
        }
    }

    /// Skips a part of the original.
    pub(super) fn skip(&mut self, part: Node<'a>) {
        self.end = Some(part.span().end);
    }

    /// Takes the next part of the original and writes its name. The caller writes the value.
    pub(super) fn keep(&mut self, part: Node<'a>) -> &mut String {
        let before = self.end.replace(part.span().end);
        self.keep_from(before, part)
    }

    /// Writes the name of an original part that followed the byte `before`; `None` if it was the first. The caller
    /// writes the value.
    pub(super) fn keep_from(&mut self, before: Option<usize>, part: Node<'a>) -> &mut String {
        let start = part_start(&part);
        match before.filter(|_| !self.is_first) {
            Some(end) => self.out.push_str(self.original.document_text(end..start)),
            None => self.write_separator(),
        }
        self.is_first = false;
        let name = self.original.document_text(start..part.span().start);
        self.out.push_str(name);
        self.out
    }

    /// Writes a part of another document, including its name.
    pub(super) fn add(&mut self, part: Node<'_>) {
        self.write_separator();
        self.is_first = false;
        self.out
            .push_str(part.document_text(part_start(&part)..part.span().end));
    }

    /// Writes the text before a part that has no separator yet.
    fn write_separator(&mut self) {
        if self.is_first {
            if let Some(first) = self.original.parts().next() {
                let lead = self.original.span().start + 1..part_start(&first);
                self.out.push_str(self.original.document_text(lead));
            }
            return;
        }
        let original = self.original;
        let example = if original.is_empty() {
            self.example
        } else {
            original
        };
        let separator = self
            .separator
            .get_or_insert_with(|| SeparatorStyle::from_parent(&example).between);
        self.out.push_str(separator);
    }

    pub(super) fn close(self) {
        let (raw, span) = (self.original.raw(), self.original.span());
        let last = self.original.parts().last();
        match last {
            Some(_) if self.is_first => {}
            Some(last) => {
                let tail = last.span().end..span.end - 1;
                self.out.push_str(self.original.document_text(tail));
            }
            None if self.is_first => self.out.push_str(&raw[1..raw.len() - 1]),
            None => {}
        }
        self.out.push_str(&raw[raw.len() - 1..]);
    }
}
