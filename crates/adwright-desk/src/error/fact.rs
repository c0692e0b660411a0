use adwright_checks::{Fact, UnknownFact, UnknownFactSubject};

/// Why a fact cannot be entered or forgotten.
#[derive(Debug, thiserror::Error)]
pub enum FactError {
    /// There is no fact with this name.
    #[error(transparent)]
    Fact(#[from] UnknownFact),
    /// The text does not name a subject.
    #[error(transparent)]
    Subject(#[from] UnknownFactSubject),
    /// The fact is about another sort of subject.
    #[error("{0} is a fact about another subject")]
    OtherSubject(Fact),
}
