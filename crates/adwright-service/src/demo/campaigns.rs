//! The demo campaigns: a few named ones, and hundreds around them.

use rusqlite::Transaction;

use super::campaign_json::{AuditFields, DemoCampaign};
use super::optional_members::OptionalMembers;
use super::parties::{ADVERTISERS, DemoAdvertiser, DemoPerson, NORTHWIND, PLANNER, SPECIALIST};
use super::placements;
use super::random::Random;
use crate::resource::CAMPAIGNS;
use crate::storage::documents;

const DAY: i64 = 86_400_000;
/// The date of the demo data: 2026-11-20, midnight UTC, in epoch milliseconds.
const TODAY: i64 = 1_795_132_800_000;
/// The number of campaigns beside the named ones.
const CROWD: usize = 426;
const FIRST_ID: i64 = 1_072_226_018;
/// The number of campaigns that the guide, the tour and the tests name.
const NAMED: usize = 8;
/// The first id of the campaigns beyond the usual number. They come last, so that all others stay the same.
const FIRST_ID_AT_SCALE: i64 = 1_075_000_003;

const THEMES: [&str; 22] = [
    "Spring range",
    "Summer sale",
    "Autumn collection",
    "Winter offers",
    "Always-on prospecting",
    "Always-on retargeting",
    "Image film",
    "Store openings",
    "Loyalty Q1",
    "Loyalty Q3",
    "Newsletter sign-up",
    "App installs",
    "Black week",
    "Back to school",
    "Weekend deals",
    "Product finder",
    "Referral push",
    "Price promise",
    "Sponsorship",
    "Clearance",
    "Gift guide",
    "New customers",
];

const MARKETS: [&str; 12] = [
    "DE", "FR", "UK", "NL", "SE", "DK", "PL", "ES", "IT", "Nordics", "DACH", "EMEA",
];

const NOTES: [&str; 5] = [
    "Creative arrives a week before the start.",
    "Second flight pending approval: \"hold\" until the client confirms.",
    "Budget moved from search in October.",
    "Frequency cap agreed at 4 a week.",
    "Naming follows the client's plan, do not rename.",
];

/// Members that no schema knows, with unusual spellings of numbers.
const UNKNOWN: [&str; 4] = [
    r#","mediaPlanRef":"MP-2041","pacing":4.50e-1,"legacyFlags":[1,2]"#,
    r#","mediaPlanRef":"MP-1877","tradingDesk":{"seat":"A7","feeShare":0.0750}"#,
    r#","legacyFlags":[ ],"viewabilityGoal":7.0E1"#,
    r#","externalOrder":90071992547409931,"pacing":1.00"#,
];

/// Writes the named campaigns and the others, with their placements.
pub(crate) fn fill(
    tx: &Transaction<'_>,
    random: &mut Random,
    scale: Option<u32>,
) -> rusqlite::Result<()> {
    let mut id = FIRST_ID;
    for nth in 0..CROWD {
        let campaign = crowd_campaign(nth, id, random);
        insert(tx, &campaign)?;
        if random.chance(38) {
            let count = random.between(1, 9);
            placements::attach(tx, id, count, random)?;
        }
        if campaign.verification != "None" && random.chance(30) {
            placements::attach_verification(tx, id, random)?;
        }
        id += random.between(11, 180);
    }
    fill_named(tx, random)?;
    let count = scale.map_or(0, |scale| usize::try_from(scale).unwrap_or(usize::MAX));
    let mut id = FIRST_ID_AT_SCALE;
    for nth in CROWD..count.saturating_sub(NAMED) {
        insert(tx, &crowd_campaign(nth, id, random))?;
        if random.chance(38) {
            placements::attach(tx, id, random.between(1, 3), random)?;
        }
        id += random.between(1, 9);
    }
    Ok(())
}

fn insert(tx: &Transaction<'_>, campaign: &DemoCampaign) -> rusqlite::Result<()> {
    documents::insert(tx, &CAMPAIGNS, campaign.id, &campaign.to_json())
}

fn crowd_campaign(nth: usize, id: i64, random: &mut Random) -> DemoCampaign {
    let advertiser = &ADVERTISERS[nth % ADVERTISERS.len()];
    let start = TODAY + random.between(-420, 120) * DAY;
    let end = start + random.between(14, 150) * DAY;
    DemoCampaign {
        brand: random.pick(advertiser.brands),
        advanced: random.chance(42),
        status: status(start, end, random),
        start,
        end,
        budget: budget(random),
        notes: random.chance(20).then(|| random.pick(&NOTES)),
        verification: if random.chance(25) {
            "Tracking"
        } else {
            "None"
        },
        disable_cookies: advertiser.disable_cookies || random.chance(10),
        extras: OptionalMembers::for_crowd(nth),
        unknown: if random.chance(9) {
            random.pick(&UNKNOWN)
        } else {
            ""
        },
        ..DemoCampaign::plain(
            id,
            &name(nth),
            advertiser.id,
            audit_fields(advertiser, start, random),
        )
    }
}

/// Returns a name that is unique for its advertiser, because 5 shares no factor with the number of pairs.
fn name(nth: usize) -> String {
    let (round, advertiser) = (nth / ADVERTISERS.len(), nth % ADVERTISERS.len());
    let pairs = THEMES.len() * MARKETS.len();
    let pair = (round * 5 + advertiser * 19) % pairs;
    let name = format!(
        "{}, {}",
        THEMES[pair % THEMES.len()],
        MARKETS[pair / THEMES.len()]
    );
    match round / pairs {
        0 => name,
        again => format!("{name}, {}", again + 1),
    }
}

fn status(start: i64, end: i64, random: &mut Random) -> &'static str {
    match (start > TODAY, end < TODAY) {
        (_, true) if TODAY - end > 180 * DAY => "ARCHIVED",
        (_, true) => "COMPLETED",
        (false, _) if random.chance(15) => "PAUSED",
        _ => "ACTIVE",
    }
}

fn budget(random: &mut Random) -> String {
    let hundreds = random.between(8, 2400);
    match random.between(1, 10) {
        1 => format!("{}.50", hundreds * 100 + 37),
        2 => format!("{hundreds}.0e2"),
        3 => format!("{}.00", hundreds * 100),
        _ => format!("{}", hundreds * 100),
    }
}

fn audit_fields(advertiser: &DemoAdvertiser, start: i64, random: &mut Random) -> AuditFields {
    let created = (start - random.between(7, 60) * DAY + random.between(7, 17) * 3_600_000)
        .min(TODAY - 3 * DAY);
    let mut first = AuditFields::created_by_planner(created);
    first.creator = random_colleague(advertiser, random);
    if random.chance(70) {
        first.version = random.between(2, 24);
        first.updater = random_colleague(advertiser, random);
        first.updated = created + random.between(1, (TODAY - created) / 1000) * 1000;
    }
    first
}

fn random_colleague(advertiser: &DemoAdvertiser, random: &mut Random) -> &'static DemoPerson {
    if SPECIALIST.owns.contains(&advertiser.account) && random.chance(50) {
        &SPECIALIST
    } else {
        &PLANNER
    }
}

/// Writes the campaigns that the guide, the tour and the tests name.
fn fill_named(tx: &Transaction<'_>, random: &mut Random) -> rusqlite::Result<()> {
    for (campaign, placements) in named_campaigns() {
        insert(tx, &campaign)?;
        placements::attach(tx, campaign.id, placements, random)?;
        if campaign.verification != "None" {
            placements::attach_verification(tx, campaign.id, random)?;
        }
    }
    Ok(())
}

/// Returns each named campaign with the number of its ordinary placements.
fn named_campaigns() -> [(DemoCampaign, i64); NAMED] {
    [
        (spring_launch_de(), 4),
        (
            DemoCampaign {
                extras: OptionalMembers {
                    labels: 1,
                    flights: 1,
                    trackers: 1,
                    ..OptionalMembers::default()
                },
                ..northwind(1_072_288_340, "Spring launch, FR", -38, 41, "9800.00")
            },
            2,
        ),
        (
            DemoCampaign {
                advanced: true,
                notes: Some(NOTES[3]),
                ..northwind(
                    1_072_288_112,
                    "Always-on search retarget",
                    -290,
                    75,
                    "42000",
                )
            },
            6,
        ),
        (
            DemoCampaign {
                status: "COMPLETED",
                ..northwind(1_072_287_790, "Loyalty Q2", -232, -143, "6.4e3")
            },
            0,
        ),
        (
            DemoCampaign {
                advanced: true,
                verification: "Tracking",
                unknown: UNKNOWN[0],
                ..northwind(1_072_281_404, "Brand film, EMEA", -64, 26, "180000.00")
            },
            3,
        ),
        (
            northwind(1_072_280_017, "Store openings", 12, 73, "15500"),
            0,
        ),
        (with_forbidden_cookies(), 1),
        (without_privacy_section(), 0),
    ]
}

fn northwind(id: i64, name: &str, from_day: i64, to_day: i64, budget: &str) -> DemoCampaign {
    DemoCampaign {
        start: TODAY + from_day * DAY,
        end: TODAY + to_day * DAY,
        budget: budget.to_owned(),
        ..DemoCampaign::plain(
            id,
            name,
            NORTHWIND,
            AuditFields::created_by_planner(TODAY + (from_day - 30).min(-5) * DAY + 9 * 3_600_000),
        )
    }
}

fn spring_launch_de() -> DemoCampaign {
    let mut campaign = northwind(1_072_288_341, "Spring launch, DE", -38, 41, "12500.50");
    campaign.advanced = true;
    campaign.notes = Some(NOTES[0]);
    campaign.extras = OptionalMembers {
        approved: true,
        labels: 2,
        flights: 3,
        landing_page: true,
        trackers: 2,
    };
    campaign.audit.version = 3;
    campaign.audit.updated = TODAY - 2 * DAY + 10 * 3_600_000;
    campaign
}

/// Returns a campaign that breaks rule 62003 as soon as anyone saves it.
fn with_forbidden_cookies() -> DemoCampaign {
    DemoCampaign {
        start: TODAY - 20 * DAY,
        end: TODAY + 70 * DAY,
        budget: "27000".to_owned(),
        disable_cookies: false,
        ..DemoCampaign::plain(
            1_072_279_406,
            "Winter cover, UK",
            4431,
            AuditFields::created_by_planner(TODAY - 200 * DAY),
        )
    }
}

/// Returns a campaign whose advertiser has since lost its privacy section, so that creating another fails with 62002.
fn without_privacy_section() -> DemoCampaign {
    DemoCampaign {
        start: TODAY - 9 * DAY,
        end: TODAY + 51 * DAY,
        budget: "8400".to_owned(),
        ..DemoCampaign::plain(
            1_072_278_951,
            "Greenhouse week",
            4412,
            AuditFields::created_by_planner(TODAY - 90 * DAY),
        )
    }
}
