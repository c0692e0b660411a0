//! What changes the service: shown as a plan, and sent where the person says so.

mod begin;
mod element;
mod go;
mod plan;
mod tally;

use std::io::{self, Write};

use adwright_desk::Desk;
use adwright_desk::views::{ReviewItem, ReviewRow};

use crate::arguments::{Create, Release, Send, Update};
use crate::exit::Exit;
use crate::failure::{Failure, Stopped, concluded};
use crate::{connect, runtime};

pub(crate) use element::print_array;

/// `adwright send`; says how the program ends.
pub(crate) fn send(send: &Send, out: &mut impl Write) -> io::Result<Exit> {
    concluded(runtime::wait(async {
        let desk = connect::open(&send.place, &send.settings).await?;
        recover(&desk).await?;
        let rows = desk.review()?.rows;
        let chosen = choose(rows, &send.drafts)?;
        release(&desk, chosen, &send.release, out).await
    })?)
}

/// `adwright campaign create`; says how the program ends.
pub(crate) fn create(create: &Create, out: &mut impl Write) -> io::Result<Exit> {
    concluded(runtime::wait(async {
        let edits = begin::split(&create.edits, &create.place)?;
        let objects = begin::objects(&create.files)?;
        let desk = connect::open(&create.place, &edits.settings).await?;
        recover(&desk).await?;
        let drafts = desk.create_spelled(&objects, &edits.edits)?;
        release_drafts(&desk, &drafts, &create.release, out).await
    })?)
}

/// `adwright campaign update`; says how the program ends.
pub(crate) fn update(update: &Update, out: &mut impl Write) -> io::Result<Exit> {
    concluded(runtime::wait(async {
        let edits = begin::split(&update.edits, &update.place)?;
        let desk = connect::open(&update.place, &edits.settings).await?;
        recover(&desk).await?;
        let id = update.id.to_string();
        let made = desk.update_spelled(&id, &edits.edits, update.onto_draft);
        release_drafts(&desk, &[made.await?], &update.release, out).await
    })?)
}

/// What an earlier run left on its way is looked up first, as when the window opens.
async fn recover(desk: &Desk) -> Result<(), Stopped> {
    desk.recover().await?;
    if let Some(said) = desk.workspace()?.recovered {
        writeln!(io::stderr(), "{said}").map_err(Stopped::Output)?;
    }
    Ok(())
}

/// Drafts to send.
struct Chosen {
    rows: Vec<ReviewRow>,
    /// Whether the person named each of them.
    are_named: bool,
}

async fn release_drafts(
    desk: &Desk,
    drafts: &[String],
    release_as: &Release,
    out: &mut impl Write,
) -> Result<Exit, Stopped> {
    let chosen = choose(desk.review()?.rows, drafts)?;
    release(desk, chosen, release_as, out).await
}

/// The named drafts in their order; all of them where none is named.
fn choose(mut rows: Vec<ReviewRow>, named: &[String]) -> Result<Chosen, Failure> {
    if named.is_empty() {
        return Ok(Chosen {
            rows,
            are_named: false,
        });
    }
    let take = named.iter().map(|draft| {
        let at = rows.iter().position(|row| row.draft == *draft);
        let none = || {
            Failure::usage(format!(
                "There is no draft {draft} to send. `adwright send` shows those that there are."
            ))
        };
        Ok(rows.remove(at.ok_or_else(none)?))
    });
    Ok(Chosen {
        rows: take.collect::<Result<_, Failure>>()?,
        are_named: true,
    })
}

/// Shows the plan, or carries it out.
async fn release(
    desk: &Desk,
    chosen: Chosen,
    release: &Release,
    out: &mut impl Write,
) -> Result<Exit, Stopped> {
    let Chosen { rows, are_named } = chosen;
    let is_ready = |row: &ReviewRow| row.errors.is_empty() && row.blocked.is_none();
    if !release.go || (are_named && !rows.iter().all(is_ready)) {
        let items = items(desk, &rows)?;
        return plan::show(desk, &items, release, out);
    }
    let (ready, left): (Vec<_>, Vec<_>) = rows.into_iter().partition(is_ready);
    let left = plan::worst(&items(desk, &left)?, true)?;
    let sent = go::run(desk, &ready, release, out).await?;
    Ok(sent.worse(left))
}

fn items(desk: &Desk, rows: &[ReviewRow]) -> Result<Vec<ReviewItem>, Failure> {
    let items = rows
        .iter()
        .filter_map(|row| desk.review_item(&row.draft).transpose());
    Ok(items.collect::<Result<_, _>>()?)
}
