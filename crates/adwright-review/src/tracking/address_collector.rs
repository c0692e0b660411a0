//! Collects the addresses of an ad.

use std::collections::HashMap;

use adwright_checks::placeholders;
use adwright_model::{JsonType, Node, Path};

use super::address_context::AddressContext;
use super::exact_url::{is_address, is_exact_url, parse_url, scheme_and_host};
use super::{AdAddress, AdAddresses, embedded_url};
use crate::object_reader::{shorten, shorten_to};

/// The most addresses shown.
const MOST_ADDRESSES: usize = 5_000;

/// The most characters of an address shown.
const LONGEST_ADDRESS: usize = 2_000;

/// Members with pictures of assets, which only the pages of the service show.
const PICTURES: [&str; 3] = ["thumbnailUrl", "thumbnails", "relatedProxies"];

/// Collects addresses while visiting the document.
#[derive(Default)]
pub(super) struct AddressCollector {
    pub(super) tracking: AdAddresses,
    /// The index of the first address with each text.
    seen: HashMap<String, u32>,
}

impl AddressCollector {
    /// Adds every address in a node.
    pub(super) fn visit(&mut self, node: Node<'_>, path: &Path) {
        match node.json_type() {
            JsonType::Object => {
                for (name, value) in node.members() {
                    self.visit_member(value, path, &name, node);
                }
            }
            JsonType::Array => {
                for (at, value) in node.items().enumerate() {
                    self.visit(value, &path.item(at));
                }
            }
            _ => {
                if let Some(text) = node.as_str() {
                    let is_address = is_exact_url(&text);
                    self.collect_from_text(&text, is_address, &AddressContext::for_item(path));
                }
            }
        }
    }

    fn visit_member(&mut self, value: Node<'_>, path: &Path, name: &str, holder: Node<'_>) {
        if matches!(value.json_type(), JsonType::Object | JsonType::Array) {
            if !PICTURES.contains(&name) {
                self.visit(value, &path.child(name));
            }
            return;
        }
        let text = value.as_str().filter(|_| !PICTURES.contains(&name));
        if let Some(text) = text {
            let place = AddressContext {
                path: &path.child(name),
                name,
                holder: Some(holder),
            };
            self.collect_from_text(&text, is_address(name, &text), &place);
        }
    }

    /// Adds a text that is an address. Also searches a text for embedded addresses if it is not an address or has
    /// no host.
    fn collect_from_text(&mut self, text: &str, is_address: bool, place: &AddressContext<'_>) {
        if is_address {
            self.add(text, place, false);
        }
        let leads = || is_exact_url(text) && parse_url(text).is_some_and(|url| url.has_host());
        if !is_address || !leads() {
            for address in embedded_url::find_urls(text) {
                self.add(&address, place, true);
            }
        }
    }

    fn add(&mut self, text: &str, place: &AddressContext<'_>, within: bool) {
        if self.tracking.addresses.len() >= MOST_ADDRESSES {
            self.tracking.more += 1;
            return;
        }
        let number = u32::try_from(self.tracking.addresses.len()).unwrap_or(u32::MAX);
        let first = *self.seen.entry(text.to_owned()).or_insert(number);
        let [scheme, host] = scheme_and_host(text);
        let said = |name| {
            let said = place.holder?.member(name)?.as_str()?;
            (!said.trim().is_empty()).then(|| shorten(&said))
        };
        self.tracking.addresses.push(AdAddress {
            text: shorten_to(text, LONGEST_ADDRESS),
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
