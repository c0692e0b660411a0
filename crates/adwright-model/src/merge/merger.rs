use std::borrow::Cow;

use super::part_writer::PartWriter;
use super::{MergeConflict, MergeIdentity, MergeSide, keyed_list};
use crate::json::JsonType;
use crate::member_index::MemberIndex;
use crate::node::Node;
use crate::path::{Path, PathStep};

/// A value in the three versions; `None` if it is absent.
#[derive(Clone, Copy, Default)]
pub(super) struct ThreeWay<'a> {
    pub(super) base: Option<Node<'a>>,
    pub(super) mine: Option<Node<'a>>,
    pub(super) theirs: Option<Node<'a>>,
}

/// The decision about a value.
pub(super) enum MergeOutcome<'a> {
    /// The value is absent.
    Absent,
    /// The bytes of one side.
    Verbatim(Node<'a>),
    /// Merge the members.
    Members(ThreeWay<'a>),
    /// Merge the items.
    Items(keyed_list::KeyedList<'a>),
}

/// One step to the current value. Names are borrowed, because a full path is rarely needed.
#[derive(Clone)]
enum BorrowedStep<'a> {
    Member(Cow<'a, str>),
    Item(usize),
}

pub(super) struct Merger<'a, 'i, I, C> {
    identity: &'i I,
    choose: C,
    steps: Vec<BorrowedStep<'a>>,
    pub(super) conflicts: Vec<MergeConflict>,
}

impl<'a, 'i, I: MergeIdentity, C: FnMut(&MergeConflict) -> MergeSide> Merger<'a, 'i, I, C> {
    pub(super) fn new(identity: &'i I, choose: C) -> Self {
        Self {
            identity,
            choose,
            steps: Vec::new(),
            conflicts: Vec::new(),
        }
    }

    /// Writes the merge of the outermost values.
    pub(super) fn merge_roots(&mut self, [base, mine, theirs]: [Node<'a>; 3], out: &mut String) {
        let outcome = self.decide(ThreeWay {
            base: Some(base),
            mine: Some(mine),
            theirs: Some(theirs),
        });
        self.write(outcome, out);
    }

    /// Decides about a value, from the cheapest case (untouched bytes) to the conflict.
    pub(super) fn decide(&mut self, three: ThreeWay<'a>) -> MergeOutcome<'a> {
        let ThreeWay { base, mine, theirs } = three;
        let (Some(m), Some(t)) = (mine, theirs) else {
            return self.decide_whole(three);
        };
        let untouched = |side: Node<'_>| base.is_some_and(|base| base.raw() == side.raw());
        if m.raw() == t.raw() || untouched(m) {
            return MergeOutcome::Verbatim(t);
        }
        if untouched(t) {
            return MergeOutcome::Verbatim(m);
        }
        let has_no_base = base.is_none_or(|base| base.is_null());
        match (
            m.json_type(),
            t.json_type(),
            base.map(|base| base.json_type()),
        ) {
            (JsonType::Object, JsonType::Object, base_type)
                if has_no_base || base_type == Some(JsonType::Object) =>
            {
                MergeOutcome::Members(three)
            }
            (JsonType::Array, JsonType::Array, Some(JsonType::Array)) => {
                match self.keyed_list(three) {
                    Some(keyed) => MergeOutcome::Items(keyed),
                    None => self.decide_whole(three),
                }
            }
            _ => self.decide_whole(three),
        }
    }

    fn keyed_list(&self, three: ThreeWay<'a>) -> Option<keyed_list::KeyedList<'a>> {
        keyed_list::KeyedList::new(three, self.identity.item_key(&self.path())?)
    }

    fn decide_whole(&mut self, three: ThreeWay<'a>) -> MergeOutcome<'a> {
        let ThreeWay { base, mine, theirs } = three;
        if is_same_value(mine, theirs) || is_same_value(base, mine) {
            return verbatim(theirs);
        }
        if is_same_value(base, theirs) {
            return verbatim(mine);
        }
        let raw = |node: Option<Node<'_>>| node.map(|node| node.raw().to_owned());
        let conflict = MergeConflict {
            path: self.path(),
            base: raw(base),
            mine: raw(mine),
            theirs: raw(theirs),
        };
        let side = (self.choose)(&conflict);
        self.conflicts.push(conflict);
        verbatim(match side {
            MergeSide::Mine => mine,
            MergeSide::Theirs => theirs,
        })
    }

    /// Writes a value, if it exists.
    pub(super) fn write(&mut self, outcome: MergeOutcome<'a>, out: &mut String) {
        match outcome {
            MergeOutcome::Absent => {}
            MergeOutcome::Verbatim(node) => out.push_str(node.raw()),
            MergeOutcome::Members(three) => self.write_members(three, out),
            MergeOutcome::Items(keyed) => keyed.write(self, out),
        }
    }

    pub(super) fn at_item<T>(&mut self, index: usize, then: impl FnOnce(&mut Self) -> T) -> T {
        self.with_step(BorrowedStep::Item(index), then)
    }

    fn with_step<T>(&mut self, step: BorrowedStep<'a>, then: impl FnOnce(&mut Self) -> T) -> T {
        self.steps.push(step);
        let outcome = then(self);
        self.steps.pop();
        outcome
    }

    /// Writes the members of `theirs` in place, then the members that only `mine` has.
    fn write_members(&mut self, three: ThreeWay<'a>, out: &mut String) {
        let (Some(mine), Some(theirs)) = (three.mine, three.theirs) else {
            return;
        };
        let mut versions = MemberIndexes::new(three);
        let mut parts = PartWriter::new(theirs, mine, out);
        for (name, member) in theirs.members() {
            self.with_step(BorrowedStep::Member(name.clone()), |merger| {
                let three = merger.find_versions(
                    &mut versions,
                    &name,
                    ThreeWay {
                        theirs: Some(member),
                        ..ThreeWay::default()
                    },
                );
                match merger.decide(three) {
                    MergeOutcome::Absent => parts.skip(member),
                    outcome => merger.write(outcome, parts.keep(member)),
                }
            });
        }
        for (name, member) in mine.members() {
            // A member of both sides is written above.
            if versions.is_in_theirs(&name) {
                continue;
            }
            self.with_step(BorrowedStep::Member(name.clone()), |merger| {
                let three = merger.find_versions(
                    &mut versions,
                    &name,
                    ThreeWay {
                        mine: Some(member),
                        ..ThreeWay::default()
                    },
                );
                let only_mine = three.theirs.is_none().then(|| merger.decide(three));
                if let Some(MergeOutcome::Verbatim(member)) = only_mine {
                    parts.add(member);
                }
            });
        }
        parts.close();
    }

    /// Finds a member in all versions; at least one is known. Versions without the name may use its alias,
    /// unless one version has both as separate members.
    fn find_versions(
        &self,
        versions: &mut MemberIndexes<'a>,
        name: &str,
        known: ThreeWay<'a>,
    ) -> ThreeWay<'a> {
        let exact = versions.find(name, known);
        if exact.base.is_some() && exact.mine.is_some() && exact.theirs.is_some() {
            return exact;
        }
        let Some(alias) = self.identity.alias(&self.path()) else {
            return exact;
        };
        let other = versions.find(alias, ThreeWay::default());
        let has_both = |a: Option<Node<'_>>, b: Option<Node<'_>>| a.is_some() && b.is_some();
        if has_both(exact.base, other.base)
            || has_both(exact.mine, other.mine)
            || has_both(exact.theirs, other.theirs)
        {
            return exact;
        }
        ThreeWay {
            base: exact.base.or(other.base),
            mine: exact.mine.or(other.mine),
            theirs: exact.theirs.or(other.theirs),
        }
    }

    fn path(&self) -> Path {
        let step = |step: &BorrowedStep<'_>| match step {
            BorrowedStep::Member(name) => PathStep::Member(name.clone().into_owned()),
            BorrowedStep::Item(index) => PathStep::Item(*index),
        };
        self.steps.iter().map(step).collect()
    }
}

/// The members of one object in the three versions; `None` if a version has no such object.
struct MemberIndexes<'a> {
    base: Option<MemberIndex<'a>>,
    mine: Option<MemberIndex<'a>>,
    theirs: Option<MemberIndex<'a>>,
}

impl<'a> MemberIndexes<'a> {
    fn new(ThreeWay { base, mine, theirs }: ThreeWay<'a>) -> Self {
        let [base, mine, theirs] = [base, mine, theirs].map(|object| object.map(MemberIndex::new));
        Self { base, mine, theirs }
    }

    fn is_in_theirs(&mut self, name: &str) -> bool {
        let theirs = self.theirs.as_mut();
        theirs.is_some_and(|theirs| theirs.find(name).is_some())
    }

    /// Finds the members of this name. Known members are not searched for again.
    fn find(&mut self, name: &str, known: ThreeWay<'a>) -> ThreeWay<'a> {
        let find = |known: Option<Node<'a>>, version: &mut Option<MemberIndex<'a>>| {
            known.or_else(|| version.as_mut()?.find(name))
        };
        ThreeWay {
            base: find(known.base, &mut self.base),
            mine: find(known.mine, &mut self.mine),
            theirs: find(known.theirs, &mut self.theirs),
        }
    }
}

fn is_same_value(a: Option<Node<'_>>, b: Option<Node<'_>>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => a.same_value(&b),
        _ => false,
    }
}

fn verbatim(node: Option<Node<'_>>) -> MergeOutcome<'_> {
    node.map_or(MergeOutcome::Absent, MergeOutcome::Verbatim)
}
