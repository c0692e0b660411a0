//! The place of an address, which determines its purpose.

use adwright_model::{Node, Path};

use super::AddressPurpose;

/// The place of a text in the document.
pub(super) struct AddressContext<'a> {
    pub(super) path: &'a Path,
    /// The member's name; empty in a list.
    pub(super) name: &'a str,
    /// The object that contains the member; none in a list.
    pub(super) holder: Option<Node<'a>>,
}

impl<'a> AddressContext<'a> {
    pub(super) fn for_item(path: &'a Path) -> Self {
        Self {
            path,
            name: "",
            holder: None,
        }
    }

    pub(super) fn purpose(&self) -> AddressPurpose {
        self.holder.map_or(AddressPurpose::Other, |holder| {
            purpose(self.path, self.name, holder)
        })
    }
}

fn purpose(path: &Path, name: &str, holder: Node<'_>) -> AddressPurpose {
    let path = path.to_string().to_ascii_lowercase();
    if holder.member("urlType").is_some() {
        return AddressPurpose::Tracking;
    }
    if path.contains("clickthrough") && !path.contains("interactions") {
        return AddressPurpose::ClickThrough;
    }
    if path.contains("interactions") || name == "redirectURL" || name == "jumpURL" {
        return AddressPurpose::Interaction;
    }
    AddressPurpose::Other
}
