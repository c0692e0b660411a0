//! Creates: write once, then find what was created; never write twice.

use adwright_model::{Editable, Path};

use super::{Action, End, Search, Settlement, Stage, Task, Written, look, look_later, write};

/// Writes at once; after an earlier send, only once it is sure that nothing came of that one.
pub(super) fn begin(body: Editable, sent_before: bool) -> (Stage, Action) {
    let written = Written { before: None, body };
    if sent_before {
        (Stage::Checking(written.clone()), Action::Search(written))
    } else {
        write(written)
    }
}

/// Decides, on what the list holds just now, whether an earlier send left anything to create.
pub(super) fn before_write(
    written: Written,
    found: Result<Vec<Editable>, String>,
) -> (Stage, Action) {
    let found = match found {
        Ok(found) => found,
        Err(why) => {
            return Settlement::new(
                End::Withdrawn,
                format!("Nothing was sent: an earlier send may have created it, and the list cannot be searched: {why}"),
            )
            .step();
        }
    };
    match found.as_slice() {
        [] => write(written),
        [there] if holds(there, &written.body) => Settlement::new(
            End::Confirmed,
            "Created by the earlier send, which the service committed late. Nothing was sent again.",
        )
        .seen(there.clone())
        .step(),
        _ => Settlement::new(
            End::NeedsYou,
            "An earlier send of this draft was committed late, and the draft has changed since. Nothing was sent again.",
        )
        .because("Get latest, and make the later changes in the campaign that is there.")
        .step(),
    }
}

/// Whether everything that was sent is in the candidate with the same value.
pub(crate) fn holds(candidate: &Editable, body: &Editable) -> bool {
    body.root().members().all(|(name, sent)| {
        let held = candidate.root().member(&name);
        sent.is_null() || held.is_some_and(|held| held.same_value(&sent))
    })
}

/// Reads back what the reply names; where it names nothing, searches for it.
pub(super) fn accepted(task: &Task, written: Written, entities: &[String]) -> (Stage, Action) {
    match entities.first().and_then(|entity| id_of(entity)) {
        Some(id) => (Stage::ReadingBack(written), Action::ReadBack(id)),
        None => look(
            task,
            Search {
                written,
                why: "the reply does not name the new campaign".to_owned(),
                looks: 0,
            },
        ),
    }
}

fn id_of(entity: &str) -> Option<String> {
    let entity = Editable::parse(entity).ok()?;
    let id = entity.get(&Path::root().child("id"))?;
    id.as_i64().map(|id| id.to_string())
}

/// Judges one search for a create whose outcome is unknown.
pub(super) fn searched(
    task: &Task,
    search: Search,
    found: Result<Vec<Editable>, String>,
) -> (Stage, Action) {
    match found {
        Ok(mut found) if found.len() == 1 && task.has_reference() => {
            let now = found.remove(0);
            Settlement::new(
                End::Confirmed,
                "Created. No clear answer came, but the service holds the campaign under our reference.",
            )
            .seen(now)
            .step()
        }
        Ok(found) if found.is_empty() => {
            let settlement = Settlement::new(
                End::NeedsYou,
                format!("No clear answer came ({}), and the campaign is not in the list.", search.why),
            )
            .because("The list was searched twice, a quiet period apart; the service may still commit it late.");
            look_later(search, settlement)
        }
        Ok(found) => Settlement::new(
            End::NeedsYou,
            match found.len() {
                1 => "The service holds a campaign that could be this one. It may also be an older twin.".to_owned(),
                several => format!("The service holds {several} campaigns that could be this one."),
            },
        )
        .because(format!("No clear answer came: {}", search.why))
        .step(),
        Err(why) => {
            let settlement = Settlement::new(
                End::NeedsYou,
                format!("No clear answer came ({}), and the list could not be searched.", search.why),
            )
            .because(why);
            look_later(search, settlement)
        }
    }
}

impl Task {
    /// Whether what is found is surely what was created, and not a twin.
    fn has_reference(&self) -> bool {
        matches!(
            self,
            Self::Create {
                reference: Some(_),
                ..
            }
        )
    }
}
