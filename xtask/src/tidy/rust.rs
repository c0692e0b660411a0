use anyhow::{Context as _, Result};
use syn::{Attribute, File, ImplItem, Item, spanned::Spanned as _};

use super::SourceText;

/// One Rust file and its syntax tree.
pub(super) struct RustSource<'a> {
    pub(super) path: &'a str,
    pub(super) text: &'a str,
    pub(super) tree: File,
}

pub(super) fn parse(texts: &[SourceText]) -> Result<Vec<RustSource<'_>>> {
    texts
        .iter()
        .filter(|text| text.extension() == "rs")
        .map(RustSource::parse)
        .collect()
}

impl<'a> RustSource<'a> {
    pub(super) fn parse(text: &'a SourceText) -> Result<Self> {
        let tree =
            syn::parse_file(&text.text).with_context(|| format!("cannot parse {}", text.path))?;
        Ok(Self {
            path: &text.path,
            text: &text.text,
            tree,
        })
    }

    /// Whether the whole file is for tests only.
    pub(super) fn is_test(&self) -> bool {
        self.path
            .split('/')
            .any(|part| part == "tests" || part == "tests.rs")
    }
}

/// Whether these attributes exclude an item from the program itself.
pub(super) fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let path = attribute.path();
        let names_test = || {
            attribute
                .parse_args::<syn::Path>()
                .is_ok_and(|path| path.is_ident("test"))
        };
        (path.is_ident("cfg") && names_test())
            || path
                .segments
                .last()
                .is_some_and(|last| last.ident == "test")
    })
}

/// Returns the attributes of an item of any kind.
pub(super) fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Returns the number of lines that tests take in the file.
pub(super) fn test_lines(tree: &File) -> usize {
    let tests = tree.items.iter().filter(|item| is_test(attributes(item)));
    tests
        .map(|item| lines(item.span().start().line, item.span().end().line))
        .sum()
}

pub(super) fn lines(first: usize, last: usize) -> usize {
    last + 1 - first
}

/// Whether a method is for tests only.
pub(super) fn is_test_method(item: &ImplItem) -> bool {
    matches!(item, ImplItem::Fn(method) if is_test(&method.attrs))
}
