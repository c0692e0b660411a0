//! The client's contract, tested against the real practice service in every variant and under every fault: a read
//! returns what the service has, and the outcome of a write agrees with what the service did.

mod pairwise;
mod reads;
mod test_service;
mod writes;

use adwright_client::WriteOutcome;
use adwright_service::Variant;
use adwright_wire::{ItemOutcome, Verdict};
use pairwise::services;
use test_service::TestService;
use tokio::task::JoinSet;

/// A campaign of the demo data with placements and the mode advanced.
const SPRING: i64 = 1_072_288_341;
/// A campaign of the demo data with a verification tracking placement.
const FILM: i64 = 1_072_281_404;

/// How a write can end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WriteEnd {
    NeverSent,
    Lost,
    Accepted,
    Refused,
    PerItem,
    LogIn,
    Wait,
    Unknown,
}

fn end(delivery: &WriteOutcome) -> WriteEnd {
    match delivery {
        WriteOutcome::NeverSent(_) => WriteEnd::NeverSent,
        WriteOutcome::Lost(_) => WriteEnd::Lost,
        WriteOutcome::Answered { verdict, .. } => match verdict {
            Verdict::Accepted { .. } => WriteEnd::Accepted,
            Verdict::Refused { .. } => WriteEnd::Refused,
            Verdict::PerItem { .. } => WriteEnd::PerItem,
            Verdict::Unauthorized => WriteEnd::LogIn,
            Verdict::Wait { .. } => WriteEnd::Wait,
            Verdict::Unknown { .. } => WriteEnd::Unknown,
        },
    }
}

/// Asserts that the outcome of a write of `sent` entities agrees with the number that the service saved.
fn assert_outcome(delivery: &WriteOutcome, saved: usize, sent: usize, context: &str) {
    let agrees = match end(delivery) {
        WriteEnd::NeverSent | WriteEnd::Refused | WriteEnd::LogIn | WriteEnd::Wait => saved == 0,
        WriteEnd::Accepted => saved == sent,
        WriteEnd::Lost | WriteEnd::Unknown => saved <= sent,
        WriteEnd::PerItem => {
            let (accepted, unclear) = item_counts(delivery);
            accepted <= saved && saved <= accepted + unclear
        }
    };
    assert!(
        agrees,
        "{context}: {saved} of {sent} saved, but {delivery:?}"
    );
}

/// Returns how many items were accepted, and how many have an unclear outcome.
fn item_counts(delivery: &WriteOutcome) -> (usize, usize) {
    let WriteOutcome::Answered {
        verdict: Verdict::PerItem { items },
        ..
    } = delivery
    else {
        return (0, 0);
    };
    let count = |outcomes: &[ItemOutcome]| {
        let matching = items.iter().filter(|item| outcomes.contains(&item.outcome));
        matching.count()
    };
    (
        count(&[ItemOutcome::Accepted]),
        count(&[ItemOutcome::Compare, ItemOutcome::Unknown]),
    )
}

/// Runs a test with every service, all at once, because most of the time is spent waiting.
async fn with_every_service<F: Future<Output = ()> + Send + 'static>(
    test: impl Fn(TestService) -> F + Clone + Send + Sync + 'static,
) {
    let mut tasks = JoinSet::new();
    for variants in services() {
        let test = test.clone();
        tasks.spawn(async move { test(TestService::new(variants).await).await });
    }
    while let Some(result) = tasks.join_next().await {
        result.unwrap();
    }
}

/// Returns the action and the service's variants, for the message of a failed assertion.
fn failure_context(service: &TestService, action: &str) -> String {
    let names: Vec<_> = service
        .variants
        .iter()
        .map(|variant| variant.as_str())
        .collect();
    format!("{action} with {}", names.join(" "))
}

/// Returns whether failures are web pages, which only a person can read.
fn has_unreadable_failures(service: &TestService) -> bool {
    service.has(Variant::HtmlErrors)
}
