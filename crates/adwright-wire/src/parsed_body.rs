//! Parses the body of a reply, apart from its HTTP status.

use crate::classify::Method;
use crate::dialect::ReplyPaths;
use crate::envelope::{ReplyRoot, configured_rows, to_text};
use crate::raw_row_key::integer_member;
use crate::reply_error::{self, ReplyError};
use crate::splitter::{self, EnvelopeError, RawMembers};
use crate::verdict::{ItemOutcome, ItemReply};
use crate::verdict_table::BodyShape;

/// The content of a body: its entities or per-item results, and the failure in its envelope.
#[derive(Debug, Clone, Default)]
pub(crate) struct ParsedBody {
    items: Vec<ItemReply>,
    failure: Option<ReplyError>,
    method: Option<Method>,
}

impl ParsedBody {
    /// Parses the body of a reply. In the reply to a read, any value in the place of the entities is an entity and
    /// never searched for codes. Its text is not copied, because a page of a list is long, and its reader splits it. In
    /// the reply to a write, per-item results may be there.
    pub(crate) fn parse(
        method: Method,
        body: &str,
        places: &ReplyPaths,
    ) -> Result<Self, EnvelopeError> {
        let mut parsed = if method.is_write() {
            Self::parse_with(body, places, |raw, is_at_configured_path| {
                parse_item(raw, is_at_configured_path, places)
            })?
        } else {
            let accepted = item_without_failure(ItemOutcome::Accepted, None);
            Self::parse_with(body, places, |_, _| accepted.clone())?
        };
        parsed.method = Some(method);
        Ok(parsed)
    }

    fn parse_with(
        body: &str,
        places: &ReplyPaths,
        item: impl Fn(&[u8], bool) -> ItemReply,
    ) -> Result<Self, EnvelopeError> {
        let root = ReplyRoot::parse(body.as_bytes())?;
        let configured = configured_rows(body.as_bytes(), places);
        let is_at_configured_path = configured.is_some();
        // An object that contains an entity at the configured path is an envelope, even if it has a `type`.
        let envelope = if is_at_configured_path {
            root.members()
        } else {
            root.envelope()
        };
        let failure = envelope.and_then(|envelope| {
            let configured_failure = places.errors.read_failure(body.as_bytes());
            let default_failure = reply_error::from_envelope(envelope);
            default_failure
                .into_iter()
                .chain(configured_failure)
                .reduce(ReplyError::merge)
        });
        let results = match configured.map_or_else(|| root.rows(), Ok) {
            // A failure may have any value in the place of the entities.
            Err(_) if failure.is_some() => Vec::new(),
            results => results?,
        };
        Ok(Self {
            items: results
                .into_iter()
                .map(|raw| item(raw, is_at_configured_path))
                .collect(),
            failure,
            method: None,
        })
    }

    /// Adds the failure of a reply with a failing status. An entity in such a reply may show the state before the
    /// request.
    pub(crate) fn with_refusal(mut self, method: Method, refusal: ReplyError) -> Self {
        self.method = Some(method);
        self.failure = Some(self.failure.unwrap_or_default().merge(refusal));
        self
    }

    /// Returns whether the body has a failure code that is not an HTTP status.
    pub(crate) fn has_service_code(&self) -> bool {
        self.merged_failure().has_service_code()
    }

    /// Returns the raw text of each entity without a failure.
    pub(crate) fn into_entities(self) -> Vec<String> {
        let accepted = |item: &ItemReply| item.outcome == ItemOutcome::Accepted;
        self.items
            .into_iter()
            .filter(accepted)
            .filter_map(|item| item.entity)
            .collect()
    }

    /// Returns the shape of the body, for the verdict table.
    pub(crate) fn shape(&self) -> BodyShape {
        let failure = self.merged_failure();
        let is_accepted = |item: &ItemReply| item.outcome == ItemOutcome::Accepted;
        let any_accepted = self.items.iter().any(is_accepted);
        let all_accepted = self.failure.is_none() && self.items.iter().all(is_accepted);
        if self.is_refused_for_good() {
            BodyShape::Final
        } else if failure.is_possibly_saved() {
            BodyShape::Compare
        } else if any_accepted {
            if all_accepted {
                BodyShape::Entities
            } else {
                BodyShape::Mixed
            }
        } else if self.items.is_empty() && failure.is_login_required() {
            BodyShape::Expired
        } else if failure.has_code(self.method.is_some_and(Method::is_write)) {
            BodyShape::Coded
        } else if self.failure.is_some() {
            BodyShape::Uncoded
        } else {
            BodyShape::Nothing
        }
    }

    /// Returns everything that went wrong, in the envelope and in the items.
    pub(crate) fn merged_failure(&self) -> ReplyError {
        let of_items = self.items.iter().map(|item| ReplyError {
            codes: item.codes.clone(),
            messages: item.message.iter().cloned().collect(),
            is_expiry: false,
        });
        self.failure
            .iter()
            .cloned()
            .chain(of_items)
            .fold(ReplyError::default(), ReplyError::merge)
    }

    /// Returns whether the envelope, or every single item, is a final refusal.
    fn is_refused_for_good(&self) -> bool {
        let of_envelope = self.failure.as_ref().is_some_and(ReplyError::is_final);
        let is_refused = |item: &ItemReply| item.outcome == ItemOutcome::Refused;
        of_envelope || (!self.items.is_empty() && self.items.iter().all(is_refused))
    }

    /// Returns whether the body shows ids that a create assigned. An update shows an id that existed before, whatever
    /// its outcome.
    fn has_created_ids(&self) -> bool {
        self.method == Some(Method::Post) && self.items.iter().any(has_id_without_failure)
    }

    /// Returns the items of a multi-status reply. A failure in the envelope belongs to the item if there is only one.
    /// With several items it cannot be assigned, so accepted items become unclear, except items with an id that a create
    /// assigned.
    pub(crate) fn into_item_replies(self) -> Vec<ItemReply> {
        match &self.failure {
            None => self.items,
            Some(failure) if self.has_created_ids() && !failure.is_possibly_saved() => {
                let settle = |item: ItemReply| {
                    if has_id_without_failure(&item) {
                        accepted_item(item.entity.unwrap_or_default().as_bytes())
                    } else {
                        downgrade_outcome(item, failure)
                    }
                };
                self.items.into_iter().map(settle).collect()
            }
            Some(_) if self.items.len() <= 1 => {
                let failure = self.merged_failure();
                let entity = self.items.into_iter().find_map(|item| item.entity);
                vec![failed_item(&failure, entity)]
            }
            Some(failure) => self
                .items
                .into_iter()
                .map(|item| downgrade_outcome(item, failure))
                .collect(),
        }
    }
}

/// Returns whether an item shows an id, and no failure of its own.
fn has_id_without_failure(item: &ItemReply) -> bool {
    let entity = item.entity.as_deref().unwrap_or_default().as_bytes();
    let has_no_failure =
        |members: RawMembers<'_>| members.is_entity() || reply_error::from_item(&members).is_none();
    integer_member(entity, "id").is_some()
        && item.codes.is_empty()
        && splitter::split_members(entity).is_ok_and(has_no_failure)
}

fn downgrade_outcome(item: ItemReply, failure: &ReplyError) -> ItemReply {
    let outcome = match item.outcome {
        ItemOutcome::Accepted if failure.is_possibly_saved() => ItemOutcome::Compare,
        ItemOutcome::Accepted => ItemOutcome::Unknown,
        settled => settled,
    };
    ItemReply { outcome, ..item }
}

/// Parses one raw item in the reply to a write: an entity, or a per-item result.
fn parse_item(raw: &[u8], is_at_configured_path: bool, places: &ReplyPaths) -> ItemReply {
    match splitter::split_members(raw) {
        Ok(members) if members.is_entity() => accepted_item(raw),
        Ok(members) => {
            // At the configured path of the entities, an id alone marks an entity. A GET afterwards confirms it.
            let raw_if_identified = members.get("id").map(|_| raw);
            let configured_failure = places.errors.read_failure(raw);
            parse_item_result(
                &members,
                raw_if_identified,
                is_at_configured_path,
                configured_failure,
            )
        }
        Err(_) => item_without_failure(ItemOutcome::Unknown, None),
    }
}

/// Parses a per-item result. `raw_if_identified` is the raw result, if it has an id of its own.
fn parse_item_result(
    members: &RawMembers<'_>,
    raw_if_identified: Option<&[u8]>,
    is_at_configured_path: bool,
    configured_failure: Option<ReplyError>,
) -> ItemReply {
    let entity = ["result", "entity"]
        .iter()
        .find_map(|name| members.get(name))
        .or(raw_if_identified.filter(|_| is_at_configured_path))
        .map(to_text);
    let default_failure = reply_error::from_item(members).into_iter();
    match default_failure
        .chain(configured_failure)
        .reduce(ReplyError::merge)
    {
        Some(failure) => failed_item(&failure, entity),
        None if entity.is_some() => item_without_failure(ItemOutcome::Accepted, entity),
        None => item_without_failure(ItemOutcome::Unknown, raw_if_identified.map(to_text)),
    }
}

fn accepted_item(raw: &[u8]) -> ItemReply {
    item_without_failure(ItemOutcome::Accepted, Some(to_text(raw)))
}

fn item_without_failure(outcome: ItemOutcome, entity: Option<String>) -> ItemReply {
    ItemReply {
        outcome,
        codes: Vec::new(),
        message: None,
        entity,
    }
}

fn failed_item(failure: &ReplyError, entity: Option<String>) -> ItemReply {
    let outcome = if failure.is_final() {
        ItemOutcome::Refused
    } else if failure.is_possibly_saved() {
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
