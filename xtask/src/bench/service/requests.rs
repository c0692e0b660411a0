use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::{measured_program::MeasuredProgram, one_core};

/// The number of requests that are open at once.
pub(super) const CONNECTIONS: usize = 8;

/// The program that sends the requests, on another core than the server.
pub(super) struct RequestSender(MeasuredProgram);

/// One kind of request to one server.
pub(super) struct RequestSpec<'a> {
    pub(super) method: &'a str,
    pub(super) urls: Vec<String>,
    pub(super) token: Option<&'a str>,
    pub(super) body: Option<String>,
}

/// The measurements of many requests.
#[derive(Clone, Copy, Deserialize)]
pub(super) struct RequestStats {
    pub(super) per_second: f64,
    /// The milliseconds that 99 % of the requests do not exceed.
    pub(super) p99: f64,
}

impl RequestSender {
    pub(super) fn start(dir: &Path, program: &Path) -> Result<Self> {
        let line = one_core::command_line_elsewhere(dir, program).arg("requests");
        MeasuredProgram::start_with(program, line).map(Self)
    }

    /// Measures how fast these requests are answered, in any order.
    pub(super) fn measure(&mut self, call: &RequestSpec<'_>) -> Result<RequestStats> {
        let answer = self.ask(call)?;
        serde_json::from_value(answer).context("the requests gave no figures")
    }

    /// Returns the `result` or list of one reply. Any status except 200 is an error.
    pub(super) fn send(&mut self, call: &RequestSpec<'_>) -> Result<Value> {
        let answer = self.ask(call)?;
        let body = answer["body"].as_str().unwrap_or_default();
        if answer["status"] != 200 {
            bail!("{} {:?} was answered by {answer}", call.method, call.urls);
        }
        serde_json::from_str(body).with_context(|| format!("the answer is no JSON: {body}"))
    }

    fn ask(&mut self, call: &RequestSpec<'_>) -> Result<Value> {
        let RequestSpec {
            method,
            urls,
            token,
            body,
        } = call;
        let job = json!({
            "method": method,
            "urls": urls,
            "token": token,
            "body": body,
            "connections": CONNECTIONS,
        });
        let answer = self.0.answer(&job.to_string())?;
        serde_json::from_str(&answer).with_context(|| format!("the requests said: {answer}"))
    }
}
