//! What the body of an answer says, apart from its HTTP status.

use crate::cut::{self, Members, Unreadable};
use crate::dialect::Places;
use crate::envelope::{Top, set, text};
use crate::failure::{self, Failure};
use crate::table::Shape;
use crate::verdict::{ItemOutcome, ItemReply};

/// What a body says: its entities or per-item results, and what its envelope says went wrong.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reading {
    items: Vec<ItemReply>,
    failure: Option<Failure>,
    is_write: bool,
}

impl Reading {
    /// Reads the answer to a read: whatever is in the place of the entities is an entity, and never searched for codes.
    pub(crate) fn of_read(body: &str, places: &Places) -> Result<Self, Unreadable> {
        Self::read(body, places, |raw, _| accepted(raw))
    }

    /// Reads the answer to a write, where per-item results may be in the place of the entities.
    pub(crate) fn of_write(body: &str, places: &Places) -> Result<Self, Unreadable> {
        let mut reading = Self::read(body, places, |raw, is_set| item(raw, is_set, places))?;
        reading.is_write = true;
        Ok(reading)
    }

    fn read(
        body: &str,
        places: &Places,
        item: impl Fn(&[u8], bool) -> ItemReply,
    ) -> Result<Self, Unreadable> {
        let top = Top::read(body.as_bytes())?;
        let set = set(body.as_bytes(), places);
        let is_set = set.is_some();
        // What holds an entity where one is set to be is none itself, whatever it says of its type.
        let envelope = if is_set {
            top.members()
        } else {
            top.envelope()
        };
        let failure = envelope.and_then(|envelope| {
            let beside = places.errors.failure(body.as_bytes());
            let usual = failure::of_envelope(envelope);
            usual.into_iter().chain(beside).reduce(Failure::merged)
        });
        let results = match set.map_or_else(|| top.results(), Ok) {
            // A failure may put anything in the place of the entities.
            Err(_) if failure.is_some() => Vec::new(),
            results => results?,
        };
        Ok(Self {
            items: results.into_iter().map(|raw| item(raw, is_set)).collect(),
            failure,
            is_write: false,
        })
    }

    /// The raw text of each entity that nothing went wrong with.
    pub(crate) fn entities(self) -> Vec<String> {
        let accepted = |item: &ItemReply| item.outcome == ItemOutcome::Accepted;
        self.items
            .into_iter()
            .filter(accepted)
            .filter_map(|item| item.entity)
            .collect()
    }

    /// What counts of the body for the table.
    pub(crate) fn shape(&self) -> Shape {
        let failure = self.failures();
        let done = |item: &ItemReply| item.outcome == ItemOutcome::Accepted;
        let any_done = self.items.iter().any(done);
        let all_done = self.failure.is_none() && self.items.iter().all(done);
        if self.is_refused_for_good() {
            Shape::Final
        } else if failure.asks_to_compare() {
            Shape::Compare
        } else if any_done {
            if all_done {
                Shape::Entities
            } else {
                Shape::Mixed
            }
        } else if self.items.is_empty() && failure.asks_for_login() {
            Shape::Expired
        } else if failure.has_code(self.is_write) {
            Shape::Coded
        } else if self.failure.is_some() {
            Shape::Bare
        } else {
            Shape::Nothing
        }
    }

    /// Everything that went wrong, in the envelope and in the items.
    pub(crate) fn failures(&self) -> Failure {
        let of_items = self.items.iter().map(|item| Failure {
            codes: item.codes.clone(),
            messages: item.message.iter().cloned().collect(),
            is_expiry: false,
        });
        self.failure
            .iter()
            .cloned()
            .chain(of_items)
            .fold(Failure::default(), Failure::merged)
    }

    /// Tells whether the envelope, or each single item, is refused for good.
    fn is_refused_for_good(&self) -> bool {
        let of_envelope = self.failure.as_ref().is_some_and(Failure::is_final);
        let refused = |item: &ItemReply| item.outcome == ItemOutcome::Refused;
        of_envelope || (!self.items.is_empty() && self.items.iter().all(refused))
    }

    /// The items of a multi-status reply. What its envelope says is about the one item where there is one; with several
    /// it cannot be told which is meant, so that none of them is settled by it.
    pub(crate) fn into_item_replies(self) -> Vec<ItemReply> {
        match &self.failure {
            None => self.items,
            Some(_) if self.items.len() <= 1 => {
                let failure = self.failures();
                let entity = self.items.into_iter().find_map(|item| item.entity);
                vec![failed(&failure, entity)]
            }
            Some(failure) => self
                .items
                .into_iter()
                .map(|item| doubted(item, failure))
                .collect(),
        }
    }
}

fn doubted(item: ItemReply, failure: &Failure) -> ItemReply {
    let outcome = match item.outcome {
        ItemOutcome::Accepted if failure.asks_to_compare() => ItemOutcome::Compare,
        ItemOutcome::Accepted => ItemOutcome::Unknown,
        settled => settled,
    };
    ItemReply { outcome, ..item }
}

/// One raw item in the answer to a write: an entity, or a per-item result.
fn item(raw: &[u8], is_set: bool, places: &Places) -> ItemReply {
    match cut::members(raw) {
        Ok(members) if members.is_entity() => accepted(raw),
        Ok(members) => {
            // Where entities are set to be, one shows by its id alone. Reading it back settles what it is.
            let bare = (is_set && members.get("id").is_some()).then_some(raw);
            per_item_result(&members, bare, places.errors.failure(raw))
        }
        Err(_) => without_failure(ItemOutcome::Unknown, None),
    }
}

fn per_item_result(
    members: &Members<'_>,
    bare: Option<&[u8]>,
    placed: Option<Failure>,
) -> ItemReply {
    let entity = ["result", "entity"]
        .iter()
        .find_map(|name| members.get(name))
        .or(bare)
        .map(text);
    let usual = failure::of_item(members).into_iter();
    match usual.chain(placed).reduce(Failure::merged) {
        Some(failure) => failed(&failure, entity),
        None if entity.is_some() => without_failure(ItemOutcome::Accepted, entity),
        None => without_failure(ItemOutcome::Unknown, None),
    }
}

fn accepted(raw: &[u8]) -> ItemReply {
    without_failure(ItemOutcome::Accepted, Some(text(raw)))
}

fn without_failure(outcome: ItemOutcome, entity: Option<String>) -> ItemReply {
    ItemReply {
        outcome,
        codes: Vec::new(),
        message: None,
        entity,
    }
}

fn failed(failure: &Failure, entity: Option<String>) -> ItemReply {
    let outcome = if failure.is_final() {
        ItemOutcome::Refused
    } else if failure.asks_to_compare() {
        ItemOutcome::Compare
    } else {
        ItemOutcome::Unknown
    };
    ItemReply {
        outcome,
        codes: failure.codes.clone(),
        message: failure.message(),
        entity,
    }
}
