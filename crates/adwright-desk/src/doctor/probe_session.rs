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
    subject: &'a ExaminedService,
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
    pub(super) fn of(subject: &'a ExaminedService) -> Result<Self, RequestFailure> {
        Ok(Self {
            subject,
            working: subject.dialect.clone(),
            client: build_client(subject, &subject.dialect)?,
            probes: Vec::new(),
        })
    }

    /// Requests one campaign without credentials.
    pub(super) async fn probe_without_login(&mut self) -> &Probe {
        let (path, query) = list_request(&self.working, Kind::Campaign, (0, 1));
        let began = self.begin_probe(DoctorStepId::Address, &[], self.get_request(&path, &query));
        let came = match self.client.probe_anonymously(&path, &query).await {
            Ok(look) => ProbeResult::from_list(look, 1, &self.working),
            Err(error) => ProbeResult::Failure(error),
        };
        self.record_probe(began, came)
    }

    /// Logs in, and requests one campaign to see whether the login is accepted.
    pub(super) async fn probe_login(&mut self, changes: &[SettingOverride]) -> &Probe {
        let step = DoctorStepId::Login;
        let (dialect, client) = match self.client_with(changes) {
            Ok(with) => with,
            Err(error) => return self.record_unsent((step, changes), error),
        };
        let request = match &dialect.authentication {
            Authentication::Session(login) => ProbeRequest::Post {
                url: client.full_url(&login.path, &[]),
            },
            _ => ProbeRequest::Credentials,
        };
        let began = self.begin_probe(step, changes, request);
        if let Err(error) = client.log_in().await {
            return self.record_probe(began, ProbeResult::Failure(error));
        }
        if matches!(dialect.authentication, Authentication::Session(_)) {
            self.record_probe(began, ProbeResult::Session);
        }
        let (path, query) = list_request(&self.working, Kind::Campaign, (0, 1));
        let began = self.begin_probe(step, changes, self.get_request(&path, &query));
        let came = match client.probe(&path, &query).await {
            Ok(look) => ProbeResult::Answer(Box::new(judge_login(look, &dialect.authentication))),
            Err(error) => ProbeResult::Failure(error),
        };
        self.record_probe(began, came)
    }

    /// Requests a page of a list, with changes to the working settings.
    pub(super) async fn probe_list(
        &mut self,
        list: ProbedList,
        changes: &[SettingOverride],
    ) -> &Probe {
        self.probe_list_as((list.step(), changes), list.kind(), changes)
            .await
    }

    /// Returns whether campaigns can be listed with these settings. The probe belongs to another step and leads to
    /// no suggestion.
    pub(super) async fn can_list_campaigns(
        &mut self,
        step: DoctorStepId,
        changes: &[SettingOverride],
    ) -> bool {
        let probe = self
            .probe_list_as((step, &[]), Kind::Campaign, changes)
            .await;
        probe.is_success()
    }

    async fn probe_list_as(
        &mut self,
        (step, noted): (DoctorStepId, &[SettingOverride]),
        kind: Kind,
        changes: &[SettingOverride],
    ) -> &Probe {
        let (dialect, client) = match self.client_with(changes) {
            Ok(with) => with,
            Err(error) => return self.record_unsent((step, noted), error),
        };
        let (from, wanted) = (0, dialect.page_size);
        let (request, came) = request_page((&dialect, &client), kind, (from, wanted));
        let began = self.begin_probe(step, noted, request);
        self.record_probe(began, came.await);
        let first = self.probes.len() - 1;
        self.probe_page_remainder((step, first), (&dialect, &client), kind)
            .await;
        &self.probes[first]
    }

    /// Requests the rest of a page that seems truncated, to see whether it is.
    async fn probe_page_remainder(
        &mut self,
        (step, first): (DoctorStepId, usize),
        with: (&Dialect, &Client),
        kind: Kind,
    ) {
        let ProbeResult::Rows(rows) = &self.probes[first].came else {
            return;
        };
        let Some(count) = rows.truncated_after() else {
            return;
        };
        let (request, came) = request_page(with, kind, (count.into(), rows.wanted - count));
        let began = self.begin_probe(step, &[], request);
        let came = rows.remainder_of(came.await, count);
        self.record_probe(began, came);
    }

    /// Requests one campaign by id, with changes to the working settings.
    pub(super) async fn probe_campaign(&mut self, id: Id, changes: &[SettingOverride]) -> &Probe {
        let step = DoctorStepId::Campaign;
        let (dialect, client) = match self.client_with(changes) {
            Ok(with) => with,
            Err(error) => return self.record_unsent((step, changes), error),
        };
        let path = entity_path(&dialect, Kind::Campaign, id).unwrap_or_default();
        let began = self.begin_probe(step, changes, self.get_request(&path, &[]));
        let came = match client.probe(&path, &[]).await {
            Ok(look) => require_campaign(look, &dialect),
            Err(error) => ProbeResult::Failure(error),
        };
        let elsewhere = came
            .unknown_envelope_body()
            .and_then(|body| guess_single_path(body, id));
        self.record_probe(began, came);
        let probe = self.probes.last_mut().expect("it was noted just now");
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

    pub(super) fn is_on_this_computer(&self) -> bool {
        self.subject.base.is_loopback()
    }

    /// Returns the last probe.
    pub(super) fn last_probe(&self) -> &Probe {
        self.probes.last().expect("something was asked")
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
        let client = build_client(self.subject, &dialect)?;
        Ok((dialect, client))
    }

    fn get_request(&self, path: &str, query: &[(&str, String)]) -> ProbeRequest {
        ProbeRequest::Get {
            url: self.client.full_url(path, query),
        }
    }

    fn now(&self) -> i64 {
        self.subject.clock.now().as_millisecond()
    }

    /// Records that settings with these changes allow no request.
    fn record_unsent(
        &mut self,
        (step, changes): (DoctorStepId, &[SettingOverride]),
        failure: RequestFailure,
    ) -> &Probe {
        let began = self.begin_probe(step, changes, ProbeRequest::Unsent);
        self.record_probe(began, ProbeResult::Failure(failure.into()))
    }

    fn record_probe(&mut self, began: PendingProbe, came: ProbeResult) -> &Probe {
        let took = self.now() - began.at;
        let about = (began.step, began.changes);
        let probe = Probe::new(about, began.request, took, came);
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

fn build_client(subject: &ExaminedService, dialect: &Dialect) -> Result<Client, RequestFailure> {
    let tokens = std::sync::Arc::clone(&subject.tokens);
    let (base, credentials) = (subject.base.clone(), subject.credentials.clone());
    Client::new(base, dialect.clone(), credentials, tokens)
}

/// Requests rows of a list from an index on, and returns the reply.
fn request_page<'a>(
    (dialect, client): (&'a Dialect, &'a Client),
    kind: Kind,
    (from, wanted): (u64, u32),
) -> (ProbeRequest, impl Future<Output = ProbeResult> + 'a) {
    let (path, query) = list_request(dialect, kind, (from, wanted));
    let request = ProbeRequest::Get {
        url: client.full_url(&path, &query),
    };
    let came = async move {
        match client.probe(&path, &query).await {
            Ok(look) => ProbeResult::from_list(look, wanted, dialect),
            Err(error) => ProbeResult::Failure(error),
        }
    };
    (request, came)
}

/// Returns the path and query for rows of a list from an index on.
fn list_request(
    dialect: &Dialect,
    kind: Kind,
    (from, max): (u64, u32),
) -> (String, Vec<(&'static str, String)>) {
    let query = ListQuery {
        sort: dialect.list_sort.clone().filter(|_| is_sortable(kind)),
        ..ListQuery::page(from, max)
    };
    let path = collection_path(dialect, kind).unwrap_or_default();
    (path, query.to_query_pairs())
}

/// Returns the result of a read of a campaign that the list shows.
fn require_campaign(look: ProbeResponse, dialect: &Dialect) -> ProbeResult {
    if look.failure.is_none() && matches!(parse_single_with(&look.body, dialect), Ok(None)) {
        ProbeResult::WithoutCampaign(Box::new(look))
    } else {
        ProbeResult::Answer(Box::new(look))
    }
}

/// Keeps only failures of the login. Other failures of the list belong to the next step.
fn judge_login(look: ProbeResponse, authentication: &Authentication) -> ProbeResponse {
    let is_refused = |failure: &RequestFailure| {
        failure.is_unauthorized() && look.requires_login()
            || is_privilege_refusal(failure) && sends_secrets_every_time(authentication)
            || is_forbidden(failure) && matches!(authentication, Authentication::Session(_))
    };
    let failure = look.failure.clone();
    let failure = failure.filter(|error| is_refused(&error.failure));
    ProbeResponse { failure, ..look }
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
