use std::borrow::Cow;

use super::parts::Parts;
use super::{Clash, Identity, Side, items};
use crate::json::Shape;
use crate::node::Node;
use crate::path::{Path, Step};
use crate::twins::Twins;

/// A value in the three versions; none where it is absent.
#[derive(Clone, Copy, Default)]
pub(super) struct Three<'a> {
    pub(super) base: Option<Node<'a>>,
    pub(super) mine: Option<Node<'a>>,
    pub(super) theirs: Option<Node<'a>>,
}

/// What becomes of a value.
pub(super) enum Outcome<'a> {
    /// It is not there.
    Nothing,
    /// The bytes of one side.
    Of(Node<'a>),
    /// Its members are merged.
    Members(Three<'a>),
    /// Its items are merged.
    Items(items::Keyed<'a>),
}

/// One step to where the walk is. The names are borrowed, since a path is seldom asked for.
#[derive(Clone)]
enum Here<'a> {
    Member(Cow<'a, str>),
    Item(usize),
}

pub(super) struct Walk<'a, 'i, I, C> {
    identity: &'i I,
    choose: C,
    here: Vec<Here<'a>>,
    pub(super) clashes: Vec<Clash>,
}

impl<'a, 'i, I: Identity, C: FnMut(&Clash) -> Side> Walk<'a, 'i, I, C> {
    pub(super) fn new(identity: &'i I, choose: C) -> Self {
        Self {
            identity,
            choose,
            here: Vec::new(),
            clashes: Vec::new(),
        }
    }

    /// Writes what becomes of the outermost values.
    pub(super) fn whole(&mut self, [base, mine, theirs]: [Node<'a>; 3], out: &mut String) {
        let outcome = self.settle(Three {
            base: Some(base),
            mine: Some(mine),
            theirs: Some(theirs),
        });
        self.write(outcome, out);
    }

    /// Decides about a value, from the bytes that nobody touched to the clash.
    pub(super) fn settle(&mut self, three: Three<'a>) -> Outcome<'a> {
        let Three { base, mine, theirs } = three;
        let (Some(m), Some(t)) = (mine, theirs) else {
            return self.one_value(three);
        };
        let untouched = |side: Node<'_>| base.is_some_and(|base| base.raw() == side.raw());
        if m.raw() == t.raw() || untouched(m) {
            return Outcome::Of(t);
        }
        if untouched(t) {
            return Outcome::Of(m);
        }
        let from_nothing = base.is_none_or(|base| base.is_null());
        match (m.shape(), t.shape(), base.map(|base| base.shape())) {
            (Shape::Object, Shape::Object, shape)
                if from_nothing || shape == Some(Shape::Object) =>
            {
                Outcome::Members(three)
            }
            (Shape::Array, Shape::Array, Some(Shape::Array)) => match self.keyed(three) {
                Some(keyed) => Outcome::Items(keyed),
                None => self.one_value(three),
            },
            _ => self.one_value(three),
        }
    }

    fn keyed(&self, three: Three<'a>) -> Option<items::Keyed<'a>> {
        items::Keyed::of(three, self.identity.key(&self.path())?)
    }

    fn one_value(&mut self, three: Three<'a>) -> Outcome<'a> {
        let Three { base, mine, theirs } = three;
        if same(mine, theirs) || same(base, mine) {
            return of(theirs);
        }
        if same(base, theirs) {
            return of(mine);
        }
        let raw = |node: Option<Node<'_>>| node.map(|node| node.raw().to_owned());
        let clash = Clash {
            path: self.path(),
            base: raw(base),
            mine: raw(mine),
            theirs: raw(theirs),
        };
        let side = (self.choose)(&clash);
        self.clashes.push(clash);
        of(match side {
            Side::Mine => mine,
            Side::Theirs => theirs,
        })
    }

    /// Writes a value that is there.
    pub(super) fn write(&mut self, outcome: Outcome<'a>, out: &mut String) {
        match outcome {
            Outcome::Nothing => {}
            Outcome::Of(node) => out.push_str(node.raw()),
            Outcome::Members(three) => self.members(three, out),
            Outcome::Items(keyed) => keyed.write(self, out),
        }
    }

    pub(super) fn at_item<T>(&mut self, at: usize, then: impl FnOnce(&mut Self) -> T) -> T {
        self.inside(Here::Item(at), then)
    }

    fn inside<T>(&mut self, step: Here<'a>, then: impl FnOnce(&mut Self) -> T) -> T {
        self.here.push(step);
        let outcome = then(self);
        self.here.pop();
        outcome
    }

    /// The members of `theirs` in their places, then what is only in `mine`.
    fn members(&mut self, three: Three<'a>, out: &mut String) {
        let (Some(mine), Some(theirs)) = (three.mine, three.theirs) else {
            return;
        };
        let mut versions = Versions::of(three);
        let mut parts = Parts::of(theirs, mine, out);
        for (name, member) in theirs.members() {
            self.inside(Here::Member(name.clone()), |walk| {
                let three = walk.member(
                    &mut versions,
                    &name,
                    Three {
                        theirs: Some(member),
                        ..Three::default()
                    },
                );
                match walk.settle(three) {
                    Outcome::Nothing => parts.drop(member),
                    outcome => walk.write(outcome, parts.keep(member)),
                }
            });
        }
        for (name, member) in mine.members() {
            // What is in both was written above.
            if versions.in_theirs(&name) {
                continue;
            }
            self.inside(Here::Member(name.clone()), |walk| {
                let three = walk.member(
                    &mut versions,
                    &name,
                    Three {
                        mine: Some(member),
                        ..Three::default()
                    },
                );
                let only_mine = three.theirs.is_none().then(|| walk.settle(three));
                if let Some(Outcome::Of(member)) = only_mine {
                    parts.add(member);
                }
            });
        }
        parts.close();
    }

    /// The member in all versions, of which one is known. Where it is absent from some, it may go by another name there,
    /// unless both names tell two members apart.
    fn member(&self, versions: &mut Versions<'a>, name: &str, known: Three<'a>) -> Three<'a> {
        let exact = versions.find(name, known);
        if exact.base.is_some() && exact.mine.is_some() && exact.theirs.is_some() {
            return exact;
        }
        let Some(twin) = self.identity.twin(&self.path()) else {
            return exact;
        };
        let other = versions.find(twin, Three::default());
        let both =
            |one: Option<Node<'_>>, other: Option<Node<'_>>| one.is_some() && other.is_some();
        if both(exact.base, other.base)
            || both(exact.mine, other.mine)
            || both(exact.theirs, other.theirs)
        {
            return exact;
        }
        Three {
            base: exact.base.or(other.base),
            mine: exact.mine.or(other.mine),
            theirs: exact.theirs.or(other.theirs),
        }
    }

    fn path(&self) -> Path {
        let step = |here: &Here<'_>| match here {
            Here::Member(name) => Step::Member(name.clone().into_owned()),
            Here::Item(at) => Step::Item(*at),
        };
        self.here.iter().map(step).collect()
    }
}

/// The members of one object in the three versions; none where the version has no such object.
struct Versions<'a> {
    base: Option<Twins<'a>>,
    mine: Option<Twins<'a>>,
    theirs: Option<Twins<'a>>,
}

impl<'a> Versions<'a> {
    fn of(Three { base, mine, theirs }: Three<'a>) -> Self {
        let [base, mine, theirs] = [base, mine, theirs].map(|object| object.map(Twins::of));
        Self { base, mine, theirs }
    }

    fn in_theirs(&mut self, name: &str) -> bool {
        let theirs = self.theirs.as_mut();
        theirs.is_some_and(|theirs| theirs.find(name).is_some())
    }

    /// The members of this name. What is known is not looked for again.
    fn find(&mut self, name: &str, known: Three<'a>) -> Three<'a> {
        let find = |known: Option<Node<'a>>, version: &mut Option<Twins<'a>>| {
            known.or_else(|| version.as_mut()?.find(name))
        };
        Three {
            base: find(known.base, &mut self.base),
            mine: find(known.mine, &mut self.mine),
            theirs: find(known.theirs, &mut self.theirs),
        }
    }
}

fn same(a: Option<Node<'_>>, b: Option<Node<'_>>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => a.same_value(&b),
        _ => false,
    }
}

fn of(node: Option<Node<'_>>) -> Outcome<'_> {
    node.map_or(Outcome::Nothing, Outcome::Of)
}
