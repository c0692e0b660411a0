//! Campaigns: each is one text, found by columns that follow from it.

use adwright_wire as wire;
use rusqlite::types::Value;
use rusqlite::{OptionalExtension, Transaction, params_from_iter};

/// What a list call asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Selection {
    pub(crate) from: i64,
    pub(crate) max: i64,
    pub(crate) filters: Vec<Filter>,
    pub(crate) order: Option<Order>,
}

/// One condition that every listed campaign meets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Filter {
    Account(i64),
    /// Has a placement on this site.
    Site(i64),
    Advertiser(i64),
    Brand(i64),
    /// The account's name contains this text, in any letter case.
    AccountName(String),
    /// The advertiser's name contains this text, in any letter case.
    AdvertiserName(String),
    /// Equal in any letter case.
    TraffickingMode(String),
    /// Found by the interface's filter `q`.
    Found(wire::Filter),
}

/// The order of a list; campaigns that compare equal follow by id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Order {
    /// The place in the campaign's text, as a path of SQLite.
    pub(crate) place: String,
    pub(crate) direction: Direction,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Ascending,
    Descending,
}

impl Filter {
    fn condition(&self) -> (&'static str, Value) {
        match self {
            Self::Account(id) => ("account_id = ?", (*id).into()),
            Self::Site(id) => (
                "id IN (SELECT campaign_id FROM placement WHERE site_id = ?)",
                (*id).into(),
            ),
            Self::Advertiser(id) => ("advertiser_id = ?", (*id).into()),
            Self::Brand(id) => ("brand_id = ?", (*id).into()),
            Self::AccountName(part) => ("contains_text(account_name, ?)", part.clone().into()),
            Self::AdvertiserName(part) => {
                ("contains_text(advertiser_name, ?)", part.clone().into())
            }
            Self::TraffickingMode(mode) => {
                ("trafficking_mode = ? COLLATE NOCASE", mode.clone().into())
            }
            Self::Found(filter) => ("found_by(text, ?)", filter.to_string().into()),
        }
    }
}

/// One page of a list.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Page {
    pub(crate) texts: Vec<String>,
    /// How many campaigns match, on all pages.
    pub(crate) total: u64,
}

/// The campaigns that match and that the user owns.
pub(crate) fn list(
    data: &Transaction<'_>,
    user: i64,
    selection: &Selection,
) -> rusqlite::Result<Page> {
    let (mut conditions, mut values) = (vec![OWNED], vec![Value::from(user)]);
    for filter in &selection.filters {
        let (condition, value) = filter.condition();
        conditions.push(condition);
        values.push(value);
    }
    let matching = format!("FROM campaign WHERE {}", conditions.join(" AND "));
    let count = format!("SELECT count(*) {matching}");
    let total: i64 = data.query_row(&count, params_from_iter(&values), |row| row.get(0))?;
    values.extend([selection.max.into(), selection.from.into()]);
    let order = order_by(selection.order.as_ref());
    let texts = data
        .prepare(&format!(
            "SELECT text {matching} ORDER BY {order} LIMIT ? OFFSET ?"
        ))?
        .query_map(params_from_iter(&values), |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let total = total.unsigned_abs();
    Ok(Page { texts, total })
}

const OWNED: &str = "account_id IN (SELECT account_id FROM ownership WHERE user_id = ?)";

fn order_by(order: Option<&Order>) -> String {
    let Some(Order { place, direction }) = order else {
        return "id".to_owned();
    };
    let direction = match direction {
        Direction::Ascending => "ASC",
        Direction::Descending => "DESC",
    };
    format!("json_extract(text, '{place}') COLLATE NOCASE {direction}, id")
}

/// The text of a campaign that the user owns.
pub(crate) fn owned(
    data: &Transaction<'_>,
    user: i64,
    id: i64,
) -> rusqlite::Result<Option<String>> {
    data.query_row(
        &format!("SELECT text FROM campaign WHERE {OWNED} AND id = ?"),
        [user, id],
        |row| row.get(0),
    )
    .optional()
}

/// The text of a campaign, whoever owns it.
pub(crate) fn any(data: &Transaction<'_>, id: i64) -> rusqlite::Result<Option<String>> {
    data.query_row("SELECT text FROM campaign WHERE id = ?1", [id], |row| {
        row.get(0)
    })
    .optional()
}

/// The advertiser of a campaign, whoever owns it.
pub(crate) fn advertiser_of(data: &Transaction<'_>, id: i64) -> rusqlite::Result<Option<i64>> {
    data.query_row(
        "SELECT advertiser_id FROM campaign WHERE id = ?1",
        [id],
        |row| row.get(0),
    )
    .optional()
}

/// The id that the next created campaign gets.
pub(crate) fn next_id(data: &Transaction<'_>) -> rusqlite::Result<i64> {
    data.query_row("SELECT coalesce(max(id), 0) + 1 FROM campaign", [], |row| {
        row.get(0)
    })
}

pub(crate) fn insert(data: &Transaction<'_>, id: i64, text: &str) -> rusqlite::Result<()> {
    data.prepare_cached("INSERT INTO campaign (id, text) VALUES (?1, ?2)")?
        .execute((id, text))?;
    Ok(())
}

pub(crate) fn replace(data: &Transaction<'_>, id: i64, text: &str) -> rusqlite::Result<()> {
    data.execute("UPDATE campaign SET text = ?2 WHERE id = ?1", (id, text))?;
    Ok(())
}
