//! The place of an address, which determines its purpose.

use adwright_model::{Node, Path};

use super::AddressPurpose;

/// The place of a text in the document.
pub(super) struct AddressContext<'a> {
    pub(super) path: &'a Path,
    /// The member's name; empty in a list.
    pub(super) name: &'a str,
    /// The object that contains the member; none in a list.
    pub(super) parent: Option<Node<'a>>,
}

impl<'a> AddressContext<'a> {
    pub(super) fn for_list_item(path: &'a Path) -> Self {
        Self {
            path,
            name: "",
            parent: None,
        }
    }

    pub(super) fn purpose(&self) -> AddressPurpose {
        self.parent.map_or(AddressPurpose::Other, |parent| {
            purpose(self.path, self.name, parent)
        })
    }
}

fn purpose(path: &Path, name: &str, parent: Node<'_>) -> AddressPurpose {
    let path = path.to_string().to_ascii_lowercase();
    if parent.member("urlType").is_some() {
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
