//! Accounts, users, advertisers and brands.

use rusqlite::{OptionalExtension, Row, Transaction};

/// A user with a user's privileges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct User {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) account_id: i64,
    pub(crate) account_name: String,
    pub(crate) may_write: bool,
}

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Account {
    pub(crate) id: i64,
    pub(crate) name: String,
}

/// An advertiser with the settings that the rules need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Advertiser {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) account_id: i64,
    pub(crate) account_name: String,
    pub(crate) privacy_section: bool,
    pub(crate) disable_cookies: bool,
    /// The flag `UseRetargetingDataValueObject`.
    pub(crate) value_objects: bool,
}

/// A brand of one advertiser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Brand {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) advertiser_id: i64,
}

const USER: &str = "SELECT user.id, user.name, account.id, account.name, user.may_write
    FROM user JOIN account ON account.id = user.account_id";

const ADVERTISER: &str = "SELECT advertiser.id, advertiser.name, account.id, account.name,
    advertiser.privacy_section, advertiser.disable_cookies, advertiser.value_objects
    FROM advertiser JOIN account ON account.id = advertiser.account_id";

pub(crate) fn user_id(tx: &Transaction<'_>, login: &str) -> rusqlite::Result<Option<i64>> {
    tx.query_row("SELECT id FROM user WHERE login = ?1", [login], |row| {
        row.get(0)
    })
    .optional()
}

/// Returns the user `id`, or `None` if the data does not contain that user.
pub(crate) fn user(tx: &Transaction<'_>, id: i64) -> rusqlite::Result<Option<User>> {
    tx.prepare_cached(&format!("{USER} WHERE user.id = ?1"))?
        .query_row([id], user_row)
        .optional()
}

/// Returns whether the user has the privilege to save and sees the data of this account. An object without an account
/// is seen by all.
pub(crate) fn may_write(
    tx: &Transaction<'_>,
    user: &User,
    account: Option<i64>,
) -> rusqlite::Result<bool> {
    match account {
        Some(account) if user.may_write => can_see_account(tx, user.id, account),
        _ => Ok(user.may_write),
    }
}

/// Returns whether the user sees the data of this account.
pub(crate) fn can_see_account(
    tx: &Transaction<'_>,
    user: i64,
    account: i64,
) -> rusqlite::Result<bool> {
    tx.prepare_cached(
        "SELECT EXISTS (SELECT 1 FROM ownership WHERE user_id = ?1 AND account_id = ?2)",
    )?
    .query_row([user, account], |row| row.get(0))
}

pub(crate) fn account(tx: &Transaction<'_>, id: i64) -> rusqlite::Result<Option<Account>> {
    let name = tx.query_row("SELECT name FROM account WHERE id = ?1", [id], |row| {
        row.get(0)
    });
    Ok(name.optional()?.map(|name| Account { id, name }))
}

pub(crate) fn find_advertiser(
    tx: &Transaction<'_>,
    id: i64,
) -> rusqlite::Result<Option<Advertiser>> {
    tx.query_row(
        &format!("{ADVERTISER} WHERE advertiser.id = ?1"),
        [id],
        advertiser_row,
    )
    .optional()
}

/// Returns all advertisers, by id.
pub(crate) fn advertisers(tx: &Transaction<'_>) -> rusqlite::Result<Vec<Advertiser>> {
    tx.prepare(&format!("{ADVERTISER} ORDER BY advertiser.id"))?
        .query_map([], advertiser_row)?
        .collect()
}

pub(crate) fn brand(tx: &Transaction<'_>, id: i64) -> rusqlite::Result<Option<Brand>> {
    tx.query_row(
        "SELECT id, name, advertiser_id FROM brand WHERE id = ?1",
        [id],
        brand_row,
    )
    .optional()
}

/// Returns all brands, or those of one advertiser, by id.
pub(crate) fn brands(
    tx: &Transaction<'_>,
    advertiser: Option<i64>,
) -> rusqlite::Result<Vec<Brand>> {
    tx.prepare("SELECT id, name, advertiser_id FROM brand WHERE ?1 IS NULL OR advertiser_id = ?1 ORDER BY id")?
        .query_map([advertiser], brand_row)?
        .collect()
}

/// Returns all users, by id.
pub(crate) fn users(tx: &Transaction<'_>) -> rusqlite::Result<Vec<User>> {
    tx.prepare(&format!("{USER} ORDER BY user.id"))?
        .query_map([], user_row)?
        .collect()
}

/// Sets if a user may save.
pub(crate) fn set_may_write(
    tx: &Transaction<'_>,
    user: i64,
    may_write: bool,
) -> rusqlite::Result<()> {
    tx.execute(
        "UPDATE user SET may_write = ?2 WHERE id = ?1",
        (user, may_write),
    )?;
    Ok(())
}

/// Saves an advertiser's settings.
pub(crate) fn set_settings(tx: &Transaction<'_>, advertiser: &Advertiser) -> rusqlite::Result<()> {
    tx.execute(
        "UPDATE advertiser SET privacy_section = ?2, disable_cookies = ?3, value_objects = ?4 WHERE id = ?1",
        (
            advertiser.id,
            advertiser.privacy_section,
            advertiser.disable_cookies,
            advertiser.value_objects,
        ),
    )?;
    Ok(())
}

fn user_row(row: &Row<'_>) -> rusqlite::Result<User> {
    Ok(User {
        id: row.get(0)?,
        name: row.get(1)?,
        account_id: row.get(2)?,
        account_name: row.get(3)?,
        may_write: row.get(4)?,
    })
}

fn advertiser_row(row: &Row<'_>) -> rusqlite::Result<Advertiser> {
    Ok(Advertiser {
        id: row.get(0)?,
        name: row.get(1)?,
        account_id: row.get(2)?,
        account_name: row.get(3)?,
        privacy_section: row.get(4)?,
        disable_cookies: row.get(5)?,
        value_objects: row.get(6)?,
    })
}

fn brand_row(row: &Row<'_>) -> rusqlite::Result<Brand> {
    Ok(Brand {
        id: row.get(0)?,
        name: row.get(1)?,
        advertiser_id: row.get(2)?,
    })
}
