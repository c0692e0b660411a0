//! Every fault has a case here: its effect on the caller, and the saved work.

use crate::faults::{arm, create, kept};
use crate::logged_in_client::{LoggedInClient, SPRING};

/// The effect of a fault on its caller.
#[derive(Debug, PartialEq)]
enum FaultEffect {
    /// The connection is cut before a whole reply.
    Cut,
    /// No reply until faults are set again.
    Held,
    /// A whole reply with this status, and with a body or without one.
    Whole(u16, bool),
    /// A whole reply in several pieces.
    Pieces,
}

/// Returns the effect of each fault, and how many of a call's four values are saved.
fn promised(fault: &str) -> (FaultEffect, usize) {
    match fault {
        "drop-before-commit" => (FaultEffect::Cut, 0),
        "drop-after-commit" | "late-commit" | "half-reply" => (FaultEffect::Cut, 4),
        "status-503" => (FaultEffect::Whole(503, true), 0),
        "status-429" | "busy-read" => (FaultEffect::Whole(429, true), 0),
        "hold-after-commit" => (FaultEffect::Held, 4),
        "empty-reply" => (FaultEffect::Whole(200, false), 4),
        "partial-create" => (FaultEffect::Whole(207, true), 2),
        "reordered-reply" => (FaultEffect::Whole(200, true), 4),
        "slow-drip" => (FaultEffect::Pieces, 4),
        "hold-read" => (FaultEffect::Held, 0),
        _ => panic!("no case for {fault}"),
    }
}

/// Returns the names of all faults, which the service lists when it refuses an unknown name.
async fn all(client: &LoggedInClient) -> Vec<String> {
    let answer = client.call("POST /practice/faults\n{\"fault\":\"\"}").await;
    let parts = answer.body.split('`').skip(1).step_by(2);
    parts
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Makes the call that the fault affects.
async fn strike(client: &LoggedInClient, fault: &str) -> FaultEffect {
    let call = async {
        let response = match fault {
            "hold-read" | "busy-read" => client.try_call(&format!("GET /campaigns/{SPRING}")).await,
            _ => create(client).await,
        };
        let Ok(mut response) = response else {
            return FaultEffect::Cut;
        };
        let (mut pieces, mut bytes) = (0, 0);
        loop {
            match response.chunk().await {
                Ok(Some(piece)) => (pieces, bytes) = (pieces + 1, bytes + piece.len()),
                Ok(None) if pieces > 3 => return FaultEffect::Pieces,
                Ok(None) => return FaultEffect::Whole(response.status().as_u16(), bytes > 0),
                Err(_) => return FaultEffect::Cut,
            }
        }
    };
    let is_held = async {
        let held = async || client.call("GET /practice/faults").await.body;
        while !held().await.contains("\"held\":1") {}
    };
    tokio::select! {
        seen = call => seen,
        () = is_held => FaultEffect::Held,
    }
}

#[tokio::test]
async fn every_fault_does_what_it_promises() {
    let faults = all(&LoggedInClient::open().await).await;
    assert_eq!(faults.len(), 13);
    for fault in faults {
        let client = LoggedInClient::open().await;
        arm(&client, &fault, 1).await;
        let (seen, many) = promised(&fault);
        assert_eq!(strike(&client, &fault).await, seen, "{fault}");
        arm(&client, &fault, 0).await;
        if fault == "late-commit" {
            while kept(&client).await.is_empty() {}
        }
        assert_eq!(kept(&client).await.len(), many, "{fault}");
    }
}
