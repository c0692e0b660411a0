//! Counts the cached objects that rules find, with the engine that checks drafts.

use adwright_checks::{OwnRule, OwnRules};
use adwright_model::{EditableDocument, Kind};
use adwright_views::RuleCount;

use crate::customization::Customization;
use crate::error::Error;
use crate::host::CancellationToken;

/// The kinds under which objects are cached.
const CACHED: [Kind; 3] = [Kind::Campaign, Kind::RetargetingDataValue, Kind::Ad];

/// The objects to read at a time. After them, a count can stop.
const AT_A_TIME: u32 = 250;

/// A rule and its count so far.
struct RuleCounter {
    rule: OwnRule,
    count: RuleCount,
}

impl Customization {
    /// Returns how many cached objects each rule of a text finds; none for a rule without a usable field and
    /// requirement.
    ///
    /// # Errors
    /// [`Error::Stopped`], or [`Error::OwnRules`] if the text as a whole is not one of rules.
    pub fn count_rules(
        &self,
        text: &str,
        operation: &str,
    ) -> Result<Vec<Option<RuleCount>>, Error> {
        let running = self.context.operations.start(operation);
        let document = OwnRules::parse_json(text).map_err(Error::OwnRules)?;
        let parsed = OwnRules::parse_each(&document).map_err(Error::OwnRules)?;
        let counters = parsed.into_iter().map(|parsed| {
            let count = RuleCount::default();
            parsed.search.map(|rule| RuleCounter { rule, count })
        });
        let mut counters: Vec<_> = counters.collect();
        for kind in CACHED {
            self.count_kind(kind, &mut counters, &running.stop)?;
        }
        let counts = counters.into_iter();
        Ok(counts
            .map(|counter| counter.map(|counter| counter.count))
            .collect())
    }

    fn count_kind(
        &self,
        kind: Kind,
        counters: &mut [Option<RuleCounter>],
        stop: &CancellationToken,
    ) -> Result<(), Error> {
        let is_about = |counter: &RuleCounter| {
            let own = counter.rule.kind();
            own.is_none_or(|own| own.list_kind() == kind)
        };
        if !counters.iter().flatten().any(is_about) {
            return Ok(());
        }
        let (store, workspace) = (&self.context.store, &self.context.workspace.id);
        let mut after = None;
        loop {
            if stop.is_cancelled() {
                return Err(Error::Stopped);
            }
            let texts = store.cache_texts(workspace, kind, (after, AT_A_TIME))?;
            let Some((last, _)) = texts.last() else {
                return Ok(());
            };
            after = Some(*last);
            let documents = texts
                .iter()
                .filter_map(|(_, text)| EditableDocument::parse(text).ok());
            for document in documents {
                count_document(kind.specific(&document), &document, counters);
            }
        }
    }
}

fn count_document(kind: Kind, document: &EditableDocument, counters: &mut [Option<RuleCounter>]) {
    let counters = counters.iter_mut().flatten();
    for RuleCounter { rule, count } in counters.filter(|counter| counter.rule.is_about(kind)) {
        count.total += 1;
        count.found += u32::from(rule.has_findings(document));
    }
}
