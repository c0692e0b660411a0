use adwright_model::Kind;
use adwright_wire::Method;

/// The target of a write.
#[derive(Debug, Clone)]
pub(crate) struct WriteTarget {
    pub(crate) method: Method,
    pub(crate) kind: Kind,
    /// The path below the base URL; `None` if the interface has no such call.
    pub(crate) path: Option<String>,
}

impl WriteTarget {
    /// Returns method and path, such as `PUT /campaigns/1072288341`. The kind replaces a missing path.
    pub(crate) fn request_line(&self) -> String {
        let method = self.method.as_str();
        match &self.path {
            Some(path) => format!("{method} {path}"),
            None => format!("{method} {}", self.kind),
        }
    }
}
