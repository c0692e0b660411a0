//! Going through an ad for its addresses.

use std::collections::HashMap;

use adwright_checks::placeholders;
use adwright_model::{Node, Path, Shape};

use super::place::Place;
use super::whole::{is_address, is_whole, parsed, scheme_and_host};
use super::{Address, Tracking, within};
use crate::read::{shortened, shortened_to};

/// No more addresses are shown.
const MOST_ADDRESSES: usize = 5_000;

/// No more characters of an address are shown.
const LONGEST_ADDRESS: usize = 2_000;

/// Members with pictures of assets, which only the service's own pages show.
const PICTURES: [&str; 3] = ["thumbnailUrl", "thumbnails", "relatedProxies"];

/// What is found on the way.
#[derive(Default)]
pub(super) struct Found {
    pub(super) tracking: Tracking,
    /// The place of the first address of each text.
    seen: HashMap<String, u32>,
}

impl Found {
    /// Notes every address in a node.
    pub(super) fn go(&mut self, node: Node<'_>, path: &Path) {
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
        let [scheme, host] = scheme_and_host(text);
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
            scheme,
            host,
            macros: placeholders(text)
                .map(|found| found.name.to_owned())
                .collect(),
            same_as: (first != number).then_some(first),
        });
    }
}
