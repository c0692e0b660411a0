//! The web addresses of an ad: their purposes, hosts and placeholders.

mod address_collector;
mod address_context;
mod embedded_url;
mod exact_url;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use adwright_model::{Editable, Path};
use serde::Serialize;
use specta::Type;

use address_collector::AddressCollector;
use exact_url::has_placeholder;

/// The label of a value that should be an address but is not one.
pub(crate) const NO_ADDRESS: &str = "no web address";

/// Every web address of an ad.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Type)]
pub struct AdAddresses {
    /// The addresses in the order of the document; of very many, the first.
    pub addresses: Vec<AdAddress>,
    /// How many addresses there are beyond those.
    pub more: u32,
    /// The computers that they lead to, those with most addresses first.
    pub hosts: Vec<AddressHost>,
}

/// One web address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AdAddress {
    /// Its text, shortened where it is very long.
    pub text: String,
    /// Where it stands in the document.
    pub path: String,
    /// True if it stands in the midst of a longer text, such as a tag's markup.
    pub within: bool,
    /// What it is for.
    pub purpose: AddressPurpose,
    /// What the ad calls it: its `urlType`, or the name of the interaction.
    pub called: Option<String>,
    /// Whether it is called at all; none where the ad does not say.
    pub enabled: Option<bool>,
    /// Where it is from, as the ad says.
    pub source: Option<String>,
    /// Such as `https`; none where it is no web address. As it is written, where something of it is filled in later.
    pub scheme: Option<String>,
    /// The computer that it leads to; as it is written, where something of that is filled in later.
    pub host: Option<String>,
    /// The names of what is filled in later, in order.
    pub macros: Vec<String>,
    /// The place of the first address that is the same, where this is not it.
    pub same_as: Option<u32>,
}

impl AdAddress {
    /// Describes where the address leads: the host, with the scheme if it is not HTTPS.
    #[must_use]
    pub fn destination(&self) -> String {
        match (&self.scheme, &self.host) {
            // HTTPS is expected, so the space goes to the host's name.
            (Some(scheme), Some(host)) if scheme == "https" => host.clone(),
            (Some(scheme), Some(host)) => format!("{scheme}://{host}"),
            (Some(scheme), None) if has_placeholder(scheme) => "filled in later".to_owned(),
            _ => NO_ADDRESS.to_owned(),
        }
    }
}

/// What an address is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum AddressPurpose {
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
pub struct AddressHost {
    /// Its name.
    pub name: String,
    /// How many addresses lead to it.
    pub count: u32,
}

impl AdAddresses {
    /// Returns the addresses of an ad. Pictures that only the service's own pages show are left out.
    #[must_use]
    pub fn from_ad(ad: &Editable) -> Self {
        let mut found = AddressCollector::default();
        found.visit(ad.root(), &Path::root());
        let hosts = count_hosts(&found.tracking.addresses);
        Self {
            hosts,
            ..found.tracking
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
