//! Classifies members by name, if the catalog says nothing more.

/// The words in names of addresses, in lower case.
const ADDRESSES: [&str; 8] = [
    "url",
    "uri",
    "href",
    "link",
    "src",
    "clickthrough",
    "clicktag",
    "landingpage",
];

/// Returns true if a member of this name holds an id, such as `id`, `brandId` or `previousVersionAssetID`.
#[must_use]
pub fn is_id_name(name: &str) -> bool {
    name == "id" || ["Id", "ID", "_id"].iter().any(|end| name.ends_with(end))
}

/// Returns true if a member of this name holds a web address, such as `jumpURL` or `clickThroughUrl`.
#[must_use]
pub fn is_address_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ADDRESSES.iter().any(|word| name.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_identifies_ids_and_addresses() {
        for name in ["id", "brandId", "brand_id", "previousVersionAssetID"] {
            assert!(is_id_name(name) && !is_address_name(name), "{name}");
        }
        for name in ["url", "jumpURL", "clickThroughUrl", "href", "clickTag"] {
            assert!(is_address_name(name) && !is_id_name(name), "{name}");
        }
        for name in ["name", "paid", "valid", "label"] {
            assert!(!is_id_name(name) && !is_address_name(name), "{name}");
        }
    }
}
