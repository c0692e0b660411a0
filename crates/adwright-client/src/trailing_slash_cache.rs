//! Learns from replies which paths of a service end with a slash.

use std::collections::BTreeMap;
use std::mem::discriminant;
use std::sync::{Mutex, MutexGuard, PoisonError};

use adwright_model::Kind;
use adwright_wire::TrailingSlash;
use url::Url;

/// A group of paths with the same trailing slash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Endpoint {
    /// Lists a collection.
    List(Kind),
    /// Creates in a collection. Uses the path of its list, unless replies showed otherwise.
    Create(Kind),
    /// Gets and updates one entity of a collection.
    Entity(Kind),
}

/// The trailing slashes that replies showed. The path of a list proves nothing about single entities. For other lists
/// it only gives a guess.
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

    /// Returns whether both are lists, or both are single entities.
    fn has_same_action(self, other: Self) -> bool {
        discriminant(&self) == discriminant(&other)
    }
}

impl TrailingSlashCache {
    /// Adjusts a path to the slash that the service showed. Without such a reply it adds a slash if all similar paths
    /// have one, otherwise it follows the dialect. A wrong slash is found out; an entity's missing slash is not.
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

    /// Returns the path with the other ending, if no reply showed its ending yet. An entity's path never gains a slash:
    /// a missing entity may simply not exist, but a list always exists.
    pub(crate) fn alternative_path(&self, route: Endpoint, path: &str) -> Option<String> {
        let other = match (path.strip_suffix('/'), route) {
            (Some(open), _) => Some(open.to_owned()),
            (None, Endpoint::List(_)) => Some(format!("{path}/")),
            (None, _) => None,
        };
        other.filter(|_| self.known_slash(route).is_none())
    }

    /// Learns that a list is at the other ending, and that this path serves creates only, as the interface has it for
    /// values.
    pub(crate) fn learn_separate_create(&self, route: Endpoint, path: &str) {
        if let Endpoint::List(kind) = route {
            self.lock()
                .insert(Endpoint::Create(kind), path.ends_with('/'));
        }
    }

    /// Learns that this path exists but refuses creates. The next create uses the other ending.
    pub(crate) fn learn_refused_create(&self, route: Endpoint, path: &str) {
        self.lock().insert(route, !path.ends_with('/'));
    }

    /// Returns whether a reply showed the ending.
    pub(crate) fn is_known(&self, route: Endpoint) -> bool {
        self.known_slash(route).is_some()
    }

    /// Learns from the final address of a read.
    pub(crate) fn learn(&self, route: Endpoint, asked: &Url, answered: &Url) {
        if without_slash(asked.path()) == without_slash(answered.path()) {
            self.lock().insert(route, answered.path().ends_with('/'));
        }
    }

    /// Returns the setting, corrected where replies contradict the client's dialect. If the lists differ from each
    /// other, or from their creates, no setting is right and it stays unchanged.
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

    /// Returns the ending that all known paths of this group share; `None` if they differ.
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
