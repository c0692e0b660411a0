use std::borrow::Cow;
use std::cmp::Ordering;

use adwright_model::{Edit, Node};

use crate::document_index::{DocumentIndex, ListItem};
use crate::finding::{Finding, Fix};
use crate::rule::{Rule, warning};

/// The items that are called, each with the member that names the event.
const CALLED: [(&str, &str); 2] = [("ThirdPartyURL", "urlType"), ("Tracker", "event")];

/// The same address twice in a list of trackers, for the same event.
///
/// Trackers that are switched off do not count, because they are not called.
pub(super) const RULE: Rule = Rule {
    id: "same-address",
    code: None,
    title: "Tracker called twice",
    about: "Each address in a list of trackers is called once for each event. If the same address is listed twice \
           for one event, everything is counted twice.",
    source: "The interface, Ad objects (shared layout): adURLs are \"third-party tracking URLs\"; Nested \
            object shapes: ThirdPartyURL has url, urlType and enabled.",
    kinds: &[],
    cases: &[warning(
        "twice",
        "{field} has the same address at {places}, all for the same event, so it counts more than once: {address}. \
        Remove all but one.",
    )],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let calls = CALLED.into_iter().flat_map(|(called, event)| {
        let items = index.list_items_of(called);
        items.filter_map(move |item| TrackerCall::from_item(&item, event))
    });
    let mut calls: Vec<_> = calls.collect();
    calls.sort_unstable_by(|a, b| a.compare(b).then(a.at.cmp(&b.at)));
    let repeated = calls.chunk_by(|a, b| a.compare(b).is_eq());
    let repeated = repeated.filter(|calls| calls.len() > 1);
    let active = repeated.map(|calls| calls.iter().filter(|call| call.is_active()).collect());
    let active = active.filter(|calls: &Vec<_>| calls.len() > 1);
    active.map(|calls| finding(index, &calls)).collect()
}

/// An item that calls an address.
struct TrackerCall<'a> {
    /// The position of the list's field.
    list: usize,
    at: usize,
    node: Node<'a>,
    address: Cow<'a, str>,
    event: Cow<'a, str>,
}

impl<'a> TrackerCall<'a> {
    fn from_item(item: &ListItem<'a>, event: &str) -> Option<Self> {
        let ListItem { list, at, object } = item;
        let text = |name| object.text(name).map(trim);
        Some(Self {
            list: list.position(),
            at: *at,
            node: object.node,
            address: text("url").filter(|address| !address.is_empty())?,
            event: text(event).unwrap_or_default(),
        })
    }

    /// Equal items make the same call.
    fn compare(&self, other: &Self) -> Ordering {
        let by_place = (self.list, &self.address).cmp(&(other.list, &other.address));
        by_place.then_with(|| {
            let events = [self, other].map(|call| call.event.to_lowercase());
            events[0].cmp(&events[1])
        })
    }

    /// The catalog may know only one of the two switches, but a service may use the other.
    fn is_active(&self) -> bool {
        let mut switches = ["enabled", "active"].into_iter();
        switches.all(|name| {
            let switch = self.node.member(name).and_then(|node| node.as_bool());
            switch != Some(false)
        })
    }
}

fn trim(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
        Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
    }
}

/// Creates a finding about items that make the same call, in order.
fn finding(index: &DocumentIndex<'_>, calls: &[&TrackerCall<'_>]) -> Finding {
    let list = index.field_at(calls[0].list);
    let places: Vec<_> = calls.iter().map(|call| (call.at + 1).to_string()).collect();
    let (final_place, others) = places.split_last().expect("a repeated address has places");
    let path = list.path();
    let mut finding = RULE
        .finding("twice", path.item(calls[1].at).child("url"))
        .with_arg("field", &list.field.title)
        .with_arg("places", format!("{} and {final_place}", others.join(", ")))
        .with_arg("address", &*calls[0].address);
    if list.is_editable() {
        // Runs from the end, so that the indices of the other items stay.
        let repeats = calls[1..].iter().rev();
        let remove = |call: &&TrackerCall<'_>| Edit::Remove {
            path: path.item(call.at),
        };
        finding.fix = Some(Fix {
            label: "Keep the first only".to_owned(),
            edits: repeats.map(remove).collect(),
        });
    }
    finding
}

#[cfg(test)]
mod tests {
    use adwright_model::Kind;
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    fn ad(trackers: &str) -> TestCase {
        let json = format!(r#"{{"adURLs":[{trackers}]}}"#);
        TestCase::new_of(Kind::InStreamInteractiveAd, &json)
    }

    #[test]
    fn each_address_is_called_once() {
        for trackers in [
            r#"{"url":"https://a.example"},{"url":"https://b.example"}"#,
            r#"{"url":"https://a.example","urlType":"CLICK_TRACKING"},
               {"url":"https://a.example","urlType":"IMPRESSION_TRACKING"}"#,
            r#"{"url":"https://a.example"},{"url":"https://a.example","enabled":false}"#,
            r#"{"url":"https://a.example"},{"url":"https://a.example","active":false}"#,
            r#"{"url":""},{"url":" "},{"url":null},{},7"#,
        ] {
            check(RULE.id, &ad(trackers), &expect![[""]]);
        }
        let off = r#"[{"event":"click","url":"https://a.example"},
            {"event":"click","url":"https://a.example","active":false}]"#;
        check(
            RULE.id,
            &TestCase::update(&[("trackers", off)]),
            &expect![[""]],
        );
    }

    #[test]
    fn repeated_address_is_reported_once() {
        check(
            RULE.id,
            &ad(
                r#"{"url":"https://a.example","urlType":"CLICK_TRACKING"},{"url":"https://b.example"},
                {"url":" https://a.example","urlType":"click_tracking","enabled":true},
                {"url":"https://a.example","urlType":"CLICK_TRACKING"},{"url":"https://b.example"}"#,
            ),
            &expect![[r#"
                Warning at adURLs[2].url: Tracking addresses has the same address at 1, 3 and 4, all for the same event, so it counts more than once: https://a.example. Remove all but one.
                  fix: Keep the first only (remove adURLs[3], remove adURLs[2])
                Warning at adURLs[4].url: Tracking addresses has the same address at 2 and 5, all for the same event, so it counts more than once: https://b.example. Remove all but one.
                  fix: Keep the first only (remove adURLs[4])
            "#]],
        );
        let twice = r#"[{"event":"click","url":"https://a.example"},
            {"event":"click","url":"https://a.example","active":true}]"#;
        check(
            RULE.id,
            &TestCase::update(&[("trackers", twice)]),
            &expect![[r#"
                Warning at trackers[1].url: Trackers has the same address at 1 and 2, all for the same event, so it counts more than once: https://a.example. Remove all but one.
                  fix: Keep the first only (remove trackers[1])
            "#]],
        );
    }

    #[test]
    fn file_pictures_are_not_trackers() {
        let pictures = r#"{"html5":{"assets":[{"thumbnails":[{"url":"https://a.example"},{"url":"https://a.example"}]}]}}"#;
        let ad = TestCase::new_of(Kind::Html5ExpandableBannerAd, pictures);
        check(RULE.id, &ad, &expect![[""]]);
    }
}
