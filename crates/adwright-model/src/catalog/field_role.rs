//! Recognises the usual fields of a campaign by name, type and values, and names learned fields for people.

use super::inferred_type::InferredType;

/// The meaning of a learned field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FieldRole {
    /// The campaign's name.
    Name,
    /// A status.
    Status,
    /// The first day or instant of the delivery.
    Start,
    /// The last day or instant of the delivery.
    End,
    /// The budget of the whole campaign.
    Budget,
    /// Another amount of money, such as a daily budget, a budget in cents or a price.
    Amount,
    /// The code of a currency.
    Currency,
    /// The advertiser's name or id.
    Advertiser,
    /// The brand's name or id.
    Brand,
    /// A text of a person.
    Notes,
    /// Who created or changed the object, and when.
    Record,
}

/// The texts that the samples have in one field, the most frequent first.
#[derive(Debug, Clone, Copy)]
pub(super) struct SampleTexts<'a> {
    /// Each text once.
    pub(super) distinct: &'a [String],
    /// True if there are more texts than these.
    pub(super) is_cut: bool,
}

/// The most values of a status.
const MAX_STATUSES: usize = 20;

/// The longest status, in characters.
const MAX_STATUS_LENGTH: usize = 30;

const STARTS: [&str; 6] = ["start", "starts", "starting", "begin", "begins", "from"];
const ENDS: [&str; 9] = [
    "end", "ends", "ending", "until", "to", "expiry", "expires", "finish", "stop",
];
/// The last words of the name of an instant, after its meaning.
const INSTANT_NOUNS: [&str; 8] = [
    "date",
    "time",
    "day",
    "on",
    "at",
    "timestamp",
    "ts",
    "since",
];
/// The words that may follow and only name a unit.
const INSTANT_UNITS: [&str; 9] = [
    "ms", "millis", "s", "sec", "secs", "seconds", "epoch", "utc", "gmt",
];
const CHANGES: [&str; 8] = [
    "created", "creation", "updated", "update", "modified", "changed", "archived", "deleted",
];
/// The last words of who made a change.
const CHANGE_NOUNS: [&str; 5] = ["by", "name", "id", "account", "user"];
const MONEY: [&str; 11] = [
    "budget", "cost", "costs", "spend", "price", "bid", "cpm", "cpc", "cpa", "fee", "amount",
];
const MONEY_UNITS: [&str; 6] = ["cents", "cent", "micros", "micro", "minor", "amount"];
/// The words before `budget` that leave it the budget of the whole campaign.
const WHOLE: [&str; 9] = [
    "total", "campaign", "media", "overall", "planned", "booked", "lifetime", "gross", "net",
];
/// The words before `state` that make it a status and no place.
const STATEFUL: [&str; 7] = [
    "campaign", "delivery", "serving", "current", "approval", "review", "booking",
];
const NOTES: [&str; 9] = [
    "note",
    "notes",
    "comment",
    "comments",
    "remark",
    "remarks",
    "memo",
    "description",
    "info",
];
const ABBREVIATIONS: [&str; 16] = [
    "id", "ids", "url", "uri", "cpm", "cpc", "cpa", "ctr", "kpi", "io", "utm", "crm", "po", "vat",
    "utc", "html",
];

impl FieldRole {
    const ALL: [Self; 11] = [
        Self::Name,
        Self::Status,
        Self::Start,
        Self::End,
        Self::Budget,
        Self::Amount,
        Self::Currency,
        Self::Advertiser,
        Self::Brand,
        Self::Notes,
        Self::Record,
    ];

    /// Returns the name used in files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Status => "status",
            Self::Start => "start",
            Self::End => "end",
            Self::Budget => "budget",
            Self::Amount => "amount",
            Self::Currency => "currency",
            Self::Advertiser => "advertiser",
            Self::Brand => "brand",
            Self::Notes => "notes",
            Self::Record => "record",
        }
    }

    /// Parses the name used in files; `None` if this version does not know it.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == word)
    }

    /// Returns the form section of a campaign that the field belongs to.
    #[must_use]
    pub const fn group(self) -> &'static str {
        match self {
            Self::Name | Self::Advertiser | Self::Brand => "Identity",
            Self::Status | Self::Notes => "Delivery",
            Self::Start | Self::End | Self::Budget | Self::Amount | Self::Currency => {
                "Budget and dates"
            }
            Self::Record => "Record",
        }
    }

    /// Returns whether a text of this role is chosen from the values seen.
    #[must_use]
    pub const fn is_chosen(self) -> bool {
        matches!(
            self,
            Self::Status | Self::Currency | Self::Advertiser | Self::Brand
        )
    }

    /// Recognises a field by the member's name. The type and the values can only refute it.
    pub(super) fn recognise(
        name: &str,
        guess: InferredType,
        texts: SampleTexts<'_>,
    ) -> Option<Self> {
        let words = member_words(name);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        Self::from_words(&words).filter(|role| role.fits(guess, texts))
    }

    /// Returns the type of the values. An amount of money may have a fraction, although the samples have none.
    pub(super) fn widen(self, name: &str, guess: InferredType) -> InferredType {
        let is_whole = member_words(name).last().is_some_and(|last| is_unit(last));
        match (self, guess) {
            (Self::Budget | Self::Amount, InferredType::Integer) if !is_whole => {
                InferredType::Decimal
            }
            _ => guess,
        }
    }

    fn from_words(words: &[&str]) -> Option<Self> {
        let (&last, before) = words.split_last()?;
        Some(match last {
            "currency" => Self::Currency,
            "code" | "iso" if before.last() == Some(&"currency") => Self::Currency,
            _ if is_change(words) => Self::Record,
            "status" => Self::Status,
            "state" if before.iter().all(|word| STATEFUL.contains(word)) => Self::Status,
            _ if is_instant_of(words, &STARTS) => Self::Start,
            _ if is_instant_of(words, &ENDS) => Self::End,
            _ if is_budget(words) => Self::Budget,
            _ if is_money(words) => Self::Amount,
            _ if is_entity(words, "advertiser") => Self::Advertiser,
            _ if is_entity(words, "brand") => Self::Brand,
            _ if NOTES.contains(&last) => Self::Notes,
            "name" | "title" if matches!(before, [] | ["campaign" | "display"]) => Self::Name,
            _ => return None,
        })
    }

    /// Returns whether the type and the values allow this role. Samples without a value allow every role.
    fn fits(self, guess: InferredType, texts: SampleTexts<'_>) -> bool {
        use InferredType as Type;
        let all = |is_fit: fn(&str) -> bool| texts.distinct.iter().all(|text| is_fit(text));
        match (self, guess) {
            (_, Type::Anything) => texts.distinct.is_empty(),
            (Self::Start | Self::End, Type::Instant | Type::InstantSeconds)
            | (Self::Budget | Self::Amount, Type::Integer | Type::Decimal)
            | (Self::Advertiser | Self::Brand, Type::Integer)
            | (Self::Name | Self::Notes, Type::Text) => true,
            (Self::Start | Self::End, Type::Text) => all(is_iso_date),
            (Self::Budget | Self::Amount, Type::Text) => all(is_number_text),
            (Self::Currency, Type::Text) => !texts.is_cut && all(is_currency),
            (Self::Status, Type::Text) => {
                !texts.is_cut && texts.distinct.len() <= MAX_STATUSES && all(is_status)
            }
            (Self::Advertiser | Self::Brand, Type::Text) => all(|text| !text.contains('@')),
            (Self::Record, guess) => !guess.is_group(),
            _ => false,
        }
    }
}

/// Returns the words of a member's name in lower case: `flightStartDate`, `flight_start_date` and `FlightStartDate` have
/// the same ones.
pub(super) fn member_words(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut words: Vec<String> = Vec::new();
    let mut is_new = true;
    for (at, &letter) in letters.iter().enumerate() {
        if !letter.is_alphanumeric() {
            is_new = true;
            continue;
        }
        let before = at.checked_sub(1).map(|at| letters[at]);
        let after = letters.get(at + 1);
        let is_capital = letter.is_uppercase()
            && (before.is_some_and(|c| c.is_lowercase() || c.is_ascii_digit())
                || before.is_some_and(char::is_uppercase)
                    && after.is_some_and(|c| c.is_lowercase()));
        match words.last_mut() {
            Some(word) if !is_new && !is_capital => word.extend(letter.to_lowercase()),
            _ => words.push(letter.to_lowercase().collect()),
        }
        is_new = false;
    }
    words
        .into_iter()
        .flat_map(|word| split_run(&word))
        .collect()
}

/// Splits the usual names that are written without capitals, such as `startdate`.
fn split_run(word: &str) -> Vec<String> {
    let known =
        |head: &&str| STARTS.contains(head) || ENDS.contains(head) || CHANGES.contains(head);
    let tail = ["date", "time", "at", "on"].into_iter().find(|tail| {
        let head = word.strip_suffix(tail);
        head.is_some_and(|head| known(&head) || matches!(head, "flightstart" | "flightend"))
    });
    match tail {
        Some(tail) => vec![word[..word.len() - tail.len()].to_owned(), tail.to_owned()],
        None => vec![word.to_owned()],
    }
}

/// Returns a label for people: `flightStartDate` is "Flight start date", `budget_cents` is "Budget (cents)".
pub(super) fn member_title(name: &str) -> String {
    let mut words = member_words(name);
    let unit = (words.len() > 1)
        .then(|| words.pop_if(|word| is_unit(word)))
        .flatten();
    // "End on" would read as an unfinished sentence.
    let ends_in_preposition =
        words.len() > 1 && matches!(words.last().map(String::as_str), Some("on" | "at"));
    if ends_in_preposition && matches!(words[words.len() - 2].as_str(), "start" | "end") {
        words.pop();
    }
    let spelled = words.iter().enumerate().map(|(at, word)| match (at, word) {
        (_, word) if word == "ids" => "IDs".to_owned(),
        (_, word) if ABBREVIATIONS.contains(&word.as_str()) => word.to_uppercase(),
        (0, word) => capitalized(word),
        (_, word) => word.clone(),
    });
    let title = spelled.collect::<Vec<_>>().join(" ");
    match unit {
        Some(unit) => format!("{title} ({unit})"),
        None if title.is_empty() => name.to_owned(),
        None => title,
    }
}

/// Returns whether a member of this name can hold an instant.
pub(super) fn is_instant_name(name: &str) -> bool {
    let words = member_words(name);
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    while words.len() > 1 && words.pop_if(|word| INSTANT_UNITS.contains(word)).is_some() {}
    let Some(last) = words.last() else {
        return false;
    };
    [&INSTANT_NOUNS[..], &STARTS, &ENDS, &CHANGES]
        .iter()
        .any(|nouns| nouns.contains(last))
}

/// Returns whether the last words name an instant of this meaning: `flight start date`, `end on`, `valid until`.
fn is_instant_of(words: &[&str], meanings: &[&str]) -> bool {
    let mut words = words.to_vec();
    while words.len() > 1 && words.pop_if(|word| INSTANT_UNITS.contains(word)).is_some() {}
    while words.len() > 1 && words.pop_if(|word| INSTANT_NOUNS.contains(word)).is_some() {}
    words.last().is_some_and(|last| meanings.contains(last))
}

fn is_change(words: &[&str]) -> bool {
    let is_end = |last: &&str| {
        CHANGES.contains(last) || INSTANT_NOUNS.contains(last) || CHANGE_NOUNS.contains(last)
    };
    let is_change =
        words.iter().any(|word| CHANGES.contains(word)) && words.last().is_some_and(is_end);
    is_change || matches!(words, ["version" | "revision"])
}

fn is_budget(words: &[&str]) -> bool {
    let words = match words {
        [before @ .., "amount" | "total" | "value"] if !before.is_empty() => before,
        words => words,
    };
    words.split_last().is_some_and(|(last, before)| {
        *last == "budget" && before.iter().all(|word| WHOLE.contains(word))
    })
}

fn is_money(words: &[&str]) -> bool {
    let words = match words {
        [before @ .., unit] if !before.is_empty() && MONEY_UNITS.contains(unit) => before,
        words => words,
    };
    words.last().is_some_and(|last| MONEY.contains(last))
}

fn is_entity(words: &[&str], entity: &str) -> bool {
    let words = match words {
        ["campaign", rest @ ..] => rest,
        words => words,
    };
    matches!(words, [word] | [word, "name" | "title" | "id"] if *word == entity)
}

fn is_unit(word: &str) -> bool {
    matches!(
        word,
        "cents" | "cent" | "micros" | "micro" | "ms" | "millis" | "seconds" | "percent"
    )
}

fn is_iso_date(text: &str) -> bool {
    let day = text.as_bytes().get(..10);
    let is_day = |day: &[u8]| {
        day.iter().enumerate().all(|(at, byte)| match at {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        })
    };
    day.is_some_and(is_day)
}

fn is_number_text(text: &str) -> bool {
    text.parse::<f64>().is_ok_and(f64::is_finite)
}

fn is_currency(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn is_status(text: &str) -> bool {
    let is_short =
        text.chars().count() <= MAX_STATUS_LENGTH && text.split_whitespace().count() <= 3;
    is_short && text.chars().any(char::is_alphabetic)
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn role(name: &str, guess: InferredType, values: &[&str]) -> Option<FieldRole> {
        let distinct: Vec<_> = values.iter().map(|&value| value.to_owned()).collect();
        let texts = SampleTexts {
            distinct: &distinct,
            is_cut: false,
        };
        FieldRole::recognise(name, guess, texts)
    }

    #[test]
    fn usual_names_have_roles() {
        use FieldRole as R;
        use InferredType as T;
        for (name, guess, value, expected) in [
            ("campaignName", T::Text, "Spring", Some(R::Name)),
            ("campaignStatus", T::Text, "LIVE", Some(R::Status)),
            ("delivery_state", T::Text, "paused", Some(R::Status)),
            ("flightStartDate", T::Instant, "", Some(R::Start)),
            ("start_time", T::InstantSeconds, "", Some(R::Start)),
            ("startdate", T::Instant, "", Some(R::Start)),
            ("validFrom", T::Text, "2026-03-01", Some(R::Start)),
            ("endOn", T::Instant, "", Some(R::End)),
            ("EndsAt", T::Text, "2026-03-01T10:00Z", Some(R::End)),
            ("end_ts_ms", T::Integer, "", None),
            ("flightEndUtc", T::Instant, "", Some(R::End)),
            ("budget", T::Decimal, "", Some(R::Budget)),
            ("totalBudget", T::Integer, "", Some(R::Budget)),
            ("budget-amount", T::Text, "1200.50", Some(R::Budget)),
            ("dailyBudget", T::Integer, "", Some(R::Amount)),
            ("budget_cents", T::Integer, "", Some(R::Amount)),
            ("maxCPM", T::Decimal, "", Some(R::Amount)),
            ("currencyCode", T::Text, "EUR", Some(R::Currency)),
            ("advertiserName", T::Text, "Rhein", Some(R::Advertiser)),
            ("brandId", T::Integer, "", Some(R::Brand)),
            ("brand", T::Text, "Kaffee", Some(R::Brand)),
            ("traffickingNotes", T::Text, "Call", Some(R::Notes)),
            ("lastUpdatedBy", T::Integer, "", Some(R::Record)),
            ("created", T::Instant, "", Some(R::Record)),
            ("version", T::Integer, "", Some(R::Record)),
            ("landingURL", T::Url, "https://a.example", None),
            ("HTTPServer2Name", T::Text, "x", None),
            ("__", T::Text, "x", None),
        ] {
            let values: &[&str] = if value.is_empty() { &[] } else { &[value] };
            assert_eq!(role(name, guess, values), expected, "{name}");
        }
    }

    #[test]
    fn titles_are_the_words_of_names() {
        for (name, title) in [
            ("campaignName", "Campaign name"),
            ("campaignStatus", "Campaign status"),
            ("delivery_state", "Delivery state"),
            ("flightStartDate", "Flight start date"),
            ("start_time", "Start time"),
            ("startdate", "Start date"),
            ("validFrom", "Valid from"),
            ("endOn", "End"),
            ("EndsAt", "Ends at"),
            ("end_ts_ms", "End ts (ms)"),
            ("flightEndUtc", "Flight end UTC"),
            ("budget", "Budget"),
            ("totalBudget", "Total budget"),
            ("budget-amount", "Budget amount"),
            ("dailyBudget", "Daily budget"),
            ("budget_cents", "Budget (cents)"),
            ("maxCPM", "Max CPM"),
            ("currencyCode", "Currency code"),
            ("advertiserName", "Advertiser name"),
            ("brandId", "Brand ID"),
            ("brand", "Brand"),
            ("traffickingNotes", "Trafficking notes"),
            ("lastUpdatedBy", "Last updated by"),
            ("created", "Created"),
            ("version", "Version"),
            ("landingURL", "Landing URL"),
            ("HTTPServer2Name", "Http server2 name"),
            ("__", "__"),
        ] {
            assert_eq!(member_title(name), title);
        }
    }

    #[test]
    fn other_names_have_no_role() {
        use InferredType as T;
        for (name, guess) in [
            ("budgetType", T::Text),
            ("budgetId", T::Integer),
            ("billingState", T::Text),
            ("startPage", T::Text),
            ("advertiserContact", T::Text),
            ("brandSafetyLevel", T::Text),
            ("fileName", T::Text),
            ("currencyRate", T::Decimal),
            ("statusCode", T::Integer),
            ("updateFrequency", T::Integer),
        ] {
            assert_eq!(role(name, guess, &[]), None, "{name}");
        }
    }

    #[test]
    fn values_refute_a_name() {
        use InferredType as T;
        let many: Vec<String> = (0..=MAX_STATUSES).map(|at| format!("S{at}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        for (name, guess, values) in [
            ("startDate", T::Integer, &[][..]),
            ("endDate", T::Text, &["2026-03-01", "soon"]),
            ("start", T::YesNo, &[]),
            ("budget", T::Text, &["12", "high"]),
            ("budget", T::Object, &[]),
            ("currency", T::Text, &["EUR", "Euro"]),
            ("status", T::Text, &["12", "13"]),
            (
                "status",
                T::Text,
                &["Waiting for the client’s approval since March"],
            ),
            ("status", T::Text, &many),
            ("advertiser", T::Text, &["a@b.example"]),
            ("brand", T::Objects, &[]),
            ("notes", T::Integer, &[]),
            ("notes", T::Anything, &["a"]),
        ] {
            assert_eq!(role(name, guess, values), None, "{name} {values:?}");
        }
    }

    #[test]
    fn roles_are_found_by_name() {
        for role in FieldRole::ALL {
            assert_eq!(FieldRole::parse(role.as_str()), Some(role));
        }
    }
}
