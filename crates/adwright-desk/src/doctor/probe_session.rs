//! Sends the doctor's requests, with the working settings or with changes to them.

use adwright_client::{Client, ProbeResponse};
use adwright_model::{Id, Kind};
use adwright_views::DoctorStepId;
use adwright_wire::{
    Authentication, Dialect, ListQuery, RequestFailure, Setting, codes, collection_path,
    entity_path, guess_single_path, is_sortable, parse_single_with,
};

use super::ExaminedService;
use super::probe::{Probe, ProbeRequest, ProbeResult, ProbedList, SettingOverride};

/// A service under examination, and all requests so far.
pub(super) struct ProbeSession<'a> {
    service: &'a ExaminedService,
    /// The settings so far, with the changes that worked.
    pub(super) working: Dialect,
    /// A client with the working settings.
    pub(super) client: Client,
    pub(super) probes: Vec<Probe>,
}

/// A request in flight.
struct PendingProbe {
    step: DoctorStepId,
    changes: Vec<SettingOverride>,
    request: ProbeRequest,
    /// The start, in epoch milliseconds.
    at: i64,
}

impl<'a> ProbeSession<'a> {
    pub(super) fn of(service: &'a ExaminedService) -> Result<Self, RequestFailure> {
        Ok(Self {
            service,
            working: service.dialect.clone(),
            client: build_client(service, &service.dialect)?,
            probes: Vec::new(),
        })
    }

    /// Requests one campaign without credentials.
    pub(super) async fn probe_without_login(&mut self) -> &Probe {
        let (path, query) = list_request(&self.working, Kind::Campaign, 0, 1);
        let pending = self.begin_probe(DoctorStepId::Address, &[], self.get_request(&path, &query));
        let result = match self.client.probe_anonymously(&path, &query).await {
            Ok(response) => ProbeResult::from_list(response, 1, &self.working),
            Err(error) => ProbeResult::Failure(error),
        };
        self.record_probe(pending, result)
    }

    /// Logs in, and requests one campaign to see whether the login is accepted.
    pub(super) async fn probe_login(&mut self, changes: &[SettingOverride]) -> &Probe {
        let step = DoctorStepId::Login;
        let (dialect, client) = match self.client_with(changes) {
            Ok(with) => with,
            Err(error) => return self.record_unsent(step, changes, error),
        };
        let request = match &dialect.authentication {
            Authentication::Session(login) => ProbeRequest::Post {
                url: client.full_url(&login.path, &[]),
            },
            _ => ProbeRequest::Credentials,
        };
        let pending = self.begin_probe(step, changes, request);
        if let Err(error) = client.log_in().await {
            return self.record_probe(pending, ProbeResult::Failure(error));
        }
        if matches!(dialect.authentication, Authentication::Session(_)) {
            self.record_probe(pending, ProbeResult::Session);
        }
        let (path, query) = list_request(&self.working, Kind::Campaign, 0, 1);
        let pending = self.begin_probe(step, changes, self.get_request(&path, &query));
        let result = match client.probe(&path, &query).await {
            Ok(response) => ProbeResult::Answer(Box::new(keep_login_failure(
                response,
                &dialect.authentication,
            ))),
            Err(error) => ProbeResult::Failure(error),
        };
        self.record_probe(pending, result)
    }

    /// Requests a page of a list, with changes to the working settings.
    pub(super) async fn probe_list(
        &mut self,
        list: ProbedList,
        changes: &[SettingOverride],
    ) -> &Probe {
        self.probe_list_as(list.step(), changes, list.kind(), changes)
            .await
    }

    /// Returns whether campaigns can be listed with these settings. The probe belongs to another step and leads to
    /// no suggestion.
    pub(super) async fn can_list_campaigns(
        &mut self,
        step: DoctorStepId,
        changes: &[SettingOverride],
    ) -> bool {
        let probe = self.probe_list_as(step, &[], Kind::Campaign, changes).await;
        probe.is_success()
    }

    /// Requests a page of a list with `changes`. The probe belongs to a step and records the changes `recorded`.
    async fn probe_list_as(
        &mut self,
        step: DoctorStepId,
        recorded: &[SettingOverride],
        kind: Kind,
        changes: &[SettingOverride],
    ) -> &Probe {
        let (dialect, client) = match self.client_with(changes) {
            Ok(with) => with,
            Err(error) => return self.record_unsent(step, recorded, error),
        };
        let (request, result) = request_page(&dialect, &client, kind, 0, dialect.page_size);
        let pending = self.begin_probe(step, recorded, request);
        self.record_probe(pending, result.await);
        let first = self.probes.len() - 1;
        self.probe_page_remainder(first, &dialect, &client, kind)
            .await;
        &self.probes[first]
    }

    /// Requests the rest of a page that seems truncated, to see whether it is. `first` is the probe of the page.
    async fn probe_page_remainder(
        &mut self,
        first: usize,
        dialect: &Dialect,
        client: &Client,
        kind: Kind,
    ) {
        let Probe {
            step,
            result: ProbeResult::Rows(rows),
            ..
        } = &self.probes[first]
        else {
            return;
        };
        let step = *step;
        let Some(count) = rows.truncated_after() else {
            return;
        };
        let (request, result) =
            request_page(dialect, client, kind, count.into(), rows.requested - count);
        let pending = self.begin_probe(step, &[], request);
        let result = rows.with_remainder(result.await, count);
        self.record_probe(pending, result);
    }

    /// Requests one campaign by id, with changes to the working settings.
    pub(super) async fn probe_campaign(&mut self, id: Id, changes: &[SettingOverride]) -> &Probe {
        let step = DoctorStepId::Campaign;
        let (dialect, client) = match self.client_with(changes) {
            Ok(with) => with,
            Err(error) => return self.record_unsent(step, changes, error),
        };
        let path = entity_path(&dialect, Kind::Campaign, id).unwrap_or_default();
        let pending = self.begin_probe(step, changes, self.get_request(&path, &[]));
        let result = match client.probe(&path, &[]).await {
            Ok(response) => require_campaign(response, &dialect),
            Err(error) => ProbeResult::Failure(error),
        };
        let elsewhere = result
            .unknown_envelope_body()
            .and_then(|body| guess_single_path(body, id));
        self.record_probe(pending, result);
        let probe = self.probes.last_mut().expect("a probe was recorded");
        probe.elsewhere = elsewhere;
        probe
    }

    /// Adopts these changes as working settings.
    pub(super) fn adopt_changes(&mut self, changes: &[SettingOverride]) {
        if let Ok((dialect, client)) = self.client_with(changes) {
            self.working = dialect;
            self.client = client;
        }
    }

    pub(super) fn is_loopback(&self) -> bool {
        self.service.base.is_loopback()
    }

    /// Returns the last probe.
    pub(super) fn last_probe(&self) -> &Probe {
        self.probes.last().expect("a probe was recorded")
    }

    fn client_with(
        &self,
        changes: &[SettingOverride],
    ) -> Result<(Dialect, Client), RequestFailure> {
        if changes.is_empty() {
            return Ok((self.working.clone(), self.client.clone()));
        }
        let mut dialect = self.working.clone();
        for (probed, value) in changes {
            let setting =
                Setting::from_key(probed.key()).expect("every probed setting has a definition");
            // A setting of another login method changes nothing here.
            let _ = setting.set(&mut dialect, value);
        }
        let client = build_client(self.service, &dialect)?;
        Ok((dialect, client))
    }

    fn get_request(&self, path: &str, query: &[(&str, String)]) -> ProbeRequest {
        ProbeRequest::Get {
            url: self.client.full_url(path, query),
        }
    }

    fn now(&self) -> i64 {
        self.service.clock.now().as_millisecond()
    }

    /// Records that settings with these changes allow no request.
    fn record_unsent(
        &mut self,
        step: DoctorStepId,
        changes: &[SettingOverride],
        failure: RequestFailure,
    ) -> &Probe {
        let pending = self.begin_probe(step, changes, ProbeRequest::Unsent);
        self.record_probe(pending, ProbeResult::Failure(failure.into()))
    }

    fn record_probe(&mut self, pending: PendingProbe, result: ProbeResult) -> &Probe {
        let duration_ms = self.now() - pending.at;
        let (step, changes) = (pending.step, pending.changes);
        let probe = Probe::new(step, changes, pending.request, duration_ms, result);
        self.probes.push(probe);
        self.last_probe()
    }

    fn begin_probe(
        &self,
        step: DoctorStepId,
        changes: &[SettingOverride],
        request: ProbeRequest,
    ) -> PendingProbe {
        PendingProbe {
            step,
            changes: changes.to_vec(),
            request,
            at: self.now(),
        }
    }
}

fn build_client(service: &ExaminedService, dialect: &Dialect) -> Result<Client, RequestFailure> {
    let tokens = std::sync::Arc::clone(&service.tokens);
    let (base, credentials) = (service.base.clone(), service.credentials.clone());
    Client::new(base, dialect.clone(), credentials, tokens)
}

/// Requests rows of a list from an index on, and returns the reply.
fn request_page<'a>(
    dialect: &'a Dialect,
    client: &'a Client,
    kind: Kind,
    from: u64,
    max: u32,
) -> (ProbeRequest, impl Future<Output = ProbeResult> + 'a) {
    let (path, query) = list_request(dialect, kind, from, max);
    let request = ProbeRequest::Get {
        url: client.full_url(&path, &query),
    };
    let result = async move {
        match client.probe(&path, &query).await {
            Ok(response) => ProbeResult::from_list(response, max, dialect),
            Err(error) => ProbeResult::Failure(error),
        }
    };
    (request, result)
}

/// Returns the path and query for rows of a list from an index on.
fn list_request(
    dialect: &Dialect,
    kind: Kind,
    from: u64,
    max: u32,
) -> (String, Vec<(&'static str, String)>) {
    let query = ListQuery {
        sort: dialect.list_sort.clone().filter(|_| is_sortable(kind)),
        ..ListQuery::page(from, max)
    };
    let path = collection_path(dialect, kind).unwrap_or_default();
    (path, query.to_query_pairs())
}

/// Returns the result of a read of a campaign that the list shows.
fn require_campaign(response: ProbeResponse, dialect: &Dialect) -> ProbeResult {
    if response.failure.is_none() && matches!(parse_single_with(&response.body, dialect), Ok(None))
    {
        ProbeResult::WithoutCampaign(Box::new(response))
    } else {
        ProbeResult::Answer(Box::new(response))
    }
}

/// Keeps only failures of the login. Other failures of the list belong to the next step.
fn keep_login_failure(response: ProbeResponse, authentication: &Authentication) -> ProbeResponse {
    let is_refused = |failure: &RequestFailure| {
        failure.is_unauthorized() && response.requires_login()
            || is_privilege_refusal(failure) && sends_secrets_every_time(authentication)
            || is_forbidden(failure) && matches!(authentication, Authentication::Session(_))
    };
    let failure = response.failure.clone();
    let failure = failure.filter(|error| is_refused(&error.failure));
    ProbeResponse {
        failure,
        ..response
    }
}

/// Returns whether the service may have refused the session. A missing privilege would have its own code.
fn is_forbidden(failure: &RequestFailure) -> bool {
    matches!(failure, RequestFailure::Refused { status: 403, codes, .. } if !codes.contains(&codes::PRIVILEGES))
}

/// Returns whether the service reports a missing privilege. Some services do so, instead of sending a 401, for a
/// wrong password or token.
fn is_privilege_refusal(failure: &RequestFailure) -> bool {
    match failure {
        RequestFailure::Refused { status, codes, .. } => {
            *status == 403 || codes.contains(&codes::PRIVILEGES)
        }
        _ => false,
    }
}

/// Returns whether every request contains the secrets themselves. A wrong secret must not be sent again and again.
pub(super) const fn sends_secrets_every_time(authentication: &Authentication) -> bool {
    match authentication {
        Authentication::None | Authentication::Session(_) => false,
        Authentication::Basic | Authentication::Bearer | Authentication::Headers(_) => true,
    }
}
