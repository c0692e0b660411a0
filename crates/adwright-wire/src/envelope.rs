//! Reads the envelopes of read replies: a list, or one entity.

use adwright_model::{Kind, Path, PathStep};

use crate::dialect::{Dialect, ReplyPaths};
use crate::splitter::{self, EnvelopeError, RawMembers};

/// One page of a list, split into its items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListReply {
    /// The raw bytes of each item, as received, for `Document::read`. Items are not parsed, so an item may be anything.
    pub items: Vec<Vec<u8>>,
    /// The number of entities on all pages, if the reply contains it.
    pub total: Option<u64>,
}

/// Parses a page of a list.
///
/// The items are in `result` (or `entities`, `items`, `data`), or the body is the bare array. The total is
/// `metadata.total`, or `total` beside the items. An empty body and a null result are an empty page.
pub fn parse_list(body: impl AsRef<[u8]>) -> Result<ListReply, EnvelopeError> {
    let body = body.as_ref();
    let read = || {
        let root = ReplyRoot::parse(body)?;
        let rows = root.rows()?;
        Ok(ListReply {
            items: to_owned_rows(&rows, root.rows_form())?,
            total: root.total(),
        })
    };
    read().map_err(|why: EnvelopeError| why.refine(body))
}

/// Returns the raw text of one entity; `None` if the service found nothing.
///
/// The entity is `result` (or `entities`, `items`, `data`), as an object or as an array of one, or the whole body. An
/// empty body, a null result and an empty result mean that nothing was found.
pub fn parse_single(body: &str) -> Result<Option<String>, EnvelopeError> {
    let read = || match ReplyRoot::parse(body.as_bytes())?.rows()?.as_slice() {
        [] => Ok(None),
        [wrapper] if is_wrapper(wrapper) => Err(EnvelopeError::UnknownEnvelope),
        [entity] if entity.starts_with(b"{") => Ok(Some(to_text(entity))),
        [_] => Err(EnvelopeError::NotAnObject),
        _ => Err(EnvelopeError::UnknownEnvelope),
    };
    read().map_err(|why| why.refine(body.as_bytes()))
}

/// Parses a page of a list. The dialect may set the paths of the rows and of the total. If a path leads to nothing, the
/// usual places count.
pub fn parse_list_with(
    body: impl AsRef<[u8]>,
    dialect: &Dialect,
) -> Result<ListReply, EnvelopeError> {
    let body = body.as_ref();
    let rows = dialect
        .list_at
        .as_ref()
        .and_then(|place| value_at(body, place));
    let mut reply = match rows {
        Some(rows) => ListReply {
            items: to_owned_rows(&rows_or_empty(rows)?, RowsForm::of(rows))?,
            total: ReplyRoot::parse(body)?.total(),
        },
        None => parse_list(body)?,
    };
    let total = dialect
        .total_at
        .as_ref()
        .and_then(|place| value_at(body, place));
    reply.total = parse_count(total).or(reply.total);
    Ok(reply)
}

/// Returns the raw text of one entity. The dialect may set its path; see [`parse_single`].
pub fn parse_single_with(body: &str, dialect: &Dialect) -> Result<Option<String>, EnvelopeError> {
    let place = dialect.single_at.as_ref();
    match place.and_then(|place| value_at(body.as_bytes(), place)) {
        Some(b"null") => Ok(None),
        Some(entity) if entity.starts_with(b"{") => Ok(Some(to_text(entity))),
        Some(_) => Err(EnvelopeError::NotAnObject),
        None => parse_single(body),
    }
}

/// Returns whether a reply has a value at the dialect's path of the rows, or of a single entity.
#[must_use]
pub fn has_value_at_configured_path(body: &[u8], dialect: &Dialect) -> bool {
    let places = [&dialect.list_at, &dialect.single_at];
    places
        .into_iter()
        .flatten()
        .any(|place| value_at(body, place).is_some())
}

/// Returns the rows at the configured path of a single entity, or of a list; `None` if neither path leads to rows.
pub(crate) fn configured_rows<'a>(body: &'a [u8], places: &ReplyPaths) -> Option<Vec<&'a [u8]>> {
    let configured = [&places.single, &places.list].into_iter().flatten();
    configured
        .filter_map(|place| split_rows(value_at(body, place)?).ok())
        .find(|rows| !rows.is_empty())
}

/// Returns the raw value at a path in a body.
pub(crate) fn value_at<'a>(body: &'a [u8], place: &Path) -> Option<&'a [u8]> {
    let mut value = splitter::strip_bom(body).trim_ascii();
    for step in place.steps() {
        value = match step {
            PathStep::Member(name) => splitter::split_members(value).ok()?.raw_value(name)?,
            PathStep::Item(at) => splitter::split_items(value).ok()?.get(*at).copied()?,
        };
    }
    Some(value)
}

fn rows_or_empty(raw: &[u8]) -> Result<Vec<&[u8]>, EnvelopeError> {
    if raw == b"null" {
        return Ok(Vec::new());
    }
    split_rows(raw)
}

/// The members of an envelope that can contain the entities. The interface's own name comes first.
const ENTITY_MEMBERS: [&str; 4] = ["result", "entities", "items", "data"];

/// The other members that an envelope may have. An object with more members has an unknown form: it must not be read as
/// an empty result.
const OTHER_MEMBERS: [&str; 6] = ["metadata", "error", "errors", "fault", "status", "total"];

/// Returns the text of a slice that was cut out of text. A cut never falls inside a character.
pub(crate) fn to_text(raw: &[u8]) -> String {
    // The check for valid UTF-8 is cheaper than the lossy conversion.
    std::str::from_utf8(raw)
        .map_or_else(|_| String::from_utf8_lossy(raw).into_owned(), str::to_owned)
}

/// The outermost level of a reply.
#[derive(Debug, Clone)]
pub(crate) enum ReplyRoot<'a> {
    /// An empty body, or `null`.
    Nothing,
    /// An object: an envelope or a bare entity.
    Object(&'a [u8], RawMembers<'a>),
    /// A bare array.
    List(Vec<&'a [u8]>),
}

impl<'a> ReplyRoot<'a> {
    pub(crate) fn parse(body: &'a [u8]) -> Result<Self, EnvelopeError> {
        let body = splitter::strip_bom(body).trim_ascii();
        match body.first() {
            None => Ok(Self::Nothing),
            Some(b'{') => Ok(Self::Object(body, splitter::split_members(body)?)),
            Some(b'[') => Ok(Self::List(splitter::split_items(body)?)),
            Some(b'<') => Err(EnvelopeError::WebPage),
            Some(_) if body == b"null" => Ok(Self::Nothing),
            Some(_) => Err(EnvelopeError::NotJson),
        }
    }

    /// Returns the members of an object: an envelope or a bare entity.
    pub(crate) const fn members(&self) -> Option<&RawMembers<'a>> {
        match self {
            Self::Object(_, members) => Some(members),
            Self::Nothing | Self::List(_) => None,
        }
    }

    /// Returns the members of the envelope; `None` for a bare entity or array.
    pub(crate) fn envelope(&self) -> Option<&RawMembers<'a>> {
        self.members().filter(|members| !members.is_entity())
    }

    /// Returns the values in the place of the entities.
    pub(crate) fn rows(&self) -> Result<Vec<&'a [u8]>, EnvelopeError> {
        match self {
            Self::Nothing => Ok(Vec::new()),
            Self::List(items) => Ok(items.clone()),
            Self::Object(body, members) if members.is_entity() => Ok(vec![body]),
            Self::Object(_, members) => {
                match ENTITY_MEMBERS.iter().find_map(|name| members.get(name)) {
                    Some(value) => split_rows(value),
                    None if members.are_all_named(&[&ENTITY_MEMBERS[..], &OTHER_MEMBERS[..]]) => {
                        Ok(Vec::new())
                    }
                    None => Err(EnvelopeError::UnknownEnvelope),
                }
            }
        }
    }

    /// Returns the form of the value at the place of the entities.
    fn rows_form(&self) -> RowsForm {
        match self {
            Self::Nothing | Self::List(_) => RowsForm::List,
            Self::Object(_, members) if members.is_entity() => RowsForm::SingleObject,
            Self::Object(_, members) => {
                let value = ENTITY_MEMBERS.iter().find_map(|name| members.get(name));
                value.map_or(RowsForm::List, RowsForm::of)
            }
        }
    }

    fn total(&self) -> Option<u64> {
        let envelope = self.envelope()?;
        let metadata = envelope
            .get("metadata")
            .and_then(|raw| splitter::split_members(raw).ok());
        metadata
            .and_then(|metadata| parse_count(metadata.get("total")))
            .or_else(|| parse_count(envelope.get("total")))
    }
}

/// The form in which a reply has its rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RowsForm {
    List,
    SingleObject,
}

impl RowsForm {
    fn of(raw: &[u8]) -> Self {
        if raw.starts_with(b"{") {
            Self::SingleObject
        } else {
            Self::List
        }
    }
}

/// Returns the rows of a page. A single object is a row only if it looks like an entity, because it may be a wrapper
/// around the rows.
fn to_owned_rows(rows: &[&[u8]], form: RowsForm) -> Result<Vec<Vec<u8>>, EnvelopeError> {
    let is_wrapped = match rows {
        [] => false,
        [object] if form == RowsForm::SingleObject => {
            is_wrapper(object) || !looks_like_entity(object)
        }
        rows => rows.iter().all(|row| is_wrapper(row)),
    };
    if is_wrapped {
        return Err(EnvelopeError::UnknownEnvelope);
    }
    Ok(rows.iter().map(|row| row.to_vec()).collect())
}

/// Returns whether an object contains entities and is not an entity itself.
fn is_wrapper(raw: &[u8]) -> bool {
    if looks_like_entity(raw) {
        return false;
    }
    let members = splitter::split_members(raw).unwrap_or_default();
    members.values().any(|value| match value.first() {
        Some(b'{') => looks_like_entity(value),
        Some(b'[') => {
            let items = splitter::split_items(value).unwrap_or_default();
            items.first().is_some_and(|item| looks_like_entity(item))
        }
        _ => false,
    })
}

/// Returns whether an object has an id, or a type that the interface knows.
fn looks_like_entity(raw: &[u8]) -> bool {
    let Ok([id, ty]) = splitter::select_members(raw, ["id", "type"]) else {
        // An object that has one of these members twice is a damaged entity.
        return raw.starts_with(b"{");
    };
    let kind = ty.and_then(|ty| serde_json::from_slice::<String>(ty).ok());
    let is_known = kind.is_some_and(|kind| kind == "Ad" || Kind::from_wire(&kind).is_some());
    id.is_some_and(|id| id != b"null") || is_known
}

fn split_rows(raw: &[u8]) -> Result<Vec<&[u8]>, EnvelopeError> {
    match raw.first() {
        Some(b'[') => splitter::split_items(raw),
        Some(b'{') if raw[1..].trim_ascii_start() == b"}" => Ok(Vec::new()),
        Some(b'{') => Ok(vec![raw]),
        _ => Err(EnvelopeError::UnknownEnvelope),
    }
}

fn parse_count(raw: Option<&[u8]>) -> Option<u64> {
    serde_json::from_slice(raw?).ok()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::{
        has_value_at_configured_path, parse_list, parse_list_with, parse_single, parse_single_with,
    };
    use crate::Dialect;
    use crate::EnvelopeError;

    fn check(body: &str, expected: &Expect) {
        let list = match parse_list(body) {
            Ok(reply) => {
                let items: Vec<_> = reply
                    .items
                    .iter()
                    .map(|item| super::to_text(item))
                    .collect();
                format!("list   {} of {:?}", items.join(" | "), reply.total)
            }
            Err(error) => format!("list   {error}"),
        };
        let single = match parse_single(body) {
            Ok(entity) => format!("single {entity:?}"),
            Err(error) => format!("single {error}"),
        };
        expected.assert_eq(&format!("{list}\n{single}\n"));
    }

    #[test]
    fn public_list_example_is_read() {
        check(
            r#"{"metadata":{"total":2},"error":null,"result":[{"type":"Ad","id":1000000002},{"type":"Ad","id":1000000001}]}"#,
            &expect![[r#"
                list   {"type":"Ad","id":1000000002} | {"type":"Ad","id":1000000001} of Some(2)
                single the reply is JSON, but not in the interface's form
            "#]],
        );
    }

    #[test]
    fn single_envelopes_are_read() {
        check(
            r#"{"result":{"type":"Campaign", "budget":1.50}}"#,
            &expect![[r#"
                list   {"type":"Campaign", "budget":1.50} of None
                single Some("{\"type\":\"Campaign\", \"budget\":1.50}")
            "#]],
        );
        check(
            r#"{"result":[{"type":"Campaign"}]}"#,
            &expect![[r#"
            list   {"type":"Campaign"} of None
            single Some("{\"type\":\"Campaign\"}")
        "#]],
        );
        check(
            r#"{"type":"Campaign","result":null,"total":9}"#,
            &expect![[r#"
                list   {"type":"Campaign","result":null,"total":9} of None
                single Some("{\"type\":\"Campaign\",\"result\":null,\"total\":9}")
            "#]],
        );
    }

    #[test]
    fn other_list_envelopes_are_read() {
        check(
            r#"[{"id":1},{"id":2}]"#,
            &expect![[r#"
            list   {"id":1} | {"id":2} of None
            single the reply is JSON, but not in the interface's form
        "#]],
        );
        check(
            r#"{"total":7,"result":[{"id":1}]}"#,
            &expect![[r#"
            list   {"id":1} of Some(7)
            single Some("{\"id\":1}")
        "#]],
        );
        check(
            r#"{"metadata":{"total":"many"},"result":[{"id":1}]}"#,
            &expect![[r#"
                list   {"id":1} of None
                single Some("{\"id\":1}")
            "#]],
        );
    }

    #[test]
    fn other_result_members_are_read() {
        for name in ["entities", "items", "data"] {
            let list = parse_list(format!(r#"{{"{name}":[{{"id":1}}],"total":7}}"#)).unwrap();
            assert_eq!((list.items.len(), list.total), (1, Some(7)), "{name}");
            let single = parse_single(&format!(r#"{{"{name}":{{"id":1}},"result":null}}"#));
            assert_eq!(single.unwrap().unwrap(), r#"{"id":1}"#, "{name}");
        }
    }

    #[test]
    fn rows_and_entities_use_configured_or_usual_place() {
        let place = |place: &str| Some(place.parse().unwrap());
        let set = Dialect {
            list_at: place("page.rows"),
            total_at: place("page.count"),
            single_at: place("page.row"),
            ..Dialect::default()
        };
        let body = r#"{"page":{"rows":[{"id":1}, {"id":2}],"count":7}}"#;
        let reply = parse_list_with(body, &set).unwrap();
        assert_eq!((reply.items.len(), reply.total), (2, Some(7)));
        assert!(has_value_at_configured_path(body.as_bytes(), &set) && parse_list(body).is_err());
        let single = |body| parse_single_with(body, &set);
        let entity = r#"{"id":1,"n":1.50}"#;
        let body = format!(r#"{{"page":{{"row":{entity}}}}}"#);
        assert_eq!(single(&body), Ok(Some(entity.to_owned())));
        assert_eq!(single(r#"{"page":{"row":null}}"#), Ok(None));
        assert_eq!(
            single(r#"{"page":{"row":"7"}}"#),
            Err(EnvelopeError::NotAnObject)
        );

        let usual = r#"{"result":[{"id":1}],"total":3}"#;
        assert_eq!(parse_list_with(usual, &set), parse_list(usual));
        let usual = r#"{"result":{"type":"Campaign","id":1}}"#;
        assert_eq!(single(usual), parse_single(usual));
    }

    #[test]
    fn unknown_envelope_is_not_an_empty_result() {
        for body in [
            r#"{"campaign":{"type":"Campaign","id":1}}"#,
            r#"{"metadata":{"total":1},"rows":[{"type":"Campaign"}]}"#,
            r#"{"id":7,"name":"no type"}"#,
        ] {
            assert_eq!(
                parse_single(body),
                Err(EnvelopeError::UnknownEnvelope),
                "{body}"
            );
            assert_eq!(
                parse_list(body),
                Err(EnvelopeError::UnknownEnvelope),
                "{body}"
            );
        }
    }

    #[test]
    fn a_wrapper_is_never_a_row() {
        let rows = r#"[{"type":"Campaign","id":1},{"type":"Campaign","id":2}]"#;
        for body in [
            format!(r#"{{"data":{{"rows":{rows},"total":2}}}}"#),
            r#"{"data":{"rows":[],"total":0}}"#.to_owned(),
            r#"{"data":{"total":0}}"#.to_owned(),
            format!(r#"{{"result":{{"type":"Page","campaigns":{rows}}}}}"#),
            format!(r#"{{"result":[{{"rows":{rows}}}]}}"#),
            r#"{"result":[{"campaign":{"id":1}},{"campaign":{"id":2}}]}"#.to_owned(),
            format!(r#"{{"type":"CampaignPage","campaigns":{rows}}}"#),
            format!(r#"[{{"rows":{rows}}}]"#),
        ] {
            assert_eq!(
                parse_list(&body),
                Err(EnvelopeError::UnknownEnvelope),
                "{body}"
            );
        }
        let set = Dialect {
            list_at: Some("data".parse().unwrap()),
            ..Dialect::default()
        };
        let body = format!(r#"{{"data":{{"rows":{rows}}}}}"#);
        assert!(parse_list_with(&body, &set).is_err());
    }

    #[test]
    fn a_row_with_lists_is_a_row() {
        for row in [
            r#"{"id":1,"placements":[{"id":2}]}"#,
            r#"{"type":"Campaign","placements":[{"id":2}]}"#,
            r#"{"name":"a","dates":[1,2],"budget":{"amount":1}}"#,
        ] {
            let body = format!(r#"{{"result":[{row}]}}"#);
            assert_eq!(parse_list(&body).unwrap().items, [row.as_bytes()], "{row}");
        }
    }

    #[test]
    fn a_wrapper_is_never_an_entity() {
        for body in [
            r#"{"result":{"campaign":{"type":"Campaign","id":1}}}"#,
            r#"{"data":{"rows":[{"id":1}],"total":1}}"#,
        ] {
            assert_eq!(
                parse_single(body),
                Err(EnvelopeError::UnknownEnvelope),
                "{body}"
            );
        }
        let plain = r#"{"email":"a@b.example","address":{"city":"X"}}"#;
        let body = format!(r#"{{"result":{plain}}}"#);
        assert_eq!(parse_single(&body), Ok(Some(plain.to_owned())));
    }

    #[test]
    fn empty_results_are_read() {
        for body in [
            "",
            " \n",
            "null",
            "{}",
            r#"{"result":null}"#,
            r#"{"result":[]}"#,
            r#"{"result":{ }}"#,
            r#"{"metadata":{"total":0},"error":null}"#,
        ] {
            assert_eq!(parse_single(body), Ok(None), "{body}");
            assert_eq!(
                parse_list(body).map(|reply| reply.items),
                Ok(Vec::new()),
                "{body}"
            );
        }
    }

    #[test]
    fn foreign_bodies_are_named() {
        check(
            "<html>busy</html>",
            &expect![[r"
                list   the reply is a web page, not JSON
                single the reply is a web page, not JSON
            "]],
        );
        check(
            r#"{"result":[{"id":1}"#,
            &expect![[r#"
                list   the reply is JSON that ends too early
                single the reply is JSON that ends too early
            "#]],
        );
        check(
            r#"{"result":"done"}"#,
            &expect![[r"
            list   the reply is JSON, but not in the interface's form
            single the reply is JSON, but not in the interface's form
        "]],
        );
        check(
            r#"{"result":[],"result":[{"id":1}]}"#,
            &expect![[r"
            list   the reply's envelope has a member twice
            single the reply's envelope has a member twice
        "]],
        );
    }

    #[test]
    fn invalid_utf8_stays_within_its_item() {
        let body = [
            b"{\"result\":[{\"a\":\"".as_slice(),
            &[0xff],
            b"\"},{\"b\":2}]}",
        ]
        .concat();
        let reply = parse_list(&body).unwrap();
        assert_eq!(
            reply.items[0],
            [b"{\"a\":\"".as_slice(), &[0xff], b"\"}"].concat()
        );
        assert_eq!(reply.items[1], b"{\"b\":2}");
    }
}
