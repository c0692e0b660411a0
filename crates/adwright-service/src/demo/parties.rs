//! The accounts, people, advertisers and brands of the demo data. All names are invented.

use rusqlite::Transaction;

/// An account, with the currency of its campaigns.
pub(crate) struct DemoAccount {
    pub(crate) id: i64,
    pub(crate) name: &'static str,
    pub(crate) currency: &'static str,
}

/// A person who works with campaigns.
pub(crate) struct DemoPerson {
    pub(crate) id: i64,
    pub(crate) login: &'static str,
    pub(crate) name: &'static str,
    pub(crate) account: i64,
    pub(crate) may_write: bool,
    pub(crate) owns: &'static [i64],
}

/// An advertiser with its brands as (id, name).
pub(crate) struct DemoAdvertiser {
    pub(crate) id: i64,
    pub(crate) account: i64,
    pub(crate) name: &'static str,
    pub(crate) privacy_section: bool,
    pub(crate) disable_cookies: bool,
    pub(crate) brands: &'static [(i64, &'static str)],
}

pub(crate) const ACCOUNTS: [DemoAccount; 3] = [
    account(3310, "Brightmarsh Media", "EUR"),
    account(3342, "Fennwick Trading Desk", "GBP"),
    account(3377, "Osterholm Agency Group", "SEK"),
];

/// The person as whom the Practice workspace logs in. Works for all accounts.
pub(crate) const PLANNER: DemoPerson = DemoPerson {
    id: 501,
    login: "mara.lindgaard",
    name: "Mara Lindgaard",
    account: 3310,
    may_write: true,
    owns: &[3310, 3342, 3377],
};

/// A person who sees all accounts and may change nothing.
pub(crate) const READER: DemoPerson = DemoPerson {
    id: 502,
    login: "idris.vale",
    name: "Idris Vale",
    account: 3310,
    may_write: false,
    owns: &[3310, 3342, 3377],
};

/// A person who works for one account only.
pub(crate) const SPECIALIST: DemoPerson = DemoPerson {
    id: 503,
    login: "tove.renquist",
    name: "Tove Renquist",
    account: 3377,
    may_write: true,
    owns: &[3377],
};

pub(crate) const PEOPLE: [DemoPerson; 3] = [PLANNER, READER, SPECIALIST];

/// The advertiser of the campaigns that the documentation and the tour name.
pub(crate) const NORTHWIND: i64 = 4401;

pub(crate) const ADVERTISERS: [DemoAdvertiser; 13] = [
    advertiser(
        NORTHWIND,
        3310,
        "Northwind Outdoor",
        &[
            (88_120, "Outdoor"),
            (88_121, "Trailhead"),
            (88_122, "Basecamp Kids"),
        ],
    ),
    advertiser(
        4405,
        3310,
        "Calderby Dairy",
        &[(88_130, "Calderby Fresh"), (88_131, "Little Churn")],
    ),
    advertiser(
        4410,
        3310,
        "Lumenhaven Energy",
        &[(88_140, "Home Power"), (88_141, "Charge Points")],
    ),
    DemoAdvertiser {
        privacy_section: false,
        ..advertiser(
            4412,
            3310,
            "Petrilow Gardens",
            &[(88_150, "Greenhouse"), (88_151, "Seed Club")],
        )
    },
    advertiser(
        4418,
        3310,
        "Sablethorn Furniture",
        &[
            (88_160, "Living"),
            (88_161, "Workspace"),
            (88_162, "Outlet"),
        ],
    ),
    advertiser(
        4423,
        3342,
        "Vantorp Mobility",
        &[(88_170, "City"), (88_171, "Tourer"), (88_172, "Fleet")],
    ),
    advertiser(
        4427,
        3342,
        "Quillmarsh Books",
        &[(88_180, "Fiction"), (88_181, "Young Readers")],
    ),
    DemoAdvertiser {
        disable_cookies: true,
        ..advertiser(
            4431,
            3342,
            "Wrenfold Insurance",
            &[
                (88_190, "Motor"),
                (88_191, "Home and Contents"),
                (88_192, "Travel Cover"),
            ],
        )
    },
    advertiser(
        4436,
        3342,
        "Tarnsea Ferries",
        &[(88_200, "Short Crossings"), (88_201, "Islands")],
    ),
    advertiser(
        4440,
        3377,
        "Fjellgard Sportswear",
        &[(88_210, "Run"), (88_211, "Ski"), (88_212, "Everyday")],
    ),
    advertiser(
        4444,
        3377,
        "Pomelund Kitchens",
        &[(88_220, "Street Food"), (88_221, "At Home")],
    ),
    advertiser(
        4449,
        3377,
        "Corvanta Telecom",
        &[(88_230, "Mobile"), (88_231, "Fibre"), (88_232, "Business")],
    ),
    advertiser(
        4453,
        3377,
        "Hollin Thrush Tea",
        &[(88_240, "Loose Leaf"), (88_241, "Iced")],
    ),
];

const fn account(id: i64, name: &'static str, currency: &'static str) -> DemoAccount {
    DemoAccount { id, name, currency }
}

/// Returns an advertiser with the usual settings: with a privacy section, cookies allowed.
const fn advertiser(
    id: i64,
    account: i64,
    name: &'static str,
    brands: &'static [(i64, &'static str)],
) -> DemoAdvertiser {
    DemoAdvertiser {
        id,
        account,
        name,
        privacy_section: true,
        disable_cookies: false,
        brands,
    }
}

/// Returns the account with this id.
pub(crate) fn account_of(id: i64) -> &'static DemoAccount {
    ACCOUNTS
        .iter()
        .find(|account| account.id == id)
        .expect("the demo data names its own accounts")
}

/// Writes all accounts, people, advertisers and brands.
pub(crate) fn fill(tx: &Transaction<'_>) -> rusqlite::Result<()> {
    for account in &ACCOUNTS {
        tx.execute(
            "INSERT INTO account (id, name) VALUES (?1, ?2)",
            (account.id, account.name),
        )?;
    }
    PEOPLE
        .iter()
        .try_for_each(|person| fill_person(tx, person))?;
    ADVERTISERS
        .iter()
        .try_for_each(|advertiser| fill_advertiser(tx, advertiser))
}

fn fill_person(tx: &Transaction<'_>, person: &DemoPerson) -> rusqlite::Result<()> {
    tx.execute(
        "INSERT INTO user (id, login, name, account_id, may_write) VALUES (?1, ?2, ?3, ?4, ?5)",
        (
            person.id,
            person.login,
            person.name,
            person.account,
            person.may_write,
        ),
    )?;
    for account in person.owns {
        tx.execute(
            "INSERT INTO ownership (user_id, account_id) VALUES (?1, ?2)",
            (person.id, account),
        )?;
    }
    Ok(())
}

fn fill_advertiser(tx: &Transaction<'_>, advertiser: &DemoAdvertiser) -> rusqlite::Result<()> {
    tx.execute(
        "INSERT INTO advertiser (id, account_id, name, privacy_section, disable_cookies)
         VALUES (?1, ?2, ?3, ?4, ?5)",
        (
            advertiser.id,
            advertiser.account,
            advertiser.name,
            advertiser.privacy_section,
            advertiser.disable_cookies,
        ),
    )?;
    for (id, name) in advertiser.brands {
        tx.execute(
            "INSERT INTO brand (id, advertiser_id, name) VALUES (?1, ?2, ?3)",
            (id, advertiser.id, name),
        )?;
    }
    Ok(())
}
