//! Documents: each is one text, found by columns that derive from it.

use rusqlite::types::Value;
use rusqlite::{OptionalExtension, Transaction, params_from_iter};

use super::page_cursors::{DataVersion, ListKey, ListPosition, PageCursors};
use crate::resource::Resource;

/// The documents that a list call asks for.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct ListSelection {
    pub(crate) from: i64,
    pub(crate) max: i64,
    /// A document must meet all of them.
    pub(crate) conditions: Vec<SqlCondition>,
    pub(crate) order: Option<SortOrder>,
}

/// A condition in SQL that every listed document meets, and the value for its question mark.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SqlCondition {
    pub(crate) sql: String,
    pub(crate) value: Value,
}

/// The order of a list. Documents that compare equal are ordered by id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SortOrder {
    /// The path in the document's text, as SQLite writes it.
    pub(crate) path: String,
    pub(crate) direction: SqlDirection,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SqlDirection {
    Ascending,
    Descending,
}

/// All documents of a resource that a user owns.
#[derive(Clone, Copy)]
pub(crate) struct OwnedDocuments<'a> {
    pub(crate) resource: &'a Resource,
    /// The user's id.
    pub(crate) user: i64,
}

/// One page of a list.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct DocumentPage {
    pub(crate) texts: Vec<String>,
    /// The number of matching documents on all pages.
    pub(crate) total: u64,
}

const OWNED: &str = "+account_id IN (SELECT account_id FROM ownership WHERE user_id = ?)";

/// Returns a page of the documents that match and that the user owns.
pub(crate) fn list(
    tx: &Transaction<'_>,
    cursors: &PageCursors,
    owned: OwnedDocuments<'_>,
    selection: &ListSelection,
) -> rusqlite::Result<DocumentPage> {
    if !selection.conditions.is_empty() {
        return matching_page(tx, owned, selection);
    }
    let OwnedDocuments { resource, user } = owned;
    let total = count_owned(tx, owned)?;
    let texts = match &selection.order {
        None => {
            let table = resource.table;
            unfiltered_page(tx, cursors, ListKey { table, user }, selection)?
        }
        Some(order) => {
            let ids = tx
                .prepare_cached(&sorted_ids_sql(resource, order))?
                .query_map((user, selection.max, selection.from), |row| row.get(0))?
                .collect::<rusqlite::Result<Vec<_>>>()?;
            texts(tx, resource, &ids)?
        }
    };
    Ok(DocumentPage { texts, total })
}

/// Returns a page of a list whose rows have since moved down by `shift` rows. The last rows move to the top.
pub(crate) fn list_shifted(
    tx: &Transaction<'_>,
    cursors: &PageCursors,
    owned: OwnedDocuments<'_>,
    selection: &ListSelection,
    shift: i64,
) -> rusqlite::Result<DocumentPage> {
    let mut page = list(tx, cursors, owned, selection)?;
    let total = i64::try_from(page.total).unwrap_or(i64::MAX);
    if shift == 0 || selection.from >= total {
        return Ok(page);
    }
    let part = |from: i64, max: i64| {
        let selection = ListSelection {
            from,
            max,
            ..selection.clone()
        };
        Ok::<_, rusqlite::Error>(list(tx, cursors, owned, &selection)?.texts)
    };
    let count = selection.max.min(total - selection.from);
    let from = (selection.from - shift).rem_euclid(total);
    let before_the_end = count.min(total - from);
    page.texts = part(from, before_the_end)?;
    page.texts.extend(part(0, count - before_the_end)?);
    Ok(page)
}

/// Reads all matches once, which gives their number and the ids of the page. Only ids are held in memory.
fn matching_page(
    tx: &Transaction<'_>,
    OwnedDocuments { resource, user }: OwnedDocuments<'_>,
    selection: &ListSelection,
) -> rusqlite::Result<DocumentPage> {
    let values = selection.conditions.iter();
    let values = values.map(|condition| condition.value.clone());
    let values: Vec<_> = [user.into()].into_iter().chain(values).collect();
    let ids = tx
        .prepare_cached(&matching_ids_sql(resource, selection))?
        .query_map(params_from_iter(&values), |row| row.get(0))?
        .collect::<rusqlite::Result<Vec<i64>>>()?;
    let on_page = ids.iter().skip(to_usize(selection.from));
    let on_page: Vec<_> = on_page.take(to_usize(selection.max)).copied().collect();
    let texts = texts(tx, resource, &on_page)?;
    let total = ids.len() as u64;
    Ok(DocumentPage { texts, total })
}

/// Returns the statement for the ids of all documents that match and that the user owns.
fn matching_ids_sql(resource: &Resource, selection: &ListSelection) -> String {
    let conditions = selection.conditions.iter();
    let conditions = conditions.map(|condition| condition.sql.as_str());
    let conditions: Vec<_> = [OWNED].into_iter().chain(conditions).collect();
    format!(
        "SELECT id FROM {} WHERE {} ORDER BY {}",
        resource.table,
        conditions.join(" AND "),
        order_by(resource, selection.order.as_ref())
    )
}

fn to_usize(number: i64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Returns a page of all that the user owns, by id. Its start is found in an index, from the nearest known place.
fn unfiltered_page(
    tx: &Transaction<'_>,
    cursors: &PageCursors,
    list: ListKey,
    ListSelection { from, max, .. }: &ListSelection,
) -> rusqlite::Result<Vec<String>> {
    let ListKey { table, user } = list;
    let version = DataVersion::read(tx)?;
    let nearest = cursors.find(version, list, *from);
    let first = format!(
        "SELECT id FROM {table} INDEXED BY {table}_in_order \
         WHERE {OWNED} AND id >= ? ORDER BY id LIMIT 1 OFFSET ?"
    );
    let first = tx
        .prepare_cached(&first)?
        .query_row((user, nearest.id, from - nearest.before), |row| row.get(0))
        .optional()?;
    let Some(id) = first else {
        return Ok(Vec::new());
    };
    cursors.insert(version, list, ListPosition { before: *from, id });
    let page = format!("SELECT text FROM {table} WHERE {OWNED} AND id >= ? ORDER BY id LIMIT ?");
    tx.prepare_cached(&page)?
        .query_map((user, id, max), |row| row.get(0))?
        .collect()
}

/// Returns the statement for the ids of one page of all that the user owns, in another order.
fn sorted_ids_sql(resource: &Resource, order: &SortOrder) -> String {
    let table = resource.table;
    let order = order_by(resource, Some(order));
    format!("SELECT id FROM {table} WHERE {OWNED} ORDER BY {order} LIMIT ? OFFSET ?")
}

/// Counts the documents that the user owns, with the resource's own counts if there are any.
fn count_owned(
    tx: &Transaction<'_>,
    OwnedDocuments { resource, user }: OwnedDocuments<'_>,
) -> rusqlite::Result<u64> {
    let sql = match resource.count {
        Some(count) => format!("{count} WHERE {OWNED}"),
        None => format!("SELECT count(*) FROM {} WHERE {OWNED}", resource.table),
    };
    let mut statement = tx.prepare_cached(&sql)?;
    let total: i64 = statement.query_row([user], |row| row.get(0))?;
    Ok(total.unsigned_abs())
}

fn texts(tx: &Transaction<'_>, resource: &Resource, ids: &[i64]) -> rusqlite::Result<Vec<String>> {
    let sql = format!("SELECT text FROM {} WHERE id = ?", resource.table);
    let mut statement = tx.prepare_cached(&sql)?;
    let texts = ids
        .iter()
        .map(|id| statement.query_row([id], |row| row.get(0)));
    texts.collect()
}

/// Returns the ORDER BY terms. The table or an index gives the order, so that a page starts at once. The plus sign in
/// `OWNED` keeps SQLite from an index by account, whose rows would need a sort first.
fn order_by(resource: &Resource, order: Option<&SortOrder>) -> String {
    let Some(SortOrder { path, direction }) = order else {
        return "id".to_owned();
    };
    let direction = match direction {
        SqlDirection::Ascending => "ASC",
        SqlDirection::Descending => "DESC",
    };
    let mut columns = resource.columns.iter();
    match columns.find(|(column_path, _)| column_path == path) {
        Some((_, "id")) => format!("id {direction}"),
        Some((_, column)) => format!("{column} COLLATE NOCASE {direction}, id"),
        None => format!("json_extract(text, '{path}') COLLATE NOCASE {direction}, id"),
    }
}

/// Returns the text of a document that the user owns.
pub(crate) fn get_owned(
    tx: &Transaction<'_>,
    resource: &Resource,
    user: i64,
    id: i64,
) -> rusqlite::Result<Option<String>> {
    let sql = format!(
        "SELECT text FROM {} WHERE {OWNED} AND id = ?",
        resource.table
    );
    tx.prepare_cached(&sql)?
        .query_row([user, id], |row| row.get(0))
        .optional()
}

/// Returns the text of a document, whoever owns it.
pub(crate) fn get_any(
    tx: &Transaction<'_>,
    resource: &Resource,
    id: i64,
) -> rusqlite::Result<Option<String>> {
    let sql = format!("SELECT text FROM {} WHERE id = ?1", resource.table);
    tx.prepare_cached(&sql)?
        .query_row([id], |row| row.get(0))
        .optional()
}

/// Returns the id of the next new document.
pub(crate) fn next_id(tx: &Transaction<'_>, resource: &Resource) -> rusqlite::Result<i64> {
    let sql = format!("SELECT coalesce(max(id), 0) + 1 FROM {}", resource.table);
    tx.query_row(&sql, [], |row| row.get(0))
}

pub(crate) fn insert(
    tx: &Transaction<'_>,
    resource: &Resource,
    id: i64,
    text: &str,
) -> rusqlite::Result<()> {
    let sql = format!("INSERT INTO {} (id, text) VALUES (?1, ?2)", resource.table);
    tx.prepare_cached(&sql)?.execute((id, text))?;
    Ok(())
}

pub(crate) fn replace(
    tx: &Transaction<'_>,
    resource: &Resource,
    id: i64,
    text: &str,
) -> rusqlite::Result<()> {
    let sql = format!("UPDATE {} SET text = ?2 WHERE id = ?1", resource.table);
    tx.execute(&sql, (id, text))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DataLocation;
    use crate::demo::parties::SPECIALIST;
    use crate::resource::CAMPAIGNS;
    use crate::storage::{Storage, TransactionEnd};

    fn campaigns() -> OwnedDocuments<'static> {
        OwnedDocuments {
            resource: &CAMPAIGNS,
            user: SPECIALIST.id,
        }
    }

    fn page(storage: &Storage, cursors: &PageCursors, from: i64, max: i64) -> Vec<String> {
        let selection = ListSelection {
            from,
            max,
            ..ListSelection::default()
        };
        let page = storage.read(|tx| list(tx, cursors, campaigns(), &selection));
        page.unwrap().texts
    }

    /// Reads pages in an order in which some start before and some after a known place.
    fn pages_are_right(storage: &Storage, cursors: &PageCursors) {
        let all = page(storage, &PageCursors::default(), 0, i64::MAX);
        assert!(all.len() > 700, "{}", all.len());
        for from in [0, 600, 300, 599, 601, 255, 256, 699, all.len(), 5_000] {
            let expected: Vec<_> = all.iter().skip(from).take(7).cloned().collect();
            let from = i64::try_from(from).unwrap();
            assert_eq!(page(storage, cursors, from, 7), expected, "{from}");
        }
    }

    #[test]
    fn pages_are_correct_after_any_interleaved_writes() {
        let storage = Storage::open(&DataLocation::Memory, 1, Some(5_000)).unwrap();
        let cursors = PageCursors::default();
        pages_are_right(&storage, &cursors);
        let first = page(&storage, &cursors, 0, 1).remove(0);
        // This id sorts before all others, so that every page starts one campaign earlier.
        let id = i64::MIN + 1;
        storage
            .write(TransactionEnd::Commit, |tx| {
                insert(tx, &CAMPAIGNS, id, &first)
            })
            .unwrap();
        pages_are_right(&storage, &cursors);
    }

    #[test]
    fn rotated_rows_are_all_listed() {
        let storage = Storage::open(&DataLocation::Memory, 1, None).unwrap();
        let shifted = |from, max, shift| {
            let selection = ListSelection {
                from,
                max,
                ..ListSelection::default()
            };
            let cursors = PageCursors::default();
            let page =
                storage.read(|tx| list_shifted(tx, &cursors, campaigns(), &selection, shift));
            page.unwrap()
        };
        let unshifted = shifted(0, i64::MAX, 0);
        let count = i64::try_from(unshifted.texts.len()).unwrap();
        for shift in [1, -1, 3 - count, count + 2] {
            let mut all = unshifted.texts.clone();
            all.rotate_right(usize::try_from(shift.rem_euclid(count)).unwrap());
            assert_eq!(shifted(0, i64::MAX, shift).texts, all);
            assert_eq!(shifted(1, 3, shift).texts, all[1..4]);
            assert_eq!(shifted(count - 2, 9, shift).texts, all[all.len() - 2..]);
            assert_eq!(
                shifted(count, 9, shift),
                DocumentPage {
                    texts: vec![],
                    total: unshifted.total
                }
            );
        }
    }

    /// Returns SQLite's plan for a statement, step by step.
    fn plan(storage: &Storage, statement: &str) -> String {
        let plan = storage.read(|tx| {
            let mut statement = tx.prepare(&format!("EXPLAIN QUERY PLAN {statement}"))?;
            let unknown = vec![Value::Null; statement.parameter_count()];
            let steps = statement.query_map(params_from_iter(unknown), |row| row.get(3))?;
            steps.collect::<rusqlite::Result<Vec<String>>>()
        });
        plan.unwrap().join("\n")
    }

    #[test]
    fn campaign_filters_use_an_index() {
        let storage = Storage::open(&DataLocation::Memory, 1, None).unwrap();
        for parameter in CAMPAIGNS.parameters {
            let selection = ListSelection {
                conditions: vec![SqlCondition {
                    sql: parameter.condition.to_owned(),
                    value: Value::Null,
                }],
                ..ListSelection::default()
            };
            let plan = plan(&storage, &matching_ids_sql(&CAMPAIGNS, &selection));
            assert!(plan.starts_with("SEARCH campaign USING"), "{plan}");
        }
    }

    #[test]
    fn common_campaign_sorts_use_an_index() {
        let storage = Storage::open(&DataLocation::Memory, 1, None).unwrap();
        for member in [
            "name",
            "status",
            "startDate",
            "endDate",
            "budget",
            "lastUpdateOn",
            "advertiserName",
        ] {
            for direction in [SqlDirection::Ascending, SqlDirection::Descending] {
                let path = CAMPAIGNS.fields.sort_path(member).unwrap();
                let plan = plan(
                    &storage,
                    &sorted_ids_sql(&CAMPAIGNS, &SortOrder { path, direction }),
                );
                let first = plan.lines().next().unwrap();
                assert!(first.contains("INDEX campaign_by_"), "{member}: {plan}");
            }
        }
    }
}
