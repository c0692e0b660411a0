use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::merger::{MergeOutcome, Merger, ThreeWay};
use super::part_writer::PartWriter;
use super::{MergeConflict, MergeIdentity, MergeSide};
use crate::json::{JsonType, normal_number};
use crate::node::Node;

/// A list whose items have a key that is present and unique in all three versions, and in which not both sides moved
/// items to different orders.
pub(super) struct KeyedList<'a> {
    mine: Node<'a>,
    theirs: Node<'a>,
    matching: ItemMatching<'a>,
    /// Whose order of the items counts: that of the side that moved some.
    leads: MergeSide,
}

/// The items of the three versions, matched by their keys.
#[derive(Default)]
struct ItemMatching<'a> {
    /// One for each key, those of the base first and in its order.
    items: Vec<ItemVersions<'a>>,
    by_key: HashMap<ItemKey<'a>, usize>,
    /// Which item each one of `mine` is, in order.
    mine: Vec<usize>,
    /// Which item each one of `theirs` is, in order.
    theirs: Vec<usize>,
}

struct ItemVersions<'a> {
    /// The value of the key in the version that had it first.
    key: Node<'a>,
    three: ThreeWay<'a>,
    /// Where the item before it ends in `theirs`; none for the first.
    end_before: Option<usize>,
}

/// What tells an item from the others of its list.
#[derive(PartialEq, Eq, Hash)]
enum ItemKey<'a> {
    Text(Cow<'a, str>),
    Whole(i64),
    Number(String),
    Word(&'a str),
}

impl<'a> KeyedList<'a> {
    /// None where the list is one value.
    pub(super) fn new(three: ThreeWay<'a>, key: &str) -> Option<Self> {
        let (mine, theirs) = (three.mine?, three.theirs?);
        let matching = ItemMatching::new(three.base?, mine, theirs, key)?;
        let (mines, theirss) = matching.orders();
        let leads = if mines.is_sorted() || mines == theirss {
            MergeSide::Theirs
        } else if theirss.is_sorted() {
            MergeSide::Mine
        } else {
            return None;
        };
        Some(Self {
            mine,
            theirs,
            matching,
            leads,
        })
    }

    pub(super) fn write<I: MergeIdentity, C: FnMut(&MergeConflict) -> MergeSide>(
        self,
        walk: &mut Merger<'a, '_, I, C>,
        out: &mut String,
    ) {
        let mut parts = PartWriter::new(self.theirs, self.mine, out);
        let mut count = 0;
        for at in self.order() {
            let ItemVersions {
                three, end_before, ..
            } = &self.matching.items[at];
            let written = walk.at_item(count, |walk| match (walk.decide(*three), three.theirs) {
                (MergeOutcome::Nothing, _) => false,
                (outcome, Some(item)) => {
                    walk.write(outcome, parts.keep_from(*end_before, item));
                    true
                }
                (MergeOutcome::Of(item), None) => {
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

    /// The items of both sides: those of the leading side in their order, and each of the others behind the one that it
    /// follows on its own side, after what the leading side added there.
    fn order(&self) -> Vec<usize> {
        let ItemMatching {
            items,
            mine,
            theirs,
            ..
        } = &self.matching;
        let (leading, other) = match self.leads {
            MergeSide::Theirs => (theirs, mine),
            MergeSide::Mine => (mine, theirs),
        };
        let is_on_both =
            |at: usize| items[at].three.mine.is_some() && items[at].three.theirs.is_some();
        let mut order = Vec::with_capacity(items.len());
        let mut followers = Self::followers(other, is_on_both);
        let mut waiting = followers.remove(&None).unwrap_or_default();
        for &at in leading {
            if is_on_both(at) {
                order.append(&mut waiting);
                waiting = followers.remove(&Some(at)).unwrap_or_default();
            }
            order.push(at);
        }
        order.append(&mut waiting);
        order
    }

    /// The items that only this side has, by the last one before them that both have; none for the start.
    fn followers(
        side: &[usize],
        is_on_both: impl Fn(usize) -> bool,
    ) -> HashMap<Option<usize>, Vec<usize>> {
        let mut followers: HashMap<_, Vec<usize>> = HashMap::new();
        let mut behind = None;
        for &at in side {
            if is_on_both(at) {
                behind = Some(at);
            } else {
                followers.entry(behind).or_default().push(at);
            }
        }
        followers
    }
}

impl<'a> ItemMatching<'a> {
    /// None where a key is missing or there twice.
    fn new(base: Node<'a>, mine: Node<'a>, theirs: Node<'a>, key: &str) -> Option<Self> {
        let mut matching = Self::default();
        matching.add_version(base, key, |three| &mut three.base)?;
        matching.mine = matching.add_version(mine, key, |three| &mut three.mine)?;
        matching.theirs = matching.add_version(theirs, key, |three| &mut three.theirs)?;
        let mut end = None;
        for &at in &matching.theirs {
            let item = &mut matching.items[at];
            item.end_before = end;
            end = item.three.theirs.map(|item| item.span().end);
        }
        Some(matching)
    }

    /// Puts the items of one version where they belong, and tells where that is.
    fn add_version(
        &mut self,
        list: Node<'a>,
        key: &str,
        version: impl for<'t> Fn(&'t mut ThreeWay<'a>) -> &'t mut Option<Node<'a>>,
    ) -> Option<Vec<usize>> {
        let mut places = Vec::new();
        let mut next = 0;
        for item in list.items() {
            let value = item.member(key)?;
            let at = self.index_of(value, next)?;
            next = at + 1;
            if version(&mut self.items[at].three).replace(item).is_some() {
                return None;
            }
            places.push(at);
        }
        Some(places)
    }

    /// Where the item of a key belongs. Mostly it follows the last one, as it did in the version before.
    fn index_of(&mut self, value: Node<'a>, next: usize) -> Option<usize> {
        let follows = |item: &ItemVersions<'_>| item.key.raw() == value.raw();
        if self.items.get(next).is_some_and(follows) {
            return Some(next);
        }
        let at = match self.by_key.entry(ItemKey::from_node(&value)?) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.items.push(ItemVersions {
                    key: value,
                    three: ThreeWay::default(),
                    end_before: None,
                });
                *new.insert(self.items.len() - 1)
            }
        };
        Some(at)
    }

    /// The order of the items that all versions have, of either side, by their places in the base.
    fn orders(&self) -> (Vec<usize>, Vec<usize>) {
        let is_in_all = |at: &&usize| {
            let ThreeWay { base, mine, theirs } = self.items[**at].three;
            base.is_some() && mine.is_some() && theirs.is_some()
        };
        let order = |side: &[usize]| side.iter().filter(is_in_all).copied().collect();
        (order(&self.mine), order(&self.theirs))
    }
}

impl<'a> ItemKey<'a> {
    fn from_node(value: &Node<'a>) -> Option<Self> {
        if let Some(id) = value.as_id() {
            return Some(ItemKey::Whole(id));
        }
        match value.json_type() {
            JsonType::String => value.as_str().map(ItemKey::Text),
            JsonType::Number => Some(ItemKey::Number(normal_number(value.raw()))),
            JsonType::Bool => Some(ItemKey::Word(value.raw())),
            JsonType::Null | JsonType::Array | JsonType::Object => None,
        }
    }
}
