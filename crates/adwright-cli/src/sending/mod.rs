//! What changes the service: shown as a plan, and sent where the person says so.

mod begin;
mod go;
mod left_out;
mod overriding;
mod plan;
mod tally;

pub(crate) use tally::{answered, exit, outcome};

use std::collections::HashMap;
use std::io::{self, Write};

use adwright_desk::views::ReviewItem;
use adwright_desk::{BlankRows, Desk, Error, SpelledDrafts, SpelledEdit};

use crate::arguments::{Create, CreateValues, Place, Release, Send, Update};
use crate::exit::Exit;
use crate::failure::{Failure, Stopped, Telling, concluded};
use crate::json::print_array;
use crate::patience::{Pauses, in_time};
use crate::printable::{one_line, stderr};
use crate::{connect, runtime};

/// To review so many drafts takes a while, so that it is said that they are kept.
const MANY: usize = 500;

/// `adwright send`; says how the program ends.
pub(crate) fn send(send: &Send, out: &mut impl Write) -> io::Result<Exit> {
    concluded(
        runtime::wait(async {
            let desk = connect::open(&send.place, &send.settings).await?;
            recover(&desk).await?;
            let again = send.place.options(&send.settings);
            let released = Released::at(&send.place, &send.release, &again);
            release_drafts(&desk, &send.drafts, released, out).await
        })?,
        Telling::of(&send.place, send.release.json),
    )
}

/// `adwright campaign create`; says how the program ends.
pub(crate) fn create(create: &Create, out: &mut impl Write) -> io::Result<Exit> {
    concluded(
        runtime::wait(async {
            begin::one_input(&create.files, &create.making.place)?;
            let edits = begin::split(&create.making.edits, &create.making.place)?;
            let objects = begin::objects(&create.files)?;
            let desk = connect::open(&create.making.place, &edits.settings).await?;
            recover(&desk).await?;
            let made = desk.create_spelled(&objects, &edits.edits, create.making.if_sent())?;
            let again = create.making.place.options(&edits.settings);
            let release = create.making.release();
            let released = Released::at(&create.making.place, &release, &again);
            release_made(&desk, &made, released, out).await
        })?,
        Telling::of(&create.making.place, create.making.release.json),
    )
}

/// `adwright campaign update`; says how the program ends.
pub(crate) fn update(update: &Update, out: &mut impl Write) -> io::Result<Exit> {
    concluded(
        runtime::wait(async {
            let edits = begin::split(&update.edits, &update.place)?;
            let desk = connect::open(&update.place, &edits.settings).await?;
            recover(&desk).await?;
            let made = update_in_time(&desk, update, &edits.edits).await?;
            let again = update.place.options(&edits.settings);
            let released = Released::at(&update.place, &update.release, &again);
            release_made(&desk, &made, released, out).await
        })?,
        Telling::of(&update.place, update.release.json),
    )
}

/// The draft of an update, for which the campaign is read first. Nothing is done before that, so that it begins anew where the
/// service asked for a pause.
async fn update_in_time(
    desk: &Desk,
    update: &Update,
    edits: &[SpelledEdit],
) -> Result<SpelledDrafts, Stopped> {
    let id = update.id.to_string();
    let (client, _) = desk.line_for_reading();
    let _pauses = Pauses::of(&client);
    let read = async || desk.update_spelled(&id, edits, update.onto_draft).await;
    let made = in_time(read, |error| match error {
        Error::Client(error) => Some(error),
        _ => None,
    });
    Ok(made.await.map_err(Stopped::Output)??)
}

/// `adwright value create`; says how the program ends.
pub(crate) fn create_values(create: &CreateValues, out: &mut impl Write) -> io::Result<Exit> {
    concluded(
        runtime::wait(async {
            begin::one_input(&create.files, &create.making.place)?;
            let edits = begin::split(&create.making.edits, &create.making.place)?;
            let rows = begin::values(&create.files)?;
            let desk = connect::open(&create.making.place, &edits.settings).await?;
            recover(&desk).await?;
            let made = desk.begin_values(&rows, &edits.edits, create.making.if_sent())?;
            for blank in &made.blank_rows {
                writeln!(stderr(), "{}", blank_rows(blank)).map_err(Stopped::Output)?;
            }
            if made.begun.drafts.is_empty() && made.begun.sent.is_empty() {
                return Err(Failure::usage("There is no value in the files.").into());
            }
            if !made.unknown_columns.is_empty() {
                let columns = made.unknown_columns.join("”, “");
                let said = format!(
                    "No field is known for “{columns}”: cells go as texts, and as numbers where the column’s name ends with Id."
                );
                writeln!(stderr(), "{}", one_line(&said)).map_err(Stopped::Output)?;
            }
            let again = create.making.place.options(&edits.settings);
            let released = Released::at(&create.making.place, &create.making.release, &again);
            release_made(&desk, &made.begun, released, out).await
        })?,
        Telling::of(&create.making.place, create.making.release.json),
    )
}

/// Says which rows of a file were skipped; neighbouring lines as a range, and only the first ranges of many.
fn blank_rows(BlankRows { file, lines }: &BlankRows) -> String {
    const MOST_RANGES: usize = 10;
    let ranges: Vec<_> = lines.chunk_by(|line, next| line + 1 == *next).collect();
    let shown = ranges.iter().take(MOST_RANGES).map(|range| match range {
        [first, .., last] => format!("{first}–{last}"),
        range => range.iter().map(u64::to_string).collect(),
    });
    let shown = shown.collect::<Vec<_>>().join(", ");
    let more = if ranges.len() > MOST_RANGES {
        " and further ones"
    } else {
        ""
    };
    let said = match lines.len() {
        1 => format!("{file}: 1 row has no text and was skipped: line {shown}."),
        count => {
            format!("{file}: {count} rows have no text and were skipped: lines {shown}{more}.")
        }
    };
    one_line(&said).into()
}

/// What an earlier run left on its way is looked up first, as when the window opens.
pub(crate) async fn recover(desk: &Desk) -> Result<(), Stopped> {
    desk.recover().await?;
    if let Some(said) = desk.workspace()?.recovered {
        writeln!(stderr(), "{said}").map_err(Stopped::Output)?;
    }
    Ok(())
}

/// Drafts to send.
struct Chosen {
    meant: Vec<ReviewItem>,
    /// Whether the person named each of them.
    are_named: bool,
}

/// How drafts are released, and where.
#[derive(Clone, Copy)]
struct Released<'a> {
    release: &'a Release,
    /// The options that lead to the same place once more.
    again: &'a [String],
    /// Whether a person looks at what came.
    show_reply: bool,
}

impl<'a> Released<'a> {
    const fn at(place: &Place, release: &'a Release, again: &'a [String]) -> Self {
        Self {
            release,
            again,
            show_reply: place.show_reply,
        }
    }
}

/// Releases drafts that were just begun, or kept; says what was left out, and how the program ends.
async fn release_made(
    desk: &Desk,
    made: &SpelledDrafts,
    released: Released<'_>,
    out: &mut impl Write,
) -> Result<Exit, Stopped> {
    let mut said = Vec::from_iter(left_out::kept(made));
    said.extend(left_out::sent(made));
    for sentence in said {
        writeln!(io::stderr(), "{}", one_line(&sentence)).map_err(Stopped::Output)?;
    }
    let left_out = left_out::exit(made);
    if made.drafts.is_empty() {
        if released.release.json {
            print_array(&[(); 0], out).map_err(Stopped::Output)?;
        }
        return Ok(left_out);
    }
    if made.drafts.len() >= MANY {
        let said = format!("{} drafts are kept. Reviewing them.", made.drafts.len());
        writeln!(io::stderr(), "{said}").map_err(Stopped::Output)?;
    }
    let sent = release_drafts(desk, &made.drafts, released, out).await?;
    Ok(sent.worse(left_out))
}

async fn release_drafts(
    desk: &Desk,
    drafts: &[String],
    released: Released<'_>,
    out: &mut impl Write,
) -> Result<Exit, Stopped> {
    let chosen = choose(desk, drafts)?;
    release(desk, chosen, released, out).await
}

/// The named drafts in their order; all of them where none is named.
fn choose(desk: &Desk, named: &[String]) -> Result<Chosen, Failure> {
    let values = desk.review_values()?;
    if named.is_empty() {
        let rows = desk.review()?.rows;
        let others: Vec<_> = rows.iter().map(|row| row.draft.as_str()).collect();
        let mut meant = reviewed(desk, &others)?;
        meant.extend(values);
        return Ok(Chosen {
            meant,
            are_named: false,
        });
    }
    let values = values.into_iter();
    let mut values: HashMap<_, _> = values
        .map(|value| (value.row.draft.clone(), value))
        .collect();
    let others = named.iter().filter(|draft| !values.contains_key(*draft));
    let others: Vec<_> = others.map(String::as_str).collect();
    let mut others = reviewed(desk, &others)?.into_iter();
    let meant = named
        .iter()
        .filter_map(|draft| values.remove(draft).or_else(|| others.next()));
    Ok(Chosen {
        meant: meant.collect(),
        are_named: true,
    })
}

fn reviewed(desk: &Desk, drafts: &[&str]) -> Result<Vec<ReviewItem>, Failure> {
    let items = desk.review_items(drafts)?.into_iter().zip(drafts);
    let items = items.map(|(item, draft)| {
        item.ok_or_else(|| {
            Failure::usage(format!(
                "There is no draft {draft} to send. `adwright send` shows those that there are."
            ))
        })
    });
    items.collect()
}

/// Shows the plan, or carries it out.
async fn release(
    desk: &Desk,
    chosen: Chosen,
    released: Released<'_>,
    out: &mut impl Write,
) -> Result<Exit, Stopped> {
    let release = released.release;
    let Chosen { meant, are_named } = chosen;
    overriding::refuse_needless(release, &meant)?;
    let is_ready = |meant: &ReviewItem| {
        let row = &meant.row;
        overriding::standing(row, release).next().is_none() && row.blocked.is_none()
    };
    if !release.go || (are_named && !meant.iter().all(is_ready)) {
        return plan::show(desk, &meant, released, out);
    }
    let (ready, left): (Vec<_>, Vec<_>) = meant.into_iter().partition(is_ready);
    if ready.is_empty() {
        return nothing_to_send(&left, release, out);
    }
    let left = plan::worst(&left, true, release)?;
    let sent = go::run(desk, &ready, released, out).await?;
    Ok(sent.worse(left))
}

/// Says why nothing can be sent; says how the program ends.
fn nothing_to_send(
    left: &[ReviewItem],
    release: &Release,
    out: &mut impl Write,
) -> Result<Exit, Stopped> {
    if release.json {
        print_array(&[(); 0], out).map_err(Stopped::Output)?;
    }
    let exit = plan::worst(left, true, release)?;
    let said = if left.is_empty() {
        "There is no draft to send."
    } else {
        "Nothing was sent."
    };
    writeln!(stderr(), "{said}").map_err(Stopped::Output)?;
    Ok(exit)
}
