//! One case per noun: the sentences themselves, which no other test compares.

use adwright_views::Collection;

use super::{error_message, join_words, plural};

use crate::error::{
    AdError, DocumentError, DraftError, Error, FilterInputError, FormError, ListError,
    NewObjectError, SetOptionError, UnsendableReason, UnusableReason, ValueTableError,
    WorkspaceError,
};

#[test]
fn errors_become_sentences() {
    let cases: [(Error, &str); 9] = [
        (
            DocumentError::NotAPath("a[".to_owned()).into(),
            "This edit does not fit the document: not a path: a[.",
        ),
        (
            DraftError::Unsendable(UnsendableReason::AdsMayNotBeSent).into(),
            "This workspace does not send ads, so a draft of an ad stays here. To send it, switch on “Ads may be \
             sent” under Connection.",
        ),
        (
            DraftError::Set {
                path: "name".to_owned(),
                value: "x".to_owned(),
                error: SetOptionError::NotJson,
            }
            .into(),
            "--set name=x: the value is not JSON. Put a text in quotes: '\"like this\"'.",
        ),
        (
            ValueTableError::NotNew {
                file: "v.csv".to_owned(),
                line: 2,
                error: NewObjectError::OtherKind(adwright_model::Kind::RetargetingDataValue),
            }
            .into(),
            "v.csv, line 2 is not a retargeting value: it has another type.",
        ),
        (
            AdError::ComparisonSize { most: 6 }.into(),
            "Choose between two and 6 ads to compare.",
        ),
        (
            ListError::NoPath(Collection::Values).into(),
            "This service has no list of retargeting values.",
        ),
        (
            ListError::Filter(FilterInputError::NotAnId("x7".to_owned())).into(),
            "“x7” is not an id. An id is a whole number, such as 4410.",
        ),
        (
            WorkspaceError::Unusable {
                name: "Acme".to_owned(),
                reason: UnusableReason::NotAnAddress,
            }
            .into(),
            "The workspace “Acme” cannot be opened: its address is not a web address. Nothing was sent, and its drafts are safe. Open Practice, then look at its settings.",
        ),
        (
            WorkspaceError::Form(FormError::LongName(60)).into(),
            "Use 60 characters at most.",
        ),
    ];
    for (error, expected) in cases {
        assert_eq!(error_message(&error), expected);
    }
}

#[test]
fn known_workspaces_are_listed() {
    let ambiguous = |known: &[&str]| {
        let known = known.iter().map(|&name| name.to_owned()).collect();
        error_message(&WorkspaceError::Ambiguous { known }.into())
    };
    for (known, there) in [
        (&["Practice"][..], "is only “Practice”"),
        (&["Practice", "A"], "are “Practice” and “A”"),
        (&["Practice", "A", "B"], "are “Practice”, “A” and “B”"),
    ] {
        let expected = format!("Choose a workspace with --workspace NAME: there {there}.");
        assert_eq!(ambiguous(known), expected);
    }
}

#[test]
fn numbers_are_grouped_by_thousands() {
    let shown = [0, 1, 999, 1_000, 1_234_567].map(|count| plural(count, "draft"));
    assert_eq!(
        shown,
        [
            "0 drafts",
            "1 draft",
            "999 drafts",
            "1,000 drafts",
            "1,234,567 drafts"
        ]
    );
}

#[test]
fn words_are_listed_as_in_a_sentence() {
    let words = ["A", "B", "C"].map(str::to_owned);
    assert_eq!(join_words(&words[..1]), "A");
    assert_eq!(join_words(&words[..2]), "A and B");
    assert_eq!(join_words(&words), "A, B and C");
}
