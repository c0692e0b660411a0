//! The client's contract, against the real practice service in every way in which services differ and under every fault:
//! what is got is what the service has, and what is said of a write agrees with what the service did.

mod covering;
mod ground;
mod reads;
mod writes;

use adwright_client::WriteOutcome;
use adwright_service::Variant;
use adwright_wire::{ItemOutcome, Verdict};
use covering::services;
use ground::Ground;
use tokio::task::JoinSet;

/// A campaign of the demo data with placements and the mode advanced.
const SPRING: i64 = 1_072_288_341;
/// A campaign of the demo data with a verification tracking placement.
const FILM: i64 = 1_072_281_404;

/// How a write can end, in one word.
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

/// Holds what is said of a write of so many things against how many of them the service did.
fn assert_true(delivery: &WriteOutcome, (done, wanted): (usize, usize), told: &str) {
    let agrees = match end(delivery) {
        WriteEnd::NeverSent | WriteEnd::Refused | WriteEnd::LogIn | WriteEnd::Wait => done == 0,
        WriteEnd::Accepted => done == wanted,
        WriteEnd::Lost | WriteEnd::Unknown => done <= wanted,
        WriteEnd::PerItem => {
            let (accepted, open) = counted(delivery);
            accepted <= done && done <= accepted + open
        }
    };
    assert!(agrees, "{told}: {done} of {wanted} done, but {delivery:?}");
}

/// How many items were done for certain, and of how many nobody knows.
fn counted(delivery: &WriteOutcome) -> (usize, usize) {
    let WriteOutcome::Answered {
        verdict: Verdict::PerItem { items },
        ..
    } = delivery
    else {
        return (0, 0);
    };
    let count = |outcomes: &[ItemOutcome]| {
        let those = items.iter().filter(|item| outcomes.contains(&item.outcome));
        those.count()
    };
    (
        count(&[ItemOutcome::Accepted]),
        count(&[ItemOutcome::Compare, ItemOutcome::Unknown]),
    )
}

/// Does the same with every service, all at once: most of the time is spent on waiting.
async fn with_every_service<F: Future<Output = ()> + Send + 'static>(
    act: impl Fn(Ground) -> F + Clone + Send + Sync + 'static,
) {
    let mut all = JoinSet::new();
    for variants in services() {
        let act = act.clone();
        all.spawn(async move { act(Ground::new(variants).await).await });
    }
    while let Some(ended) = all.join_next().await {
        ended.unwrap();
    }
}

/// What the service is, for the words of a failure.
fn told(ground: &Ground, what: &str) -> String {
    let names: Vec<_> = ground
        .variants
        .iter()
        .map(|variant| variant.as_str())
        .collect();
    format!("{what} with {}", names.join(" "))
}

/// Whether failures come in a form that tells a person something and a program nothing.
fn has_unreadable_failures(ground: &Ground) -> bool {
    ground.has(Variant::HtmlErrors)
}
