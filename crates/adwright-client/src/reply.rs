use adwright_wire::{Answer, Method, Verdict, classify, finds_nothing};
use reqwest::header::{DATE, HeaderName, RETRY_AFTER};

use crate::broken::broken;
use crate::error::ClientError;
use crate::look::Head;
use crate::veil::Veil;

/// A whole answer.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
    pub(crate) head: Head,
    retry_after: Option<String>,
    date: Option<String>,
}

impl Reply {
    /// Reads the whole answer, but no more of it than the limit.
    pub(crate) async fn read(
        mut incoming: reqwest::Response,
        limit: u64,
    ) -> Result<Self, ClientError> {
        let status = incoming.status().as_u16();
        let head = Head::of(incoming.headers(), incoming.url().path());
        let header = |name: HeaderName| {
            let value = incoming.headers().get(name)?;
            Some(String::from_utf8_lossy(value.as_bytes()).into_owned())
        };
        let (retry_after, date) = (header(RETRY_AFTER), header(DATE));
        let mut body = Vec::new();
        while let Some(chunk) = incoming.chunk().await.map_err(|error| broken(&error))? {
            body.extend_from_slice(&chunk);
            if body.len() as u64 > limit {
                return Err(ClientError::TooLarge { limit });
            }
        }
        Ok(Self {
            status,
            body,
            head,
            retry_after,
            date,
        })
    }

    pub(crate) const fn is_success(&self) -> bool {
        matches!(self.status, 200..300)
    }

    /// The reply without the secrets that the service repeats in it. That is for failures: an entity is never changed,
    /// and so a success that holds one is an error.
    pub(crate) fn under(mut self, veil: &Veil) -> Result<Self, ClientError> {
        if !self.is_success() {
            self.body = veil.over(&self.text()).into_bytes();
        }
        if veil.is_pierced_by(&self.body) {
            return Err(ClientError::RepeatsSecret);
        }
        Ok(self)
    }

    /// The body's text; bytes that are no text are replaced in it.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// What the answer means for what was asked.
    pub(crate) fn verdict(&self, method: Method) -> Verdict {
        let verdict = classify(&self.answer(method, &String::from_utf8_lossy(&self.body)));
        match verdict {
            // An entity with replaced bytes is not the one that the service has.
            Verdict::Accepted { .. } | Verdict::PerItem { .. }
                if method.is_write() && std::str::from_utf8(&self.body).is_err() =>
            {
                Verdict::Unknown {
                    why: "the reply is not UTF-8".to_owned(),
                }
            }
            verdict => verdict,
        }
    }

    /// Whether it says that what was to be got is not there.
    pub(crate) fn finds_nothing(&self) -> bool {
        finds_nothing(&self.answer(Method::Get, &String::from_utf8_lossy(&self.body)))
    }

    fn answer<'a>(&'a self, method: Method, body: &'a str) -> Answer<'a> {
        Answer {
            method,
            status: self.status,
            retry_after: self.retry_after.as_deref(),
            date: self.date.as_deref(),
            body,
        }
    }
}
