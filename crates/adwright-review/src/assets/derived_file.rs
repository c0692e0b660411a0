use serde::Serialize;
use specta::Type;

use crate::amount::Amount;
use crate::object_reader::{ObjectReader, shorten};

/// The most derived files listed for one file. All of them are counted.
const MAX_DERIVED: usize = 50;

/// A file that the service made from another file, for other players and screens.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DerivedFile {
    /// Variant or proxy.
    pub kind: DerivedFileKind,
    /// Its name, if the ad has one.
    pub name: Option<String>,
    /// Its path in the document.
    pub path: String,
    /// Its weight in kilobytes.
    pub kilobytes: Amount,
    /// Its width in pixels.
    pub width: Amount,
    /// Its height in pixels.
    pub height: Amount,
    /// Its data format, as the ad says.
    pub format: Option<String>,
    /// Its bit rate as written. The interface does not document the unit.
    pub bit_rate: Option<String>,
}

/// The kind of a derived file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum DerivedFileKind {
    /// An element of `variants`. The interface documents none of its members.
    Variant,
    /// An element of `relatedProxies`.
    Proxy,
}

impl DerivedFile {
    /// Lists the files derived from one file: the first of each kind.
    pub(super) fn list(file: &ObjectReader<'_>) -> Vec<Self> {
        let all = |name, kind| {
            let readers = file.objects(name).into_iter().take(MAX_DERIVED);
            readers.map(move |reader| Self::new(&reader, kind))
        };
        let variants = all("variants", DerivedFileKind::Variant);
        variants
            .chain(all("relatedProxies", DerivedFileKind::Proxy))
            .collect()
    }

    fn new(reader: &ObjectReader<'_>, kind: DerivedFileKind) -> Self {
        let amount = |names: [&str; 2]| {
            let value = names.into_iter().find_map(|name| reader.value(name));
            Amount::from_node(value)
        };
        let word = |names: &[&str]| {
            let value = names.iter().find_map(|name| reader.text_or_number(name));
            value.map(|word| shorten(&word))
        };
        let bytes = Amount::from_node(reader.value("proxyFileSize"));
        Self {
            kind,
            name: word(&[
                "proxyTitle",
                "proxyReferenceName",
                "name",
                "assetName",
                "fileName",
            ]),
            path: reader.path.to_string(),
            kilobytes: match bytes {
                Amount::Known { value } => Amount::Known {
                    value: value / 1024.0,
                },
                Amount::Missing => Amount::from_node(reader.value("size")),
                Amount::Wrong { text } => Amount::Wrong { text },
            },
            width: amount(["proxyWidth", "width"]),
            height: amount(["proxyHeight", "height"]),
            format: word(&["proxyFormat", "mimeType"]),
            bit_rate: word(&["proxyBitRate", "bitRate"]),
        }
    }
}

impl DerivedFileKind {
    /// Returns a one-word label.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Variant => "Variant",
            Self::Proxy => "Proxy",
        }
    }
}
