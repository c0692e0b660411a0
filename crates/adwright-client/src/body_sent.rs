use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use futures_util::stream;

/// Records whether any byte of a request's body was handed to the connection.
///
/// This separates "never sent" from "lost". Before the first poll of the body the service cannot have acted on the
/// request. After the first poll it is unknown.
#[derive(Debug, Clone, Default)]
pub(crate) struct BodySentFlag(Arc<AtomicBool>);

impl BodySentFlag {
    /// Returns a body that sets this flag when the connection polls its bytes.
    pub(crate) fn tracked_body(&self, text: &str) -> reqwest::Body {
        let bytes = Bytes::copy_from_slice(text.as_bytes());
        let mark = Arc::clone(&self.0);
        reqwest::Body::wrap_stream(stream::once(async move {
            mark.store(true, Ordering::SeqCst);
            Ok::<_, Infallible>(bytes)
        }))
    }

    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}
