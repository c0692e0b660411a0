//! Generated campaigns for measurements.

use std::fmt::Write as _;

const SEASONS: [&str; 8] = [
    "Spring", "Summer", "Autumn", "Winter", "Easter", "Harvest", "Holiday", "New year",
];
const SUBJECTS: [&str; 11] = [
    "launch",
    "range",
    "cover",
    "film",
    "sale",
    "teaser",
    "relaunch",
    "sampling",
    "awareness",
    "retention",
    "takeover",
];
const COUNTRIES: [&str; 13] = [
    "DE", "AT", "CH", "UK", "IE", "FR", "ES", "IT", "PL", "NL", "Nordics", "EMEA", "DACH",
];

/// Returns one campaign of about 2 kB, with all fields of the practice service.
pub(crate) fn write_campaign(text: &mut String, number: u64) {
    let id = 1_000_000_000 + number;
    let name = format!(
        "{} {}, {} {}",
        pick(&SEASONS, number, 7),
        pick(&SUBJECTS, number, 11),
        pick(&COUNTRIES, number, 17),
        number / 40
    );
    let advertiser = number * 31 % 400;
    let brand = advertiser * 3 + number % 3;
    let account = 3_300 + advertiser % 25;
    let created = 1_700_000_000_000 + number * 86_413;
    let mode = if number.is_multiple_of(3) {
        "simple"
    } else {
        "advanced"
    };
    let status = if number.is_multiple_of(5) {
        "PAUSED"
    } else {
        "ACTIVE"
    };
    let notes = format!(
        "Booked with the {} desk; creative arrives a week before the start. ",
        number % 90
    )
    .repeat(11);
    write!(
        text,
        r#"{{"type":"Campaign","id":{id},"clientRefId":null,"relationsBag":null,"uiPermissions":null,"version":{version},"createdBy":501,"createdByName":"Mara Lindgaard","createdByAccount":{account},"createdByAccountName":"Account {account}","createdOn":{created},"lastUpdatedBy":502,"lastUpdatedByName":"Idris Vale","lastUpdatedByAccount":{account},"lastUpdatedByAccountName":"Account {account}","lastUpdateOn":{updated},"name":"{name}","accountId":{account},"accountName":"Account {account}","advertiserId":{advertiser_id},"advertiserName":"Advertiser {advertiser}","brandId":{brand_id},"brandName":"Brand {brand}","status":"{status}","startDate":{start},"endDate":{end},"budget":{budget},"currency":"EUR","notes":"{notes}","traffickingMode":"{mode}","adminSettings":{{"type":"AdminSettings","campaignSettings":{{"type":"CampaignSettings","verification":"None"}},"privacy":{{"type":"PrivacySettings","disableCookies":false}}}}}}"#,
        version = 1 + number % 9,
        updated = created + 3_600_000 * (number % 500),
        advertiser_id = 4_000 + advertiser,
        brand_id = 88_000 + brand,
        start = created + 86_400_000 * 10,
        end = created + 86_400_000 * 60,
        budget = 1_000 + number * 37 % 900_000,
    )
    .expect("a text takes everything");
}

fn pick<'a>(words: &[&'a str], number: u64, step: u64) -> &'a str {
    let length = u64::try_from(words.len()).expect("a short list");
    let place = usize::try_from(number * step / 5 % length).expect("within the list");
    words[place]
}
