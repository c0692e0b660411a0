//! Collects the addresses of an ad.

use std::collections::HashMap;

use adwright_checks::placeholders;
use adwright_model::{JsonType, Node, Path};

use super::address_context::AddressContext;
use super::exact_url::{is_address, is_exact_url, parse_url, scheme_and_host};
use super::{AdAddress, AdAddresses, embedded_url};
use crate::object_reader::{shorten, shorten_to};

/// The most addresses shown.
const MAX_ADDRESSES: usize = 5_000;

/// The most characters of an address shown.
const MAX_ADDRESS_LENGTH: usize = 2_000;

/// Members with pictures of assets, which only the pages of the service show.
const PICTURES: [&str; 3] = ["thumbnailUrl", "thumbnails", "relatedProxies"];

/// The place of an address in a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Placement {
    /// The text is the address.
    Whole,
    /// The text contains the address.
    Embedded,
}

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
                    self.collect_from_text(&text, is_address, &AddressContext::for_list_item(path));
                }
            }
        }
    }

    fn visit_member(&mut self, value: Node<'_>, path: &Path, name: &str, parent: Node<'_>) {
        if matches!(value.json_type(), JsonType::Object | JsonType::Array) {
            if !PICTURES.contains(&name) {
                self.visit(value, &path.child(name));
            }
            return;
        }
        let text = value.as_str().filter(|_| !PICTURES.contains(&name));
        if let Some(text) = text {
            let context = AddressContext {
                path: &path.child(name),
                name,
                parent: Some(parent),
            };
            self.collect_from_text(&text, is_address(name, &text), &context);
        }
    }

    /// Adds a text that is an address. Also searches a text for embedded addresses if it is not an address or has
    /// no host.
    fn collect_from_text(&mut self, text: &str, is_address: bool, context: &AddressContext<'_>) {
        if is_address {
            self.add(text, context, Placement::Whole);
        }
        let has_host = || is_exact_url(text) && parse_url(text).is_some_and(|url| url.has_host());
        if !is_address || !has_host() {
            for address in embedded_url::find_urls(text) {
                self.add(&address, context, Placement::Embedded);
            }
        }
    }

    fn add(&mut self, text: &str, context: &AddressContext<'_>, placement: Placement) {
        if self.tracking.addresses.len() >= MAX_ADDRESSES {
            self.tracking.more += 1;
            return;
        }
        let index = u32::try_from(self.tracking.addresses.len()).unwrap_or(u32::MAX);
        let first = *self.seen.entry(text.to_owned()).or_insert(index);
        let [scheme, host] = scheme_and_host(text);
        let member_text = |name| {
            let text = context.parent?.member(name)?.as_str()?;
            (!text.trim().is_empty()).then(|| shorten(&text))
        };
        self.tracking.addresses.push(AdAddress {
            text: shorten_to(text, MAX_ADDRESS_LENGTH),
            path: context.path.to_string(),
            is_embedded: placement == Placement::Embedded,
            purpose: context.purpose(),
            label: ["urlType", "reportingName", "name"]
                .into_iter()
                .find_map(member_text),
            enabled: context
                .parent
                .and_then(|parent| parent.member("enabled")?.as_bool()),
            source: member_text("urlSource"),
            scheme,
            host,
            macros: placeholders(text)
                .map(|placeholder| placeholder.name.to_owned())
                .collect(),
            duplicate_of: (first != index).then_some(first),
        });
    }
}
