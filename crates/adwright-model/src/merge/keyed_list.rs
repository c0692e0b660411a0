use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::merger::{MergeOutcome, Merger, ThreeWay};
use super::part_writer::PartWriter;
use super::{MergeConflict, MergeIdentity, MergeSide};
use crate::json::{JsonType, normal_number};
use crate::node::Node;

/// A list whose items have a key that is present and unique in all three versions. At most one side changed the
/// order of the shared items.
pub(super) struct KeyedList<'a> {
    mine: Node<'a>,
    theirs: Node<'a>,
    matching: ItemMatching<'a>,
    /// The side whose order counts: the one that moved items.
    ordering_side: MergeSide,
}

/// The items of the three versions, matched by key.
#[derive(Default)]
struct ItemMatching<'a> {
    /// One entry for each key, first those of the base, in order.
    items: Vec<ItemVersions<'a>>,
    by_key: HashMap<ItemKey<'a>, usize>,
    /// The index of each item of `mine`, in order.
    mine: Vec<usize>,
    /// The index of each item of `theirs`, in order.
    theirs: Vec<usize>,
}

struct ItemVersions<'a> {
    /// The key's value in the first version that has it.
    key: Node<'a>,
    three: ThreeWay<'a>,
    /// The end of the previous item in `theirs`; `None` for the first item.
    previous_end_in_theirs: Option<usize>,
}

/// The key value that identifies an item of a list.
#[derive(PartialEq, Eq, Hash)]
enum ItemKey<'a> {
    Text(Cow<'a, str>),
    Whole(i64),
    Number(String),
    Word(&'a str),
}

impl<'a> KeyedList<'a> {
    /// Returns `None` if the list must merge as one value.
    pub(super) fn new(three: ThreeWay<'a>, key: &str) -> Option<Self> {
        let (mine, theirs) = (three.mine?, three.theirs?);
        let matching = ItemMatching::new(three.base?, mine, theirs, key)?;
        let (my_order, their_order) = matching.orders();
        let ordering_side = if my_order.is_sorted() || my_order == their_order {
            MergeSide::Theirs
        } else if their_order.is_sorted() {
            MergeSide::Mine
        } else {
            return None;
        };
        Some(Self {
            mine,
            theirs,
            matching,
            ordering_side,
        })
    }

    pub(super) fn write<I: MergeIdentity, C: FnMut(&MergeConflict) -> MergeSide>(
        self,
        merger: &mut Merger<'a, '_, I, C>,
        out: &mut String,
    ) {
        let mut parts = PartWriter::new(self.theirs, self.mine, out);
        let mut count = 0;
        for at in self.order() {
            let ItemVersions {
                three,
                previous_end_in_theirs,
                ..
            } = &self.matching.items[at];
            let is_written = merger.at_item(count, |merger| {
                match (merger.decide(*three), three.theirs) {
                    (MergeOutcome::Absent, _) => false,
                    (outcome, Some(item)) => {
                        merger.write(outcome, parts.keep_from(*previous_end_in_theirs, item));
                        true
                    }
                    (MergeOutcome::Verbatim(item), None) => {
                        parts.add(item);
                        true
                    }
                    // A merged value is on both sides.
                    (_, None) => false,
                }
            });
            count += usize::from(is_written);
        }
        parts.close();
    }

    /// Returns the items of both sides in order. The leading side keeps its order. Each other item follows its
    /// predecessor on its own side, after the items that the leading side added there.
    fn order(&self) -> Vec<usize> {
        let ItemMatching {
            items,
            mine,
            theirs,
            ..
        } = &self.matching;
        let (leading, other) = match self.ordering_side {
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

    /// Groups the items that only this side has by the last shared item before them; `None` stands for the start.
    fn followers(
        side: &[usize],
        is_on_both: impl Fn(usize) -> bool,
    ) -> HashMap<Option<usize>, Vec<usize>> {
        let mut followers: HashMap<_, Vec<usize>> = HashMap::new();
        let mut predecessor = None;
        for &at in side {
            if is_on_both(at) {
                predecessor = Some(at);
            } else {
                followers.entry(predecessor).or_default().push(at);
            }
        }
        followers
    }
}

impl<'a> ItemMatching<'a> {
    /// Returns `None` if a key is missing or occurs twice.
    fn new(base: Node<'a>, mine: Node<'a>, theirs: Node<'a>, key: &str) -> Option<Self> {
        let mut matching = Self::default();
        matching.add_version(base, key, |three| &mut three.base)?;
        matching.mine = matching.add_version(mine, key, |three| &mut three.mine)?;
        matching.theirs = matching.add_version(theirs, key, |three| &mut three.theirs)?;
        let mut end = None;
        for &at in &matching.theirs {
            let item = &mut matching.items[at];
            item.previous_end_in_theirs = end;
            end = item.three.theirs.map(|item| item.span().end);
        }
        Some(matching)
    }

    /// Adds the items of one version and returns their indices.
    fn add_version(
        &mut self,
        list: Node<'a>,
        key: &str,
        version: impl for<'t> Fn(&'t mut ThreeWay<'a>) -> &'t mut Option<Node<'a>>,
    ) -> Option<Vec<usize>> {
        let mut indices = Vec::new();
        let mut next = 0;
        for item in list.items() {
            let value = item.member(key)?;
            let at = self.index_or_insert(value, next)?;
            next = at + 1;
            if version(&mut self.items[at].three).replace(item).is_some() {
                return None;
            }
            indices.push(at);
        }
        Some(indices)
    }

    /// Returns the index of a key; adds an entry for a new one. An item usually follows its predecessor, as in the version before.
    fn index_or_insert(&mut self, key: Node<'a>, next: usize) -> Option<usize> {
        let follows = |item: &ItemVersions<'_>| item.key.raw() == key.raw();
        if self.items.get(next).is_some_and(follows) {
            return Some(next);
        }
        let at = match self.by_key.entry(ItemKey::from_node(&key)?) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.items.push(ItemVersions {
                    key,
                    three: ThreeWay::default(),
                    previous_end_in_theirs: None,
                });
                *new.insert(self.items.len() - 1)
            }
        };
        Some(at)
    }

    /// Returns the order of the items that all versions have, for `mine` and for `theirs`.
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
