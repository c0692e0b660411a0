//! Every web address of an ad: what it is for, where it leads, and what is filled in later.

mod within;

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use adwright_checks::{filled, placeholders};
use adwright_model::{Editable, Node, Path, Shape};
use serde::Serialize;
use specta::Type;
use url::Url;

use crate::read::{shortened, shortened_to};

/// No more addresses are shown.
const MOST_ADDRESSES: usize = 5_000;

/// No more characters of an address are shown.
const LONGEST_ADDRESS: usize = 2_000;

/// Members with pictures of assets, which only the service's own pages show.
const PICTURES: [&str; 3] = ["thumbnailUrl", "thumbnails", "relatedProxies"];

/// Every web address of an ad.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Type)]
pub struct Tracking {
    /// The addresses in the order of the document; of very many, the first.
    pub addresses: Vec<Address>,
    /// How many addresses there are beyond those.
    pub more: u32,
    /// The computers that they lead to, those with most addresses first.
    pub hosts: Vec<Host>,
}

/// One web address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Address {
    /// Its text, shortened where it is very long.
    pub text: String,
    /// Where it stands in the document.
    pub path: String,
    /// Whether it stands in the midst of a longer text, such as a tag's markup.
    pub within: bool,
    /// What it is for.
    pub purpose: Purpose,
    /// What the ad calls it: its `urlType`, or the name of the interaction.
    pub called: Option<String>,
    /// Whether it is called at all; none where the ad does not say.
    pub enabled: Option<bool>,
    /// Where it is from, as the ad says.
    pub source: Option<String>,
    /// Such as `https`; none where it is no web address.
    pub scheme: Option<String>,
    /// The computer that it leads to.
    pub host: Option<String>,
    /// The names of what is filled in later, in order.
    pub macros: Vec<String>,
    /// The place of the first address that is the same, where this is not it.
    pub same_as: Option<u32>,
}

/// What an address is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Purpose {
    /// Opened by a click.
    ClickThrough,
    /// Called to count something.
    Tracking,
    /// Opened by what a person does in the ad.
    Interaction,
    /// Anything else.
    Other,
}

/// A computer that addresses lead to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct Host {
    /// Its name.
    pub name: String,
    /// How many addresses lead to it.
    pub count: u32,
}

impl Tracking {
    /// The addresses of an ad. Pictures of its assets that only the service's own pages show are none of them.
    #[must_use]
    pub fn of(ad: &Editable) -> Self {
        let mut found = Found::default();
        found.go(ad.root(), &Path::root());
        let hosts = hosts(&found.tracking.addresses);
        Self {
            hosts,
            ..found.tracking
        }
    }
}

#[derive(Default)]
struct Found {
    tracking: Tracking,
    /// The place of the first address of each text.
    seen: HashMap<String, u32>,
}

impl Found {
    fn go(&mut self, node: Node<'_>, path: &Path) {
        match node.shape() {
            Shape::Object => {
                for (name, value) in node.members() {
                    self.go_member(value, path, &name, node);
                }
            }
            Shape::Array => {
                for (at, value) in node.items().enumerate() {
                    self.go(value, &path.item(at));
                }
            }
            _ => {
                if let Some(text) = node.as_str() {
                    let is_address = is_whole(&text);
                    self.note_text(&text, is_address, &Place::item(path));
                }
            }
        }
    }

    fn go_member(&mut self, value: Node<'_>, path: &Path, name: &str, holder: Node<'_>) {
        if matches!(value.shape(), Shape::Object | Shape::Array) {
            if !PICTURES.contains(&name) {
                self.go(value, &path.child(name));
            }
            return;
        }
        let text = value.as_str().filter(|_| !PICTURES.contains(&name));
        if let Some(text) = text {
            let place = Place {
                path: &path.child(name),
                name,
                holder: Some(holder),
            };
            self.note_text(&text, is_address(name, &text), &place);
        }
    }

    /// Notes a text that is an address, and the addresses in one that is not, or that leads nowhere by itself.
    fn note_text(&mut self, text: &str, is_address: bool, place: &Place<'_>) {
        if is_address {
            self.note(text, place, false);
        }
        let leads = || is_whole(text) && parsed(text).is_some_and(|url| url.has_host());
        if !is_address || !leads() {
            for address in within::addresses(text) {
                self.note(&address, place, true);
            }
        }
    }

    fn note(&mut self, text: &str, place: &Place<'_>, within: bool) {
        if self.tracking.addresses.len() >= MOST_ADDRESSES {
            self.tracking.more += 1;
            return;
        }
        let number = u32::try_from(self.tracking.addresses.len()).unwrap_or(u32::MAX);
        let first = *self.seen.entry(text.to_owned()).or_insert(number);
        let url = parsed(text);
        let said = |name| {
            let said = place.holder?.member(name)?.as_str()?;
            (!said.trim().is_empty()).then(|| shortened(&said))
        };
        self.tracking.addresses.push(Address {
            text: shortened_to(text, LONGEST_ADDRESS),
            path: place.path.to_string(),
            within,
            purpose: place.purpose(),
            called: ["urlType", "reportingName", "name"]
                .into_iter()
                .find_map(said),
            enabled: place
                .holder
                .and_then(|holder| holder.member("enabled")?.as_bool()),
            source: said("urlSource"),
            scheme: url.as_ref().map(|url| url.scheme().to_owned()),
            host: url.and_then(|url| url.host_str().map(str::to_owned)),
            macros: placeholders(text)
                .map(|found| found.name.to_owned())
                .collect(),
            same_as: (first != number).then_some(first),
        });
    }
}

/// Where a text stands in the document.
struct Place<'a> {
    path: &'a Path,
    /// What it is called there; nothing in a list.
    name: &'a str,
    /// What it is a member of.
    holder: Option<Node<'a>>,
}

impl<'a> Place<'a> {
    fn item(path: &'a Path) -> Self {
        Self {
            path,
            name: "",
            holder: None,
        }
    }

    fn purpose(&self) -> Purpose {
        self.holder.map_or(Purpose::Other, |holder| {
            purpose(self.path, self.name, holder)
        })
    }
}

/// Whether a member is an address: by its name, or by its text.
fn is_address(name: &str, text: &str) -> bool {
    let is_called_so = ["url", "redirectURL", "jumpURL"].contains(&name);
    is_called_so && !text.trim().is_empty() || is_whole(text)
}

/// Whether a text is one address, and no list of several.
fn is_whole(text: &str) -> bool {
    let mut words = text.split_whitespace();
    words.next().is_some_and(begins_as_address) && !words.any(begins_as_address)
}

/// The address as a browser reads it. One that begins with `//` has the scheme of the page, which today is HTTPS.
fn parsed(text: &str) -> Option<Url> {
    let text = filled(text.trim());
    let page = Url::parse("https://page.invalid").ok()?;
    if text.starts_with("//") {
        page.join(&text).ok()
    } else {
        Url::parse(&text).ok()
    }
}

fn begins_as_address(text: &str) -> bool {
    ["http://", "https://", "//"].into_iter().any(|start| {
        let begins = text.get(..start.len());
        begins.is_some_and(|begins| begins.eq_ignore_ascii_case(start))
    })
}

fn purpose(path: &Path, name: &str, holder: Node<'_>) -> Purpose {
    let path = path.to_string().to_ascii_lowercase();
    if holder.member("urlType").is_some() {
        return Purpose::Tracking;
    }
    if path.contains("clickthrough") && !path.contains("interactions") {
        return Purpose::ClickThrough;
    }
    if path.contains("interactions") || name == "redirectURL" || name == "jumpURL" {
        return Purpose::Interaction;
    }
    Purpose::Other
}

fn hosts(addresses: &[Address]) -> Vec<Host> {
    let mut counts = BTreeMap::new();
    for host in addresses.iter().filter_map(|address| address.host.as_ref()) {
        *counts.entry(host).or_insert(0) += 1;
    }
    let hosts = counts.into_iter().map(|(name, count)| Host {
        name: name.clone(),
        count,
    });
    let mut hosts: Vec<_> = hosts.collect();
    hosts.sort_by_key(|host| Reverse(host.count));
    hosts
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(json: &str, expected: &Expect) {
        let ad = Editable::parse(json).unwrap();
        let addresses = Tracking::of(&ad).addresses.into_iter();
        let lines = addresses.map(|address| {
            let Address {
                path,
                purpose,
                called,
                enabled,
                source,
                scheme,
                host,
                macros,
                same_as,
                within,
                ..
            } = address;
            let path = if within { format!("{path} (within {:?})", address.text) } else { path };
            format!("{path}: {purpose:?} {called:?} {enabled:?} {source:?} {scheme:?} {host:?} {macros:?} {same_as:?}\n")
        });
        expected.assert_eq(&lines.collect::<String>());
    }

    #[test]
    fn every_address_is_told_by_what_it_is_for() {
        check(
            r#"{
                "name": "https is no address",
                "mainClickthrough": {"url": "https://shop.example/?c=[campaign]&t=%%TIME%%"},
                "adURLs": [
                    {"url": "http://t.example/i", "urlType": "IMPRESSION_TRACKING", "enabled": true, "urlSource": "AD"},
                    {"url": "not one", "urlType": "CLICK_TRACKING", "enabled": false},
                    {"url": "http://t.example/i", "urlType": "CLICK_TRACKING"},
                    {"url": " ", "urlType": "EMPTY"}
                ],
                "customInteractions": [{"name": "open", "redirectURL": "//cdn.example/x"}],
                "banner": {"thumbnailUrl": "https://thumbs.example/1.png"},
                "other": ["HTTPS://Deep.Example/", {"a": [["https://deeper.example/"]]}]
            }"#,
            &expect![[r#"
                mainClickthrough.url: ClickThrough None None None Some("https") Some("shop.example") ["campaign", "TIME"] None
                adURLs[0].url: Tracking Some("IMPRESSION_TRACKING") Some(true) Some("AD") Some("http") Some("t.example") [] None
                adURLs[1].url: Tracking Some("CLICK_TRACKING") Some(false) None None None [] None
                adURLs[2].url: Tracking Some("CLICK_TRACKING") None None Some("http") Some("t.example") [] Some(1)
                customInteractions[0].redirectURL: Interaction Some("open") None None Some("https") Some("cdn.example") [] None
                other[0]: Other None None None Some("https") Some("deep.example") [] None
                other[1].a[0][0]: Other None None None Some("https") Some("deeper.example") [] None
            "#]],
        );
    }

    #[test]
    fn addresses_in_the_midst_of_a_text_are_found() {
        check(
            r#"{
                "fourthPartyTag": "<script src=\"//tag.example/t.js\"></script>\n<img src='https://px.example/i?t=[timestamp]'>",
                "html5": {"assets": [{"htmlContext": {"scriptSource": [{"innerText": "var a = 'https:\/\/js.example\/';"}]}}]},
                "adURLs": [{"url": "<img src=\"http://late.example/\">", "urlType": "IMPRESSION_TRACKING"}],
                "redirectURL": "javascript:open('https://pop.example/')",
                "list": ["https://one.example/ https://two.example/", "nothing // here"],
                "thumbnailUrl": "<img src='https://thumbs.example/'>"
            }"#,
            &expect![[r#"
                fourthPartyTag (within "//tag.example/t.js"): Other None None None Some("https") Some("tag.example") [] None
                fourthPartyTag (within "https://px.example/i?t=[timestamp]"): Other None None None Some("https") Some("px.example") ["timestamp"] None
                html5.assets[0].htmlContext.scriptSource[0].innerText (within "https://js.example/"): Other None None None Some("https") Some("js.example") [] None
                adURLs[0].url: Tracking Some("IMPRESSION_TRACKING") None None None None [] None
                adURLs[0].url (within "http://late.example/"): Tracking Some("IMPRESSION_TRACKING") None None Some("http") Some("late.example") [] None
                redirectURL: Interaction None None None Some("javascript") None [] None
                redirectURL (within "https://pop.example/"): Interaction None None None Some("https") Some("pop.example") [] None
                list[0] (within "https://one.example/"): Other None None None Some("https") Some("one.example") [] None
                list[0] (within "https://two.example/"): Other None None None Some("https") Some("two.example") [] None
            "#]],
        );
    }

    #[test]
    fn very_many_addresses_are_counted() {
        let many = vec![r#""https://a.example/""#; 5_003].join(",");
        let tracking = Tracking::of(&Editable::parse(&format!("[{many}]")).unwrap());
        assert_eq!((tracking.addresses.len(), tracking.more), (5_000, 3));
        assert_eq!(tracking.hosts[0].count, 5_000);
        assert_eq!(tracking.addresses[4_999].same_as, Some(0));
        let text = "'https://a.example/'".repeat(5_004);
        let tracking = Tracking::of(&Editable::parse(&format!(r#"{{"tag":"{text}"}}"#)).unwrap());
        assert_eq!((tracking.addresses.len(), tracking.more), (5_000, 4));
    }
}
