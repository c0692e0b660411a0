//! Which paths of a service end with a slash, as its answers show it.

use std::collections::BTreeMap;
use std::mem::discriminant;
use std::sync::{Mutex, MutexGuard, PoisonError};

use adwright_model::Kind;
use adwright_wire::TrailingSlash;
use url::Url;

/// Paths that end alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Route {
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
pub(crate) struct Ends(Mutex<BTreeMap<Route, bool>>);

impl Route {
    pub(crate) const fn list(kind: Kind) -> Self {
        Self::List(kind.collection())
    }

    pub(crate) const fn create(kind: Kind) -> Self {
        Self::Create(kind.collection())
    }

    pub(crate) const fn entity(kind: Kind) -> Self {
        Self::Entity(kind.collection())
    }

    /// Whether both are of lists, or both of single entities.
    fn is_like(self, other: Self) -> bool {
        discriminant(&self) == discriminant(&other)
    }
}

impl Ends {
    /// A path at the end that the service showed. Where it showed none, one with a slash if all others like it have one,
    /// and else as the dialect has it: a slash that should not be there is found out, one that an entity lacks is not.
    pub(crate) fn of(&self, route: Route, path: &str) -> String {
        let route = match route {
            Route::Create(kind) if self.shown(route).is_none() => Route::List(kind),
            route => route,
        };
        let guess = || {
            self.agreed(|other| other.is_like(route))
                .filter(|slash| *slash)
        };
        match self.shown(route).or_else(guess) {
            Some(true) => format!("{}/", open(path)),
            Some(false) => open(path).to_owned(),
            None => path.to_owned(),
        }
    }

    /// The path at its other end, where nothing but a setting or a guess says how it ends. That an entity is not there
    /// without a slash may be all that there is to say; of a list it never is.
    pub(crate) fn doubted(&self, route: Route, path: &str) -> Option<String> {
        let other = match (path.strip_suffix('/'), route) {
            (Some(open), _) => Some(open.to_owned()),
            (None, Route::List(_)) => Some(format!("{path}/")),
            (None, _) => None,
        };
        other.filter(|_| self.shown(route).is_none())
    }

    /// Learns that a list is at the other end of its path, while at this one there is something that is not for reading:
    /// there it is that one creates, as the interface has it for values.
    pub(crate) fn learn_apart(&self, route: Route, path: &str) {
        if let Route::List(kind) = route {
            self.all().insert(Route::Create(kind), path.ends_with('/'));
        }
    }

    /// Learns that nothing is created at this path, though it is there: the next create goes to its other end.
    pub(crate) fn learn_creates(&self, route: Route, path: &str) {
        self.all().insert(route, !path.ends_with('/'));
    }

    /// Whether an answer showed how it ends.
    pub(crate) fn is_shown(&self, route: Route) -> bool {
        self.shown(route).is_some()
    }

    /// Learns from where a read was answered in the end.
    pub(crate) fn learn(&self, route: Route, asked: &Url, answered: &Url) {
        if open(asked.path()) == open(answered.path()) {
            self.all().insert(route, answered.path().ends_with('/'));
        }
    }

    /// What is set, with what was seen to be otherwise than the client was told. Where one list ends so and another one
    /// otherwise, no setting would be right, and it stays as it is; nor would one be for a list that is created in elsewhere.
    pub(crate) fn corrected(&self, (told, set): (TrailingSlash, TrailingSlash)) -> TrailingSlash {
        let lists = self.agreed(|route| !matches!(route, Route::Entity(_)));
        let entities = self.agreed(|route| matches!(route, Route::Entity(_)));
        let lists = lists.filter(|slash| *slash != told.lists());
        let entities = entities.filter(|slash| *slash != told.entities());
        TrailingSlash::of(
            lists.unwrap_or(set.lists()),
            entities.unwrap_or(set.entities()),
        )
    }

    /// How all of these end of which anything is known; none where they differ.
    fn agreed(&self, is_meant: impl Fn(Route) -> bool) -> Option<bool> {
        let all = self.all();
        let mut ends = all.iter().filter(|(route, _)| is_meant(**route));
        let (_, first) = ends.next()?;
        ends.all(|(_, end)| end == first).then_some(*first)
    }

    fn shown(&self, route: Route) -> Option<bool> {
        self.all().get(&route).copied()
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<Route, bool>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn open(path: &str) -> &str {
    path.strip_suffix('/').unwrap_or(path)
}
