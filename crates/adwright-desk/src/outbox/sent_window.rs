//! The list of sent items: filtered, counted and grouped here, returned in windows.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use adwright_model::{Kind, Path};
use adwright_store::{OutboxState, SentItem};
use adwright_views::{
    SentCounts, SentFilter, SentLine, SentQuery, SentRow, SentSend, SentWindow, saturating_u32,
};

use crate::error::Error;
use crate::field::{DateParser, describe_kind};
use crate::host::rfc3339;
use crate::outbox::Outbox;

impl Outbox {
    /// Returns a window of lines of the sent items, with the counts of all of them.
    pub fn sent_window(&self, query: &SentQuery) -> Result<SentWindow, Error> {
        let all = self.context.store.sent_list(&self.context.workspace.id)?;
        let span = DateSpan::parse(query, DateParser::for_typing(&self.context));
        let search = self.sent_search(query, &all)?;
        let found: Vec<&SentItem> = matching(&all, query, &span, &search).collect();
        let lines = lines_of(&found, query.by_send);
        let window = (lines.iter())
            .skip(query.offset as usize)
            .take(query.limit as usize);
        let counts = SendCounts::of(&all);
        Ok(SentWindow {
            offset: query.offset,
            lines: window
                .map(|line| match line {
                    Line::Send(first) => SentLine::Send(counts.view(first)),
                    Line::Item(item) => SentLine::Item(self.sent_row((*item).clone())),
                })
                .collect(),
            count: saturating_u32(lines.len()),
            matched: saturating_u32(found.len()),
            counts: state_counts(&all),
            persons: persons(&all),
            from_unreadable: span.from_unreadable,
            until_unreadable: span.until_unreadable,
        })
    }

    /// Returns the rows of all items that a query finds, the newest first.
    pub fn sent_found(&self, query: &SentQuery) -> Result<Vec<SentRow>, Error> {
        let all = self.context.store.sent_list(&self.context.workspace.id)?;
        let span = DateSpan::parse(query, DateParser::for_typing(&self.context));
        let search = self.sent_search(query, &all)?;
        let found = matching(&all, query, &span, &search);
        Ok(found.map(|item| self.sent_row(item.clone())).collect())
    }

    fn sent_search(&self, query: &SentQuery, items: &[SentItem]) -> Result<SentSearch, Error> {
        let words = query.search.split_whitespace().map(str::to_lowercase);
        let mut search = SentSearch {
            words: words.collect(),
            fields: HashMap::new(),
        };
        if search.words.is_empty() {
            return Ok(search);
        }
        let fields = (self.context.store).sent_fields(&self.context.workspace.id)?;
        // Many items change the same fields.
        let mut labels: HashMap<(Kind, &str), Rc<str>> = HashMap::new();
        for item in items {
            if let Some(paths) = fields.get(&item.item) {
                let known = labels.entry((item.kind, paths));
                let known = known.or_insert_with(|| self.searchable_fields(item.kind, paths));
                search.fields.insert(item.item.clone(), Rc::clone(known));
            }
        }
        Ok(search)
    }

    /// Returns the labels and the paths of changed fields, in lower case.
    fn searchable_fields(&self, kind: Kind, paths: &str) -> Rc<str> {
        let describe = describe_kind(&self.context, kind);
        let paths: Vec<String> = serde_json::from_str(paths).unwrap_or_default();
        let named = paths.iter().map(|text| {
            let label = text.parse::<Path>().map(|path| describe.label(&path));
            format!("{}\n{text}", label.unwrap_or_default())
        });
        named.collect::<Vec<_>>().join("\n").to_lowercase().into()
    }
}

/// What a query searches for.
struct SentSearch {
    /// The words, in lower case.
    words: Vec<String>,
    /// The fields that each item changed, in lower case; only filled if there are words.
    fields: HashMap<String, Rc<str>>,
}

/// One line of the list: the head of a send, or an item.
enum Line<'a> {
    /// The head, with the first listed item of the send.
    Send(&'a SentItem),
    Item(&'a SentItem),
}

/// The first and the last instant that a query asks for, in milliseconds.
struct DateSpan {
    from: Option<i64>,
    until: Option<i64>,
    from_unreadable: bool,
    until_unreadable: bool,
}

impl DateSpan {
    fn parse(query: &SentQuery, dates: DateParser<'_>) -> Self {
        let from = dates.parse(&query.from).ok();
        let until = dates.parse_range_end(&query.until).ok();
        let unreadable = |text: &str, read: Option<i64>| !text.trim().is_empty() && read.is_none();
        Self {
            from_unreadable: unreadable(&query.from, from),
            until_unreadable: unreadable(&query.until, until),
            from,
            until,
        }
    }

    fn contains(&self, at: i64) -> bool {
        self.from.is_none_or(|from| at >= from) && self.until.is_none_or(|until| at <= until)
    }
}

fn matching<'a>(
    items: &'a [SentItem],
    query: &'a SentQuery,
    span: &'a DateSpan,
    search: &'a SentSearch,
) -> impl Iterator<Item = &'a SentItem> {
    items.iter().filter(move |item| {
        passes(query.shown, item.state)
            && query
                .person
                .as_ref()
                .is_none_or(|person| *person == item.person)
            && span.contains(item.at)
            && search.finds(item)
    })
}

fn passes(filter: SentFilter, state: OutboxState) -> bool {
    match filter {
        SentFilter::All => true,
        SentFilter::NeedsYou => state == OutboxState::NeedsYou,
        SentFilter::Refused => state == OutboxState::Refused,
        SentFilter::Confirmed => state == OutboxState::Confirmed,
    }
}

impl SentSearch {
    /// Returns whether name, id, code, person and changed fields of an item have all words.
    fn finds(&self, item: &SentItem) -> bool {
        if self.words.is_empty() {
            return true;
        }
        let id = item.target.map(|id| id.to_string()).unwrap_or_default();
        let code = item.code.map(|code| code.to_string()).unwrap_or_default();
        let text = format!("{}\n{id}\n{code}\n{}", item.title, item.person).to_lowercase();
        let fields = self.fields.get(&item.item).map_or("", |fields| &**fields);
        (self.words.iter()).all(|word| text.contains(word) || fields.contains(word))
    }
}

fn lines_of<'a>(found: &[&'a SentItem], by_send: bool) -> Vec<Line<'a>> {
    let mut lines = Vec::with_capacity(found.len());
    let mut send = None;
    for item in found {
        if by_send && send != Some(&item.send) {
            lines.push(Line::Send(item));
        }
        send = Some(&item.send);
        lines.push(Line::Item(item));
    }
    lines
}

/// How many items of each send are in each state, whatever the query is.
struct SendCounts<'a>(HashMap<&'a str, SentCounts>);

impl<'a> SendCounts<'a> {
    fn of(items: &'a [SentItem]) -> Self {
        let mut counts: HashMap<&str, SentCounts> = HashMap::new();
        for item in items {
            count(counts.entry(&item.send).or_default(), item.state);
        }
        Self(counts)
    }

    fn view(&self, first: &SentItem) -> SentSend {
        SentSend {
            send: first.send.clone(),
            at: rfc3339(first.released_at),
            person: first.person.clone(),
            counts: self.0.get(&*first.send).copied().unwrap_or_default(),
        }
    }
}

fn state_counts(items: &[SentItem]) -> SentCounts {
    let mut counts = SentCounts::default();
    for item in items {
        count(&mut counts, item.state);
    }
    counts
}

fn count(counts: &mut SentCounts, state: OutboxState) {
    counts.all += 1;
    match state {
        OutboxState::Confirmed => counts.confirmed += 1,
        OutboxState::Refused => counts.refused += 1,
        OutboxState::NeedsYou => counts.needs_you += 1,
        _ => {}
    }
}

fn persons(items: &[SentItem]) -> Vec<String> {
    let persons: BTreeSet<&str> = items.iter().map(|item| &*item.person).collect();
    persons.into_iter().map(str::to_owned).collect()
}
