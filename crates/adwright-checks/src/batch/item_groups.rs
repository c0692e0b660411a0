use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use super::ItemOrder;

/// Items by a key. The first item of each key stands for the others.
#[derive(Debug)]
pub(crate) struct ItemGroups<K> {
    firsts: HashMap<K, u32>,
    /// The other items of each key that has some. Few keys have, so the firsts need little memory.
    others: HashMap<K, BTreeSet<u32>>,
}

impl<K> Default for ItemGroups<K> {
    fn default() -> Self {
        Self {
            firsts: HashMap::new(),
            others: HashMap::new(),
        }
    }
}

impl<K: Copy + Eq + Hash> ItemGroups<K> {
    pub(crate) fn insert(&mut self, key: K, item: u32, order: &ItemOrder) {
        match self.firsts.entry(key) {
            Entry::Vacant(vacant) => {
                vacant.insert(item);
            }
            Entry::Occupied(mut first) => {
                let other = if order.is_before(item, *first.get()) {
                    first.insert(item)
                } else {
                    item
                };
                self.others.entry(key).or_default().insert(other);
            }
        }
    }

    /// Removes an item. All items of its key must still be in the order.
    pub(crate) fn remove(&mut self, key: K, item: u32, order: &ItemOrder) {
        if self.first(key) != Some(item) {
            self.remove_other(key, item);
            return;
        }
        let next = self
            .others
            .get(&key)
            .and_then(|others| order.first_of(others));
        if let Some(next) = next {
            self.firsts.insert(key, next);
            self.remove_other(key, next);
        } else {
            self.firsts.remove(&key);
        }
    }

    fn remove_other(&mut self, key: K, item: u32) {
        if let Entry::Occupied(mut others) = self.others.entry(key) {
            others.get_mut().remove(&item);
            if others.get().is_empty() {
                others.remove();
            }
        }
    }

    /// Finds the first items again in another order.
    pub(crate) fn reorder(&mut self, order: &ItemOrder) {
        for (key, others) in &mut self.others {
            let first = self.firsts.get_mut(key).expect("a key has a first item");
            others.insert(*first);
            *first = order.first_of(others).unwrap_or(*first);
            others.remove(first);
        }
    }

    pub(crate) fn first(&self, key: K) -> Option<u32> {
        self.firsts.get(&key).copied()
    }

    /// Returns the items of a key, the first one first.
    pub(crate) fn items(&self, key: K) -> impl Iterator<Item = u32> {
        let others = self.others.get(&key).into_iter().flatten();
        self.first(key).into_iter().chain(others.copied())
    }

    /// Returns each key with its first item.
    pub(crate) fn firsts(&self) -> impl Iterator<Item = (K, u32)> {
        self.firsts.iter().map(|(key, first)| (*key, *first))
    }
}
