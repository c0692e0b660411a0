//! The last answers of the service to queries with filters.

use std::sync::{Arc, Mutex, PoisonError};

use adwright_model::Id;
use uuid::Uuid;

use crate::error::Error;

/// The answers to keep, so that an answer open in another window stays available.
const MAX_ANSWERS: usize = 4;

/// The last answers of the service, by id.
#[derive(Debug, Default)]
pub(crate) struct ServiceAnswers(Mutex<Vec<(String, Arc<[Id]>)>>);

impl ServiceAnswers {
    /// Returns the ids of an answer, in its order; none if no answer is named.
    pub(crate) fn get(&self, id: Option<&str>) -> Result<Option<Arc<[Id]>>, Error> {
        let Some(id) = id else { return Ok(None) };
        let answers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = answers.iter().find(|(known, _)| known == id);
        let (_, ids) = answer.ok_or(Error::ReplyExpired)?;
        Ok(Some(Arc::clone(ids)))
    }

    pub(super) fn insert(&self, ids: Vec<Id>) -> String {
        let id = Uuid::new_v4().to_string();
        let mut answers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        answers.insert(0, (id.clone(), ids.into()));
        answers.truncate(MAX_ANSWERS);
        id
    }
}
