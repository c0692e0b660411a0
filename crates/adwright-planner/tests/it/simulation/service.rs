//! A service without idempotency keys: it loses replies, commits late, cuts references, refuses, and other people use it
//! too.
//!
//! It is honest in three points, without which no client could be safe. A complete reply with a code is never followed
//! by a late commit. HTTP 429 did nothing. An item of a reply that shows neither a reference nor content stands in the
//! place of its row, unless another item shows that the order is different.

use std::collections::BTreeMap;

use adwright_model::{Edit, EditableDocument, Id};
use adwright_planner::REFERENCE_MEMBER;
use adwright_wire::codes;

use super::random::Random;
use super::service_traits::{BadRowReply, ListForm, ReferenceHandling, ReplyForm, ServiceTraits};

/// Who created or changed an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Writer {
    Foreign,
    /// An item of the outbox.
    Item(usize),
}

/// One object of the service.
#[derive(Debug, Clone)]
pub(crate) struct ServiceObject {
    pub(crate) document: EditableDocument,
    pub(crate) creator: Writer,
}

/// A save of an object that existed before.
#[derive(Debug, Clone)]
pub(crate) struct Save {
    pub(crate) writer: Writer,
    /// The object after the save.
    pub(crate) document: EditableDocument,
}

/// Work that the service does later, although the request seems lost.
#[derive(Debug, Clone)]
pub(crate) enum LateWork {
    Create(Vec<(usize, EditableDocument)>),
    Update(usize, Id, EditableDocument),
}

/// A complete reply.
#[derive(Debug, Clone)]
pub(crate) struct HttpReply {
    pub(crate) status: u16,
    pub(crate) retry_after: Option<&'static str>,
    pub(crate) body: String,
    /// What the reply says about each row beyond doubt, in the order of the request.
    pub(crate) told: Vec<DefiniteReply>,
}

/// What a reply says about one row beyond doubt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DefiniteReply {
    None,
    /// It names the created object with id and reference.
    Created,
    /// It refuses exactly this row with a code.
    Refused,
    /// It reports a code for this row that is not final.
    Coded,
    /// It refuses the whole call with a code, and the service did nothing.
    CallRefused,
}

/// The result of a request, as the connection shows it.
#[derive(Debug, Clone)]
pub(crate) enum Exchange {
    NeverSent,
    Lost,
    Replied(HttpReply),
}

/// The fault of one write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WriteFault {
    None,
    NeverSent,
    LostBefore,
    LostAfter,
    Late,
    Busy429,
    /// 503 with `Retry-After`; the flag says whether the work was done all the same.
    Busy503(bool),
    /// A bare 500 before or after the commit.
    Bare500(bool),
    /// A bare 500, and the commit comes later.
    Bare500Late,
    EmptyReply,
    EmptyResult,
    HalfReply,
    /// The service refuses the call with a final code.
    Refused,
    /// The service reports a code that is not final, and did nothing.
    Coded500,
}

const WRITE_FAULTS: [WriteFault; 16] = [
    WriteFault::None,
    WriteFault::NeverSent,
    WriteFault::LostBefore,
    WriteFault::LostAfter,
    WriteFault::Late,
    WriteFault::Busy429,
    WriteFault::Busy503(false),
    WriteFault::Busy503(true),
    WriteFault::Bare500(false),
    WriteFault::Bare500(true),
    WriteFault::Bare500Late,
    WriteFault::EmptyReply,
    WriteFault::EmptyResult,
    WriteFault::HalfReply,
    WriteFault::Refused,
    WriteFault::Coded500,
];

/// The code of a missing object, which repeats the HTTP status.
const NOT_FOUND: u32 = 404;

/// The number of characters of a reference that a service with a limit keeps.
const LONGEST_REFERENCE: usize = 20;

/// A code that no page explains.
const UNKNOWN_CODE: u32 = 71_001;

/// The service and everything that it ever did.
pub(crate) struct Service {
    pub(crate) traits: ServiceTraits,
    pub(crate) objects: BTreeMap<i64, ServiceObject>,
    /// The saves of each object, in their order.
    pub(crate) saves: BTreeMap<i64, Vec<Save>>,
    next_id: i64,
    late: Vec<(usize, LateWork)>,
}

impl Service {
    pub(crate) const fn new(traits: ServiceTraits) -> Self {
        Self {
            traits,
            objects: BTreeMap::new(),
            saves: BTreeMap::new(),
            next_id: 100,
            late: Vec::new(),
        }
    }

    fn draw_fault(&self, random: &mut Random) -> WriteFault {
        if random.percent(self.traits.faults) {
            random.pick(&WRITE_FAULTS)
        } else {
            WriteFault::None
        }
    }

    /// Answers a create of several objects, each with the item that sent it.
    pub(crate) fn create(
        &mut self,
        rows: &[(usize, EditableDocument)],
        now: usize,
        random: &mut Random,
    ) -> Exchange {
        let fault = self.draw_fault(random);
        if fault == WriteFault::Late || fault == WriteFault::Bare500Late {
            let due = now + 1 + random.below(40);
            self.late.push((due, LateWork::Create(rows.to_vec())));
        }
        if let Some(exchange) = undone(fault, rows.len(), random) {
            return exchange;
        }
        let reply = self.carry_out(rows, random);
        spoiled(fault, reply, random)
    }

    /// Answers an update of one object.
    pub(crate) fn update(
        &mut self,
        item: usize,
        id: Id,
        body: &EditableDocument,
        (now, random): (usize, &mut Random),
    ) -> Exchange {
        let fault = self.draw_fault(random);
        if fault == WriteFault::Late || fault == WriteFault::Bare500Late {
            let work = LateWork::Update(item, id, body.clone());
            self.late.push((now + 1 + random.below(40), work));
        }
        if let Some(exchange) = undone(fault, 1, random) {
            return exchange;
        }
        self.save(Writer::Item(item), id, body);
        let Some(object) = self.objects.get(&id.0) else {
            return Exchange::Replied(refusal(404, NOT_FOUND, vec![DefiniteReply::None]));
        };
        let shown = object.document.text();
        let reply = reply(
            200,
            format!(r#"{{"result":{shown}}}"#),
            vec![DefiniteReply::Created],
        );
        spoiled(fault, reply, random)
    }

    /// Saves an object, and counts its version up.
    pub(crate) fn save(&mut self, writer: Writer, id: Id, body: &EditableDocument) {
        let Some(object) = self.objects.get_mut(&id.0) else {
            return;
        };
        let version = number(&object.document, "version") + 1;
        object.document = with(body, "version", &version.to_string());
        let document = object.document.clone();
        self.saves
            .entry(id.0)
            .or_default()
            .push(Save { writer, document });
    }

    /// Creates an object, and returns its id.
    pub(crate) fn insert(&mut self, creator: Writer, body: &EditableDocument) -> i64 {
        let id = self.next_id;
        self.next_id += 1;
        let document = with(&self.stored_form(body), "id", &id.to_string());
        self.objects.insert(id, ServiceObject { document, creator });
        id
    }

    /// Does the late work that is due, or all of it.
    pub(crate) fn do_late_work(&mut self, now: Option<usize>) {
        let late = std::mem::take(&mut self.late);
        for (due, work) in late {
            if now.is_some_and(|now| due > now) {
                self.late.push((due, work));
                continue;
            }
            match work {
                LateWork::Create(rows) => {
                    let good = rows.into_iter().filter(|(_, body)| !is_bad(body));
                    for (item, body) in good.collect::<Vec<_>>() {
                        self.insert(Writer::Item(item), &body);
                    }
                }
                LateWork::Update(item, id, body) => self.save(Writer::Item(item), id, &body),
            }
        }
    }

    /// Returns the object as the service stores it.
    fn stored_form(&self, body: &EditableDocument) -> EditableDocument {
        let Some(node) = body.get(&path(REFERENCE_MEMBER)) else {
            return body.clone();
        };
        let text = node.as_str().map(std::borrow::Cow::into_owned);
        match (self.traits.reference, text) {
            (ReferenceHandling::LongNulled, Some(text)) if text.len() > LONGEST_REFERENCE => {
                with(body, REFERENCE_MEMBER, "null")
            }
            (
                ReferenceHandling::Kept
                | ReferenceHandling::Unlisted
                | ReferenceHandling::LongNulled,
                _,
            ) => body.clone(),
            (ReferenceHandling::Nulled, _) => with(body, REFERENCE_MEMBER, "null"),
            (ReferenceHandling::Dropped, _) => without(body, REFERENCE_MEMBER),
            (ReferenceHandling::Cut, Some(text)) => {
                let cut: String = text.chars().take(LONGEST_REFERENCE).collect();
                with(body, REFERENCE_MEMBER, &format!("\"{cut}\""))
            }
            (ReferenceHandling::Cut | ReferenceHandling::Replaced, _) => {
                with(body, REFERENCE_MEMBER, "\"81\"")
            }
        }
    }

    /// Returns the object as a list shows it.
    pub(crate) fn listed_form(&self, object: &ServiceObject) -> EditableDocument {
        let mut shown = object.document.clone();
        if self.traits.reference == ReferenceHandling::Unlisted {
            shown = without(&shown, REFERENCE_MEMBER);
        }
        let hidden: &[&str] = match self.traits.list {
            ListForm::Full => &[],
            ListForm::Summary => &["brandId"],
            ListForm::Bare => &["brandId", "name", "value"],
        };
        hidden
            .iter()
            .fold(shown, |shown, member| without(&shown, member))
    }

    /// Carries out a create, and answers it.
    fn carry_out(&mut self, rows: &[(usize, EditableDocument)], random: &mut Random) -> HttpReply {
        if rows.len() > self.traits.cap {
            let told = vec![DefiniteReply::CallRefused; rows.len()];
            return refusal(random.pick(&[200, 500, 400]), codes::BATCH_SIZE, told);
        }
        let first_bad = rows.iter().position(|(_, body)| is_bad(body));
        let created = match (first_bad, self.traits.bad_row) {
            (None, _) | (Some(_), BadRowReply::PerItem | BadRowReply::ResultsAndErrors) => {
                rows.len()
            }
            (Some(_), BadRowReply::WholeCall) => 0,
            (Some(at), BadRowReply::AfterPartialCreate) => at,
        };
        let mut ids = vec![None; rows.len()];
        for (at, (item, body)) in rows.iter().enumerate().take(created) {
            if !is_bad(body) {
                ids[at] = Some(self.insert(Writer::Item(*item), body));
            }
        }
        match (first_bad, self.traits.bad_row) {
            (None, _) => self.accepted_reply(rows, &ids, random),
            (Some(_), BadRowReply::PerItem) => self.per_item_reply(rows, &ids, random),
            (Some(_), BadRowReply::ResultsAndErrors) => self.mixed_reply(rows, &ids),
            (Some(at), _) => {
                let code = random.pick(&[codes::ACTIVITY_OF_ADVERTISER, codes::LOOSE_DATA]);
                let told = if at == 0 || self.traits.bad_row == BadRowReply::WholeCall {
                    DefiniteReply::CallRefused
                } else {
                    DefiniteReply::None
                };
                refusal(random.pick(&[200, 500]), code, vec![told; rows.len()])
            }
        }
    }

    fn accepted_reply(
        &self,
        rows: &[(usize, EditableDocument)],
        ids: &[Option<i64>],
        random: &mut Random,
    ) -> HttpReply {
        match self.traits.reply {
            ReplyForm::Entities => {
                let mut shown: Vec<_> = ids
                    .iter()
                    .flatten()
                    .map(|id| self.reply_form(*id))
                    .collect();
                self.reorder(rows, &mut shown, random);
                let body = format!(r#"{{"result":[{}]}}"#, shown.join(","));
                reply(200, body, vec![self.told_created(); rows.len()])
            }
            ReplyForm::PerItem => self.per_item_reply(rows, ids, random),
            ReplyForm::PerItemWithGaps => {
                let has_gap: Vec<_> = rows.iter().map(|_| random.percent(20)).collect();
                let mut items = Vec::new();
                let mut told = Vec::new();
                for (id, is_gap) in ids.iter().flatten().zip(has_gap) {
                    if is_gap {
                        told.push(DefiniteReply::None);
                    } else {
                        items.push(format!(r#"{{"result":{}}}"#, self.reply_form(*id)));
                        told.push(self.told_created());
                    }
                }
                self.reorder(rows, &mut items, random);
                reply(207, format!(r#"{{"result":[{}]}}"#, items.join(",")), told)
            }
        }
    }

    fn per_item_reply(
        &self,
        rows: &[(usize, EditableDocument)],
        ids: &[Option<i64>],
        random: &mut Random,
    ) -> HttpReply {
        let code = random.pick(&[codes::DISABLE_COOKIES, codes::ACTIVITY_OF_ADVERTISER]);
        let is_anonymous = random.percent(50);
        let mut told = Vec::new();
        let mut items = Vec::new();
        for ((_, body), id) in rows.iter().zip(ids) {
            let error = format!(r#""error":{{"errors":[{{"code":{code},"message":"bad"}}]}}"#);
            match id {
                Some(id) => {
                    items.push(format!(r#"{{"result":{}}}"#, self.reply_form(*id)));
                    told.push(self.told_created());
                }
                None if is_anonymous => {
                    items.push(format!("{{{error}}}"));
                    told.push(DefiniteReply::None);
                }
                None => {
                    items.push(format!(r#"{{{error},"entity":{}}}"#, body.text()));
                    let has_reference = body.get(&path(REFERENCE_MEMBER)).is_some();
                    told.push(match has_reference {
                        true if codes::is_final(code) => DefiniteReply::Refused,
                        true => DefiniteReply::Coded,
                        false => DefiniteReply::None,
                    });
                }
            }
        }
        self.reorder(rows, &mut items, random);
        reply(207, format!(r#"{{"result":[{}]}}"#, items.join(",")), told)
    }

    fn mixed_reply(&self, rows: &[(usize, EditableDocument)], ids: &[Option<i64>]) -> HttpReply {
        let shown: Vec<_> = ids
            .iter()
            .flatten()
            .map(|id| self.reply_form(*id))
            .collect();
        let code = codes::LOOSE_DATA;
        let body = format!(
            r#"{{"error":{{"errors":[{{"code":{code},"message":"some are bad"}}]}},"result":[{}]}}"#,
            shown.join(",")
        );
        reply(207, body, vec![DefiniteReply::None; rows.len()])
    }

    /// Returns the object as the reply to a create shows it.
    fn reply_form(&self, id: i64) -> String {
        let mut shown = self.objects[&id].document.clone();
        if !self.traits.shows_references_in_replies {
            shown = without(&shown, REFERENCE_MEMBER);
        }
        if !self.traits.shows_ids_in_replies {
            shown = without(&shown, "id");
        }
        with(&shown, "type", "\"RetargetingDataValue\"")
            .text()
            .to_owned()
    }

    fn told_created(&self) -> DefiniteReply {
        let keeps = matches!(
            self.traits.reference,
            ReferenceHandling::Kept | ReferenceHandling::Unlisted
        );
        let is_named = self.traits.shows_references_in_replies && self.traits.shows_ids_in_replies;
        if keeps && is_named {
            DefiniteReply::Created
        } else {
            DefiniteReply::None
        }
    }

    /// Reorders the items of a reply if a client can see that they are reordered.
    fn reorder(
        &self,
        rows: &[(usize, EditableDocument)],
        items: &mut [String],
        random: &mut Random,
    ) {
        let mut contents: Vec<_> = rows
            .iter()
            .map(|(_, body)| without(body, REFERENCE_MEMBER).text().to_owned())
            .collect();
        contents.sort();
        contents.dedup();
        if self.traits.reorders_replies && contents.len() == rows.len() {
            random.shuffle(items);
        }
    }
}

/// Returns the exchange of a fault that did no work, or whose work the reply does not show.
fn undone(fault: WriteFault, rows: usize, random: &mut Random) -> Option<Exchange> {
    let busy = random.pick(&[Some("1"), Some("120"), None]);
    let none = vec![DefiniteReply::None; rows];
    Some(match fault {
        WriteFault::NeverSent => Exchange::NeverSent,
        WriteFault::LostBefore | WriteFault::Late => Exchange::Lost,
        WriteFault::Busy429 => Exchange::Replied(HttpReply {
            retry_after: busy,
            ..reply(429, String::new(), none)
        }),
        WriteFault::Busy503(false) => Exchange::Replied(HttpReply {
            retry_after: busy.or(Some("1")),
            ..reply(503, String::new(), none)
        }),
        WriteFault::Bare500(false) | WriteFault::Bare500Late => {
            Exchange::Replied(reply(500, String::new(), none))
        }
        WriteFault::Refused => {
            let status = random.pick(&[200, 403, 500]);
            let told = vec![DefiniteReply::Refused; rows];
            Exchange::Replied(refusal(status, codes::PRIVILEGES, told))
        }
        WriteFault::Coded500 => {
            let told = vec![DefiniteReply::Coded; rows];
            Exchange::Replied(refusal(500, UNKNOWN_CODE, told))
        }
        WriteFault::None
        | WriteFault::LostAfter
        | WriteFault::Busy503(true)
        | WriteFault::Bare500(true)
        | WriteFault::EmptyReply
        | WriteFault::EmptyResult
        | WriteFault::HalfReply => return None,
    })
}

/// Returns the exchange of a fault after the work was done.
fn spoiled(fault: WriteFault, whole: HttpReply, random: &mut Random) -> Exchange {
    let none = vec![DefiniteReply::None; whole.told.len()];
    Exchange::Replied(match fault {
        WriteFault::LostAfter => return Exchange::Lost,
        WriteFault::HalfReply => {
            let half = whole.body[..whole.body.len() / 2].to_owned();
            reply(whole.status, half, none)
        }
        WriteFault::Busy503(_) => HttpReply {
            retry_after: Some(random.pick(&["1", "120"])),
            ..reply(503, String::new(), none)
        },
        WriteFault::Bare500(_) => reply(500, String::new(), none),
        WriteFault::EmptyReply => reply(200, String::new(), none),
        WriteFault::EmptyResult => reply(200, r#"{"result":[]}"#.to_owned(), none),
        _ => whole,
    })
}

const fn reply(status: u16, body: String, told: Vec<DefiniteReply>) -> HttpReply {
    HttpReply {
        status,
        retry_after: None,
        body,
        told,
    }
}

fn refusal(status: u16, code: u32, told: Vec<DefiniteReply>) -> HttpReply {
    reply(status, adwright_wire::error_body(code, "no"), told)
}

pub(crate) fn is_bad(body: &EditableDocument) -> bool {
    member_text(body, "name").starts_with("bad") || member_text(body, "value").starts_with("bad")
}

pub(crate) fn path(member: &str) -> adwright_model::Path {
    adwright_model::Path::root().child(member)
}

pub(crate) fn with(document: &EditableDocument, member: &str, json: &str) -> EditableDocument {
    let set = Edit::Set {
        path: path(member),
        json: json.to_owned(),
    };
    document.apply(&set).expect("a member of the root")
}

pub(crate) fn without(document: &EditableDocument, member: &str) -> EditableDocument {
    let path = path(member);
    if document.get(&path).is_none() {
        return document.clone();
    }
    document
        .apply(&Edit::Remove { path })
        .expect("a member of the root")
}

pub(crate) fn member_text(document: &EditableDocument, member: &str) -> String {
    let node = document.get(&path(member));
    node.and_then(|node| Some(node.as_str()?.into_owned()))
        .unwrap_or_default()
}

pub(crate) fn number(document: &EditableDocument, member: &str) -> i64 {
    let node = document.get(&path(member));
    node.and_then(|node| node.as_i64()).unwrap_or_default()
}
