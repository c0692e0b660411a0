//! Documents: each is one text, found by columns that follow from it.

use rusqlite::types::Value;
use rusqlite::{OptionalExtension, Transaction, params_from_iter};

use crate::resource::Resource;

/// What a list call asks for.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Selection {
    pub(crate) from: i64,
    pub(crate) max: i64,
    /// All of these must hold.
    pub(crate) conditions: Vec<Condition>,
    pub(crate) order: Option<Order>,
}

/// A condition in SQL that every listed document meets, and the value for its question mark.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Condition {
    pub(crate) sql: String,
    pub(crate) value: Value,
}

/// The order of a list; documents that compare equal follow by id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Order {
    /// The place in the document's text, as a path of SQLite.
    pub(crate) place: String,
    pub(crate) direction: Direction,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Ascending,
    Descending,
}

/// One page of a list.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Page {
    pub(crate) texts: Vec<String>,
    /// How many documents match, on all pages.
    pub(crate) total: u64,
}

const OWNED: &str = "+account_id IN (SELECT account_id FROM ownership WHERE user_id = ?)";

/// The documents that match and that the user owns.
pub(crate) fn list(
    data: &Transaction<'_>,
    resource: &Resource,
    user: i64,
    selection: &Selection,
) -> rusqlite::Result<Page> {
    let (mut conditions, mut values) = (vec![OWNED], vec![Value::from(user)]);
    for Condition { sql, value } in &selection.conditions {
        conditions.push(sql);
        values.push(value.clone());
    }
    let matching = format!("FROM {} WHERE {}", resource.table, conditions.join(" AND "));
    let total = total(data, resource, &matching, &values)?;
    values.extend([selection.max.into(), selection.from.into()]);
    let texts = data
        .prepare_cached(&page(resource, selection, &matching))?
        .query_map(params_from_iter(&values), |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(Page { texts, total })
}

/// The statement for one page. Of all that the user owns it is found in an index first.
fn page(resource: &Resource, selection: &Selection, matching: &str) -> String {
    let order = order_by(selection.order.as_ref());
    if selection.conditions.is_empty() && selection.order.is_none() {
        let table = resource.table;
        return format!(
            "SELECT text FROM {table} WHERE id IN (SELECT id FROM {table} INDEXED BY {table}_in_order \
             WHERE {OWNED} ORDER BY id LIMIT ? OFFSET ?) ORDER BY id"
        );
    }
    format!("SELECT text {matching} ORDER BY {order} LIMIT ? OFFSET ?")
}

/// How many match; all that the user owns are counted already where the resource says so.
fn total(
    data: &Transaction<'_>,
    resource: &Resource,
    matching: &str,
    values: &[Value],
) -> rusqlite::Result<u64> {
    let sql = match resource.count {
        Some(count) if values.len() == 1 => format!("{count} WHERE {OWNED}"),
        _ => format!("SELECT count(*) {matching}"),
    };
    let mut counting = data.prepare_cached(&sql)?;
    let total: i64 = counting.query_row(params_from_iter(values), |row| row.get(0))?;
    Ok(total.unsigned_abs())
}

/// The order is taken from the table or an index, so that a page begins at once: an index by account would have to be
/// sorted first, which is what the plus sign prevents.
fn order_by(order: Option<&Order>) -> String {
    let Some(Order { place, direction }) = order else {
        return "id".to_owned();
    };
    let direction = match direction {
        Direction::Ascending => "ASC",
        Direction::Descending => "DESC",
    };
    if place == "$.id" {
        return format!("id {direction}");
    }
    format!("json_extract(text, '{place}') COLLATE NOCASE {direction}, id")
}

/// The text of a document that the user owns.
pub(crate) fn owned(
    data: &Transaction<'_>,
    resource: &Resource,
    user: i64,
    id: i64,
) -> rusqlite::Result<Option<String>> {
    let sql = format!(
        "SELECT text FROM {} WHERE {OWNED} AND id = ?",
        resource.table
    );
    data.query_row(&sql, [user, id], |row| row.get(0))
        .optional()
}

/// The text of a document, whoever owns it.
pub(crate) fn any(
    data: &Transaction<'_>,
    resource: &Resource,
    id: i64,
) -> rusqlite::Result<Option<String>> {
    let sql = format!("SELECT text FROM {} WHERE id = ?1", resource.table);
    data.query_row(&sql, [id], |row| row.get(0)).optional()
}

/// The id that the next created document gets.
pub(crate) fn next_id(data: &Transaction<'_>, resource: &Resource) -> rusqlite::Result<i64> {
    let sql = format!("SELECT coalesce(max(id), 0) + 1 FROM {}", resource.table);
    data.query_row(&sql, [], |row| row.get(0))
}

pub(crate) fn insert(
    data: &Transaction<'_>,
    resource: &Resource,
    id: i64,
    text: &str,
) -> rusqlite::Result<()> {
    let sql = format!("INSERT INTO {} (id, text) VALUES (?1, ?2)", resource.table);
    data.prepare_cached(&sql)?.execute((id, text))?;
    Ok(())
}

pub(crate) fn replace(
    data: &Transaction<'_>,
    resource: &Resource,
    id: i64,
    text: &str,
) -> rusqlite::Result<()> {
    let sql = format!("UPDATE {} SET text = ?2 WHERE id = ?1", resource.table);
    data.execute(&sql, (id, text))?;
    Ok(())
}
