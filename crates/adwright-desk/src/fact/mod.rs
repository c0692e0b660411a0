//! Facts that rules need and no document holds. Replies of the service teach them, and a person may enter them.
//!
//! Each fact has one value: that of the newest reply or entry. So a wrong entry lasts until the service shows otherwise.

mod fact_keys;
mod lessons;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use adwright_checks::{Fact, FactSource, FactSubject, FactValue, Facts};
use adwright_service::FactIds;
use adwright_store::StoredFact;
use adwright_views::{FactKey, FactView};
use derive_new::new;

pub(crate) use fact_keys::FactKeys;
pub(crate) use lessons::{FactLesson, SentWrite, lessons_of, refusing_value};

use crate::context::Context;
use crate::error::{Error, FactError};
use crate::host::rfc3339;
use crate::wording::{fact_detail, fact_question, fact_source_message};

/// The stored names of the sources.
const SERVICE: &str = "service";
const PERSON: &str = "person";

/// A reply that proves the same again within this time is not stored, because a batch repeats the same proof for each
/// of its rows.
const REPEATED_WITHIN_MS: i64 = 60_000;

/// The last lesson about each fact: its value and its time.
type RecentLessons = HashMap<(FactSubject, Fact), (bool, i64)>;

/// The facts of the workspace.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct KnownFacts {
    context: Arc<Context>,
    /// The number of changes that checks can notice.
    #[new(default)]
    version: AtomicU64,
    #[new(default)]
    recent: Mutex<RecentLessons>,
}

impl KnownFacts {
    /// Returns all facts that replies taught and people entered, ordered by subject.
    pub fn list(&self) -> Result<Vec<FactView>, Error> {
        let stored = self.context.store.fact_list(&self.context.workspace.id)?;
        Ok(stored.iter().filter_map(parse_view).collect())
    }

    /// Returns the facts about these subjects.
    pub(crate) fn list_about(&self, subjects: &[FactSubject]) -> Result<Vec<FactView>, Error> {
        let texts: Vec<_> = subjects.iter().map(ToString::to_string).collect();
        let (store, workspace) = (&self.context.store, &self.context.workspace.id);
        let stored = store.fact_list_about(workspace, &texts)?;
        Ok(stored.iter().filter_map(parse_view).collect())
    }

    /// Returns whether a refusal of this service was ever read with its code. Some services hide the codes.
    pub(crate) fn has_read_code(&self) -> Result<bool, Error> {
        let known = self.context.store.fact_list(&self.context.workspace.id)?;
        Ok(self.context.backend.practice().is_some() || known.iter().any(|it| it.code.is_some()))
    }

    /// Stores what a person knows. A later reply of the service replaces it.
    ///
    /// # Errors
    /// [`FactError`] if there is no such fact about this subject.
    pub fn set(&self, key: &FactKey, value: bool) -> Result<FactView, Error> {
        let (subject, fact) = parse_key(key)?;
        let stored = StoredFact {
            subject: subject.to_string(),
            fact: fact.as_str().to_owned(),
            value,
            source: PERSON.to_owned(),
            code: None,
            person: Some(self.context.person()?),
            at: self.context.now(),
        };
        let (store, workspace) = (&self.context.store, &self.context.workspace.id);
        store.fact_put(workspace, std::slice::from_ref(&stored))?;
        self.note_change();
        Ok(view(&subject, fact, &stored))
    }

    /// Forgets a fact. Returns false if it was not known.
    ///
    /// # Errors
    /// [`FactError`] if there is no such fact about this subject.
    pub fn remove(&self, key: &FactKey) -> Result<bool, Error> {
        let (subject, fact) = parse_key(key)?;
        let (store, workspace) = (&self.context.store, &self.context.workspace.id);
        let was_known = store.fact_remove(workspace, &subject.to_string(), fact.as_str())?;
        self.note_change();
        Ok(was_known)
    }

    /// Returns the number of changes that checks can notice.
    pub(crate) fn version(&self) -> u64 {
        self.version.load(Ordering::Acquire)
    }

    /// Returns what is stored about these subjects.
    pub(crate) fn about(
        &self,
        subjects: &[FactSubject],
    ) -> Result<Vec<(FactSubject, Fact, FactValue)>, Error> {
        if subjects.is_empty() {
            return Ok(Vec::new());
        }
        let texts: Vec<_> = subjects.iter().map(ToString::to_string).collect();
        let (store, workspace) = (&self.context.store, &self.context.workspace.id);
        let stored = store.fact_list_about(workspace, &texts)?;
        let known = stored.into_iter().filter_map(|stored| {
            let subject = subjects.iter().zip(&texts);
            let (subject, _) = subject
                .into_iter()
                .find(|(_, text)| **text == stored.subject)?;
            let fact = stored.fact.parse().ok()?;
            Some((subject.clone(), fact, self.value(&stored)))
        });
        Ok(known.collect())
    }

    /// Returns the facts for the rules. Practice knows some of them from its administration.
    pub(crate) fn for_rules(&self, keys: FactKeys) -> Result<Facts, Error> {
        let subjects = keys.subjects(&self.context.login);
        let known = self.about(&subjects)?.into_iter();
        let mut facts: Facts = known.map(|(_, fact, value)| (fact, value)).collect();
        let practice = self.context.backend.practice();
        let about = FactIds {
            campaign: keys.campaign,
            advertiser: keys.advertiser,
            account: keys.account,
        };
        let admin = practice.map(|practice| practice.facts(about));
        // Without the admin, rules report that they cannot tell. The campaign opens anyway.
        for (fact, known) in admin.and_then(Result::ok).unwrap_or_default() {
            facts.set(
                fact,
                FactValue {
                    source: FactSource::PracticeAdmin,
                    ..known
                },
            );
        }
        Ok(facts)
    }

    /// Stores what a reply proves.
    pub(crate) fn learn(&self, lessons: &[FactLesson]) -> Result<(), Error> {
        let now = self.context.now();
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = |lesson: &&FactLesson| {
            let key = (lesson.subject.clone(), lesson.fact);
            recent
                .get(&key)
                .is_none_or(|(value, at)| *value != lesson.value || now - at > REPEATED_WITHIN_MS)
        };
        let new: Vec<_> = lessons.iter().filter(is_new).collect();
        if new.is_empty() {
            return Ok(());
        }
        let subjects: Vec<_> = new.iter().map(|lesson| lesson.subject.clone()).collect();
        let known = self.about(&subjects)?;
        let is_same = |lesson: &FactLesson| {
            known.iter().any(|(subject, fact, known)| {
                (subject, *fact) == (&lesson.subject, lesson.fact)
                    && (known.value, known.source) == (lesson.value, FactSource::Service)
            })
        };
        let stored: Vec<_> = new
            .iter()
            .map(|lesson| stored_lesson(lesson, now))
            .collect();
        self.context
            .store
            .fact_put(&self.context.workspace.id, &stored)?;
        for lesson in &new {
            let key = (lesson.subject.clone(), lesson.fact);
            recent.insert(key, (lesson.value, now));
        }
        if !new.iter().all(|lesson| is_same(lesson)) {
            self.version.fetch_add(1, Ordering::AcqRel);
        }
        Ok(())
    }

    /// Makes the next reply teach again, and the checks run again.
    fn note_change(&self) {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        recent.clear();
        self.version.fetch_add(1, Ordering::AcqRel);
    }

    fn value(&self, stored: &StoredFact) -> FactValue {
        FactValue {
            value: stored.value,
            source: source_of(stored),
            detail: Some(fact_detail(stored, &self.context.zone)),
        }
    }
}

/// Returns a stored fact for window and terminal; none if this version does not know it.
fn parse_view(stored: &StoredFact) -> Option<FactView> {
    let subject = stored.subject.parse().ok()?;
    Some(view(&subject, stored.fact.parse().ok()?, stored))
}

fn view(subject: &FactSubject, fact: Fact, stored: &StoredFact) -> FactView {
    FactView {
        key: fact_key(subject, fact),
        question: fact_question(fact, subject),
        value: stored.value,
        source: fact_source_message(stored),
        is_from_person: source_of(stored) == FactSource::Person,
        at: rfc3339(stored.at),
    }
}

/// Returns the key of a fact for window and terminal.
pub(crate) fn fact_key(subject: &FactSubject, fact: Fact) -> FactKey {
    FactKey {
        subject: subject.to_string(),
        fact: fact.as_str().to_owned(),
    }
}

fn parse_key(key: &FactKey) -> Result<(FactSubject, Fact), FactError> {
    let subject: FactSubject = key.subject.parse()?;
    let fact: Fact = key.fact.parse()?;
    if fact.is_about(&subject) {
        Ok((subject, fact))
    } else {
        Err(FactError::OtherSubject(fact))
    }
}

fn source_of(stored: &StoredFact) -> FactSource {
    if stored.source == PERSON {
        FactSource::Person
    } else {
        FactSource::Service
    }
}

fn stored_lesson(lesson: &FactLesson, at: i64) -> StoredFact {
    StoredFact {
        subject: lesson.subject.to_string(),
        fact: lesson.fact.as_str().to_owned(),
        value: lesson.value,
        source: SERVICE.to_owned(),
        code: lesson.code,
        person: None,
        at,
    }
}
