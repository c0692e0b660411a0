use std::collections::HashMap;

use adwright_model::{Edit, Node, Type};

use crate::finding::{Finding, Fix};
use crate::rule::{Rule, warning};
use crate::walk::{Visit, Walk};

/// The items that are called, each with the member that says when.
const CALLED: [(&str, &str); 2] = [("ThirdPartyURL", "urlType"), ("Tracker", "event")];

/// So many places are named; more of them nobody reads.
const MOST_PLACES: usize = 20;

/// The same address twice in a list of trackers, for the same event.
///
/// One that is switched off is not called, and so not twice.
pub(super) const RULE: Rule = Rule {
    id: "same-address",
    code: None,
    title: "Tracker called twice",
    about: "Each address in a list of trackers is called once for each event. Where the same one stands \
           there twice for the same event, everything is counted double.",
    source: "INTERFACE.md, Ad objects (shared layout): adURLs are \"third-party tracking URLs\"; Nested \
            object shapes: ThirdPartyURL has url, urlType and enabled.",
    kinds: &[],
    cases: &[warning(
        "twice",
        "{field} has the same address at {places}, all called for the same event, so it counts more \
        than once: {address}. Take out all but one.",
    )],
    check,
};

fn check(walk: &Walk<'_>) -> Vec<Finding> {
    let lists = walk
        .fields()
        .filter_map(|visit| Some((visit, when(&visit)?)));
    lists
        .flat_map(|(visit, when)| repeated(&visit, when))
        .collect()
}

fn when(visit: &Visit<'_>) -> Option<&'static str> {
    visit.node?;
    let Type::List(item) = &visit.field.ty else {
        return None;
    };
    let Type::Object(name) = &**item else {
        return None;
    };
    let called = CALLED.iter().find(|(known, _)| known == name);
    called.map(|(_, when)| *when)
}

/// An address that is called, and all the items that do so.
struct Call {
    address: String,
    items: Vec<usize>,
}

fn repeated(visit: &Visit<'_>, when: &str) -> Vec<Finding> {
    let mut calls: Vec<Call> = Vec::new();
    let mut known: HashMap<(String, String), usize> = HashMap::new();
    for (at, item) in visit.node.iter().flat_map(Node::items).enumerate() {
        let Some(call) = call(&item, when) else {
            continue;
        };
        let address = call.0.clone();
        let place = *known.entry(call).or_insert(calls.len());
        if place == calls.len() {
            let items = Vec::new();
            calls.push(Call { address, items });
        }
        calls[place].items.push(at);
    }
    let repeated = calls.iter().filter(|call| call.items.len() > 1);
    repeated.map(|call| finding(visit, call)).collect()
}

/// Which address an item calls, and when.
fn call(item: &Node<'_>, when: &str) -> Option<(String, String)> {
    let text = |name| Some(item.member(name)?.as_str()?.trim().to_owned());
    let is_off = |name| item.member(name).and_then(|node| node.as_bool()) == Some(false);
    let address = text("url").filter(|address| !address.is_empty())?;
    let when = text(when).unwrap_or_default().to_lowercase();
    (!is_off("enabled") && !is_off("active")).then_some((address, when))
}

/// Places as people count: "1, 4 and 7"; of very many the first.
fn places(items: &[usize]) -> String {
    let places = |items: &[usize]| {
        let places: Vec<_> = items.iter().map(|at| (at + 1).to_string()).collect();
        places.join(", ")
    };
    if let Some((first, others)) = items.split_at_checked(MOST_PLACES)
        && others.len() > 1
    {
        return format!("{} and {} more", places(first), others.len());
    }
    let (last, others) = items.split_last().expect("a repeated address has places");
    format!("{} and {}", places(others), last + 1)
}

fn finding(visit: &Visit<'_>, call: &Call) -> Finding {
    let path = visit.path();
    let mut finding = RULE
        .finding("twice", path.item(call.items[1]).child("url"))
        .arg("field", &visit.field.title)
        .arg("places", places(&call.items))
        .arg("address", &call.address);
    if visit.may_change() {
        // From the end, so that the places of the others stay.
        let repeats = call.items[1..].iter().rev();
        let remove = |&at| Edit::Remove {
            path: path.item(at),
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
    use crate::testing::{Case, check};

    fn ad(trackers: &str) -> Case {
        let json = format!(r#"{{"adURLs":[{trackers}]}}"#);
        Case::new_of(Kind::InStreamInteractiveAd, &json)
    }

    #[test]
    fn each_address_is_called_once() {
        for trackers in [
            r#"{"url":"https://a.example"},{"url":"https://b.example"}"#,
            r#"{"url":"https://a.example","urlType":"CLICK_TRACKING"},
               {"url":"https://a.example","urlType":"IMPRESSION_TRACKING"}"#,
            r#"{"url":"https://a.example"},{"url":"https://a.example","enabled":false}"#,
            r#"{"url":""},{"url":" "},{"url":null},{},7"#,
        ] {
            check(RULE.id, &ad(trackers), &expect![[""]]);
        }
        let off = r#"[{"event":"click","url":"https://a.example"},
            {"event":"click","url":"https://a.example","active":false}]"#;
        check(RULE.id, &Case::update(&[("trackers", off)]), &expect![[""]]);
    }

    #[test]
    fn one_that_is_called_again_is_noticed_once() {
        check(
            RULE.id,
            &ad(
                r#"{"url":"https://a.example","urlType":"CLICK_TRACKING"},{"url":"https://b.example"},
                {"url":" https://a.example","urlType":"click_tracking","enabled":true},
                {"url":"https://a.example","urlType":"CLICK_TRACKING"},{"url":"https://b.example"}"#,
            ),
            &expect![[r#"
                Warning at adURLs[2].url: Tracking addresses has the same address at 1, 3 and 4, all called for the same event, so it counts more than once: https://a.example. Take out all but one.
                  fix: Keep the first only (remove adURLs[3], remove adURLs[2])
                Warning at adURLs[4].url: Tracking addresses has the same address at 2 and 5, all called for the same event, so it counts more than once: https://b.example. Take out all but one.
                  fix: Keep the first only (remove adURLs[4])
            "#]],
        );
        let twice = r#"[{"event":"click","url":"https://a.example"},
            {"event":"click","url":"https://a.example","active":true}]"#;
        check(
            RULE.id,
            &Case::update(&[("trackers", twice)]),
            &expect![[r#"
            Warning at trackers[1].url: Trackers has the same address at 1 and 2, all called for the same event, so it counts more than once: https://a.example. Take out all but one.
              fix: Keep the first only (remove trackers[1])
        "#]],
        );
    }

    #[test]
    fn of_very_many_places_the_first_are_named() {
        let says = |count: usize| {
            let same = vec![r#"{"url":"https://a.example"}"#; count].join(",");
            let found = ad(&same).of(RULE.id);
            let [finding] = &found[..] else {
                panic!("one address is called again");
            };
            let said = finding.args.iter().find(|(name, _)| *name == "places");
            said.unwrap().1.clone()
        };
        let first = "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20";
        assert_eq!(says(21), format!("{first} and 21"));
        assert_eq!(says(22), format!("{first} and 2 more"));
    }

    /// With a look at all others for each, this would not come to its end.
    #[test]
    fn very_many_addresses_are_told_in_one_go() {
        let address = |at| format!(r#"{{"url":"https://a.example/{at}"}}"#);
        let all: Vec<_> = (0..50_000).map(address).collect();
        assert_eq!(ad(&all.join(",")).of(RULE.id), vec![]);
    }

    #[test]
    fn pictures_of_a_file_are_no_trackers() {
        let pictures = r#"{"html5":{"assets":[{"thumbnails":[{"url":"https://a.example"},{"url":"https://a.example"}]}]}}"#;
        let ad = Case::new_of(Kind::Html5ExpandableBannerAd, pictures);
        check(RULE.id, &ad, &expect![[""]]);
    }
}
