//! Rows are written into files.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::practice::Practice;
use crate::sending::{at, campaign, written};
use crate::shown;

#[test]
fn ending_of_the_file_chooses_the_format() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    let new = written(&home, "c.json", &campaign("Harvest"));
    at(&service, &home, &["campaign", "create", &new]);
    let file = home.path().join("review.json");
    let file = file.to_str().unwrap();
    let export = |more: &[&str]| at(&service, &home, &[&["export"], more].concat());
    let done = export(&["review", "--out", file]);
    assert!(shown(&done).contains(file), "{}", shown(&done));
    let rows: Vec<Value> = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    assert!(rows.iter().any(|row| row["After"] == "Harvest"), "{rows:?}");

    let again = export(&["drafts", "--out", file]);
    assert_eq!(again.status.code(), Some(2), "{}", shown(&again));
    assert!(fs::read_to_string(file).unwrap().contains("Harvest"));
    let csv = export(&["drafts"]);
    let path = String::from_utf8(csv.stdout).unwrap();
    let path = Path::new(path.trim());
    let folder = path.parent().unwrap();
    assert!(folder.ends_with("exports"), "{path:?}");
    assert_eq!(path.extension().unwrap(), "csv");
    assert_eq!(export(&["receipt"]).status.code(), Some(2));
}
