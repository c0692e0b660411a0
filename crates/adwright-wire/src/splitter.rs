//! Splits a reply into raw members and items without parsing their content.
//!
//! This is not a JSON parser, and must not become one: it looks only at brackets, commas and strings. So a broken item
//! (a duplicate member, a wrong number, bytes that are not UTF-8, any depth) affects neither the page nor its
//! neighbours. `Document::read` checks each item separately. A parser of whole documents, such as `EditableDocument`, would
//! rightly refuse the whole page.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// Why a reply's envelope cannot be parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "camelCase")]
pub enum EnvelopeError {
    /// The text is not JSON.
    #[error("the reply is not JSON")]
    NotJson,
    /// The text begins as JSON and is cut off.
    #[error("the reply is JSON that ends too early")]
    Truncated,
    /// The body is HTML, as proxies, sign-in pages and web servers send it in the service's place.
    #[error("the reply is a web page, not JSON")]
    WebPage,
    /// The envelope has a member twice, so it is not clear which one counts.
    #[error("the reply's envelope has a member twice")]
    DuplicateMember,
    /// The body is JSON, but has no entities in the interface's places.
    #[error("the reply is JSON, but not in the interface's form")]
    UnknownEnvelope,
    /// The value in the entity's place is not an object.
    #[error("the reply has no object where the entity should be")]
    NotAnObject,
}

impl EnvelopeError {
    /// Turns `NotJson` into `Truncated` if only the end of the JSON is missing.
    pub(crate) fn refine(self, body: &[u8]) -> Self {
        let ends_early = || {
            let read = serde_json::from_slice::<serde::de::IgnoredAny>(strip_bom(body));
            read.is_err_and(|error| error.is_eof())
        };
        if self == Self::NotJson && ends_early() {
            Self::Truncated
        } else {
            self
        }
    }
}

/// The members of one object, sorted by name, with raw values.
#[derive(Debug, Clone, Default)]
pub(crate) struct RawMembers<'a>(Vec<RawMember<'a>>);

/// Small, because a hostile file has millions of members. So the name is decoded at each use.
#[derive(Debug, Clone)]
struct RawMember<'a> {
    /// The name in its quotes; checked to be a JSON string.
    quoted: &'a [u8],
    value: &'a [u8],
}

impl<'a> RawMembers<'a> {
    /// Returns the raw value of a member; `None` if it is absent or `null`.
    pub(crate) fn get(&self, name: &str) -> Option<&'a [u8]> {
        self.raw_value(name).filter(|value| *value != b"null")
    }

    /// Returns the raw value of a member, even if it is `null`.
    pub(crate) fn raw_value(&self, name: &str) -> Option<&'a [u8]> {
        let found = self
            .0
            .binary_search_by(|member| (*member.name()).cmp(name.as_bytes()));
        found.ok().map(|at| self.0[at].value)
    }

    /// Returns the raw values.
    pub(crate) fn values(&self) -> impl Iterator<Item = &'a [u8]> {
        self.0.iter().map(|member| member.value)
    }

    /// Returns whether every member has one of these names.
    pub(crate) fn are_all_named(&self, names: &[&[&str]]) -> bool {
        let is_known = |member: &RawMember<'_>| {
            let mut known = names.iter().copied().flatten();
            known.any(|name| *member.name() == *name.as_bytes())
        };
        self.0.iter().all(is_known)
    }

    /// Returns whether these members belong to an entity. Every entity has a `type`.
    pub(crate) fn is_entity(&self) -> bool {
        self.get("type").is_some_and(|ty| ty.starts_with(b"\""))
    }
}

impl<'a> RawMember<'a> {
    /// Returns the bytes of the name with its escapes resolved. Few names have escapes.
    fn name(&self) -> Cow<'a, [u8]> {
        let inside = &self.quoted[1..self.quoted.len() - 1];
        if inside.contains(&b'\\') {
            let text: Option<String> = serde_json::from_slice(self.quoted).ok();
            Cow::Owned(text.unwrap_or_default().into_bytes())
        } else {
            Cow::Borrowed(inside)
        }
    }
}

/// Splits an object into its members.
pub(crate) fn split_members(object: &[u8]) -> Result<RawMembers<'_>, EnvelopeError> {
    let mut splitter = RawSplitter::new(object, b'{')?;
    let mut members = Vec::new();
    while splitter.advance(b'}')? {
        let quoted = splitter.read_name()?;
        let value = splitter.read_value()?;
        members.push(RawMember { quoted, value });
    }
    // Sorted by name, duplicates are neighbours, so the check stays fast for any number of members.
    members.sort_unstable_by(|a, b| a.name().cmp(&b.name()));
    if members
        .windows(2)
        .any(|pair| pair[0].name() == pair[1].name())
    {
        return Err(EnvelopeError::DuplicateMember);
    }
    Ok(RawMembers(members))
}

/// Returns the raw values of some members of an object, found in one pass; `None` for an absent one. Other members may
/// occur twice.
pub(crate) fn select_members<'a, const N: usize>(
    object: &'a [u8],
    names: [&str; N],
) -> Result<[Option<&'a [u8]>; N], EnvelopeError> {
    let mut splitter = RawSplitter::new(object, b'{')?;
    let mut found = [None; N];
    while splitter.advance(b'}')? {
        let quoted = splitter.read_name()?;
        let value = splitter.read_value()?;
        let member_name = RawMember { quoted, value }.name();
        for (found, name) in found.iter_mut().zip(names) {
            if *member_name == *name.as_bytes() && found.replace(value).is_some() {
                return Err(EnvelopeError::DuplicateMember);
            }
        }
    }
    Ok(found)
}

/// Splits an array into its items.
pub(crate) fn split_items(array: &[u8]) -> Result<Vec<&[u8]>, EnvelopeError> {
    let mut splitter = RawSplitter::new(array, b'[')?;
    let mut items = Vec::new();
    while let Some(item) = splitter.next_item()? {
        items.push(item);
    }
    Ok(items)
}

/// How many levels deep [`find_syntax_error`] searches: the reply, its list, an item, and a member of the item.
const LEVELS: usize = 4;

/// Returns the offset of the first wrong bracket, comma or quote of an object or a list: the value that does not end,
/// or the unexpected byte. `None` if the text is well formed.
pub(crate) fn find_syntax_error(text: &[u8]) -> Option<usize> {
    let mut at = first_error(text)?;
    for _ in 1..LEVELS {
        if value_end(text, at).is_some() {
            break;
        }
        match first_error(&text[at..]) {
            Some(further) => at += further,
            // The value itself is complete, but nothing follows.
            None => return Some(text.len()),
        }
    }
    Some(at)
}

fn first_error(text: &[u8]) -> Option<usize> {
    let (opening, closing) = match text.first() {
        Some(b'{') => (b'{', b'}'),
        Some(b'[') => (b'[', b']'),
        _ => return Some(0),
    };
    let mut splitter = RawSplitter::new(text, opening).ok()?;
    loop {
        match splitter.skip_element(closing) {
            Ok(true) => {}
            Ok(false) => return None,
            Err(_) => return Some(splitter.at),
        }
    }
}

/// Returns the offset of a slice in its text.
#[must_use]
pub fn slice_offset(text: &[u8], part: &[u8]) -> usize {
    part.as_ptr().addr() - text.as_ptr().addr()
}

/// Returns the bytes without the byte order mark, which editors do not count as a character.
#[must_use]
pub fn strip_bom(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// A cursor over an object or a list, from element to element.
#[derive(Debug, Clone)]
pub(crate) struct RawSplitter<'a> {
    text: &'a [u8],
    at: usize,
    started: bool,
}

impl<'a> RawSplitter<'a> {
    pub(crate) fn new(text: &'a [u8], opening: u8) -> Result<Self, EnvelopeError> {
        let text = text.trim_ascii();
        let splitter = Self {
            text,
            at: 1,
            started: false,
        };
        match text.first() {
            Some(first) if *first == opening => Ok(splitter),
            _ => Err(EnvelopeError::NotJson),
        }
    }

    /// Returns the next item of a list; `None` after the last.
    pub(crate) fn next_item(&mut self) -> Result<Option<&'a [u8]>, EnvelopeError> {
        if self.advance(b']')? {
            self.read_value().map(Some)
        } else {
            Ok(None)
        }
    }

    /// Skips the next member or item. Returns false after the last.
    fn skip_element(&mut self, closing: u8) -> Result<bool, EnvelopeError> {
        if !self.advance(closing)? {
            return Ok(false);
        }
        if closing == b'}' {
            self.read_name()?;
        }
        self.read_value()?;
        Ok(true)
    }

    /// Moves to the next element. Returns false at the closing bracket, which must end the text.
    fn advance(&mut self, closing: u8) -> Result<bool, EnvelopeError> {
        self.skip_space();
        let next = self.peek()?;
        if next == closing {
            let is_at_end = self.at + 1 == self.text.len();
            return if is_at_end {
                Ok(false)
            } else {
                Err(EnvelopeError::NotJson)
            };
        }
        if self.started {
            self.expect(b',')?;
        }
        self.started = true;
        Ok(true)
    }

    /// Reads a member's name in its quotes, and the colon after it.
    fn read_name(&mut self) -> Result<&'a [u8], EnvelopeError> {
        self.skip_space();
        let start = self.at;
        self.at = string_end(self.text, start).ok_or(EnvelopeError::NotJson)?;
        let quoted = &self.text[start..self.at];
        self.skip_space();
        self.expect(b':')?;
        is_json_string(quoted)
            .then_some(quoted)
            .ok_or(EnvelopeError::NotJson)
    }

    fn read_value(&mut self) -> Result<&'a [u8], EnvelopeError> {
        // `start` must be the value's first byte, even if the value does not end.
        self.skip_space();
        let start = self.at;
        self.at = value_end(self.text, start).ok_or(EnvelopeError::NotJson)?;
        let value = self.text[start..self.at].trim_ascii();
        if value.is_empty() {
            return Err(EnvelopeError::NotJson);
        }
        Ok(value)
    }

    fn expect(&mut self, byte: u8) -> Result<(), EnvelopeError> {
        if self.peek()? != byte {
            return Err(EnvelopeError::NotJson);
        }
        self.at += 1;
        Ok(())
    }

    fn peek(&self) -> Result<u8, EnvelopeError> {
        self.text
            .get(self.at)
            .copied()
            .ok_or(EnvelopeError::NotJson)
    }

    fn skip_space(&mut self) {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }
}

/// Returns the end of the value that starts at `at`: the first comma or closing bracket on its own level.
fn value_end(text: &[u8], mut at: usize) -> Option<usize> {
    let mut depth = 0_usize;
    loop {
        match text.get(at)? {
            b'"' => {
                at = string_end(text, at)?;
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' | b',' if depth == 0 => return Some(at),
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
}

/// Returns whether bytes in quotes are a JSON string. Most names are plain and need no parser.
fn is_json_string(quoted: &[u8]) -> bool {
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~') && *byte != b'\\';
    quoted.iter().all(is_plain) || serde_json::from_slice::<Cow<'_, str>>(quoted).is_ok()
}

/// Returns the end of the string that starts at `at`, one past its closing quote.
fn string_end(text: &[u8], at: usize) -> Option<usize> {
    if text.get(at) != Some(&b'"') {
        return None;
    }
    let mut at = at + 1;
    loop {
        at += memchr::memchr2(b'"', b'\\', text.get(at..)?)?;
        match text[at] {
            b'"' => return Some(at + 1),
            _ => at += 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::{EnvelopeError, find_syntax_error, split_items, split_members};

    fn check(array: &[u8], expected: &Expect) {
        let items = split_items(array).unwrap();
        let cut: Vec<_> = items.into_iter().map(String::from_utf8_lossy).collect();
        let cut = cut.join("\n");
        expected.assert_eq(&cut);
    }

    #[test]
    fn item_bytes_stay_unchanged() {
        check(
            br#" [ {"a" : 1.50e+1,"b":[ 1 , {}]} ,"x,]\"}", null,-0] "#,
            &expect![[r#"
                {"a" : 1.50e+1,"b":[ 1 , {}]}
                "x,]\"}"
                null
                -0"#]],
        );
        check(b"[]", &expect![[""]]);
    }

    #[test]
    fn bad_item_affects_no_others() {
        check(
            br#"[{"a":1,"a":2},{"b":},{"c":01.},nonsense here,{"d":3}]"#,
            &expect![[r#"
                {"a":1,"a":2}
                {"b":}
                {"c":01.}
                nonsense here
                {"d":3}"#]],
        );
        let bytes = [b"[\"".as_slice(), &[0xff, 0xfe], b"\",2]"].concat();
        assert_eq!(split_items(&bytes).unwrap()[0], [b'"', 0xff, 0xfe, b'"']);
    }

    #[test]
    fn nesting_uses_no_stack() {
        let deep = format!("[{}1{}]", "[".repeat(500_000), "]".repeat(500_000));
        assert_eq!(split_items(deep.as_bytes()).unwrap().len(), 1);
    }

    #[test]
    fn truncated_input_is_unreadable() {
        for text in [
            "", "[", "[1", "[1,", "[1,]", "[,1]", "[1]]", "[\"a]", "{}", "[\"\\",
        ] {
            assert!(split_items(text.as_bytes()).is_err(), "{text}");
        }
        for text in [
            "{",
            "{a:1}",
            "{\"a\"}",
            "{\"a\":}",
            "{\"a\":1,}",
            "{\"a\":1} x",
            "{\"a\":1,\"a\":2}",
        ] {
            assert!(split_members(text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn the_place_where_it_breaks_is_found_inside() {
        let rest = |text: &'static str| find_syntax_error(text.as_bytes()).map(|at| &text[at..]);
        for (text, expected) in [
            ("[1,{\"a\":2}]", None),
            ("{\"a\":[1]}", None),
            (r#"{"result":[{"a":1},{"b":[2,"c"#, Some(r#""c"#)),
            (r#"{"result":[{"a":1},{"b":{"c":[[1"#, Some("[[1")),
            (r#"{"result":[{"a":1},{"b":2}"#, Some("")),
            (
                "{ \"result\" : [\n {\"a\":1},\n {\"b\": [ 2, \"c",
                Some("\"c"),
            ),
            ("{ \"result\" : [\n {\"a\":1},\n {\"b\":2}\n", Some("")),
            // One item, although a broken one.
            (r#"[{"a":1} {"b":2}]"#, None),
            (r#"[{"a":1}] tail"#, Some("] tail")),
            (r#"{"a" 1}"#, Some("1}")),
            ("nothing", Some("nothing")),
        ] {
            assert_eq!(rest(text), expected, "{text}");
        }
    }

    #[test]
    fn a_member_is_found_by_its_decoded_name() {
        let object = split_members(br#"{"resu\u006ct": {"a":1} , "error":null}"#).unwrap();
        assert_eq!(object.get("result"), Some(br#"{"a":1}"#.as_slice()));
        assert_eq!(object.get("error"), None);
        assert_eq!(object.get("fault"), None);
    }

    #[test]
    fn odd_names_are_json_strings_or_errors() {
        assert!(split_members("{\"ü\":1,\" ~\":2}".as_bytes()).is_ok());
        for name in [b"a\nb".as_slice(), b"\xff", br"\x"] {
            let object = [b"{\"", name, b"\":1}"].concat();
            assert!(split_members(&object).is_err(), "{name:?}");
        }
    }

    #[test]
    fn duplicate_name_is_recognised_in_any_spelling() {
        let twice = br#"{"a":1,"b":2,"\u0061":3}"#;
        assert_eq!(
            split_members(twice).unwrap_err(),
            EnvelopeError::DuplicateMember
        );
        assert!(split_members(br#"{"a":1,"A":2,"":3," ":4}"#).is_ok());
    }

    /// If each member were compared with all members before it, this test would not end.
    #[test]
    fn large_object_is_split_in_one_pass() {
        let members_of = |count: usize| {
            let text: Vec<_> = (0..count).map(|at| format!("\"{at:x}\":{at}")).collect();
            text.join(",")
        };
        let many = format!("{{{}}}", members_of(300_000));
        let object = split_members(many.as_bytes()).unwrap();
        assert_eq!(object.get("493df"), Some(b"299999".as_slice()));
        assert_eq!(object.get("493e0"), None);
        let twice = format!("{{{},\"0\":1}}", members_of(300_000));
        assert_eq!(
            split_members(twice.as_bytes()).unwrap_err(),
            EnvelopeError::DuplicateMember
        );
    }
}
