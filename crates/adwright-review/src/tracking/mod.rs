//! The web addresses of an ad: their purposes, hosts and placeholders.

mod address_collector;
mod address_context;
mod embedded_url;
mod exact_url;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use adwright_model::{EditableDocument, Path};
use serde::Serialize;
use specta::Type;

use address_collector::AddressCollector;
use exact_url::has_placeholder;

/// The label of a value that should be an address but is not one.
pub(crate) const NOT_AN_ADDRESS: &str = "not a web address";

/// Every web address of an ad.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Type)]
pub struct AdAddresses {
    /// The addresses in document order, up to a limit.
    pub addresses: Vec<AdAddress>,
    /// The number of addresses beyond the limit.
    pub more: u32,
    /// The hosts, most addresses first.
    pub hosts: Vec<AddressHost>,
}

/// One web address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AdAddress {
    /// Its text, shortened if it is very long.
    pub text: String,
    /// Its path in the document.
    pub path: String,
    /// True if it is part of a longer text, such as the markup of a tag.
    pub is_embedded: bool,
    /// Its purpose.
    pub purpose: AddressPurpose,
    /// Its `urlType`, or the name of its interaction.
    pub label: Option<String>,
    /// True if it is enabled; none if the ad does not say.
    pub enabled: Option<bool>,
    /// Its source, as the ad says.
    pub source: Option<String>,
    /// Its scheme, such as `https`; none if it is not a web address. A scheme with a placeholder is as written.
    pub scheme: Option<String>,
    /// Its host. A host with a placeholder is as written.
    pub host: Option<String>,
    /// The names of its placeholders, in order.
    pub macros: Vec<String>,
    /// The index of the first address with the same text, if it is another one.
    pub duplicate_of: Option<u32>,
}

impl AdAddress {
    /// Describes the destination: the host, with the scheme if it is not HTTPS.
    #[must_use]
    pub fn destination(&self) -> String {
        match (&self.scheme, &self.host) {
            // HTTPS is the usual scheme, so it is left out.
            (Some(scheme), Some(host)) if scheme == "https" => host.clone(),
            (Some(scheme), Some(host)) => format!("{scheme}://{host}"),
            (Some(scheme), None) if has_placeholder(scheme) => "filled in later".to_owned(),
            _ => NOT_AN_ADDRESS.to_owned(),
        }
    }
}

/// The purpose of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum AddressPurpose {
    /// Opened by a click.
    ClickThrough,
    /// Called to count something.
    Tracking,
    /// Opened by an interaction with the ad.
    Interaction,
    /// Anything else.
    Other,
}

/// The host of some addresses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct AddressHost {
    /// Its name.
    pub name: String,
    /// The number of its addresses.
    pub count: u32,
}

impl AdAddresses {
    /// Returns the addresses of an ad, without pictures that only the pages of the service show.
    #[must_use]
    pub fn from_ad(ad: &EditableDocument) -> Self {
        let mut collector = AddressCollector::default();
        collector.visit(ad.root(), &Path::root());
        let hosts = count_hosts(&collector.tracking.addresses);
        Self {
            hosts,
            ..collector.tracking
        }
    }
}

/// Counts the addresses of each host. A host with a placeholder is unknown, so it is left out.
fn count_hosts(addresses: &[AdAddress]) -> Vec<AddressHost> {
    let mut counts = BTreeMap::new();
    let hosts = addresses.iter().filter_map(|address| address.host.as_ref());
    for host in hosts.filter(|host| !has_placeholder(host)) {
        *counts.entry(host).or_insert(0) += 1;
    }
    let hosts = counts.into_iter().map(|(name, count)| AddressHost {
        name: name.clone(),
        count,
    });
    let mut hosts: Vec<_> = hosts.collect();
    hosts.sort_by_key(|host| Reverse(host.count));
    hosts
}

#[cfg(test)]
mod tests;
