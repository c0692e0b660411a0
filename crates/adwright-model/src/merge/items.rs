use std::borrow::Cow;
use std::collections::HashMap;

use super::parts::Parts;
use super::walk::{Outcome, Three, Walk};
use super::{Clash, Identity, Side};
use crate::json::{Shape, normal_number};
use crate::node::Node;

/// A list whose items have a key that is present and unique in all three versions, and in which not both sides moved
/// items to different orders.
pub(super) struct Keyed<'a> {
    base: Version<'a>,
    mine: Version<'a>,
    theirs: Version<'a>,
    /// Whose order of the items counts: that of the side that moved some.
    leads: Side,
}

/// What tells an item from the others of its list.
#[derive(PartialEq, Eq, Hash, Clone)]
enum Key<'a> {
    Text(Cow<'a, str>),
    Number(String),
    Word(&'a str),
}

/// The items of one version.
struct Version<'a> {
    list: Node<'a>,
    items: Vec<(Key<'a>, Node<'a>)>,
    by_key: HashMap<Key<'a>, usize>,
}

impl<'a> Keyed<'a> {
    /// None where the list is one value.
    pub(super) fn of(three: Three<'a>, key: &str) -> Option<Self> {
        let base = Version::of(three.base?, key)?;
        let mine = Version::of(three.mine?, key)?;
        let theirs = Version::of(three.theirs?, key)?;
        let order = |side: &Version<'a>, other: &Version<'a>| -> Vec<usize> {
            let common = side.items.iter().filter(|(key, _)| other.has(key));
            common
                .filter_map(|(key, _)| base.by_key.get(key).copied())
                .collect()
        };
        let (mines, theirss) = (order(&mine, &theirs), order(&theirs, &mine));
        let leads = if mines.is_sorted() || mines == theirss {
            Side::Theirs
        } else if theirss.is_sorted() {
            Side::Mine
        } else {
            return None;
        };
        Some(Self {
            base,
            mine,
            theirs,
            leads,
        })
    }

    pub(super) fn write<I: Identity, C: FnMut(&Clash) -> Side>(
        self,
        walk: &mut Walk<'a, '_, I, C>,
        out: &mut String,
    ) {
        let mut parts = Parts::of(self.theirs.list, self.mine.list, out);
        let mut count = 0;
        for key in self.order() {
            let three = Three {
                base: self.base.get(key),
                mine: self.mine.get(key),
                theirs: self.theirs.get(key),
            };
            let written = walk.at_item(count, |walk| match (walk.settle(three), three.theirs) {
                (Outcome::Nothing, _) => false,
                (outcome, Some(item)) => {
                    walk.write(outcome, parts.keep_from(self.theirs.end_before(key), item));
                    true
                }
                (Outcome::Of(item), None) => {
                    parts.add(item);
                    true
                }
                // What is merged is on both sides.
                (_, None) => false,
            });
            count += usize::from(written);
        }
        parts.close();
    }

    /// The keys of both sides: those of the leading side in their order, and each of the others behind the one that it
    /// follows on its own side, after what the leading side added there.
    fn order(&self) -> Vec<&Key<'a>> {
        let (leading, other) = match self.leads {
            Side::Theirs => (&self.theirs, &self.mine),
            Side::Mine => (&self.mine, &self.theirs),
        };
        // Position 0 is for what follows nothing, the others are one more than that of the item that is followed.
        let mut followers: Vec<Vec<&Key<'a>>> = vec![Vec::new(); leading.items.len() + 1];
        let mut behind = 0;
        for (key, _) in &other.items {
            match leading.by_key.get(key) {
                Some(at) => behind = at + 1,
                None => followers[behind].push(key),
            }
        }
        let mut order = Vec::with_capacity(leading.items.len());
        let mut waiting = std::mem::take(&mut followers[0]);
        for (at, (key, _)) in leading.items.iter().enumerate() {
            if other.has(key) {
                order.append(&mut waiting);
                waiting = std::mem::take(&mut followers[at + 1]);
            }
            order.push(key);
        }
        order.append(&mut waiting);
        order
    }
}

impl<'a> Version<'a> {
    fn of(list: Node<'a>, key: &str) -> Option<Self> {
        let keyed = |item: Node<'a>| Some((Key::of(&item.member(key)?)?, item));
        let items: Vec<_> = list.items().map(keyed).collect::<Option<_>>()?;
        let keys = items.iter().enumerate();
        let by_key: HashMap<_, _> = keys.map(|(at, (key, _))| (key.clone(), at)).collect();
        (by_key.len() == items.len()).then_some(Self {
            list,
            items,
            by_key,
        })
    }

    fn has(&self, key: &Key<'a>) -> bool {
        self.by_key.contains_key(key)
    }

    fn get(&self, key: &Key<'a>) -> Option<Node<'a>> {
        self.by_key.get(key).map(|&at| self.items[at].1)
    }

    /// Where the item before that of the key ends; none for the first.
    fn end_before(&self, key: &Key<'a>) -> Option<usize> {
        let before = self.by_key.get(key)?.checked_sub(1)?;
        Some(self.items[before].1.span().end)
    }
}

impl<'a> Key<'a> {
    fn of(value: &Node<'a>) -> Option<Self> {
        match value.shape() {
            Shape::String => value.as_str().map(Key::Text),
            Shape::Number => Some(Key::Number(normal_number(value.raw()))),
            Shape::Bool => Some(Key::Word(value.raw())),
            Shape::Null | Shape::Array | Shape::Object => None,
        }
    }
}
