//! The promises that hold in every schedule.

use adwright_model::EditableDocument;
use adwright_planner::{
    Confirmation, OpenReason, PlannedWrite, SendOutcome, SendTask, Settlement, UnclearReason,
};

use super::service::{DefiniteReply, ServiceObject, Writer, is_bad, member_text, path};
use super::store::ItemState;
use super::world::{Stop, World, broken, version};
use super::{Invariant, Source};

/// Checks that the body of an update has every foreign change that was committed before our GET.
pub(crate) fn check_write(
    world: &World,
    item: usize,
    source: &Source,
    write: &PlannedWrite,
) -> Result<(), Stop> {
    let (Some(base), Some(read)) = (&source.base, &world.read_before_write[item]) else {
        return Err(broken(
            Invariant::NoForeignOverwrite,
            format!("item {item} writes an object that it did not read"),
        ));
    };
    for member in ["name", "note", "budget"] {
        let raw = |document: &EditableDocument| raw(document, member);
        let is_foreign = raw(read) != raw(base);
        if is_foreign && raw(&write.body) != raw(read) {
            let what = format!("item {item} overwrites the foreign change of {member}");
            return Err(broken(Invariant::NoForeignOverwrite, what));
        }
    }
    Ok(())
}

/// Checks that every row of a finished batch is settled, or planned again and so a draft.
pub(crate) fn check_rows(world: &World, items: &[usize]) -> Result<(), Stop> {
    for item in items {
        let state = world.store.items[*item].state;
        if matches!(state, ItemState::Intent | ItemState::Unknown) {
            let what = format!("the batch ended, but item {item} is {state:?}");
            return Err(broken(Invariant::NoLostRow, what));
        }
    }
    Ok(())
}

/// Checks that the end of an item is true, and that it asks a person only if no answer settled it.
pub(crate) fn check_settlement(
    world: &World,
    sources: &[Source],
    item: usize,
    task: &SendTask,
    settlement: &Settlement,
) -> Result<(), Stop> {
    let is_create = matches!(task, SendTask::Create { .. });
    match &settlement.outcome {
        SendOutcome::Confirmed(_) if is_create => check_created(world, item),
        SendOutcome::Confirmed(confirmation) => check_updated(world, item, confirmation),
        SendOutcome::Refused(_) | SendOutcome::Withdrawn(_) => check_nothing_done(world, item),
        SendOutcome::NeedsYou(reason) => {
            check_claim(world, item, reason)?;
            check_question(world, sources, item, reason)
        }
    }
}

/// Returns the objects that the sends of a source created.
fn objects_of(world: &World, source: usize) -> Vec<&ServiceObject> {
    let is_own = |object: &&ServiceObject| match object.creator {
        Writer::Item(item) => world.store.items[item].source == source,
        Writer::Foreign => false,
    };
    world.service.objects.values().filter(is_own).collect()
}

fn check_created(world: &World, item: usize) -> Result<(), Stop> {
    let stored = &world.store.items[item];
    let objects = objects_of(world, stored.source);
    let content =
        |document: &EditableDocument| ["name", "value"].map(|member| member_text(document, member));
    let is_sent = |object: &&ServiceObject| content(&object.document) == content(&stored.body);
    if !objects.iter().any(is_sent) {
        let what = format!("item {item} is confirmed, but the service does not have what it sent");
        return Err(broken(Invariant::StatesAreTrue, what));
    }
    Ok(())
}

fn check_updated(world: &World, item: usize, confirmation: &Confirmation) -> Result<(), Stop> {
    let stored = &world.store.items[item];
    let id = stored.target.expect("an update has one").0;
    let saves = world.service.saves.get(&id).map_or(&[][..], Vec::as_slice);
    let own = saves.iter().rposition(|save| match save.writer {
        Writer::Item(writer) => world.store.items[writer].source == stored.source,
        Writer::Foreign => false,
    });
    let Some(own) = own else {
        if world.evidence[item].held {
            return Ok(());
        }
        let what = format!("item {item} is confirmed, but was never saved");
        return Err(broken(Invariant::StatesAreTrue, what));
    };
    let before = stored.before.as_ref().map(version).unwrap_or_default();
    let is_lost = |save: &super::service::Save| {
        save.writer == Writer::Foreign && version(&save.document) > before
    };
    let is_in_window = saves[..own].iter().any(is_lost);
    if is_in_window && confirmation.read_failure.is_none() && !confirmation.has_interleaved_save {
        let what = format!("item {item} overwrote a save in its window and does not report it");
        return Err(broken(Invariant::NoForeignOverwrite, what));
    }
    Ok(())
}

/// Checks that an item that is refused or a draft again did nothing.
fn check_nothing_done(world: &World, item: usize) -> Result<(), Stop> {
    let is_own = |writer: Writer| writer == Writer::Item(item);
    let has_created = world.service.objects.values().any(|it| is_own(it.creator));
    let mut saves = world.service.saves.values().flatten();
    let has_saved = saves.any(|save| is_own(save.writer)) && world.evidence[item].held_or_unread();
    if has_created || has_saved {
        let what = format!("item {item} ended as not done, but the service did it");
        return Err(broken(Invariant::StatesAreTrue, what));
    }
    Ok(())
}

/// Checks what a question to a person claims.
fn check_claim(world: &World, item: usize, reason: &OpenReason) -> Result<(), Stop> {
    let evidence = &world.evidence[item];
    let is_false = match reason {
        OpenReason::LostTrack => true,
        OpenReason::NotListed { .. } => evidence.list.is_none_or(|list| list.has_object),
        OpenReason::NotApplied { .. } => evidence.held,
        _ => false,
    };
    if is_false {
        let what = format!("item {item} claims {reason:?}");
        return Err(broken(Invariant::StatesAreTrue, what));
    }
    Ok(())
}

/// Checks that no answer of the service settles the item. It does in these cases:
///
/// 1. A complete reply names the created object of the item with id and reference.
/// 2. A complete reply refuses exactly this item with a final code.
/// 3. A complete reply reports another code for the item, and the last look of that run shows that nothing was done.
/// 4. The last list is complete and shows the object with our whole reference. Nothing else was sent under it, and the
///    read of the object was answered.
/// 5. The last read of an updated object was answered and shows every value that was sent.
/// 6. The list showed only similar objects, and was not searched again after a quiet period for our reference.
///
/// Absence alone settles nothing, because a service may commit late (decision 0004). Nor does a reply that a crash
/// destroyed. A stop before the write is no such case: nothing was sent, and the person chooses.
fn check_question(
    world: &World,
    sources: &[Source],
    item: usize,
    reason: &OpenReason,
) -> Result<(), Stop> {
    let evidence = &world.evidence[item];
    let stored = &world.store.items[item];
    let was_read = evidence.read_answered != Some(false);
    let is_create = sources[stored.source].target.is_none();
    let is_absent = matches!(
        reason,
        OpenReason::NotListed { .. } | OpenReason::NotApplied { .. }
    );
    let is_similar = matches!(
        reason,
        OpenReason::CouldBe { lacks_reference: true, why, .. } if *why != UnclearReason::LookInconclusive
    );
    let mut earlier = world.store.earlier_bodies(item).into_iter();
    let is_only_body = earlier.all(|body| body == stored.body);
    let is_found = evidence.list.is_some_and(|list| list.has_reference);
    let case = match evidence.told {
        Some(DefiniteReply::Created) if is_create => Some(1),
        Some(DefiniteReply::Refused) => Some(2),
        Some(DefiniteReply::Coded) if is_absent => Some(3),
        _ if is_create && is_found && was_read && is_only_body => Some(4),
        _ if !is_create && evidence.told.is_some() && evidence.held && was_read => Some(5),
        _ if is_similar && evidence.looks < 2 => Some(6),
        _ => None,
    };
    if let Some(case) = case {
        let what = format!("item {item} asks {reason:?}, but case {case} settles it");
        return Err(broken(Invariant::NoNeedlessQuestion, what));
    }
    Ok(())
}

/// Checks the end of a schedule, after the service is well again and every program has looked once more.
pub(crate) fn check_end(world: &World, sources: &[Source], is_calm: bool) -> Result<(), Stop> {
    for (at, item) in world.store.items.iter().enumerate() {
        match item.state {
            ItemState::Planned | ItemState::Intent | ItemState::Unknown => {
                let what = format!("item {at} stays {:?}", item.state);
                return Err(broken(Invariant::NothingStuck, what));
            }
            ItemState::Confirmed if sources[item.source].target.is_none() => {
                check_created(world, at)?;
            }
            ItemState::Refused | ItemState::Withdrawn => check_nothing_done(world, at)?,
            ItemState::NeedsYou => check_last_question(world, sources, at)?,
            ItemState::Confirmed | ItemState::TakenBack => {}
        }
    }
    for (source, sent) in sources.iter().enumerate() {
        let count = objects_of(world, source).len();
        if count > 1 {
            let what = format!("source {source} was created {count} times");
            return Err(broken(Invariant::NoDuplicate, what));
        }
        if is_calm {
            check_calm_end(world, source, sent)?;
        }
    }
    Ok(())
}

/// Checks that the last look read the object of an update, and found an object that the list shows with our reference.
fn check_last_question(world: &World, sources: &[Source], item: usize) -> Result<(), Stop> {
    let stored = &world.store.items[item];
    if let Some(SendOutcome::NeedsYou(reason)) = &stored.outcome
        && reason.needs_look()
        && sources[stored.source].target.is_some()
    {
        let what = format!("item {item} stays open with {reason:?}, although the service answers");
        return Err(broken(Invariant::NoNeedlessQuestion, what));
    }
    let mut earlier = world.store.earlier_bodies(item).into_iter();
    let is_findable = sources[stored.source].target.is_none()
        && world.service.traits.shows_references()
        && !stored.attempts.is_empty()
        && stored.reference.is_some()
        && earlier.all(|body| body == stored.body);
    let is_shown = |object: &&ServiceObject| {
        let reference = adwright_planner::reference_of(&object.document);
        reference.as_deref() == stored.reference.as_deref()
    };
    if is_findable && objects_of(world, stored.source).iter().any(is_shown) {
        let what = format!("item {item} stays open, although the list shows its object");
        return Err(broken(Invariant::NoNeedlessQuestion, what));
    }
    Ok(())
}

/// Checks that a service without faults settles everything.
fn check_calm_end(world: &World, source: usize, sent: &Source) -> Result<(), Stop> {
    let Some(item) = world.store.last_of(source) else {
        let what = format!("source {source} was never sent");
        return Err(broken(Invariant::NoLostRow, what));
    };
    let expected = if is_bad(&item.body) && sent.target.is_none() {
        ItemState::Refused
    } else {
        ItemState::Confirmed
    };
    if item.state != expected {
        let what = format!("source {source} ends as {:?} without any fault", item.state);
        return Err(broken(Invariant::NoNeedlessQuestion, what));
    }
    Ok(())
}

fn raw(document: &EditableDocument, member: &str) -> Option<String> {
    let node = document.get(&path(member));
    node.map(|node| node.raw().to_owned())
}
