use adwright_model::Id;
use adwright_store::{NewWorkspace, StoredFact};

use crate::home::{Home, KIND, PRACTICE};

#[test]
fn a_workspace_is_made_once() {
    let home = Home::new();
    let again = NewWorkspace {
        name: "Other name",
        ..PRACTICE
    };
    let there = home.again().workspace_ensure(&again, 99).unwrap();
    assert_eq!(there, home.store.workspace_get(&home.workspace).unwrap());
    assert_eq!((there.name.as_str(), there.created_at), ("Practice", 1));
}

#[test]
fn another_login_is_another_workspace() {
    let home = Home::new();
    let other = NewWorkspace {
        login: None,
        ..PRACTICE
    };
    let other = home.store.workspace_ensure(&other, 2).unwrap();
    assert_ne!(other.id, home.workspace);
}

#[test]
fn a_preference_is_none_until_it_is_set_and_then_the_last_one() {
    let home = Home::new();
    assert_eq!(home.store.preference_get("theme").unwrap(), None);
    home.store.preference_set("theme", "dark").unwrap();
    home.store.preference_set("theme", "light").unwrap();
    assert_eq!(
        home.again().preference_get("theme").unwrap().as_deref(),
        Some("light")
    );
}

#[test]
fn a_fact_takes_the_place_of_what_was_known_before() {
    let home = Home::new();
    let fact = |value, at| StoredFact {
        fact: "placement-attached".to_owned(),
        value,
        source: "person".to_owned(),
        detail: None,
        at,
    };
    home.store
        .fact_put(&home.workspace, KIND, Id(7), &[fact(true, 1)])
        .unwrap();
    home.store
        .fact_put(&home.workspace, KIND, Id(7), &[fact(false, 2)])
        .unwrap();
    let known = |id| home.store.fact_list(&home.workspace, KIND, Id(id)).unwrap();
    assert_eq!(known(7), [fact(false, 2)]);
    assert_eq!(known(8), []);
}
