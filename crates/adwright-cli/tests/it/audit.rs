//! The verification of the receipts, without a window.

use std::fs;

use serde_json::Value;

use crate::practice::Practice;
use crate::sending::{at, campaign, written};
use crate::shown;

#[test]
fn changed_receipt_ends_the_audit_with_1() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    for name in ["One", "Two"] {
        let file = written(&home, "c.json", &campaign(name));
        at(&service, &home, &["campaign", "create", &file, "--go"]);
    }
    let intact = at(&service, &home, &["audit"]);
    assert_eq!(shown(&intact), "All 2 receipts are intact.\nended with 0\n");

    // The last command closed the database, so the file has everything. Only receipts spell the verb like this.
    let database = home.path().join("adwright/adwright.db");
    let mut bytes = fs::read(&database).unwrap();
    let verb = br#""verb":"create""#;
    let places: Vec<_> = (0..bytes.len())
        .filter(|at| bytes[*at..].starts_with(verb))
        .collect();
    for place in places {
        bytes[place + verb.len() - 2] ^= 1;
    }
    fs::write(&database, bytes).unwrap();
    let broken = at(&service, &home, &["audit"]);
    assert_eq!(broken.status.code(), Some(1), "{}", shown(&broken));
    let said = "Receipt 1 of “One” (";
    assert!(shown(&broken).starts_with(said), "{}", shown(&broken));
    let json = at(&service, &home, &["audit", "--json"]);
    assert_eq!(json.status.code(), Some(1), "{}", shown(&json));
    let json: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(json["broken"]["property"], "hash");
}
