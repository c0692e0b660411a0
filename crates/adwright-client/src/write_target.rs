use adwright_model::Kind;
use adwright_wire::Method;

/// Where a write goes.
#[derive(Debug, Clone)]
pub(crate) struct WriteTarget {
    pub(crate) method: Method,
    pub(crate) kind: Kind,
    /// Below the base URL; none where the interface has no such call.
    pub(crate) path: Option<String>,
}

impl WriteTarget {
    /// Method and path, such as `PUT /campaigns/1072288341`; the kind in the path's place where there is none.
    pub(crate) fn request_line(&self) -> String {
        let method = self.method.as_str();
        match &self.path {
            Some(path) => format!("{method} {path}"),
            None => format!("{method} {}", self.kind),
        }
    }
}
