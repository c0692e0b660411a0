//! Asking a service, in the dialect so far and in others.

use adwright_client::{Client, ClientError, Look};
use adwright_model::{Id, Kind};
use adwright_wire::{
    Authentication, Dialect, ListQuery, Setting, codes, collection_path, entity_path, is_sortable,
    parse_single_in, single_elsewhere,
};

use super::Subject;
use super::probe::{Came, Change, Probe};
use crate::views::DoctorStepId;

/// A service that is being examined, and all that it was asked.
pub(super) struct Asking<'a> {
    subject: &'a Subject,
    /// The settings so far, with what turned out to work.
    pub(super) working: Dialect,
    /// In those settings.
    pub(super) client: Client,
    pub(super) probes: Vec<Probe>,
}

/// A request that is under way.
struct Began {
    step: DoctorStepId,
    changes: Vec<Change>,
    request: String,
    /// In epoch milliseconds.
    at: i64,
}

impl<'a> Asking<'a> {
    pub(super) fn of(subject: &'a Subject) -> Result<Self, ClientError> {
        Ok(Self {
            subject,
            working: subject.dialect.clone(),
            client: client(subject, &subject.dialect)?,
            probes: Vec::new(),
        })
    }

    /// Asks for one campaign without showing who asks.
    pub(super) async fn unnamed(&mut self) -> &Probe {
        let (path, query) = list(&self.working, Kind::Campaign, (0, 1));
        let began = self.begin(DoctorStepId::Address, &[], self.request(&path, &query));
        let came = match self.client.look_unnamed(&path, &query).await {
            Ok(look) => Came::of_list(look, 1, &self.working),
            Err(error) => Came::Failure(error),
        };
        self.note(began, came)
    }

    /// Logs in, and asks for one campaign to see whether that is accepted.
    pub(super) async fn logged_in(&mut self, changes: &[Change]) -> &Probe {
        let step = DoctorStepId::Login;
        let (dialect, client) = match self.with(changes) {
            Ok(with) => with,
            Err(error) => {
                let began = self.begin(step, changes, "Login".to_owned());
                return self.note(began, Came::Failure(error));
            }
        };
        let request = match &dialect.authentication {
            Authentication::Session(login) => format!("POST {}", client.address(&login.path, &[])),
            _ => "What goes with every request".to_owned(),
        };
        let began = self.begin(step, changes, request);
        if let Err(error) = client.log_in().await {
            return self.note(began, Came::Failure(error));
        }
        if matches!(dialect.authentication, Authentication::Session(_)) {
            self.note(began, Came::Session);
        }
        let (path, query) = list(&self.working, Kind::Campaign, (0, 1));
        let began = self.begin(step, changes, self.request(&path, &query));
        let came = match client.look(&path, &query).await {
            Ok(look) => Came::Answer(Box::new(judged_login(look, &dialect.authentication))),
            Err(error) => Came::Failure(error),
        };
        self.note(began, came)
    }

    /// Asks for a page of a list, with other settings than the working ones where that is to be tried.
    pub(super) async fn listed(
        &mut self,
        step: DoctorStepId,
        kind: Kind,
        changes: &[Change],
    ) -> &Probe {
        self.listed_for((step, changes), kind, changes).await
    }

    /// The same where nothing of it is to be suggested.
    pub(super) async fn listed_by_itself(
        &mut self,
        step: DoctorStepId,
        kind: Kind,
        changes: &[Change],
    ) -> &Probe {
        self.listed_for((step, &[]), kind, changes).await
    }

    /// Whether campaigns are listed with these settings; noted in a step about something else, for which it suggests
    /// nothing.
    pub(super) async fn campaigns_with(&mut self, step: DoctorStepId, changes: &[Change]) -> bool {
        let probe = self.listed_by_itself(step, Kind::Campaign, changes).await;
        probe.works()
    }

    async fn listed_for(
        &mut self,
        (step, noted): (DoctorStepId, &[Change]),
        kind: Kind,
        changes: &[Change],
    ) -> &Probe {
        let (dialect, client) = match self.with(changes) {
            Ok(with) => with,
            Err(error) => {
                let began = self.begin(step, noted, "GET".to_owned());
                return self.note(began, Came::Failure(error));
            }
        };
        let (from, wanted) = (0, dialect.page_size);
        let (request, came) = page((&dialect, &client), kind, (from, wanted));
        let began = self.begin(step, noted, request);
        self.note(began, came.await);
        let first = self.probes.len() - 1;
        self.ask_for_rest((step, first), (&dialect, &client), kind)
            .await;
        &self.probes[first]
    }

    /// Asks for the rest of a page that seems to be cut, to see whether it is.
    async fn ask_for_rest(
        &mut self,
        (step, first): (DoctorStepId, usize),
        with: (&Dialect, &Client),
        kind: Kind,
    ) {
        let Came::Rows(rows) = &self.probes[first].came else {
            return;
        };
        let Some(count) = rows.cut_after() else {
            return;
        };
        let (request, came) = page(with, kind, (count.into(), rows.wanted - count));
        let began = self.begin(step, &[], request);
        let came = rows.rest(came.await, count);
        self.note(began, came);
    }

    /// Asks for one campaign by its id, with other settings than the working ones where that is to be tried.
    pub(super) async fn one(&mut self, id: Id, changes: &[Change]) -> &Probe {
        let step = DoctorStepId::Campaign;
        let (dialect, client) = match self.with(changes) {
            Ok(with) => with,
            Err(error) => {
                let began = self.begin(step, changes, "GET".to_owned());
                return self.note(began, Came::Failure(error));
            }
        };
        let path = entity_path(&dialect, Kind::Campaign, id).unwrap_or_default();
        let began = self.begin(step, changes, self.request(&path, &[]));
        let came = match client.look(&path, &[]).await {
            Ok(look) => Came::Answer(Box::new(judged_campaign(look, id, &dialect))),
            Err(error) => Came::Failure(error),
        };
        let elsewhere = came
            .unknown_body()
            .and_then(|body| single_elsewhere(body, id));
        self.note(began, came);
        let probe = self.probes.last_mut().expect("it was noted just now");
        probe.elsewhere = elsewhere;
        probe
    }

    /// Goes on with these changes.
    pub(super) fn keep(&mut self, changes: &[Change]) {
        if let Ok((dialect, client)) = self.with(changes) {
            self.working = dialect;
            self.client = client;
        }
    }

    /// Whether the service is on this computer.
    pub(super) fn is_here(&self) -> bool {
        self.subject.base.is_here()
    }

    /// What was asked last.
    pub(super) fn last(&self) -> &Probe {
        self.probes.last().expect("something was asked")
    }

    fn with(&self, changes: &[Change]) -> Result<(Dialect, Client), ClientError> {
        if changes.is_empty() {
            return Ok((self.working.clone(), self.client.clone()));
        }
        let mut dialect = self.working.clone();
        for (key, value) in changes {
            let setting = Setting::of_key(key).expect("the doctor changes settings that there are");
            // One of another way to log in changes nothing then.
            let _ = setting.set(&mut dialect, value);
        }
        let client = client(self.subject, &dialect)?;
        Ok((dialect, client))
    }

    fn request(&self, path: &str, query: &[(&str, String)]) -> String {
        format!("GET {}", self.client.address(path, query))
    }

    fn now(&self) -> i64 {
        self.subject.clock.now().as_millisecond()
    }

    fn note(&mut self, began: Began, came: Came) -> &Probe {
        let took = self.now() - began.at;
        let about = (began.step, began.changes);
        let probe = Probe::new(about, began.request, took, came);
        self.probes.push(probe);
        self.last()
    }

    fn begin(&self, step: DoctorStepId, changes: &[Change], request: String) -> Began {
        Began {
            step,
            changes: changes.to_vec(),
            request,
            at: self.now(),
        }
    }
}

fn client(subject: &Subject, dialect: &Dialect) -> Result<Client, ClientError> {
    let tokens = std::sync::Arc::clone(&subject.tokens);
    let (base, credentials) = (subject.base.clone(), subject.credentials.clone());
    Client::new(base, dialect.clone(), credentials, tokens)
}

/// The request for so many rows of a list from one on, and what comes.
fn page<'a>(
    (dialect, client): (&'a Dialect, &'a Client),
    kind: Kind,
    (from, wanted): (u64, u32),
) -> (String, impl Future<Output = Came> + 'a) {
    let (path, query) = list(dialect, kind, (from, wanted));
    let request = format!("GET {}", client.address(&path, &query));
    let came = async move {
        match client.look(&path, &query).await {
            Ok(look) => Came::of_list(look, wanted, dialect),
            Err(error) => Came::Failure(error),
        }
    };
    (request, came)
}

/// The path and the query of so many rows of a list from one on.
fn list(
    dialect: &Dialect,
    kind: Kind,
    (from, max): (u64, u32),
) -> (String, Vec<(&'static str, String)>) {
    let query = ListQuery {
        sort: dialect.list_sort.clone().filter(|_| is_sortable(kind)),
        ..ListQuery::page(from, max)
    };
    let path = collection_path(dialect, kind).unwrap_or_default();
    (path, query.pairs())
}

/// An answer in which there is nothing does not give what the list has.
fn judged_campaign(look: Look, id: Id, dialect: &Dialect) -> Look {
    let is_there = || !matches!(parse_single_in(&look.body, dialect), Ok(None));
    if look.failure.is_some() || is_there() {
        return look;
    }
    let failure = ClientError::Unclear {
        why: not_given(id),
        came: look.came.clone(),
    };
    Look {
        failure: Some(failure),
        ..look
    }
}

pub(super) fn not_given(id: Id) -> String {
    format!("the service lists campaign {id}, but does not give it by itself")
}

/// Whether a login holds is all that counts: what else may be wrong with a list comes with the next step.
fn judged_login(look: Look, authentication: &Authentication) -> Look {
    let is_refused = |failure: &ClientError| {
        failure.is_unauthorized() && look.wants_login()
            || says_no(failure) && shows_secrets(authentication)
            || is_forbidden(failure) && matches!(authentication, Authentication::Session(_))
    };
    let failure = look.failure.clone().filter(is_refused);
    Look { failure, ..look }
}

/// Whether a session may be what the service refuses: of a privilege it would say so.
fn is_forbidden(failure: &ClientError) -> bool {
    matches!(failure, ClientError::Refused { status: 403, codes, .. } if !codes.contains(&codes::PRIVILEGES))
}

/// Some services say so, and not with a 401, that a password or a token is wrong.
fn says_no(failure: &ClientError) -> bool {
    match failure {
        ClientError::Refused { status, codes, .. } => {
            *status == 403 || codes.contains(&codes::PRIVILEGES)
        }
        _ => false,
    }
}

/// Whether every request shows the secrets themselves: then a wrong one must not go out again and again.
pub(super) const fn shows_secrets(authentication: &Authentication) -> bool {
    match authentication {
        Authentication::None | Authentication::Session(_) => false,
        Authentication::Basic | Authentication::Bearer | Authentication::Headers(_) => true,
    }
}
