//! Learns from replies which paths of a service end with a slash.

use std::collections::BTreeMap;
use std::mem::discriminant;
use std::sync::{Mutex, MutexGuard, PoisonError};

use adwright_model::Kind;
use adwright_wire::TrailingSlash;
use url::Url;

/// Paths that end alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Endpoint {
    /// To list a collection.
    List(Kind),
    /// To create in it: where it is listed, unless a list showed otherwise.
    Create(Kind),
    /// To get and to update one entity of a collection.
    Entity(Kind),
}

/// Whether paths end with a slash, as far as an answer showed it. The path of a list says nothing of those of single
/// entities; of another list it gives a guess.
#[derive(Debug, Default)]
pub(crate) struct TrailingSlashCache(Mutex<BTreeMap<Endpoint, bool>>);

impl Endpoint {
    pub(crate) const fn list(kind: Kind) -> Self {
        Self::List(kind.list_kind())
    }

    pub(crate) const fn create(kind: Kind) -> Self {
        Self::Create(kind.list_kind())
    }

    pub(crate) const fn entity(kind: Kind) -> Self {
        Self::Entity(kind.list_kind())
    }

    /// Whether both are of lists, or both of single entities.
    fn has_same_action(self, other: Self) -> bool {
        discriminant(&self) == discriminant(&other)
    }
}

impl TrailingSlashCache {
    /// A path at the end that the service showed. Where it showed none, one with a slash if all others like it have one,
    /// and else as the dialect has it: a slash that should not be there is found out, one that an entity lacks is not.
    pub(crate) fn adjust_path(&self, route: Endpoint, path: &str) -> String {
        let route = match route {
            Endpoint::Create(kind) if self.known_slash(route).is_none() => Endpoint::List(kind),
            route => route,
        };
        let guess = || {
            self.unanimous_slash(|other| other.has_same_action(route))
                .filter(|slash| *slash)
        };
        match self.known_slash(route).or_else(guess) {
            Some(true) => format!("{}/", without_slash(path)),
            Some(false) => without_slash(path).to_owned(),
            None => path.to_owned(),
        }
    }

    /// The path at its other end, where nothing but a setting or a guess says how it ends. That an entity is not there
    /// without a slash may be all that there is to say; of a list it never is.
    pub(crate) fn alternative_path(&self, route: Endpoint, path: &str) -> Option<String> {
        let other = match (path.strip_suffix('/'), route) {
            (Some(open), _) => Some(open.to_owned()),
            (None, Endpoint::List(_)) => Some(format!("{path}/")),
            (None, _) => None,
        };
        other.filter(|_| self.known_slash(route).is_none())
    }

    /// Learns that a list is at the other end of its path, while at this one there is something that is not for reading:
    /// there it is that one creates, as the interface has it for values.
    pub(crate) fn learn_separate_create(&self, route: Endpoint, path: &str) {
        if let Endpoint::List(kind) = route {
            self.lock()
                .insert(Endpoint::Create(kind), path.ends_with('/'));
        }
    }

    /// Learns that nothing is created at this path, though it is there: the next create goes to its other end.
    pub(crate) fn learn_refused_create(&self, route: Endpoint, path: &str) {
        self.lock().insert(route, !path.ends_with('/'));
    }

    /// Whether an answer showed how it ends.
    pub(crate) fn is_known(&self, route: Endpoint) -> bool {
        self.known_slash(route).is_some()
    }

    /// Learns from where a read was answered in the end.
    pub(crate) fn learn(&self, route: Endpoint, asked: &Url, answered: &Url) {
        if without_slash(asked.path()) == without_slash(answered.path()) {
            self.lock().insert(route, answered.path().ends_with('/'));
        }
    }

    /// What is set, with what was seen to be otherwise than the client was told. Where one list ends so and another one
    /// otherwise, no setting would be right, and it stays as it is; nor would one be for a list that is created in elsewhere.
    pub(crate) fn correct_setting(
        &self,
        (told, set): (TrailingSlash, TrailingSlash),
    ) -> TrailingSlash {
        let lists = self.unanimous_slash(|route| !matches!(route, Endpoint::Entity(_)));
        let entities = self.unanimous_slash(|route| matches!(route, Endpoint::Entity(_)));
        let lists = lists.filter(|slash| *slash != told.has_list_slash());
        let entities = entities.filter(|slash| *slash != told.has_entity_slash());
        TrailingSlash::from_parts(
            lists.unwrap_or(set.has_list_slash()),
            entities.unwrap_or(set.has_entity_slash()),
        )
    }

    /// How all of these end of which anything is known; none where they differ.
    fn unanimous_slash(&self, is_meant: impl Fn(Endpoint) -> bool) -> Option<bool> {
        let all = self.lock();
        let mut ends = all.iter().filter(|(route, _)| is_meant(**route));
        let (_, first) = ends.next()?;
        ends.all(|(_, end)| end == first).then_some(*first)
    }

    fn known_slash(&self, route: Endpoint) -> Option<bool> {
        self.lock().get(&route).copied()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Endpoint, bool>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn without_slash(path: &str) -> &str {
    path.strip_suffix('/').unwrap_or(path)
}
