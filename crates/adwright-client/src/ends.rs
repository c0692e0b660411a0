//! Which paths of a service end with a slash, as its answers show it.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use adwright_model::Kind;
use adwright_wire::TrailingSlash;
use url::Url;

/// Paths that end alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Route {
    /// To list a collection, and to create in it.
    List(Kind),
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

    pub(crate) const fn entity(kind: Kind) -> Self {
        Self::Entity(kind.collection())
    }

    /// Whether both are of lists, or both of single entities.
    const fn is_like(self, other: Self) -> bool {
        matches!(self, Self::List(_)) == matches!(other, Self::List(_))
    }
}

impl Ends {
    /// A path at the end that the service showed. Where it showed none, one with a slash if all others like it have one,
    /// and else as the dialect has it: a slash that should not be there is found out, one that is missing is not.
    pub(crate) fn of(&self, route: Route, path: &str) -> String {
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

    /// The path without its slash, where nothing but a setting or a guess says that it has one.
    pub(crate) fn doubted<'a>(&self, route: Route, path: &'a str) -> Option<&'a str> {
        let open = path.strip_suffix('/');
        open.filter(|_| self.shown(route).is_none())
    }

    /// Learns from where a read was answered in the end.
    pub(crate) fn learn(&self, route: Route, asked: &Url, answered: &Url) {
        if open(asked.path()) == open(answered.path()) {
            self.all().insert(route, answered.path().ends_with('/'));
        }
    }

    /// What is set, with what was seen to be otherwise than the client was told. Where one list ends so and another one
    /// otherwise, no setting would be right, and it stays as it is.
    pub(crate) fn corrected(&self, (told, set): (TrailingSlash, TrailingSlash)) -> TrailingSlash {
        let lists = self.agreed(|route| matches!(route, Route::List(_)));
        let entities = self.agreed(|route| !matches!(route, Route::List(_)));
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
