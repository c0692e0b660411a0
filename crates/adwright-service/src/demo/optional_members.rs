//! Members that only some demo campaigns have: labels, flights, a landing page, trackers.

const DAY: i64 = 86_400_000;

/// The names of flights, each with its pacing.
const FLIGHTS: [(&str, &str); 6] = [
    ("Prospecting", "EVEN"),
    ("Retargeting", "FRONT_LOADED"),
    ("Last days", "ASAP"),
    ("Newcomers", "EVEN"),
    ("Regulars", "EVEN"),
    ("Second wave", "FRONT_LOADED"),
];

const LABELS: [&str; 4] = ["Always on", "Seasonal", "Brand", "Performance"];

const EVENTS: [&str; 4] = ["impression", "click", "view", "complete"];

/// The amount of each optional member in a campaign.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct OptionalMembers {
    /// True if the campaign has the date of the client's approval.
    pub(crate) approved: bool,
    /// The number of labels. A single label has no list around it.
    pub(crate) labels: usize,
    pub(crate) flights: usize,
    pub(crate) landing_page: bool,
    /// The number of trackers. A single tracker has no list around it.
    pub(crate) trackers: usize,
}

impl OptionalMembers {
    /// Chooses the members of an unnamed campaign. Most campaigns have none, and each optional member appears
    /// somewhere.
    pub(crate) fn for_crowd(nth: usize) -> Self {
        Self {
            approved: nth.is_multiple_of(6),
            labels: if nth.is_multiple_of(5) {
                1 + nth % 3
            } else {
                0
            },
            flights: if nth.is_multiple_of(4) {
                1 + nth % 5
            } else {
                0
            },
            landing_page: nth.is_multiple_of(7),
            trackers: if nth.is_multiple_of(9) {
                1 + nth % 2
            } else {
                0
            },
        }
    }

    /// Returns the members as JSON, each with a comma before it. Times are epoch milliseconds.
    pub(crate) fn members(self, start: i64, end: i64) -> String {
        let approved = format!(r#","approvedOn":{}"#, (start - 9 * DAY) / 1000);
        let labels = (0..self.labels).map(|nth| format!("{:?}", LABELS[nth % LABELS.len()]));
        let flights = format!(
            r#","flights":[{}]"#,
            self.flights_json(start, end).join(",")
        );
        let page = r#","landingPage":"https://www.example.com/offers?source=display""#;
        let trackers = (0..self.trackers).map(tracker);
        [
            if self.approved {
                approved
            } else {
                String::new()
            },
            list_or_bare("labels", &labels.collect::<Vec<_>>()),
            if self.flights > 0 {
                flights
            } else {
                String::new()
            },
            (if self.landing_page { page } else { "" }).to_owned(),
            list_or_bare("trackers", &trackers.collect::<Vec<_>>()),
        ]
        .concat()
    }

    /// Splits the campaign's time into equal parts.
    fn flights_json(self, start: i64, end: i64) -> Vec<String> {
        let count = i64::try_from(self.flights).unwrap_or(1).max(1);
        let length = (end - start) / count;
        let bounds = (0..count).map(|nth| (start + nth * length, start + (nth + 1) * length));
        bounds
            .enumerate()
            .map(|(nth, (from, to))| flight(nth, from, to))
            .collect()
    }
}

/// Writes a single item without a list around it, and leaves the member out if there is no item.
fn list_or_bare(name: &str, items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => format!(r#","{name}":{only}"#),
        items => format!(r#","{name}":[{}]"#, items.join(",")),
    }
}

fn flight(nth: usize, from: i64, to: i64) -> String {
    let (name, pacing) = FLIGHTS[nth % FLIGHTS.len()];
    // Only some flights have a cap, and the spelling of its number varies.
    let cap = [
        r#","frequencyCap":{"type":"FrequencyCap","impressions":4,"days":7}"#,
        "",
        r#","frequencyCap":{"type":"FrequencyCap","impressions":2,"days":1,"perDevice":true}"#,
    ][nth % 3];
    let budget = ["4000.00", "2.5e3", "1250"][nth % 3];
    let delivered = 182_400 + 7_310 * nth;
    format!(
        r#"{{"type":"Flight","name":"{name}","startDate":{from},"endDate":{to},"budget":{budget},"pacing":"{pacing}"{cap},"delivered":{delivered}}}"#
    )
}

fn tracker(nth: usize) -> String {
    let event = EVENTS[nth % EVENTS.len()];
    format!(
        r#"{{"type":"Tracker","event":"{event}","url":"https://count.example.net/{event}?ord=[timestamp]","active":{}}}"#,
        nth != 1
    )
}
