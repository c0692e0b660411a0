//! Where an address stands, and what it is for by that.

use adwright_model::{Node, Path};

use super::Purpose;

/// Where a text stands in the document.
pub(super) struct Place<'a> {
    pub(super) path: &'a Path,
    /// What it is called there; nothing in a list.
    pub(super) name: &'a str,
    /// What it is a member of.
    pub(super) holder: Option<Node<'a>>,
}

impl<'a> Place<'a> {
    pub(super) fn item(path: &'a Path) -> Self {
        Self {
            path,
            name: "",
            holder: None,
        }
    }

    pub(super) fn purpose(&self) -> Purpose {
        self.holder.map_or(Purpose::Other, |holder| {
            purpose(self.path, self.name, holder)
        })
    }
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
