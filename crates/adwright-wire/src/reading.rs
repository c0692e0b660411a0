//! What the body of an answer says, apart from its HTTP status.

use crate::classify::Method;
use crate::cut::{self, Members, Unreadable};
use crate::dialect::Places;
use crate::envelope::{Top, set, text};
use crate::failure::{self, Failure};
use crate::row::whole_number;
use crate::table::Shape;
use crate::verdict::{ItemOutcome, ItemReply};

/// What a body says: its entities or per-item results, and what its envelope says went wrong.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reading {
    items: Vec<ItemReply>,
    failure: Option<Failure>,
    method: Option<Method>,
}

impl Reading {
    /// Reads the body of an answer. In that to a read, whatever is in the place of the entities is an entity, and never
    /// searched for codes; in that to a write per-item results may be there.
    pub(crate) fn of(method: Method, body: &str, places: &Places) -> Result<Self, Unreadable> {
        let mut reading = if method.is_write() {
            Self::read(body, places, |raw, is_set| item(raw, is_set, places))?
        } else {
            Self::read(body, places, |raw, _| accepted(raw))?
        };
        reading.method = Some(method);
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
            method: None,
        })
    }

    /// The same where its status says that it failed, and this is why; an entity in it may be what was there before.
    pub(crate) fn and_refused(mut self, method: Method, refusal: Failure) -> Self {
        self.method = Some(method);
        self.failure = Some(self.failure.unwrap_or_default().merged(refusal));
        self
    }

    /// Whether it says what went wrong by a code that is no HTTP status.
    pub(crate) fn has_service_code(&self) -> bool {
        self.failures().has_service_code()
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
        } else if failure.has_code(self.method.is_some_and(Method::is_write)) {
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

    /// Whether it shows ids that a create gave. What an update shows was there before, whatever came of it.
    fn shows_created(&self) -> bool {
        self.method == Some(Method::Post) && self.items.iter().any(has_new_id)
    }

    /// The items of a multi-status reply. What its envelope says is about the one item where there is one; with several
    /// it cannot be told which is meant, so that none of them is settled by it. An id that a create gave settles its item.
    pub(crate) fn into_item_replies(self) -> Vec<ItemReply> {
        match &self.failure {
            None => self.items,
            Some(failure) if self.shows_created() && !failure.asks_to_compare() => {
                let judged = |item: ItemReply| {
                    if has_new_id(&item) {
                        accepted(item.entity.unwrap_or_default().as_bytes())
                    } else {
                        doubted(item, failure)
                    }
                };
                self.items.into_iter().map(judged).collect()
            }
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

/// Whether an item shows an id, and no failure of its own.
fn has_new_id(item: &ItemReply) -> bool {
    let entity = item.entity.as_deref().unwrap_or_default().as_bytes();
    let is_fine =
        |members: Members<'_>| members.is_entity() || failure::of_item(&members).is_none();
    whole_number(entity, "id").is_some()
        && item.codes.is_empty()
        && cut::members(entity).is_ok_and(is_fine)
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
            let own = members.get("id").map(|_| raw);
            per_item_result(&members, (own, is_set), places.errors.failure(raw))
        }
        Err(_) => without_failure(ItemOutcome::Unknown, None),
    }
}

fn per_item_result(
    members: &Members<'_>,
    (own_id, is_set): (Option<&[u8]>, bool),
    placed: Option<Failure>,
) -> ItemReply {
    let entity = ["result", "entity"]
        .iter()
        .find_map(|name| members.get(name))
        .or(own_id.filter(|_| is_set))
        .map(text);
    let usual = failure::of_item(members).into_iter();
    match usual.chain(placed).reduce(Failure::merged) {
        Some(failure) => failed(&failure, entity),
        None if entity.is_some() => without_failure(ItemOutcome::Accepted, entity),
        None => without_failure(ItemOutcome::Unknown, own_id.map(text)),
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
